// A replay with everything open: all hands, seat by seat.

import type { Desk } from "../../app/desk";
import { seatGlyph } from "../../app/desk";
import { t } from "../../app/i18n";
import { seatName } from "../../app/words";
import { Icon } from "../../art/icons";
import { Tile } from "../../parts/card";

export function AllHands({ desk, hands }: { desk: Desk; hands: string[][] }) {
  return (
    <section class="allhands panel" aria-label={t("replay.hands")}>
      {hands.map(
        (hand, seat) =>
          seat < desk.state.table.seats.length && (
            <div class="rowline" data-seat={seat}>
              <span class="who">
                <Icon name={seatGlyph(seat)} size={17} /> <b>{seatName(desk.state, seat)}</b>
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
