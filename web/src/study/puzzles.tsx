// Puzzles: one of the day, by theme, or the next that suits one's rating; each is solved at a real table.

import { useEffect, useState } from "preact/hooks";
import { errorText } from "../app/api";
import type { GameName } from "../app/catalog";
import { num, percent, plain, signed, t } from "../app/i18n";
import { nickname } from "../app/me";
import { moveWords, parseMove } from "../app/moves";
import { pricesOf } from "../app/positions";
import { go } from "../app/router";
import type { Option, TableInfo, TableState } from "../app/types";
import { botName } from "../app/words";
import { Icon } from "../art/icons";
import { WonderScene } from "../art/scenes";
import { GAMES, gameNamed, KINDS } from "../games";
import { Fault, NotThere, Page } from "../parts/page";
import { type Answered, type PuzzleList, type PuzzleShown, study } from "./api";
import { after, nextOf, progress, remember, today } from "./progress";
import { TryTable } from "./try-table";
import { chanceText, reasonText } from "./words";

export function PuzzlesScreen() {
  const [lists, setLists] = useState<Partial<Record<GameName, PuzzleList>>>({});
  const [fault, setFault] = useState("");
  useEffect(() => {
    document.title = `${t("puzzle.title")} - Mirabilia`;
    for (const game of GAMES)
      study.puzzles(game, today()).then(
        (list) => setLists((old) => ({ ...old, [game]: list })),
        (error: unknown) => setFault(errorText(error)),
      );
    return () => {
      document.title = "Mirabilia";
    };
  }, []);
  const { rating, streak, best, done, days } = progress.value;
  const solved = Object.values(done).filter(Boolean).length;
  const there = GAMES.filter((game) => lists[game]?.puzzles.length);
  return (
    <Page title={t("puzzle.title")} wide>
      {fault && <Fault text={fault} />}
      <dl class="panel puzzlefacts">
        {(
          [
            ["puzzle.rating", Math.round(rating)],
            ["puzzle.solved", solved],
            ["puzzle.in_a_row", streak],
            ["puzzle.best_row", best],
            ["puzzle.days", days],
          ] as const
        ).map(([key, n]) => (
          <div>
            <dd>{key === "puzzle.rating" ? plain(n) : num(n)}</dd>
            <dt>{t(key, { n })}</dt>
          </div>
        ))}
      </dl>
      <div class="statsgrid">
        {there.map((game) => (
          <GamePuzzles game={game} list={lists[game]!} />
        ))}
      </div>
      {!there.length && !fault && (
        <p class="muted" role="status">
          {t("common.loading")}
        </p>
      )}
    </Page>
  );
}

function GamePuzzles({ game, list }: { game: GameName; list: PuzzleList }) {
  const { done } = progress.value;
  const themes = [...new Set(list.puzzles.map((each) => each.theme))].sort();
  const next = nextOf(list, null);
  return (
    <section class="panel stats puzzlegame" aria-labelledby={`puzzles-${game}`} data-game={game}>
      <div class="picture">
        <WonderScene {...KINDS[game].scenes.statistics} wide="bottom" />
      </div>
      <h2 id={`puzzles-${game}`}>{t(`game.${game}`)}</h2>
      <div class="rowline">
        {list.today && (
          <a class="btn main" href={`#/puzzles/${list.today}/day`}>
            <Icon name="sun" />
            {t("puzzle.today")}
            {list.today in done && <Icon name="tick" size={17} label={t("puzzle.tried")} />}
          </a>
        )}
        {next && (
          <a class="btn" href={`#/puzzles/${next}`}>
            <Icon name="play" />
            {t("puzzle.next")}
          </a>
        )}
      </div>
      <h3>{t("puzzle.themes")}</h3>
      <ul class="themes">
        {themes.map((theme) => {
          const all = list.puzzles.filter((each) => each.theme === theme);
          const good = all.filter((each) => done[each.name]).length;
          const first = nextOf(list, theme);
          return (
            <li>
              <a
                class="btn"
                {...(first ? { href: `#/puzzles/${first}/${theme}` } : { "aria-disabled": "true", role: "link" })}
              >
                <span class="grow">{t(`study.theme.${theme}`)}</span>
                <span class="muted">{t("study.of", { n: good, all: all.length })}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** A table for the position: everybody but the solver is somebody of antiquity. */
function stateOf({ puzzle, players, positions }: PuzzleShown): TableState {
  const game = gameNamed(puzzle.game);
  const mine = positions[puzzle.seat]!;
  const seat = String(puzzle.seat);
  const table: TableInfo = {
    id: puzzle.name,
    game,
    players,
    status: "playing",
    moves: mine.at,
    options: {
      chat: "off",
      hints: "off",
      live_score: "open",
      clock: "none",
      patience: 0,
      takeover: "",
      bot_pace_ms: null,
      game: {},
      went_on: null,
      public: false,
      seeded: false,
    },
    seats: Array.from({ length: players }, (_, number) => ({
      seat: number,
      kind: "person",
      driver: "person",
      name: number === puzzle.seat ? nickname.peek() || t("home.guest") : botName("", number),
      level: null,
      style: null,
      late: false,
      offered: false,
      given_up: false,
      bot_moves: 0,
      confirmed: true,
      hints: 0,
    })),
    waiting_for: mine.view!.to_act,
    ready: [],
    asked: null,
    result: null,
    next: null,
    origin: "puzzle",
    created: 0,
    assisted: false,
    host: null,
    commitment: null,
    nonce: null,
  };
  return {
    table,
    view: mine.view!,
    options: mine.options?.[seat] ?? [],
    quotes: mine.quotes?.[seat] ?? [],
    prices: KINDS[game].openPrices ? positions.map((position, number) => pricesOf(position, number)) : null,
    chosen: [],
    clock: null,
  };
}

/** The rating after the first try, and what the try did to it. */
function RatingMoved({ by }: { by: number }) {
  const rating = plain(Math.round(progress.value.rating));
  return (
    <span class="pill" role="status" aria-label={t("puzzle.moved", { rating, change: signed(by) })}>
      {rating} <b class={by < 0 ? "bad-text" : "good-text"}>{signed(by)}</b>
    </span>
  );
}

export function PuzzleScreen({ name, theme }: { name: string; theme: string | null }) {
  const [shown, setShown] = useState<PuzzleShown | null>(null);
  const [state, setState] = useState<TableState | null>(null);
  const [answer, setAnswer] = useState<Answered | null>(null);
  const [tries, setTries] = useState(0);
  /** What the first try was worth, in points of the rating. */
  const [moved, setMoved] = useState<number | null>(null);
  const [hinted, setHinted] = useState(false);
  const [given, setGiven] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState("");
  useEffect(() => {
    document.title = `${t("puzzle.title")} - Mirabilia`;
    study.puzzle(name).then(
      (found) => {
        setShown(found);
        setState(stateOf(found));
      },
      (error: unknown) => setFault(errorText(error)),
    );
  }, [name]);
  if (!shown || !state)
    return <NotThere title={t("puzzle.title")} fault={fault} back={{ href: "#/puzzles", text: t("puzzle.title") }} />;
  const { puzzle } = shown;
  const game = gameNamed(puzzle.game);
  const done = Boolean(answer?.right) || given;
  const first = !(name in progress.value.done);

  async function tried(option: Option) {
    setBusy(true);
    const { rating, spread } = progress.peek();
    const rate = first && !hinted ? { rating, spread } : {};
    const found: Answered | null = await study.answer(name, { move: option.text, ...rate }).catch(() => {
      // Without a connection, what was looked at when the puzzle was made is known all the same.
      const known = puzzle.tries.find(({ move }) => move === option.text);
      return known ? { right: known.move === puzzle.answer, judged: known, rating: null, spread: null } : null;
    });
    setBusy(false);
    if (!found) {
      setFault(t("error.offline"));
      return;
    }
    setFault("");
    setAnswer(found);
    setTries(tries + 1);
    if (tries === 0) note(found.right && !hinted, found);
  }
  function note(right: boolean, found: Answered | null) {
    const before = progress.peek();
    const rated = found?.rating != null && found.spread != null ? { rating: found.rating, spread: found.spread } : null;
    if (rated) setMoved(Math.round(rated.rating) - Math.round(before.rating));
    remember(after(before, name, right, rated, theme === "day" ? today() : null));
  }
  function giveUp() {
    if (tries === 0) note(false, null);
    setGiven(true);
  }
  async function next() {
    const list = await study.puzzles(game, today()).catch(() => null);
    const following = list && nextOf(list, theme === "day" ? null : theme);
    if (following) go("puzzles", following, ...(theme && theme !== "day" ? [theme] : []));
    else go("puzzles");
  }
  const best = puzzle.tries.find(({ move }) => move === puzzle.answer) ?? puzzle.tries[0]!;
  const why = (of: { reasons: Answered["judged"]["reasons"] }) =>
    of.reasons
      .slice(0, 1)
      .map((reason) => reasonText(game, state, reason))
      .join(" ");
  function said(): string {
    if (fault) return fault;
    if (done) {
      const right = answer?.right ? answer.judged : best;
      return [
        t(answer?.right ? "puzzle.right" : "puzzle.answer", {
          move: moveWords(game, state!, right.move),
          chance: chanceText(right.chance),
        }),
        why(right.reasons.length ? right : best),
      ].join(" ");
    }
    if (answer)
      return `${t("puzzle.wrong", {
        move: moveWords(game, state!, answer.judged.move),
        loss: chanceText(answer.judged.loss),
      })} ${why(answer.judged) || (puzzle.theme === "best" ? "" : themeText())}`;
    const asked = t("puzzle.question", { loss: percent(Math.floor(puzzle.gap * 100) / 100) });
    return hinted ? `${asked} ${hintText()}` : asked;
  }
  function hintText(): string {
    const move = parseMove(puzzle.answer);
    if (move.card) return t("puzzle.hint_card", { card: t(`${game}.card.${move.card}`) });
    return themeText();
  }
  const themeText = () => t("puzzle.hint_theme", { theme: t(`study.theme.${puzzle.theme}`) });
  const coach = (
    <div class={`panel coach trying ${done && answer?.right ? "done" : answer && !answer.right ? "again" : ""}`}>
      <Icon name={done ? "tick" : answer ? "cross" : "question"} size={24} />
      <p role="status">{said()}</p>
      <span class="rowline">
        {done ? (
          <button class="btn main" onClick={() => void next()}>
            {t("puzzle.next")}
          </button>
        ) : (
          <>
            {!hinted && (
              <button class="btn quiet" onClick={() => setHinted(true)}>
                {t("hint.ask")}
              </button>
            )}
            <button class="btn quiet" onClick={giveUp}>
              {t("study.try.show")}
            </button>
          </>
        )}
        <a class="btn" href="#/puzzles">
          {t("puzzle.title")}
        </a>
      </span>
    </div>
  );
  const tools = (
    <>
      {moved !== null && <RatingMoved by={moved} />}
      <span class="pill streak" role="img" aria-label={t("puzzle.streak", { n: progress.value.streak })}>
        <Icon name="sun" size={16} />
        {num(progress.value.streak)}
      </span>
      <span class="pill wideonly">
        {t(`study.theme.${puzzle.theme}`)} · {plain(puzzle.rating)}
      </span>
    </>
  );
  return (
    <TryTable
      state={state}
      seat={puzzle.seat}
      open={!done && !busy}
      tried={(option) => void tried(option)}
      coach={coach}
      tools={tools}
    />
  );
}
