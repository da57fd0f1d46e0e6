// Runs tests/ways.py in Node with the package and the core as a browser gets them.
//
//   node web/tests/ways.mjs FOLDER rules | bots | games [FIRST [COUNT]]    FOLDER is what build-engine.mjs built

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";

const here = dirname(fileURLToPath(import.meta.url));
const [folder, ...args] = process.argv.slice(2);
const unpacked = (name) => new Uint8Array(gunzipSync(readFileSync(join(folder, `${name}.gz`))));
// Node would print all of Pyodide, which is one line.
process.on("uncaughtException", (error) => {
  console.error(String(error).slice(-2000));
  process.exit(1);
});

const place = mkdtempSync(join(tmpdir(), "mirabilia-"));
const library = join(place, "python_stdlib.zip");
writeFileSync(library, unpacked("python_stdlib.zip"));
const python = await loadPyodide({
  indexURL: `${join(here, "../node_modules/pyodide")}/`,
  stdLibURL: library,
  env: { HOME: "/home" },
});
rmSync(place, { recursive: true });
python.FS.mkdirTree("/app");
python.unpackArchive(unpacked("mirabilia.zip"), "zip", { extractDir: "/app" });
python.FS.writeFile("/app/ways.py", readFileSync(join(here, "../../tests/ways.py"), "utf8"));
python.runPython("import sys; sys.path.insert(0, '/app')");
for (const line of python.pyimport("ways").main(...args)) console.log(line);
