// A QR code for links, drawn on the device so that no link leaves it.

import { useMemo } from "preact/hooks";
import { encode } from "uqr";

const QUIET = 3; // modules of white around the code

export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = useMemo(() => encode(text, { ecc: "L", border: 0 }), [text]);
  const d = data.flatMap((line, y) => line.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  const whole = size + 2 * QUIET;
  return (
    <svg class="qr" viewBox={`${-QUIET} ${-QUIET} ${whole} ${whole}`} role="img" aria-label={label}>
      <rect x={-QUIET} y={-QUIET} width={whole} height={whole} fill="#fff" />
      <path d={d} fill="#1b1a22" />
    </svg>
  );
}
