// A real table at which one decision can be tried: nothing is sent anywhere, the choice is handed to whoever asks. For
// one's own mistakes and for puzzles; keyboard and text mode work as at any table.

import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { type Controls, openSeat, selected, split } from "../app/controls";
import { currentControls } from "../app/current";
import { t } from "../app/i18n";
import { panel } from "../app/panels";
import { settings } from "../app/settings";
import type { Option, TableState } from "../app/types";
import { Icon } from "../art/icons";
import { KINDS } from "../games";
import { TablePanels } from "../parts/panels";
import { TableFrame } from "../table/frame";
import { useTableKeys } from "../table/keys";
import { TextTable } from "../table/text-mode";

interface Props {
  state: TableState;
  seat: number;
  /** Whether a choice may be made now. */
  open: boolean;
  tried(option: Option): void;
  /** What stands in the row above the table. */
  coach: ComponentChildren;
  tools: ComponentChildren;
}

export function TryTable({ state, seat, open, tried, coach, tools }: Props) {
  const controls: Controls = {
    kind: KINDS[state.table.game],
    state,
    you: seat,
    yours: true,
    live: open,
    busy: false,
    here: state.table.seats.map((_, n) => n), // nobody is missing where nobody is waited for
    news: [],
    play: (option) => {
      selected.value = null;
      tried(option);
    },
  };
  useEffect(() => {
    selected.value = null;
    split.value = null;
    openSeat.value = null;
    return () => {
      currentControls.value = null;
      panel.value = null;
      selected.value = null;
    };
  }, [state.view]);
  currentControls.value = controls;
  useTableKeys(controls);
  const bar = (
    <>
      {tools}
      <button class="btn round quiet" aria-label={t("panel.menu")} onClick={() => (panel.value = "menu")}>
        <Icon name="menu" />
      </button>
    </>
  );
  const around = <TablePanels controls={controls} live={null} />;
  return settings.value.textMode ? (
    <TextTable controls={controls} tools={bar}>
      {coach}
      {around}
    </TextTable>
  ) : (
    <div class="untold">
      <TableFrame controls={controls} tools={bar} note={coach}>
        {around}
      </TableFrame>
    </div>
  );
}
