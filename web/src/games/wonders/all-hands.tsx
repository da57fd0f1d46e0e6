// A replay with everything open: all hands, seat by seat.

import type { Controls } from "../../app/controls";
import { seatGlyph } from "../../app/controls";
import { t } from "../../app/i18n";
import { seatName } from "../../app/words";
import { Icon } from "../../art/icons";
import { Tile } from "../../parts/card";

export function AllHands({ controls, hands }: { controls: Controls; hands: string[][] }) {
  return (
    <section class="allhands panel" aria-label={t("replay.hands")}>
      {hands.map(
        (hand, seat) =>
          seat < controls.state.table.seats.length && (
            <div class="rowline" data-seat={seat}>
              <span class="who">
                <Icon name={seatGlyph(seat)} size={17} /> <b>{seatName(controls.state, seat)}</b>
              </span>
              <ul class="tiles">
                {hand.map((name) => (
                  <li>
                    <Tile game="wonders" name={name} attrs={{ "data-tip": `card:wonders:${name}`, tabIndex: 0 }} />
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </section>
  );
}
