// The frame around a table: bar on top, the game's table below, and the panels that open over it.

import type { ComponentChildren } from "preact";
import { DeskContext, type Desk } from "../app/desk";
import { roman, t } from "../app/i18n";
import { DuelTable } from "./duel";

export function TableFrame({ desk, tools }: { desk: Desk; tools?: ComponentChildren }) {
  const view = desk.state.view;
  if (!view) return null;
  return (
    <DeskContext.Provider value={desk}>
      <div class="tablepage">
        <header class="topbar">
          <h1>{t("table.age", { age: roman(view.age) })}</h1>
          <span class="grow" />
          {tools}
        </header>
        {view.game === "duel" && <DuelTable />}
      </div>
    </DeskContext.Provider>
  );
}
