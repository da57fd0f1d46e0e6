// Runs the page's unit tests (tests/*.test.ts) with Node's own test runner; esbuild makes them readable for it.
//
//   node test.mjs               all tests, told as TAP
//   node test.mjs words live    only tests/words.test.ts and tests/live.test.ts

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { catalog } from "./catalog-plugin.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2);
const files = readdirSync(join(here, "tests"))
  .filter((file) => /\.test\.tsx?$/.test(file) && (!wanted.length || wanted.includes(file.split(".")[0])))
  .map((file) => join(here, "tests", file));
// Inside this folder, so that packages are found from there.
const out = mkdtempSync(join(here, "node_modules/.tests-"));
try {
  await esbuild.build({
    entryPoints: files,
    outdir: out,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: ["node20"],
    jsx: "automatic",
    jsxImportSource: "preact",
    inject: [join(here, "tests/browser.ts")],
    define: {
      "process.env.WORDS": JSON.stringify(process.env.PAGE_OUT ?? join(here, "../src/mirabilia/server/static")),
    },
    loader: { ".css": "empty" },
    plugins: [catalog],
    logLevel: "warning",
  });
  const made = readdirSync(out).filter((file) => file.endsWith(".mjs"));
  const { status } = spawnSync(
    process.execPath,
    ["--test", "--test-reporter=tap", ...made.map((file) => join(out, file))],
    { stdio: "inherit" },
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
