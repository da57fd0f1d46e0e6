// What an effect means, in whole sentences of the locale files.

import type { Count, Effect, GameName } from "../app/catalog";
import { and, goodName, or, symbolName, t } from "../app/i18n";
import { goodsList, tally } from "../app/words";

const per = (game: GameName, what: string, count: Count): string => {
  const n = count.amount ?? count.each ?? 1;
  const things = count.colors ? `cards_${count.colors.join("_")}` : [count.what].flat().join("_");
  const whose = count.whose ? count.whose.join("_") : count.city;
  return t(`effect.${game}.${what}.${things}.${whose}`, { n });
};

export function effectWords(game: GameName, effect: Effect): string[] {
  const key = (name: string) => `effect.${game}.${name}`;
  const lines: string[] = [];
  if (Array.isArray(effect.produces)) {
    const fixed = effect.produces.filter((unit) => unit.length === 1).map((unit) => unit[0]!);
    if (fixed.length) lines.push(t(key("produces"), { goods: goodsList(tally(fixed)) }));
    for (const unit of effect.produces)
      if (unit.length > 1)
        lines.push(t(key(effect.sellable ? "produces_choice" : "produces_own"), { goods: or(unit.map(goodName)) }));
  } else if (effect.produces) {
    lines.push(t(key("produces"), { goods: goodsList(effect.produces) }));
  }
  if (effect.produces_choice)
    lines.push(t(key("produces_choice"), { goods: or(effect.produces_choice.map(goodName)) }));
  if (effect.trade_price_one)
    lines.push(t(key("trade_price_one"), { goods: and(effect.trade_price_one.map(goodName)) }));
  if (effect.trade) lines.push(t(key(`trade.${effect.trade.goods}.${effect.trade.neighbours.join("_")}`)));
  if (effect.science)
    lines.push(
      effect.science === "any"
        ? t(key("science.any"))
        : t(key("science"), { symbol: symbolName(game, effect.science) }),
    );
  for (const name of ["shields", "coins", "points"] as const)
    if (effect[name]) lines.push(t(key(name), { n: effect[name] }));
  if (effect.opponent_loses_coins) lines.push(t(key("opponent_loses_coins"), { n: effect.opponent_loses_coins }));
  if (effect.coins_per) lines.push(per(game, "coins_per", effect.coins_per));
  if (effect.points_per) lines.push(per(game, "points_per", effect.points_per));
  if (effect.points_if) lines.push(t(key(`points_if.${effect.points_if.condition}`), { n: effect.points_if.points }));
  if (effect.destroy) lines.push(t(key(`destroy.${effect.destroy}`)));
  if (effect.build_from_discard) lines.push(t(key("build_from_discard")));
  if (effect.progress_from_box) lines.push(t(key("progress_from_box"), { ...effect.progress_from_box }));
  if (effect.special) lines.push(t(key(`special.${effect.special}`)));
  if (effect.discount) lines.push(t(key(`discount.${effect.discount.applies_to}`), { n: effect.discount.resources }));
  if (effect.gain_opponent_trade_spend) lines.push(t(key("gain_opponent_trade_spend")));
  if (effect.extra_shield_per_red_card)
    lines.push(t(key("extra_shield_per_red_card"), { n: effect.extra_shield_per_red_card }));
  if (effect.all_wonders_extra_turn) lines.push(t(key("all_wonders_extra_turn")));
  if (effect.coins_per_chain_build) lines.push(t(key("coins_per_chain_build"), { n: effect.coins_per_chain_build }));
  if (effect.extra_turn) lines.push(t(key("extra_turn")));
  return lines;
}
