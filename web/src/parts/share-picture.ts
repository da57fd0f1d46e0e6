// A picture of a result, to keep or to share: names, points by category, totals, and bars. Drawn here, so that nothing
// is sent anywhere; a device that can share pictures offers that, others save the file.

import { num } from "../app/i18n";
import { save } from "../app/save";

export interface ScorePicture {
  title: string;
  /** Who won and how. */
  lead?: string;
  names: string[];
  rows: { label: string; kind: string; values: number[] }[];
  total: string;
  totals: number[];
}

const SHADES: Record<string, string> = {
  red: "#930f1e",
  brown: "#c0764a",
  stone: "#b3a17c",
  blue: "#2450c4",
  yellow: "#e8bd2a",
  purple: "#3b2347",
  green: "#3bb893",
  grey: "#8f98ad",
};
const INK = "#1b1a22";
const FIRST = 190,
  COLUMN = 110,
  LINE = 34;

function draw({ title, lead, names, rows, total, totals }: ScorePicture): HTMLCanvasElement {
  const scale = 2;
  const width = Math.max(520, FIRST + names.length * COLUMN);
  const top = lead ? 84 : 62;
  const table = top + 14 + (rows.length + 1) * LINE;
  const height = table + 16 + names.length * 30;
  const canvas = document.createElement("canvas");
  canvas.width = width * scale;
  canvas.height = height * scale;
  const c = canvas.getContext("2d")!;
  const write = (text: string, x: number, y: number, room: number, font = "600 15px") => {
    c.font = `${font} 'Source Sans 3 Variable', sans-serif`;
    c.fillText(text, x, y, room);
  };
  c.scale(scale, scale);
  c.fillStyle = "#f3ecdd";
  c.fillRect(0, 0, width, height);
  c.fillStyle = INK;
  c.font = "24px Forum, serif";
  c.fillText(title, 14, 32, width - 28);
  if (lead) write(lead, 14, 56, width - 28);
  for (const [i, name] of names.entries()) write(name, FIRST + i * COLUMN, top, COLUMN - 10);
  for (const [line, { label, kind, values }] of rows.entries()) {
    const y = top + 10 + line * LINE;
    c.fillStyle = SHADES[kind] ?? "#cdbfa3";
    c.fillRect(8, y, 8, LINE - 6);
    c.fillStyle = INK;
    write(label, 24, y + 20, FIRST - 34);
    for (const [i, n] of values.entries()) write(num(n), FIRST + i * COLUMN, y + 20, COLUMN - 10);
  }
  const y = top + 10 + rows.length * LINE;
  write(total, 24, y + 20, FIRST - 34, "700 18px");
  for (const [i, n] of totals.entries()) write(num(n), FIRST + i * COLUMN, y + 20, COLUMN - 10, "700 18px");
  const most = Math.max(1, ...totals);
  for (const [i, name] of names.entries()) {
    const at = table + 10 + i * 30;
    c.fillStyle = INK;
    write(name, 14, at + 16, FIRST - 24);
    let x = FIRST;
    for (const { kind, values } of rows) {
      const long = (Math.max(0, values[i] ?? 0) / most) * (width - FIRST - 14);
      c.fillStyle = SHADES[kind] ?? "#cdbfa3";
      c.fillRect(x, at, long, 22);
      x += long;
    }
  }
  return canvas;
}

/** Shares the picture where the device can, else saves it. */
export async function givePicture(picture: ScorePicture, file: string): Promise<void> {
  const canvas = draw(picture);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) return;
  const shared = { files: [new File([blob], file, { type: "image/png" })], title: picture.title };
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.(shared)) {
    await navigator.share(shared).catch(() => undefined);
    return;
  }
  save(file, blob);
}
