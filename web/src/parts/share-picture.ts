// A picture of a result, to keep or to share: the winner's wonder in its landscape, who won and by how much, and a
// column of points for each player. Drawn here, so that nothing is sent anywhere; a device that can share pictures
// offers that, others save the file.

import { longDate, num } from "../app/i18n";
import { save } from "../app/save";

export interface ScorePicture {
  /** The game, and how many played. */
  title: string;
  /** Who won, and by what. */
  lead: string;
  reason?: string;
  /** The drawing of a wonder, as it stands on the page. */
  scene: SVGSVGElement | null;
  /** The players in order of their places, with the sign of their seat. */
  players: { name: string; glyph: string; seat: number; wins: boolean; total: number }[];
  /** Points by category, for each player. */
  rows: { kind: string; icon: string; values: number[] }[];
}

const SHADES: Record<string, string> = {
  red: "#930f1e",
  brown: "#c0764a",
  stone: "#b3976b",
  blue: "#2450c4",
  yellow: "#ffd84a",
  purple: "#3b2347",
  green: "#3bb893",
  grey: "#8f98ad",
};
const DARK = new Set(["red", "blue", "purple"]);
/** The colours of the seats, in the order of their animals. */
const SEATS = ["#2450c4", "#930f1e", "#0b6e76", "#a8560c", "#6a3f8f", "#2f6b2f", "#4d5a6b"];
const INK = "#1b1a22";
const PAPER = "#faf5e9";
const WIDTH = 1200,
  HEIGHT = 630,
  /** Where the plinth begins that all stands on. */
  GROUND = 518,
  /** Pixels for a point, where there is room. */
  POINT = 5.2,
  /** From here on the columns have the picture. */
  LEFT = 610;

/** A drawing of the page as a picture of its own: with the colours that the page's styles give it. */
async function pictureOf(drawing: SVGSVGElement, viewBox: string, width: number, height: number) {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const before = [drawing, ...drawing.querySelectorAll<SVGElement>("*")];
  [copy, ...copy.querySelectorAll<SVGElement>("*")].forEach((part, i) => {
    const style = getComputedStyle(before[i]!);
    part.removeAttribute("class");
    for (const name of ["fill", "stroke", "stroke-width", "opacity", "fill-opacity"])
      part.style.setProperty(name, style.getPropertyValue(name));
  });
  for (const gradient of document.querySelectorAll(".sprite linearGradient")) copy.prepend(gradient.cloneNode(true));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("viewBox", viewBox);
  copy.setAttribute("preserveAspectRatio", "none");
  return imageOf(copy.outerHTML, width, height);
}

async function imageOf(markup: string, width: number, height: number): Promise<HTMLImageElement> {
  const image = new Image(width, height);
  const sized = markup.replace("<svg", `<svg width="${width}" height="${height}"`);
  image.src = `data:image/svg+xml,${encodeURIComponent(sized)}`;
  await image.decode();
  return image;
}

/** A sign of the page's sprite in one colour. */
function sign(name: string, color: string, size: number): Promise<HTMLImageElement> {
  const shape = document.getElementById(`i-${name}`)?.innerHTML ?? "";
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="${color}" color="${color}">`;
  return imageOf(`${open}${shape}</svg>`, size, size);
}

async function draw({ title, lead, reason, scene, players, rows }: ScorePicture): Promise<HTMLCanvasElement> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const c = canvas.getContext("2d")!;
  await document.fonts.ready;
  const font = (size: number, weight = 600) => `${weight} ${size}px 'Source Sans 3 Variable', sans-serif`;
  const write = (text: string, x: number, y: number, room: number, how: string, align: CanvasTextAlign = "left") => {
    c.font = how;
    c.textAlign = align;
    c.fillText(text, x, y, room);
  };
  const sky = c.createLinearGradient(0, 0, 0, GROUND);
  sky.addColorStop(0, "#a4c8ea");
  sky.addColorStop(1, "#f3e3b9");
  c.fillStyle = sky;
  c.fillRect(0, 0, WIDTH, GROUND);
  // As many units of the drawing as fill the width; its ground stands on the plinth.
  const units = 640;
  const high = (units * GROUND) / WIDTH;
  if (scene) c.drawImage(await pictureOf(scene, `0 ${150 - high} ${units} ${high}`, WIDTH, GROUND), 0, 0);
  c.fillStyle = PAPER;
  c.fillRect(0, GROUND, WIDTH, HEIGHT - GROUND);
  c.fillStyle = "#d8c08a";
  c.fillRect(0, GROUND, WIDTH, 5);
  // The headline in the sky.
  c.font = "54px Forum, serif";
  const wide = Math.max(c.measureText(lead).width, reason ? 330 : 0);
  const plate = Math.min(wide + 48, LEFT - 54);
  c.fillStyle = "rgb(250 245 233 / 92%)";
  c.beginPath();
  c.roundRect(36, 28, plate, reason ? 128 : 92, 14);
  c.fill();
  c.fillStyle = INK;
  write(lead, 60, 90, plate - 48, "54px Forum, serif");
  if (reason) write(reason, 60, 132, plate - 48, font(24));
  // The plinth: the site, the game and the day.
  c.drawImage(await sign("wonder", "#2450c4", 58), 38, 544);
  write("Mirabilia", 112, 578, 300, "34px Forum, serif");
  c.fillStyle = "#5d5544";
  write(`${title} · ${longDate(new Date())}`, 112, 604, LEFT - 130, font(19, 400));
  write(location.host, 112, 624, LEFT - 130, font(15, 400));
  // A column for each player, the largest kind of points on top.
  const most = Math.max(20, ...players.map(({ total }) => total));
  const point = Math.min(POINT, (GROUND - 190) / most);
  const room = (WIDTH - LEFT - 20) / players.length;
  const broad = Math.min(100, room - 22);
  for (const [i, { name, glyph, seat, wins, total }] of players.entries()) {
    const middle = LEFT + room * (i + 0.5);
    const left = middle - broad / 2;
    const drums = rows
      .map(({ kind, icon, values }) => ({ kind, icon, n: values[i] ?? 0 }))
      .filter(({ n }) => n > 0)
      .sort((a, b) => a.n - b.n);
    let y = GROUND - 9;
    c.fillStyle = "#efe3c8";
    c.fillRect(left - 13, y, broad + 26, 14);
    for (const { kind, icon, n } of drums) {
      const tall = n * point;
      y -= tall;
      c.fillStyle = SHADES[kind] ?? "#cdbfa3";
      c.fillRect(left, y, broad, tall);
      c.fillStyle = "rgb(0 0 0 / 9%)"; // flutes
      for (let x = left + broad / 10; x < left + broad - 2; x += broad / 5) c.fillRect(x, y, broad / 18, tall);
      if (tall < 20) continue;
      const ink = DARK.has(kind) ? "#fff" : INK;
      c.drawImage(await sign(icon, ink, 18), middle - 22, y + tall / 2 - 9);
      c.fillStyle = ink;
      write(num(n), middle + 2, y + tall / 2 + 6, broad / 2, font(17, 700));
    }
    const lost = rows.reduce((sum, { values }) => sum + Math.min(0, values[i] ?? 0), 0);
    if (lost < 0) {
      // What was lost again: a gap at the top.
      c.strokeStyle = SHADES.red!;
      c.setLineDash([5, 4]);
      c.strokeRect(left + 1, y + 1, broad - 2, -lost * point);
      c.setLineDash([]);
    }
    c.fillStyle = "#f7efdc";
    c.fillRect(left - 12, y - 20, broad + 24, 14);
    c.fillRect(left - 5, y - 8, broad + 10, 9);
    const size = wins ? 62 : 50;
    const top = y - 30 - size;
    c.fillStyle = SEATS[seat] ?? SEATS[0]!;
    c.beginPath();
    c.arc(middle, top + size / 2, size / 2, 0, 7);
    c.fill();
    c.drawImage(await sign(glyph, "#fff", size * 0.66), middle - size * 0.33, top + size * 0.17);
    if (wins) c.drawImage(await sign("crown", "#b8860b", 38), middle - 19, top - 32);
    c.fillStyle = INK;
    write(num(total), middle, 578, room - 8, font(wins ? 44 : 36, 700), "center");
    write(name, middle, 608, room - 8, font(19), "center");
  }
  return canvas;
}

/** Shares the picture where the device can, else saves it. */
export async function givePicture(picture: ScorePicture, file: string): Promise<void> {
  const canvas = await draw(picture);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) return;
  const shared = { files: [new File([blob], file, { type: "image/png" })], title: picture.lead };
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.(shared)) {
    await navigator.share(shared).catch(() => undefined);
    return;
  }
  save(file, blob);
}
