// The frame around a table: bar on top, the game's table below, and the panels that open over it.

import type { ComponentChildren } from "preact";
import { type Desk, DeskContext, openSeat } from "../app/desk";
import { phone, settings } from "../app/settings";
import { seatName } from "../app/words";
import { Dialog } from "../parts/dialog";

/** Facts about the position, for styles and for tests. */
export function tableFacts(desk: Desk): Record<string, string> {
  const { table, view, options, choice } = desk.state;
  return {
    "data-status": table.status,
    "data-moves": String(table.moves),
    "data-options": String(options.length),
    "data-chosen": String(choice.length),
    "data-phase": view?.phase ?? "",
    "data-owes": desk.yours && options.length > 0 ? "yes" : "no",
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
          <h1>{desk.kind.title(view, phone.value)}</h1>
          <desk.kind.Status />
          <span class="grow" />
          {tools}
        </header>
        <main class="tablemain" id="main">
          <desk.kind.Table />
        </main>
        {children}
        <OpenCity />
      </div>
    </DeskContext.Provider>
  );

  function OpenCity() {
    const seat = openSeat.value;
    if (seat === null || !view || !view.cities[seat]) return null;
    return (
      <Dialog title={seatName(desk.state, seat)} onClose={() => (openSeat.value = null)}>
        <desk.kind.City seat={seat} />
      </Dialog>
    );
  }
}
