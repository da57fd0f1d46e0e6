// How wide a name is, in its own letter size, when it has at most two lines. A card sets its name as large as that
// allows, so that no name is cut and no word breaks that need not.

interface NameWidth {
  /** Width of the longer line, divided by the size of the letters. */
  em: number;
  /** Letters in that line, for closer spacing. */
  letters: number;
  /** Width of the name in one line. */
  whole: number;
}

const PROBE = 100;
const known = new Map<string, NameWidth>();
let pen: CanvasRenderingContext2D | null = null;

function widthOf(text: string): number {
  pen ??= document.createElement("canvas").getContext("2d");
  if (!pen) return text.length * 0.5;
  pen.font = `600 ${PROBE}px "Source Sans 3 Variable", sans-serif`;
  return pen.measureText(text).width / PROBE;
}

/** The best of all ways to set the words in one line or two. */
export function nameWidth(name: string): NameWidth {
  const found = known.get(name);
  if (found) return found;
  const words = name.split(" ");
  const splits =
    words.length < 2
      ? [[name]]
      : words.slice(1).map((_, i) => [words.slice(0, i + 1).join(" "), words.slice(i + 1).join(" ")]);
  const whole = widthOf(name);
  const longest = (lines: string[]): NameWidth =>
    lines.map((line) => ({ em: widthOf(line), letters: line.length, whole })).reduce((a, b) => (a.em >= b.em ? a : b));
  const best = splits.map(longest).reduce((a, b) => (a.em <= b.em ? a : b));
  if (document.fonts.status === "loaded") known.set(name, best);
  return best;
}
