// Runs tests/ways.py with the engine as a browser gets it. tests/sites.py puts this worker beside the engine's own.

import type { PyIterable } from "pyodide/ffi";
import { startPython } from "../src/engine/pyodide";

interface Asked {
  program: string;
  args: string[];
}

self.onmessage = async ({ data }: MessageEvent<Asked>) => {
  const python = await startPython(() => undefined);
  python.FS.writeFile("/app/ways.py", data.program);
  const lines: PyIterable = python.pyimport("ways").main(...data.args);
  for (const line of lines) self.postMessage(line);
  self.postMessage(null);
};
