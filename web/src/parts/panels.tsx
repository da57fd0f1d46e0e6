// The panels of a table: log, chat, chain tree, discard pile, help with the keys, menu.

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { api, errorText, type Links, pageLink } from "../app/api";
import type { GameName } from "../app/catalog";
import { type Controls, ownSeat } from "../app/controls";
import { fit, phone } from "../app/fit";
import { t } from "../app/i18n";
import type { LiveTable } from "../app/live";
import { eventLines } from "../app/log";
import { choices, useMe } from "../app/me";
import { canNotify, isNotified, notifyMe, stopNotifying } from "../app/notifications";
import { type Panel, panel, settingsOpen } from "../app/panels";
import { lookingAt } from "../app/router";
import { save } from "../app/save";
import { seatName } from "../app/words";
import { Icon } from "../art/icons";
import type { ClientMessage } from "../generated/messages";
import { CopyLink } from "../screens/lobby";
import { PaceChoice } from "./bot-choice";
import { ChainTree } from "./chains";
import { confirmed } from "./confirm";
import { Dialog } from "./dialog";
import { FairDeal } from "./fair";
import { events, LogPanel } from "./log";
import { notice } from "./notice";
import { ResultPanel } from "./result";
import { TroubleWays } from "./troubles";
import { Watchers } from "./watchers";

export function TablePanels({ controls, live }: { controls: Controls; live: LiveTable | null }) {
  const close = () => (panel.value = null);
  const game = controls.state.table.game;
  switch (panel.value) {
    case "log":
      return (
        <Dialog title={t("panel.log")} onClose={close} side>
          <LogPanel />
        </Dialog>
      );
    case "chat":
      return live ? (
        <Dialog title={t("panel.chat")} onClose={close} side>
          <ChatPanel controls={controls} live={live} />
        </Dialog>
      ) : null;
    case "chains":
      return (
        <Dialog title={t("panel.chains")} onClose={close}>
          <ChainTree game={game} owned={ownedCards(controls)} />
        </Dialog>
      );
    case "discard":
      return (
        <Dialog title={t("panel.discard")} onClose={close}>
          <controls.kind.Discard />
        </Dialog>
      );
    case "help":
      return (
        <Dialog title={t("panel.help")} onClose={close}>
          <HelpPanel game={game} />
        </Dialog>
      );
    case "menu":
      return (
        <Dialog title={t("panel.menu")} onClose={close} small>
          <MenuPanel controls={controls} live={live} />
        </Dialog>
      );
    case "absent":
      return live ? (
        <Dialog title={t("table.trouble_ways")} onClose={close} small>
          <TroubleWays controls={controls} live={live} />
        </Dialog>
      ) : null;
    case "result":
      return controls.state.view?.result && fit.value.side === 0 ? (
        <Dialog title={t("over.title")} onClose={close} scenic>
          <ResultPanel controls={controls} live={live} />
        </Dialog>
      ) : null;
    default:
      return null;
  }
}

const ownedCards = (controls: Controls): string[] => controls.state.view?.cities[ownSeat(controls)]?.cards ?? [];

/** Seats whose chat the viewer does not want to read. */
export const muted = signal<number[]>([]);

function ChatPanel({ controls, live }: { controls: Controls; live: LiveTable }) {
  const [text, setText] = useState("");
  useMe();
  const said = events.value.filter((event) => event.kind === "chat" && !muted.value.includes(event.seat ?? -1));
  const send = (fields: Record<string, unknown>) => live.command("chat", fields).catch(() => undefined);
  const talkers = controls.state.table.seats.filter((seat) => seat.kind === "person" && seat.seat !== controls.you);
  return (
    <div class="chat">
      <ol class="log" aria-live="polite">
        {said.map((event) => (
          <li class="logline">
            <b>{seatName(controls.state, event.seat ?? 0)}:</b>{" "}
            <span>{eventLines(controls.kind, controls.state, event)[0]?.text}</span>
          </li>
        ))}
      </ol>
      <div class="phrases">
        {(choices.value?.phrases ?? []).map((phrase) => (
          <button class="btn" onClick={() => void send({ phrase })}>
            {t(`phrase.${phrase}`)}
          </button>
        ))}
      </div>
      {controls.state.table.options.chat === "free" && (
        <form
          class="rowline"
          onSubmit={(e) => {
            e.preventDefault();
            if (text.trim()) void send({ text: text.trim() });
            setText("");
          }}
        >
          <input
            type="text"
            class="grow"
            maxLength={300}
            aria-label={t("chat.text")}
            value={text}
            onInput={(e) => setText(e.currentTarget.value)}
          />
          <button class="btn main">{t("chat.send")}</button>
        </form>
      )}
      {talkers.map((seat) => (
        <label class="check">
          <input
            type="checkbox"
            checked={muted.value.includes(seat.seat)}
            onChange={(e) =>
              (muted.value = e.currentTarget.checked
                ? [...muted.value, seat.seat]
                : muted.value.filter((n) => n !== seat.seat))
            }
          />{" "}
          {t("chat.mute", { player: seatName(controls.state, seat.seat) })}
        </label>
      ))}
    </div>
  );
}

const KEYS: [string, string][] = [
  ["1–9", "keys.choose"],
  ["B", "keys.build"],
  ["W", "keys.wonder"],
  ["D", "keys.discard"],
  ["F", "keys.free"],
  ["Enter", "keys.enter"],
  ["Esc", "keys.escape"],
  ["U", "keys.undo"],
  ["L", "keys.log"],
  ["C", "keys.chains"],
  ["G", "keys.pile"],
  ["T", "keys.text"],
  ["N", "keys.seats"],
  ["?", "keys.help"],
];

function HelpPanel({ game }: { game: GameName }) {
  return (
    <>
      <p class="rowline">
        <a class="btn" href={`#/rules/${game}`} target="_blank" rel="noopener">
          <Icon name="book" />
          {t("home.rules")}
        </a>
        <a class="btn" href="#/rules/symbols" target="_blank" rel="noopener">
          <Icon name="eye" />
          {t("ref.symbols")}
        </a>
      </p>
      <h3>{t("keys.title")}</h3>
      <p class="muted">{t("keys.arrows")}</p>
      <dl class="keys">
        {KEYS.map(([key, text]) => (
          <div>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Asks for notifications of this game, or for no more. */
function TellMe({ table }: { table: string }) {
  const [wanted, setWanted] = useState(isNotified(table));
  async function change() {
    try {
      if (wanted) {
        await stopNotifying(table);
        setWanted(false);
        return;
      }
      const answer = await notifyMe(table);
      setWanted(answer === "notified");
      notice(t(`menu.notify_${answer}`), answer !== "notified");
    } catch (error) {
      notice(errorText(error), true);
    }
  }
  return (
    <button class="btn" aria-pressed={wanted} onClick={() => void change()}>
      <Icon name={wanted ? "tick" : "hourglass"} />
      {t(wanted ? "menu.notify_no_more" : "menu.notify")}
    </button>
  );
}

function MenuPanel({ controls, live }: { controls: Controls; live: LiveTable | null }) {
  const [links, setLinks] = useState<Partial<Links>>({});
  const { table } = controls.state;
  useEffect(() => void api.links(table.id).then(setLinks, () => undefined), [table.id]);
  const host = table.host !== null && table.host === controls.you;
  const over = table.status === "over" || table.status === "closed";
  const send = (type: ClientMessage["type"], fields: Record<string, unknown> = {}) =>
    live?.command(type, fields).catch(() => undefined);
  async function report() {
    try {
      await navigator.clipboard.writeText(
        JSON.stringify(
          { ...(await api.report(table.id)), browser: navigator.userAgent, language: document.documentElement.lang },
          null,
          1,
        ),
      );
      notice(t("common.copied"));
    } catch {
      notice(t("common.copy_by_hand"), true);
    }
  }
  const open = (name: Exclude<Panel, null>) => () => (panel.value = name);
  return (
    <div class="menu">
      <button
        class="btn"
        onClick={() => {
          panel.value = null;
          settingsOpen.value = true;
        }}
      >
        <Icon name="settings" />
        {t("settings.title")}
      </button>
      {phone.value && (
        <button class="btn" onClick={open("help")}>
          <Icon name="question" />
          {t("panel.help")}
        </button>
      )}
      <button class="btn" onClick={open("chains")}>
        <Icon name="tree" />
        {t("panel.chains")}
      </button>
      <button class="btn" onClick={open("discard")}>
        <Icon name="cards" />
        {t("panel.discard")}
      </button>
      {controls.you !== null && table.options.chat !== "off" && live && (
        <button class="btn" onClick={open("chat")}>
          <Icon name="chat" />
          {t("panel.chat")}
        </button>
      )}
      {over && (
        <a class="btn" href={replayAddress(table.id, live)}>
          <Icon name="play" />
          {t("replay.open")}
        </a>
      )}
      {over && (
        <button class="btn" onClick={() => void saveRecord(table.id, live?.token)}>
          <Icon name="download" />
          {t("replay.export")}
        </button>
      )}
      <button class="btn" onClick={() => void report()}>
        <Icon name="warn" />
        {t("menu.report")}
      </button>
      {controls.you !== null && live && !over && canNotify && <TellMe table={table.id} />}
      <FairDeal controls={controls} />
      {live && <Watchers names={live.watchers.value} />}
      {links.watch && <CopyLink label={t("menu.watch_link")} link={pageLink("watch", links.watch)} />}
      {links.seat && controls.you !== null && (
        <CopyLink label={t("menu.seat_link")} link={pageLink("seat", links.seat)} />
      )}
      {links.invite && <CopyLink label={t("lobby.invite")} link={pageLink("join", links.invite)} />}
      {host && table.status === "playing" && live && table.seats.some((seat) => seat.driver === "bot") && (
        <PaceChoice pace={table.options.bot_pace_ms} change={(milliseconds) => void send("pace", { milliseconds })} />
      )}
      {host &&
        table.status === "playing" &&
        live &&
        table.seats
          .filter((seat) => seat.given_up && seat.seat !== controls.you)
          .map((seat) => (
            <div class="rowline leaver">
              <span class="grow">
                {t(seat.offered ? "table.seat_offered" : "event.gave_up", {
                  player: seatName(controls.state, seat.seat),
                })}
              </span>
              {!seat.offered && (
                <button class="btn" onClick={() => void send("offer_seat", { seat: seat.seat })}>
                  <Icon name="people" />
                  {t("table.offer_seat")}
                </button>
              )}
            </div>
          ))}
      {table.status === "playing" && live && <Leaving seated={controls.you !== null} host={host} send={send} />}
      <a class="btn" href="#/">
        <Icon name="home" />
        {t("common.home")}
      </a>
    </div>
  );
}

/** The ways out of a game that goes on, each asked twice. */
function Leaving({
  seated,
  host,
  send,
}: {
  seated: boolean;
  host: boolean;
  send(type: ClientMessage["type"], fields?: Record<string, unknown>): unknown;
}) {
  const ask = (question: string, type: ClientMessage["type"], fields?: Record<string, unknown>) => () =>
    confirmed(
      question,
      () => {
        panel.value = null;
        void send(type, fields);
      },
      true,
    );
  return (
    <>
      {seated && (
        // One stays and looks on, and may come back at any time.
        <button class="btn" onClick={ask(t("menu.leave_sure"), "leave")}>
          <Icon name="bot" />
          {t("menu.leave")}
        </button>
      )}
      {seated && (
        <button class="btn" onClick={ask(t("menu.give_up_sure"), "leave", { give_up: true })}>
          <Icon name="people" />
          {t("menu.give_up")}
        </button>
      )}
      {host && (
        <button class="btn danger" onClick={ask(t("menu.close_sure"), "close")}>
          {t("lobby.close")}
        </button>
      )}
    </>
  );
}

/** Saves a game's record as a file, or says why it cannot be had. */
export async function saveRecord(table: string, link: string | undefined): Promise<void> {
  try {
    save(`mirabilia-${table}.txt`, await api.record(table, link));
  } catch (error) {
    notice(errorText(error), true);
  }
}

const afterwards = (part: string) => (table: string, live: LiveTable | null) =>
  lookingAt(table, live?.you.peek() === null ? live.token : null, part);
export const replayAddress = afterwards("replay");
export const analysisAddress = afterwards("analysis");
