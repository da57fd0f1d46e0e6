// Sentences of 7 Wonders Duel: names, options, what is asked.

import type { Controls } from "../../app/controls";
import { cardName, t } from "../../app/i18n";
import type { Option } from "../../app/types";
import { chainGiver, seatName } from "../../app/words";
import { effectWords } from "../../parts/effect-words";
import { DUEL } from "./catalog";

export const wonderName = (name: string): string => t(`duel.wonder.${name}`);
/** The name for a small place: English leaves its article out there. */
export const shortWonder = (name: string): string => wonderName(name).replace(/^The /, "");
export const tokenName = (name: string): string => t(`duel.token.${name}`);

/** An option as a whole sentence, for text mode, tooltips and screen readers. */
export function optionSentence(controls: Controls, option: Option): string {
  const quote = option.card ? controls.state.quotes.find((q) => q.card === option.card) : undefined;
  const card = option.card ? cardName("duel", option.card) : "";
  const base = "option.duel.";
  switch (option.action) {
    case "build": {
      const from = chainGiver(quote);
      if (from) return t(`${base}build_chain`, { card, from: cardName("duel", from) });
      return option.price ? t(`${base}build_paid`, { card, n: option.price }) : t(`${base}build`, { card });
    }
    case "discard":
      return t(`${base}discard`, { card, n: option.gain ?? 0 });
    case "wonder": {
      const wonder = wonderName(option.wonder!);
      return option.price
        ? t(`${base}wonder_paid`, { card, wonder, n: option.price })
        : t(`${base}wonder`, { card, wonder });
    }
    case "bid":
      return t(`${base}bid`, { n: option.coins ?? 0 });
    case "draft":
      return t(`${base}draft`, { wonder: wonderName(option.wonder!) });
    case "token":
    case "library":
      return t(`${base}${option.action}`, { token: tokenName(option.token!) });
    case "starter":
      return option.seat === controls.you
        ? t(`${base}starter_me`)
        : t(`${base}starter_other`, { player: seatName(controls.state, option.seat!) });
    default:
      return t(`${base}${option.action}`, { card });
  }
}

/** What an option brings its own city. */
export function optionEffect(_controls: Controls, { action, card, wonder, token }: Option): string[] {
  const brought =
    action === "wonder" || action === "draft"
      ? DUEL.wonders.get(wonder!)
      : action === "token" || action === "library"
        ? DUEL.tokens.get(token!)
        : action === "build" || action === "revive"
          ? DUEL.cards.get(card!)
          : undefined;
  return brought ? effectWords("duel", brought.effect) : [];
}

/** What is asked of the viewer now. */
export function question(controls: Controls): string {
  const { view, options } = controls.state;
  if (view?.game !== "duel" || !options.length) return "";
  if (view.phase === "bid" && !view.bid) return t("question.duel.bid_opening"); // who bids first cannot pass
  return view.phase === "destroy" ? t(`question.duel.destroy.${view.destroy_color}`) : t(`question.duel.${view.phase}`);
}
