// The icon set: own drawings on a 24-unit grid, solid silhouettes, one idea each. `currentColor` is the ink, `--t` the
// colour of whatever lies behind (for cut-outs).

const T = "var(--t,#f3ecdd)";
const cut = (d: string, w = 1.6) => `<path d="${d}" fill="none" stroke="${T}" stroke-width="${w}" stroke-linecap="round" stroke-linejoin="round"/>`;
const line = (d: string, w = 2) => `<path d="${d}" fill="none" stroke="currentColor" stroke-width="${w}" stroke-linecap="round" stroke-linejoin="round"/>`;
const fill = (d: string) => `<path d="${d}"/>`;
const disc = (x: number, y: number, r: number, c = "currentColor") => `<circle cx="${x}" cy="${y}" r="${r}" fill="${c}"/>`;
const ring = (x: number, y: number, r: number, w = 2) => `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="currentColor" stroke-width="${w}"/>`;

const gearTeeth = Array.from({ length: 8 }, (_, i) => `<rect x="10.2" y="1.6" width="3.6" height="5" rx=".8" transform="rotate(${i * 45} 12 12)"/>`).join("");
const leaf = (x: number, y: number, a: number) => `<ellipse cx="${x}" cy="${y}" rx="2" ry="3.5" transform="rotate(${a} ${x} ${y})"/>`;
const leaves: [number, number, number][] = [[5.6, 5.2, 28], [3.4, 10.4, 4], [4.2, 15.8, -24], [8, 20, -56]];

export const SHAPES: Record<string, string> = {
  // goods (glyph only; the tessera or disc is drawn by Good)
  wood: [[12, 7.2], [6.8, 16], [17.2, 16]].map(([x, y]) => disc(x!, y!, 4.7) + disc(x!, y!, 1.8, T)).join(""),
  stone: fill("M4 9l8-5 8 5v7l-8 5-8-5z") + cut("M4 9l8 4.6L20 9M12 13.6V21"),
  clay: fill("M3 5.5h10v5H3zM14.5 5.5H21v5h-6.5zM3 12.5h6.5v5H3zM11 12.5h10v5H11z"),
  ore: fill("M3.5 9.5C7.5 3.8 16.5 3.8 20.5 9.5l-2.1 1.3C15 7.6 9 7.6 5.6 10.8z") + fill("M10.8 7.5h2.4V21h-2.4z"),
  glass: fill("M9.5 3h5v1.8h-.8v4.4l4.6 8.2c.9 1.7-.2 3.6-2.1 3.6H7.8c-1.9 0-3-1.9-2.1-3.6l4.6-8.2V4.8h-.8z") + cut("M8.6 15.4h6.8", 1.8),
  cloth: fill("M4 4h7v7H4zM13 13h7v7h-7z") + line("M14 5h5M14 7.5h5M14 10h5", 1.5) + line("M5 14v5M7.5 14v5M10 14v5", 1.5),
  papyrus: fill("M7 3h11.5a2.5 2.5 0 0 1 0 5H17v9.5a3.5 3.5 0 0 1-3.5 3.5H5.2a2.7 2.7 0 0 1 0-5.4H7z") + cut("M9.6 9.2h4.8M9.6 12.4h4.8"),
  // what cards give
  shield: fill("M4 4l8-2 8 2v7c0 5.5-3.3 9-8 11-4.7-2-8-5.5-8-11z"),
  laurel: leaves.map(([x, y, a]) => leaf(x, y, a) + leaf(24 - x, y, -a)).join(""),
  coin: ring(12, 12, 9.2, 2.2) + ring(12, 12, 5.6, 1.2),
  compass: fill("M12 2a2.4 2.4 0 0 1 1.5 4.3L19 20l-2 1-5-11.5L7 21l-2-1 5.5-13.7A2.4 2.4 0 0 1 12 2z") + line("M6.6 15.6c3.4 2.6 7.4 2.6 10.8 0", 1.6),
  gear: gearTeeth + disc(12, 12, 7.2) + disc(12, 12, 2.9, T),
  tablet: fill("M6.5 2.5h11A1.5 1.5 0 0 1 19 4v16a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 20V4a1.5 1.5 0 0 1 1.5-1.5z") + cut("M8.4 7.2l1.6 1.4-1.6 1.4M13 8.6h3M8.4 12.6l1.6 1.4-1.6 1.4M13 14h3M8.4 18h7.4", 1.5),
  quill: fill("M20.8 2.4C13 2.8 7 7.6 6.2 14.6l-.5 2.2 1.6-.2C14.4 16 20 11 20.8 2.4z") + line("M3.4 21.4c1.2-3.2 3-5.6 5.2-7.6", 1.8) + cut("M8.6 13.8c2.4-2.6 5-4.8 8.4-7", 1.2),
  mortar: fill("M3.4 10.6h17.2c0 4-1.7 7-4.4 8.6l1 2.3H6.8l1-2.3c-2.7-1.6-4.4-4.6-4.4-8.6z") + line("M11.6 9.2l5.2-6.4", 3),
  wheel: ring(12, 12, 9, 2.2) + line("M12 3v18M3 12h18M5.6 5.6l12.8 12.8M18.4 5.6L5.6 18.4", 1.6) + disc(12, 12, 2.8),
  pendulum: line("M5 3h14", 2.4) + line("M12 3v9", 1.8) + fill("M12 11l5 4.4L12 22l-5-6.6z"),
  armillary_sphere: `${ring(12, 11, 8.4, 2)}<ellipse cx="12" cy="11" rx="8.4" ry="3" fill="none" stroke="currentColor" stroke-width="1.6" transform="rotate(-24 12 11)"/><ellipse cx="12" cy="11" rx="3" ry="8.4" fill="none" stroke="currentColor" stroke-width="1.6"/>${disc(12, 11, 1.9)}${fill("M8 21.6h8l-2.4-3h-3.2z")}`,
  sundial: fill("M3 20a9 9 0 0 1 18 0z") + fill("M12 3.4L13.4 12h-2.8z") + cut("M12 19.2v-4.4M12 19.2l-4-2.6M12 19.2l4-2.6", 1.3) + line("M5 9.4l1.4 1.4M19 9.4l-1.4 1.4", 1.6),
  scales: line("M12 3.4V20M7.4 20.6h9.2M4.6 6.4c2.6-1.2 12.2-1.2 14.8 0", 1.9) + fill("M1.8 14h5.8a2.9 2.9 0 0 1-5.8 0zM16.4 14h5.8a2.9 2.9 0 0 1-5.8 0z") + line("M4.7 6.6L2.6 13.6M4.7 6.6l2.1 7M19.3 6.6l-2.1 7M19.3 6.6l2.1 7", 1.2),
  any: ring(12, 12, 9.4, 1.8) + fill("M12 5.4l1.9 4.3 4.7.5-3.5 3.1 1 4.6-4.1-2.4-4.1 2.4 1-4.6-3.5-3.1 4.7-.5z"),
  chain: `<g fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round"><path d="M10.2 13.8a4 4 0 0 1 0-5.6l2.6-2.6a4 4 0 0 1 5.6 5.6l-1.5 1.5"/><path d="M13.8 10.2a4 4 0 0 1 0 5.6l-2.6 2.6a4 4 0 0 1-5.6-5.6l1.5-1.5"/></g>`,
  wonder: fill("M12 3l10 17H2z") + cut("M12 3l3.4 17M7.4 11h9M4.6 15.6h14.6", 1.2),
  extra_turn: line("M19.4 9.2A8 8 0 1 0 20 13", 2.6) + fill("M21.6 4v6.6H15z"),
  destroy: fill("M8 3h8v2.4H8zM9 6.6h6v5l-2.2 1.8-1.4-1.6-2.4 1.6z") + fill("M9 15.6l2.2-1 1.4 1.6 2.4-2V19H9zM7 20.2h10v2H7z"),
  revive: fill("M5 13h4.2v8.4H5zM14.8 13H19v8.4h-4.2zM3 21h18v1.6H3z") + fill("M12 1.8l5.4 6h-3.6v6h-3.6v-6H6.6z"),
  box: fill("M3 8.4h18V21H3zM2 4h20v3.4H2z") + cut("M9 11.4h6", 1.8),
  library: fill("M3.4 4h4v16.4h-4zM9 4h4v16.4H9zM14.4 4.8l3.8-1 4 15.8-3.8 1z") + cut("M4.4 8h2M10 8h2", 1.4),
  seventh: fill("M4 3.4h11A1.6 1.6 0 0 1 16.6 5v14.6A1.6 1.6 0 0 1 15 21.2H4A1.6 1.6 0 0 1 2.4 19.6V5A1.6 1.6 0 0 1 4 3.4z") + cut("M6.6 8h5.8l-3.6 8.8", 2) + line("M18.6 5.4c1.6.2 2.8 1.2 2.8 2.8v9", 1.8),
  copy: fill("M3 3.4h11v13H3z") + line("M17 7h4v14H10.6v-2", 2),
  defeat: fill("M4 4l8-2 8 2v7c0 5.5-3.3 9-8 11-4.7-2-8-5.5-8-11z") + cut("M13.4 2.4L9.6 9.6l4.6 3.4-3.4 8.6", 1.8),
  sword: fill("M20.8 3.2l-.6 4.2-9.4 9.4-3.6-3.6 9.4-9.4z") + line("M4.4 12.4l7.2 7.2M3.4 20.6l3.8-3.8", 2.4),
  card: fill("M6 2.8h12A1.4 1.4 0 0 1 19.4 4.2v15.6A1.4 1.4 0 0 1 18 21.2H6a1.4 1.4 0 0 1-1.4-1.4V4.2A1.4 1.4 0 0 1 6 2.8z") + cut("M7.6 8.6h8.8", 1.6),
  cards: fill("M9 3h9.4A1.6 1.6 0 0 1 20 4.6v12A1.6 1.6 0 0 1 18.4 18.2H9A1.6 1.6 0 0 1 7.4 16.6v-12A1.6 1.6 0 0 1 9 3z") + line("M4.4 7v12.2A1.8 1.8 0 0 0 6.2 21H16", 1.8),
  // signs of the page
  tick: line("M5 12.6l4.6 4.6L19 7.4", 3),
  cross: line("M6.6 6.6l10.8 10.8M17.4 6.6L6.6 17.4", 3),
  left: fill("M15.6 4v16L6 12z"),
  right: fill("M8.4 4v16L18 12z"),
  passleft: fill("M13 5v14l-8-7zM21 5v14l-8-7z"),
  passright: fill("M11 5v14l8-7zM3 5v14l8-7z"),
  down: line("M5.4 9l6.6 6.6L18.6 9", 2.6),
  up: line("M5.4 15L12 8.4 18.6 15", 2.6),
  hourglass: `${fill("M5 2.6h14v2.6h-1.4c0 3.6-2 5.4-4 6.8 2 1.4 4 3.2 4 6.8H19v2.6H5v-2.6h1.4c0-3.6 2-5.4 4-6.8-2-1.4-4-3.2-4-6.8H5z")}<path d="M9.2 6.4h5.6c-.4 1.6-1.5 2.7-2.8 3.6-1.3-.9-2.4-2-2.8-3.6z" fill="${T}"/>`,
  clock: ring(12, 12, 9, 2.2) + line("M12 7v5.4l3.6 2.4", 2.2),
  list: line("M9 6h11M9 12h11M9 18h11", 2.2) + disc(4.6, 6, 1.6) + disc(4.6, 12, 1.6) + disc(4.6, 18, 1.6),
  chat: fill("M4 4h16a1.6 1.6 0 0 1 1.6 1.6v9.2a1.6 1.6 0 0 1-1.6 1.6h-8.2L6.4 21v-4.6H4a1.6 1.6 0 0 1-1.6-1.6V5.6A1.6 1.6 0 0 1 4 4z"),
  person: disc(12, 7.6, 4.4) + fill("M3.6 21c.4-5 3.8-7.4 8.4-7.4s8 2.4 8.4 7.4z"),
  bot: fill("M5 8h14a1.6 1.6 0 0 1 1.6 1.6v8.8A1.6 1.6 0 0 1 19 20H5a1.6 1.6 0 0 1-1.6-1.6V9.6A1.6 1.6 0 0 1 5 8z") + line("M12 7.6V4.4", 1.8) + disc(12, 3.4, 1.7) + disc(8.6, 13, 1.7, T) + disc(15.4, 13, 1.7, T) + cut("M8.8 17h6.4", 1.4),
  people: disc(8.4, 8.4, 3.6) + fill("M1.8 19.6c.3-4.2 3-6.2 6.6-6.2s6.3 2 6.6 6.2z") + disc(17, 9.2, 2.9) + fill("M16.6 19.6h5.6c-.2-3.6-2.2-5.4-5.2-5.4-.8 0-1.5.1-2.1.4 1.1 1.2 1.6 2.9 1.7 5z"),
  eye: fill("M12 5c5 0 8.6 3.6 10 7-1.4 3.4-5 7-10 7s-8.6-3.6-10-7c1.4-3.4 5-7 10-7z") + disc(12, 12, 3.9, T) + disc(12, 12, 2.1),
  undo: line("M8.4 4.4L4 8.8l4.4 4.4", 2.4) + line("M4.6 8.8H14a5.4 5.4 0 0 1 0 10.8H8", 2.4),
  play: fill("M7 4.4v15.2L19.6 12z"),
  pause: fill("M6 4.6h4.2v14.8H6zM13.8 4.6H18v14.8h-4.2z"),
  first: fill("M5 5h2.6v14H5zM19.6 5v14L9 12z"),
  last: fill("M16.4 5H19v14h-2.6zM4.4 5v14L15 12z"),
  download: line("M12 3.6v11M7 10l5 5 5-5M4.4 20h15.2", 2.4),
  upload: line("M12 15V4M7 8.6l5-5 5 5M4.4 20h15.2", 2.4),
  chart: '<path d="M3 20h18v2H3zM4.5 12h4v7h-4zM10 7h4v12h-4zM15.5 2.5h4V19h-4z"/>',
  home: fill("M12 3l9.6 8.4H19V21h-5v-6h-4v6H5v-9.6H2.4z"),
  question: line("M8.4 8.8c.2-2.4 1.7-3.6 3.8-3.6 2.2 0 3.7 1.3 3.7 3.2 0 2.7-3.7 3-3.7 6", 2.6) + disc(12.1, 18.8, 1.7),
  book: fill("M3 4.6c3.4-1 6.4-.8 8.200.8v14.8c-2-1.5-5-1.7-8.2-.8zM21 4.6c-3.4-1-6.4-.8-8.200.8v14.8c2-1.5 5-1.7 8.2-.8z"),
  pad: fill("M5 3.4h14A1.4 1.4 0 0 1 20.4 4.8v15.4a1.4 1.4 0 0 1-1.4 1.4H5a1.4 1.4 0 0 1-1.4-1.4V4.8A1.4 1.4 0 0 1 5 3.4z") + cut("M7 8h3M14 8h3M7 12.4h3M14 12.4h3M7 16.8h3M14 16.8h3", 1.7),
  sun: disc(12, 12, 4.6) + line("M12 2.4v2.8M12 18.8v2.8M2.4 12h2.8M18.8 12h2.8M5.2 5.2l2 2M16.8 16.8l2 2M18.8 5.2l-2 2M7.2 16.8l-2 2", 2),
  moon: fill("M14.6 2.8a9.4 9.4 0 1 0 6.8 13.2A8 8 0 0 1 14.6 2.8z"),
  sound: fill("M3 9h4l5.4-4.6v15.2L7 15H3z") + line("M15.6 8.8c1.6 1.8 1.6 4.6 0 6.4M18.2 6c3.2 3.4 3.2 8.6 0 12", 2),
  globe: `${ring(12, 12, 9, 1.9)}<ellipse cx="12" cy="12" rx="4" ry="9" fill="none" stroke="currentColor" stroke-width="1.7"/>${line("M3.4 9h17.2M3.4 15h17.2", 1.6)}`,
  text: line("M4 6h16M4 12h16M4 18h9", 2.4),
  settings: line("M4 7h9M19 7h1M4 17h1M11 17h9", 2.2) + ring(16, 7, 2.4, 2) + ring(8, 17, 2.4, 2),
  fit: line("M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5", 2.4),
  menu: line("M4 6.4h16M4 12h16M4 17.6h16", 2.4),
  link: `<g fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"><path d="M10.2 13.8a4 4 0 0 1 0-5.6l2.6-2.6a4 4 0 0 1 5.6 5.6l-1.5 1.5"/><path d="M13.8 10.2a4 4 0 0 1 0 5.6l-2.6 2.6a4 4 0 0 1-5.6-5.6l1.5-1.5"/></g>`,
  tree: line("M5 5h5M5 5v14M5 12h5M5 19h5", 2) + fill("M11 2.6h9v4.8h-9zM11 9.6h9v4.8h-9zM11 16.6h9v4.8h-9z"),
  crown: fill("M3 7.4l4.6 4L12 4.4l4.4 7 4.6-4-1.8 11H4.8zM4.8 19.8h14.4V22H4.8z"),
  capital: fill("M3 9.4L12 3l9 6.4V11H3zM5 12h2.6v6H5zM10.7 12h2.6v6h-2.6zM16.4 12H19v6h-2.6zM3 19h18v2.4H3z"),
  pawn: disc(12, 6.4, 4) + fill("M8 10.8h8l1.8 8.4H6.2zM4.6 20h14.8v2H4.6z"),
  plus: line("M12 5v14M5 12h14", 2.8),
  minus: line("M5 12h14", 2.8),
  warn: fill("M12 3l10 18H2z") + cut("M12 9.6v5.2M12 17.8v.2", 2.2),
  trade: fill("M2.4 8h11V4.6L20 9.8l-6.6 5.2v-3.4h-11z") + line("M21 18.2H9M12 15l-3.4 3.2L12 21.4", 2),
  // seats: an animal or a thing for each, so that colour is never needed to tell them apart
  owl: fill("M5 3l4 2.4h6L19 3v9.4c0 5-2.8 9-7 9s-7-4-7-9z") + disc(9, 9.6, 2.2, T) + disc(15, 9.6, 2.2, T) + disc(9, 9.6, 1) + disc(15, 9.6, 1) + cut("M12 12l-1 1.6h2z", 1.2),
  bull: fill("M2.4 3.6c.2 3.4 1.8 5.2 4.6 5.6L8 8.4h8l1 .8c2.8-.4 4.4-2.2 4.6-5.6 1.4 3.800.6 7.4-3 8.6-.2 4-1.8 6.4-3 7.6-.6 1.4-1.8 2.2-3.6 2.2s-3-.8-3.6-2.2c-1.2-1.2-2.8-3.6-3-7.6-3.6-1.2-4.4-4.8-3-8.6z") + disc(8.8, 12.6, 1.1, T) + disc(15.2, 12.6, 1.1, T) + cut("M10.4 18.4h3.2", 1.4),
  dolphin: fill("M2 14.6c1.6-6.4 6.2-9.4 11.6-8.8l2.6-2.600.6 3.6c2.6 1.2 4.4 3.4 5.2 6.4l-3.6-1.2c-.8 3.6-3.8 5.8-7.4 6l-3.6 3.800.2-4.2c-2-.4-3.6-1.4-5.6-3z") + disc(17.2, 10, .9, T),
  lion: `${disc(12, 12, 9.6)}<circle cx="12" cy="12.6" r="5.6" fill="${T}"/>${disc(9.8, 11.4, 1.1)}${disc(14.2, 11.4, 1.1)}${fill("M10.4 13.8h3.2L12 15.6z")}${line("M12 15.4v1.4M10 17.4c1 .6 3 .6 4 0", 1.2)}`,
  ibis: fill("M13.4 3.2c2.6 0 4 1.8 4 3.8 0 1.8-1 2.8-1.4 4.4 2.4 1.4 3.2 3.6 2.8 6.4-4.6 0-9-1.2-10.6-5.6 1.800.6 3.400.6 4.4-.2.8-1.600.2-2.6 0-4-.8-1.2-2.600.2-4.2 2.6C7 13.2 5.4 15.6 2.4 17c1.8-2 2.8-4.4 4-7 1.6-3.6 3.8-6.8 7-6.8z") + line("M14 18v4M16.6 18.2V22", 1.5) + disc(13.6, 6, .8, T),
  palm: line("M12 9.4c.4 4.4 0 8.6-1.4 12.4", 2.6) + fill("M12 9.6C9 5.6 5.6 5 2.2 7.2c3.6-.2 6.600.8 9.8 2.4zM12 9.6c3-4 6.4-4.6 9.8-2.4-3.6-.2-6.600.8-9.8 2.4zM12 9.6C11 5.4 8.6 3 5.2 2.6 8.4 4 10.6 6.2 12 9.6zM12 9.6c1-4.2 3.4-6.6 6.8-7C15.6 4 13.4 6.2 12 9.6zM12 9.6c-4 0-6.4 1.8-7.2 5 1.8-2.4 4.2-4 7.2-5zM12 9.6c4 0 6.4 1.8 7.2 5-1.8-2.4-4.2-4-7.2-5z"),
  ship: fill("M2 15.4h20c-.8 3.6-3 5.6-6 5.6H7.4c-3 0-4.8-2-5.4-5.6z") + line("M12 15V2.6", 1.8) + fill("M13.2 4c4 1.6 6 4.8 5.6 9.4h-5.6zM10.8 5.6v7.8H5.6c.6-3.6 2.4-6.2 5.2-7.8z"),
  free: fill("M3 21V9l3-2 3 2V6l3-3 3 3v3l3-2 3 2v12h-6v-5h-6v5z"),
};

export const SEAT_GLYPHS = ["owl", "bull", "dolphin", "lion", "ibis", "palm", "ship"] as const;
