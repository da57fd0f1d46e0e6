// Sentences of the study screens: reasons, chances, when a moment was.

import type { GameName } from "../app/catalog";
import { type Args, cardName, goodName, has, num, percent, roman, symbolName, t } from "../app/i18n";
import type { Named } from "../app/types";
import { seatName } from "../app/words";
import type { Moment, Reason } from "../generated/study";

/** Whether an argument of a reason is a wonder. */
export const isWonder = (name: string): boolean => ["wonder", "another", "third", "fourth"].includes(name);

/** A reason in one sentence; what an argument is says its name (mirabilia.study.model.Reason). */
export function reasonText(game: GameName, state: Named, reason: Reason): string {
  if (!has(`study.reason.${reason.kind}`)) return ""; // a newer analyser may know kinds that this page has no words for
  const args: Args = {};
  for (const [name, value] of Object.entries(reason.args)) {
    if (name === "player" && typeof value === "number") args[name] = seatName(state, value);
    else if (name === "share" && typeof value === "number") args[name] = percent(value);
    else if (typeof value === "number") args[name] = value;
    else if (name === "good") args[name] = goodName(value);
    else if (name === "category") args[name] = t(`category.${game}.${value}`);
    else if (name === "symbol") args[name] = symbolName(game, value);
    else if (isWonder(name))
      args[name] = has(`duel.wonder.${value}`) ? t(`duel.wonder.${value}`) : t(`wonders.wonder.${value}`);
    else if (name === "token") args[name] = t(`duel.token.${value}`);
    else args[name] = has(`${game}.card.${value}`) ? cardName(game, value) : value;
  }
  return t(`study.reason.${reason.kind}`, args);
}

/** A chance between 0 and 1 in whole per cent. */
export const chanceText = (chance: number): string => percent(Math.round(chance * 100) / 100);

/** What was given away, with a minus sign: "−29" in a column of per cents, "−29%" beside a move. */
export const lossText = (loss: number): string => `−${num(Math.round(loss * 100))}`;
export const lossPercent = (loss: number): string => percent(-Math.round(loss * 100) / 100);
/** A change of the chance with its sign: "+12%", "−29%". */
export const changePercent = (change: number): string =>
  (change > 0 ? "+" : "") + percent(Math.round(change * 100) / 100);

/** When a moment was: "Age II, card 6". */
export function whenText(game: GameName, { age, turn }: Pick<Moment, "age" | "turn">): string {
  if (age === 0) return t("study.when.draft", { n: turn });
  return t(`study.when.${game}`, { age: roman(age), n: turn });
}
