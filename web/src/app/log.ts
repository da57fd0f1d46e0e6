// The log in words: what the server reported, made into sentences in the viewer's language.

import type { GameKind } from "../games/kind";
import { gameEvents } from "./events";
import { t } from "./i18n";
import type { TableEvent, TableState } from "./types";
import { seatName } from "./words";

export interface Line {
  seq: number;
  /** Heading, what happened in the game, something about the table, or what somebody said. */
  kind: "turn" | "move" | "table" | "chat";
  text: string;
  /** The same in fewer words, for where there is little room. */
  brief?: string;
  seat?: number;
  card?: string;
  /** Every seat it is about. */
  about: number[];
  /** The number of moves made when it had happened: its place in a replay. */
  move?: number;
  at: number;
  /** It says nothing about the game. */
  aside?: boolean;
}

/** How many moves had been made after an event of the game. */
export function moveAfter({ kind, data }: TableEvent): number | null {
  if (kind !== "move" && kind !== "turn") return null;
  return typeof data?.number === "number" ? data.number + (typeof data.moves === "number" ? data.moves : 1) : null;
}

/** An event of the table as lines of the log. */
export function eventLines(kind: GameKind, state: TableState, event: TableEvent): Line[] {
  const data = event.data ?? {};
  const line = (text: string, kind: Line["kind"] = "table"): Line => ({
    seq: event.seq,
    kind,
    text,
    at: event.at,
    about: typeof event.seat === "number" ? [event.seat] : [],
    ...(typeof event.seat === "number" ? { seat: event.seat } : {}),
  });
  const player = typeof event.seat === "number" ? seatName(state, event.seat) : "";
  switch (event.kind) {
    case "move":
    case "turn": {
      const move = moveAfter(event);
      return kind.sentences(state, gameEvents(event)).map((sentence) => ({
        seq: event.seq,
        at: event.at,
        ...sentence,
        ...(move === null ? {} : { move }),
      }));
    }
    case "started":
      return [
        line(t("event.started")),
        ...kind.sentences(state, gameEvents(event)).map((sentence) => ({ seq: event.seq, at: event.at, ...sentence })),
      ];
    case "ready":
    case "unready":
    case "confirmed":
      return [];
    case "chat":
      return [line(data.phrase ? t(`phrase.${String(data.phrase)}`) : String(data.text ?? ""), "chat")];
    case "joined":
      return [line(t(data.offered ? "event.joined_offered" : "event.joined", { player: String(data.name ?? player) }))];
    case "answered":
      return [line(t(data.allow ? "event.answered.yes" : "event.answered.no", { player }))];
    case "late":
      return [line(t(`event.late.${String(data.choice)}`, { player }))];
    case "nudged":
      return [line(t("event.nudged", { player, by: seatName(state, Number(data.by)) }))];
    case "hint":
      return [{ ...line(t("event.hint", { player })), aside: true }];
    default:
      return [line(t(`event.${event.kind}`, { player }))];
  }
}
