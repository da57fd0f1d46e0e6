// A QR code for links, drawn here so that no link leaves the device. Byte mode, error correction L, versions 1 to 10.

import { useMemo } from "preact/hooks";

// data codewords, ecc codewords per block, blocks for level L
const VERSIONS: [number, number, number][] = [
  [19, 7, 1],
  [34, 10, 1],
  [55, 15, 1],
  [80, 20, 1],
  [108, 26, 1],
  [136, 18, 2],
  [156, 20, 2],
  [194, 24, 2],
  [232, 30, 2],
  [274, 18, 4],
];
const ALIGN: number[][] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

const EXP = new Uint8Array(512),
  LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = x;
  LOG[x] = i;
  x = (x << 1) ^ (x & 128 ? 285 : 0);
}
for (let i = 255; i < 512; i++) EXP[i] = EXP[i - 255]!;

function ecc(data: number[], n: number): number[] {
  let gen = [1];
  for (let i = 0; i < n; i++) {
    const next = new Array<number>(gen.length + 1).fill(0);
    gen.forEach((g, j) => {
      next[j]! ^= g;
      if (g) next[j + 1]! ^= EXP[LOG[g]! + i]!;
    });
    gen = next;
  }
  const rest = [...data, ...new Array<number>(n).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i]!;
    if (lead)
      gen.forEach((g, j) => {
        if (g) rest[i + j]! ^= EXP[LOG[g]! + LOG[lead]!]!;
      });
  }
  return rest.slice(data.length);
}

export function qrMatrix(text: string): boolean[][] | null {
  const bytes = [...new TextEncoder().encode(text)];
  const version = VERSIONS.findIndex(([room], i) => bytes.length + (i >= 9 ? 3 : 2) <= room) + 1;
  if (!version) return null;
  const [room, perBlock, blocks] = VERSIONS[version - 1]!;
  const bits: number[] = [];
  const put = (value: number, n: number) => {
    for (let i = n - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version >= 10 ? 16 : 8);
  for (const b of bytes) put(b, 8);
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data: number[] = [];
  for (let i = 0; i < bits.length; i += 8) data.push(parseInt(bits.slice(i, i + 8).join(""), 2));
  for (let pad = 236; data.length < room; pad = pad === 236 ? 17 : 236) data.push(pad);
  const parts: number[][] = [];
  for (let b = 0, at = 0; b < blocks; b++) {
    const size = Math.floor(room / blocks) + (b >= blocks - (room % blocks) ? 1 : 0);
    parts.push(data.slice(at, at + size));
    at += size;
  }
  const checks = parts.map((part) => ecc(part, perBlock));
  const stream: number[] = [];
  for (let i = 0; i < Math.max(...parts.map((p) => p.length)); i++)
    for (const part of parts) if (i < part.length) stream.push(part[i]!);
  for (let i = 0; i < perBlock; i++) for (const check of checks) stream.push(check[i]!);

  const size = 17 + version * 4;
  const grid: (boolean | null)[][] = Array.from({ length: size }, () => new Array<boolean | null>(size).fill(null));
  const set = (y: number, x: number, v: boolean) => {
    if (y >= 0 && x >= 0 && y < size && x < size) grid[y]![x] = v;
  };
  const finder = (y: number, x: number) => {
    for (let dy = -1; dy <= 7; dy++)
      for (let dx = -1; dx <= 7; dx++) {
        const ring = Math.max(Math.abs(dy - 3), Math.abs(dx - 3));
        set(y + dy, x + dx, ring !== 2 && ring !== 4);
      }
  };
  finder(0, 0);
  finder(0, size - 7);
  finder(size - 7, 0);
  const marks = ALIGN[version - 1]!;
  for (const y of marks)
    for (const x of marks) {
      if (grid[y]![x] !== null) continue;
      for (let dy = -2; dy <= 2; dy++)
        for (let dx = -2; dx <= 2; dx++) set(y + dy, x + dx, Math.max(Math.abs(dy), Math.abs(dx)) !== 1);
    }
  for (let i = 8; i < size - 8; i++) {
    grid[6]![i] ??= i % 2 === 0;
    grid[i]![6] ??= i % 2 === 0;
  }
  const fixed: [number, number][] = [];
  const format = formatBits();
  for (let i = 0; i < 15; i++) {
    const bit = ((format >> i) & 1) === 1;
    const a: [number, number] = i < 6 ? [i, 8] : i < 8 ? [i + 1, 8] : i === 8 ? [8, 7] : [8, 14 - i];
    const b: [number, number] = i < 8 ? [8, size - 1 - i] : [size - 15 + i, 8];
    for (const [y, x] of [a, b]) {
      set(y, x, bit);
      fixed.push([y, x]);
    }
  }
  set(size - 8, 8, true);
  if (version >= 7) {
    let rest = version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const info = (version << 12) | rest;
    for (let i = 0; i < 18; i++) {
      const bit = ((info >> i) & 1) === 1;
      set(Math.floor(i / 3), size - 11 + (i % 3), bit);
      set(size - 11 + (i % 3), Math.floor(i / 3), bit);
    }
  }
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - i : i;
      for (const x of [right, right - 1]) {
        if (grid[y]![x] !== null) continue;
        const bit = at < stream.length * 8 ? (stream[at >> 3]! >> (7 - (at & 7))) & 1 : 0;
        at++;
        grid[y]![x] = (bit === 1) !== ((y + x) % 2 === 0); // mask 0
      }
    }
  }
  return grid.map((line) => line.map(Boolean));
}

/** Level L, mask 0. */
function formatBits(): number {
  const data = 0b01000;
  let rest = data;
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  return ((data << 10) | rest) ^ 0x5412;
}

export function QrCode({ text, label }: { text: string; label: string }) {
  const matrix = useMemo(() => qrMatrix(text), [text]);
  if (!matrix) return null;
  const n = matrix.length;
  const d = matrix.flatMap((line, y) => line.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg class="qr" viewBox={`-3 -3 ${n + 6} ${n + 6}`} role="img" aria-label={label}>
      <rect x="-3" y="-3" width={n + 6} height={n + 6} fill="#fff" />
      <path d={d} fill="#1b1a22" />
    </svg>
  );
}
