// What a card, stage, wonder or token does, as symbols. One function for both games: an effect is a set of kinds with
// numbers.

import type { ComponentChildren } from "preact";
import type { Count, Effect, GameName } from "../app/catalog";
import { goodName, kindName, symbolName, t } from "../app/i18n";
import { cornice, type Kind } from "../art/cornice";
import { Coin, Good, Icon, Laurel } from "../art/icons";

/** A tiny house in a kind's colour and silhouette: "for each such card". */
export function KindChip({ kind, size = 16 }: { kind: Kind; size?: number }) {
  return (
    <svg
      class={`chip kind-${kind}`}
      width={size}
      height={size}
      viewBox="0 0 100 100"
      role="img"
      aria-label={kindName(kind)}
    >
      <g transform="translate(0 0) scale(1 3)">
        <path d={cornice(kind)} />
      </g>
      <path d="M0 29h100v71H0z" />
    </svg>
  );
}

function counted(count: Count, size: number): ComponentChildren {
  const whats = Array.isArray(count.what) ? count.what : [count.what];
  const things = whats.flatMap((what): ComponentChildren[] => {
    if (what === "cards") return (count.colors ?? []).map((kind) => <KindChip kind={kind} size={size} />);
    if (what === "wonders" || what === "wonder_stage")
      return [<Icon name="wonder" size={size} label={t("sign.each_wonder")} />];
    if (what === "coin_triplets") return [<Coin n={3} size={size} label={t("sign.each_three_coins")} />];
    if (what === "progress_tokens") return [<Icon name="gear" size={size} label={t("sign.each_token")} />];
    if (what === "defeat_token") return [<Icon name="defeat" size={size} label={t("sign.each_defeat")} />];
    return [<KindChip kind={what as Kind} size={size} />];
  });
  const whose = count.whose ?? [];
  const left = whose.includes("left"),
    right = whose.includes("right"),
    self = whose.includes("self");
  return (
    <span class="per">
      {left && <Icon name="left" size={size * 0.62} />}
      {things}
      {(left || right) && self && <Icon name="down" size={size * 0.62} />}
      {right && <Icon name="right" size={size * 0.62} />}
      {count.city === "most" && <Icon name="crown" size={size * 0.72} />}
    </span>
  );
}

function repeated(n: number, make: () => ComponentChildren): ComponentChildren[] {
  return Array.from({ length: n }, make);
}

/** The symbols of an effect, in the order in which one reads them. */
export function effectBits(game: GameName, effect: Effect, size: number): ComponentChildren[] {
  const bits: ComponentChildren[] = [];
  const good = (name: string) => <Good name={name} size={size} label={goodName(name)} />;
  const choice = (names: string[]) => (
    <span class="anyof">
      {names.map((name, i) => (
        <>
          {i > 0 && <i class="slash" aria-hidden="true" />}
          {good(name)}
        </>
      ))}
    </span>
  );
  if (Array.isArray(effect.produces))
    for (const unit of effect.produces) bits.push(unit.length > 1 ? choice(unit) : good(unit[0]!));
  else for (const [name, n] of Object.entries(effect.produces ?? {})) bits.push(...repeated(n, () => good(name)));
  if (effect.produces_choice) bits.push(choice(effect.produces_choice));
  if (effect.trade_price_one)
    bits.push(
      <span class="rate">
        {effect.trade_price_one.map(good)}
        <Coin n={1} size={size * 0.9} />
      </span>,
    );
  if (effect.trade) {
    const { goods, neighbours, price } = effect.trade;
    bits.push(
      <span class="rate">
        {neighbours.includes("left") && <Icon name="left" size={size * 0.7} />}
        {goods === "raw" ? <KindChip kind="brown" size={size} /> : <KindChip kind="grey" size={size} />}
        <Coin n={price} size={size * 0.9} />
        {neighbours.includes("right") && <Icon name="right" size={size * 0.7} />}
      </span>,
    );
  }
  if (effect.science)
    bits.push(<Icon name={effect.science} size={size * 1.15} label={symbolName(game, effect.science)} />);
  if (effect.shields)
    bits.push(...repeated(effect.shields, () => <Icon name="shield" size={size * 1.05} label={t("sign.shield")} />));
  if (effect.coins)
    bits.push(<Coin n={effect.coins} size={size * 1.1} label={t("good.count.coins", { n: effect.coins })} />);
  if (effect.opponent_loses_coins)
    bits.push(
      <span class="loss">
        <Coin
          n={-effect.opponent_loses_coins}
          size={size * 1.1}
          label={t("sign.opponent_loses", { n: effect.opponent_loses_coins })}
        />
      </span>,
    );
  const same =
    effect.coins_per &&
    effect.points_per &&
    JSON.stringify({ ...effect.coins_per, amount: 0, each: 0 }) ===
      JSON.stringify({ ...effect.points_per, amount: 0, each: 0 });
  if (effect.coins_per) {
    const n = effect.coins_per.amount ?? effect.coins_per.each ?? 1;
    const points = same ? (effect.points_per!.amount ?? effect.points_per!.each ?? 1) : 0;
    bits.push(
      <span class="rate">
        <Coin n={n} size={size} />
        {same && <Laurel n={points} size={size * 1.2} />}
        {counted(effect.coins_per, size * 0.82)}
      </span>,
    );
  }
  if (effect.points_per && !same) {
    const n = effect.points_per.amount ?? effect.points_per.each ?? 1;
    bits.push(
      <span class="rate">
        <Laurel n={n} size={size * 1.25} />
        {counted(effect.points_per, size * 0.82)}
      </span>,
    );
  }
  if (effect.points)
    bits.push(<Laurel n={effect.points} size={size * 1.45} label={t("count.points", { n: effect.points })} />);
  const sign = (name: string, key: string) => bits.push(<Icon name={name} size={size * 1.1} label={t(key)} />);
  if (effect.extra_turn || effect.all_wonders_extra_turn) sign("extra_turn", "sign.extra_turn");
  if (effect.destroy)
    bits.push(
      <span class="rate">
        <Icon name="destroy" size={size} label={t("sign.destroy")} />
        <KindChip kind={effect.destroy} size={size * 0.82} />
      </span>,
    );
  if (effect.build_from_discard || effect.special === "build_from_discard") sign("revive", "sign.revive");
  if (effect.progress_from_box) sign("library", "sign.library");
  if (effect.special === "play_seventh_card") sign("seventh", "sign.seventh");
  if (effect.special === "free_build_once_per_age") sign("free", "sign.free_build");
  if (effect.special === "copy_neighbour_guild") sign("copy", "sign.copy_guild");
  if (effect.discount)
    bits.push(
      <span class="rate">
        {effect.discount.applies_to === "wonders" ? (
          <Icon name="wonder" size={size} label={t("sign.discount_wonders")} />
        ) : (
          <KindChip kind="blue" size={size * 0.9} />
        )}
        <b class="minus">{-effect.discount.resources}</b>
      </span>,
    );
  if (effect.gain_opponent_trade_spend)
    bits.push(
      <span class="rate">
        <Icon name="trade" size={size} label={t("sign.economy")} />
        <Icon name="coin" size={size} />
      </span>,
    );
  if (effect.extra_shield_per_red_card)
    bits.push(
      <span class="rate">
        <KindChip kind="red" size={size * 0.9} />
        <b>+</b>
        <Icon name="shield" size={size} label={t("sign.strategy")} />
      </span>,
    );
  if (effect.coins_per_chain_build)
    bits.push(
      <span class="rate">
        <Icon name="chain" size={size} label={t("sign.urbanism")} />
        <Coin n={effect.coins_per_chain_build} size={size} />
      </span>,
    );
  return bits;
}

export function EffectRow({ game, effect, size = 20 }: { game: GameName; effect: Effect; size?: number }) {
  return <span class="effect">{effectBits(game, effect, size)}</span>;
}
