// A table whose people share this device: each sees their own view, and a cover lies over it while the device goes
// round.

import { useState } from "preact/hooks";
import { seatGlyph } from "../app/controls";
import { nextHere, seatsHere } from "../app/hot-seat";
import { t } from "../app/i18n";
import type { TableState } from "../app/types";
import { seatName } from "../app/words";
import { Icon } from "../art/icons";
import { Page } from "../parts/page";
import { LiveScreen } from "./live";

/** The screen of a table, for one person or for all who share the device. */
export function TableScreen({ id }: { id: string }) {
  const seats = seatsHere(id);
  return seats.length > 1 ? <SharedTable id={id} seats={seats} /> : <LiveScreen id={id} />;
}

function SharedTable({ id, seats }: { id: string; seats: number[] }) {
  const [seat, setSeat] = useState(seats[0]!);
  // Nobody's hand is shown before that person has said to be there.
  const [here, setHere] = useState<number | null>(null);
  const covers = ({ table }: TableState) => table.status === "playing" && nextHere(table, seats, here) !== null;
  function cover(state: TableState) {
    const next = nextHere(state.table, seats, here) ?? seat;
    return (
      <Page title={t("hot.title")}>
        <div class="panel sheet cover">
          <p class="lead">
            <Icon name={seatGlyph(next)} size={28} /> {t("hot.pass", { player: seatName(state, next) })}
          </p>
          <button
            class="btn main"
            onClick={() => {
              setSeat(next);
              setHere(next);
            }}
          >
            <Icon name="eye" />
            {t("hot.here", { player: seatName(state, next) })}
          </button>
        </div>
      </Page>
    );
  }
  return <LiveScreen key={seat} id={id} shared={{ seat, seats, covers, cover }} />;
}
