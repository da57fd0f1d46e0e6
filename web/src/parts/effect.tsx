// What a card, stage, wonder or token does, as symbols. One function for both games: an effect is a set of kinds with
// numbers.

import type { ComponentChildren } from "preact";
import type { Count, Effect, GameName } from "../app/catalog";
import { goodName, kindName, num, symbolName, t } from "../app/i18n";
import { cornice, type Kind } from "../art/cornice";
import { Coin, Good, Icon, Laurel, type Size } from "../art/icons";

/** A tiny house in a kind's colour and silhouette: "for each such card". */
export function KindChip({ kind, size = 16 }: { kind: Kind; size?: Size }) {
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

/** Pixels; or "em", for signs that grow with the text around them. */
export type SignSize = number | "em";
const times = (size: SignSize, k: number): Size => (size === "em" ? `${k}em` : size * k);

function counted(count: Count, of: SignSize, k: number): ComponentChildren {
  const size = times(of, k);
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
      {left && <Icon name="left" size={times(of, k * 0.62)} />}
      {things}
      {(left || right) && self && <Icon name="down" size={times(of, k * 0.62)} />}
      {right && <Icon name="right" size={times(of, k * 0.62)} />}
      {count.city === "most" && <Icon name="crown" size={times(of, k * 0.72)} />}
    </span>
  );
}

function repeated(n: number, make: () => ComponentChildren): ComponentChildren[] {
  return Array.from({ length: n }, make);
}

/** The symbols of an effect, in the order in which one reads them. */
export function effectBits(game: GameName, effect: Effect, of: SignSize): ComponentChildren[] {
  const bits: ComponentChildren[] = [];
  const good = (name: string) => <Good name={name} size={times(of, 1)} label={goodName(name)} />;
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
        <Coin n={1} size={times(of, 0.9)} />
      </span>,
    );
  if (effect.trade) {
    const { goods, neighbours, price } = effect.trade;
    bits.push(
      <span class="rate">
        {neighbours.includes("left") && <Icon name="left" size={times(of, 0.7)} />}
        {goods === "raw" ? <KindChip kind="brown" size={times(of, 1)} /> : <KindChip kind="grey" size={times(of, 1)} />}
        <Coin n={price} size={times(of, 0.9)} />
        {neighbours.includes("right") && <Icon name="right" size={times(of, 0.7)} />}
      </span>,
    );
  }
  if (effect.science)
    bits.push(<Icon name={effect.science} size={times(of, 1.15)} label={symbolName(game, effect.science)} />);
  if (effect.shields)
    bits.push(
      ...repeated(effect.shields, () => <Icon name="shield" size={times(of, 1.05)} label={t("sign.shield")} />),
    );
  if (effect.coins)
    bits.push(<Coin n={effect.coins} size={times(of, 1.1)} label={t("good.count.coins", { n: effect.coins })} />);
  if (effect.opponent_loses_coins)
    bits.push(
      <span class="loss">
        <Coin
          n={num(-effect.opponent_loses_coins)}
          size={times(of, 1.1)}
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
        <Coin n={n} size={times(of, 1)} />
        {same && <Laurel n={points} size={times(of, 1.2)} />}
        {counted(effect.coins_per, of, 0.82)}
      </span>,
    );
  }
  if (effect.points_per && !same) {
    const n = effect.points_per.amount ?? effect.points_per.each ?? 1;
    bits.push(
      <span class="rate">
        <Laurel n={n} size={times(of, 1.25)} />
        {counted(effect.points_per, of, 0.82)}
      </span>,
    );
  }
  if (effect.points)
    bits.push(<Laurel n={effect.points} size={times(of, 1.45)} label={t("count.points", { n: effect.points })} />);
  const sign = (name: string, key: string) => bits.push(<Icon name={name} size={times(of, 1.1)} label={t(key)} />);
  if (effect.extra_turn || effect.all_wonders_extra_turn) sign("extra_turn", "sign.extra_turn");
  if (effect.destroy)
    bits.push(
      <span class="rate">
        <Icon name="destroy" size={times(of, 1)} label={t("sign.destroy")} />
        <KindChip kind={effect.destroy} size={times(of, 0.82)} />
      </span>,
    );
  if (effect.build_from_discard || effect.special === "build_from_discard") sign("revive", "sign.revive");
  if (effect.progress_from_box) sign("library", "sign.library");
  if (effect.special === "play_seventh_card") sign("seventh", "sign.seventh");
  if (effect.special === "free_build_once_per_age") sign("free", "sign.free_build");
  if (effect.special?.startsWith("free_build_first") || effect.special === "free_build_last_of_age")
    sign("free", `sign.${effect.special}`);
  if (effect.special === "copy_neighbour_guild") sign("copy", "sign.copy_guild");
  if (effect.points_if) {
    sign("wonder", `sign.${effect.points_if.condition}`);
    bits.push(
      <Laurel
        n={effect.points_if.points}
        size={times(of, 1.45)}
        label={t("count.points", { n: effect.points_if.points })}
      />,
    );
  }
  if (effect.discount)
    bits.push(
      <span class="rate">
        {effect.discount.applies_to === "wonders" ? (
          <Icon name="wonder" size={times(of, 1)} label={t("sign.discount_wonders")} />
        ) : (
          <KindChip kind="blue" size={times(of, 0.9)} />
        )}
        <b class="minus">{num(-effect.discount.resources)}</b>
      </span>,
    );
  if (effect.gain_opponent_trade_spend)
    bits.push(
      <span class="rate">
        <Icon name="trade" size={times(of, 1)} label={t("sign.economy")} />
        <Icon name="coin" size={times(of, 1)} />
      </span>,
    );
  if (effect.extra_shield_per_red_card)
    bits.push(
      <span class="rate">
        <KindChip kind="red" size={times(of, 0.9)} />
        <b>+</b>
        <Icon name="shield" size={times(of, 1)} label={t("sign.strategy")} />
      </span>,
    );
  if (effect.coins_per_chain_build)
    bits.push(
      <span class="rate">
        <Icon name="chain" size={times(of, 1)} label={t("sign.urbanism")} />
        <Coin n={effect.coins_per_chain_build} size={times(of, 1)} />
      </span>,
    );
  return bits;
}

/** How wide the signs of an effect are together, in their own size: what a narrow band divides its width by. */
export function effectWidth(effect: Effect): number {
  const either = (n: number) => n + (n - 1) * 0.25;
  const counts = (count: Count) =>
    0.9 * ((count.colors?.length ?? 0) || (Array.isArray(count.what) ? count.what.length : 1)) +
    0.6 * (count.whose ?? []).length +
    (count.city === "most" ? 0.7 : 0);
  const made = effect.produces ?? {};
  const widths = [
    ...(Array.isArray(made) ? made.map((unit) => either(unit.length)) : Object.values(made).map((n) => n * 1.1)),
    effect.produces_choice ? either(effect.produces_choice.length) : 0,
    effect.trade_price_one ? effect.trade_price_one.length + 0.9 : 0,
    effect.trade ? 1.9 + 0.7 * effect.trade.neighbours.length : 0,
    effect.science ? 1.15 : 0,
    (effect.shields ?? 0) * 1.15,
    effect.coins ? 1.1 : 0,
    effect.coins_per ? 1 + (effect.points_per ? 1.2 : 0) + counts(effect.coins_per) : 0,
    effect.points_per && !effect.coins_per ? 1.25 + counts(effect.points_per) : 0,
    effect.points ? 1.45 : 0,
    effect.discount || effect.destroy ? 2 : 0,
  ].filter(Boolean);
  return Math.max(
    1.45,
    widths.reduce((sum, width) => sum + width + 0.12, 0),
  );
}

export function EffectRow({ game, effect, size = 20 }: { game: GameName; effect: Effect; size?: SignSize }) {
  return <span class="effect">{effectBits(game, effect, size)}</span>;
}
