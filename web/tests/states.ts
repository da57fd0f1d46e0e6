// Small states for tests: a table of Duel that has not begun, with what a test changes.

import type { SentState, TableState } from "../src/app/types";

export function tableState(part: Partial<TableState["table"]> = {}): SentState {
  const seat = {
    level: null,
    style: null,
    driver: "person",
    late: false,
    offered: false,
    given_up: false,
    bot_moves: 0,
    hints: 0,
    confirmed: true,
  } as const;
  return {
    table: {
      id: "abc",
      game: "duel",
      players: 2,
      status: "open",
      options: {
        live_score: "open",
        chat: "phrases",
        patience: 120,
        takeover: "easy",
        bot_pace_ms: null,
        clock: "none",
        game: {},
        hints: "off",
        went_on: null,
        public: false,
        seeded: false,
      },
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
      assisted: false,
      result: null,
      commitment: null,
      nonce: null,
      ...part,
    },
    view: null,
    options: [],
    changes: [],
    quotes: [],
    prices: null,
    chosen: [],
    clock: { preset: "none", now: 0, seats: [] },
  };
}
