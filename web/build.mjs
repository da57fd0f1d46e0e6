// Builds the page into the package: src/mirabilia/server/static. Catalog and words are read from the package itself, so
// the page can draw every card and speak every language without asking the server.
//
//   node build.mjs            one build
//   node build.mjs --watch    builds again whenever a source changes
//   node build.mjs --alone    a page that plays on the device alone
//
// Where build-engine.mjs has put an engine into the page's folder, the page can play on the device, too.

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { catalog } from "./catalog-plugin.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.env.PAGE_OUT ?? join(here, "../src/mirabilia/server/static");
const watch = process.argv.includes("--watch");
/** The page is served as a folder of files, without a server behind it. */
const alone = process.argv.includes("--alone");
const PACKED = /\.(gz|br)$/;
const TEXTS = /\.(js|css|html|json|svg|webmanifest)$/;

const finish = {
  name: "finish",
  setup(build) {
    build.onStart(() => void mkdirSync(out, { recursive: true }));
    build.onEnd((result) => {
      if (result.errors.length) return;
      const words = writeWords();
      writePages(result.metafile, words);
      report(result.metafile);
      removeOld(result.metafile);
      pack();
    });
  },
};

/** The folder of the engine, as the page names it, and its files. */
function engine() {
  const folder = join(out, "engine");
  const name = existsSync(folder) ? readdirSync(folder).find((found) => /^[0-9a-f]{12}$/.test(found)) : undefined;
  return name ? { path: `engine/${name}/`, files: readdirSync(join(folder, name)) } : { path: "", files: [] };
}

/** Files of earlier builds go only when the new ones are in place, so that a running server always has a whole page. */
function removeOld(metafile) {
  const made = new Set(Object.keys(metafile.outputs).map((path) => path.split("/").pop()));
  for (const file of readdirSync(join(out, "assets")))
    if (!made.has(file.replace(PACKED, ""))) rmSync(join(out, "assets", file));
}

/**
 * Puts a packed twin beside every text, which the server sends to whoever can unpack it. While sources are being
 * changed there are none, since nobody waits for the best packing then.
 */
function pack() {
  const files = readdirSync(out, { recursive: true }).filter((file) => !/^engine[\\/]/.test(file));
  for (const name of files.filter((file) => PACKED.test(file))) rmSync(join(out, name));
  for (const name of watch ? [] : files.filter((file) => TEXTS.test(file) && !file.startsWith("demo"))) {
    const path = join(out, name);
    const text = readFileSync(path);
    const hints = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
    const twins = { gz: gzipSync(text, { level: 9 }), br: brotliCompressSync(text, { params: hints }) };
    for (const [ending, packed] of Object.entries(twins))
      if (packed.length < text.length) writeFileSync(`${path}.${ending}`, packed);
  }
}

/** What a script imports before it can begin, itself left out: paths from the page. */
function needed(metafile, script) {
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, made]) => [inPage(path), made]));
  const found = new Set();
  const visit = (path) => {
    for (const { path: imported, kind } of outputs.get(path)?.imports ?? []) {
      if (kind !== "import-statement" || found.has(inPage(imported))) continue;
      found.add(inPage(imported));
      visit(inPage(imported));
    }
  };
  visit(script);
  return [...found];
}
const inPage = (path) =>
  path
    .split(`/${basename(out)}/`)
    .pop()
    .split("\\")
    .pop();

/** Texts are made by the package itself, so that plural forms are worked out in one place. */
function writeWords() {
  const python = process.env.PYTHON ?? join(here, "../.venv/bin/python");
  execFileSync(python, ["-m", "mirabilia.locales.build", join(out, "words")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const files = readdirSync(join(out, "words")).filter((file) => !PACKED.test(file));
  return files.map((file) => file.replace(".json", ""));
}

function writePages(metafile, languages) {
  const files = Object.keys(metafile.outputs).map(inPage);
  const played = engine();
  const find = (pattern) => files.find((file) => pattern.test(file));
  for (const page of ["index", "demo"]) {
    const entry = page === "index" ? "main" : "demo";
    const template = readFileSync(join(here, `src/${page}.html`), "utf8");
    const script = find(new RegExp(`${entry}-[A-Z0-9]+\\.js$`));
    const style = find(new RegExp(`${entry}-[A-Z0-9]+\\.css$`));
    const first = find(/first-[A-Z0-9]+\.js$/);
    const before = new Set([...needed(metafile, first), ...needed(metafile, script)]);
    const preloads = [...before].map((path) => `<link rel="modulepreload" href="${path}">`);
    const shown = template
      .replace("{{preloads}}", preloads.join("\n    "))
      .replace("{{service}}", alone ? "device" : played.path ? "either" : "server")
      .replace("{{engine}}", played.path)
      .replace("{{first}}", first)
      .replace("{{script}}", script)
      .replace("{{style}}", style);
    writeFileSync(join(out, `${page}.html`), shown);
  }
  cpSync(join(here, "public"), out, { recursive: true });
  // Positions for demo.html, if scripts/make-positions has written them.
  if (existsSync(join(here, "demo"))) cpSync(join(here, "demo"), join(out, "demo"), { recursive: true });
  const shell = files.filter((file) => /\.(js|css)$/.test(file) && !file.startsWith("assets/demo"));
  const worker = readFileSync(join(here, "src/worker.js"), "utf8");
  const choices = played.files.filter((file) => file === "choices.json").map((file) => played.path + file);
  const list = [
    "./",
    ...choices,
    ...shell,
    ...languages.map((name) => `words/${name}.json`),
    "icon.svg",
    "icon-turn.svg",
    "manifest.webmanifest",
  ];
  const version =
    files
      .map((file) => file.replace(/\D+/g, ""))
      .join("")
      .slice(0, 24) + Date.now().toString(36);
  const filled = worker
    .replace("__SHELL__", JSON.stringify(list))
    .replace("__ENGINE__", JSON.stringify(played.files.map((file) => played.path + file)))
    .replace("__VERSION__", JSON.stringify(version));
  writeFileSync(join(out, "worker.js"), filled);
}

function report(metafile) {
  const index = readFileSync(join(out, "index.html"), "utf8");
  const named = [...index.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map((match) => match[1]);
  const all = new Set(named.flatMap((path) => [path, ...needed(metafile, path)]));
  const first = [...all].reduce((sum, path) => sum + gzipSync(readFileSync(join(out, path))).length, 0);
  console.log(`page built: first load ${(first / 1024).toFixed(1)} KB gzipped without words and fonts`);
}

const options = {
  entryPoints: {
    first: join(here, "src/first.ts"),
    main: join(here, "src/main.tsx"),
    demo: join(here, "src/demo.tsx"),
  },
  outdir: join(out, "assets"),
  entryNames: "[name]-[hash]",
  chunkNames: "part-[hash]",
  assetNames: "[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  target: ["es2022"],
  jsx: "automatic",
  jsxImportSource: "preact",
  minify: !watch,
  sourcemap: watch ? "inline" : false,
  legalComments: "none",
  metafile: true,
  loader: { ".woff2": "file", ".woff": "empty" },
  plugins: [catalog, finish],
  logLevel: "warning",
};

if (watch) {
  const context = await esbuild.context(options);
  await context.watch();
} else {
  await esbuild.build(options);
}
