// Small states for tests: a table of Duel that has not begun, with what a test changes.

import type { TableState } from "../src/app/types";

export function tableState(part: Partial<TableState["table"]> = {}): TableState {
  const seat = { level: null, driver: "person", late: false, offered: false };
  return {
    table: {
      id: "abc",
      game: "duel",
      players: 2,
      status: "open",
      options: { live_score: "open", chat: "phrases", takeover: "easy", clock: "none" },
      seats: [
        { ...seat, seat: 0, kind: "person", name: "Anna" },
        { ...seat, seat: 1, kind: "bot", name: "easy", level: "easy", driver: "bot" },
      ],
      host: 0,
      waiting_for: [],
      ready: [],
      asked: null,
      moves: 0,
      next: null,
      origin: "played",
      created: 0,
      ...part,
    },
    view: null,
    options: [],
    quotes: [],
    prices: null,
    choice: [],
    clock: null,
  };
}
