// The waiting room: who sits where, the link to hand on, and the start.

import { useEffect, useState } from "preact/hooks";
import { api, type Links, pageLink } from "../app/api";
import { seatGlyph } from "../app/controls";
import { t } from "../app/i18n";
import type { LiveTable } from "../app/live";
import { choices, useMe } from "../app/me";
import { chosen } from "../app/services";
import { touch } from "../app/settings";
import type { TableState } from "../app/types";
import { listedName } from "../app/words";
import { Icon } from "../art/icons";
import { KINDS } from "../games";
import type { ClientMessage } from "../generated/messages";
import { PaceChoice, paceWords, StyleChoice, thinkingTime, WarmingNote } from "../parts/bot-choice";
import { clockLabel } from "../parts/clock";
import { copyText } from "../parts/copy";
import { Page } from "../parts/page";
import { QrCode } from "../parts/qr";
import { Watchers } from "../parts/watchers";

/** A link to hand on. With `main` it is what one has come for: the share sheet or the clipboard is one large button. */
export function CopyLink({ label, link, qr, main }: { label: string; link: string; qr?: boolean; main?: boolean }) {
  const copy = () => copyText(link);
  const share = () => void navigator.share({ url: link }).catch(() => undefined);
  const sharing = touch && "share" in navigator;
  return (
    <div class={`copylink ${main ? "first" : ""}`}>
      {main && (
        <button class="btn main" type="button" onClick={() => (sharing ? share() : void copy())}>
          <Icon name={sharing ? "upload" : "link"} />
          {t(sharing ? "lobby.share" : "lobby.copy")}
        </button>
      )}
      <label class="field grow">
        <span>{label}</span>
        <input type="text" readOnly value={link} onFocus={(e) => e.currentTarget.select()} />
      </label>
      {(!main || sharing) && (
        <button class="btn" type="button" onClick={() => void copy()}>
          <Icon name="link" />
          {t("common.copy")}
        </button>
      )}
      {"share" in navigator && !sharing && (
        <button class="btn" type="button" onClick={share}>
          <Icon name="upload" />
          {t("common.share")}
        </button>
      )}
      {qr && <QrCode text={link} label={t("lobby.qr")} />}
    </div>
  );
}

export function Lobby({ live, state, you }: { live: LiveTable; state: TableState; you: number | null }) {
  const [links, setLinks] = useState<Partial<Links>>({});
  const { table } = state;
  const host = table.host !== null && table.host === you;
  const send = (type: ClientMessage["type"], fields: Record<string, unknown> = {}) =>
    void live.command(type, fields).catch(() => undefined);
  useMe();
  useEffect(() => {
    void api.links(table.id).then(setLinks, () => undefined);
  }, [table.id, table.seats.length]);
  const free = table.seats.filter((seat) => seat.kind === "open").length;
  const unsure = table.seats.filter((seat) => seat.confirmed === false);
  return (
    <Page title={t("lobby.title", { game: t(`game.${table.game}`) })} scene={KINDS[table.game].scenes.lobby}>
      {links.invite && free > 0 && (
        <section class="panel lobbylink">
          <p>{t("lobby.invite_text")}</p>
          <CopyLink label={t("lobby.invite")} link={pageLink("join", links.invite)} qr main={host} />
        </section>
      )}
      <ol class="lobbyseats">
        {table.seats.map((seat) => (
          <li class={`panel ${seat.seat === you ? "me" : ""}`}>
            <span class="seatglyph">
              <Icon name={seatGlyph(seat.seat)} size={20} />
            </span>
            <span class="grow">
              <b>{seat.kind === "open" ? t("lobby.open_seat") : listedName(seat)}</b>
              {seat.kind === "bot" && thinkingTime(table.game, seat.level) && (
                <span class="muted"> · {thinkingTime(table.game, seat.level)}</span>
              )}
              {seat.seat === table.host && <span class="muted"> · {t("lobby.host")}</span>}
              {seat.kind === "person" && !live.here.value.includes(seat.seat) && (
                <span class="muted"> · {t("table.away")}</span>
              )}
              {seat.confirmed === false && <span class="muted"> · {t("lobby.not_yet")}</span>}
            </span>
            {host && seat.seat !== you && (
              <select
                aria-label={t("lobby.seat", { n: seat.seat + 1 })}
                value={seat.kind === "bot" ? (seat.level ?? "") : seat.kind}
                onChange={(e) => {
                  const wish = e.currentTarget.value;
                  send(
                    "set_seat",
                    wish === "open"
                      ? { seat: seat.seat, kind: "open" }
                      : { seat: seat.seat, kind: "bot", level: wish, style: seat.style },
                  );
                }}
              >
                {seat.kind === "person" && <option value="person">{seat.name}</option>}
                <option value="open">{t("new.friend")}</option>
                {(choices.value?.levels ?? []).map((name) => (
                  <option value={name}>{t("table.bot_named", { level: t(`level.${name}`) })}</option>
                ))}
              </select>
            )}
            {host && seat.kind === "bot" && (
              <StyleChoice
                seat={seat.seat}
                style={seat.style}
                change={(style) => send("set_seat", { seat: seat.seat, kind: "bot", level: seat.level, style })}
              />
            )}
          </li>
        ))}
      </ol>
      {table.seats.some(({ kind }) => kind === "bot") && <WarmingNote />}
      <p class="muted">
        {t("new.clock")}: {clockLabel(table.options.clock ?? "none", table.game)} · {t("new.chat")}:{" "}
        {t(`new.chat_${table.options.chat}`)} · {t("new.hints")}: {t(`new.hints_${table.options.hints}`)}
        {!host &&
          table.options.bot_pace_ms !== null &&
          ` · ${t("new.bot_pace")}: ${paceWords(table.options.bot_pace_ms)}`}
      </p>
      {host && chosen.connects && (
        <label class="check">
          <input
            type="checkbox"
            checked={table.options.public}
            onChange={(e) => send("publish", { public: e.currentTarget.checked })}
          />
          <span>{t("lobby.public")}</span>
        </label>
      )}
      {host && (
        <div class="rowline lobbypace">
          <PaceChoice pace={table.options.bot_pace_ms} change={(milliseconds) => send("pace", { milliseconds })} />
        </div>
      )}
      <div class="rowline">
        {host ? (
          <button
            class={`btn lobbystart ${free && links.invite ? "" : "main"}`}
            disabled={live.busy.value}
            onClick={() => send("start")}
          >
            <Icon name="play" />
            {free ? t("lobby.start_bots", { n: free }) : t("lobby.start")}
          </button>
        ) : (
          <p role="status">{t("lobby.wait_host")}</p>
        )}
        {you !== null && !host && (
          <button
            class="btn"
            onClick={() => {
              send("leave");
              location.hash = "#/";
            }}
          >
            {t("lobby.leave")}
          </button>
        )}
        {host && (
          <button class="btn danger" onClick={() => send("close")}>
            {t("lobby.close")}
          </button>
        )}
      </div>
      {unsure.length > 0 && <p class="muted">{t("lobby.waiting_people", { n: unsure.length })}</p>}
      <Watchers names={live.watchers.value} />
    </Page>
  );
}
