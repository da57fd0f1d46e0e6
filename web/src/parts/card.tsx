// A card (hand, pyramid, dialogs: its own size decides how it is set) and a tile (a built card in a small place).

import type { ComponentChildren, HTMLAttributes } from "preact";
import type { Card, GameName } from "../app/catalog";
import { classes } from "../app/classes";
import { cardName, goodName, kindName, namePieces, t } from "../app/i18n";
import type { PlanLine, Quote } from "../app/types";
import { cornice, type Kind } from "../art/cornice";
import { Emblem } from "../art/emblem";
import { Coin, Good, Icon, Laurel, type Size } from "../art/icons";
import { cardOf } from "../games/catalogs";
import { effectBits, effectWidth } from "./effect";
import { effectWords } from "./effect-words";
import { nameWidth } from "./name-width";

export function Cornice({ kind }: { kind: Kind }) {
  return (
    <svg class={`cornice kind-${kind}`} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <path d={cornice(kind)} />
    </svg>
  );
}

/** How a card can be had: four shapes in one fixed corner, so that colour is never needed. */
export function Verdict({ quote }: { quote?: Quote | undefined }) {
  if (!quote) return null;
  const price = quotePrice(quote);
  const [kind, icon] = !quote.affordable ? ["no", "cross"] : quote.chain ? ["chain", "chain"] : ["yes", "tick"];
  if (kind === "yes" && price > 0)
    return (
      <span class="verdict pay">
        <Coin n={price} size="1em" label={t("good.count.coins", { n: price })} />
      </span>
    );
  return (
    <span class={`verdict ${kind}`} role="img" aria-label={t(`verdict.${kind}`)}>
      <Icon name={icon!} size="0.6em" />
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
  size?: Size;
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
    <span class={`pips n${Math.min(lines.length, 5)}`} style={{ "--n": String(Math.max(1, lines.length)) }}>
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
  /** Something known of this one card, beside its drawing. */
  mark?: ComponentChildren;
  /** What hangs under its lower left corner. */
  below?: ComponentChildren;
  selected?: boolean;
  dimmed?: boolean;
  class?: string;
  /** Width of the card where its effect may stand on it in words as well. */
  words?: number | undefined;
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
          <Icon name={`chain-${sign}`} size="0.68em" />
        </span>
      ))}
      {card.chain && (
        <span class="chainmark opens">
          <Icon name={`chain-${card.chain}`} size="0.68em" />
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

/** The name on a card: its styles set it as large as two lines allow. */
export function FaceName({ game, name }: { game: GameName; name: string }) {
  const words = cardName(game, name);
  const { em, letters } = nameWidth(words);
  return (
    <span class="name" style={{ "--em": em.toFixed(2), "--letters": String(letters) }}>
      <NarrowName name={words} />
    </span>
  );
}

/** The first sentence about an effect. One that needs more than two lines would take the room of the drawing. */
function EffectLine({ game, card, width }: { game: GameName; card: Card; width: number }) {
  const [line = ""] = (effectWords(game, card.effect)[0] ?? "").match(/^.*?[.!?](?=\s|$)/u) ?? [];
  return line && line.length * LETTER <= 2 * (width - BESIDE_BADGE) ? <span class="cardwords">{line}</span> : null;
}
/** Width of a letter of such a line, and of what lies beside it: margin and badge. */
const LETTER = 7.4;
const BESIDE_BADGE = 62;

export function CardFace({ game, name, quote, mark, below, words, owned }: CardProps) {
  const card = cardOf(game, name);
  if (!card) return null;
  return (
    <>
      <Cornice kind={card.color} />
      <span class="band" style={{ "--signs": effectWidth(card.effect).toFixed(2) }}>
        {effectBits(game, card.effect, "em")}
      </span>
      <FaceName game={game} name={name} />
      <Pips cost={card.cost} plan={quote?.plan} size="1em" />
      <span class="body">
        <Emblem name={name} kind={card.color} />
        <ChainMarks game={game} card={card} owned={owned} />
        {mark}
      </span>
      {words ? <EffectLine game={game} card={card} width={words} /> : null}
      <Verdict quote={quote} />
      {below}
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
