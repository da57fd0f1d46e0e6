// The same table as text: headings for each seat, a list of everything I can do, a line to type into, and
// announcements. Made for screen readers, and for anybody who prefers words.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type Controls, ControlsContext, useControls } from "../app/controls";
import { and, t } from "../app/i18n";
import { change } from "../app/settings";
import type { Option } from "../app/types";
import { seatName } from "../app/words";
import { useLines } from "../parts/log";
import { notice, unsay } from "../parts/notice";
import { TakeBackAnswer, TakeBackButton } from "../parts/turn-controls";
import { tableFacts } from "./frame";

export function TextTable({
  controls,
  tools,
  children,
}: {
  controls: Controls;
  tools: ComponentChildren;
  children?: ComponentChildren;
}) {
  const { view, table } = controls.state;
  if (!view) return null;
  return (
    <ControlsContext.Provider value={controls}>
      <div class="textpage" {...tableFacts(controls)}>
        <header class="topbar">
          <h1>{controls.kind.title(view, "desktop")}</h1>
          <span class="grow" />
          {tools}
        </header>
        <main id="main" tabIndex={-1}>
          <p>
            <button class="btn" onClick={() => change({ textMode: false })}>
              {t("text.to_picture")}
            </button>
          </p>
          <p role="status" aria-live="polite" class="textstatus">
            {status(controls)}
          </p>
          <Decisions />
          <section aria-labelledby="text-log">
            <h2 id="text-log">{t("panel.log")}</h2>
            <News />
          </section>
          <controls.kind.Text />
          {table.status === "playing" && (
            <>
              <TakeBackAnswer />
              <TakeBackButton />
            </>
          )}
        </main>
        {children}
      </div>
    </ControlsContext.Provider>
  );
}

/** What I can do, as a list and as a line to type into; both outlast news from the table. */
function Decisions() {
  const controls = useControls();
  const [line, setLine] = useState("");
  const options = controls.state.options;
  const { chosen } = controls.state;
  if (!controls.live || (!options.length && !chosen.length)) return null;
  function play(option: Option) {
    unsay();
    controls.play(option);
    setLine("");
  }
  function typed(event: Event) {
    event.preventDefault();
    const option = readCommand(line, options);
    if (option) play(option);
    else notice(t("text.not_understood"), true);
  }
  return (
    <section aria-labelledby="text-do">
      <h2 id="text-do">{t("text.your_options")}</h2>
      {chosen.length > 0 && (
        <p>
          {chosen.map((option) => (
            <>
              <strong>{controls.kind.optionSentence(controls, option)}</strong>
              <br />
            </>
          ))}
          {t("table.change_freely")}{" "}
          {controls.takeBack && (
            <button class="btn" onClick={() => controls.takeBack?.()}>
              {t("table.take_back")}
            </button>
          )}
        </p>
      )}
      <p>{controls.kind.question(controls)}</p>
      <ol class="optionlist">
        {options.map((option) => (
          <li key={option.text}>
            <button class="btn" disabled={controls.busy} data-move={option.text} onClick={() => play(option)}>
              {controls.kind.optionSentence(controls, option)}
            </button>
          </li>
        ))}
      </ol>
      <form onSubmit={typed} class="rowline">
        <label class="field grow">
          <span>{t("text.command")}</span>
          <input type="text" value={line} onInput={(e) => setLine(e.currentTarget.value)} autocomplete="off" />
        </label>
        <button class="btn main">{t("text.do")}</button>
      </form>
      <p class="muted">{t("text.command_help")}</p>
    </section>
  );
}

function News() {
  const lines = useLines().slice(-8);
  return (
    <ul class="textlog" aria-live="polite">
      {lines.map((line) => (
        <li key={`${line.seq}${line.text}`}>{line.text}</li>
      ))}
    </ul>
  );
}

/** "3" takes the third option; "b 2" builds the second card for sale; a move's own text works too. */
export function readCommand(line: string, options: Option[]): Option | undefined {
  const text = line.trim().toLowerCase();
  if (/^\d+$/.test(text)) return options[Number(text) - 1];
  const exact = options.find((option) => option.text.toLowerCase() === text);
  if (exact) return exact;
  const short = /^([bwdf])\s*(\d+)$/.exec(text);
  if (!short) return undefined;
  const actions: Record<string, string[]> = { b: ["build"], w: ["stage", "wonder"], d: ["discard"], f: ["free_build"] };
  const cards = [...new Set(options.map((option) => option.card).filter(Boolean))];
  const card = cards[Number(short[2]) - 1];
  return options.find((option) => option.card === card && actions[short[1]!]!.includes(option.action));
}

function status(controls: Controls): string {
  const { table } = controls.state;
  if (table.status === "over") return t("event.over");
  if (controls.yours) return t("table.your_turn");
  const waiting = table.waiting_for;
  return waiting.length
    ? t("table.waiting_for", { players: and(waiting.map((seat) => seatName(controls.state, seat))) })
    : "";
}
