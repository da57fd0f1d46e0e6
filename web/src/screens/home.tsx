// Home: three big choices, my games, and the quieter ways in. From here to the first hand is one click.

import { computed, signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { api, errorText, type NewTable, type PublicTables, Refused, type Summary } from "../app/api";
import type { GameName } from "../app/catalog";
import { and, capitalised, lang, num, t } from "../app/i18n";
import { install } from "../app/install";
import { choices, chosenLevel, level, loadMe, nickname, setLevel, untilDone } from "../app/me";
import { go } from "../app/router";
import { change, chosen, other } from "../app/services";
import { keep, kept } from "../app/settings";
import { isTurnOf } from "../app/turn";
import { listedName } from "../app/words";
import { Icon } from "../art/icons";
import { WonderScene } from "../art/scenes";
import { GAMES, KINDS } from "../games";
import { thinkingTime, WarmingNote } from "../parts/bot-choice";
import { NameField } from "../parts/name-field";
import { notice } from "../parts/notice";
import { Page } from "../parts/page";
import { study } from "../study/api";
import { today } from "../study/progress";

const players = signal(kept<number>("mirabilia.players") ?? 4);
/** Games in the list, and where it is kept for times without a connection. */
const LISTED = 20;
const MINE = "mirabilia.my_games";
const mine = signal<Summary[] | null>(null);
/** Tables of other people that anyone may join. */
const open = signal<PublicTables["tables"]>([]);
/** Games that the list begins with, and opponents offered for another one. */
const SHOWN_FIRST = 4;
const OPPONENTS = 3;
/** My own games, as far as they are known. */
const own = computed(() => (mine.value ?? kept<Summary[]>(MINE) ?? []).filter(({ origin }) => origin !== "lesson"));
/** Nobody has played a game of their own on this device yet. */
const isNew = computed(() => !own.value.length);
/** The level that was chosen, or the lowest until a first game is finished. */
const levelNow = (): string =>
  level.value || own.value.some(({ status }) => status === "over")
    ? chosenLevel()
    : (choices.value?.levels[0] ?? chosenLevel());

export function Home({ lost }: { lost?: boolean }) {
  const [busy, setBusy] = useState(false);
  const [offline, setOffline] = useState(false);
  const giveUp = useRef<() => void>(() => undefined);
  /** Asks for everything on this page, until it is there. */
  function look() {
    giveUp.current();
    giveUp.current = untilDone(
      async () => {
        await loadMe();
        mine.value = (await api.tables()).tables;
        keep(MINE, mine.value.slice(0, LISTED));
        setOffline(false);
        if (chosen.connects) open.value = (await api.publicTables()).tables;
      },
      (error) => {
        if (error instanceof Refused && error.code === "offline") setOffline(true);
        mine.value ??= kept<Summary[]>(MINE) ?? [];
      },
    );
  }
  useEffect(() => {
    look();
    addEventListener("online", look);
    return () => {
      removeEventListener("online", look);
      giveUp.current();
    };
  }, []);
  async function begin(wish: NewTable) {
    setBusy(true);
    try {
      const made = await api.create({ ...wish, name: nickname.peek() || t("home.guest") });
      go("table", made.table.id);
    } catch (error) {
      notice(errorText(error), true);
      setBusy(false);
    }
  }
  const first = isNew.value && !offline;
  return (
    <Page title={t("home.title")} back={false} wide behind={first && <FirstScene />}>
      {lost && (
        <p class="panel warnline" role="status">
          <Icon name="warn" /> <span class="grow">{t("error.no_such_path")}</span>
        </p>
      )}
      {offline && <Offline retry={look} />}
      {first && <FirstGame />}
      <div class="homelists">
        <MyGames />
        <OpenTables />
      </div>
      <div class="bigchoices">
        {GAMES.map((game) => (
          <GameChoice game={game} busy={busy || offline} begin={begin} />
        ))}
        <Friends offline={offline} />
      </div>
      <WarmingNote />
      <WaysIn />
      {chosen.connects && <JoinByLink />}
      <WaysBelow />
    </Page>
  );
}

/** Why nothing can be begun now, and what to do. */
function Offline({ retry }: { retry: () => void }) {
  return (
    <p class="panel warnline" role="status">
      <Icon name="warn" /> <span class="grow">{t("home.offline")}</span>
      <button class="btn" onClick={retry}>
        {t("common.retry")}
      </button>
      {other && (
        <button class="btn main" onClick={change}>
          {t("home.play_offline")}
        </button>
      )}
    </p>
  );
}

/** The way into a first game. */
function FirstGame() {
  return (
    <section class="firstgame">
      <p class="bigname" aria-hidden="true">
        {t("home.title")}
      </p>
      <p class="tagline">{t("home.tagline")}</p>
      <a class="btn main" href="#/lesson/duel">
        <Icon name="play" />
        {t("home.first")}
      </a>
      <p class="muted">{t("home.first_text")}</p>
    </section>
  );
}

/** What lies behind the way into a first game: one land by day, one at dusk. */
function FirstScene() {
  return (
    <div class="firstscene" aria-hidden="true">
      <span>
        <WonderScene name="Olympia" built={3} total={3} wide="middle" />
      </span>
      <span>
        <WonderScene name="Rhodos" built={3} total={3} dusk wide="middle" />
      </span>
    </div>
  );
}

/** A table for people, under the name that I use there. */
function Friends({ offline }: { offline: boolean }) {
  return (
    <section class="bigchoice panel">
      <div class="picture">
        <WonderScene name="Babylon" built={3} total={3} cover />
      </div>
      <h2>{t("home.friends")}</h2>
      <p>{t("home.friends_text")}</p>
      <NameField />
      <div class="rowline">
        {GAMES.map((game) => (
          <a
            class={`btn grow ${isNew.value ? "" : "main"}`}
            {...(offline ? { "aria-disabled": "true", role: "link" } : { href: `#/new/${game}` })}
          >
            <Icon name="people" />
            {t(`game.${game}`)}
          </a>
        ))}
      </div>
    </section>
  );
}

/** The quieter ways in. */
function WaysIn() {
  return (
    <nav class="waysin" aria-label={t("home.more")}>
      {GAMES.map((game) => (
        <a class="btn" href={`#/lesson/${game}`}>
          <Icon name="question" />
          {t(`home.lesson_${game}`)}
        </a>
      ))}
      <a class="btn" href="#/rules">
        <Icon name="book" />
        {t("home.rules")}
      </a>
      <a class="btn" href="#/pad/wonders">
        <Icon name="pad" />
        {t("home.pad")}
      </a>
      <a class="btn" href="#/puzzles">
        <Icon name="sun" />
        {t("puzzle.title")}
      </a>
      <a class="btn" href="#/statistics">
        <Icon name="chart" />
        {t("stats.title")}
      </a>
      <a class="btn" href="#/import">
        <Icon name="upload" />
        {t("home.import")}
      </a>
      {install.value && (
        <button class="btn" onClick={() => void install.value?.()}>
          <Icon name="download" />
          {t("home.install")}
        </button>
      )}
      {other && (
        <button class="btn" data-tip={chosen.connects ? t("home.play_offline_text") : undefined} onClick={change}>
          <Icon name="play" />
          {t(chosen.connects ? "home.play_offline" : "home.play_online")}
        </button>
      )}
    </nav>
  );
}

/** The ways around this page on a phone, below its window. */
function WaysBelow() {
  return (
    <nav class="waysbelow" aria-label={t("home.more")}>
      <a href="#/" aria-current="page">
        <Icon name="home" />
        {t("home.play")}
      </a>
      <a href="#/lesson/duel">
        <Icon name="question" />
        {t("home.learn")}
      </a>
      <a href="#/puzzles">
        <Icon name="sun" />
        {t("puzzle.title")}
      </a>
      <a href="#/rules">
        <Icon name="book" />
        {t("home.rules")}
      </a>
      <button onClick={() => document.querySelector(".waysin")?.scrollIntoView({ block: "center" })}>
        <Icon name="menu" />
        {t("home.more")}
      </button>
    </nav>
  );
}

/** One game against bots, with how many and how strong they are. */
function GameChoice({
  game,
  busy,
  begin,
}: {
  game: GameName;
  busy: boolean;
  begin: (wish: NewTable) => Promise<void>;
}) {
  const kind = KINDS[game];
  const some = kind.players.length > 1;
  const count = () => (some ? players.peek() : kind.usualPlayers);
  const bot = () => ({ kind: "bot" as const, level: levelNow() });
  const start = () => {
    const seats = ["me" as const, ...Array.from({ length: count() - 1 }, bot)];
    void begin({ game, players: count(), seats, start: true });
  };
  return (
    <section class="bigchoice panel">
      <div class="picture">
        <WonderScene {...kind.scenes.home} cover />
      </div>
      <h2>{t(`game.${game}`)}</h2>
      <p>{t(`home.${game}_text`)}</p>
      <div class="rowline">
        {some && (
          <label class="field inline">
            <span>{t("home.players")}</span>
            <select
              value={players.value}
              onChange={(e) => {
                players.value = Number(e.currentTarget.value);
                keep("mirabilia.players", players.value);
              }}
            >
              {kind.players.map((n) => (
                <option value={n}>{num(n)}</option>
              ))}
            </select>
          </label>
        )}
        <LevelChoice game={game} />
      </div>
      <button class={`btn ${isNew.value ? "" : "main"}`} disabled={busy} onClick={start}>
        <Icon name="play" />
        {t(kind.beginKey)}
      </button>
    </section>
  );
}

/** How strong bots are, and how long they then think. */
function LevelChoice({ game }: { game: GameName }) {
  const offered = choices.value?.levels ?? [];
  if (!offered.length) return null;
  return (
    <>
      <label class="field inline">
        <span>{t("home.level")}</span>
        <select value={levelNow()} onChange={(e) => setLevel(e.currentTarget.value)}>
          {offered.map((name) => (
            <option value={name}>{t(`level.${name}`)}</option>
          ))}
        </select>
      </label>
      <span class="muted thinks">{capitalised(thinkingTime(game, levelNow()))}</span>
    </>
  );
}

/** How a finished game ended for me. */
function endingOf(table: Summary): string {
  const result = table.result;
  if (!result || table.you === null) return t(`home.status_${table.status}`);
  const own = result.scores[table.you]?.total ?? 0;
  const others = result.scores.filter((_, seat) => seat !== table.you).map(({ total }) => total);
  const won = result.winners.includes(table.you);
  const verdict = t(won ? (result.winners.length > 1 ? "home.shared" : "home.won") : "home.lost");
  if (result.kind !== "civilian") return `${verdict}: ${t(`result.kind.${result.kind}`)}`;
  return `${verdict} ${num(own)}\u00a0:\u00a0${num(Math.max(...others))}`;
}

/** One line of the list: whose turn it is, or how it ended. */
function GameLine({ table }: { table: Summary }) {
  const when = new Intl.DateTimeFormat(lang.value, { dateStyle: "medium", timeStyle: "short" });
  const yours = table.status === "playing" && isTurnOf(table, table.you);
  const names = table.seats.filter((seat) => seat.seat !== table.you && seat.kind !== "open").map(listedName);
  const won = table.you !== null && table.result?.winners.includes(table.you);
  return (
    <li>
      <a class={`panel gameline ${yours ? "yours" : ""}`} href={`#/table/${table.id}`}>
        <Icon name={won ? "crown" : KINDS[table.game].icon} size={20} />
        <span class="grow gamewith">
          <b>{and(names)}</b>
          <span class="muted">{t(`game.${table.game}`)}</span>
        </span>
        <span class="gamestate">
          <b class={won ? "good-text" : ""}>{yours ? t("table.your_turn") : endingOf(table)}</b>
          <time class="muted">{when.format(table.changed)}</time>
        </span>
      </a>
    </li>
  );
}

/** Somebody I have played with, and the last game we finished. */
interface Opponent {
  name: string;
  table: Summary;
}

function opponents(list: Summary[]): Opponent[] {
  const found = new Map<string, Opponent>();
  for (const table of list)
    if (table.status === "over" && table.you !== null && table.origin !== "lesson")
      for (const { seat, kind, name } of table.seats)
        if (kind === "person" && seat !== table.you && !found.has(name)) found.set(name, { name, table });
  return [...found.values()].slice(0, OPPONENTS);
}

function puzzleOfTheDay(): void {
  study.puzzles(GAMES[0]!, today()).then(
    (list) => (list.today ? go("puzzles", list.today, "day") : go("puzzles")),
    (error: unknown) => notice(errorText(error), true),
  );
}

function MyGames() {
  const list = mine.value ?? [];
  const games = list.filter(({ origin, status }) => origin !== "lesson" && status !== "closed");
  if (!games.length) return null;
  const due = (table: Summary) => table.status === "playing" && isTurnOf(table, table.you);
  const order = [...games].sort(
    (a, b) => Number(due(b)) - Number(due(a)) || Number(b.status === "playing") - Number(a.status === "playing"),
  );
  const challenge = (table: Summary) =>
    void api.rematch(table.id).then(
      (next) => go("table", next),
      (error: unknown) => notice(errorText(error), true),
    );
  return (
    <section class="mygames">
      <h2>{t("home.my_games")}</h2>
      <ul>
        {order.slice(0, SHOWN_FIRST).map((table) => (
          <GameLine table={table} />
        ))}
      </ul>
      {order.length > SHOWN_FIRST && (
        <details>
          <summary>{t("home.more_games", { n: Math.min(order.length, LISTED) - SHOWN_FIRST })}</summary>
          <ul>
            {order.slice(SHOWN_FIRST, LISTED).map((table) => (
              <GameLine table={table} />
            ))}
          </ul>
        </details>
      )}
      <div class="rowline opponents">
        {opponents(games).map(({ name, table }) => (
          <button class="btn" onClick={() => challenge(table)}>
            <Icon name="extra_turn" size={17} />
            {t("home.challenge", { player: name })}
          </button>
        ))}
        <button class="btn" onClick={puzzleOfTheDay}>
          <Icon name="sun" />
          {t("puzzle.today")}
        </button>
      </div>
    </section>
  );
}

function OpenTables() {
  if (!open.value.length || isNew.value) return null;
  return (
    <section class="mygames">
      <h2>{t("home.open_tables")}</h2>
      <ul>
        {open.value.slice(0, SHOWN_FIRST).map(({ table, invite }) => (
          <li>
            <a class="panel gameline" href={`#/join/${invite}`}>
              <Icon name={KINDS[table.game].icon} size={20} />
              <span class="grow gamewith">
                <b>{and(table.seats.filter(({ kind }) => kind !== "open").map(listedName))}</b>
                <span class="muted">
                  {t(`game.${table.game}`)} ·{" "}
                  {t("home.empty_seats", { n: table.seats.filter(({ kind }) => kind === "open").length })}
                </span>
              </span>
              <b class="gamestate">{t("home.join_button")}</b>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function JoinByLink() {
  const [text, setText] = useState("");
  function open(event: Event) {
    event.preventDefault();
    const found =
      /#\/(join|seat|watch|recover)\/([A-Za-z0-9_-]+)/.exec(text) ?? /^()([A-Za-z0-9_-]{8,80})$/.exec(text.trim());
    if (!found) return notice(t("error.bad_link"), true);
    go(found[1] || "join", found[2]!);
  }
  return (
    <form class="joinbox" onSubmit={open}>
      <label class="field grow">
        <span>{t("home.join")}</span>
        <input
          type="text"
          value={text}
          placeholder={t("home.join_hint")}
          onInput={(e) => setText(e.currentTarget.value)}
        />
      </label>
      <button class="btn" type="submit">
        <Icon name="link" />
        {t("home.join_button")}
      </button>
    </form>
  );
}
