// The table of 7 Wonders Duel: both cities, between them the way the pawn goes and the pyramid, and below my wonders or
// what is asked of me. layout.ts says how large everything is.

import type { ReadonlySignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { GameName } from "../../app/catalog";
import { classes } from "../../app/classes";
import { ownSeat, seatGlyph, selected, sent, useControls, weighed, wonderQuote } from "../../app/controls";
import { useFact, useFacts } from "../../app/fact";
import { fit, phone } from "../../app/fit";
import { cardName, num, t } from "../../app/i18n";
import { looksNoMore, onceLaidOut } from "../../app/laid-out";
import { panel } from "../../app/panels";
import { reach } from "../../app/reach";
import { settings } from "../../app/settings";
import { useSliding } from "../../app/sliding";
import type { DuelView, Option, Quote, Slot } from "../../app/types";
import { seatName } from "../../app/words";
import { Icon } from "../../art/icons";
import { WonderScene } from "../../art/scenes";
import { CardBack, CardFace, NarrowName, Pips } from "../../parts/card";
import { EffectRow, effectBits } from "../../parts/effect";
import { effectWords } from "../../parts/effect-words";
import { nameWidth } from "../../parts/name-width";
import { seatColour } from "../../parts/seat-disc";
import { Strip } from "../../parts/strip";
import { TurnPill } from "../../parts/turn-pill";
import { DuelActions } from "./actions";
import { DUEL } from "./catalog";
import { askedSheet, DuelChoice, isAsked } from "./choice";
import { DuelCityPanel } from "./city";
import { Landscape } from "./landscape";
import { type DuelLayout, desktopSide, duelLayout, LINE, type Place as Spot, sideWidth } from "./layout";
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
  const drafting = view.phase === "draft" || (view.phase === "bid" && view.draft.length > 0);
  const question = isAsked(controls);
  const now = fit.value;
  const ended = Boolean(controls.over);
  const layout = useMemo(() => duelLayout(now, view, askedSheet(controls), ended), [now, view, question, ended]);
  useEffect(() => {
    // Only looked at, not watched: taking up a card redraws the pyramid and the actions, not the cities.
    const taken = selected.peek();
    if (taken && !view.layout.some((slot) => slot.open && slot.card === taken)) selected.value = null;
  }, [controls.state]);
  const { form, width } = now;
  const sizes = {
    "--line": `${LINE}px`,
    "--bottom": `${layout.bottom}px`,
    "--land": `${layout.land}px`,
    "--side": `${form === "rail" ? sideWidth(width) : desktopSide(width)}px`,
  };
  return (
    <div
      class={classes(
        "duel",
        drafting && "drafting",
        question && "asking",
        layout.folded && "folded",
        layout.brief && "brief",
        ended && "ended",
      )}
      style={sizes}
    >
      {form === "desktop" && <Landscape both height={layout.land} />}
      <DuelCityPanel seat={me} own />
      <DuelCityPanel seat={foe} />
      <section class="board" aria-label={t("board.middle")}>
        <MilitaryTrack view={view} me={me} />
        {!layout.corners && !layout.asked && !drafting && <Tokens />}
      </section>
      <Strip />
      <div class="field">
        {drafting ? (
          <Draft />
        ) : view.result && !view.layout.length ? (
          <div class="endscene">
            <WonderScene {...controls.kind.winnerScene(view, view.result.winners[0] ?? me)} wide="middle" />
          </div>
        ) : (
          <>
            {layout.corners && <Tokens corners={layout.corners} />}
            <Pyramid layout={layout} />
          </>
        )}
      </div>
      {form !== "desktop" && layout.land > 0 && !view.result && <Landscape both={width >= 560} height={layout.land} />}
      {question ? <DuelChoice /> : <DuelActions />}
    </div>
  );
}

function Tokens({ corners }: { corners?: Spot[] }) {
  const { view, controls } = useDuel();
  const options = controls.state.options.filter((option) => option.action === "token");
  const spot = (i: number) => {
    const place = corners?.[i];
    return place ? { style: { left: `${place.x}px`, top: `${place.y}px` } } : {};
  };
  return (
    <ul class={`tokens ${corners ? "incorners" : ""}`} aria-label={t("board.tokens")}>
      {view.board_tokens.map((name, i) => {
        const option = options.find((o) => o.token === name);
        const common = { "data-token": name, "data-tip": `token:${name}` };
        const face = <TokenFace name={name} />;
        return (
          <li {...spot(i)}>
            {option && controls.live ? (
              <button class="token can" {...common} onClick={() => controls.play(option)}>
                <span class="sr">{tokenName(name)}</span>
                {face}
              </button>
            ) : (
              <span class="token" {...common} tabIndex={0} role="img" aria-label={tokenName(name)}>
                {face}
              </span>
            )}
          </li>
        );
      })}
      {(!corners || corners.length > view.board_tokens.length) && (
        <li class="pileitem" {...spot(view.board_tokens.length)}>
          <button class="pile" onClick={() => (panel.value = "discard")}>
            <Icon name="cards" size={20} />
            <b>{num(view.discard.length)}</b>
            <span class="sr">{t("panel.discard")}</span>
          </button>
        </li>
      )}
    </ul>
  );
}

export function TokenFace({ name, size = phone.value ? 12 : 17 }: { name: string; size?: number }) {
  const token = DUEL.tokens.get(name);
  const { extra_shield_per_red_card: shield, coins, discount } = token?.effect ?? {};
  if (shield) size *= 0.78;
  if (coins || discount) size = Math.min(size, 13);
  return token ? (
    <span class="tokenface" aria-hidden="true">
      {effectBits(GAME, token.effect, size)}
    </span>
  ) : null;
}

function Pyramid({ layout }: { layout: DuelLayout }) {
  const { view, controls, foe } = useDuel();
  const numbers = view.layout.filter((slot) => slot.open).map((slot) => slot.slot);
  const turned = controls.news.flatMap((event) => (event.event === "turned_up" ? [event.slot] : []));
  const opening = useFacts((): Opening => {
    const taken = view.layout.find((slot) => slot.card === weighed.value && slot.open);
    const to = taken?.uncovers ?? [];
    const risky = view.layout.filter(({ slot, wins }) => to.includes(slot) && wins.includes(foe));
    return taken && to.length ? { from: taken.slot, to, risky: risky.map(({ slot }) => slot) } : null;
  }, [view]);
  const { width, height, places, flat, high } = layout.pyramid;
  const area = useSliding<HTMLDivElement>(`${width}.${height}.${flat}`, ".slot");
  return (
    <div
      class={classes("pyramid", `age-${view.age}`, flat && "flat", settings.value.foePrices && "priced")}
      ref={area}
      role="group"
      aria-label={t("board.pyramid")}
      style={{ "--cw": `${width}px`, "--ch": `${height}px`, height: `${high}px` }}
    >
      <OpenLines opening={opening} />
      {view.layout.map((slot) => (
        <Place
          key={slot.slot}
          slot={slot}
          spot={places.get(slot.slot)!}
          wordy={width >= 168 ? width : 0}
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
  spot: Spot;
  /** Width of cards that are large enough for a line of words, otherwise 0. */
  wordy: number;
  opening: ReadonlySignal<Opening>;
  /** The key that takes its card up. */
  number: number;
  turned: boolean;
}

/** One place of the pyramid. It looks only for whether its own card is taken up or uncovered by the one that is, so
    that taking up a card draws two or three places anew and not all twenty. */
function Place({ slot, spot, wordy, opening, number, turned }: PlaceProps) {
  const { view } = useDuel();
  const uncovers = useFact(() => opening.value?.to.includes(slot.slot) ?? false, [opening, slot]);
  const risky = useFact(() => opening.value?.risky.includes(slot.slot) ?? false, [opening, slot]);
  const held = useFact(() => slot.open && selected.value === slot.card, [slot]);
  const mark = classes(uncovers && "opens", risky && "risky");
  const style = { left: `${spot.x}px`, top: `${spot.y}px`, "--row": String(slot.row) };
  return (
    <div
      class={classes("slot", held && "held", Boolean(turned && slot.card) && "turned")}
      style={style}
      data-slot={slot.slot}
    >
      {!slot.card ? (
        <CardBack age={view.age} guild={slot.back === "guild"} class={mark} />
      ) : (
        <PlaceCard
          name={slot.card}
          open={slot.open}
          up={slot.up}
          number={number}
          mark={mark}
          wins={slot.wins}
          wordy={wordy}
        />
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
  wordy: number;
}

function PlaceCard({ name, open, up, number, mark, wins, wordy }: PlaceCardProps) {
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
    () => <PlaceFace name={name} quote={quote} open={open} wins={wins} wordy={wordy} />,
    [name, quote, open, wins, wordy],
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

interface FaceProps {
  name: string;
  quote: Quote | undefined;
  open: boolean;
  wins: number[];
  wordy: number;
}

function PlaceFace({ name, quote, open, wins, wordy }: FaceProps) {
  const { view, controls, me, foe } = useDuel();
  const price = controls.state.prices?.[foe]?.[name];
  const beats = open && price !== undefined && price <= view.cities[foe]!.coins && wins.includes(foe);
  return (
    <CardFace
      game={GAME}
      name={name}
      quote={quote}
      words={open ? wordy : 0}
      owned={view.cities[me]?.cards}
      below={
        open &&
        settings.value.foePrices &&
        price !== undefined && (
          <span class={classes("foeprice", seatColour(foe, 2), beats && "beats")}>
            {beats && (
              <Icon name="warn" size={13} label={t("board.beats", { player: seatName(controls.state, foe) })} />
            )}
            <Icon name={seatGlyph(foe)} size={13} />
            <span class="sr">{t("board.foe_pays")}</span>
            {price ? (
              <>
                <b>{num(price)}</b>
                <Icon name="coin" size={11} />
              </>
            ) : (
              <Icon name="tick" size={12} label={num(0)} />
            )}
          </span>
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

/** A wonder of Duel as a large card: scene, effect, cost, and its effect in words where there is room. */
export function WonderCard({ name }: { name: string }) {
  const wonder = DUEL.wonders.get(name)!;
  const { controls } = useDuel();
  const quote = wonderQuote(controls.state.quotes, name);
  const said = wonderName(name);
  const { em, letters } = nameWidth(said);
  return (
    <span class="wondercard">
      <span class="picture">
        <WonderScene name={name} built={1} total={1} wide="middle" />
      </span>
      <span class="wname" style={{ "--em": em.toFixed(2), "--letters": String(letters) }}>
        <NarrowName name={said} />
      </span>
      <span class="rowline wfx">
        <EffectRow game={GAME} effect={wonder.effect} size={19} />
      </span>
      <span class="wcost">
        <Pips cost={wonder.cost} plan={quote?.plan} size={18} />
      </span>
      <span class="wwords">{effectWords(GAME, wonder.effect).join(" ")}</span>
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
