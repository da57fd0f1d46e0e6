// The commitment to the deal (docs/record.md): the server shows a hash before the first move; when the game is over,
// deal and nonce are open, and anybody can see that they give this hash.

/** SHA-256 of a text in UTF-8, in hexadecimal. The browser's own is missing where the page comes without https. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const data = new DataView(new ArrayBuffer(blocks * 64));
  for (const [i, byte] of bytes.entries()) data.setUint8(i, byte);
  data.setUint8(bytes.length, 0x80);
  data.setBigUint64(blocks * 64 - 8, BigInt(bytes.length * 8));
  const hash = START.slice();
  const w = new Uint32Array(64);
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < 16; i++) w[i] = data.getUint32(block * 64 + i * 4);
    for (let i = 16; i < 64; i++) {
      const [a, b] = [w[i - 15]!, w[i - 2]!];
      const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      w[i] = w[i - 16]! + s0 + w[i - 7]! + s1;
    }
    let [a, b, c, d, e, f, g, h] = [...hash] as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const one = (h + big1 + ((e & f) ^ (~e & g)) + ROUNDS[i]! + w[i]!) | 0;
      const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const two = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    for (const [i, part] of [a, b, c, d, e, f, g, h].entries()) hash[i] = hash[i]! + part;
  }
  return [...hash].map((part) => part.toString(16).padStart(8, "0")).join("");
}

const turn = (n: number, by: number): number => (n >>> by) | (n << (32 - by));

// The constants of the standard: 32 bits of the roots of the first primes.
const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter(
  (n) => n > 1 && Array.from({ length: n - 2 }, (_, i) => i + 2).every((k) => n % k),
);
const bits = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32);
const START = new Uint32Array(PRIMES.slice(0, 8).map((p) => bits(Math.sqrt(p))));
const ROUNDS = new Uint32Array(PRIMES.slice(0, 64).map((p) => bits(Math.cbrt(p))));

/** JSON with sorted keys and without spaces: the form that was hashed. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const parts = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${parts.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join(",")}}`;
}

/** Whether the deal is the one the server committed to. */
export const isKept = (deal: unknown, nonce: string, commitment: string): boolean =>
  sha256(`${nonce}\n${canonical(deal)}`) === commitment;
