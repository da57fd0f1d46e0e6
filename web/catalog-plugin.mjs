// For esbuild: `catalog:duel` and `catalog:wonders` are the package's own TOML files, `lesson:duel` and `lesson:wonders`
// its lessons without their deals, which a page that plays has no use for, `worth:wonders` what its cards are worth.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse as parseToml } from "smol-toml";

const gamesFolder = join(dirname(fileURLToPath(import.meta.url)), "../src/mirabilia/games");

export const catalog = {
  name: "catalog",
  setup(build) {
    build.onResolve({ filter: /^catalog:/ }, (args) => ({ path: args.path.slice(8), namespace: "catalog" }));
    build.onLoad({ filter: /.*/, namespace: "catalog" }, (args) => {
      const file = join(gamesFolder, args.path, "catalog.toml");
      return { contents: JSON.stringify(parseToml(readFileSync(file, "utf8"))), loader: "json", watchFiles: [file] };
    });
    build.onResolve({ filter: /^lesson:/ }, (args) => ({ path: args.path.slice(7), namespace: "lesson" }));
    build.onLoad({ filter: /.*/, namespace: "lesson" }, (args) => {
      const file = join(gamesFolder, args.path, "study", "lesson.json");
      const { steps, rounds } = JSON.parse(readFileSync(file, "utf8"));
      return { contents: JSON.stringify({ steps, rounds }), loader: "json", watchFiles: [file] };
    });
    build.onResolve({ filter: /^worth:/ }, (args) => ({ path: args.path.slice(6), namespace: "worth" }));
    build.onLoad({ filter: /.*/, namespace: "worth" }, (args) => {
      const file = join(gamesFolder, args.path, "study", "card_values.json");
      return { contents: readFileSync(file, "utf8"), loader: "json", watchFiles: [file] };
    });
  },
};
