// A seat that is late or empty: what the others may do about it; and my own seat when a bot plays it.

import { api, errorText } from "../app/api";
import type { Controls } from "../app/controls";
import { phone } from "../app/fit";
import { t } from "../app/i18n";
import type { LiveTable } from "../app/live";
import { nickname } from "../app/me";
import { panel } from "../app/panels";
import { replaceRoute } from "../app/router";
import { isTurnOf } from "../app/turn";
import { seatName } from "../app/words";
import { Icon } from "../art/icons";
import type { ClientMessage } from "../generated/messages";
import type { SeatShown } from "../generated/table";
import { confirmed } from "./confirm";
import { notice } from "./notice";

/** For somebody who watches: seats that the host offers, to be taken here and now. */
function offeredSeats({ controls, live }: { controls: Controls; live: LiveTable }) {
  const { table } = controls.state;
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
          <span class="grow">{t("event.offered", { player: seatName(controls.state, seat) })}</span>
          <button class="btn main" onClick={() => sit(seat)}>
            <Icon name="people" />
            {t("join.sit")}
          </button>
        </div>
      ))}
    </div>
  );
}

/** Seats that hold the viewer up: late, or nobody there. */
function troubled(controls: Controls): SeatShown[] {
  const { table } = controls.state;
  if (table.status !== "playing" || controls.you === null) return [];
  return table.seats.filter(
    (seat) =>
      seat.seat !== controls.you &&
      seat.kind === "person" &&
      seat.driver === "person" &&
      isTurnOf(table, seat.seat) &&
      (seat.late || !controls.here.includes(seat.seat)),
  );
}

const trouble = (controls: Controls, { seat, late }: SeatShown): string =>
  t(late ? "event.time_out" : "table.not_here", { player: seatName(controls.state, seat) });

/** What one may do about each of them. */
export function TroubleWays({ controls, live }: { controls: Controls; live: LiveTable }) {
  const send = (type: ClientMessage["type"], fields: Record<string, unknown> = {}) => {
    if (panel.peek() === "absent") panel.value = null;
    void live.command(type, fields).catch(() => undefined);
  };
  return (
    <>
      {troubled(controls).map((seat) => (
        <div class="rowline offer">
          <span class="grow">{trouble(controls, seat)}</span>
          <button class="btn" onClick={() => send("nudge", { seat: seat.seat })}>
            {t("table.nudge")}
          </button>
          {seat.late && (
            <button class="btn" onClick={() => send("late", { seat: seat.seat, choice: "wait" })}>
              {t("table.late_wait")}
            </button>
          )}
          {(seat.late || live.overdue.value.includes(seat.seat)) && (
            <>
              <button class="btn" onClick={() => send("late", { seat: seat.seat, choice: "bot_moves" })}>
                {t("table.late_bot_moves")}
              </button>
              <button
                class="btn"
                onClick={() =>
                  confirmed(
                    t("table.replace_sure", { player: seatName(controls.state, seat.seat) }),
                    () => send("late", { seat: seat.seat, choice: "replace" }),
                    true,
                  )
                }
              >
                {t("table.late_replace")}
              </button>
            </>
          )}
        </div>
      ))}
    </>
  );
}

/** The row for it, or null when all is well. Where the window is small it is one line, and the ways are a tap away. */
export function seatTroubles({ controls, live }: { controls: Controls; live: LiveTable }) {
  const { table } = controls.state;
  const { you } = controls;
  if (table.status !== "playing") return null;
  if (you === null) return offeredSeats({ controls, live });
  const mine = table.seats[you];
  if (mine?.kind === "person" && mine.driver === "bot")
    return (
      <div class="trouble panel" role="alert">
        {t("table.bot_for_you")}{" "}
        <button class="btn main" onClick={() => void live.command("return").catch(() => undefined)}>
          {t("table.return")}
        </button>
      </div>
    );
  const seats = troubled(controls);
  if (!seats.length) return null;
  if (phone.value)
    return (
      <div class="trouble panel line" role="alert">
        <Icon name="warn" size={17} />
        <span class="grow">
          {seats.length === 1 ? trouble(controls, seats[0]!) : t("table.troubled", { n: seats.length })}
        </span>
        <button class="btn" onClick={() => (panel.value = "absent")}>
          {t("table.trouble_ways")}
        </button>
      </div>
    );
  const ways = <TroubleWays controls={controls} live={live} />;
  return (
    <div class="trouble panel" role="alert">
      {seats.length === 1 ? (
        ways
      ) : (
        <details>
          <summary>
            <Icon name="warn" size={17} /> {t("table.troubled", { n: seats.length })}
          </summary>
          {ways}
        </details>
      )}
    </div>
  );
}
