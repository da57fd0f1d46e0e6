// Icons as components. All shapes sit once in a sprite at the top of the page and are referred to.

import type { ComponentChildren } from "preact";
import { CHAIN_SHAPES } from "./chain-shapes";
import { SHAPES } from "./icon-shapes";
import { SKIES } from "./scenes";

/** Puts the sprite into the document; called once at the start. */
export function installSprite(): void {
  const holder = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  holder.setAttribute("aria-hidden", "true");
  holder.setAttribute("width", "0");
  holder.setAttribute("height", "0");
  holder.setAttribute("class", "sprite");
  holder.innerHTML =
    `<defs>${SKIES}</defs>` +
    Object.entries({
      ...SHAPES,
      ...Object.fromEntries(Object.entries(CHAIN_SHAPES).map(([k, v]) => [`chain-${k}`, v])),
    })
      .map(([name, shape]) => `<symbol id="i-${name}" viewBox="0 0 24 24">${shape}</symbol>`)
      .join("");
  document.body.prepend(holder);
}

/** Pixels, or a length such as "1.2em" for signs that grow with what is around them. */
export type Size = number | string;

interface IconProps {
  name: string;
  size?: Size;
  /** Spoken name; without it the icon is decoration. */
  label?: string;
  class?: string;
}

export function Icon({ name, size = 18, label, class: extra }: IconProps) {
  const spoken = label ? { role: "img" as const, "aria-label": label } : { "aria-hidden": true as const };
  return (
    <svg class={`icon ${extra ?? ""}`} width={size} height={size} viewBox="0 0 24 24" fill="currentColor" {...spoken}>
      <use href={`#i-${name}`} />
    </svg>
  );
}

export const RAW = new Set(["wood", "stone", "clay", "ore"]);

/** A good: raw ones in a square tessera, crafted ones in a disc; `state` says how a unit of a cost is covered. */
export function Good({ name, size = 20, state, label }: { name: string; size?: Size; state?: string; label?: string }) {
  const raw = RAW.has(name);
  const spoken = label ? { role: "img" as const, "aria-label": label } : { "aria-hidden": true as const };
  return (
    <svg
      class={`good good-${name} ${state ? `is-${state}` : ""}`}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      {...spoken}
    >
      {raw ? (
        <rect class="tessera" x="1" y="1" width="22" height="22" rx="4.5" />
      ) : (
        <circle class="tessera" cx="12" cy="12" r="11" />
      )}
      <use href={`#i-${name}`} x="4.3" y="4.3" width="15.4" height="15.4" />
    </svg>
  );
}

/** A struck coin with its number. */
export function Coin({
  n,
  size = 22,
  label,
  class: extra,
}: {
  n: number | string;
  size?: Size;
  label?: string;
  class?: string;
}) {
  const spoken = label ? { role: "img" as const, "aria-label": label } : { "aria-hidden": true as const };
  const text = String(n);
  return (
    <svg class={`coin ${extra ?? ""}`} width={size} height={size} viewBox="0 0 24 24" {...spoken}>
      <circle class="rim" cx="12" cy="12" r="11" />
      <circle class="face" cx="12" cy="12" r="9" />
      <text x="12" y="12" class={text.length > 2 ? "n3" : text.length > 1 ? "n2" : "n1"}>
        {text}
      </text>
    </svg>
  );
}

/** A laurel with points in the middle. */
export function Laurel({
  n,
  size = 26,
  label,
  tip,
}: {
  n: number | string;
  size?: Size;
  label?: string;
  tip?: string;
}) {
  const spoken = label ? { role: "img" as const, "aria-label": label } : { "aria-hidden": true as const };
  const text = String(n);
  return (
    <svg class="laurel" width={size} height={size} viewBox="-1 -1 26 26" {...spoken} data-tip={tip}>
      <use href="#i-laurel" x="0" y="0" width="24" height="24" class="leaves" />
      <text x="12" y="12" class={text.length > 2 ? "n3" : text.length > 1 ? "n2" : "n1"}>
        {text}
      </text>
    </svg>
  );
}

/** A shield with how many, or a war token with its points. */
export function Shield({ n, size = 22, label }: { n?: number | string; size?: Size; label?: string }) {
  const spoken = label ? { role: "img" as const, "aria-label": label } : { "aria-hidden": true as const };
  return (
    <svg class="shield" width={size} height={size} viewBox="0 0 24 24" {...spoken}>
      <use href="#i-shield" />
      {n !== undefined && (
        <text x="12" y="11.5" class={String(n).length > 1 ? "n2" : "n1"}>
          {String(n)}
        </text>
      )}
    </svg>
  );
}

export function Visually({ children }: { children: ComponentChildren }) {
  return <span class="sr">{children}</span>;
}
