// My hand: every card with its verdict and how its cost would be covered. On a phone the cards are slips.

import { useEffect, useMemo } from "preact/hooks";
import { classes } from "../../app/classes";
import { quoteFor, selected, sent, split } from "../../app/controls";
import { useFact } from "../../app/fact";
import { phone } from "../../app/fit";
import { cardName, t } from "../../app/i18n";
import { reach } from "../../app/reach";
import type { Option, Quote } from "../../app/types";
import { cardList, reason } from "../../app/words";
import { Emblem } from "../../art/emblem";
import { Icon } from "../../art/icons";
import { CardFace, Cornice, NarrowName, Pips, Verdict } from "../../parts/card";
import { effectBits } from "../../parts/effect";
import { WONDERS } from "./catalog";
import { stillOpens } from "./chains";
import { remember, seenInTurn } from "./seen";
import { useWonders } from "./table";

export function handCards(hand: string[], chosen: Option[], freeCity: boolean): string[] {
  if (!freeCity) return hand;
  const used = chosen[0]?.card;
  const cut = used ? hand.indexOf(used) : -1;
  return cut < 0 ? hand : [...hand.slice(0, cut), ...hand.slice(cut + 1)];
}

export function Hand() {
  const { controls, view } = useWonders();
  const { table } = controls.state;
  const freeCity = controls.state.options[0]?.city === "free";
  const last = view.free_city?.last_card;
  const hand = last && freeCity ? [last] : handCards(view.hand ?? [], controls.state.chosen, freeCity);
  const { chosen } = controls.state;
  const mine = chosen.find((option) => (option.city === "free") === freeCity) ?? (freeCity ? undefined : chosen[0]);
  useEffect(() => {
    if (controls.live) remember(table.id, view);
  }, [view]);
  return (
    <div
      class={`hand cards-${hand.length} ${freeCity ? "for-free" : ""}`}
      role="group"
      aria-label={t("table.hand")}
      key={`${view.age}.${view.turn}`}
      data-pass={view.passing}
    >
      {hand.map((name, i) => (
        <HandCard key={`${name}.${i}`} name={name} number={i + 1} choice={mine?.card === name ? mine : undefined} />
      ))}
    </div>
  );
}

/** A card of the hand; `choice` is what I have chosen to do with it. It looks only for whether it is itself taken up,
    so that taking up a card draws two cards anew and not all of them. */
function HandCard({ name, number, choice }: { name: string; number: number; choice: Option | undefined }) {
  const { controls, view, me } = useWonders();
  const up = useFact(() => selected.value === name, [name]);
  const isSent = useFact(() => sent.value?.option.card === name, [name]);
  const card = WONDERS.cards.get(name);
  const quote = quoteFor(controls.state.quotes, name);
  // A ring around a card leaves its face as it is.
  const before = controls.live && !choice ? seenInTurn(controls.state.table.id, view, name) : undefined;
  const face = useMemo(() => <HandFace name={name} quote={quote} before={before} />, [name, quote, before]);
  if (!card) return null;
  const later = stillOpens(view, me, name);
  const names = classes(
    "card",
    `kind-${card.color}`,
    phone.value && "slip",
    up && "selected",
    choice && "chosen",
    isSent && "sent",
    quote && !quote.affordable && "cannot",
  );
  return (
    <button
      class={names}
      ref={reach("card")}
      data-card={name}
      data-tip={`card:wonders:${name}`}
      aria-pressed={up}
      aria-keyshortcuts={String(number)}
      onClick={() => {
        selected.value = name;
        split.value = null;
      }}
    >
      {face}
      {phone.value && later.length > 0 && (
        <span class="leadsmark" role="img" aria-label={t("tip.unlocks", { cards: cardList("wonders", later) })}>
          <Icon name="chain" size={13} />
        </span>
      )}
      {choice && (
        <span class="choicemark">
          <Icon name={choice.action === "stage" ? "wonder" : choice.action === "discard" ? "coin" : "tick"} size={15} />
          {!phone.value && <span class="choiceword">{t("table.your_choice")}</span>}
        </span>
      )}
    </button>
  );
}

interface FaceProps {
  name: string;
  quote: Quote | undefined;
  /** The turn in which I held the card before. */
  before: number | undefined;
}

function HandFace({ name, quote, before }: FaceProps) {
  const card = WONDERS.cards.get(name)!;
  const seen = before !== undefined && (
    <span
      class="seenmark"
      role="img"
      aria-label={t("seen.turn", { turn: before })}
      data-tip={`text:${t("seen.turn", { turn: before })}`}
    >
      <Icon name="eye" size={14} />
    </span>
  );
  return (
    <>
      {phone.value ? (
        <>
          <Cornice kind={card.color} />
          <span class="band">{effectBits("wonders", card.effect, 15)}</span>
          <span class="sr">{cardName("wonders", name)}</span>
          <span class="name" aria-hidden="true">
            <NarrowName name={cardName("wonders", name)} />
          </span>
          <Pips cost={card.cost} plan={quote?.plan} size={16} />
          <Emblem name={name} kind={card.color} />
          <Verdict quote={quote} size={24} />
          {seen}
        </>
      ) : (
        <CardFace game="wonders" name={name} quote={quote} mark={seen} />
      )}
      {quote && !quote.affordable && <span class="sr">{reason(quote)}</span>}
    </>
  );
}
