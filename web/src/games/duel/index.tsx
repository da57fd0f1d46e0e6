// 7 Wonders Duel on the page.

import { useControls } from "../../app/controls";
import { and, roman, t } from "../../app/i18n";
import { whole } from "../../app/pad-sums";
import type { DuelView } from "../../app/types";
import { paymentLines } from "../../app/words";
import type { DuelEvent } from "../../generated/game";
import { CardWall } from "../../parts/card-wall";
import type { GameKind } from "../kind";
import { DUEL } from "./catalog";
import { DuelCityPanel } from "./city";
import { sentences } from "./log";
import { animate } from "./motion";
import { DuelReference } from "./reference";
import { DuelStatus, DuelTable, dangers, useDuel } from "./table";
import { DuelText } from "./text";
import { DuelTip } from "./tip";
import { optionEffect, optionSentence, question, tokenName } from "./words";

export const duel: GameKind<DuelView, DuelEvent> = {
  name: "duel",
  catalog: DUEL,
  players: [2],
  usualPlayers: 2,
  simultaneous: false,
  openPrices: true,
  icon: "shield",
  beginKey: "home.duel_bot",
  scenes: {
    home: { name: "The Pyramids", built: 1, total: 1 },
    lobby: "Rhodos",
    rules: "Gizah",
    lesson: "Olympia",
    statistics: { name: "The Colossus", built: 1, total: 1 },
  },
  endings: ["civilian", "military", "science"],
  categories: [
    { name: "military", icon: "shield", kind: "red" },
    { name: "civilian", icon: "laurel", kind: "blue" },
    { name: "science", icon: "gear", kind: "green" },
    { name: "commerce", icon: "trade", kind: "yellow" },
    { name: "guilds", icon: "crown", kind: "purple" },
    { name: "wonders", icon: "wonder", kind: "stone" },
    { name: "progress", icon: "scales", kind: "grey" },
    { name: "treasury", icon: "coin", kind: "brown", pad: "coins" },
  ],
  tieBreak: "blue",
  padSecond: (row) => whole(row.values.civilian),
  sections: ["goal", "setup", "turn", "cost", "chain", "wonders", "war", "science", "age", "end"],

  Table: DuelTable,
  Status: DuelStatus,
  City: OpenCity,
  Text: DuelText,
  Discard,
  Tip: DuelTip,
  title: (view, form) => {
    // A warning matters more than the word "Age".
    const short = form === "rail" || (form === "tower" && dangers(view, 0).length > 0);
    if (view.phase === "bid") return t(form === "desktop" ? "phase.duel.bid" : "phase.duel.bid_short");
    if (view.phase === "draft") return t(short ? "phase.duel.draft_short" : "phase.duel.draft");
    return short ? roman(view.age) : t("table.age", { age: roman(view.age) });
  },

  optionEffect,
  optionSentence,
  question,
  payment: (_controls, quote) => paymentLines("duel", quote),
  animate,
  sentences,

  setup: { first_game_wonders: false, bidding: false },
  Setup: ({ setup, change }) => (
    <>
      {(["first_game_wonders", "bidding"] as const).map((option) => (
        <label class="check">
          <input
            type="checkbox"
            checked={setup[option] ?? false}
            onChange={(e) => change({ [option]: e.currentTarget.checked })}
          />{" "}
          {t(`new.${option}`)}
        </label>
      ))}
    </>
  ),
  Reference: DuelReference,
  winnerScene(view, seat) {
    const { wonders } = view.cities[seat]!;
    const shown = wonders.find(({ built }) => built) ?? wonders[0];
    return { name: shown?.name ?? "The Pyramids", built: 1, total: 1 };
  },
  deal: (view) => view.deal ?? null,
  opened: (view, everything) => ({ ...view, layout: everything.layout as DuelView["layout"] }),
};

function OpenCity({ seat }: { seat: number }) {
  return <DuelCityPanel seat={seat} own={seat === useControls().you} whole />;
}

function Discard() {
  const { view } = useDuel();
  return (
    <>
      <CardWall game="duel" names={view.discard} />
      {view.box_tokens.length > 0 && (
        <p class="muted">{t("discard.box_tokens", { tokens: and(view.box_tokens.map(tokenName)) })}</p>
      )}
    </>
  );
}
