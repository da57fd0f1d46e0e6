// After the game: who won and how, points by category as a table and as bars, and the ways on.

import { useEffect, useRef, useState } from "preact/hooks";
import { api, errorText } from "../app/api";
import type { GameName } from "../app/catalog";
import type { Controls } from "../app/controls";
import { seatGlyph } from "../app/controls";
import { fit, phone } from "../app/fit";
import { and, has, num, t } from "../app/i18n";
import type { LiveTable } from "../app/live";
import { choices, chosenLevel, nickname } from "../app/me";
import { panel } from "../app/panels";
import { go } from "../app/router";
import type { GameResult } from "../app/types";
import { seatName } from "../app/words";
import { Icon } from "../art/icons";
import { WonderScene } from "../art/scenes";
import { GAMES, KINDS } from "../games";
import { LadderOf } from "../study/ladder";
import { TurningPoints } from "../study/turning";
import { cheer } from "./confetti";
import { FairDeal } from "./fair";
import { notice } from "./notice";
import { analysisAddress, replayAddress, saveRecord } from "./panels";
import type { ScorePicture } from "./share-picture";

/** Points of a category. */
const scoreOf = (result: GameResult, seat: number, name: string): number =>
  (Object.entries(result.scores[seat] ?? {}).find(([category]) => category === name)?.[1] as number | undefined) ?? 0;

export function resultSentence(controls: Controls, result: GameResult): string {
  const { state, you } = controls;
  const names = result.winners.map((seat) => seatName(state, seat));
  const mine = you !== null && result.winners.includes(you);
  if (names.length > 1) return t(mine ? "result.you_shared" : "result.shared", { players: and(names) });
  if (mine) return t(`result.you.${result.kind}`);
  const how = t(`result.${result.kind}`, { player: names[0] ?? "" });
  return you === null ? how : `${t("result.you_lost")} ${how}`;
}

/** Who won, and what one can do now: stands where the actions were. */
export function resultBar({ controls, live }: { controls: Controls; live: LiveTable | null }) {
  const result = controls.state.view?.result;
  const { status } = controls.state.table;
  if (status === "closed")
    return (
      <div class="resultbar" role="status">
        {t("event.closed")}{" "}
        <a class="btn" href="#/">
          {t("common.home")}
        </a>
      </div>
    );
  if (status !== "over" || !result) return null;
  // With the result open beside the table its buttons stand there, and not twice.
  const beside = panel.value === "result" && fit.value.side > 0;
  return (
    <div class="resultbar" role="status">
      <Icon name="crown" size={22} />
      <b>{resultSentence(controls, result)}</b>
      {!beside && live && controls.state.table.origin !== "lesson" && <Rematch controls={controls} live={live} main />}
      {!beside && (
        <button class="btn" onClick={() => (panel.value = "result")}>
          {t("over.show")}
        </button>
      )}
    </div>
  );
}

/** The result beside the table, where there is room for it. */
export function ResultColumn({ controls, live }: { controls: Controls; live: LiveTable | null }) {
  return (
    <>
      <header>
        <h2 class="grow">{t("over.title")}</h2>
        <button class="btn round quiet" aria-label={t("common.close")} onClick={() => (panel.value = null)}>
          <Icon name="cross" />
        </button>
      </header>
      <section class="sidebody" aria-label={t("over.title")} tabIndex={0}>
        <ResultPanel controls={controls} live={live} />
      </section>
    </>
  );
}

/** After a lesson: a game of one's own, or the lesson of the other game. */
function AfterLesson({ game }: { game: GameName }) {
  const other = GAMES.find((name) => name !== game)!;
  return (
    <>
      <button class="btn main" onClick={() => void playGentle(game).then(undefined, (e) => notice(errorText(e), true))}>
        <Icon name="play" />
        {t("coach.play")}
      </button>
      <a class="btn" href={`#/lesson/${other}`} onClick={() => (panel.value = null)}>
        <Icon name="question" />
        {t(`home.lesson_${other}`)}
      </a>
    </>
  );
}

/** A table with bots that are easy to beat. */
async function playGentle(game: GameName): Promise<void> {
  const bot = { kind: "bot" as const, level: choices.peek()?.levels[0] ?? chosenLevel() };
  const seats = ["me" as const, ...Array.from({ length: KINDS[game].usualPlayers - 1 }, () => bot)];
  const made = await api.create({ game, name: nickname.peek() || t("home.guest"), start: true, seats });
  panel.value = null;
  go("table", made.table.id);
}

function Rematch({ controls, live, main }: { controls: Controls; live: LiveTable; main?: boolean }) {
  const next = controls.state.table.next;
  if (controls.you === null)
    return next ? (
      <a class="btn" href={`#/table/${next}`}>
        {t("over.to_rematch")}
      </a>
    ) : null;
  return (
    <button
      class={`btn ${main ? "main" : ""}`}
      disabled={live.busy.value}
      onClick={() =>
        void live.command("rematch").then(
          (data) => {
            const id = String(data.table ?? next ?? "");
            if (id) {
              panel.value = null;
              go("table", id);
            }
          },
          () => undefined,
        )
      }
    >
      <Icon name="extra_turn" size={17} />
      {t("over.rematch")}
    </button>
  );
}

/** The category in which the winner gained most on the one who came second. */
function decisive(controls: Controls, result: GameResult): string | null {
  const [winner] = result.winners;
  const second = result.scores
    .map((score, seat) => ({ seat, total: score.total }))
    .filter(({ seat }) => !result.winners.includes(seat))
    .sort((a, b) => b.total - a.total)[0];
  if (winner === undefined || !second || result.winners.length > 1) return null;
  const [most] = controls.kind.categories
    .map(({ name }) => ({ name, mine: scoreOf(result, winner, name), theirs: scoreOf(result, second.seat, name) }))
    .sort((a, b) => b.mine - b.theirs - (a.mine - a.theirs));
  if (!most || most.mine <= most.theirs) return null;
  const category = t(`category.${controls.state.table.game}.${most.name}`);
  return t("result.decided", { category, mine: most.mine, theirs: most.theirs });
}

/** The place of the one who stands there in the order: those who share the victory are all first. */
const placeOf = (result: GameResult, order: number[], i: number): number =>
  result.winners.includes(order[i]!) ? 1 : i + 1;

/** Who won and by how much. */
function headlineOf(controls: Controls, result: GameResult, order: number[]): string {
  const [first, second] = order;
  const ahead = result.scores[first!]!.total - (second === undefined ? 0 : result.scores[second]!.total);
  if (result.kind !== "civilian" || result.winners.length > 1 || ahead <= 0) return resultSentence(controls, result);
  if (first === controls.you) return t("result.you_by", { n: ahead });
  return t("result.by", { player: seatName(controls.state, first!), n: ahead });
}

export function ResultPanel({ controls, live }: { controls: Controls; live: LiveTable | null }) {
  const result = controls.state.view!.result!;
  const { table } = controls.state;
  const lesson = table.origin === "lesson";
  const categories = controls.kind.categories;
  const order = result.scores
    .map((_, seat) => seat)
    .sort(
      (a, b) =>
        Number(result.winners.includes(b)) - Number(result.winners.includes(a)) ||
        result.scores[b]!.total - result.scores[a]!.total,
    );
  // Two stand opposite each other, the viewer at the left.
  const opposite = order.length === 2;
  const columns = opposite && controls.you !== null ? [controls.you, 1 - controls.you] : order;
  // What decided is shown only when it did: a shared victory stayed a tie.
  const tie =
    result.winners.length === 1 &&
    result.kind === "civilian" &&
    result.scores.filter((score) => score.total === Math.max(...result.scores.map((s) => s.total))).length > 1;
  const decided = tie || result.kind !== "civilian" ? null : decisive(controls, result);
  const won =
    controls.you !== null && result.winners.includes(controls.you) && table.seats[controls.you]?.driver === "person";
  useEffect(() => {
    if (won && live) cheer(table.id);
  }, [table.id]);
  const headline = headlineOf(controls, result, order);
  const panelRef = useRef<HTMLDivElement>(null);
  const picture = () => {
    const shown: ScorePicture = {
      title: `${t(`game.${table.game}`)} · ${t("over.players", { n: order.length })}`,
      lead: headlineOf({ ...controls, you: null }, result, order),
      ...(decided ? { reason: decided } : {}),
      scene: panelRef.current?.querySelector<SVGSVGElement>(".banner svg") ?? null,
      players: order.map((seat) => ({
        name: seatName(controls.state, seat),
        glyph: seatGlyph(seat),
        seat,
        wins: result.winners.includes(seat),
        total: result.scores[seat]!.total,
      })),
      rows: categories.map(({ name, kind, icon }) => ({
        kind,
        icon,
        values: order.map((seat) => scoreOf(result, seat, name)),
      })),
    };
    // Drawn by a script that is loaded when it is first asked for.
    import("./share-picture").then(
      ({ givePicture }) => void givePicture(shown, `mirabilia-${table.id}.png`),
      () => notice(t("error.offline"), true),
    );
  };
  return (
    <div class="result" ref={panelRef}>
      <div class="banner">
        <WonderScene {...controls.kind.winnerScene(controls.state.view!, result.winners[0] ?? 0)} wide="middle" />
      </div>
      <div class="plate">
        <ol class={`podium of-${Math.min(3, order.length)}`}>
          {columns.slice(0, 3).map((seat) => (
            <li class={result.winners.includes(seat) ? "winner" : ""}>
              <span class={`podiumsign seat-${seat}`}>
                {result.winners.includes(seat) && <Icon name="crown" size={22} label={t("over.winner")} />}
                <Icon name={seatGlyph(seat)} size={24} />
              </span>
              <b class="podiumtotal">{num(result.scores[seat]!.total)}</b>
              <span class="podiumname" data-clips>
                {seatName(controls.state, seat)}
              </span>
              <span class="muted">
                {t(`over.place.${placeOf(result, order, order.indexOf(seat))}`)}
                {seat === controls.you && ` · ${t("study.you")}`}
              </span>
            </li>
          ))}
        </ol>
        <p class="lead">
          <b>{headline}</b> {tie && <span class="muted">{t(`result.tie.${controls.kind.tieBreak}`)}</span>}
          {decided && <span class="muted decided">{decided}</span>}
          {lesson && has(`lesson.${table.game}.end`) && <span class="lessonend">{t(`lesson.${table.game}.end`)}</span>}
        </p>
      </div>
      <div class={`rowline afterwards ${lesson ? "two" : ""}`}>
        {lesson ? <AfterLesson game={table.game} /> : live && <Rematch controls={controls} live={live} main />}
        {!lesson && (
          <>
            <a class="btn" href={analysisAddress(table.id, live)} onClick={() => (panel.value = null)}>
              <Icon name="chart" />
              {t("study.analyse")}
            </a>
            <button class="btn brief" data-share onClick={picture}>
              <Icon name="upload" />
              <span>{t("over.picture")}</span>
            </button>
            <a class="btn brief" href={replayAddress(table.id, live)} onClick={() => (panel.value = null)}>
              <Icon name="play" />
              <span>{t("replay.open")}</span>
            </a>
          </>
        )}
      </div>
      {opposite ? (
        <Balance controls={controls} result={result} seats={columns} />
      ) : (
        <Scores controls={controls} result={result} order={order} />
      )}
      <TurningPoints
        state={controls.state}
        you={controls.you}
        address={analysisAddress(table.id, live)}
        link={live?.token}
      />
      <ScoreCurve controls={controls} live={live} />
      {controls.kind.Secrets && <controls.kind.Secrets controls={controls} />}
      {(table.origin === "rematch" || table.next) && <LadderOf table={table.id} link={live?.token} />}
      <FairDeal controls={controls} />
      <div class="rowline end">
        <button class="btn" onClick={() => void saveRecord(table.id, live?.token)}>
          <Icon name="download" />
          {t("replay.export")}
        </button>
        <a class="btn" href="#/">
          <Icon name="home" />
          {t("common.home")}
        </a>
      </div>
    </div>
  );
}

/** The points of everyone, category by category, and as bars. */
function Scores({ controls, result, order }: { controls: Controls; result: GameResult; order: number[] }) {
  const { table } = controls.state;
  const categories = controls.kind.categories;
  const most = Math.max(1, ...result.scores.map((score) => score.total));
  return (
    <>
      <div class="tablescroll">
        <table class="scores">
          <caption class="sr">{t("over.title")}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span class="sr">{t("over.player")}</span>
              </th>
              {order.map((seat) => (
                <th
                  scope="col"
                  class={result.winners.includes(seat) ? "winner" : ""}
                  data-tip={`text:${seatName(controls.state, seat)}`}
                >
                  <Icon name={seatGlyph(seat)} size={18} />
                  {result.winners.includes(seat) && <Icon name="crown" size={15} label={t("over.winner")} />}
                  <span class={order.length > 3 ? "sr" : `colname of-${order.length}`} data-clips>
                    {seatName(controls.state, seat)}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {categories.map(({ name, icon, kind }) => (
              <tr>
                <th scope="row">
                  <span class={`cat cat-${kind}`}>
                    <Icon name={icon} size={17} />
                  </span>{" "}
                  {t(`category.${table.game}.${name}`)}
                </th>
                {order.map((seat) => (
                  <td class={result.winners.includes(seat) ? "winner" : ""}>{num(scoreOf(result, seat, name))}</td>
                ))}
              </tr>
            ))}
            <tr class="totals">
              <th scope="row">{t("category.total")}</th>
              {order.map((seat) => (
                <td class={`total ${result.winners.includes(seat) ? "winner" : ""}`}>
                  {num(result.scores[seat]!.total)}
                </td>
              ))}
            </tr>
            {table.seats.some(({ hints }) => hints > 0) && (
              <tr>
                <th scope="row">
                  <Icon name="sun" size={17} /> {t("over.hints")}
                </th>
                {order.map((seat) => (
                  <td>{num(table.seats[seat]?.hints ?? 0)}</td>
                ))}
              </tr>
            )}
          </tbody>
        </table>
      </div>
      <div class="bars" aria-hidden="true">
        {order.map((seat, at) => (
          <div class="bar" style={{ "--i": String(at) }}>
            <span class="barname" data-clips>
              {seatName(controls.state, seat)}
            </span>
            <span class="barbox">
              {categories.map(({ name, kind }) => {
                const n = Math.max(0, scoreOf(result, seat, name));
                return (
                  n > 0 && (
                    <i
                      class={`cat-${kind}`}
                      style={{ width: `${(n / most) * 100}%` }}
                      title={t("over.category", { category: t(`category.${table.game}.${name}`), n })}
                    >
                      {n / most > 0.055 ? n : ""}
                    </i>
                  )
                );
              })}
            </span>
          </div>
        ))}
      </div>
    </>
  );
}

/** The points of two, category by category: bars that grow from the middle, the better number bold. */
function Balance({ controls, result, seats }: { controls: Controls; result: GameResult; seats: number[] }) {
  const { table } = controls.state;
  const rows = controls.kind.categories.map(({ name, icon, kind }) => {
    return { name, icon, kind, values: seats.map((seat) => scoreOf(result, seat, name)) };
  });
  const most = Math.max(1, ...rows.flatMap(({ values }) => values));
  const hints = seats.map((seat) => table.seats[seat]?.hints ?? 0);
  const side = (i: number) => (i ? "right" : "left");
  const head = (seat: number) => (
    <th scope="col" class={result.winners.includes(seat) ? "winner" : ""}>
      {seatName(controls.state, seat)}
    </th>
  );
  return (
    <table class="scores balance">
      <caption class="sr">{t("over.title")}</caption>
      <thead class="sr">
        <tr>
          {head(seats[0]!)}
          <th scope="col">{t("over.player")}</th>
          {head(seats[1]!)}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, icon, kind, values }) => {
          const [left, right] = values.map((n, i) => (
            <td class={`${side(i)} ${n > values[1 - i]! ? "better" : ""}`}>
              <span class="beam">
                <b>{num(n)}</b>
                <i class={`cat-${kind}`} style={{ width: `${(Math.max(0, n) / most) * 100}%` }} />
              </span>
            </td>
          ));
          return (
            <tr>
              {left}
              <th scope="row">
                <span class="catline">
                  <span class={`cat cat-${kind}`}>
                    <Icon name={icon} size={17} />
                  </span>
                  <span>{t(`category.${table.game}.${name}`)}</span>
                </span>
              </th>
              {right}
            </tr>
          );
        })}
        <tr class="totals">
          <td class="total left">{num(result.scores[seats[0]!]!.total)}</td>
          <th scope="row">{t("category.total")}</th>
          <td class="total right">{num(result.scores[seats[1]!]!.total)}</td>
        </tr>
        {hints.some(Boolean) && (
          <tr>
            <td class="left">{num(hints[0]!)}</td>
            <th scope="row">
              <Icon name="sun" size={17} /> {t("over.hints")}
            </th>
            <td class="right">{num(hints[1]!)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** Points over the game, one line for each seat, read from the replay. */
function ScoreCurve({ controls, live }: { controls: Controls; live: LiveTable | null }) {
  const [curves, setCurves] = useState<number[][] | null>(null);
  const { table } = controls.state;
  useEffect(() => {
    let stopped = false;
    void (async () => {
      const made: number[][] = [];
      for (let from = 0, all = 1; from <= all; from += 100) {
        const part = await api.replay(table.id, from, from + 99, null, live?.token);
        all = part.moves;
        for (const position of part.positions) {
          const scores = (position.snapshot?.scores ?? position.view?.scores) as
            | (number | { total: number })[]
            | undefined;
          if (scores) made.push(scores.map((score) => (typeof score === "number" ? score : score.total)));
        }
      }
      if (!stopped && made.length > 1) setCurves(made);
    })().catch(() => undefined);
    return () => {
      stopped = true;
    };
  }, [table.id]);
  if (!curves) return null;
  const width = phone.value ? 340 : 640,
    height = 150,
    most = Math.max(10, ...curves.flat());
  // Where two lines end together, their animals stand one below the other.
  const ends = curves[curves.length - 1]!.map((n, seat) => ({ seat, at: 0, n })).sort((a, b) => b.n - a.n);
  const x = (i: number) => 30 + (i / Math.max(1, curves.length - 1)) * (width - 54),
    y = (n: number) => height - 20 - (Math.max(0, n) / most) * (height - 34);
  ends.forEach((end, i) => {
    end.at = Math.max(y(end.n), i ? ends[i - 1]!.at + 16 : 8);
  });
  const below = Math.max(0, (ends[ends.length - 1]?.at ?? 0) - (height - 8));
  return (
    <figure class="curve">
      <figcaption>{t("over.curve")}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t("over.curve")}>
        {[0, 0.5, 1].map((part) => (
          <g>
            <path class="grid" d={`M30 ${y(most * part)}H${width - 24}`} />
            <text x="26" y={y(most * part)} class="axis">
              {Math.round(most * part)}
            </text>
          </g>
        ))}
        {curves[0]!.map((_, seat) => (
          <path
            class={`line seat-${seat}`}
            d={curves
              .map((scores, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(scores[seat] ?? 0).toFixed(1)}`)
              .join("")}
          />
        ))}
        {ends.map(({ seat, at }) => (
          <g transform={`translate(${width - 18} ${at - 8 - below})`} class="endglyph">
            <use href={`#i-${seatGlyph(seat)}`} width="16" height="16" />
          </g>
        ))}
      </svg>
    </figure>
  );
}
