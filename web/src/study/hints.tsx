// Hints at a table that allows them: the best option with a reason, or three options with their chances; and the
// question before a move that gives away much, on gentle tables. What it says comes from the server, which looks at
// nothing but what this seat sees.

import { signal } from "@preact/signals";
import { errorText } from "../app/api";
import type { Controls } from "../app/controls";
import { phone } from "../app/fit";
import { t } from "../app/i18n";
import type { LiveTable } from "../app/live";
import { moveWords } from "../app/moves";
import { reach } from "../app/reach";
import type { Option } from "../app/types";
import { Icon } from "../art/icons";
import { confirmed } from "../parts/confirm";
import { notice } from "../parts/notice";
import { type Hinted, study } from "./api";
import { chanceText, lossPercent, reasonText } from "./words";

/** The hint given last, and at which table and move. */
const given = signal<{ table: string; at: number; hint: Hinted } | null>(null);
const asking = signal(false);

const mayAsk = (controls: Controls): boolean =>
  controls.live && controls.yours && controls.state.table.options.hints !== "off" && controls.state.options.length > 1;

/** Asks for a hint, or for more than one. */
export function askHint(controls: Controls, live: LiveTable, kind: "hint" | "explain"): void {
  if (!mayAsk(controls) || asking.peek()) return;
  const { id, moves } = controls.state.table;
  asking.value = true;
  study
    .hint(id, kind, controls.you ?? 0, live.token)
    .then(
      (hint) => {
        given.value = { table: id, at: moves, hint };
      },
      (error: unknown) => notice(errorText(error), true),
    )
    .finally(() => (asking.value = false));
}

export function HintButton({ controls, live }: { controls: Controls; live: LiveTable }) {
  if (!mayAsk(controls)) return null;
  return (
    <button
      class="btn hintbutton"
      ref={reach("hint")}
      disabled={asking.value}
      aria-label={t("hint.ask")}
      aria-keyshortcuts="h"
      data-tip={`text:${t("hint.ask")} (H)`}
      onClick={() => askHint(controls, live, "hint")}
    >
      <Icon name="sun" />
      {!phone.value && <span>{asking.value ? t("hint.thinking") : t("hint.ask")}</span>}
    </button>
  );
}

/** The row above the table with the hint; null when there is nothing for this position. */
export function hintNote({ controls, live }: { controls: Controls; live: LiveTable }) {
  const now = given.value;
  const { id, moves, game } = controls.state.table;
  if (!now || now.table !== id || now.at !== moves || !controls.yours) return null;
  const { options, reason } = now.hint;
  const best = options[0];
  if (!best) return null;
  const why = reason ?? best.reasons[0];
  return (
    <div class="panel coach hintnote" role="status">
      <Icon name="sun" size={24} />
      {options.length > 1 ? (
        <ol>
          {options.map((each) => (
            <li>
              <b>{moveWords(game, controls.state, each.move)}</b> {chanceText(each.chance)}
              {each.reasons[0] && !phone.value && (
                <span class="muted"> {reasonText(game, controls.state, each.reasons[0])}</span>
              )}
            </li>
          ))}
        </ol>
      ) : (
        <p>
          <b>{moveWords(game, controls.state, best.move)}</b> {chanceText(best.chance)}{" "}
          {why && reasonText(game, controls.state, why)}
        </p>
      )}
      <span class="rowline">
        {options.length === 1 && (
          <button class="btn" disabled={asking.value} onClick={() => askHint(controls, live, "explain")}>
            {t("hint.explain")}
          </button>
        )}
        <button class="btn round quiet" aria-label={t("common.close")} onClick={() => (given.value = null)}>
          <Icon name="cross" />
        </button>
      </span>
    </div>
  );
}

/** On a gentle table: plays the option, or first asks whether it is meant, if it gives away much; `drop` comes when it
    was not. */
export function playGently(
  controls: Controls,
  live: LiveTable,
  option: Option,
  play: () => void,
  drop: () => void,
): void {
  const { table } = controls.state;
  if (table.options.hints !== "gentle" || controls.state.options.length < 2) {
    play();
    return;
  }
  study.check(table.id, option.text, controls.you ?? 0, live.token).then(
    ({ warned }) => {
      if (!warned) {
        play();
        return;
      }
      const reason = warned.reason ? reasonText(table.game, controls.state, warned.reason) : "";
      confirmed(
        [
          t("hint.sure", { move: moveWords(table.game, controls.state, option.text), loss: lossPercent(warned.loss) }),
          reason,
        ]
          .join(" ")
          .trim(),
        play,
        true,
        null,
        drop,
      );
    },
    play, // whoever cannot be warned may still play
  );
}
