// The top edge of a card tells its kind by silhouette: a path over a box 100 wide whose top edge lies at y = 10.

export const CARD_KINDS = ["brown", "grey", "yellow", "blue", "green", "red", "purple"] as const;
export type Kind = (typeof CARD_KINDS)[number];

const steps = (n: number, make: (x: number, w: number) => string) =>
  Array.from({ length: n }, (_, i) => make((100 / n) * i, 100 / n)).join("");

const paths: Record<Kind, string> = {
  brown: steps(4, (x, w) => `M${x + 0.7} 10V3.5h${w - 1.4}V10z`),
  grey: steps(9, (x, w) => `M${x} 10l${w / 2}-7.5 ${w / 2} 7.5z`),
  yellow: steps(6, (x, w) => `M${x} 10c${w * 0.25}-10 ${w * 0.75}-10 ${w} 0z`),
  blue: "M0 10L50 0l50 10z",
  green: "M0 10V7h14V5h13V3h13V1h20v2h13v2h13v2h14v3z",
  red: steps(6, (x, w) => `M${x + w * 0.2} 10V2.5h${w * 0.6}V10z`),
  purple: steps(4, (x, w) => `M${x} 10a${w / 2} 7.5 0 0 1 ${w} 0z`),
};

/** The cornice alone (0..1 high), to be stretched over the width of a card. */
export const cornice = (kind: Kind): string => paths[kind];
