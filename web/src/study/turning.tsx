// Turning points: what changed a player's chance most, by own decisions, by those of others, or by luck. At the result,
// once the game was analysed, with reasons; beside the analysis in short.

import { useEffect, useState } from "preact/hooks";
import type { GameName } from "../app/catalog";
import { t } from "../app/i18n";
import { moveWords } from "../app/moves";
import { panel } from "../app/panels";
import type { Named } from "../app/types";
import { seatName } from "../app/words";
import type { Moment, Swing } from "../generated/study";
import { study, type TurningPoint } from "./api";
import { changePercent, reasonText, whenText } from "./words";

/** When and what: "Age II, card 6: discard Baths". */
function swingName(game: GameName, state: Named, swing: Swing, moment: Moment): string {
  const what = swing.by === "luck" ? t(`study.swing.luck.${game}`) : moveWords(game, state, moment.played);
  return `${whenText(game, moment)}: ${what}`;
}

/** The turning points of one player, each leading to its moment. */
export function Swings({
  swings,
  moments,
  state,
  go,
}: {
  swings: Swing[];
  moments: Moment[];
  state: Named;
  go(number: number): void;
}) {
  if (!swings.length) return null;
  return (
    <div class="swings">
      <h3>{t("study.turning")}</h3>
      <ol class="momentlist">
        {swings.map((swing) => {
          const moment = moments[Math.min(swing.number, moments.length - 1)]!;
          return (
            <li>
              <button class="momentline" onClick={() => go(moment.number)}>
                <span class="grow">
                  {swingName(state.table.game, state, swing, moment)}
                  {swing.by === "other" && ` (${seatName(state, moment.seat)})`}
                </span>
                <b class={swing.change > 0 ? "good-text" : "bad-text"}>{changePercent(swing.change)}</b>
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

export function TurningPoints({
  state,
  you,
  address,
  link,
}: {
  state: Named;
  you: number | null;
  /** Where the analysis is. */
  address: string;
  link?: string | undefined;
}) {
  const [points, setPoints] = useState<TurningPoint[]>([]);
  const { id, game } = state.table;
  useEffect(() => {
    study.turning(id, link).then(
      (found) => setPoints(found.points),
      () => undefined, // the result stands for itself
    );
  }, [id]);
  if (!points.length) return null;
  return (
    <section class="turning" aria-labelledby="turning-points">
      <h3 id="turning-points">{t("study.turning")}</h3>
      <ol>
        {points.map(({ swing, moment }) => {
          const better = moment.best[0]!;
          const wrong = moment.reasons.find(({ about }) => about === "played");
          const right = moment.reasons.find(({ about }) => about === "best");
          const name = swingName(game, state, swing, moment);
          return (
            <li>
              <span class={`labeltag ${swing.change > 0 ? "gain" : swing.by === "own" ? moment.label : "slip"}`}>
                {changePercent(swing.change)}
              </span>
              <span class="grow">
                <b>
                  {name}
                  {swing.by !== "luck" && moment.seat !== you && ` (${seatName(state, moment.seat)})`}.
                </b>
                {swing.by !== "luck" && (
                  <>
                    {" "}
                    {wrong && `${reasonText(game, state, wrong)} `}
                    {t("study.better", { move: moveWords(game, state, better.move) })}
                    {!wrong && right && ` ${reasonText(game, state, right)}`}
                  </>
                )}
              </span>
              <a
                href={`${address}/${moment.number}`}
                aria-label={`${t("study.look")}: ${name}`}
                onClick={() => (panel.value = null)}
              >
                {t("study.look")}
              </a>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
