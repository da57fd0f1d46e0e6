// The table of 7 Wonders: far seats on top, my neighbours at the sides where they sit, my city and wonder between them,
// my hand and what I can do with it below.

import { useEffect } from "preact/hooks";
import { classes } from "../../app/classes";
import { ownSeat, selected, useControls, weighed } from "../../app/controls";
import { useFact } from "../../app/fact";
import { fit, phone } from "../../app/fit";
import { and, cardName, roman, t } from "../../app/i18n";
import type { WondersView } from "../../app/types";
import { seatName } from "../../app/words";
import { Icon } from "../../art/icons";
import { TurnPill } from "../../parts/turn-pill";
import { sheetNeeded, WondersActions } from "./actions";
import { showEdition, WONDERS } from "./catalog";
import { BoardDraft } from "./draft";
import { Hand, handOf } from "./hand";
import { wondersLayout } from "./layout";
import { OwnCity } from "./own-city";
import { ReviveChoice } from "./revive";
import { ring } from "./ring";
import { FarSeat, NeighbourBox, SeatRing } from "./seats";
import { nextHand } from "./seen";
import { conflicts, War } from "./war";

export function useWonders() {
  const controls = useControls();
  const view = controls.state.view as WondersView;
  showEdition(view.edition);
  const me = ownSeat(controls);
  const seats = ring(view, me);
  return { controls, view, me, ...seats };
}

export function WondersTable() {
  const { controls, view, me, left, right, far } = useWonders();
  useEffect(() => {
    const taken = selected.peek();
    if (
      taken &&
      !controls.state.options.some((option) => option.card === taken) &&
      !controls.state.quotes.some((quote) => quote.card === taken)
    )
      selected.value = null;
  }, [controls.state]);
  const revives = controls.live && controls.state.options.some((option) => option.action === "revive");
  const now = fit.value;
  const asks = useFact(() => sheetNeeded(controls, weighed.value), [controls]);
  const cards = handOf(controls, view).length;
  const drafts = controls.live && controls.state.options.some((option) => option.action === "board");
  const sheet = drafts ? "boards" : revives ? "cards" : asks ? "actions" : "none";
  const tiles = Math.max(...[left, right].map((seat) => view.cities[seat]?.cards.length ?? 0));
  const layout = wondersLayout(now, { players: view.players, cards, tiles, sheet });
  const low = now.form === "tower" && layout.land < 110;
  const war = conflicts();
  const sizes = {
    "--hand": `${layout.hand}px`,
    "--land": `${layout.land}px`,
    "--sheet": `${layout.sheet}px`,
    "--plate": `${layout.plate}px`,
    "--above": `${52 + now.note}px`,
    "--cw": `${layout.card.width}px`,
    "--ch": `${layout.card.height}px`,
    "--columns": String(layout.columns),
  };
  return (
    <div
      class={classes(
        `wonders players-${view.players}`,
        far.length > 0 && "has-far",
        far.length > 1 && "many",
        (asks || revives || drafts) && "asking",
        low && "lowland",
        (revives || drafts) && "reviving",
        layout.hand === 0 && "nohand",
        Boolean(controls.over) && "ended",
      )}
      style={sizes}
    >
      {phone.value
        ? view.players > 2 && <SeatRing />
        : far.length > 0 && (
            <div class="farrow">
              {far.map((seat) => (
                <FarSeat key={seat} seat={seat} />
              ))}
            </div>
          )}
      <NeighbourBox seat={left} side="left" />
      <OwnCity seat={me} low={low} />
      <NeighbourBox seat={right} side="right" />
      <Hand wordy={layout.card.width >= 168 ? layout.card.width : 0} />
      {drafts ? <BoardDraft /> : revives ? <ReviveChoice /> : <WondersActions />}
      {war.length > 0 && <War />}
    </div>
  );
}

/** Age, turn, the way hands go, and who is still choosing. */
export function WondersStatus() {
  const { controls, view, me, left, right } = useWonders();
  const waiting = controls.state.table.waiting_for;
  const passing = view.passing === "exchange" ? "extra_turn" : view.passing === "left" ? "passleft" : "passright";
  const owes = controls.yours && controls.state.chosen.length === 0;
  const last = waiting.length === 1 && controls.yours;
  const next = view.passing === "exchange" ? 1 - me : view.passing === "left" ? right : left;
  if (view.result) return null;
  // After the last turn of an age no hand goes on.
  const goesOn = view.turn < WONDERS.constants.turns_per_age;
  const known = controls.live && goesOn ? nextHand(controls.state.table.id, view) : undefined;
  const tip = [
    t(`table.pass_${view.passing}`),
    ...(goesOn ? [t("table.next_hand", { player: seatName(controls.state, next), n: 7 - view.turn })] : []),
    ...(known
      ? [t("seen.next", { turn: known.turn, cards: and(known.cards.map((card) => cardName("wonders", card))) })]
      : []),
  ];
  const drafts = view.phase === "board";
  return (
    <>
      <span class="pill" hidden={drafts} data-tip={`text:${tip.join(" · ")}`} tabIndex={0}>
        <Icon name={passing} size={16} />
        <span class={phone.value ? "sr" : "direction"}>{t(`table.pass_${view.passing}`)}</span>
      </span>
      {controls.state.table.status === "playing" && (
        <TurnPill
          yours={owes}
          urgent={last}
          lies={fit.value.width >= 760}
          short={
            <>
              {drafts ? view.draft!.chosen.length + 1 : waiting.length}/{view.players}
            </>
          }
        >
          {owes && (phone.value || drafts)
            ? t("table.your_turn")
            : drafts
              ? t("question.wonders.board_waiting", { player: seatName(controls.state, waiting[0] ?? 0) })
              : last
                ? t("table.you_last")
                : t("table.waiting_n", { n: waiting.length, all: view.players })}
        </TurnPill>
      )}
    </>
  );
}

export const turnTitle = (view: WondersView, short: boolean): string =>
  view.phase === "board"
    ? t(short ? "phase.wonders.board_short" : "phase.wonders.board")
    : short
      ? `${roman(view.age)} · ${view.turn}/${WONDERS.constants.turns_per_age}`
      : t("table.age_turn", { age: roman(view.age), turn: view.turn, turns: WONDERS.constants.turns_per_age });
