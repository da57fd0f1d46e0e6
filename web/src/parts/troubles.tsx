// A seat that is late or empty: what the others may do about it; and my own seat when a bot plays it.

import { api, errorText } from "../app/api";
import type { Desk } from "../app/desk";
import { t } from "../app/i18n";
import type { LiveTable } from "../app/live";
import { nickname } from "../app/me";
import { replaceRoute } from "../app/router";
import { isTurnOf } from "../app/turn";
import { seatName } from "../app/words";
import { Icon } from "../art/icons";
import type { ClientMessage } from "../generated/messages";
import { chooseLevel } from "./level-choice";
import { notice } from "./notice";

/** For somebody who watches: seats that the host offers, to be taken here and now. */
function offeredSeats({ desk, live }: { desk: Desk; live: LiveTable }) {
  const { table } = desk.state;
  const { token } = live;
  const offered = table.seats.filter((seat) => seat.offered);
  if (!token || !offered.length) return null;
  const sit = (seat: number) =>
    void api.join(token, nickname.peek() || t("home.guest"), seat).then(
      (seated) => replaceRoute("table", seated.table.id),
      (error: unknown) => notice(errorText(error), true),
    );
  return (
    <div class="trouble panel" role="status">
      {offered.map(({ seat }) => (
        <div class="rowline offer">
          <span class="grow">{t("event.offered", { player: seatName(desk.state, seat) })}</span>
          <button class="btn main" onClick={() => sit(seat)}>
            <Icon name="people" />
            {t("join.sit")}
          </button>
        </div>
      ))}
    </div>
  );
}

/** The row for it, or null when all is well. */
export function seatTroubles({ desk, live }: { desk: Desk; live: LiveTable }) {
  const { table } = desk.state;
  const { you } = desk;
  if (table.status !== "playing") return null;
  if (you === null) return offeredSeats({ desk, live });
  const send = (type: ClientMessage["type"], fields: Record<string, unknown> = {}) =>
    void live.command(type, fields).catch(() => undefined);
  const mine = table.seats[you];
  if (mine?.kind === "person" && mine.driver === "bot")
    return (
      <div class="trouble panel" role="alert">
        {t("table.bot_for_you")}{" "}
        <button class="btn main" onClick={() => send("return")}>
          {t("table.return")}
        </button>
      </div>
    );
  const troubled = table.seats.filter(
    (seat) =>
      seat.seat !== you &&
      seat.kind === "person" &&
      seat.driver === "person" &&
      isTurnOf(table, seat.seat) &&
      (seat.late || !desk.here.includes(seat.seat)),
  );
  if (!troubled.length) return null;
  const offers = troubled.map((seat) => (
    <div class="rowline offer">
      <span class="grow">
        {seat.late
          ? t("event.time_out", { player: seatName(desk.state, seat.seat) })
          : t("table.not_here", { player: seatName(desk.state, seat.seat) })}
      </span>
      <button class="btn" onClick={() => send("nudge", { seat: seat.seat })}>
        {t("table.nudge")}
      </button>
      {seat.late && (
        <button class="btn" onClick={() => send("late", { seat: seat.seat, choice: "wait" })}>
          {t("table.late_wait")}
        </button>
      )}
      <button class="btn" onClick={() => send("late", { seat: seat.seat, choice: "bot_moves" })}>
        {t("table.late_bot_moves")}
      </button>
      <button
        class="btn"
        onClick={() =>
          chooseLevel(
            t("table.replace_sure", { player: seatName(desk.state, seat.seat) }),
            table.options.takeover,
            (level) => send("late", { seat: seat.seat, choice: "replace", level }),
          )
        }
      >
        {t("table.late_replace")}
      </button>
    </div>
  ));
  return (
    <div class="trouble panel" role="alert">
      {offers.length === 1 ? (
        offers
      ) : (
        <details>
          <summary>
            <Icon name="warn" size={17} /> {t("table.troubled", { n: offers.length })}
          </summary>
          {offers}
        </details>
      )}
    </div>
  );
}
