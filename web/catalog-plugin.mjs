// For esbuild: `catalog:duel` and `catalog:wonders` are the package's own TOML files.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse as parseToml } from "smol-toml";

const catalogFolder = join(dirname(fileURLToPath(import.meta.url)), "../src/mirabilia/games");

export const catalog = {
  name: "catalog",
  setup(build) {
    build.onResolve({ filter: /^catalog:/ }, (args) => ({ path: args.path.slice(8), namespace: "catalog" }));
    build.onLoad({ filter: /.*/, namespace: "catalog" }, (args) => {
      const file = join(catalogFolder, args.path, "catalog.toml");
      return { contents: JSON.stringify(parseToml(readFileSync(file, "utf8"))), loader: "json", watchFiles: [file] };
    });
  },
};
