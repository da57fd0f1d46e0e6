// What the last games tell: with which board or wonder one wins, points beside the others', accuracy over time, and
// favourite mistakes. Filtered by game; everything as CSV, too.

import { useEffect, useState } from "preact/hooks";
import type { GameName } from "../app/catalog";
import { has, num, percent, t } from "../app/i18n";
import { Icon } from "../art/icons";
import { GAMES, KINDS } from "../games";
import { type MyStudy, type Share, study } from "./api";

export function StudyStatistics() {
  const [found, setFound] = useState<MyStudy | null>(null);
  const [game, setGame] = useState<GameName | null>(null);
  useEffect(() => {
    study.mine().then(setFound, () => undefined); // the counts above stand for themselves
  }, []);
  if (!found?.games) return null;
  const played = GAMES.filter((name) => found.by_game.some((each) => each.name === name));
  const shown = game ?? played[0]!;
  const kind = KINDS[shown];
  const boards = found.by_board.filter((each) => kindOf(shown, each.name));
  const line = found.accuracy.filter((each) => each.game === shown);
  const points = (found.points[shown] ?? []).filter(({ category }) => category !== "total");
  return (
    <section class="panel studystats" aria-labelledby="study-stats">
      <div class="rowline">
        <h2 id="study-stats" class="grow">
          {t("study.stats", { n: found.games })}
        </h2>
        {played.length > 1 && (
          <span class="seg" role="group" aria-label={t("study.stats.game")}>
            {played.map((name) => (
              <button aria-pressed={shown === name} onClick={() => setGame(name)}>
                {t(`game.${name}`)}
              </button>
            ))}
          </span>
        )}
        <a class="btn" href="api/v1/me/games.csv" download="mirabilia-games.csv">
          <Icon name="download" />
          CSV
        </a>
      </div>
      <div class="studystatsgrid">
        <div>
          <h3>{t("study.stats.boards")}</h3>
          <Shares shares={boards.slice(0, 14)} name={(name) => boardName(shown, name)} />
        </div>
        <div>
          <h3>{t("study.points")}</h3>
          <table class="scores">
            <thead>
              <tr>
                <th scope="col">{t("study.column.category")}</th>
                <th scope="col">{t("study.stats.mine")}</th>
                <th scope="col">{t("study.stats.others")}</th>
              </tr>
            </thead>
            <tbody>
              {kind.categories.map(({ name, icon, kind: color }) => {
                const row = points.find(({ category }) => category === name);
                return (
                  row && (
                    <tr>
                      <th scope="row">
                        <span class={`cat cat-${color}`}>
                          <Icon name={icon} size={16} />
                        </span>{" "}
                        {t(`category.${shown}.${name}`)}
                      </th>
                      <td>{num(Math.round(row.mine * 10) / 10)}</td>
                      <td>{num(Math.round(row.others * 10) / 10)}</td>
                    </tr>
                  )
                );
              })}
            </tbody>
          </table>
        </div>
        {line.length > 0 && (
          <div>
            <h3>{t("study.stats.accuracy")}</h3>
            <Accuracy line={line} />
          </div>
        )}
        {found.habits.length > 0 && (
          <div>
            <h3>{t("study.costs")}</h3>
            <ol class="habits">
              {found.habits
                .filter(({ kind }) => has(`study.cost.${kind.split(".")[0]}`))
                .slice(0, 6)
                .map(({ kind, cost, games }) => (
                  <li>
                    <span class="grow">{t(`study.cost.${kind.split(".")[0]}`)}</span>
                    <span class="muted">{t("stats.played", { n: games })}</span>
                    <b class="bad-text">{percent(-Math.round(cost * 100) / 100)}</b>
                  </li>
                ))}
            </ol>
          </div>
        )}
      </div>
    </section>
  );
}

/** Whether a name of the list is a board or wonder of this game. */
const kindOf = (game: GameName, name: string): boolean => boardKey(game, name) !== null;
function boardKey(game: GameName, name: string): string | null {
  for (const part of ["wonder", "board"]) {
    const plain = name.replace(/ [AB]$/, "");
    if (has(`${game}.${part}.${name}`)) return `${game}.${part}.${name}`;
    if (has(`${game}.${part}.${plain}`)) return `${game}.${part}.${plain}`;
  }
  return null;
}
function boardName(game: GameName, name: string): string {
  const side = / [AB]$/.exec(name)?.[0] ?? "";
  return `${t(boardKey(game, name) ?? name)}${side}`;
}

function Shares({ shares, name }: { shares: Share[]; name: (of: string) => string }) {
  return (
    <table class="scores">
      <thead>
        <tr>
          <th scope="col">
            <span class="sr">{t("study.stats.boards")}</span>
          </th>
          <th scope="col">{t("stats.games")}</th>
          <th scope="col">{t("stats.share")}</th>
        </tr>
      </thead>
      <tbody>
        {shares.map((each) => (
          <tr>
            <th scope="row">{name(each.name)}</th>
            <td>{num(each.games)}</td>
            <td class="sharecell">
              <span class="meanbar">
                <i class="won" style={{ width: `${(each.wins / Math.max(1, each.games)) * 100}%` }} />
              </span>{" "}
              {percent(Math.round((each.wins / Math.max(1, each.games)) * 100) / 100)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Accuracy({ line }: { line: MyStudy["accuracy"] }) {
  const width = 420,
    height = 150;
  const x = (i: number) => 34 + (i / Math.max(1, line.length - 1)) * (width - 48);
  const y = (n: number) => height - 16 - (n / 100) * (height - 28);
  return (
    <figure class="curve">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t("study.stats.accuracy")}>
        {[0, 50, 100].map((n) => (
          <g>
            <path class="grid" d={`M34 ${y(n)}H${width - 12}`} />
            <text class="axis" x="29" y={y(n)}>
              {n}
            </text>
          </g>
        ))}
        <path class="line" d={line.map((each, i) => `${i ? "L" : "M"}${x(i)} ${y(each.average)}`).join("")} />
        {line.map((each, i) => (
          <circle class={each.won > 0 ? "wongame" : "lostgame"} cx={x(i)} cy={y(each.accuracy)} r="4.5">
            <title>{`${each.date}: ${num(Math.round(each.accuracy))}`}</title>
          </circle>
        ))}
      </svg>
      <figcaption class="muted">{t("study.stats.accuracy_about")}</figcaption>
    </figure>
  );
}
