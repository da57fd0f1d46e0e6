// What the last games tell: with which board or wonder one wins, points beside the others', accuracy over time, and
// favourite mistakes. Filtered by game, players, company and time; the same games as CSV, too.

import { useEffect, useState } from "preact/hooks";
import type { GameName } from "../app/catalog";
import { has, num, percent, signed, t } from "../app/i18n";
import { Icon } from "../art/icons";
import { GAMES, KINDS } from "../games";
import { type Average, asQuery, type GameFilter, type MyStudy, type Share, study } from "./api";

const SPANS = [7, 30, 365] as const;
const DATES = "dates"; // from a day to a day
const COMPANY = ["with", "without"] as const;

/** The date so many days ago. */
function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

export function StudyStatistics() {
  const [all, setAll] = useState<MyStudy | null>(null);
  const [found, setFound] = useState<MyStudy | null>(null);
  const [game, setGame] = useState<GameName | null>(null);
  const [players, setPlayers] = useState("");
  const [company, setCompany] = useState("");
  const [span, setSpan] = useState("");
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  useEffect(() => {
    study.mine().then(setAll, () => undefined); // the counts above stand for themselves
  }, []);
  const played = GAMES.filter((name) => all?.by_game.some((each) => each.name === name));
  const shown = game ?? played[0];
  const only: GameFilter = {
    ...(shown ? { game: shown } : {}),
    ...(players ? { players: Number(players) } : {}),
    ...(company ? { bots: company as "with" | "without" } : {}),
    ...(span && span !== DATES ? { since: daysAgo(Number(span)) } : {}),
    ...(span === DATES && from ? { since: from } : {}),
    ...(span === DATES && to ? { until: to } : {}),
  };
  useEffect(() => {
    if (!shown) return;
    let gone = false;
    study.mine(only).then(
      (answer) => !gone && setFound(answer),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [asQuery(only)]);
  if (!all || !found || !shown) return null;
  const narrowed = Boolean(players || company || span);
  const boards = found.by_board.filter((each) => kindOf(shown, each.name));
  const line = found.accuracy.filter((each) => each.game === shown);
  const sizes = sizesOf(all, shown);
  function reset() {
    setPlayers("");
    setCompany("");
    setSpan("");
    setFrom("");
    setTo("");
  }
  return (
    <section class="panel studystats" aria-labelledby="study-stats">
      <div class="rowline">
        <h2 id="study-stats" class="grow">
          {t("study.stats", { n: found.games })}
        </h2>
        {played.length > 1 && (
          <GameChoice
            played={played}
            shown={shown}
            choose={(name) => {
              setGame(name);
              setPlayers("");
            }}
          />
        )}
        <a class="btn" href={`api/v1/me/games.csv${asQuery(only)}`} download="mirabilia-games.csv">
          <Icon name="download" />
          CSV
        </a>
      </div>
      <div class="statsfilters">
        {sizes.length > 1 && (
          <Choice
            name={t("study.stats.players")}
            value={players}
            choose={setPlayers}
            choices={[["", t("study.stats.any_players")], ...sizes.map((n): [string, string] => [String(n), num(n)])]}
          />
        )}
        <Choice
          name={t("study.stats.company")}
          value={company}
          choose={setCompany}
          choices={[
            ["", t("study.stats.company.all")],
            ...COMPANY.map((each): [string, string] => [each, t(`study.stats.company.${each}`)]),
          ]}
        />
        <Choice
          name={t("study.stats.span")}
          value={span}
          choose={setSpan}
          choices={[
            ["", t("study.stats.span.all")],
            ...SPANS.map((days): [string, string] => [String(days), t(`study.stats.span.${days}`)]),
            [DATES, t("study.stats.span.dates")],
          ]}
        />
        {span === DATES && (
          <>
            <DateChoice name={t("study.stats.from")} value={from} choose={setFrom} max={to} />
            <DateChoice name={t("study.stats.until")} value={to} choose={setTo} min={from} />
          </>
        )}
        {narrowed && (
          <button class="btn quiet" onClick={reset}>
            <Icon name="undo" />
            {t("study.stats.reset")}
          </button>
        )}
      </div>
      {found.games === 0 ? (
        <p class="muted nogames" role="status">
          {t("study.stats.nothing")}
        </p>
      ) : (
        <div class="studystatsgrid">
          <div>
            <h3>{t("study.stats.boards")}</h3>
            <Shares shares={boards.slice(0, 14)} name={(name) => boardName(shown, name)} />
          </div>
          <ByCategory all={all} found={found} game={shown} narrowed={narrowed} />
          {line.length > 0 && (
            <div>
              <h3>{t("study.stats.accuracy")}</h3>
              <Accuracy line={line} />
            </div>
          )}
          {found.habits.length > 0 && <Habits found={found} />}
        </div>
      )}
    </section>
  );
}

/** Mean points by category, beside everybody else's or those of bots of one level. */
function ByCategory({
  all,
  found,
  game,
  narrowed,
}: {
  all: MyStudy;
  found: MyStudy;
  game: GameName;
  narrowed: boolean;
}) {
  const [level, setLevel] = useState("");
  const met = Object.keys(found.beside_bots[game] ?? {});
  const beside = met.includes(level) ? level : "";
  const points = (beside ? found.beside_bots[game]?.[beside] : found.points[game]) ?? [];
  return (
    <div>
      <div class="rowline">
        <h3 class="grow">{t("study.by_category")}</h3>
        {met.length > 0 && (
          <Choice
            name={t("study.stats.beside")}
            value={beside}
            choose={setLevel}
            choices={[
              ["", t("study.stats.others")],
              ...met.map((each): [string, string] => [each, t("study.stats.bots", { level: levelName(each) })]),
            ]}
          />
        )}
      </div>
      <Points
        game={game}
        points={points}
        usual={narrowed || beside ? (all.points[game] ?? []) : null}
        others={beside ? t("study.stats.bots", { level: levelName(beside) }) : t("study.stats.others")}
      />
    </div>
  );
}

function GameChoice({ played, shown, choose }: { played: GameName[]; shown: GameName; choose(name: GameName): void }) {
  return (
    <span class="seg" role="group" aria-label={t("study.stats.game")}>
      {played.map((name) => (
        <button aria-pressed={shown === name} onClick={() => choose(name)}>
          {t(`game.${name}`)}
        </button>
      ))}
    </span>
  );
}

/** The mistakes that cost most. */
function Habits({ found }: { found: MyStudy }) {
  return (
    <div>
      <h3>{t("study.costs")}</h3>
      <ol class="habits">
        {found.habits
          .filter(({ kind }) => has(`study.cost.${kind.split(".")[0]}`))
          .slice(0, 6)
          .map(({ kind, cost, games }) => (
            <li>
              <span class="grow">{t(`study.cost.${kind.split(".")[0]}`)}</span>
              <span class="muted">{t("study.of", { n: games, all: found.accuracy.length })}</span>
              <b class="bad-text">{percent(-Math.round(cost * 100) / 100)}</b>
            </li>
          ))}
      </ol>
    </div>
  );
}

/** At tables of which sizes this game was played: names are such as "wonders 4". */
const sizesOf = (all: MyStudy, game: GameName): number[] =>
  all.by_size
    .filter(({ name }) => name.startsWith(`${game} `))
    .map(({ name }) => Number(name.slice(game.length)))
    .sort((a, b) => a - b);

const levelName = (level: string): string => (has(`level.${level}`) ? t(`level.${level}`) : level);

function Choice({
  name,
  value,
  choose,
  choices,
}: {
  name: string;
  value: string;
  choose(value: string): void;
  choices: [string, string][];
}) {
  return (
    <label class="statchoice">
      <span class="muted">{name}</span>
      <select value={value} onChange={(e) => choose(e.currentTarget.value)}>
        {choices.map(([key, words]) => (
          <option value={key}>{words}</option>
        ))}
      </select>
    </label>
  );
}

function DateChoice({
  name,
  value,
  choose,
  min,
  max,
}: {
  name: string;
  value: string;
  choose(value: string): void;
  min?: string;
  max?: string;
}) {
  return (
    <label class="statchoice">
      <span class="muted">{name}</span>
      <input
        type="date"
        value={value}
        min={min || undefined}
        max={max || undefined}
        onChange={(e) => choose(e.currentTarget.value)}
      />
    </label>
  );
}

/** Points by category: one's own, perhaps beside what is usual for oneself, and those of others. */
function Points({
  game,
  points,
  usual,
  others,
}: {
  game: GameName;
  points: Average[];
  usual: Average[] | null;
  others: string;
}) {
  const tenth = (n: number) => Math.round(n * 10) / 10;
  const rows = [...KINDS[game].categories, { name: "total", icon: null, kind: "" }];
  return (
    <table class="scores points">
      <thead>
        <tr>
          <th scope="col">{t("study.column.category")}</th>
          <th scope="col">{t("study.stats.mine")}</th>
          {usual && <th scope="col">{t("study.stats.usual")}</th>}
          <th scope="col">{others}</th>
          <th scope="col">{t("study.stats.difference")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, icon, kind }) => {
          const row = points.find(({ category }) => category === name);
          if (!row) return null;
          const difference = tenth(row.mine - row.others);
          return (
            <tr class={icon ? "" : "totals"}>
              <th scope="row">
                {icon ? (
                  <>
                    <span class={`cat cat-${kind}`}>
                      <Icon name={icon} size={16} />
                    </span>{" "}
                    {t(`category.${game}.${name}`)}
                  </>
                ) : (
                  t("category.total")
                )}
              </th>
              <td>
                <b>{num(tenth(row.mine))}</b>
              </td>
              {usual && <td class="muted">{num(tenth(usual.find(({ category }) => category === name)?.mine ?? 0))}</td>}
              <td>{num(tenth(row.others))}</td>
              <td class={difference > 0 ? "good-text" : difference < 0 ? "bad-text" : "muted"}>{signed(difference)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
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
