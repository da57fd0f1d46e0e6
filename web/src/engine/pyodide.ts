// Starts Python in this worker. The files of the engine are packed, and unpacked here, so that any web host will do.

import type { PyodideAPI } from "pyodide";

/** What `build-engine.mjs` writes beside the files: their packed sizes. */
interface Contents {
  files: Record<string, number>;
  /** Whether the core is among them; without it everything runs in plain Python. */
  core: boolean;
}

/** Why the engine cannot be started; the code is one that the locale files put into words. */
export class EngineFault extends Error {
  constructor(
    readonly code: "engine_failed" | "engine_missing" | "browser_too_old",
    readonly args: Record<string, unknown> = {},
  ) {
    super(`${code} ${JSON.stringify(args)}`);
  }
}

const PACKED = ".gz";
const real = globalThis.fetch;

/** A file that must be there. */
async function fetched(name: string, folder: URL): Promise<Response> {
  const answer = await real(new URL(name, folder)).catch(() => {
    throw new EngineFault("engine_failed");
  });
  if (!answer.ok || !answer.body) throw new EngineFault("engine_missing", { file: name });
  return answer;
}

/** The files of the engine, unpacked, with their progress. */
class Files {
  private loaded = 0;
  /** Fails with the first file that cannot be had; Pyodide would wait for it. */
  readonly missing: Promise<never>;
  private fail!: (error: Error) => void;

  constructor(
    private readonly folder: URL,
    private readonly contents: Contents,
    private readonly progress: (loaded: number, total: number) => void,
  ) {
    this.missing = new Promise((_, reject) => {
      this.fail = reject;
    });
    this.missing.catch(() => undefined); // whoever waits for a file hears of it as well
  }

  private get total(): number {
    return Object.values(this.contents.files).reduce((sum, size) => sum + size, 0);
  }

  /** A file as a response that is read while it arrives. */
  async get(name: string, type = "application/octet-stream"): Promise<Response> {
    const answer = await fetched(name + PACKED, this.folder).catch((error: unknown) => {
      this.fail(error as Error);
      throw error;
    });
    const counted = answer.body!.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform: (part, out) => {
          this.loaded += part.length;
          this.progress(this.loaded, this.total);
          out.enqueue(part);
        },
      }),
    );
    const unpacked = counted.pipeThrough(new DecompressionStream("gzip"));
    return new Response(unpacked, { headers: { "content-type": type } });
  }

  async bytes(name: string): Promise<ArrayBuffer> {
    return (await this.get(name)).arrayBuffer();
  }
}

export async function startPython(progress: (loaded: number, total: number) => void): Promise<PyodideAPI> {
  if (typeof WebAssembly === "undefined" || typeof DecompressionStream === "undefined")
    throw new EngineFault("browser_too_old");
  const folder = new URL(".", import.meta.url);
  const contents = (await (await fetched("contents.json", folder)).json()) as Contents;
  const files = new Files(folder, contents, progress);
  const packages = files.bytes("mirabilia.zip");
  packages.catch(() => undefined);
  // Pyodide fetches its own files by name; they are here in packed form.
  globalThis.fetch = (asked, options) => {
    const url = new URL(asked instanceof Request ? asked.url : asked, folder);
    const name = url.pathname.slice(folder.pathname.length);
    if (url.origin !== folder.origin || !(name in contents.files)) return real(asked, options);
    return files.get(name, name.endsWith(".wasm") ? "application/wasm" : "application/zip");
  };
  try {
    const { loadPyodide } = (await import(new URL("pyodide.mjs", folder).href)) as typeof import("pyodide");
    const lockFileContents = await (await fetched("pyodide-lock.json", folder)).text();
    const env = { HOME: "/home", MIRABILIA_PLAIN: contents.core ? "" : "1" };
    const python = await Promise.race([loadPyodide({ indexURL: folder.href, lockFileContents, env }), files.missing]);
    python.FS.mkdirTree("/app");
    python.unpackArchive(await packages, "zip", { extractDir: "/app" });
    python.runPython("import sys; sys.path.insert(0, '/app')");
    return python;
  } finally {
    globalThis.fetch = real;
  }
}
