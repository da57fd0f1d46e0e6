// The same table as text: headings for each seat, a list of everything I can do, a line to type into, and
// announcements. Made for screen readers, and for anybody who prefers words.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type Desk, DeskContext, useDesk } from "../app/desk";
import { and, t } from "../app/i18n";
import { change } from "../app/settings";
import type { Option } from "../app/types";
import { seatName } from "../app/words";
import { useLines } from "../parts/log";
import { notice, unsay } from "../parts/notice";
import { TurnControls } from "../parts/turn-controls";
import { tableFacts } from "./frame";

export function TextTable({
  desk,
  tools,
  children,
}: {
  desk: Desk;
  tools: ComponentChildren;
  children?: ComponentChildren;
}) {
  const { view, table } = desk.state;
  if (!view) return null;
  return (
    <DeskContext.Provider value={desk}>
      <div class="textpage" {...tableFacts(desk)}>
        <header class="topbar">
          <h1>{desk.kind.title(view, "desk")}</h1>
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
            {status(desk)}
          </p>
          <Decisions />
          <section aria-labelledby="text-log">
            <h2 id="text-log">{t("panel.log")}</h2>
            <News />
          </section>
          <desk.kind.Text />
          {table.status === "playing" && <TurnControls />}
        </main>
        {children}
      </div>
    </DeskContext.Provider>
  );
}

/** What I can do, as a list and as a line to type into; both outlast news from the table. */
function Decisions() {
  const desk = useDesk();
  const [line, setLine] = useState("");
  const options = desk.state.options;
  const { chosen } = desk.state;
  if (!desk.live || (!options.length && !chosen.length)) return null;
  function play(option: Option) {
    unsay();
    desk.play(option);
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
              <strong>{desk.kind.optionSentence(desk, option)}</strong>
              <br />
            </>
          ))}
          {t("table.change_freely")}{" "}
          {desk.takeBack && (
            <button class="btn" onClick={() => desk.takeBack?.()}>
              {t("table.take_back")}
            </button>
          )}
        </p>
      )}
      <p>{desk.kind.question(desk)}</p>
      <ol class="optionlist">
        {options.map((option) => (
          <li key={option.text}>
            <button class="btn" disabled={desk.busy} data-move={option.text} onClick={() => play(option)}>
              {desk.kind.optionSentence(desk, option)}
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

function status(desk: Desk): string {
  const { table } = desk.state;
  if (table.status === "over") return t("event.over");
  if (desk.yours) return t("table.your_turn");
  const waiting = table.waiting_for;
  return waiting.length
    ? t("table.waiting_for", { players: and(waiting.map((seat) => seatName(desk.state, seat))) })
    : "";
}
