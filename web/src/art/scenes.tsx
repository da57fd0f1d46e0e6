// Wonder scenes: hand-made layered drawings that gain a layer with every stage built. What is not built yet shows as a
// builder's plan, in thin dashed lines. Seven are shared by both games; five more belong to Duel.

import { useMemo } from "preact/hooks";

type Piece = [tone: string, d: string];
interface Scene {
  /** Land and water behind the wonder. */
  back: Piece[];
  /** The wonder from its first stage to its last. */
  layers: Piece[][];
  /** What stands before the wonder. */
  front?: Piece[];
}

const box = (x: number, y: number, w: number, h: number) => `M${x} ${y}h${w}v${h}h${-w}z`;
const tri = (x: number, y: number, w: number, h: number) => `M${x} ${y}l${w / 2} ${-h} ${w / 2} ${h}z`;
const arch = (x: number, y: number, w: number, h: number) => `M${x} ${y}v${-(h - w / 2)}a${w / 2} ${w / 2} 0 0 1 ${w} 0v${h - w / 2}z`;
const disc = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const row = (n: number, from: number, to: number, make: (x: number, i: number) => string) =>
  Array.from({ length: n }, (_, i) => make(from + ((to - from) * i) / (n - 1), i)).join("");
const cypress = (x: number, y: number, h: number) => `M${x} ${y}q-${h / 6}-${h / 3} 0-${h}q${h / 6} ${h * 0.667} 0 ${h}z`;
const bush = (x: number, y: number, r: number) => `M${x - r * 1.4} ${y}a${r} ${r} 0 0 1 ${r * 0.8}-${r}a${r} ${r} 0 0 1 ${r * 1.4} 0a${r} ${r} 0 0 1 ${r * 0.6} ${r}z`;
/** Land or water under a line through these points. The line is level at every point, so mirrored pieces meet without a kink. */
const land = (points: [number, number][], base = 150) =>
  `M${points[0]![0] - 0.6} ${points[0]![1]}h.6${points.slice(1).map(([x, y], i) => { const [fromX, fromY] = points[i]!; const mid = (fromX + x) / 2; return `C${mid} ${fromY} ${mid} ${y} ${x} ${y}`; }).join("")}h.6V${base}H${points[0]![0] - 0.6}z`;
const wave = (y: number) => land(Array.from({ length: 33 }, (_, i) => [i * 10, y + (i % 2 ? 1.1 : -1.1)]));
const sail = (x: number, y: number, s: number): Piece[] => [
  ["dark", `M${x} ${y}h${22 * s}q-${2 * s} ${6 * s}-${6 * s} ${6 * s}h-${11 * s}q-${4 * s} 0-${5 * s}-${6 * s}zM${x + 10 * s} ${y}v-${18 * s}h${1.2 * s}v${18 * s}z`],
  ["ivory", `M${x + 11.5 * s} ${y - 17 * s}q${10 * s} ${5 * s} ${8 * s} ${15 * s}h-${8 * s}z`],
];
const palm = (x: number, y: number, s: number): Piece[] => [
  ["dark", `M${x - s} ${y}q${2 * s}-${12 * s} ${s}-${22 * s}h${1.4 * s}q${s} ${10 * s}-${0.6 * s} ${22 * s}z`],
  ["leaf", `M${x} ${y - 22 * s}q-${6 * s}-${6 * s}-${13 * s} 0q${7 * s}-${2 * s} ${13 * s} 0zM${x} ${y - 22 * s}q${6 * s}-${6 * s} ${13 * s} 0q-${7 * s}-${2 * s}-${13 * s} 0zM${x} ${y - 22 * s}q-${5 * s} ${s}-${9 * s} ${8 * s}q${3 * s}-${6 * s} ${9 * s}-${8 * s}zM${x} ${y - 22 * s}q${5 * s} ${s} ${9 * s} ${8 * s}q-${3 * s}-${6 * s}-${9 * s}-${8 * s}zM${x} ${y - 22 * s}q-${2 * s}-${8 * s}-${7 * s}-${9 * s}q${6 * s} ${2 * s} ${7 * s} ${9 * s}zM${x} ${y - 22 * s}q${2 * s}-${8 * s} ${7 * s}-${9 * s}q-${6 * s} ${2 * s}-${7 * s} ${9 * s}z`],
];
const hills: Piece[] = [["far", land([[0, 110], [58, 94], [112, 112], [186, 92], [248, 110], [320, 88]])], ["hill", land([[0, 118], [70, 128], [160, 116], [236, 127], [320, 117]])]];
const coast: Piece[] = [["far", land([[0, 90], [118, 105]], 106) + land([[222, 105], [320, 89]], 106)], ["sea", wave(104)], ["deep", wave(122)]];
const desert: Piece[] = [["far", land([[0, 104], [84, 112], [190, 100], [262, 108], [320, 99]])], ["hill", land([[0, 120], [90, 127], [214, 117], [320, 124]])]];

const pyramid = (x: number, y: number, w: number, h: number): Piece[] => [
  ["stone", tri(x, y, w, h)],
  ["shade", `M${x + w / 2} ${y - h}l${w / 2} ${h}h${-w * 0.3}z`],
  ["line", [0.3, 0.55, 0.78].map((p) => `M${x + (w / 2) * p} ${y - h * p}h${w * (1 - p) * 0.5}v.8h${-w * (1 - p) * 0.5}z`).join("")],
];

const SCENES: Record<string, Scene> = {
  Gizah: {
    back: [...desert],
    layers: [
      pyramid(20, 128, 84, 54),
      pyramid(86, 130, 116, 78),
      [...pyramid(160, 132, 142, 104), ["gold", tri(219, 47.5, 24, 18)]],
      [["shade", "M48 142v-9q2-8 10-10 0-13 9-13t9 10l4 3 40 2q10 2 12 12l2 5z"], ["dark", "M58 124v-7q2-6 8-6t8 6v7l-3-4q-5 3-10 0z"], ["stone", "M62 116h8v7q-4 3-8 0z"]],
    ],
    front: [["sand", land([[0, 137], [76, 141], [196, 135], [320, 139]])], ...palm(300, 140, 1.1), ...palm(18, 142, 0.9)],
  },
  Rhodos: {
    back: [...coast, ...sail(36, 112, 1), ...sail(262, 108, 0.8)],
    layers: [
      [["stone", "M96 140v-16h44v16zM184 140v-16h44v16z"], ["shade", "M124 140v-16h16v16zM212 140v-16h16v16z"], ["line", box(92, 121, 52, 4) + box(180, 121, 52, 4)]],
      [["bronze", "M112 121l12-34 20-20h36l18 20 14 34h-20l-12-26-9-6h-18l-9 6-12 26z"], ["bronze2", "M170 67h10l18 20 14 34h-9l-17-32z"], ["gold", "M140 82h42l5 12-14 4h-24l-14-4z"]],
      [["bronze", "M141 68q-4-22 9-30h24q12 6 10 30z"], ["bronze", disc(162, 24, 10)], ["bronze", "M178 40l22-22 6 6-20 26z"], ["bronze", "M146 40l-22 22 6 5 20-14z"], ["gold", "M153 16l-5-8 7 4 2-9 4 8 5-8 1 9 8-3-5 8z"], ["dark", box(199, 8, 5, 14)], ["flame", "M201 10q-7-5 0-12 1 4 4 5 3 5-4 7z"]],
    ],
    front: [["foam", "M88 140h148v3H88z"]],
  },
  Alexandria: {
    back: [...coast, ...sail(252, 116, 1)],
    layers: [
      [["rock", "M96 140q8-14 30-16h64q26 2 36 16z"], ["stone", box(122, 84, 76, 42)], ["shade", box(166, 84, 32, 42)], ["line", box(118, 80, 84, 5)], ["dark", arch(153, 126, 14, 20)], ["dark", box(134, 96, 5, 8) + box(181, 96, 5, 8) + box(157, 94, 5, 8)]],
      [["stone", "M136 80l5-38h38l5 38z"], ["shade", "M164 42h15l5 38h-20z"], ["line", box(133, 76, 54, 4) + box(137, 40, 46, 4)], ["dark", box(157, 52, 5, 9)]],
      [["stone", box(148, 18, 24, 22)], ["shade", box(162, 18, 10, 22)], ["beam", "M160 12L800-92v208zM160 12L-480-92v208z"], ["line", box(145, 15, 30, 4)], ["flame", "M160 16q-11-6-2-18 2 6 5 6 6 7-3 12z"], ["dark", arch(155, 40, 10, 15)]],
    ],
    front: [["foam", "M90 140h140v3H90z"]],
  },
  Ephesos: {
    back: [...hills, ["leafdark", cypress(28, 130, 34) + cypress(42, 132, 26) + cypress(284, 130, 36) + cypress(300, 132, 28)]],
    layers: [
      [["stone", box(62, 132, 196, 6) + box(70, 126, 180, 6) + box(78, 120, 164, 6)], ["line", box(62, 131, 196, 1) + box(70, 125, 180, 1)], ["shade", box(200, 126, 50, 6)]],
      [["dark", box(92, 64, 136, 56)], ["stone", row(8, 84, 226, (x) => box(x, 62, 10, 58) + box(x - 2, 60, 14, 4) + box(x - 2, 116, 14, 4))], ["shade", row(8, 90.5, 232.5, (x) => box(x, 64, 3.5, 52))]],
      [["stone", box(74, 48, 172, 12)], ["line", box(74, 58, 172, 2)], ["roof", "M66 48L160 12l94 36z"], ["stone", "M86 46L160 19l74 27z"], ["gold", disc(160, 36, 6.5)], ["gold", disc(160, 9, 4) + disc(68, 46, 3.5) + disc(252, 46, 3.5)], ["shade", row(9, 84, 230, (x) => box(x, 51, 6, 5))]],
    ],
    front: [["grass", land([[0, 138], [90, 134], [210, 140], [320, 136]])]],
  },
  Babylon: {
    back: [["far", land([[0, 110], [96, 116], [214, 104], [320, 112]])], ["sea", land([[0, 131], [110, 129], [220, 132], [320, 130]])]],
    layers: [
      [["brick", box(62, 100, 196, 36)], ["brick2", row(9, 70, 236, (x) => arch(x, 136, 14, 26))], ["leaf", row(11, 64, 254, (x, i) => bush(x, 101, 7 + (i % 3) * 2))], ["leafdark", row(6, 82, 240, (x) => `M${x} 100q3 8-1 17q-5-8 1-17z`)]],
      [["brick", box(90, 66, 140, 34)], ["brick2", row(6, 98, 206, (x) => arch(x, 100, 14, 24))], ["leaf", row(8, 94, 226, (x, i) => bush(x, 67, 7 + (i % 2) * 3))], ["water", box(156, 66, 8, 70)], ["leafdark", row(4, 104, 216, (x) => `M${x} 66q4 9-1 18q-5-9 1-18z`)]],
      [["brick", box(120, 34, 80, 32)], ["brick2", row(3, 130, 178, (x) => arch(x, 66, 12, 22))], ["leaf", row(5, 124, 196, (x, i) => bush(x, 35, 8 + (i % 2) * 3))], ["leafdark", cypress(136, 34, 28) + cypress(184, 34, 28) + cypress(160, 32, 32)], ["water", box(157, 40, 6, 28)]],
    ],
    front: [...palm(38, 138, 1.2), ...palm(284, 138, 1.3), ["deep", land([[0, 140], [110, 137], [220, 141], [320, 138]])]],
  },
  Olympia: {
    back: [...hills, ["shade", box(72, 24, 10, 110) + box(238, 24, 10, 110) + box(96, 30, 7, 104) + box(217, 30, 7, 104)], ["line", box(62, 16, 196, 9)]],
    layers: [
      [["stone", box(104, 126, 112, 12) + box(112, 118, 96, 8)], ["gold2", "M122 118V66h8v52zM190 118V66h8v52zM122 92h76v7h-76z"], ["dark", box(130, 99, 60, 19)]],
      [["ivory", "M142 66q18-10 36 0l4 30h-44z"], ["gold", "M136 94h48l8 24h-12l-6-12h-28l-6 12h-12z"], ["ivory", "M140 106h10v14h-10zM170 106h10v14h-10z"], ["gold2", "M152 64l24 30h-16l-14-24z"]],
      [["ivory", disc(160, 46, 11)], ["dark", "M149 46q0-13 11-13t11 13q-3-6-11-6t-11 6zM152 50q8 5 16 0 0 11-8 13-8-2-8-13z"], ["leaf", "M147 40q4-10 13-10t13 10q-6-5-13-5t-13 5z"], ["ivory", "M178 70l22 8-2 8-22-6zM142 70l-20-8-2 7 20 11z"], ["gold", `M197 36h3v84h-3z${disc(198.5, 33, 5)}`], ["gold", "M112 52h6l2 10h-10zM115 44l3 8h-6zM108 50l-6-6 8 2zM122 50l6-6-8 2z"]],
    ],
    front: [["grass", land([[0, 139], [90, 136], [210, 140], [320, 137]])]],
  },
  Halikarnassos: {
    back: [...coast],
    layers: [
      [["rock", "M66 142q10-10 30-10h128q22 0 32 10z"], ["stone", box(92, 96, 136, 38)], ["shade", box(184, 96, 44, 38)], ["line", box(88, 92, 144, 5) + box(92, 128, 136, 3)], ["dark", arch(152, 134, 16, 24)], ["shade", row(6, 100, 204, (x) => box(x, 103, 12, 6))]],
      [["dark", box(110, 58, 100, 34)], ["stone", row(7, 104, 206, (x) => box(x, 56, 9, 36))], ["shade", row(7, 109.5, 211.5, (x) => box(x, 58, 3.5, 34))], ["line", box(98, 50, 124, 7)]],
      [["stone", "M102 50h116l-6-7h-8l-6-7h-8l-6-7h-8l-5-6h-22l-5 6h-8l-6 7h-8l-6 7h-8z"], ["shade", "M176 50h42l-6-7h-8l-6-7h-8l-6-7h-8l-5-6h-10z"], ["gold", "M146 23v-9l8-6 4 5 5-6 4 6 7 2 2 8zM172 12l5-6 2 2-4 8z"]],
    ],
    front: [["foam", "M64 142h196v2H64z"], ["leafdark", cypress(82, 140, 30) + cypress(244, 140, 32)]],
  },
  // The ground a city of Duel stands on
  Plain: {
    back: [["far", land([[0, 96], [60, 80], [120, 98], [196, 78], [262, 96], [320, 84]])], ["hill", land([[0, 108], [80, 118], [170, 104], [250, 118], [320, 108]])], ["leafdark", cypress(24, 120, 30) + cypress(92, 121, 30) + cypress(104, 122, 21) + cypress(226, 121, 34) + cypress(238, 122, 23) + cypress(296, 122, 26) + cypress(158, 110, 14)]],
    layers: [],
    front: [["grass", land([[0, 124], [100, 119], [220, 126], [320, 121]])], ["sand", land([[0, 140], [110, 136], [230, 141], [320, 137]])]],
  },
  // Duel only: a wonder is built at once, its layers come together
  "The Sphinx": {
    back: [...desert, ...pyramid(214, 126, 90, 56)],
    layers: [[["stone", "M40 140v-16q4-14 22-18l118-4q40 2 54 24l6 14z"], ["shade", "M120 140l10-30 50-8q40 2 54 24l6 14z"], ["stone", "M28 140h70v-9H36q-8 2-8 9z"], ["shade", "M60 106q-4-46 30-52 36 2 34 50l-8 8H70z"], ["stone", "M72 104V76q2-14 18-14t18 14v28q-8 8-18 8t-18-8z"], ["dark", `${disc(82, 82, 2.2) + disc(98, 82, 2.2)}M88 84h4l2 9h-8zM82 99h16v2H82z`], ["line", "M62 84l8-2v4l-8 2zM62 94l8-2v4l-8 2zM110 82l8 2v4l-8-2zM110 92l8 2v4l-8-2z"]]],
    front: [["sand", land([[0, 138], [90, 135], [210, 139], [320, 136]])], ...palm(288, 138, 1.3)],
  },
  "The Great Library": {
    back: [...coast],
    layers: [[["stone", box(54, 128, 212, 8) + box(64, 120, 192, 8)], ["shade", box(72, 60, 176, 60)], ["dark", row(5, 92, 208, (x) => arch(x, 120, 20, 44))], ["gold2", row(5, 95, 211, (x) => box(x, 92, 14, 3) + box(x, 102, 14, 3) + box(x, 112, 14, 3))], ["stone", row(6, 76, 234, (x) => box(x, 58, 11, 62))], ["line", box(66, 50, 188, 8)], ["stone", box(110, 34, 100, 16)], ["roof", "M104 34L160 10l56 24z"], ["gold", disc(160, 25, 5)]]],
    front: [["grass", land([[0, 136], [90, 134], [210, 137], [320, 135]])], ...palm(34, 138, 1.3), ...palm(290, 138, 1.2)],
  },
  "Circus Maximus": {
    back: [...hills],
    layers: [[["stone", "M16 136V70q40-22 144-22t144 22v66z"], ["dark", row(11, 24, 278, (x) => arch(x, 136, 15, 28)) + row(11, 25, 280, (x) => arch(x, 98, 12, 20))], ["line", "M12 70q40-24 148-24t148 24v5q-40-22-148-22T12 75z" + "M16 104q60-6 144-6t144 6v3q-60-6-144-6t-144 6z"], ["shade", "M226 54q54 6 78 16v66h-30V74q-14-10-48-14z"], ["roof", row(5, 60, 252, (x) => `M${x} 48v-20l14 5-13 5v10z`)]]],
    front: [["sand", "M0 138h320v12H0z"]],
  },
  "The Appian Way": {
    back: [...hills, ["leafdark", cypress(40, 128, 44) + cypress(66, 122, 34) + cypress(88, 117, 26) + cypress(284, 128, 46) + cypress(256, 122, 34) + cypress(234, 117, 26)]],
    layers: [[["stone", "M150 96h20l70 54H80z"], ["shade", "M160 96h10l70 54h-80z"], ["line", "M144 101h32l1 1h-34zM136 107h48l1 1.3h-50zM126 115h68l2 1.6h-72zM112 126h96l2 2H110zM94 140h132l3 2.4H91z"], ["stone", "M128 96V58q0-10 10-10h44q10 0 10 10v38h-14V74a18 18 0 0 0-36 0v22z"], ["line", box(122, 44, 76, 5)], ["gold", "M140 44v-8h8l4-8h16l4 8h8v8z"], ["shade", "M178 96V58q0-8-6-10h10q10 0 10 10v38z"]]],
  },
  Piraeus: {
    back: [...coast],
    layers: [[["stone", "M20 136V96h96v40zM204 136V96h96v40z"], ["shade", "M84 136V96h32v40zM268 136V96h32v40z"], ["dark", row(4, 28, 94, (x) => arch(x, 136, 15, 26)) + row(4, 212, 278, (x) => arch(x, 136, 15, 26))], ["roof", "M14 96l54-20 54 20zM198 96l54-20 54 20z"], ["stone", box(116, 60, 14, 76) + box(190, 60, 14, 76)], ["line", box(113, 56, 20, 5) + box(187, 56, 20, 5)], ["flame", "M123 56q-6-6 1-14 1 5 4 5 3 6-5 9zM197 56q-6-6 1-14 1 5 4 5 3 6-5 9z"]], sail(142, 128, 1.7)],
    front: [["foam", "M16 136h288v3H16z"]],
  },
};

const SHARED: Record<string, string> = {
  "The Pyramids": "Gizah",
  "The Colossus": "Rhodos",
  "The Great Lighthouse": "Alexandria",
  "The Temple of Artemis": "Ephesos",
  "The Hanging Gardens": "Babylon",
  "The Statue of Zeus": "Olympia",
  "The Mausoleum": "Halikarnassos",
};

/** Land and water are mirrored to both sides of a wide scene, so that they meet without a seam. */
const SIDES = [-4, -3, -2, -1, 1, 2, 3, 4, 5, 6].map((n) => (n % 2 ? `translate(${320 * (n + 1)} 0) scale(-1 1)` : `translate(${320 * n} 0)`));
const LAND = new Set(["far", "hill", "sea", "deep", "sand", "grass"]);

interface SceneProps {
  /** A city of 7 Wonders, or a wonder of Duel. */
  name: string;
  built: number;
  total: number;
  /** Side A is by day, side B at dusk. */
  dusk?: boolean;
  /** Fill the box (a backdrop) or show the whole drawing. */
  cover?: boolean;
  /** A backdrop whose land goes on to both sides; the drawing itself is never cut. "top" keeps it at the top, "bottom" at
      the left of the ground, "middle" in the middle of it, "near" there as well, but as large as its own edges allow. */
  wide?: "bottom" | "top" | "middle" | "near";
  /** How many times as high the land is drawn: for landscapes too low for much sky. */
  rise?: number;
  /** The whole drawing in sepia: what does not stand yet. */
  sepia?: boolean;
  label?: string;
  class?: string;
}

/** The same drawing is handed out again for as long as nothing about it changes: comparing its hundred strokes with
    themselves would be the dearest part of drawing a table anew. */
export function WonderScene(props: SceneProps) {
  const { name, built, total, dusk, cover, wide, rise, sepia, label, class: extra } = props;
  return useMemo(() => drawScene(props), [name, built, total, dusk, cover, wide, rise, sepia, label, extra]);
}

function drawScene({ name, built, total, dusk, cover, wide, rise = 1, sepia, label, class: extra }: SceneProps) {
  const scene = SCENES[SHARED[name] ?? name] ?? SCENES.Gizah!;
  const count = scene.layers.length;
  const shown = sepia || built >= total ? count : Math.min(count, Math.round((built * count) / Math.max(1, total)));
  const ground = [...scene.back, ...(scene.front ?? [])].filter(([tone]) => LAND.has(tone)).pop()?.[0] ?? "sand";
  const above = wide === "top" ? 24 : wide ? 14 : 4;
  const aside = wide === "near" ? 28 : 0;
  const up = rise === 1 ? "" : ` matrix(1 0 0 ${rise} 0 ${(150 * (1 - rise)).toFixed(1)})`;
  const spoken = label ? { role: "img" as const, "aria-label": label } : { "aria-hidden": true as const };
  return (
    <svg class={`scene ${sepia ? "sepia" : dusk ? "dusk" : "day"} ${wide ? "wide" : ""} ${extra ?? ""}`} viewBox={`${aside} ${-above} ${320 - 2 * aside} ${150 + above}`} preserveAspectRatio={wide ? (wide === "top" ? "xMidYMin meet" : wide === "middle" || wide === "near" ? "xMidYMax meet" : "xMinYMax meet") : cover ? "xMidYMax slice" : "xMidYMax meet"} {...spoken}>
      {wide && <rect class="zenith" x="-1280" y="-1500" width="3520" height="1201" />}
      <rect class="sky" x="-1280" y="-300" width="3520" height="460" />
      {dusk ? <path class="sc-moon" d="M270 22a13 13 0 1 0 9 22 10 10 0 0 1-9-22z" /> : <circle class="sc-sun" cx="272" cy="34" r="13" />}
      {dusk && <path class="sc-star" d={[[30, 20], [70, 34], [108, 14], [216, 18], [302, 66], [20, 60]].map(([x, y]) => disc(x!, y!, 1.1)).join("")} />}
      {!dusk && <path class="sc-cloud" d="M30 34h44q5-7-3-9-2-9-12-7-6-7-14 0-8-1-9 6-9 1-6 10zM200 24h34q4-6-3-8-3-7-10-5-6-4-10 1-7 0-8 5-7 1-3 7z" />}
      {wide && <rect class={`sc-${ground}`} x="-1280" y="149" width="3520" height="500" />}
      {wide && SIDES.map((side) => <g transform={`${side}${up}`}>{[...scene.back.filter(([tone]) => LAND.has(tone)), ...(scene.front ?? []).filter(([tone]) => LAND.has(tone))].map(([tone, d]) => <path class={`sc-${tone}`} d={d} />)}</g>)}
      <g transform={up}>{scene.back.map(([tone, d]) => <path class={`sc-${tone}`} d={d} />)}</g>
      {scene.layers.map((layer, i) => (
        <g class={i < shown ? "stood" : "planned"}>{layer.map(([tone, d]) => <path class={`sc-${tone}`} d={d} />)}</g>
      ))}
      <g transform={up}>{(scene.front ?? []).map(([tone, d]) => <path class={`sc-${tone}`} d={d} />)}</g>
    </svg>
  );
}

/** A wonder that stands, without sky and land: for a landscape of its own. */
export function WonderFigure({ name }: { name: string }) {
  const draw = () => (
    <svg class="scene day" viewBox="16 0 288 144" preserveAspectRatio="xMidYMax meet" aria-hidden="true">
      {(SCENES[SHARED[name] ?? name] ?? SCENES.Gizah!).layers.map((layer) => (
        <g>{layer.filter(([tone]) => tone !== "beam").map(([tone, d]) => <path class={`sc-${tone}`} d={d} />)}</g>
      ))}
    </svg>
  );
  return useMemo(draw, [name]);
}

/** Gradients of the skies, kept once in the document. */
export const SKIES = `
<linearGradient id="sky-day" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#5b8fd6"/><stop offset=".55" stop-color="#a9cdea"/><stop offset="1" stop-color="#f6e3b4"/></linearGradient>
<linearGradient id="sky-sepia" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ddc999"/><stop offset="1" stop-color="#f3e6c2"/></linearGradient>
<linearGradient id="sky-dusk" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#1c2450"/><stop offset=".5" stop-color="#5a4a86"/><stop offset=".8" stop-color="#d98a6a"/><stop offset="1" stop-color="#f3c577"/></linearGradient>`;
