// The frame around a table: bar on top, the game's table below, and the panels that open over it.

import type { ComponentChildren } from "preact";
import { type Desk, DeskContext, openSeat } from "../app/desk";
import { roman, t } from "../app/i18n";
import { phone, settings } from "../app/settings";
import { seatName } from "../app/words";
import { Dialog } from "../parts/dialog";
import { DuelTable } from "./duel";
import { DuelCityPanel } from "./duel-city";
import { OwnCity } from "./own-city";
import { turnTitle, WondersStatus, WondersTable } from "./wonders";

/** Facts about the position, for styles and for tests. */
export function tableFacts(desk: Desk): Record<string, string> {
  const { table, view, options, choice } = desk.state;
  return {
    "data-status": table.status,
    "data-moves": String(table.moves),
    "data-options": String(options.length),
    "data-chosen": String(choice.length),
    "data-phase": view?.phase ?? "",
    "data-owes": desk.you !== null && table.waiting_for.includes(desk.you) && options.length > 0 ? "yes" : "no",
  };
}

export function TableFrame({
  desk,
  tools,
  children,
}: {
  desk: Desk;
  tools?: ComponentChildren;
  children?: ComponentChildren;
}) {
  const view = desk.state.view;
  if (!view) return null;
  const title =
    view.game === "wonders"
      ? turnTitle(view, phone.value)
      : view.phase === "draft"
        ? t("phase.duel.draft")
        : t("table.age", { age: roman(view.age) });
  return (
    <DeskContext.Provider value={desk}>
      <div
        class="tablepage"
        {...tableFacts(desk)}
        style={
          settings.value.zoom === 100
            ? {}
            : { zoom: settings.value.zoom / 100, height: `calc(100dvh / ${settings.value.zoom / 100})` }
        }
      >
        <header class="topbar">
          <h1>{title}</h1>
          {view.game === "wonders" ? <WondersStatus /> : <DuelStatus />}
          <span class="grow" />
          {tools}
        </header>
        <main class="tablemain" id="main">
          {view.game === "duel" ? <DuelTable /> : <WondersTable />}
        </main>
        {children}
        <OpenCity />
      </div>
    </DeskContext.Provider>
  );

  function DuelStatus() {
    if (view?.game !== "duel" || view.phase === "draft" || view.phase === "over") return null;
    const who = view.to_act[0];
    return (
      <span class={`pill ${who === desk.you ? "yours" : ""}`} role="status">
        {who === desk.you
          ? t("table.your_turn")
          : who === undefined
            ? ""
            : t("table.turn_of", { player: seatName(desk.state, who) })}
      </span>
    );
  }
  function OpenCity() {
    const seat = openSeat.value;
    if (seat === null || !view || !view.cities[seat]) return null;
    return (
      <Dialog title={seatName(desk.state, seat)} onClose={() => (openSeat.value = null)}>
        {view.game === "duel" ? (
          <DuelCityPanel seat={seat} own={seat === desk.you} whole />
        ) : (
          <div class="citydialog">
            <OwnCity seat={seat} whole />
          </div>
        )}
      </Dialog>
    );
  }
}
