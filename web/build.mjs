// Builds the page into the package: src/mirabilia/server/static. Catalog and words are read from the package itself, so
// the page can draw every card and speak every language without asking the server.
//
//   node build.mjs            one build
//   node build.mjs --watch    builds again whenever a source changes

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { catalog } from "./catalog-plugin.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.env.PAGE_OUT ?? join(here, "../src/mirabilia/server/static");
const watch = process.argv.includes("--watch");

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
    });
  },
};

/** Files of earlier builds go only when the new ones are in place, so that a running server always has a whole page. */
function removeOld(metafile) {
  const made = new Set(Object.keys(metafile.outputs).map((path) => path.split("/").pop()));
  for (const file of readdirSync(join(out, "assets"))) if (!made.has(file)) rmSync(join(out, "assets", file));
}

/** Texts are made by the package itself, so that plural forms are worked out in one place. */
function writeWords() {
  const python = process.env.PYTHON ?? join(here, "../.venv/bin/python");
  execFileSync(python, ["-m", "mirabilia.locales.build", join(out, "words")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return readdirSync(join(out, "words")).map((file) => file.replace(".json", ""));
}

function writePages(metafile, languages) {
  const files = Object.keys(metafile.outputs).map((path) => path.split("/static/").pop().split("\\").pop());
  const find = (pattern) => files.find((file) => pattern.test(file));
  for (const page of ["index", "demo"]) {
    const entry = page === "index" ? "main" : "demo";
    const template = readFileSync(join(here, `src/${page}.html`), "utf8");
    const script = find(new RegExp(`${entry}-[A-Z0-9]+\\.js$`));
    const style = find(new RegExp(`${entry}-[A-Z0-9]+\\.css$`));
    const shown = template.replace("{{script}}", script).replace("{{style}}", style);
    writeFileSync(join(out, `${page}.html`), shown);
  }
  cpSync(join(here, "public"), out, { recursive: true });
  // Positions for demo.html, if scripts/make-positions has written them.
  if (existsSync(join(here, "demo"))) cpSync(join(here, "demo"), join(out, "demo"), { recursive: true });
  const shell = files.filter((file) => /\.(js|css)$/.test(file) && !file.startsWith("assets/demo"));
  const worker = readFileSync(join(here, "src/worker.js"), "utf8");
  const list = ["./", ...shell, ...languages.map((name) => `words/${name}.json`), "icon.svg", "manifest.webmanifest"];
  const version =
    files
      .map((file) => file.replace(/\D+/g, ""))
      .join("")
      .slice(0, 24) + Date.now().toString(36);
  const filled = worker.replace("__SHELL__", JSON.stringify(list)).replace("__VERSION__", JSON.stringify(version));
  writeFileSync(join(out, "worker.js"), filled);
}

function report(metafile) {
  let first = 0;
  const index = readFileSync(join(out, "index.html"), "utf8");
  const seen = new Set();
  const add = (path) => {
    if (seen.has(path)) return;
    seen.add(path);
    first += gzipSync(readFileSync(path)).length;
    const output = Object.entries(metafile.outputs).find(([name]) => path.endsWith(name.split("/static/").pop()));
    for (const { path: imported, kind } of output?.[1].imports ?? []) {
      if (kind === "import-statement") add(join(out, imported.split("/static/").pop()));
    }
  };
  for (const match of index.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)) add(join(out, match[1]));
  console.log(`page built: first load ${(first / 1024).toFixed(1)} KB gzipped without words and fonts`);
}

const options = {
  entryPoints: { main: join(here, "src/main.tsx"), demo: join(here, "src/demo.tsx") },
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
