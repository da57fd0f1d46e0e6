// The sign of a seat: its animal on a disc of its colour, the same everywhere.

import { cityGlyph, useControls } from "../app/controls";
import { Icon } from "../art/icons";

/** Class of the colour of a city; the Free City, where nobody sits, has one as well. */
export const seatColour = (city: number, seats: number): string => `seat-${city < seats ? city : "free"}`;

export function SeatDisc({ city, size = 30, label }: { city: number; size?: number; label?: string }) {
  const controls = useControls();
  return (
    <span
      class={`seatdisc ${seatColour(city, controls.state.table.seats.length)}`}
      style={{ width: `${size}px`, height: `${size}px` }}
    >
      <Icon name={cityGlyph(controls, city)} size={Math.round(size * 0.64)} {...(label ? { label } : {})} />
    </span>
  );
}
