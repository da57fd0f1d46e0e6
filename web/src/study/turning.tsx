// At the result, once the game was analysed: the moments that cost most, each with its reason and the way there.

import { useEffect, useState } from "preact/hooks";
import { t } from "../app/i18n";
import { panel } from "../app/panels";
import type { TableState } from "../app/types";
import { seatName } from "../app/words";
import type { Moment } from "../generated/study";
import { study } from "./api";
import { moveWords } from "./moves";
import { lossPercent, reasonText, whenText } from "./words";

export function TurningPoints({
  state,
  you,
  address,
  link,
}: {
  state: TableState;
  you: number | null;
  /** Where the analysis is. */
  address: string;
  link?: string | undefined;
}) {
  const [moments, setMoments] = useState<Moment[]>([]);
  const { id, game } = state.table;
  useEffect(() => {
    study.turning(id, link).then(
      (found) => setMoments(found.moments),
      () => undefined, // the result stands for itself
    );
  }, [id]);
  if (!moments.length) return null;
  return (
    <section class="turning" aria-labelledby="turning-points">
      <h3 id="turning-points">{t("study.turning")}</h3>
      <ol>
        {moments.map((moment) => {
          const better = moment.best[0]!;
          const wrong = moment.reasons.find(({ about }) => about === "played");
          const right = moment.reasons.find(({ about }) => about === "best");
          const name = `${whenText(game, moment)}: ${moveWords(game, state, moment.played)}`;
          return (
            <li>
              <span class={`labeltag ${moment.label}`}>{lossPercent(moment.loss)}</span>
              <span class="grow">
                <b>
                  {name}
                  {moment.seat !== you && ` (${seatName(state, moment.seat)})`}.
                </b>{" "}
                {wrong && `${reasonText(game, state, wrong)} `}
                {t("study.better", { move: moveWords(game, state, better.move) })}
                {!wrong && right && ` ${reasonText(game, state, right)}`}
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
