// My hand: every card with its verdict and how its cost would be covered.

import { useEffect, useMemo } from "preact/hooks";
import { classes } from "../../app/classes";
import { type Controls, quoteFor, selected, sent, split } from "../../app/controls";
import { useFact } from "../../app/fact";
import { phone } from "../../app/fit";
import { t } from "../../app/i18n";
import { reach } from "../../app/reach";
import type { Option, Quote, WondersView } from "../../app/types";
import { reason } from "../../app/words";
import { Icon } from "../../art/icons";
import { CardFace } from "../../parts/card";
import { WONDERS } from "./catalog";
import { remember, seenInTurn } from "./seen";
import { useWonders } from "./table";

export function handCards(hand: string[], chosen: Option[], freeCity: boolean): string[] {
  if (!freeCity) return hand;
  const used = chosen[0]?.card;
  const cut = used ? hand.indexOf(used) : -1;
  return cut < 0 ? hand : [...hand.slice(0, cut), ...hand.slice(cut + 1)];
}

const forFreeCity = ({ state }: Controls): boolean => state.options[0]?.city === "free";

/** The cards to choose from: my hand, or for the Free City what is left of it. */
export function handOf(controls: Controls, view: WondersView): string[] {
  const last = view.free_city?.last_card;
  if (last && forFreeCity(controls)) return [last];
  return handCards(view.hand ?? [], controls.state.chosen, forFreeCity(controls));
}

export function Hand({ wordy }: { wordy: number }) {
  const { controls, view } = useWonders();
  const { table } = controls.state;
  const freeCity = forFreeCity(controls);
  const hand = handOf(controls, view);
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
        <HandCard
          key={`${name}.${i}`}
          name={name}
          number={i + 1}
          choice={mine?.card === name ? mine : undefined}
          wordy={wordy}
        />
      ))}
    </div>
  );
}

interface HandCardProps {
  name: string;
  number: number;
  choice: Option | undefined;
  /** There is room for a line of words. */
  wordy: number;
}

/** A card of the hand; `choice` is what I have chosen to do with it. It looks only for whether it is itself taken up,
    so that taking up a card draws two cards anew and not all of them. */
function HandCard({ name, number, choice, wordy }: HandCardProps) {
  const { controls, view } = useWonders();
  const up = useFact(() => selected.value === name, [name]);
  const isSent = useFact(() => sent.value?.option.card === name, [name]);
  const card = WONDERS.cards.get(name);
  const quote = quoteFor(controls.state.quotes, name);
  // A ring around a card leaves its face as it is.
  const before = controls.live && !choice ? seenInTurn(controls.state.table.id, view, name) : undefined;
  const face = useMemo(
    () => <HandFace name={name} quote={quote} before={before} wordy={wordy} />,
    [name, quote, before, wordy],
  );
  if (!card) return null;
  const names = classes(
    "card",
    `kind-${card.color}`,
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
  wordy: number;
}

function HandFace({ name, quote, before, wordy }: FaceProps) {
  const { view, me } = useWonders();
  const owned = view.cities[me]?.cards;
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
      <CardFace game="wonders" name={name} quote={quote} mark={seen} words={wordy} owned={owned} />
      {quote && !quote.affordable && <span class="sr">{reason(quote)}</span>}
    </>
  );
}
