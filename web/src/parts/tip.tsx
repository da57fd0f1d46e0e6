// One tooltip for the whole page. Anything with data-tip ("card:duel:Baths", "text:…", or a thing that only the game on
// screen knows, "token:Law") explains itself on hover, on focus and on a long press; the panel never catches the
// pointer, so it blocks no click.

import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { GameName } from "../app/catalog";
import { currentControls } from "../app/current";
import { screenScale } from "../app/fit";
import { cardName, kindName, roman, t } from "../app/i18n";
import type { Quote } from "../app/types";
import { cardList, reason, seatName } from "../app/words";
import { Coin, Icon } from "../art/icons";
import { gameNamed } from "../games";
import { cardOf } from "../games/catalogs";
import { Pips } from "./card";
import { EffectRow } from "./effect";
import { effectWords } from "./effect-words";

interface Shown {
  key: string;
  box: DOMRect;
}
const shown = signal<Shown | null>(null);
let timer = 0;

const keyOf = (target: EventTarget | null): [string, Element] | null => {
  const element = target instanceof Element ? target.closest("[data-tip]") : null;
  return element ? [element.getAttribute("data-tip")!, element] : null;
};

function showLater(found: [string, Element], delay: number): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => (shown.value = { key: found[0], box: found[1].getBoundingClientRect() }), delay);
}
export function hideTip(): void {
  clearTimeout(timer);
  shown.value = null;
}

/** Starts listening; called once. */
export function installTips(): void {
  // A page that changes under a resting mouse makes the browser say that the pointer is over something else: only a
  // pointer that has moved asks for anything.
  let rests: [number, number] = [-1, -1];
  document.addEventListener("pointerover", (e) => {
    if (e.pointerType !== "mouse") return;
    const moved = e.clientX !== rests[0] || e.clientY !== rests[1];
    rests = [e.clientX, e.clientY];
    if (!moved) return;
    const found = keyOf(e.target);
    if (found) showLater(found, 450);
    else hideTip();
  });
  document.addEventListener("pointerdown", (e) => {
    hideTip();
    if (e.pointerType === "mouse") return;
    const found = keyOf(e.target);
    if (found) showLater(found, 500);
  });
  for (const name of ["pointerup", "pointercancel", "scroll", "wheel"]) {
    document.addEventListener(
      name,
      () => {
        if (!shown.peek()) clearTimeout(timer);
        else if (name !== "pointerup") hideTip();
      },
      { passive: true, capture: true },
    );
  }
  document.addEventListener("pointermove", (e) => (rests = [e.clientX, e.clientY]), { passive: true });
  // The finger that held a thing to read about it does not press it when it lifts.
  let held = false;
  document.addEventListener("pointerup", (e) => (held = e.pointerType !== "mouse" && shown.peek() !== null), true);
  document.addEventListener("pointerdown", () => (held = false), true);
  document.addEventListener(
    "click",
    (e) => {
      if (!held) return;
      held = false;
      e.preventDefault();
      e.stopPropagation();
    },
    true,
  );
  document.addEventListener("contextmenu", (e) => {
    if (keyOf(e.target) && shown.peek()) e.preventDefault();
  });
  document.addEventListener("focusin", (e) => {
    const found = keyOf(e.target);
    if (found?.[1].matches(":focus-visible")) showLater(found, 450);
    else hideTip();
  });
  document.addEventListener(
    "keydown",
    (e) => {
      if (e.key === "Escape" || e.key === "Enter" || e.key === " ") hideTip();
    },
    true,
  );
}

/** How a price comes about, and why it cannot be paid. */
export function QuoteLines({ quote }: { quote: Quote | undefined }) {
  const controls = currentControls.value;
  if (!quote || !controls) return null;
  return (
    <>
      <ul class="tiplist">
        {controls.kind.payment(controls, quote).map((line) => (
          <li>{line}</li>
        ))}
      </ul>
      {quote.why && <p class="bad-text">{reason(quote)}</p>}
    </>
  );
}

/** What each seat would pay, where that lies open. */
export function Prices({ name }: { name: string }) {
  const controls = currentControls.value;
  const prices = controls?.state.prices;
  if (!controls || !prices || (prices[0]?.[name] === undefined && prices[1]?.[name] === undefined)) return null;
  return (
    <p class="rowline">
      {prices.map(
        (p, seat) =>
          p[name] !== undefined && (
            <span class="rowline">
              {seatName(controls.state, seat)} <Coin n={p[name]!} size={20} />
            </span>
          ),
      )}
    </p>
  );
}

/** The sign that a card gives, with its name; two links where chains have no signs. */
function ChainIcon({ game, card }: { game: GameName; card: string }) {
  const sign = cardOf(game, card)?.chain;
  return sign ? (
    <Icon name={`chain-${sign}`} size={16} label={t(`${game}.chain.${sign}`)} />
  ) : (
    <Icon name="chain" size={16} />
  );
}

export function CardPanel({ game, name }: { game: GameName; name: string }) {
  const card = cardOf(game, name);
  if (!card) return null;
  const controls = currentControls.value;
  const quote = controls?.state.quotes.find((q) => q.card === name);
  return (
    <>
      <h3>{cardName(game, name)}</h3>
      <p class="muted">{t("tip.kind_age", { kind: kindName(card.color), age: roman(card.age) })}</p>
      <p class={`tipband kind-${card.color}`}>
        <EffectRow game={game} effect={card.effect} size={22} />
      </p>
      {effectWords(game, card.effect).map((line) => (
        <p>{line}</p>
      ))}
      <p class="rowline">
        <b>{t("tip.cost")}</b>{" "}
        {Object.keys(card.cost).length ? <Pips cost={card.cost} plan={quote?.plan} size={20} /> : t("tip.free")}
      </p>
      {Object.keys(card.cost).length > 0 && <QuoteLines quote={quote} />}
      <Prices name={name} />
      {card.freeWith.length > 0 && (
        <p class="linkline">
          <ChainIcon game={game} card={card.freeWith[0]!} />{" "}
          <span>{t("tip.free_with", { cards: cardList(game, card.freeWith) })}</span>
        </p>
      )}
      {card.unlocks.length > 0 && (
        <p class="linkline">
          <ChainIcon game={game} card={name} /> <span>{t("tip.unlocks", { cards: cardList(game, card.unlocks) })}</span>
        </p>
      )}
    </>
  );
}

function Content({ tip }: { tip: string }) {
  const [kind, ...rest] = tip.split(":");
  if (kind === "card") return <CardPanel game={gameNamed(rest[0])} name={rest.slice(1).join(":")} />;
  const name = rest.join(":");
  if (kind === "text") return <p>{name}</p>;
  const Own = currentControls.value?.kind.Tip;
  return Own ? <Own kind={kind!} name={name} /> : null;
}

/** Where the panel has room beside what it explains: right, left, below or above it, and always inside the window. */
function place(panel: HTMLElement, box: DOMRect): void {
  const { width, height } = panel.getBoundingClientRect();
  const gap = 10;
  const within = (at: number, size: number, room: number) => Math.max(6, Math.min(at, room - size - 6));
  const beside = box.right + gap + width < innerWidth || box.left - gap - width > 0;
  let left = box.left + box.width / 2 - width / 2;
  let top = box.bottom + gap;
  if (beside && innerWidth > 640) {
    left = box.right + gap + width < innerWidth ? box.right + gap : box.left - gap - width;
    top = box.top;
  } else if (box.bottom + gap + height > innerHeight) top = box.top - gap - height;
  panel.style.left = `${within(left, width, innerWidth) / screenScale.peek()}px`;
  panel.style.top = `${within(top, height, innerHeight) / screenScale.peek()}px`;
}

export function TipLayer() {
  const now = shown.value;
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const panel = ref.current;
    if (!panel || !now) return;
    // Shown anew each time, so that it comes to lie over a dialog opened since.
    panel.hidePopover();
    panel.showPopover();
    place(panel, now.box);
  }, [now]);
  if (!now) return null;
  return (
    <aside aria-label={t("panel.help")}>
      <div ref={ref} popover="manual" class="tip panel" role="tooltip">
        <Content tip={now.key} />
      </div>
    </aside>
  );
}
