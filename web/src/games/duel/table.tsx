// The table of 7 Wonders Duel: my city on the left, my opponent's on the right, between them the way the pawn goes, the
// pyramid, and what I can do with the card I have taken up.

import type { ReadonlySignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { GameName } from "../../app/catalog";
import { classes } from "../../app/classes";
import { ownSeat, seatGlyph, selected, sent, useControls, weighed, wonderQuote } from "../../app/controls";
import { useFact, useFacts } from "../../app/fact";
import { fit, phone } from "../../app/fit";
import { cardName, t } from "../../app/i18n";
import { looksNoMore, onceLaidOut } from "../../app/laid-out";
import { reach } from "../../app/reach";
import { settings } from "../../app/settings";
import { useSliding } from "../../app/sliding";
import type { DuelView, Option, Quote, Slot } from "../../app/types";
import { seatName } from "../../app/words";
import { Coin, Icon } from "../../art/icons";
import { WonderScene } from "../../art/scenes";
import { CardBack, CardFace, NarrowName, Pips } from "../../parts/card";
import { EffectRow, effectBits } from "../../parts/effect";
import { Strip } from "../../parts/strip";
import { TurnPill } from "../../parts/turn-pill";
import { DuelActions } from "./actions";
import { DUEL } from "./catalog";
import { DuelChoice, isAsked } from "./choice";
import { DuelCityPanel } from "./city";
import { MilitaryTrack, trackWords } from "./track";
import { tokenName, wonderName } from "./words";

const GAME: GameName = "duel";

export function useDuel() {
  const controls = useControls();
  const view = controls.state.view as DuelView;
  const me = ownSeat(controls);
  return { controls, view, me, foe: 1 - me };
}

export function DuelTable() {
  const { view, me, foe, controls } = useDuel();
  const open = view.layout.filter((slot) => slot.open && slot.card);
  const [aside, setAside] = useState(false);
  const { form } = fit.value;
  const drafting = view.phase === "draft";
  const steps = classes(drafting && "drafting", rowsOf(view) > SOME_ROWS && "deep", Boolean(controls.over) && "ended");
  const question = isAsked(controls);
  const asked = question && !aside;
  useEffect(() => {
    // Only looked at, not watched: taking up a card redraws the pyramid and the actions, not the cities.
    const taken = selected.peek();
    if (taken && !open.some((slot) => slot.card === taken)) selected.value = null;
  }, [controls.state]);
  return (
    <div class={`duel ${steps}`}>
      <DuelCityPanel seat={me} own />
      <DuelCityPanel seat={foe} />
      <section class="board" aria-label={t("board.middle")}>
        <MilitaryTrack view={view} me={me} />
        <p class={`tracknow ${dangers(view, me).length ? "danger" : ""}`}>{trackWords(view, me)}</p>
        <Tokens />
      </section>
      <Strip />
      <div class={`field ${asked ? "asked" : ""}`}>
        {view.phase === "draft" ? (
          <Draft />
        ) : view.result && !view.layout.length ? (
          <div class="endscene">
            <WonderScene {...controls.kind.winnerScene(view, view.result.winners[0] ?? me)} cover />
          </div>
        ) : (
          <Pyramid />
        )}
      </div>
      {question && <DuelChoice aside={aside} setAside={setAside} />}
      {(!question || (form === "rail" && !aside)) && <DuelActions />}
    </div>
  );
}

function Tokens() {
  const { view, controls } = useDuel();
  const options = controls.state.options.filter((option) => option.action === "token");
  return (
    <ul class="tokens" aria-label={t("board.tokens")}>
      {view.board_tokens.map((name) => {
        const option = options.find((o) => o.token === name);
        const face = <TokenFace name={name} />;
        return (
          <li>
            {option && controls.live ? (
              <button
                class="token can"
                data-token={name}
                data-tip={`token:${name}`}
                onClick={() => controls.play(option)}
              >
                <span class="sr">{tokenName(name)}</span>
                {face}
              </button>
            ) : (
              <span
                class="token"
                data-token={name}
                data-tip={`token:${name}`}
                tabIndex={0}
                role="img"
                aria-label={tokenName(name)}
              >
                {face}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

export function TokenFace({ name, size = phone.value ? 12 : 17 }: { name: string; size?: number }) {
  const token = DUEL.tokens.get(name);
  if (token?.effect.extra_shield_per_red_card) size *= 0.78;
  return token ? (
    <span class="tokenface" aria-hidden="true">
      {effectBits(GAME, token.effect, size)}
    </span>
  ) : null;
}

/** Rows still lying; as the near ones go, the others get more room. */
const rowsOf = (view: DuelView): number => Math.max(4, ...view.layout.map((slot) => slot.row));
/** More than these need more height than the lowest windows can spare beside everything else. */
const SOME_ROWS = 5;

function Pyramid() {
  const { view, controls, foe } = useDuel();
  const rows = rowsOf(view);
  const cols = Math.max(...view.layout.map((slot) => Math.abs(slot.offset)), 3) + 1;
  const numbers = view.layout.filter((slot) => slot.open).map((slot) => slot.slot);
  const turned = controls.news.flatMap((event) => (event.event === "turned_up" ? [event.slot] : []));
  const opening = useFacts((): Opening => {
    const taken = view.layout.find((slot) => slot.card === weighed.value && slot.open);
    const to = taken?.uncovers ?? [];
    const risky = view.layout.filter(({ slot, wins }) => to.includes(slot) && wins.includes(foe));
    return taken && to.length ? { from: taken.slot, to, risky: risky.map(({ slot }) => slot) } : null;
  }, [view]);
  const area = useSliding<HTMLDivElement>(`${rows}.${cols}`, ".slot");
  return (
    <div
      class={`pyramid age-${view.age}`}
      ref={area}
      role="group"
      aria-label={t("board.pyramid")}
      style={{ "--rows": String(rows), "--cols": String(cols) }}
    >
      <OpenLines opening={opening} />
      {view.layout.map((slot) => (
        <Place
          key={slot.slot}
          slot={slot}
          opening={opening}
          number={numbers.indexOf(slot.slot) + 1}
          turned={turned.includes(slot.slot)}
        />
      ))}
    </div>
  );
}

/** What taking the card that is taken up would uncover: its place, the places under it, and those of them that hold a
    card with which the opponent would win at once. */
type Opening = { from: number; to: number[]; risky: number[] } | null;

interface PlaceProps {
  slot: Slot;
  opening: ReadonlySignal<Opening>;
  /** The key that takes its card up. */
  number: number;
  turned: boolean;
}

/** One place of the pyramid. It looks only for whether its own card is taken up or uncovered by the one that is, so
    that taking up a card draws two or three places anew and not all twenty. */
function Place({ slot, opening, number, turned }: PlaceProps) {
  const { view } = useDuel();
  const uncovers = useFact(() => opening.value?.to.includes(slot.slot) ?? false, [opening, slot]);
  const risky = useFact(() => opening.value?.risky.includes(slot.slot) ?? false, [opening, slot]);
  const held = useFact(() => slot.open && selected.value === slot.card, [slot]);
  const mark = classes(uncovers && "opens", risky && "risky");
  const style = { "--row": String(slot.row), "--off": String(slot.offset) };
  return (
    <div
      class={classes("slot", held && "held", Boolean(turned && slot.card) && "turned")}
      style={style}
      data-slot={slot.slot}
    >
      {!slot.card ? (
        <CardBack age={view.age} guild={slot.back === "guild"} class={mark} />
      ) : (
        <PlaceCard name={slot.card} open={slot.open} up={slot.up} number={number} mark={mark} wins={slot.wins} />
      )}
    </div>
  );
}

interface PlaceCardProps {
  name: string;
  open: boolean;
  up: boolean;
  number: number;
  /** How it is marked because of another card that is taken up. */
  mark: string;
  /** Seats that would win at once by building it. */
  wins: number[];
}

function PlaceCard({ name, open, up, number, mark, wins }: PlaceCardProps) {
  const { controls } = useDuel();
  const quote = open ? controls.state.quotes.find((q) => q.card === name) : undefined;
  const chosen = useFact(() => open && selected.value === name, [open, name]);
  const isSent = useFact(() => open && sent.value?.option.card === name, [open, name]);
  const names = classes(
    "card",
    `kind-${DUEL.cards.get(name)?.color}`,
    open ? "open" : "covered",
    !up && "down",
    chosen && "selected",
    isSent && "sent",
    quote && !quote.affordable && "cannot",
    mark,
  );
  // A ring around a card leaves its face as it is.
  const face = useMemo(
    () => <PlaceFace name={name} quote={quote} open={open} wins={wins} />,
    [name, quote, open, wins],
  );
  if (!open)
    return (
      <div
        class={names}
        data-tip={`card:duel:${name}`}
        role="img"
        aria-label={t("board.covered", { card: cardName(GAME, name) })}
      >
        {face}
      </div>
    );
  return (
    <button
      class={names}
      ref={reach("card")}
      data-tip={`card:duel:${name}`}
      data-card={name}
      aria-pressed={chosen}
      aria-keyshortcuts={String(number)}
      onClick={() => {
        const yours =
          controls.live &&
          controls.state.options.some((option) => option.action === "build" || option.action === "discard");
        selected.value = chosen && !yours ? null : name;
      }}
    >
      {face}
    </button>
  );
}

function PlaceFace({
  name,
  quote,
  open,
  wins,
}: {
  name: string;
  quote?: Quote | undefined;
  open?: boolean;
  wins: number[];
}) {
  const { view, controls, me, foe } = useDuel();
  const foePrice = controls.state.prices?.[foe]?.[name];
  const beats = open && foePrice !== undefined && foePrice <= view.cities[foe]!.coins && wins.includes(foe);
  return (
    <CardFace
      game={GAME}
      name={name}
      quote={quote}
      nameFirst
      owned={view.cities[me]?.cards}
      effectSize={phone.value ? 15 : 20}
      pipSize={phone.value ? (fit.value.height < 640 ? 14 : 15) : 17}
      foot={
        open && settings.value.foePrices && foePrice !== undefined ? (
          <span class={`foeprice ${beats ? "beats" : ""}`}>
            {beats && (
              <Icon name="warn" size={15} label={t("board.beats", { player: seatName(controls.state, foe) })} />
            )}
            <Icon name={seatGlyph(foe)} size={14} />
            <span class="sr">{t("board.foe_pays")}</span>
            <Coin n={foePrice} size={phone.value ? 16 : 18} />
          </span>
        ) : (
          <span />
        )
      }
    />
  );
}

/** Lines from the card taken up to those it would open. The drawing is always there: to put it in with the first card
    would lay out the whole pyramid anew. */
function OpenLines({ opening }: { opening: ReadonlySignal<Opening> }) {
  const drawing = useRef<SVGSVGElement>(null);
  const { from, to, risky } = opening.value ?? { from: -1, to: [], risky: [] };
  useLayoutEffect(() => {
    const pyramid = drawing.current?.parentElement;
    if (pyramid) onceLaidOut(pyramid, () => drawLines(pyramid, drawing.current?.children, from, to, risky));
    return () => {
      if (pyramid) looksNoMore(pyramid);
    };
  });
  return (
    <svg class="lines-over" ref={drawing} aria-hidden="true">
      <path class="under" />
      <path class="over" />
      <path class="danger" />
    </svg>
  );
}

function drawLines(
  pyramid: Element,
  paths: ArrayLike<Element> = [],
  from: number,
  to: number[],
  risky: number[],
): void {
  const place = (slot: number) => pyramid.querySelector<HTMLElement>(`[data-slot="${slot}"]`);
  const start = place(from);
  const line = (slot: number) => {
    const end = place(slot);
    if (!start || !end) return "";
    const x0 = start.offsetLeft + start.offsetWidth / 2,
      y0 = start.offsetTop + 10,
      x1 = end.offsetLeft + end.offsetWidth / 2,
      y1 = end.offsetTop + Math.min(22, end.offsetHeight / 3);
    return `M${x0} ${y0}Q${x0} ${y1} ${x1} ${y1}`;
  };
  const safe = to.filter((slot) => !risky.includes(slot));
  const drawn = [to, safe, risky].map((slots) => slots.map(line).join("")); // under, over, danger
  for (const [i, path] of Array.from(paths).entries()) path.setAttribute("d", drawn[i] ?? "");
}

/** A wonder of Duel as a large card: scene, effect, cost. */
export function WonderCard({
  name,
  built,
  lost,
  chosen,
}: {
  name: string;
  built?: boolean;
  lost?: boolean;
  chosen?: boolean;
}) {
  const wonder = DUEL.wonders.get(name)!;
  const { controls } = useDuel();
  const quote = wonderQuote(controls.state.quotes, name);
  return (
    <span class={`wondercard ${chosen ? "selected" : ""} ${lost ? "lost" : ""}`}>
      <span class="picture">
        <WonderScene name={name} built={built === false ? 0 : 1} total={1} cover />
      </span>
      <span class="wname">
        <NarrowName name={wonderName(name)} />
      </span>
      <span class="rowline wfx">
        <EffectRow game={GAME} effect={wonder.effect} size={19} />
      </span>
      <span class="wcost">
        <Pips cost={wonder.cost} plan={quote?.plan} size={18} />
      </span>
    </span>
  );
}

function Draft() {
  const { view, controls } = useDuel();
  const options = controls.state.options.filter(
    (option): option is Option & { wonder: string } => option.action === "draft",
  );
  return (
    <div class="draft">
      <div class="draftrow">
        {view.draft.map((name, i) => {
          const option = options.find((o) => o.wonder === name);
          return option && controls.live ? (
            <button
              class={`draftpick ${sent.value?.option.wonder === name ? "sent" : ""}`}
              ref={reach("card")}
              data-tip={`wonder:${name}`}
              data-wonder={name}
              aria-keyshortcuts={String(i + 1)}
              onClick={() => controls.play(option)}
            >
              <WonderCard name={name} />
            </button>
          ) : (
            <span class="draftpick" data-wonder={name} data-tip={`wonder:${name}`}>
              <WonderCard name={name} />
            </span>
          );
        })}
      </div>
    </div>
  );
}

/** How near each side is to winning at once: by arms within two spaces, by science with one symbol missing. */
export function dangers(view: DuelView, me: number): { seat: number; sign: string; left: number; tip: string }[] {
  if (view.phase === "over") return [];
  return [me, 1 - me].flatMap((seat) => {
    const { steps_to_win: steps, symbols_to_win: symbols } = view.cities[seat]!;
    return [
      ...(steps <= 2 ? [{ seat, sign: "sword", left: steps, tip: trackWords(view, me) }] : []),
      ...(symbols === 1 ? [{ seat, sign: "gear", left: symbols, tip: t("board.science_tip") }] : []),
    ];
  });
}

function Dangers() {
  const { controls, view, me } = useDuel();
  return (
    <>
      {dangers(view, me).map(({ seat, sign, left, tip }) => (
        <span
          class={`pill ${seat === me ? "chance" : "danger"}`}
          role="img"
          aria-label={`${seatName(controls.state, seat)}: ${tip}`}
          data-tip={`text:${tip}`}
          tabIndex={0}
        >
          <Icon name="warn" size={15} />
          <Icon name={seatGlyph(seat)} size={16} />
          <Icon name={sign} size={16} />
          {left}
        </span>
      ))}
    </>
  );
}

/** Whose turn it is. */
export function DuelStatus() {
  const { controls, view } = useDuel();
  const who = view.to_act[0];
  if (view.phase === "over" || who === undefined) return null;
  return (
    <>
      <Dangers />
      <TurnPill yours={who === controls.you} short={<Icon name={seatGlyph(who ?? 0)} size={17} />}>
        {who === controls.you
          ? t("table.your_turn")
          : t("table.turn_of", { player: seatName(controls.state, who ?? 0) })}
      </TurnPill>
    </>
  );
}
