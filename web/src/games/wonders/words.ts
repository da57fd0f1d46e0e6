// Sentences of 7 Wonders: names, options, what is asked, whom one pays.

import { type Controls, ownSeat } from "../../app/controls";
import { cardName, t } from "../../app/i18n";
import type { Option, Quote, WondersView } from "../../app/types";
import { chainGiver, paymentLines, seatName } from "../../app/words";
import { effectWords } from "../../parts/effect-words";
import { edition, WONDERS } from "./catalog";
import { ring } from "./ring";

export const boardName = (city: string): string => t(`wonders.board.${city}`);
/** A side of a board: by letter, or day and night in the second edition. */
export const sideName = (side: "A" | "B"): string => (edition.value === 2 ? sideWords(side) : side);
/** The same where it stands alone: "side A", or "day side". */
export const sideWords = (side: "A" | "B"): string =>
  t(`new.boards_${edition.value === 2 ? (side === "A" ? "day" : "night") : side}`);
export const boardWonder = (city: string): string => t(`wonders.wonder.${city}`);

export function neighbourName(controls: Controls, side: "left" | "right"): string {
  return seatName(controls.state, ring(controls.state.table, ownSeat(controls))[side]);
}

export const payment = (controls: Controls, quote: Quote | undefined): string[] =>
  paymentLines("wonders", quote, (side) => neighbourName(controls, side));

/** An option as a whole sentence, for text mode, tooltips and screen readers. */
export function optionSentence(controls: Controls, option: Option): string {
  const base = "option.wonders.";
  const sentence = plainSentence(controls, option, base);
  return option.city === "free" ? t(`${base}free_city`, { option: sentence }) : sentence;
}

function plainSentence(controls: Controls, option: Option, base: string): string {
  const quote = option.card ? controls.state.quotes.find((q) => q.card === option.card) : undefined;
  const card = option.card ? cardName("wonders", option.card) : "";
  const [left, right] = option.pay ?? [0, 0];
  const bank = option.bank ?? 0;
  const total = left + right + bank;
  switch (option.action) {
    case "build": {
      const from = chainGiver(quote);
      if (from) return t(`${base}build_chain`, { card, from: cardName("wonders", from) });
      if (left && right) return t(`${base}build_split`, { card, left, right, bank });
      return total ? t(`${base}build_paid`, { card, n: total }) : t(`${base}build`, { card });
    }
    case "stage": {
      const stage = controls.state.quotes.find((q) => q.stage !== undefined)?.stage ?? 1;
      if (left && right) return t(`${base}stage_split`, { card, stage, left, right });
      return total ? t(`${base}stage_paid`, { card, stage, n: total }) : t(`${base}stage`, { card, stage });
    }
    case "discard":
      return t(`${base}discard`, { card, n: WONDERS.constants.discard_coins });
    case "board":
      return t(`${base}board`, { wonder: boardWonder(option.board!), side: sideWords(option.side!) });
    case "revive":
      return option.card ? t(`${base}revive`, { card }) : t(`${base}revive_none`);
    default:
      return t(`${base}${option.action}`, { card });
  }
}

/** What an option brings its own city. */
export function optionEffect(controls: Controls, { action, card, city }: Option): string[] {
  if (action === "stage" && city !== "free") {
    const own = (controls.state.view as WondersView).cities[ownSeat(controls)]!;
    const stage = WONDERS.boards.get(own.board)?.[own.side][own.stages];
    return stage ? effectWords("wonders", stage.effect) : [];
  }
  const built = action !== "discard" && action !== "stage" && card ? WONDERS.cards.get(card) : undefined;
  return built ? effectWords("wonders", built.effect) : [];
}

/** What is asked of the viewer now. */
export function question(controls: Controls): string {
  const { view, options } = controls.state;
  if (!view || !options.length) return "";
  return t(options[0]!.city === "free" ? "question.wonders.free_city" : `question.wonders.${view.phase}`);
}
