// The frame around a table: the bar, the game's table, a column beside it where there is room, and the panels that open
// over it. How all of it is arranged follows from the window (app/fit.ts).

import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { type Controls, ControlsContext, cityGlyph, openSeat, useControls } from "../app/controls";
import { type Fit, type Form, fit, tablet, wantedFoot, wantedNote } from "../app/fit";
import { t } from "../app/i18n";
import { botWords, seatName } from "../app/words";
import { Icon } from "../art/icons";
import { Dialog } from "../parts/dialog";
import { LogColumn } from "../parts/log";
import { useSqueeze } from "../parts/squeeze";

/** Facts about the position, for styles and for tests. */
export function tableFacts(controls: Controls): Record<string, string> {
  const { table, view, options, chosen } = controls.state;
  return {
    "data-status": table.status,
    "data-moves": String(table.moves),
    "data-options": String(options.length),
    "data-chosen": String(chosen.length),
    "data-phase": view?.phase ?? "",
    "data-owes": controls.yours && options.length > 0 ? "yes" : "no",
  };
}

/**
 * The named steps of room: from which height a form counts as low (`slim`: where it is narrow as well) or high, from
 * which width as narrow or wide.
 */
const STEPS: Record<Fit["form"], { low: number; slim: number; high: number; narrow: number; wide: number }> = {
  desktop: { low: 690, slim: 690, high: 800, narrow: 1180, wide: 1500 },
  tower: { low: 640, slim: 700, high: 800, narrow: 356, wide: 560 },
  rail: { low: 372, slim: 372, high: 470, narrow: 720, wide: 1000 },
};

function stepsOf(now: Fit): string {
  const { form, width, height, side, tight } = now;
  const { low, slim, high, narrow, wide } = STEPS[form];
  return [
    form,
    height < (width < narrow ? slim : low)
      ? "low"
      : height >= high && (form !== "tower" || width >= wide)
        ? "high"
        : "",
    width < narrow ? "narrow" : (form === "tower" ? tablet(now) : width >= wide) ? "wide" : "",
    side ? "beside" : "",
    tight ? "tight" : "",
  ].join(" ");
}

interface Props {
  controls: Controls;
  tools?: ComponentChildren;
  /** A row of its own above the table: a coach, somebody who is missing. */
  note?: ComponentChildren;
  /** It is a single line where the window is small. */
  line?: boolean;
  /** A row of its own below the table: the controls of a replay. */
  foot?: ComponentChildren;
  /** What stands in the column beside the table instead of the log. */
  side?: ComponentChildren;
  children?: ComponentChildren;
}

export function TableFrame({ controls, tools, note, line, foot, side, children }: Props) {
  const view = controls.state.view;
  const now = fit.value;
  const height = now.height + now.note + now.foot;
  useEffect(() => {
    wantedNote.value = note ? (line ? "line" : "words") : null;
    wantedFoot.value = Boolean(foot);
    return () => {
      wantedNote.value = null;
      wantedFoot.value = false;
    };
  }, [Boolean(note), line, Boolean(foot)]);
  if (!view) return null;
  return (
    <ControlsContext.Provider value={controls}>
      <div class="tablescreen">
        <div
          class={`tablepage ${stepsOf(now)}`}
          data-form={now.form}
          {...tableFacts(controls)}
          style={{ zoom: now.scale, height: `${height}px` }}
        >
          <Bar form={now.form}>
            <Title form={now.form} over={!!view.result} words={controls.kind.title(view, now.form)} />
            <controls.kind.Status />
            <span class="grow" />
            {tools}
          </Bar>
          <div class="tablebody">
            {note && (
              <div class="noterow" style={{ height: `${now.note}px` }}>
                {note}
              </div>
            )}
            <main class="tablemain" id="main">
              <controls.kind.Table />
            </main>
            {foot}
          </div>
        </div>
        {now.side > 0 && (
          <aside
            class="side panel"
            style={{
              zoom: now.sideScale,
              width: `${now.side / now.sideScale - 8}px`,
              height: `calc(100dvh / ${now.sideScale} - 16px)`,
            }}
          >
            {side || <LogColumn />}
          </aside>
        )}
        <OpenCity />
        {children}
      </div>
    </ControlsContext.Provider>
  );
}

/** The bar. On a desktop it has sentences in it, which give way where they are too long; elsewhere signs. */
function Bar({ form, children }: { form: Form; children: ComponentChildren }) {
  const words = useSqueeze<HTMLElement>();
  return (
    <header class="topbar" ref={form === "desktop" ? words : null}>
      {children}
    </header>
  );
}

/** The heading: a long one in smaller letters, and no word at all in the bar at the edge when a game is over. */
function Title({ form, over, words }: { form: Form; over: boolean; words: string }) {
  const said = over ? t("over.title") : words;
  return (
    <h1 class={said.length > 18 ? "long" : ""}>
      {over && form === "rail" ? <Icon name="crown" size={24} label={said} /> : said}
    </h1>
  );
}

function OpenCity() {
  const controls = useControls();
  const seat = openSeat.value;
  if (seat === null || !controls.state.view?.cities[seat]) return null;
  const info = controls.state.table.seats[seat];
  return (
    <Dialog title={seatName(controls.state, seat)} onClose={() => (openSeat.value = null)}>
      {controls.state.view.cities.length > 2 && <CityWays seat={seat} />}
      {info?.driver === "bot" && <p class="muted">{botWords(info)}</p>}
      <controls.kind.City seat={seat} />
    </Dialog>
  );
}

/** From one city to the others, also to those that have no place on a small screen. */
function CityWays({ seat }: { seat: number }) {
  const controls = useControls();
  return (
    <div class="rowline cityways">
      {controls.state.view!.cities.map((_, other) => (
        <button
          class="btn round"
          aria-pressed={other === seat}
          aria-label={t("table.open_city", { player: seatName(controls.state, other) })}
          onClick={() => (openSeat.value = other)}
        >
          <Icon name={cityGlyph(controls, other)} size={20} />
        </button>
      ))}
    </div>
  );
}
