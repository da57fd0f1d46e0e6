// The emblem of a building. The drawings (motifs.ts) are no part of the first load: they come as soon as it is here, and
// a card drawn earlier gets its emblem then.

import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { Kind } from "./cornice";

const drawings = signal<typeof import("./motifs") | null>(null);
let asked = false;

function ask(): void {
  if (asked) return;
  asked = true;
  import("./motifs").then(
    (loaded) => {
      drawings.value = loaded;
    },
    () => {
      asked = false; // without a connection: the next emblem asks again
    },
  );
}
if (document.readyState === "complete") ask();
else addEventListener("load", ask, { once: true });

export function Emblem({ name, kind, class: extra }: { name: string; kind: Kind; class?: string }) {
  const motifs = drawings.value;
  if (!motifs) ask();
  const draw = () => (
    <svg
      class={`emblem kind-${kind} ${extra ?? ""}`}
      viewBox="0 0 96 60"
      aria-hidden="true"
      preserveAspectRatio="xMidYMax meet"
    >
      {motifs?.pieces(name, kind).map(([tone, d]) => (
        <path class={`tone-${tone}`} d={d} />
      ))}
    </svg>
  );
  return useMemo(draw, [name, kind, extra, motifs]);
}
