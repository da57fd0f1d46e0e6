// A finished game looked back at: the curve of chances, every decision with what could have been done, a summary for
// each seat. One address for each moment.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { api, errorText } from "../app/api";
import type { GameName } from "../app/catalog";
import { ControlsContext } from "../app/controls";
import { fit } from "../app/fit";
import { has, num, percent, t } from "../app/i18n";
import { moveTitle, moveWords, parseMove } from "../app/moves";
import { settingsOpen } from "../app/panels";
import { stillControls } from "../app/positions";
import { lookingAt, replaceRoute } from "../app/router";
import { setTitle } from "../app/title";
import type { Named, TableInfo, TableState } from "../app/types";
import { seatName } from "../app/words";
import { Icon } from "../art/icons";
import { WonderScene } from "../art/scenes";
import { KINDS } from "../games";
import type { Analysis, Judged, Moment, Summary } from "../generated/study";
import { copyMoment } from "../parts/copy";
import { Page } from "../parts/page";
import type { AnalysisStatus, Depth } from "./api";
import { Curve, isSplit } from "./curve";
import { GoOn } from "./go-on";
import { useAnalysis, usePosition } from "./looking";
import { Mistake } from "./mistakes";
import { ChanceBar, LabelTag, SeatSign } from "./parts";
import { POSITIONS } from "./position";
import { goToTheme, themeOf } from "./themes";
import { Swings } from "./turning";
import { chanceText, lossPercent, lossText, reasonText, whenText } from "./words";

const ALL = -1;

export function AnalysisScreen({ id, at, link }: { id: string; at: number; link?: string }) {
  const [table, setTable] = useState<TableInfo | null>(null);
  const [you, setYou] = useState<number | null>(null);
  const [fault, setFault] = useState("");
  const [depth, setDepth] = useState<Depth>("quick");
  const found = useAnalysis(id, depth, link);
  useEffect(() => {
    setTitle(t("study.analysis"));
    api.table(id, link).then(
      (answer) => {
        setTable(answer.table);
        setYou(answer.you);
      },
      (error: unknown) => setFault(errorText(error)),
    );
    return () => {
      setTitle();
    };
  }, [id]);
  const wrong = fault || found.fault;
  if (wrong && !found.status)
    return (
      <Page title={t("study.analysis")}>
        <p class="panel warnline" role="alert">
          <Icon name="warn" /> {wrong}
        </p>
        <a class="btn" href="#/">
          {t("common.home")}
        </a>
      </Page>
    );
  const { status } = found;
  if (!table || !status?.analysis)
    return <Working table={table} status={status} fault={wrong} id={id} {...(link ? { link } : {})} />;
  return (
    <Looking
      key={depth}
      table={table}
      you={you}
      at={at}
      analysis={status.analysis}
      depth={depth}
      setDepth={setDepth}
      {...(link ? { link } : {})}
    />
  );
}

/** While it is made: how far, and that one may leave. */
function Working({
  table,
  status,
  fault,
  id,
  link,
}: {
  table: TableInfo | null;
  status: AnalysisStatus | null;
  fault: string;
  id: string;
  link?: string;
}) {
  const share = status?.total ? status.done / status.total : 0;
  const failed = status?.state === "failed";
  return (
    <Page title={t("study.analysis")}>
      <section class="panel analysing" aria-busy={!failed}>
        <div class="picture">
          <WonderScene name="Alexandria" built={Math.min(3, Math.floor(share * 3.2))} total={3} wide="bottom" dusk />
        </div>
        {failed ? (
          <p class="warnline" role="alert">
            <Icon name="warn" /> {t("study.failed")}
          </p>
        ) : (
          <>
            <h2 aria-live="polite">
              {status?.state === "waiting" && status.ahead > 0
                ? t("study.waiting", { n: status.ahead })
                : status?.state === "running"
                  ? t("study.running", { done: status.done, all: status.total })
                  : t("study.beginning")}
            </h2>
            <progress max={1} value={share} aria-label={t("study.progress")} />
            <p class="muted">{t("study.leave")}</p>
          </>
        )}
        {fault && <p class="bad-text">{fault}</p>}
        <p class="rowline center">
          {table && (
            <a class="btn" href={lookingAt(id, link, "replay/0")}>
              <Icon name="undo" />
              {t("replay.open")}
            </a>
          )}
          <a class="btn" href="#/">
            <Icon name="home" />
            {t("common.home")}
          </a>
        </p>
      </section>
    </Page>
  );
}

interface LookingProps {
  table: TableInfo;
  you: number | null;
  at: number;
  analysis: Analysis;
  depth: Depth;
  setDepth(depth: Depth): void;
  link?: string;
}

const isMarked = (moment: Moment): boolean => moment.label !== "";
const isMistake = (moment: Moment): boolean => moment.label !== "" && moment.label !== "only";

function Looking({ table, you, at, analysis, depth, setDepth, link }: LookingProps) {
  const { moments, summaries } = analysis;
  const me = you ?? 0;
  const [of, setOf] = useState(me);
  const seat = of === ALL ? me : of;
  const shown = moments.filter((moment) => of === ALL || moment.seat === of);
  const marked = shown.filter(isMarked);
  const first = summaries[seat]?.key_moments[0] ?? marked[0]?.number ?? shown[0]?.number ?? 0;
  const [now, setNow] = useState(() => (at >= 0 && at < moments.length ? at : first));
  const [trying, setTrying] = useState(false);
  const [goingOn, setGoingOn] = useState(false);
  const moment = moments[now]!;
  const state = usePosition(table, now, moment.seat, link);
  // Names need no position: the table as it is will do.
  const named = { table };
  useEffect(() => {
    replaceRoute(...(link ? ["watch", link] : ["table", table.id]), "analysis", now);
  }, [now]);
  const step = (by: number) => {
    const place = shown.findIndex((each) => (by > 0 ? each.number > now : each.number >= now));
    const to = by > 0 ? place : place < 0 ? shown.length - 1 : place - 1;
    if (shown[to]) setNow(shown[to]!.number);
  };
  const stepMarked = (by: number) => {
    const list = by > 0 ? marked : [...marked].reverse();
    const next = list.find((each) => (by > 0 ? each.number > now : each.number < now));
    if (next) setNow(next.number);
  };
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (trying || event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.target as Element).closest("input, select, textarea, dialog")) return;
      if (event.key === "ArrowRight") step(1);
      else if (event.key === "ArrowLeft") step(-1);
      else if (event.key === "ArrowDown") stepMarked(1);
      else if (event.key === "ArrowUp") stepMarked(-1);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  const mistakes = marked.filter(isMistake);
  if (trying && state) {
    const place = mistakes.findIndex((each) => each.number === now);
    const next = mistakes.find((each) => each.number > now);
    return (
      <Mistake
        moment={moment}
        state={state}
        place={place < 0 ? whenText(table.game, moment) : t("study.of", { n: place + 1, all: mistakes.length })}
        next={next ? () => setNow(next.number) : null}
        back={() => setTrying(false)}
      />
    );
  }
  const best = moment.best[0] ?? null;
  const who = (number: number) => (number === you ? t("study.you") : seatName(named, number));
  const scale = fit.value.form === "desktop" ? fit.value.scale : 1;
  return (
    <div
      class={`studypage ${fit.value.form}`}
      data-now={now}
      style={{ zoom: scale, "--scale": String(scale), "--seats": String(table.seats.length) }}
    >
      <Head
        table={table}
        you={you}
        of={of}
        setOf={setOf}
        now={now}
        depth={depth}
        setDepth={setDepth}
        {...(link ? { link } : {})}
      />
      <main class="studygrid" id="main" tabIndex={-1}>
        <section class="panel curvepanel" aria-label={t("study.curve")}>
          <div class="curvehead">
            <h2>{t("study.curve_of", { player: who(seat) })}</h2>
            <Legend analysis={analysis} me={seat} named={named} />
          </div>
          <Curve
            analysis={analysis}
            state={named}
            me={seat}
            now={now}
            marked={marked}
            go={(number) => setNow(nearest(shown, number))}
            step={step}
          />
        </section>
        <div class="studyside">
          <div class={`summaries ${summaries.length > 2 ? "many" : ""}`} role="group" aria-label={t("study.summary")}>
            {summaries.map((summary) => (
              <SummaryCard
                summary={summary}
                named={named}
                own={summary.seat === you}
                chosen={of === summary.seat}
                choose={() => setOf(summary.seat)}
              />
            ))}
          </div>
          <KeyMoments
            analysis={analysis}
            named={named}
            seat={seat}
            now={now}
            shown={shown}
            game={table.game}
            isOfAll={of === ALL}
            go={setNow}
            learn={(number) => {
              setNow(number);
              setTrying(true);
            }}
          />
        </div>
        <Moments moment={moment} named={named} game={table.game} marked={marked} step={stepMarked} />
        <PositionPanel moment={moment} table={table} state={state} player={who(moment.seat)} step={step} />
        <Could
          moment={moment}
          named={named}
          you={you}
          game={table.game}
          retry={() => setTrying(true)}
          goOn={() => setGoingOn(true)}
        />
      </main>
      {goingOn && (
        <GoOn
          named={named}
          at={now}
          seat={moment.seat}
          best={best?.move ?? null}
          close={() => setGoingOn(false)}
          {...(link ? { link } : {})}
        />
      )}
    </div>
  );
}

/** The bar above an analysis: whose it is, how deep, and the ways out. */
function Head({
  table,
  you,
  of,
  setOf,
  now,
  depth,
  setDepth,
  link,
}: Pick<LookingProps, "table" | "you" | "depth" | "setDepth" | "link"> & {
  of: number;
  setOf(seat: number): void;
  now: number;
}) {
  const named = { table };
  const { result } = table;
  const me = you ?? 0;
  return (
    <header class="topbar">
      <h1>{t("study.analysis")}</h1>
      <span class="pill wideonly">
        {t(`game.${table.game}`)} · {table.seats.map((each) => seatName(named, each.seat)).join(" – ")}
      </span>
      {result && (
        <span class="pill wideonly">
          {result.winners.includes(me) ? t("study.won") : t("study.lost")}
          {KINDS[table.game].endings.length > 1 && ` · ${t(`result.kind.${result.kind}`)}`}
        </span>
      )}
      <span class="grow" />
      <label class="seatpick">
        <span class="sr">{t("study.whose")}</span>
        <select value={String(of)} onChange={(e) => setOf(Number(e.currentTarget.value))}>
          {table.seats.map((each) => (
            <option value={String(each.seat)}>
              {each.seat === you ? t("study.mine") : seatName(named, each.seat)}
            </option>
          ))}
          <option value={String(ALL)}>{t("study.everybody")}</option>
        </select>
      </label>
      <span class="seg wideonly" role="group" aria-label={t("study.depth")}>
        {(["quick", "deep"] as const).map((each) => (
          <button aria-pressed={depth === each} onClick={() => setDepth(each)}>
            {t(`study.depth.${each}`)}
          </button>
        ))}
      </span>
      <a class="btn quiet" href={lookingAt(table.id, link, `replay/${now}`)} aria-label={t("replay.open")}>
        <Icon name="undo" />
        <span class="wideonly">{t("replay.open")}</span>
      </a>
      <button
        class="btn quiet"
        onClick={() => void copyMoment(table.id, link, `analysis/${now}`)}
        aria-label={t("study.share")}
      >
        <Icon name="link" />
        <span class="wideonly">{t("study.share")}</span>
      </button>
      <button
        class="btn round quiet wideonly"
        aria-label={t("settings.title")}
        onClick={() => (settingsOpen.value = true)}
      >
        <Icon name="settings" />
      </button>
      <a class="btn round quiet" href="#/" aria-label={t("common.home")}>
        <Icon name="home" />
      </a>
    </header>
  );
}

/** The marked decisions, and what they cost. */
function KeyMoments({
  analysis,
  named,
  seat,
  now,
  shown,
  game,
  isOfAll,
  go,
  learn,
}: {
  analysis: Analysis;
  named: Named;
  seat: number;
  now: number;
  shown: Moment[];
  game: GameName;
  isOfAll: boolean;
  go(number: number): void;
  learn(number: number): void;
}) {
  const { moments, summaries } = analysis;
  const marked = shown.filter(isMarked);
  const mistakes = marked.filter(isMistake);
  return (
    <section class="panel listpanel" aria-labelledby="study-key">
      <h2 id="study-key">
        {t("study.key_moments")} <small class="muted">{t("study.of", { n: marked.length, all: shown.length })}</small>
      </h2>
      {mistakes.length > 0 && (
        <button class="btn learn" onClick={() => learn(mistakes[0]!.number)}>
          <Icon name="book" />
          {t("study.learn", { n: mistakes.length })}
        </button>
      )}
      {marked.length ? (
        <ol class="momentlist">
          {marked.map((each) => (
            <li>
              <button class="momentline" aria-pressed={each.number === now} onClick={() => go(each.number)}>
                <LabelTag label={each.label} />
                <span class="grow">
                  <b>{moveTitle(game, named, each.played)}</b>
                  <span class="muted">
                    {whenText(game, each)}
                    {isOfAll && ` · ${seatName(named, each.seat)}`}
                  </span>
                </span>
                {each.label === "only" ? (
                  <span class="good-text">{t("study.only")}</span>
                ) : (
                  <b class="bad-text">{lossPercent(each.loss)}</b>
                )}
              </button>
            </li>
          ))}
        </ol>
      ) : (
        <p class="good-text">{t("study.nothing_marked")}</p>
      )}
      <Swings swings={summaries[seat]!.swings ?? []} moments={moments} state={named} go={go} />
      <Costs moments={moments.filter((each) => each.seat === seat && isMistake(each))} />
      <PointsTable summary={summaries[seat]!} game={game} />
    </section>
  );
}

/** The table as it was at a decision. */
function PositionPanel({
  moment,
  table,
  state,
  player,
  step,
}: {
  moment: Moment;
  table: TableInfo;
  state: TableState | null;
  player: string;
  step(by: number): void;
}) {
  const controls = state && stillControls(KINDS[table.game], state, moment.seat);
  const Position = POSITIONS[table.game];
  const best = moment.best[0] ?? null;
  return (
    <section class="panel positionpanel" aria-labelledby="study-when">
      <div class="rowline panelhead">
        <h2 id="study-when">
          {whenText(table.game, moment)} · {t("study.turn_of", { player })}
        </h2>
        <span class="grow" />
        <button class="btn round quiet" aria-label={t("study.previous")} onClick={() => step(-1)}>
          <Icon name="left" />
        </button>
        <button class="btn round quiet" aria-label={t("study.next")} onClick={() => step(1)}>
          <Icon name="right" />
        </button>
      </div>
      <div class="positionbox">
        {controls ? (
          <ControlsContext.Provider value={controls}>
            <Position marks={{ best: best && parseMove(best.move), played: parseMove(moment.played) }} />
          </ControlsContext.Provider>
        ) : (
          <p class="muted center" role="status">
            {t("common.loading")}
          </p>
        )}
      </div>
    </section>
  );
}

/** The decision looked at, and the way to the marked ones before and after it. */
function Moments({
  moment,
  named,
  game,
  marked,
  step,
}: {
  moment: Moment;
  named: Named;
  game: GameName;
  marked: Moment[];
  step(by: number): void;
}) {
  const placeInMarked = marked.findIndex((each) => each.number === moment.number);
  return (
    <nav class="panel momentnav" aria-label={t("study.moments")}>
      <button class="btn round quiet" aria-label={t("study.previous_marked")} onClick={() => step(-1)}>
        <Icon name="left" />
      </button>
      <p>
        <span class="rowline">
          <LabelTag label={moment.label} />
          {moment.loss >= 0.005 && <b class="bad-text">{lossText(moment.loss)}</b>}
          <b>{moveTitle(game, named, moment.played)}</b>
        </span>
        <span class="muted">
          {whenText(game, moment)}
          {placeInMarked >= 0 && ` · ${t("study.moment_of", { n: placeInMarked + 1, all: marked.length })}`}
        </span>
      </p>
      <button class="btn round quiet" aria-label={t("study.next_marked")} onClick={() => step(1)}>
        <Icon name="right" />
      </button>
    </nav>
  );
}

/** What could be done at a decision, and what to do with it now. */
function Could({
  moment,
  named,
  you,
  game,
  retry,
  goOn,
}: {
  moment: Moment;
  named: Named;
  you: number | null;
  game: GameName;
  retry(): void;
  goOn(): void;
}) {
  return (
    <section class="panel optionspanel" aria-labelledby="study-could">
      <div class="rowline panelhead">
        <h2 id="study-could" class="grow">
          {moment.seat === you ? t("study.could") : t("study.could_other", { player: seatName(named, moment.seat) })}
        </h2>
        <span class="muted">{t("study.chance")}</span>
      </div>
      <Options key={moment.number} moment={moment} named={named} you={you} />
      {moment.options === 1 && <p class="muted">{t("study.forced")}</p>}
      {isMistake(moment) && (
        <button class="btn quiet likethis" onClick={() => void goToTheme(game, themeOf(moment))}>
          <Icon name="question" />
          {t("study.puzzles_like", { theme: t(`study.theme.${themeOf(moment)}`) })}
        </button>
      )}
      <div class="studyacts">
        <button class="btn main" disabled={moment.options === 1} onClick={retry}>
          <Icon name="undo" />
          {t("study.try")}
        </button>
        <button class="btn" onClick={goOn}>
          <Icon name="play" />
          {t("study.go_on")}
        </button>
      </div>
    </section>
  );
}

/** The decision nearest to a place on the curve. */
function nearest(moments: Moment[], number: number): number {
  let found = moments[0]?.number ?? 0;
  for (const moment of moments) if (Math.abs(moment.number - number) < Math.abs(found - number)) found = moment.number;
  return found;
}

function Legend({ analysis, me, named }: { analysis: Analysis; me: number; named: Named }) {
  if (!isSplit(analysis)) return <p class="legend muted">{t("study.legend.seats")}</p>;
  return (
    <p class="legend">
      {(["civilian", "military", "science"] as const).map((way) => (
        <span>
          <i class={`way-${way}`} aria-hidden="true" /> {t(`study.way.${way}`)}
        </span>
      ))}
      <span class="muted">{t("study.legend.split", { me: seatName(named, me), foe: seatName(named, 1 - me) })}</span>
    </p>
  );
}

function SummaryCard({
  summary,
  named,
  own,
  chosen,
  choose,
}: {
  summary: Summary;
  named: Named;
  own: boolean;
  chosen: boolean;
  choose(): void;
}) {
  const { slips, mistakes, blunders } = summary;
  const counts = [
    slips > 0 && t("study.count.slips", { n: slips }),
    mistakes > 0 && t("study.count.mistakes", { n: mistakes }),
    blunders > 0 && t("study.count.blunders", { n: blunders }),
  ].filter(Boolean);
  return (
    <button class="panel summarycard" aria-pressed={chosen} onClick={choose}>
      <SeatSign seat={summary.seat} own={own} />
      <span class="who">
        <b>{seatName(named, summary.seat)}</b>
        <span class="muted">{counts.join(" · ") || t("study.count.none")}</span>
      </span>
      <span class="accuracy">
        <span class="big">{num(Math.round(summary.accuracy))}</span>
        <span class="muted">{t("study.accuracy")}</span>
      </span>
    </button>
  );
}

/** What could be done: on a phone the best and what was played, with the others folded away. */
function Options({ moment, named, you }: { moment: Moment; named: Named; you: number | null }) {
  const shown = (judged: Judged) => (
    <JudgedOption {...{ judged, moment, named, you }} first={judged === moment.best[0]} />
  );
  const main = moment.best.filter((judged, i) => i === 0 || judged.move === moment.played);
  const others = moment.best.filter((judged) => !main.includes(judged));
  if (fit.value.form === "desktop" || !others.length) return <ol class="judgedlist">{moment.best.map(shown)}</ol>;
  const options = others
    .map(({ move, chance }) => `${moveWords(named.table.game, named, move)} ${chanceText(chance)}`)
    .join(", ");
  return (
    <>
      <ol class="judgedlist">{main.map(shown)}</ol>
      <details class="moreoptions">
        <summary>{t("study.more", { n: others.length, options })}</summary>
        <ol class="judgedlist">{others.map(shown)}</ol>
      </details>
    </>
  );
}

function JudgedOption({
  judged,
  moment,
  first,
  named,
  you,
}: {
  judged: Judged;
  moment: Moment;
  first: boolean;
  named: Named;
  you: number | null;
}) {
  const played = judged.move === moment.played;
  const game = named.table.game;
  const reasons = judged.reasons.length
    ? judged.reasons
    : played || first
      ? moment.reasons.filter((reason) => (first ? reason.about === "best" : reason.about === "played"))
      : [];
  return (
    <li class={`judged ${first ? "best" : ""} ${played && judged.loss >= 0.005 ? "played" : ""}`}>
      <div class="rowline">
        <b>{moveTitle(game, named, judged.move)}</b>
        {first && <span class="tag good">{t("study.best")}</span>}
        {played && (
          <span class={`tag ${first ? "good" : "bad"}`}>
            {moment.seat === you ? t("study.you_played") : t("study.played")}
          </span>
        )}
        <span class="odds">
          <b class="chance">{chanceText(judged.chance)}</b>
          {judged.loss >= 0.005 && <b class="bad-text loss">{lossText(judged.loss)}</b>}
          {played && judged.loss >= 0.005 && moment.error >= 0.005 && (
            <span
              class="muted margin"
              data-tip={`text:${t("study.margin", { share: percent(Math.round(moment.error * 100) / 100) })}`}
            >
              ± {num(Math.round(moment.error * 100))}
            </span>
          )}
        </span>
      </div>
      <ChanceBar chance={judged.chance} ways={judged.ways} />
      {reasons.length > 0 && (
        <p>
          {reasons
            .slice(0, 2)
            .map((reason) => reasonText(game, named, reason))
            .join(" ")}
        </p>
      )}
    </li>
  );
}

/** What most of the mistakes were. */
function Costs({ moments }: { moments: Moment[] }) {
  const kinds = moments.flatMap(({ reasons }) => reasons?.[0]?.kind.split(".")[0] ?? []);
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const [kind, n] = [...counts].sort(([, x], [, y]) => y - x)[0] ?? ["", 0];
  if (n < 2 || !has(`study.cost.${kind}`)) return null;
  return (
    <div class="costs">
      <h3>{t("study.costs")}</h3>
      <p>{t("study.costs_line", { kind: t(`study.cost.${kind}`), n, all: moments.length })}</p>
    </div>
  );
}

/** Points by category as they came, beside what could be expected at the beginning. */
function PointsTable({ summary, game }: { summary: Summary; game: TableInfo["game"] }) {
  const categories = KINDS[game].categories.filter(({ name }) => name in summary.points);
  if (!Object.keys(summary.expected ?? {}).length || !categories.length) return null;
  return (
    <details class="pointstable">
      <summary>{t("study.points")}</summary>
      <table class="scores">
        <thead>
          <tr>
            <th scope="col">{t("study.column.category")}</th>
            <th scope="col">{t("study.column.came")}</th>
            <th scope="col">{t("study.column.expected")}</th>
          </tr>
        </thead>
        <tbody>
          {categories.map(({ name, icon, kind }) => (
            <tr>
              <th scope="row">
                <span class={`cat cat-${kind}`}>
                  <Icon name={icon} size={16} />
                </span>{" "}
                {t(`category.${game}.${name}`)}
              </th>
              <td>{num(summary.points[name] ?? 0)}</td>
              <td>{num(Math.round((summary.expected[name] ?? 0) * 10) / 10)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
