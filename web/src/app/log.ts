// The log in words: what the server told of, made into sentences in the viewer's language.

import type { GameKind } from "../games/kind";
import { t } from "./i18n";
import type { TableEvent, TableState } from "./types";
import { seatName } from "./words";

export interface Line {
  seq: number;
  /** Heading, move, or something about the table. */
  kind: "turn" | "move" | "table" | "chat";
  text: string;
  seat?: number;
  card?: string;
  at: number;
}

/** What a move of Duel caused, read off the positions before and after it. */
export interface Facts {
  paid?: number;
  chain?: string;
  gained?: number;
  pawn?: number;
  looted?: number;
  again?: boolean;
  revealed?: string[];
  age?: number;
}

/** One fact of a turn of 7 Wonders, as the engine tells it. */
export interface Entry {
  key: string;
  city?: number;
  other?: number;
  winner?: number | null;
  winners?: number[];
  points?: number;
  card?: string | null;
  pay?: [number, number];
  bank?: number;
  chain?: boolean;
  stage?: number;
  coins?: number;
  age?: number;
  turn?: number;
  passing?: string;
}

/** An event of the table as lines of the log. */
export function eventLines(kind: GameKind, state: TableState, event: TableEvent): Line[] {
  const data = event.data ?? {};
  const line = (text: string, kind: Line["kind"] = "table", more: Partial<Line> = {}): Line => ({
    seq: event.seq,
    kind,
    text,
    at: event.at,
    ...(typeof event.seat === "number" ? { seat: event.seat } : {}),
    ...more,
  });
  const player = typeof event.seat === "number" ? seatName(state, event.seat) : "";
  switch (event.kind) {
    case "move": {
      const facts = data.facts as Facts | undefined;
      const made = kind.moveSentence(state, event.seat ?? 0, String(data.move), facts);
      return [
        line(made.text, "move", made.card ? { card: made.card } : {}),
        ...kind.causedLines(state, event.seat ?? 0, facts ?? {}).map((text) => line(text, "move")),
      ];
    }
    case "turn":
      return ((data.entries ?? []) as Entry[]).flatMap((entry) => kind.entryLines(state, entry, line));
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
    default:
      return [line(t(`event.${event.kind}`, { player }))];
  }
}
