// The little of Node that the tests use.

declare module "node:test" {
  export function test(name: string, run: () => void | Promise<void>): void;
  export function before(run: () => void | Promise<void>): void;
  export function beforeEach(run: () => void | Promise<void>): void;
  export function afterEach(run: () => void | Promise<void>): void;
}
declare module "node:assert/strict" {
  interface Assert {
    ok(value: unknown, message?: string): asserts value;
    equal<A>(actual: A, expected: A, message?: string): void;
    notEqual<A>(actual: A, expected: A, message?: string): void;
    deepEqual<A>(actual: A, expected: A, message?: string): void;
    match(text: string, pattern: RegExp): void;
    throws(run: () => unknown): void;
    rejects(run: Promise<unknown>, check?: (error: unknown) => boolean): Promise<void>;
  }
  const assert: Assert;
  export default assert;
}
declare module "node:fs" {
  export function readFileSync(path: string): Uint8Array<ArrayBuffer>;
  export function readFileSync(path: string, encoding: "utf8"): string;
}
declare module "node:path" {
  export function join(...parts: string[]): string;
}
declare const process: { env: Record<string, string | undefined> };
