// What happened, in the sky over my city: what each of the others did in the last turn, as tiles, neighbours first. It
// opens the log; short messages appear in it as well.

import { useLayoutEffect } from "preact/hooks";
import { gameEvents } from "../../app/events";
import { fit } from "../../app/fit";
import { t } from "../../app/i18n";
import { panel } from "../../app/panels";
import { seatName } from "../../app/words";
import { Icon } from "../../art/icons";
import type { WondersEvent } from "../../generated/game";
import { Tile } from "../../parts/card";
import { events, shownMove } from "../../parts/log";
import { stripOnScreen, useNotice } from "../../parts/notice";
import { SeatDisc } from "../../parts/seat-disc";
import { useWonders } from "./table";

interface Deed {
  city: number;
  /** The card built; none: a sign shows what was done with it. */
  card: string | null;
  sign: string;
}

/** What was done with the cards of the last turn. */
export function deedsOf(happened: WondersEvent[]): Deed[] {
  return happened.flatMap((event): Deed[] => {
    if (event.event === "built" || event.event === "revived")
      return [{ city: event.city, card: event.card ?? null, sign: "tick" }];
    if (event.event === "stage") return [{ city: event.city, card: null, sign: "wonder" }];
    if (event.event === "discarded") return [{ city: event.city, card: null, sign: "coin" }];
    return [];
  });
}

export function TurnTiles() {
  const { controls, view, me } = useWonders();
  const note = useNotice();
  const moment = shownMove.value;
  const turns = events.value.filter(
    (event) => moment === null || typeof event.data?.number !== "number" || event.data.number <= moment,
  );
  const last = turns
    .map((event) => deedsOf(gameEvents(event) as WondersEvent[]))
    .filter((each) => each.length)
    .at(-1);
  const others = (last ?? []).filter(({ city }) => city !== me);
  const away = ({ city }: Deed) => {
    const left = (city - me + view.players) % view.players;
    return Math.min(left, view.players - left + 0.5);
  };
  const deeds = [...others].sort((a, b) => away(a) - away(b));
  const hidden = fit.value.tight || (!deeds.length && !note) || controls.over !== undefined;
  // Before the next paint, or a message would appear twice for a moment.
  useLayoutEffect(() => {
    if (hidden) return;
    stripOnScreen.value += 1;
    return () => {
      stripOnScreen.value -= 1;
    };
  }, [hidden]);
  if (hidden) return null;
  if (note)
    return (
      <div class={`strip panel notice ${note.bad ? "bad" : ""}`} role="status">
        {note.bad && <Icon name="warn" size={17} />}
        <span class="lines">
          <span class="event">{note.text}</span>
        </span>
        <button class="more" aria-label={t("common.close")} onClick={note.close}>
          <Icon name="cross" size={14} />
        </button>
      </div>
    );
  return (
    <button class="strip tiles" onClick={() => (panel.value = "log")}>
      <span class="sr">{t("recap.title")}</span>
      {deeds.map(({ city, card, sign }) => (
        <span class="event" data-tip={card ? `card:wonders:${card}` : undefined}>
          <SeatDisc city={city} size={22} label={seatName(controls.state, city)} />
          {card ? (
            <Tile game="wonders" name={card} />
          ) : (
            <span class="deed">
              <Icon name={sign} size={18} label={t(`turn.${sign}`)} />
            </span>
          )}
        </span>
      ))}
    </button>
  );
}
