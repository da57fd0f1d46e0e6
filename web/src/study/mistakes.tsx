// Learn from your mistakes: the decision again, with what was played hidden. Any option may be tried until a good one
// is found; then it is explained.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { t } from "../app/i18n";
import { moveTitle, moveWords } from "../app/moves";
import type { Option, TableState } from "../app/types";
import { Icon } from "../art/icons";
import type { Moment } from "../generated/study";
import { TryTable } from "./try-table";
import { chanceText, lossPercent, reasonText, whenText } from "./words";

/** What an option may give away and still count as found (the step from which on it is a slip). */
const GOOD = 0.03;

interface Props {
  moment: Moment;
  state: TableState;
  /** "2 of 5". */
  place: string;
  next: (() => void) | null;
  back(): void;
}

export function Mistake({ moment, state, place, next, back }: Props) {
  const [tried, setTried] = useState<Option | null>(null);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    setTried(null);
    setShown(false);
  }, [moment.number]);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !(event.target as Element).closest("dialog")) back();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [back]);
  const { game } = state.table;
  const judged = tried && moment.best.find(({ move }) => move === tried.text);
  const found = Boolean(judged && judged.loss < GOOD);
  const best = moment.best[0]!;
  const why = (of: Moment["best"][number]) =>
    of.reasons
      .slice(0, 1)
      .map((reason) => reasonText(game, state, reason))
      .join(" ");
  function said(): string {
    if (found || shown) {
      const answer = found ? judged! : best;
      const played = moment.best.find(({ move }) => move === moment.played);
      return [
        t(found ? "study.try.found" : "study.try.answer", {
          move: moveWords(game, state, answer.move),
          chance: chanceText(answer.chance),
        }),
        why(answer),
        played && played !== answer
          ? t("study.try.then", { move: moveWords(game, state, played.move), loss: lossPercent(played.loss) })
          : "",
      ].join(" ");
    }
    if (!tried) return t("study.try.question", { when: whenText(game, moment) });
    const move = moveTitle(game, state, tried.text);
    if (!judged) return t("study.try.far", { move });
    return `${t("study.try.loses", { move, loss: chanceText(judged.loss) })} ${why(judged)}`;
  }
  const done = found || shown;
  const coach = (
    <div class={`panel coach trying ${done ? "done" : tried ? "again" : ""}`}>
      <Icon name={done ? "tick" : tried ? "cross" : "question"} size={24} />
      <p role="status">{said()}</p>
      <span class="rowline">
        {!done && (
          <button class="btn quiet" onClick={() => setShown(true)}>
            {t("study.try.show")}
          </button>
        )}
        {done && next && (
          <button class="btn main" onClick={next} autofocus>
            {t("study.try.next")}
          </button>
        )}
        <button class={`btn ${done && !next ? "main" : ""}`} onClick={back}>
          {t("study.try.back")}
        </button>
      </span>
    </div>
  );
  return (
    <TryTable
      state={state}
      seat={moment.seat}
      open={!done}
      tried={setTried}
      coach={coach}
      tools={<span class="pill">{place}</span>}
    />
  );
}
