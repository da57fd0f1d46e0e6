// 7 Wonders on the page.

import { t } from "../../app/i18n";
import { whole } from "../../app/pad-sums";
import { keep, kept } from "../../app/settings";
import type { WondersView } from "../../app/types";
import { cardList, seatName } from "../../app/words";
import type { WondersEvent } from "../../generated/game";
import { CardWall } from "../../parts/card-wall";
import { Choose } from "../../parts/choose";
import type { GameKind } from "../kind";
import { AllHands } from "./all-hands";
import { BoardChoice, boardsFor } from "./board-choice";
import { EDITIONS, WONDERS } from "./catalog";
import { sentences } from "./log";
import { animate } from "./motion";
import { OwnCity } from "./own-city";
import { WondersReference } from "./reference";
import { turnTitle, useWonders, WondersStatus, WondersTable } from "./table";
import { WondersText } from "./text";
import { optionEffect, optionSentence, payment, question } from "./words";

const EDITION_KEY = "mirabilia.edition";
const DAY_AND_NIGHT: Record<string, string> = { A: "day", B: "night" }; // as the second edition calls the sides
/** A side as the edition of the table calls it. */
const sideLabel = (edition: number | undefined) => (side: string) =>
  t(`new.boards_${(edition === 2 && DAY_AND_NIGHT[side]) || side}`);
/** The wished edition, or the first one where it is not for so many. */
const editionFor = (wished: number | undefined, players: number): number =>
  EDITIONS.find((each) => each.number === wished && each.players.includes(players))?.number ?? 1;

export const wonders: GameKind<WondersView, WondersEvent> = {
  name: "wonders",
  catalog: WONDERS,
  players: [2, 3, 4, 5, 6, 7],
  usualPlayers: 4,
  simultaneous: true,
  openPrices: false,
  icon: "wonder",
  beginKey: "home.wonders_bots",
  scenes: {
    home: { name: "Alexandria", built: 3, total: 3, dusk: true },
    lobby: "Babylon",
    rules: "Halikarnassos",
    lesson: "Ephesos",
    statistics: { name: "Ephesos", built: 1, total: 1, dusk: true },
  },
  endings: ["civilian"],
  categories: [
    { name: "military", icon: "shield", kind: "red" },
    { name: "treasury", icon: "coin", kind: "brown", pad: "coins" },
    { name: "wonder", icon: "wonder", kind: "stone" },
    { name: "civilian", icon: "laurel", kind: "blue" },
    { name: "commerce", icon: "trade", kind: "yellow" },
    { name: "guilds", icon: "crown", kind: "purple" },
    { name: "science", icon: "gear", kind: "green", pad: "symbols" },
  ],
  tieBreak: "coins",
  padSecond: (row) => whole(row.coins),
  sections: [
    "goal",
    "setup",
    "turn",
    "cost",
    "trade",
    "chain",
    "stages",
    "war",
    "end",
    "science",
    "guilds",
    "powers",
    "two",
  ],

  Table: WondersTable,
  Status: WondersStatus,
  City: OpenCity,
  Text: WondersText,
  Discard,
  title: (view, form) => turnTitle(view, form !== "desktop"),

  optionEffect,
  optionSentence,
  question,
  payment,
  animate,
  sentences,

  setup: { boards: "random", edition: kept<number>(EDITION_KEY) ?? 1 },
  setupFor: (setup, players) => ({
    ...setup,
    edition: editionFor(setup.edition, players),
    ...(Array.isArray(setup.boards) ? { boards: boardsFor(setup.boards, players) } : {}),
  }),
  Setup: ({ setup, change, players }) => {
    const edition = editionFor(setup.edition, players);
    return (
      <>
        <Choose
          name="edition"
          value={String(edition)}
          values={EDITIONS.filter((each) => each.players.includes(players)).map((each) => String(each.number))}
          label={(number) => t(`edition.${number}`)}
          change={(number) => {
            keep(EDITION_KEY, Number(number));
            change({ edition: Number(number) });
          }}
        />
        <Choose
          name="boards"
          value={Array.isArray(setup.boards) ? "chosen" : String(setup.boards)}
          values={["random", "A", "B", "chosen", "draft"]}
          label={sideLabel(edition)}
          change={(boards) => change({ boards: boards === "chosen" ? boardsFor([], players) : boards })}
        />
        {Array.isArray(setup.boards) && (
          <BoardChoice
            boards={boardsFor(setup.boards, players)}
            label={sideLabel(edition)}
            change={(boards) => change({ boards })}
          />
        )}
        <p class="muted">{t("new.edition_about")}</p>
      </>
    );
  },
  Reference: WondersReference,
  winnerScene(view, seat) {
    const city = view.cities[seat]!;
    return { name: city.board, built: city.stages, total: city.stages_in_all, dusk: city.side === "B" };
  },
  deal: (view) => view.secrets?.deal ?? null,
  Secrets,
  opened(view, everything) {
    const { discard, under_stages } = everything as { discard: string[]; under_stages: string[][] };
    return {
      ...view,
      discard: { ...view.discard, cards: discard },
      ...(view.secrets ? { secrets: { ...view.secrets, discard, under_stages } } : {}),
    };
  },
  hands: (controls, everything) => <AllHands controls={controls} hands={(everything.hands ?? []) as string[][]} />,
};

function OpenCity({ seat }: { seat: number }) {
  return (
    <div class="citydialog">
      <OwnCity seat={seat} whole />
    </div>
  );
}

function Discard() {
  const { view } = useWonders();
  return (
    <>
      {!view.secrets && !view.discard.cards && (
        <p>
          {t("discard.size", { n: view.discard.size })} {t("discard.own_only")}
        </p>
      )}
      <CardWall game="wonders" names={view.secrets?.discard ?? view.discard.cards ?? view.discard.own} />
    </>
  );
}

/** Cards that lay under wonders. */
function Secrets() {
  const { controls, view } = useWonders();
  const { secrets } = view;
  const rows = (secrets?.under_stages ?? [])
    .map((cards, seat) => ({ seat, cards }))
    .filter(({ cards }) => cards.length);
  if (!rows.length) return null;
  return (
    <details>
      <summary>{t("over.secrets")}</summary>
      <ul>
        {rows.map(({ seat, cards }) => (
          <li>{t("over.under", { player: seatName(controls.state, seat), cards: cardList("wonders", cards) })}</li>
        ))}
      </ul>
    </details>
  );
}
