// Building emblems: a small elevation drawn for every card. The card's name picks the motif (a bath is a pool under an
// arch, an arena a ring of arcades), a generator seeded by the name varies it, and the kind's pigment colours it.
// Tones: m the pigment, l the same paler, d the same darker, c a hole through which the card shows.

import type { Kind } from "./cornice";
import { seeded } from "./rng";

type Tone = "m" | "l" | "d" | "c";
type Piece = [Tone, string];
type Draw = (r: () => number) => Piece[];

const G = 56; // ground
const box = (x: number, y: number, w: number, h: number) => `M${x} ${y}h${w}v${h}h${-w}z`;
const tri = (x: number, y: number, w: number, h: number) => `M${x} ${y}l${w / 2} ${-h} ${w / 2} ${h}z`;
const arch = (x: number, y: number, w: number, h: number) => `M${x} ${y}v${-(h - w / 2)}a${w / 2} ${w / 2} 0 0 1 ${w} 0v${h - w / 2}z`;
const disc = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const dome = (x: number, y: number, w: number, h: number) => `M${x} ${y}a${w / 2} ${h} 0 0 1 ${w} 0z`;
const merlons = (x: number, y: number, w: number, n: number, h = 4) =>
  Array.from({ length: n }, (_, i) => box(x + ((w - w / (2 * n - 1)) / (n - 1 || 1)) * i, y - h, w / (2 * n - 1), h + 0.5)).join("");
const pick = <A,>(r: () => number, list: readonly A[]): A => list[Math.floor(r() * list.length)]!;
const int = (r: () => number, low: number, high: number) => low + Math.floor(r() * (high - low + 1));
const spread = (n: number, from: number, to: number) => Array.from({ length: n }, (_, i) => from + ((to - from) * i) / Math.max(1, n - 1));
const base = (x: number, w: number): Piece[] => [["m", box(x, G - 2.5, w, 2.5)], ["d", box(x - 3, G, w + 6, 2)]];
const trees = (r: () => number, places: number[]): Piece[] =>
  places.map((x): Piece => ["l", r() < 0.5 ? `M${x} ${G}l-4.5-4q-1-8 4.5-18q5.5 10 4.5 18z` : disc(x, G - 10, 5.5) + box(x - 0.8, G - 6, 1.6, 6)]);

const temple: Draw = (r) => {
  const n = int(r, 4, 7), w = 44 + n * 2, x = 48 - w / 2, top = 24;
  const roof = r();
  return [
    ...base(x, w),
    ["l", box(x + 4, top, w - 8, G - top - 2)],
    ...spread(n, x + 2, x + w - 6).map((cx): Piece => ["m", box(cx, top, 4, G - top - 2)]),
    ["d", box(x - 2, top - 4, w + 4, 4)],
    ["m", roof < 0.6 ? tri(x - 3, top - 4, w + 6, 13) : box(x + 4, top - 9, w - 8, 5) + tri(x + 10, top - 9, w - 20, 8)],
    ["c", roof < 0.6 ? disc(48, top - 8, 2.2) : box(46.5, top - 8, 3, 3)],
  ];
};
const domed: Draw = (r) => {
  const n = int(r, 4, 6), w = 50;
  return [
    ...base(23, w),
    ["l", box(27, 32, 42, 22)],
    ...spread(n, 25, 67).map((cx): Piece => ["m", box(cx, 32, 4, 22)]),
    ["d", box(21, 28, 54, 4)],
    ["m", dome(27, 28, 42, 17 + r() * 4)],
    ["d", box(46.5, 4, 3, 7)],
    ["c", box(34, 23, 28, 1.3)],
  ];
};
const arena: Draw = (r) => {
  const n = int(r, 5, 7);
  const rows: Piece[] = [];
  for (const [y, h] of [[G - 3, 13], [G - 19, 11]] as const)
    for (const cx of spread(n, 15, 75)) rows.push(["c", arch(cx, y, 6.5, h)]);
  return [...base(10, 76), ["m", "M10 56V24q38-11 76 0v32z"], ...rows, ["d", "M8 24q40-12 80 0v3.5q-40-11-80 0z"], ["l", "M60 20l10-8v10z"]];
};
const theater: Draw = () => [
  ["l", "M8 56a40 36 0 0 1 80 0z"],
  ["m", "M16 56a32 28 0 0 1 64 0z"],
  ["l", "M24 56a24 20 0 0 1 48 0z"],
  ["m", "M32 56a16 12 0 0 1 32 0z"],
  ["d", box(5, 54, 86, 4)],
  ["c", "M47.5 20h1.2v34h-1.2zM22 30l22 24-1 .6L21 31zM74 30L52 54l1 .6L75 31z"],
];
const aqueduct: Draw = (r) => {
  const n = int(r, 4, 5);
  return [
    ["m", box(4, 16, 88, 40)],
    ...spread(n, 8, 88 - 66 / n).map((x): Piece => ["c", arch(x, 57, 62 / n, 24)]),
    ...spread(n * 2, 7, 89 - 34 / n).map((x): Piece => ["c", arch(x, 29, 28 / n, 10)]),
    ["l", box(3, 12, 90, 3.2)],
    ["d", box(3, 15, 90, 2.4)],
  ];
};
const baths: Draw = (r) => [
  ...base(18, 60),
  ["m", box(22, 26, 52, 28)],
  ["c", arch(34, 56, 28, 27)],
  ["l", "M34 56v-7q3.5-3 7 0t7 0 7 0 7 0v7z"],
  ["m", dome(26, 26, 18, 11)],
  ["m", dome(52, 26, 18, 11)],
  ["d", box(20, 24, 56, 3.5)],
  ["l", `M40 ${16 + r() * 3}q-4-5 0-9M48 15q-4-5 0-9M56 16q-4-5 0-9`],
];
const altar: Draw = () => [
  ["d", box(20, 54, 56, 4)],
  ["m", box(26, 48, 44, 6)],
  ["l", box(34, 30, 28, 18)],
  ["m", box(30, 25, 36, 5.5)],
  ["m", "M48 4c5 6 8 9 8 14a8 7 0 0 1-16 0c0-4 3-6 4-9 1 2 2 3 3 3 1-2 1-5 1-8z"],
  ["c", "M48 14c2 3 3.5 4 3.5 6.5a3.5 3.5 0 0 1-7 0c0-2 2-3.5 3.5-6.5z"],
];
const statue: Draw = (r) => [
  ["d", box(32, 52, 32, 6)],
  ["m", box(36, 44, 24, 8)],
  ["m", disc(48, 12, 4.6)],
  ["m", "M42 18h12l3 14-3 1 1 11H41l1-11-3-1z"],
  ["m", r() < 0.5 ? "M55 19l10-10 2 2-9 12z" : "M41 19L31 9l-2 2 9 12z"],
  ["l", box(18, 40, 5, 16)],
  ["l", box(73, 40, 5, 16)],
];
const garden: Draw = (r) => [
  ["d", box(8, 54, 80, 4)],
  ["m", box(14, 44, 68, 10)],
  ["m", box(24, 32, 48, 12)],
  ["m", box(34, 20, 28, 12)],
  ["c", [18, 30, 42, 54, 66].map((x) => arch(x, 54, 7, 8)).join("") + [29, 41, 53].map((x) => arch(x + 2, 44, 7, 9)).join("")],
  ["l", [16, 24, 74, 80, 28, 66, 38, 48, 58].map((x, i) => disc(x, i < 4 ? 42 : i < 6 ? 30 : 17 - r() * 3, 4 + r() * 1.5)).join("")],
];
const obelisk: Draw = () => [
  ["d", box(28, 54, 40, 4)],
  ["m", box(36, 48, 24, 6)],
  ["m", "M42 48l2.5-38L48 3l3.5 7L54 48z"],
  ["c", [16, 22, 28, 34, 40].map((y) => box(46.5, y, 3, 2)).join("")],
  ["l", tri(8, 56, 22, 14)],
  ["l", tri(68, 56, 20, 12)],
];
const palace: Draw = (r) => [
  ...base(10, 76),
  ["m", box(14, 34, 68, 20)],
  ["m", box(30, 20, 36, 14)],
  ["d", tri(28, 20, 40, 12)],
  ["m", box(12, 26, 12, 28) + box(72, 26, 12, 28)],
  ["d", tri(10, 26, 16, 9) + tri(70, 26, 16, 9)],
  ["c", arch(43, 55, 10, 15) + [30, 62].map((x) => arch(x - 1.5, 52, 6, 10)).join("") + [35, 45, 55].map((x) => box(x, 24, 4, 5 + r())).join("")],
];
const forum: Draw = (r) => {
  const n = int(r, 5, 7);
  return [...base(8, 80), ...spread(n, 10, 80).map((x): Piece => ["m", box(x, 26, 5, 28)]), ["d", box(6, 20, 84, 6)], ["l", box(14, 36, 68, 18)], ["m", tri(36, 20, 24, 12)], ...trees(r, [])];
};
const wall: Draw = (r) => {
  const n = int(r, 7, 9);
  return [
    ["m", box(4, 28, 88, 28) + merlons(4, 28, 88, n)],
    ["m", box(12, 14, 18, 42) + merlons(11, 14, 20, 3)],
    ["m", box(66, 14, 18, 42) + merlons(65, 14, 20, 3)],
    ["c", arch(41, 57, 14, 20) + box(20, 24, 2.5, 8) + box(74, 24, 2.5, 8)],
    ["d", box(2, 55, 92, 3)],
    ["l", [36, 44].map((y) => box(32, y, 7, 2) + box(57, y, 7, 2)).join("")],
  ];
};
const tower: Draw = (r) => [
  ["m", box(36, 14, 24, 42) + merlons(33, 14, 30, 4, 5)],
  ["d", box(33, 14, 30, 3.5)],
  ["c", arch(43, 57, 10, 13) + box(46.5, 24, 3, 9)],
  ["l", box(10, 40, 26, 16) + merlons(10, 40, 26, 4, 3) + (r() < 0.6 ? box(60, 44, 26, 12) : box(60, 36, 18, 20))],
  ["d", box(6, 55, 84, 3)],
  ["m", "M48 9V1l11 3.5L49.5 8v1z"],
];
const palisade: Draw = (r) => [
  ["m", spread(9, 8, 80).map((x) => { const top = 24 + r() * 5; return `M${x} ${G}V${top}l4-6 4 6V${G}z`; }).join("")],
  ["d", box(6, 34, 84, 3) + box(6, 46, 84, 3)],
];
const stable: Draw = () => [
  ...base(16, 64),
  ["m", box(20, 32, 56, 22)],
  ["d", "M14 33l34-20 34 20z"],
  ["c", `M36 55V45a12 11 0 0 1 24 0v10h-5V45a7 6.5 0 0 0-14 0v10z${box(46, 22, 4, 4)}`],
  ["l", box(8, 46, 8, 10) + box(80, 46, 8, 10)],
];
const target: Draw = () => [
  ["m", disc(34, 30, 22)],
  ["c", disc(34, 30, 16.5)],
  ["m", disc(34, 30, 11)],
  ["c", disc(34, 30, 5.5)],
  ["d", "M34 29l44-17-1-4 12 2-8 9-2-4-44 17z"],
  ["d", box(24, 52, 4, 6) + box(40, 52, 4, 6)],
];
const forge: Draw = (r) => [
  ...base(14, 68),
  ["m", `${box(18, 30, 40, 24)}M14 31l24-14 24 14z`],
  ["m", "M64 56l3-36h10l3 36z"],
  ["d", box(65, 18, 14, 3.5)],
  ["c", arch(28, 56, 18, 18)],
  ["l", `M72 15q-6-4 0-8t${2 + r() * 4}-6q2 6-1 8t1 6z`],
  ["m", "M32 56c0-5 5-6 5-10 4 3 5 6 5 10z"],
];
const loom: Draw = () => [
  ["m", box(18, 10, 60, 5) + box(20, 10, 5, 46) + box(71, 10, 5, 46)],
  ["l", spread(9, 28, 66).map((x) => box(x, 15, 2, 34)).join("")],
  ["m", [22, 27, 32].map((y) => box(26, y, 44, 3)).join("")],
  ["d", box(14, 54, 68, 4) + box(25, 44, 46, 4)],
];
const press: Draw = () => [
  ["m", box(20, 8, 56, 6) + box(22, 8, 6, 46) + box(68, 8, 6, 46)],
  ["d", box(45, 14, 6, 18) + box(34, 32, 28, 6)],
  ["l", "M34 40h28v3H34zM33 44h30v3H33zM32 48h32v3H32z"],
  ["d", box(14, 53, 68, 5)],
  ["c", [17, 21, 25].map((y) => box(45, y, 6, 1.2)).join("")],
];
const kiln: Draw = () => [
  ["m", "M14 56c0-26 8-38 22-38s22 12 22 38z"],
  ["d", box(31, 8, 10, 12)],
  ["c", arch(27, 57, 18, 17)],
  ["l", "M36 41c4 5 6 7 6 10a6 5 0 0 1-12 0c0-3 5-5 6-10z"],
  ["l", "M68 34h8v6l7 12q1 4-3 4H64q-4 0-3-4l7-12z"],
  ["m", "M65 48h14l3.5 5q.5 3-2.5 3H64q-3 0-2.5-3z"],
  ["d", box(8, 56, 80, 2.5)],
];
const logs: Draw = (r) => {
  const list: [number, number][] = [[26, 47], [44, 47], [62, 47], [35, 32], [53, 32]];
  if (r() < 0.6) list.push([44, 17]);
  return [
    ...list.map(([x, y]): Piece => ["m", disc(x, y, 8.6)]),
    ...list.map(([x, y]): Piece => ["l", disc(x, y, 5.4)]),
    ...list.map(([x, y]): Piece => ["m", disc(x, y, 2)]),
    ...trees(r, [80, 88]),
    ["d", box(6, 56, 86, 2.5)],
  ];
};
const quarry: Draw = (r) => [
  ["l", "M4 56V34l14-8V16l18-8 14 6v14l12 6v22z"],
  ["m", box(46, 40, 16, 16) + box(64, 44, 13, 12) + box(52, 27, 13, 12)],
  ["d", `M4 56l14-4 10-12 8 6 10 10zM78 56l-1-8 9-${4 + r() * 4} 5 12z`],
  ["c", "M18 26h14v1.3H18zM18 36h20v1.3H18zM8 45h20v1.3H8z"],
];
const pit: Draw = (r) => [
  ["l", "M2 56V30l20-6 8 8 14 2 12-6 16 4 22-6v30z"],
  ["m", "M10 36h70v6H66v6H54v6H36v-6H22v-6H10z"],
  ["d", `M36 54h18v2H36zM70 28l2-${10 + r() * 4} 3 1-2 10z`],
  ["m", "M64 16q9-7 18 0l-2 2q-7-5-14 0z"],
];
const mine: Draw = (r) => [
  ["l", `M2 56L26 ${18 + r() * 6} 40 10l14 8 12 ${2 + r() * 6} 28 30z`],
  ["m", "M32 56V38a16 15 0 0 1 32 0v18z"],
  ["c", "M37 56V40a11 10 0 0 1 22 0v16z"],
  ["d", "M29 32h38v4H29zM37 56l8-10h6l8 10z"],
  ["c", "M42 53h12v1.2H42zM44 49.5h8v1.2h-8z"],
];
const clayPool: Draw = (r) => [
  ["l", `M6 44q20-${14 + r() * 8} 42-6t42 4v14H6z`],
  ["m", "M14 50a34 7 0 1 1 68 0a34 7 0 1 1-68 0z"],
  ["c", "M26 49q8-3 16 0t16 0 12 0v1.5q-6 2-12 0t-16 0-16 0z"],
  ["m", box(60, 26, 12, 6) + box(74, 26, 12, 6) + box(67, 19, 12, 6)],
  ["d", "M22 36l3-16h3l2 16z"],
];
const awning: Draw = (r) => {
  const n = int(r, 5, 7), w = 70 / n;
  return [
    ["m", box(15, 28, 4, 28) + box(77, 28, 4, 28)],
    ["d", box(10, 12, 76, 4)],
    ...Array.from({ length: n }, (_, i): Piece => [i % 2 ? "l" : "m", `M${13 + i * w} 16h${w}v10a${w / 2} 5 0 0 1 ${-w} 0z`]),
    ["m", box(19, 44, 58, 12)],
    ["l", `${disc(30, 41, 4.5) + disc(40, 41, 4.5)}M56 44v-9q0-3 3-3h4q3 0 3 3v9z`],
    ["d", box(8, 56, 80, 2.5)],
  ];
};
const caravan: Draw = (r) => [
  ["l", `M2 56q16-${16 + r() * 6} 32-4 14-12 30-2 16-8 30 6z`],
  ["m", "M18 54V40q-3-2-3-7l4-3 3 5q3 2 8 1 4-9 9-9t8 8q5-8 9-7t6 11v15h-3.5V42l-4 3H33l-6-3v12z"],
  ["d", "M36 30h20l2 7H34z"],
  ["m", "M84 54l-3-26h2l3 26zM82 28q-8-4-12 2 6-2 12 0zM82 28q7-5 12 1-6-1-12 0zM82 28q-2-7-8-8 6 3 8 8z"],
];
const ship: Draw = (r) => [
  ["l", "M4 52q8-4 16 0t16 0 16 0 16 0 24 0v6H4z"],
  ["m", "M14 38h66q-2 13-12 15H26q-10-2-12-15z"],
  ["d", box(46, 6, 3, 32)],
  ["m", r() < 0.5 ? "M50 9q18 3 17 25H50z" : "M30 11h36q-5 10 0 21H30q4-11 0-21z"],
  ["l", r() < 0.5 ? "M45 13v20H28q3-15 17-20z" : "M36 15h3v14h-3zM54 15h3v14h-3z"],
  ["d", "M80 38l8-7-2 8z"],
];
const lighthouse: Draw = () => [
  ["l", "M4 56q14-10 30-6h28q18-4 30 6z"],
  ["m", `${box(34, 36, 28, 18)}M39 36l2-18h14l2 18z${box(42, 8, 12, 8)}`],
  ["d", box(38, 16, 20, 3) + dome(41, 8, 14, 6)],
  ["c", box(45, 10, 6, 5) + arch(44, 55, 8, 11) + box(46.5, 24, 3, 6)],
  ["l", "M56 10l32-7v18l-32-6zM40 10L8 3v18l32-6z"],
];
const vineyard: Draw = (r) => [
  ["l", `M2 56q20-${18 + r() * 6} 46-10t46 0v10z`],
  ["m", [16, 32, 48, 64, 80].map((x) => box(x - 1, 34, 2, 22) + disc(x - 5, 36, 5) + disc(x + 5, 36, 5)).join("")],
  ["d", [16, 32, 48, 64, 80].map((x) => disc(x - 3, 43, 2) + disc(x + 3, 43, 2) + disc(x, 47, 2)).join("")],
  ["d", box(6, 33, 84, 1.5)],
];
const amphora: Draw = (r) => [
  ...[24, 48, 72].map((x, i): Piece => [i === 1 ? "m" : "l", `M${x - 4} 14h8v6q8 4 8 14 0 12-7 22h-10q-7-10-7-22 0-10 8-14z`]),
  ["d", [24, 48, 72].map((x) => box(x - 6, 11, 12, 3.5)).join("")],
  ["c", [24, 48, 72].map((x) => box(x - 7.5, 32 + r() * 4, 15, 1.6)).join("")],
  ["d", box(8, 56, 80, 2.5)],
];
const coinHall: Draw = () => [
  ...base(16, 64),
  ["m", box(20, 28, 56, 26) + tri(14, 28, 68, 18)],
  ["c", disc(48, 41, 11)],
  ["m", disc(48, 41, 8.5)],
  ["c", disc(48, 41, 6)],
  ["m", disc(48, 41, 4.2)],
  ["l", box(24, 32, 5, 22) + box(67, 32, 5, 22)],
];
const scroll: Draw = (r) => [
  ...base(14, 68),
  ["m", box(18, 20, 60, 34)],
  ["d", box(14, 15, 68, 5)],
  ...[0, 1, 2].flatMap((row): Piece[] => spread(6, 22, 66).map((x): Piece => [r() < 0.78 ? "c" : "l", disc(x + 4, 27 + row * 9.5, 3.2)])),
  ["m", tri(30, 15, 36, 10)],
];
const school: Draw = (r) => {
  const n = int(r, 3, 5);
  return [...base(12, 72), ["m", box(16, 34, 64, 20) + box(34, 18, 28, 16)], ["d", box(12, 30, 72, 4) + box(31, 14, 34, 4)], ["l", dome(40, 14, 16, 9)],
    ["c", spread(n, 20, 74 - 8).map((x) => arch(x, 55, 7.5, 14)).join("") + [38, 46, 54].map((x) => arch(x, 30, 4.5, 9)).join("")]];
};
const observatory: Draw = () => [
  ...base(18, 60),
  ["m", box(24, 32, 48, 22) + dome(26, 32, 44, 22)],
  ["c", `M52 33l10-20 3.5 2.5L58 33z${arch(43, 55, 10, 14)}`],
  ["d", `${box(21, 30, 54, 3.5)}M54 24L74 6l4 4-19 18z`],
  ["l", "M14 10l1.4 3.6 3.6 1.4-3.6 1.4L14 20l-1.4-3.6L9 15l3.6-1.4zM30 2l1 2.5L33.5 5.5 31 6.5 30 9l-1-2.5-2.5-1L29 4.5z"],
];
const jar: Draw = (r) => [
  ["m", "M20 24h20v3q6 4 6 12v10q0 7-7 7H21q-7 0-7-7V39q0-8 6-12z"],
  ["d", box(18, 18, 24, 6)],
  ["c", "M27 34h6v5h5v6h-5v5h-6v-5h-5v-6h5z"],
  ["l", `M62 56l-4-22h22l-4 22zM${67 + r() * 3} 34q-7-10-2-20 8 6 6 20z`],
  ["m", "M72 34q2-9 10-12 0 9-8 12z"],
  ["d", box(8, 56, 80, 2.5)],
];
const bench: Draw = () => [
  ["m", box(12, 38, 72, 6) + box(18, 44, 6, 12) + box(72, 44, 6, 12)],
  ["d", "M40 20l4-4 6 6 12-12 4 4-12 12 6 6-4 4z"],
  ["l", disc(26, 26, 9)],
  ["c", disc(26, 26, 3.5)],
  ["m", [0, 60, 120].map((a) => { const c = Math.cos((a * Math.PI) / 180) * 12, s = Math.sin((a * Math.PI) / 180) * 12; return `M${26 - c} ${26 - s}L${26 + c} ${26 + s}l${-s / 6} ${c / 6}L${26 - c - s / 6} ${26 - s + c / 6}z`; }).join("")],
  ["d", box(8, 56, 80, 2.5)],
];
const siege: Draw = () => [
  ["m", "M16 50h58v5H16z"],
  ["d", disc(24, 52, 6.5) + disc(66, 52, 6.5)],
  ["c", disc(24, 52, 2.2) + disc(66, 52, 2.2)],
  ["m", "M34 50l12-28 4 2-9 26zM58 50L47 22l-3 2 8 26z"],
  ["d", "M22 44L78 8l2 3.5L25 48z"],
  ["m", disc(80, 9, 6.5)],
  ["l", "M18 40h14v10H18z"],
];
const banner: Draw = (r) => [
  ["m", box(14, 8, 3, 50) + box(79, 8, 3, 50)],
  ["m", `M17 10h24v${20 + r() * 4}l-12-6-12 6z`],
  ["m", `M55 10h24v${20 + r() * 4}l-12-6-12 6z`],
  ["l", box(26, 38, 44, 18) + merlons(26, 38, 44, 5, 3)],
  ["c", arch(42, 57, 12, 13)],
  ["d", box(8, 56, 80, 2.5)],
];
const arsenal: Draw = () => [
  ["m", "M48 8l14 4v12c0 9-5 16-14 20-9-4-14-11-14-20V12z"],
  ["c", "M48 13l9 2.6v8.4c0 6-3 11-9 14-6-3-9-8-9-14v-8.4z"],
  ["l", "M14 50L70 6l4 5-56 44zM82 50L26 6l-4 5 56 44z"],
  ["m", "M48 16l6 2v7c0 4-2 7-6 9-4-2-6-5-6-9v-7z"],
  ["d", box(12, 54, 72, 4)],
];
/** A guild's hall under its sign, which tells the guilds apart. */
const guild = (sign: string): Draw => () => [
  ...base(12, 72),
  ["m", box(15, 40, 66, 14)],
  ["l", [17, 61].map((x) => dome(x, 40, 18, 10)).join("")],
  ["m", disc(48, 21, 17)],
  ["c", `${disc(48, 21, 14)}${[19, 29.5, 40, 50.5, 61, 71.5].map((x) => arch(x, 55, 6, 11)).join("")}`],
  ["d", box(12, 38, 72, 3) + sign],
];

const ground: Piece = ["d", box(6, 56, 84, 2.5)];
const planks: Draw = () => [
  ["m", [0, 1, 2, 3].map((n) => box(12 + n * 3, 48 - n * 9, 66 - n * 6, 6.5)).join("")],
  ["l", [0, 1, 2, 3].map((n) => box(12 + n * 3, 54.5 - n * 9, 66 - n * 6, 1.6)).join("")],
  ["d", [0, 1, 2, 3].map((n) => box(24, 48 - n * 9, 3, 8) + box(66 - n * 3, 48 - n * 9, 3, 8)).join("")],
  ["d", "M70 18l14-12 3 3-14 12z"],
  ["m", "M80 3q9 0 10 10l-6-2-5-4z"],
  ground,
];
const stumps: Draw = () => [
  ["l", "M20 40l12-36 12 36zM66 42l9-28 9 28z"],
  ["d", box(30.5, 40, 3.5, 16) + box(73.5, 42, 3, 14)],
  ["m", "M46 56v-12q8-4 16 0v12zM6 56V46q6-3 12 0v10z"],
  ["c", "M48 44q6-2.6 12 0-6 2.6-12 0zM7.5 46q4.500-2 9 0-4.500 2-9 0z"],
  ["d", "M50 38L64 22l3 2.500-13 16z"],
  ["m", "M60 18l9-4 5 8-6 6q-2-6-8-10z"],
  ground,
];
const sawmill: Draw = () => [
  ["m", `M30 56V30l27-14 27 14v26z`],
  ["d", "M25 31l32-18 32 18-2 4-30-16.500L27 35z"],
  ["c", arch(50, 57, 14, 16)],
  ["l", disc(24, 38, 19)],
  ["m", disc(24, 38, 14)],
  ["l", disc(24, 38, 10.5)],
  ["m", `${box(22.8, 19, 2.4, 38)}${box(5, 36.8, 38, 2.4)}`],
  ["d", disc(24, 38, 3)],
  ground,
];
const pitBlocks: Draw = () => [
  ["l", "M4 56V34q10-8 20-5l6 8h34l8-9q12-2 20 8v20z"],
  ["m", box(34, 38, 18, 16) + box(54, 43, 14, 11) + box(40, 25, 15, 11)],
  ["c", box(36, 41, 14, 1.2) + box(42, 28, 11, 1.2)],
  ["d", "M16 54L30 6h3L22 54zM31 6l22 15-1.500 2L30 9z"],
  ["d", box(46.3, 20, 1.4, 6)],
  ground,
];
const terraces: Draw = () => [
  ["l", "M4 56V16h24v10h22v10h22v10h20v10z"],
  ["m", box(28, 26, 22, 2.5) + box(50, 36, 22, 2.5) + box(72, 46, 20, 2.5) + box(4, 16, 24, 2.5)],
  ["m", box(32, 14, 14, 12) + box(76, 35, 12, 11)],
  ["d", "M54 36l2-17 2.500.3-2 17zM49 21q7-7 15-2l-1 2q-7-4-13 2z"],
  ground,
];
const blocks: Draw = () => [
  ["m", box(14, 40, 22, 16) + box(38, 40, 22, 16) + box(62, 40, 22, 16) + box(26, 22, 22, 16) + box(50, 22, 22, 16)],
  ["l", box(38, 4, 22, 16)],
  ["c", [14, 38, 62].map((x) => box(x + 3, 43, 16, 1.4)).join("") + box(29, 25, 16, 1.4) + box(53, 25, 16, 1.4)],
  ground,
];
const bricks: Draw = () => [
  ["m", [0, 1, 2].map((y) => [0, 1, 2].map((x) => box(6 + x * 15 + (y % 2) * 6, 47 - y * 9, 13, 7)).join("")).join("")],
  ["l", "M60 56q0-34 15-34t15 34z"],
  ["d", box(70, 8, 10, 16)],
  ["c", arch(69, 57, 12, 15)],
  ["m", "M75 44q4 4 4 8h-8q0-4 4-8z"],
  ground,
];
const pots: Draw = () => [
  ["m", "M10 56q-6-14 6-26h12q12 12 6 26zM60 56q-7-16 6-30h14q13 14 6 30z"],
  ["d", box(14, 25, 16, 5) + box(64, 20, 18, 5.5)],
  ["l", "M36 56q-4-10 4-18h14q8 8 4 18z"],
  ["d", box(39, 34, 16, 4)],
  ["c", box(11, 40, 22, 1.6) + box(60, 38, 26, 1.6)],
  ground,
];
const mortar: Draw = () => [
  ["m", "M20 30h52q0 18-14 22v4H34v-4Q20 48 20 30z"],
  ["d", box(15, 25, 62, 5.5)],
  ["d", "M54 26L72 2q6-1 7 4L62 26z"],
  ["c", "M36 40h20v3H36zM44.500 32h3v18h-3z"],
  ["l", "M10 22q4-12 14-12-1 11-14 12zM20 20q0-12 8-18 4 11-8 18z"],
  ground,
];
const shelf: Draw = () => [
  ["d", box(10, 54, 76, 4) + box(10, 29, 76, 3.5) + box(10, 4, 76, 3.5)],
  ["d", box(8, 4, 3.5, 54) + box(84.5, 4, 3.5, 54)],
  ["m", [17, 41, 65].map((x) => `M${x} 54V42q-2-4 3-6v-2h8v2q5 2 3 6v12z`).join("") + [20, 62].map((x) => `M${x} 29V19q4-8 12 0v10z`).join("")],
  ["l", [18.5, 42.5, 66.500].map((x) => box(x, 44, 11, 5)).join("") + box(42, 13, 13, 16)],
  ["c", "M22.500 45h3v4h-3zM46.500 45h3v4h-3z"],
];
const desk: Draw = () => [
  ["m", "M10 34h76v5H10zM18 39h6l-3 17h-6zM72 39h6l3 17h-6z"],
  ["l", "M20 14h34q6 0 6 6v14H26V20q0-6-6-6z"],
  ["m", "M20 14q6 0 6 6v4H14v-4q0-6 6-6z"],
  ["d", [22, 26, 30].map((y) => box(32, y, 22, 1.6)).join("")],
  ["d", "M62 30q4-18 20-26-2 18-16 26l-4 4z"],
  ground,
];
const book: Draw = () => [
  ["l", "M48 20Q34 10 12 14v34q22-4 36 6 14-10 36-6V14q-22-4-36 6z"],
  ["m", "M12 48v5q22-4 36 5 14-9 36-5v-5q-22-4-36 6-14-10-36-6z"],
  ["d", [22, 29, 36].map((y) => `M20 ${y}q12-2 22 3v1.600q-10-5-22-3zM76 ${y}q-12-2-22 3v1.600q10-5 22-3z`).join("")],
  ["m", box(46.8, 20, 2.4, 33)],
];
const college: Draw = () => [
  ...base(6, 84),
  ["m", box(10, 30, 18, 24) + box(68, 30, 18, 24) + box(28, 36, 40, 18)],
  ["l", dome(9, 30, 20, 13) + dome(67, 30, 20, 13)],
  ["m", `${box(36, 22, 24, 14)}${dome(34, 22, 28, 17)}`],
  ["d", box(47, 1, 2, 6) + box(32, 21, 32, 2.5) + box(8, 29, 22, 2.5) + box(66, 29, 22, 2.5)],
  ["c", arch(43.5, 55, 9, 14) + [15, 73].map((x) => arch(x, 48, 8, 12)).join("") + [33, 58].map((x) => arch(x, 50, 5, 9)).join("")],
];
const flasks: Draw = () => [
  ["m", "M20 10h14v3h-3v12l13 24q2 7-5 7H15q-7 0-5-7l13-24V13h-3z"],
  ["l", "M15 42h24l4 8q1 4-4 4H15q-5 0-4-4z"],
  ["d", "M34 16q22-4 30 16l-3 1.500Q54 16 34 19z"],
  ["m", "M58 34h18v3h-3v8q8 4 8 11H53q0-7 8-11v-8h-3z"],
  ["c", disc(22, 47, 2) + disc(30, 50, 1.6)],
  ground,
];
const drying: Draw = () => [
  ["d", box(10, 6, 4, 50) + box(82, 6, 4, 50) + box(8, 10, 80, 3) + box(8, 32, 80, 3)],
  ["l", [18, 40, 62].map((x) => `M${x} 13h16v15q-8 4-16 0z`).join("")],
  ["m", [18, 40, 62].map((x) => `M${x} 35h16v15q-8 4-16 0z`).join("")],
  ["d", [17, 39, 61].map((x) => box(x, 12, 18, 2) + box(x, 34, 18, 2)).join("")],
  ground,
];
const barrels: Draw = () => [
  ["m", "M12 56q-5-13 0-26h22q5 13 0 26zM46 56q-5-13 0-26h22q5 13 0 26zM29 28q-5-12 0-24h22q5 12 0 24z"],
  ["d", [[11, 36], [11, 48], [45, 36], [45, 48], [28, 9], [28, 20]].map(([x, y]) => box(x!, y!, 24, 2.6)).join("")],
  ["l", "M74 34h12v18q0 4-4 4h-4q-4 0-4-4z"],
  ["m", "M86 38q7 1 6 7t-6 6v-3q4-1 4-4t-4-3z"],
  ground,
];
const barracks: Draw = () => [
  ...base(8, 80),
  ["m", box(12, 32, 72, 22)],
  ["d", "M7 33l10-15h62l10 15z"],
  ["c", arch(42, 55, 12, 17)],
  ["l", [20, 30, 60, 70].map((x) => `M${x} 38h7v5q0 5-3.500 6.500-3.500-1.500-3.500-6.500z`).join("")],
  ["m", `${box(47, 4, 2, 15)}M49 4l12 3.500-12 4z`],
];
const parade: Draw = () => [
  ["m", [12, 30, 64, 82].map((x) => `${box(x - 1, 8, 2, 48)}M${x - 3} 10l3-8 3 8z`).join("")],
  ["d", box(46.5, 4, 3, 52)],
  ["m", "M36 10h24v22l-12 7-12-7z"],
  ["c", "M48 15l3 6 6 .5-4.500 4.500 1.500 6-6-3.500-6 3.500 1.500-6-4.500-4.500 6-.5z"],
  ["l", [12, 30, 64, 82].map((x) => disc(x, 40, 6.5)).join("")],
  ["d", [12, 30, 64, 82].map((x) => disc(x, 40, 2)).join("")],
  ground,
];
const tent: Draw = () => [
  ["m", "M48 12L6 56h84z"],
  ["l", "M48 12L24 56h12zM48 12l24 44H60z"],
  ["c", "M48 28l9 29H39z"],
  ["d", `${box(47, 2, 2, 12)}M49 2l14 4-14 5zM48 10l44 46-3 1.500L48 14 7 57.500 4 56z`],
  ground,
];
const keep: Draw = () => [
  ["m", box(6, 32, 84, 24) + merlons(6, 32, 84, 8)],
  ["m", box(2, 22, 16, 34) + merlons(1, 22, 18, 3) + box(78, 22, 16, 34) + merlons(77, 22, 18, 3)],
  ["d", box(30, 12, 36, 44) + merlons(28, 12, 40, 5)],
  ["c", arch(40, 57, 16, 22) + box(36, 20, 3, 8) + box(57, 20, 3, 8) + box(8.5, 30, 3, 8) + box(84.500, 30, 3, 8)],
  ["l", [40, 48].map((y) => box(20, y, 7, 2) + box(69, y, 7, 2)).join("")],
];
const stakes: Draw = () => [
  ["d", [10, 20, 66, 76, 86].map((x) => `M${x - 4} 56L${x + 6} 20l4 3L${x + 3} 56z`).join("")],
  ["m", "M30 56V14l5-8 5 8v42zM56 56V14l5-8 5 8v42z"],
  ["d", box(26, 20, 44, 5)],
  ["l", "M40 56V28h8v28zM49 56V28h7v28z"],
  ["d", box(40, 34, 16, 2.500) + box(40, 46, 16, 2.500)],
  ground,
];
const horse: Draw = () => [
  ["m", "M30 56l2-22q-10 2-14 8l-6-5q4-16 18-22l4-9 5 7q16 2 22 18t4 25z"],
  ["d", "M39 13q18 4 24 20t5 23h-7Q62 30 44 20z"],
  ["c", disc(28, 24, 1.8)],
  ["l", box(68, 34, 24, 3) + box(68, 44, 24, 3) + box(72, 30, 3, 26) + box(86, 30, 3, 26)],
  ground,
];
const dummies: Draw = () => [
  ["m", [24, 70].map((x) => `${disc(x, 14, 6)}M${x - 8} 22h16l2 20h-20z`).join("")],
  ["d", [24, 70].map((x) => box(x - 14, 25, 28, 3) + box(x - 1.500, 42, 3, 14)).join("")],
  ["c", [24, 70].map((x) => disc(x, 32, 5)).join("")],
  ["d", [24, 70].map((x) => disc(x, 32, 2)).join("")],
  ["l", "M38 50L58 8l3 1.500-20 42z"],
  ["m", "M36 49l6 3-2 3-6-3z"],
  ground,
];
const circus: Draw = () => [
  ["l", "M2 50q0-22 46-22t46 22-46 8-46-8z"],
  ["m", "M2 50q0-22 46-22t46 22q0-12-46-12T2 50z"],
  ["c", "M18 49q0-5 30-5t30 5-30 5-30-5z"],
  ["d", "M30 48h36v3H30z"],
  ["m", "M45 48l1.500-32 1.500-5 1.500 5L51 48z"],
  ["d", [14, 82].map((x) => `${box(x, 12, 2, 20)}M${x + 2} 12l9 3-9 3.500z`).join("")],
];
const rostrum: Draw = () => [
  ["d", box(10, 52, 76, 6) + box(18, 46, 60, 6)],
  ["m", box(26, 28, 44, 18)],
  ["l", [32, 44, 56].map((x) => `M${x} 32h8v10h-8z`).join("")],
  ["d", box(22, 24, 52, 4.5)],
  ["m", "M44 24V14q-3-1-2-5t6-4 6 4-2 5v10z"],
  ["d", "M26 24l-2-18h3l3 18zM68 24l2-18h-3l-3 18z"],
];
const justice: Draw = () => [
  ...base(12, 72),
  ["l", box(18, 28, 60, 26)],
  ["m", spread(5, 16, 74).map((x) => box(x, 28, 6, 26)).join("")],
  ["d", box(10, 23, 76, 5.5)],
  ["m", "M10 23L48 2l38 21z"],
  ["c", "M47 8h2v10h-2zM38 11h20v1.500H38zM36 16h7q-.5 3-3.500 3T36 16zM53 16h7q-.5 3-3.500 3T53 16z"],
];
const senate: Draw = () => [
  ["d", box(4, 54, 88, 4) + box(10, 50, 76, 4)],
  ["l", box(16, 28, 64, 22)],
  ["m", spread(8, 16, 75).map((x) => box(x, 28, 5, 22)).join("")],
  ["d", box(12, 23, 72, 5.5)],
  ["m", "M20 23q28-26 56 0z"],
  ["d", box(44, 4, 8, 8)],
  ["c", "M28 20q20-14 40 0h-3q-17-11-34 0z"],
];
const academy: Draw = () => [
  ...base(8, 60),
  ["l", box(13, 26, 50, 28)],
  ["m", spread(4, 11, 59).map((x) => box(x, 26, 6, 28)).join("")],
  ["d", box(6, 20, 64, 6)],
  ["m", tri(6, 20, 64, 14)],
  ["c", disc(38, 15, 2.6)],
  ["d", "M80 56V34h3v22z"],
  ["l", disc(81, 28, 9) + disc(75, 36, 6) + disc(88, 36, 6)],
];
const customs: Draw = () => [
  ["m", box(8, 18, 18, 38) + box(70, 18, 18, 38)],
  ["d", box(5, 13, 24, 5) + box(67, 13, 24, 5)],
  ["m", "M22 18q26-20 52 0v6q-26-18-52 0z"],
  ["l", box(28, 46, 22, 10) + box(52, 40, 14, 16)],
  ["d", box(28, 50, 22, 1.6) + box(52, 47, 14, 1.6)],
  ["c", arch(13, 40, 8, 12) + arch(75, 40, 8, 12)],
  ["l", disc(48, 30, 8)],
  ["d", disc(48, 30, 4)],
  ground,
];
const bazaar: Draw = (r) => [
  ["m", "M6 30q10-18 21 0 10-18 21 0 10-18 21 0 10-18 21 0v4H6z"],
  ["d", spread(5, 6, 87).map((x) => box(x, 32, 3, 24)).join("")],
  ["l", box(10, 44, 20, 12) + box(38, 46, 20, 10) + box(66, 42, 20, 14)],
  ["m", [14, 21, 26, 42, 49, 54].map((x) => disc(x, 43 + r() * 2, 3.5)).join("")],
  ["d", "M70 42q6-12 12 0z"],
  ground,
];
const harbour: Draw = () => [
  ["l", "M2 50q8-4 16 0t16 0 16 0 16 0 16 0 12 0v8H2z"],
  ["m", "M6 42h34v6q-4 6-10 6H14q-6 0-8-12z"],
  ["d", box(20, 8, 2.6, 34)],
  ["m", "M24 12q13 6 12 24H24z"],
  ["d", box(52, 38, 40, 4) + box(56, 42, 4, 14) + box(82, 42, 4, 14)],
  ["m", box(58, 24, 14, 14) + box(74, 28, 12, 10)],
  ["d", box(58, 30, 14, 1.6) + box(74, 32, 12, 1.6)],
];
const pawn: Draw = () => [
  ...base(18, 60),
  ["m", box(22, 30, 52, 24)],
  ["d", "M16 31l8-13h48l8 13z"],
  ["c", arch(29, 55, 11, 17) + box(48, 38, 20, 10)],
  ["l", disc(54, 43, 3.2) + disc(62, 43, 3.2)],
  ["m", disc(40, 12, 4.6) + disc(56, 12, 4.6) + disc(48, 5, 4.6)],
];

const well: Draw = () => [
  ["m", box(28, 38, 40, 18)],
  ["l", "M24 34h48v5H24z"],
  ["d", [[30, 42, 10], [42, 42, 10], [54, 42, 10], [36, 49, 10], [48, 49, 10]].map(([x, y, w]) => box(x!, y!, w!, 1.6)).join("")],
  ["d", box(30, 12, 3, 23) + box(63, 12, 3, 23) + box(28, 20, 40, 3)],
  ["m", "M22 14l26-12 26 12z"],
  ["d", box(47, 22, 2, 7)],
  ["l", "M43 28h10l-1.500 7h-7z"],
  ...base(22, 52),
];
const ludus: Draw = () => [
  ["m", "M22 10h26v20q0 14-13 20-13-6-13-20z"],
  ["l", disc(35, 27, 6)],
  ["d", box(33.8, 14, 2.4, 28)],
  ["d", "M70 6l4 5v29h-8V11z"],
  ["m", box(60, 40, 20, 4) + box(68, 44, 4, 9) + disc(70, 54, 3)],
  ["l", box(69.3, 11, 1.4, 26)],
  ground,
];
const castrum: Draw = () => [
  ["m", box(10, 34, 76, 20) + merlons(10, 34, 76, 10)],
  ["d", box(6, 22, 15, 34) + merlons(6, 22, 15, 3) + box(75, 22, 15, 34) + merlons(75, 22, 15, 3)],
  ["c", arch(41, 56, 14, 18) + box(11, 28, 5, 7) + box(80, 28, 5, 7)],
  ["l", "M27 34l10-14 10 14zM49 34l10-14 10 14z"],
  ["d", box(47, 4, 2, 18)],
  ["m", "M49 4h13v9H49z"],
];
const garlands: Draw = () => [
  ["d", box(14, 8, 68, 5)],
  ["m", box(17, 13, 6, 41) + box(73, 13, 6, 41) + box(45, 13, 6, 41)],
  ["l", "M23 17q11 18 22 0v6q-11 16-22 0zM51 17q11 18 22 0v6q-11 16-22 0z"],
  ["m", disc(34, 31, 4) + disc(62, 31, 4) + disc(28, 27, 2.5) + disc(40, 27, 2.5) + disc(56, 27, 2.5) + disc(68, 27, 2.5)],
  ...base(12, 72),
];

const blower: Draw = () => [
  ["m", "M6 56V30q0-14 15-14t15 14v26z"],
  ["d", box(16, 6, 9, 11)],
  ["l", "M14 56V44a7 7 0 0 1 14 0v12z"],
  ["d", "M26 44l34-19 1.500 2.500-34 19z"],
  ["l", "M60 24q4-13 16-10t8 16-14 9-10-15z"],
  ["m", box(62, 46, 8, 10) + box(76, 42, 6, 14)],
  ground,
];
const cityHall: Draw = () => [
  ...base(14, 68),
  ["m", box(16, 34, 64, 20)],
  ["l", tri(14, 34, 26, 10) + tri(56, 34, 26, 10)],
  ["m", box(39, 14, 18, 40) + tri(36, 14, 24, 12)],
  ["c", `${disc(48, 22, 6)}${arch(43, 55, 10, 15)}${[21, 29, 62, 70].map((x) => arch(x, 50, 5, 10)).join("")}`],
  ["d", `${box(47.400, 18, 1.200, 5)}${box(48, 21.400, 4, 1.200)}${box(14, 33, 68, 2)}`],
];
const rack: Draw = () => [
  ["d", box(10, 16, 76, 4) + box(10, 46, 76, 4) + box(12, 12, 4, 44) + box(80, 12, 4, 44)],
  ["m", [26, 38, 50].map((x) => `M${x} 4l3 8h-2v42h-2V12h-2z`).join("")],
  ["l", disc(69, 33, 12)],
  ["m", disc(69, 33, 7)],
  ground,
];
const ore: Draw = () => [
  ["l", "M4 56l12-30 20-14 26 4 18 18 12 22z"],
  ["d", "M36 12l-6 20 14 24H16V40zM62 16l-8 18 16 22h22L80 34z"],
  ["m", ["30 38", "52 28", "66 44", "44 48"].map((at) => `M${at}l5-6 5 6-5 6z`).join("")],
  ground,
];
const cave: Draw = () => [
  ["m", "M4 56q0-34 42-34t46 34z"],
  ["c", "M30 56q0-20 17-20t19 20z"],
  ["l", "M20 30l8-26 8 26zM42 24l7-22 7 22zM64 30l8-26 8 26z"],
  ["d", box(26.800, 26, 2.400, 6) + box(47.800, 20, 2.400, 5) + box(70.800, 26, 2.400, 6)],
  ground,
];
const saplings: Draw = () => [
  ["l", [16, 40, 64].map((x) => `M${x} 46l9-40 9 40z`).join("")],
  ["m", [28, 52].map((x) => `M${x} 52l8-34 8 34z`).join("")],
  ["d", [24, 48, 72].map((x) => box(x, 46, 2.400, 10)).join("") + [35, 59].map((x) => box(x, 50, 2.400, 6)).join("")],
  ground,
];
const dig: Draw = () => [
  ["l", "M2 24h24v11h14v11h16V35h14V24h24v32H2z"],
  ["m", "M2 24h24v4H2zM26 35h14v4H26zM56 35h14v4H56zM70 24h24v4H70z"],
  ["d", "M44 46L62 6l3 1.400L48 46zM62 6l24 4v2.400L62 10z"],
  ["m", box(78, 12, 1.600, 6) + box(72, 17, 14, 8)],
  ground,
];
const tentStall: Draw = () => [
  ["m", "M10 30l22-20 22 20v24H10z"],
  ["c", "M26 54V40l6-10 6 10v14z"],
  ["d", "M8 31l24-23 24 23-2 2-22-20-22 20zM31 2h2v8h-2z"],
  ["l", box(60, 40, 14, 14) + box(76, 46, 12, 8) + disc(67, 35, 5)],
  ground,
];
const lodge: Draw = () => [
  ...base(20, 56),
  ["l", box(24, 26, 48, 28)],
  ["m", "M18 27L48 6l30 21z"],
  ["c", "M48 12l3 2.500 9 24-3 1-9-21-9 21-3-1 9-24z"],
  ["d", "M34 36l14 11 14-11v4L48 52 34 40z"],
];

const MOTIFS: Record<string, Draw> = {
  "Workers Guild": guild("M41 13h14v6H41zM46.500 19h3v11h-3z"),
  "Craftsmens Guild": guild("M38 16h20q-2 7-7 7v4h4v3H41v-3h4v-4q-5 0-7-7z"),
  "Traders Guild": guild("M47 11h2v19h-2zM38 14h20v2H38zM36 24l4-8 4 8q-4 4-8 0zM52 24l4-8 4 8q-4 4-8 0z"),
  "Philosophers Guild": guild("M38 14q6-2 9 1v14q-4-3-9-1zM58 14q-6-2-9 1v14q4-3 9-1z"),
  "Spies Guild": guild("M36 21q12-13 24 0-12 13-24 0zM48 17a4 4 0 1 0 .1 0z"),
  "Strategists Guild": guild("M39 12l18 16-2 2-18-16zM57 12L39 28l2 2 18-16z"),
  "Shipowners Guild": guild("M37 24h22l-4 6H41zM47 10h2v13h-2zM50 11l7 10h-7z"),
  "Scientists Guild": guild("M45 10h6v7l6 11q0 2-2 2H41q-2 0-2-2l6-11z"),
  "Magistrates Guild": guild("M40 11h16v3H40zM40 28h16v3H40zM42 15h3v12h-3zM46.500 15h3v12h-3zM51 15h3v12h-3z"),
  "Builders Guild": guild("M48 11l12 19H36z"),
  "Merchants Guild": guild("M48 12a9 9 0 1 0 .1 0zM48 15.500a5.500 5.500 0 1 1-.1 0z"),
  "Moneylenders Guild": guild("M43 13a6 6 0 1 0 .1 0zM53 19a6 6 0 1 0 .1 0z"),
  "Tacticians Guild": guild("M39 12h18v8q0 7-9 11-9-4-9-11z"),
  Well: well, Ludus: ludus, Castrum: castrum, "Decorators Guild": garlands,
  "Lumber Yard": planks, "Logging Camp": stumps, Sawmill: sawmill, "Timber Yard": logs, "Tree Farm": saplings, "Forest Cave": cave,
  "Stone Pit": pitBlocks, Quarry: quarry, "Shelf Quarry": terraces, "Clay Pool": clayPool, "Clay Pit": pit, Brickyard: bricks,
  Excavation: dig, "Ore Vein": ore, Mine: mine, Foundry: forge, Loom: loom, Glassworks: kiln, "Glass-blower": blower,
  Press: press, "Drying Room": drying, Theater: theater, Altar: altar, Baths: baths, Pawnshop: pawn, Aqueduct: aqueduct,
  Temple: temple, Statue: statue, Courthouse: justice, Rostrum: rostrum, Pantheon: domed, Gardens: garden, "Town Hall": cityHall,
  Palace: palace, Senate: senate, Obelisk: obelisk, Tavern: amphora, Brewery: barrels, "East Trading Post": tentStall,
  "West Trading Post": ship, Marketplace: awning, Bazar: bazaar, Vineyard: vineyard, Forum: forum, Caravansery: caravan,
  Haven: harbour, Port: ship, Lighthouse: lighthouse, "Chamber of Commerce": coinHall, Arena: arena, Armory: rack,
  "Customs House": customs, "Stone Reserve": blocks, "Clay Reserve": pots, "Wood Reserve": logs, Stockade: stakes,
  Palisade: palisade, Barracks: barracks, Garrison: banner, "Guard Tower": tower, Walls: wall, Fortifications: keep,
  "Training Ground": dummies, "Parade Ground": parade, Stables: stable, Stable: stable, "Horse Breeders": horse,
  "Archery Range": target, Circus: circus, Arsenal: arsenal, Pretorium: tent, "Siege Workshop": siege, Apothecary: jar,
  Pharmacist: mortar, Dispensary: shelf, Workshop: bench, Laboratory: flasks, Scriptorium: desk, Library: scroll, School: school,
  University: college, Academy: academy, Study: book, Lodge: lodge, Observatory: observatory,
};
const BY_KIND: Record<Kind, readonly Draw[]> = {
  brown: [logs, quarry, pit, mine], grey: [loom, kiln, press], yellow: [awning, coinHall, ship], blue: [temple, domed, forum],
  green: [school, scroll, observatory], red: [wall, tower, banner], purple: [domed],
};

const drawn = new Map<string, Piece[]>();

/** Whether a name has a drawing of its own, and which: two that look alike would be taken for each other. */
export const motifOf = (name: string): object | undefined => MOTIFS[name];

export function pieces(name: string, kind: Kind): Piece[] {
  const key = `${kind}:${name}`;
  let made = drawn.get(key);
  if (!made) {
    const r = seeded(key);
    made = (MOTIFS[name] ?? pick(r, BY_KIND[kind]))(r);
    drawn.set(key, made);
  }
  return made;
}
