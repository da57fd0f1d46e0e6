// A card at three sizes: Card (hand, pyramid, dialogs), Slip (a hand on a phone) and Tile (a built city).

import type { ComponentChildren, HTMLAttributes } from "preact";
import type { Card, GameName } from "../app/catalog";
import { classes } from "../app/classes";
import { cardName, goodName, kindName, namePieces, shortKind, t } from "../app/i18n";
import type { PlanLine, Quote } from "../app/types";
import { cornice, type Kind } from "../art/cornice";
import { Emblem } from "../art/emblem";
import { Coin, Good, Icon, Laurel } from "../art/icons";
import { cardOf } from "../games/catalogs";
import { effectBits } from "./effect";

export function Cornice({ kind }: { kind: Kind }) {
  return (
    <svg class={`cornice kind-${kind}`} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <path d={cornice(kind)} />
    </svg>
  );
}

/** How a card can be had: four shapes, so that colour is never needed. */
export function Verdict({ quote, size = 26 }: { quote?: Quote | undefined; size?: number }) {
  if (!quote) return null;
  const price = quotePrice(quote);
  if (!quote.affordable)
    return (
      <span class="verdict no" role="img" aria-label={t("verdict.no")}>
        <Icon name="cross" size={size * 0.56} />
      </span>
    );
  if (quote.chain)
    return (
      <span class="verdict chain" role="img" aria-label={t("verdict.chain")}>
        <Icon name="chain" size={size * 0.64} />
      </span>
    );
  if (price > 0)
    return (
      <span class="verdict pay">
        <Coin n={price} size={size} label={t("good.count.coins", { n: price })} />
      </span>
    );
  return (
    <span class="verdict yes" role="img" aria-label={t("verdict.yes")}>
      <Icon name="tick" size={size * 0.62} />
    </span>
  );
}

/** Coins in all for the cheapest way. */
export function quotePrice(quote: Quote): number {
  if (quote.price !== undefined) return quote.price;
  const pays = quote.pays ?? [];
  const trade = pays.length ? Math.min(...pays.map(([a, b]) => a + b)) : 0;
  return trade + quote.bank;
}

/** A unit of a cost: as planned, or only as printed. */
type Pip = Omit<PlanLine, "source"> & { source: PlanLine["source"] | "open" };

/** The cost as pips: own ones solid, bought ones with an arrow to the seller or a coin, missing ones dashed. */
export function Pips({
  cost,
  plan,
  size = 18,
}: {
  cost: Record<string, number>;
  plan?: PlanLine[] | undefined;
  size?: number;
}) {
  const lines: Pip[] =
    plan?.length && plan[0]!.good !== "all"
      ? plan
      : Object.entries(cost).flatMap(([good, n]): Pip[] =>
          good === "coins"
            ? [{ good, source: "bank", price: n }]
            : Array.from({ length: n }, () => ({ good, source: plan ? "chain" : "open", price: 0 })),
        );
  return (
    <span class={`pips n${Math.min(lines.length, 5)}`}>
      {lines.map((line) =>
        line.good === "coins" ? (
          <Coin n={line.price ?? 0} size={size} label={t("good.count.coins", { n: line.price ?? 0 })} />
        ) : (
          <span
            class={`pip from-${line.source}`}
            title={has(line.source) ? `${goodName(line.good)}: ${t(`source.${line.source}`)}` : goodName(line.good)}
          >
            {line.source === "left" && <Icon name="left" size={9} class="arrow" />}
            <Good
              name={line.good}
              size={size}
              state={line.source}
              label={has(line.source) ? `${goodName(line.good)}, ${t(`source.${line.source}`)}` : goodName(line.good)}
            />
            {line.source === "right" && <Icon name="right" size={9} class="arrow" />}
          </span>
        ),
      )}
    </span>
  );
}
const has = (source: string) => source !== "open" && source !== "";

/** Attributes for the element around a card: what it explains, and what a press does. */
export type Attrs = HTMLAttributes<HTMLElement> & {
  "data-tip"?: string;
  "data-card"?: string;
  disabled?: boolean;
  ref?: (element: HTMLElement | null) => (() => void) | undefined;
};

interface CardProps {
  game: GameName;
  name: string;
  quote?: Quote | undefined;
  /** Shown at the foot instead of the kind. */
  foot?: ComponentChildren;
  /** Something known of this one card, in a corner of its picture. */
  mark?: ComponentChildren;
  selected?: boolean;
  dimmed?: boolean;
  class?: string;
  /** The name stands under the band, for cards that others partly cover. */
  nameFirst?: boolean;
  effectSize?: number;
  pipSize?: number;
  /** The buildings of my city, for the signs by which one follows another. */
  owned?: string[] | undefined;
}

/**
 * The sign after which a card is free (white, green when its building stands in my city), and the sign it gives (dark).
 */
function ChainMarks({ game, card, owned }: { game: GameName; card: Card; owned?: string[] | undefined }) {
  const givers = card.freeWith.flatMap((name) => {
    const sign = cardOf(game, name)?.chain;
    return sign ? [{ name, sign }] : [];
  });
  if (!givers.length && !card.chain) return null;
  return (
    <span class="chainmarks" aria-hidden="true">
      {givers.map(({ name, sign }) => (
        <span class={`chainmark ${owned?.includes(name) ? "have" : ""}`}>
          <Icon name={`chain-${sign}`} size={14} />
        </span>
      ))}
      {card.chain && (
        <span class="chainmark opens">
          <Icon name={`chain-${card.chain}`} size={14} />
        </span>
      )}
    </span>
  );
}

/** A name in a narrow place. A long word is a box of its own: it breaks only where it is wider than the place. */
export function NarrowName({ name }: { name: string }) {
  return (
    <span>
      {namePieces(name).map((piece) => (piece.includes("\u00ad") ? <span class="word">{piece}</span> : piece))}
    </span>
  );
}

/** The name on a card. */
export function FaceName({ game, name }: { game: GameName; name: string }) {
  return (
    <span class="name">
      <NarrowName name={cardName(game, name)} />
    </span>
  );
}

export function CardFace({
  game,
  name,
  quote,
  foot,
  mark,
  nameFirst,
  effectSize = 24,
  pipSize = 18,
  owned,
}: CardProps) {
  const card = cardOf(game, name);
  if (!card) return null;
  const title = <FaceName game={game} name={name} />;
  const links = card.unlocks.length;
  return (
    <>
      <Cornice kind={card.color} />
      <span class="band">{effectBits(game, card.effect, effectSize)}</span>
      {nameFirst && title}
      <span class="body">
        <Pips cost={card.cost} plan={quote?.plan} size={pipSize} />
        <ChainMarks game={game} card={card} owned={owned} />
        <Emblem name={name} kind={card.color} />
        {mark}
      </span>
      {!nameFirst && title}
      <span class="foot">
        {foot ?? (
          <>
            <span>{shortKind(card.color)}</span>
            {links > 0 && (
              <span class="links">
                <Icon name="chain" size={13} />
                {links}
              </span>
            )}
          </>
        )}
      </span>
      <Verdict quote={quote} />
    </>
  );
}

export function CardView(props: CardProps & { as?: "div" | "button"; said?: string; attrs?: Attrs }) {
  const card = cardOf(props.game, props.name);
  const kind = card?.color ?? "brown";
  const names = classes(
    "card",
    `kind-${kind}`,
    props.selected && "selected",
    props.dimmed && "dimmed",
    props.quote && !props.quote.affordable && "cannot",
    props.class,
  );
  const Tag = (props.as ?? "div") as "div";
  return (
    <Tag class={names} {...props.attrs}>
      {props.said && <span class="sr">{props.said}</span>}
      <CardFace {...props} />
    </Tag>
  );
}

/** A card's back: age in the middle, guilds of Duel with domes. */
export function CardBack({ age, guild, class: extra }: { age: number; guild?: boolean; class?: string }) {
  return (
    <div class={`card back ${guild ? "guild" : `age-${age}`} ${extra ?? ""}`}>
      <span class="backnumber">{["", "I", "II", "III"][age]}</span>
      {guild && <Icon name="capital" size={26} />}
    </div>
  );
}

/** What a tile shows of its card: the thing one looks for in a city. */
function tileSign(game: GameName, name: string): ComponentChildren {
  const card = cardOf(game, name);
  if (!card) return null;
  const e = card.effect;
  if (e.science) return <Icon name={e.science} size={17} />;
  if (e.shields)
    return e.shields > 1 ? (
      <span class="n">
        <Icon name="shield" size={14} />
        {e.shields}
      </span>
    ) : (
      <Icon name="shield" size={16} />
    );
  if (card.color === "purple") return e.points_per ? <Icon name="crown" size={15} /> : <Icon name="any" size={16} />;
  if (e.points && !e.coins_per) return <b class="n">{e.points}</b>;
  const made = Array.isArray(e.produces)
    ? e.produces
    : Object.entries(e.produces ?? {}).flatMap(([g, n]) => Array.from({ length: n }, () => [g]));
  const units = made.length ? made : e.produces_choice ? [e.produces_choice] : [];
  if (units.length) {
    const flat = units.length > 1 ? [units[0]![0]!, units[1]![0]!] : units[0]!.slice(0, 2);
    if (units.length === 1 && units[0]!.length > 2) return <Icon name="any" size={16} />;
    const either = units.length === 1;
    return (
      <span class="pair">
        {flat.map((g, i) => (
          <>
            {either && i > 0 && <i class="slash" aria-hidden="true" />}
            <Good name={g} size={either && flat.length > 1 ? 14 : 15} />
          </>
        ))}
      </span>
    );
  }
  if (e.trade_price_one)
    return (
      <span class="pair">
        {e.trade_price_one.slice(0, 2).map((g) => (
          <Good name={g} size={15} />
        ))}
      </span>
    );
  if (e.trade) return <Icon name="trade" size={16} />;
  if (e.coins_per || e.points_per) return <Laurel n={e.points ?? ""} size={18} />;
  if (e.coins) return <Coin n={e.coins} size={18} />;
  return <Icon name="coin" size={16} />;
}

export function Tile({
  game,
  name,
  attrs,
  class: extra,
}: {
  game: GameName;
  name: string;
  attrs?: Attrs;
  class?: string;
}) {
  const kind = cardOf(game, name)?.color ?? "brown";
  return (
    <span
      class={`tile kind-${kind} ${extra ?? ""}`}
      data-tile={name}
      role="img"
      aria-label={`${cardName(game, name)} (${kindName(kind)})`}
      {...attrs}
    >
      <Cornice kind={kind} />
      <span class="tilebody">{tileSign(game, name)}</span>
    </span>
  );
}
