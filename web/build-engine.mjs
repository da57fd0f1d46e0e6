// Builds the engine that plays without a server into the page's folder: Pyodide, the standard library and the package
// as Python compiles them, and the worker that starts all of it. Everything is packed; the worker unpacks it. It lies in
// a folder named by its content, so that a page and its engine always belong together; build.mjs looks there.
//
//   node build-engine.mjs WHEEL... [CORE]    wheels that the package needs there (msgspec), and the core

import { createHash } from "node:crypto";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { loadPyodide } from "pyodide";

// Node would print all of Pyodide, which is one line.
process.on("uncaughtException", (error) => {
  console.error(String(error).slice(-2000));
  process.exit(1);
});

const here = dirname(fileURLToPath(import.meta.url));
const pyodide = join(here, "node_modules/pyodide");
const source = join(here, "../src/mirabilia");
const engines = join(process.env.PAGE_OUT ?? join(here, "../src/mirabilia/server/static"), "engine");
/** Where the engine is made; it gets its name when it is whole. */
const out = join(engines, "new");
const wheels = process.argv.slice(2).filter((file) => file.endsWith(".whl"));
const cores = process.argv.slice(2).filter((file) => file.endsWith(".wasm"));

/** Parts of the package that nothing on a device asks for, and sources that only help programmers. */
const NOT_PLAYED = new RegExp(
  [
    "^(arena|benchmark|cli|dataset|envs|locales|protocol|train)/",
    String.raw`^games/\w+/(terminal|train|envs)/|^engine/intrinsics\.py$|^engine/build/(?!__init__|targets)`,
    String.raw`^server/(http|notifications|static)/|^server/(admin|app|context|garbage|logs|metrics|run|settings|status)\.py$`,
    "^server/bots/(?!__init__|offer)|^server/people/(?!__init__|person|tally)|^server/storage/(?!__init__|changes)",
    String.raw`^server/study/(?!__init__|advice|job\.|played|puzzle_positions)\w+\.py$|^study/(annotating|making|telling)\.py$`,
    String.raw`^server/tables/(access|hub|making|table)\.py$`,
    String.raw`(^|/)wonders\.net$|(^|/)__pycache__/|\.(po|pyi|typed)$`,
  ].join("|"),
);
/**
 * Parts of the standard library that are left out: screens, processes, tests, documentation, networks, old encodings, and
 * what Python has in itself.
 */
const NOT_NEEDED = new RegExp(
  [
    "^(_pyrepl|__phello__|concurrent/interpreters|ctypes/macholib|curses|dbm|email|ensurepip|html|http|idlelib",
    "|importlib/metadata|multiprocessing|pydoc_data|pyodide/http|site-packages|sqlite3|test|tkinter|turtledemo",
    "|unittest|venv|wsgiref|xml|xmlrpc|zoneinfo)/",
    "|^(__hello__|_aix_support|_ast_unparse|_compat_pickle|_markupbase|_pydatetime|_pyio|antigravity|argparse|bdb",
    "|cProfile|cmd|code|colorsys|compileall|configparser|difflib|doctest|filecmp|fileinput|ftplib|getopt",
    "|getpass|gettext|graphlib|imaplib|mailbox|mimetypes|modulefinder|netrc|nturl2path|optparse|pdb|pickle",
    "|pickletools|plistlib|poplib|pprint|profile|pstats|pty|py_compile|pyclbr|pydoc|quopri|rlcompleter|runpy|sched",
    "|shelve|smtplib|socketserver|sre_(?:compile|constants|parse)|ssl|stringprep|symtable|tabnanny|tarfile|this",
    "|timeit|trace|tracemalloc|tty|turtle|wave|webbrowser|zipapp|zipimport|importlib/_bootstrap(?:_external)?",
    String.raw`|_sysconfigdata_[\w-]+|asyncio/(?:proactor_events|tools|windows_\w+)|concurrent/futures/(?:interpreter|process)`,
    "|ctypes/(?:_aix|util|wintypes)|json/tool|logging/(?:config|handlers)|pyodide/console",
    String.raw`|urllib/(?:request|robotparser)|(?:\w+/)+__main__)\.py$`,
    "|^encodings/(?!__init__|aliases|ascii|cp437|latin_1|utf_8|utf_16|unicode_escape|raw_unicode_escape)",
  ].join(""),
);

/** Compiles a folder's Python files, without their docstrings, into an archive, not packed, in a fixed order and of a fixed date. */
const ARCHIVE = `
import importlib.util, marshal, os, zipfile
def without_lines(code):
    """The same code in which every instruction stands on the first line of its function."""
    parts = tuple(without_lines(part) if isinstance(part, type(code)) else part for part in code.co_consts)
    whole, rest = divmod(len(code.co_code) // 2, 8)  # an entry of the table is for up to eight units
    return code.replace(co_consts=parts, co_linetable=bytes([0xEF, 0] * whole + [0xE7 + rest, 0] * bool(rest)))
def compiled(path, name, lines):
    with open(path, "rb") as file:
        source = file.read()
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    head = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + importlib.util.source_hash(source)
    return head + marshal.dumps(code if lines else without_lines(code))
def archive(folder, target, lines):
    names = sorted(os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as made:
        for name in names:
            path = os.path.join(folder, name)
            if name.endswith(".py"):
                name, content = name + "c", compiled(path, name, lines)
            else:
                with open(path, "rb") as file:
                    content = file.read()
            made.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), content)
`;

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split("\\")
        .join("/"),
    );
}

const python = await loadPyodide({ indexURL: `${pyodide}/`, env: { MIRABILIA_PLAIN: "1", HOME: "/home" } });
const { FS } = python;

function put(path, bytes) {
  FS.mkdirTree(dirname(path));
  FS.writeFile(path, bytes);
}
for (const name of filesBelow(source))
  if (!NOT_PLAYED.test(name)) put(`/package/mirabilia/${name}`, readFileSync(join(source, name)));
for (const name of filesBelow(join(here, "python")))
  if (name.endsWith(".py")) put(`/package/${name}`, readFileSync(join(here, "python", name)));
for (const core of cores) {
  put(`/package/mirabilia/engine/cores/${basename(core)}`, readFileSync(core));
  // A core is taken only with the sources it was made from; they are not here, so their hash is.
  put("/package/mirabilia/engine/cores/key", Buffer.from(/-([0-9a-f]+)\.wasm$/.exec(core)[1]));
}
const licences = [`Mirabilia:\n\n${readFileSync(join(here, "../LICENSE"), "utf8")}`];
for (const wheel of wheels) {
  python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel", { extractDir: "/wheel" });
  python.runPython(`
import os, pathlib, shutil
for name in os.listdir("/wheel"):
    if not name.endswith(".dist-info"):
        shutil.copytree("/wheel/" + name, "/package/" + name, ignore=shutil.ignore_patterns("*.pyi", "py.typed"))
licences = "\\n".join(path.read_text() for path in pathlib.Path("/wheel").glob("*.dist-info/licenses/*") if path.is_file())
shutil.rmtree("/wheel")
`);
  licences.push(`${basename(wheel).split("-")[0]}:\n\n${python.globals.get("licences")}`);
}
python.unpackArchive(new Uint8Array(readFileSync(join(pyodide, "python_stdlib.zip"))), "zip", {
  extractDir: "/library",
});
python.globals.set("left_out", (name) => NOT_NEEDED.test(name));
python.runPython(`${ARCHIVE}
for at, _, names in os.walk("/library"):
    for name in names:
        path = os.path.join(at, name)
        if left_out(os.path.relpath(path, "/library")):
            os.remove(path)
archive("/package", "/mirabilia.zip", lines=True)
archive("/library", "/python_stdlib.zip", lines=False)
`);

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
// Python starts with what is left: it plays a game, and says what a new table may be, which the page offers before the
// engine is there.
const library = join(out, "python_stdlib.zip");
writeFileSync(library, FS.readFile("/python_stdlib.zip"));
const trial = await loadPyodide({
  indexURL: `${pyodide}/`,
  stdLibURL: library,
  env: { MIRABILIA_PLAIN: cores.length ? "" : "1", HOME: "/home" },
});
rmSync(library);
trial.unpackArchive(FS.readFile("/mirabilia.zip"), "zip", { extractDir: "/app" });
const choices = trial.runPython(`
import sys
sys.path.insert(0, "/app")
import json
import mirabilia
import mirabilia.local.browser
from mirabilia.bots import make_bot
from mirabilia.server.bots.offer import Offer
from mirabilia.server.tables.choices import choices_of
from mirabilia.study import analyse
for name, players in (("duel", 2), ("wonders", 3)):
    game = mirabilia.new_game(name, players=players, seed=1)
    bots = [make_bot("easy", seed=seat) for seat in range(players)]
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, bots[seat].choose(game.view(seat), game.options(seat)))
    analyse(game.record(), simulations=2)
from mirabilia.engine.running import running
print("the engine runs in", running().way, "mode")
offer = Offer()
json.dumps(choices_of(offer, offer.middle))
`);

const packed = {
  "mirabilia.zip": FS.readFile("/mirabilia.zip"),
  "python_stdlib.zip": FS.readFile("/python_stdlib.zip"),
  "pyodide.asm.wasm": readFileSync(join(pyodide, "pyodide.asm.wasm")),
};
const sizes = {};
for (const [name, bytes] of Object.entries(packed)) {
  const small = gzipSync(bytes, { level: 9 });
  writeFileSync(join(out, `${name}.gz`), small);
  sizes[name] = small.length;
}
writeFileSync(join(out, "contents.json"), JSON.stringify({ core: cores.length > 0, files: sizes }));
for (const name of ["pyodide.mjs", "pyodide.asm.mjs"]) copyFileSync(join(pyodide, name), join(out, name));
writeFileSync(join(out, "choices.json"), choices);
// Of the packages that Pyodide could install, none is used.
const lock = JSON.parse(readFileSync(join(pyodide, "pyodide-lock.json"), "utf8"));
writeFileSync(join(out, "pyodide-lock.json"), JSON.stringify({ ...lock, packages: {} }));
await esbuild.build({
  entryPoints: [join(here, "src/engine/worker.ts")],
  outfile: join(out, "worker.js"),
  bundle: true,
  format: "esm",
  target: ["es2022"],
  minify: true,
  external: ["pyodide"],
  logLevel: "warning",
});
const { version } = JSON.parse(readFileSync(join(pyodide, "package.json"), "utf8"));
writeFileSync(
  join(out, "LICENCES.txt"),
  `pyodide.mjs, pyodide.asm.mjs, pyodide.asm.wasm: Pyodide ${version}, Mozilla Public License 2.0, unchanged
https://github.com/pyodide/pyodide/tree/${version}

python_stdlib.zip: parts of the standard library of CPython, PSF License Version 2
https://docs.python.org/3/license.html

mirabilia.zip holds what follows.

${licences.join("\n\n")}`,
);
const sizeOf = (name) =>
  name.endsWith(".gz") ? statSync(join(out, name)).size : gzipSync(readFileSync(join(out, name))).length;
const digest = createHash("sha256");
for (const name of readdirSync(out).sort()) digest.update(`${name}\n`).update(readFileSync(join(out, name)));
const size = readdirSync(out).reduce((sum, name) => sum + sizeOf(name), 0);
const name = digest.digest("hex").slice(0, 12);
for (const other of readdirSync(engines)) if (other !== "new") rmSync(join(engines, other), { recursive: true });
renameSync(out, join(engines, name));
console.log(`engine built: ${(size / 1e6).toFixed(2)} MB gzipped`);
process.exit(0);
