// Home: three big choices, my games, and the quieter ways in. From here to the first hand is one click.

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { api, errorText, type NewTable, type Summary } from "../app/api";
import { lang, num, t } from "../app/i18n";
import { choices, chosenLevel, loadMe, nickname, setLevel, setNickname } from "../app/me";
import { go } from "../app/router";
import { keep, kept } from "../app/settings";
import { listedName } from "../app/words";
import { Icon } from "../art/icons";
import { WonderScene } from "../art/scenes";
import { notice } from "../parts/notice";
import { Page } from "../parts/page";

const players = signal(kept<number>("mirabilia.players") ?? 4);
const mine = signal<Summary[] | null>(null);

export function Home({ lost }: { lost?: boolean }) {
  const [busy, setBusy] = useState(false);
  const [offline, setOffline] = useState(false);
  useEffect(() => {
    document.title = "Mirabilia";
    loadMe()
      .then(() => api.tables())
      .then(
        (answer) => (mine.value = answer.tables),
        (error: unknown) => {
          if (error instanceof Error && error.message === "offline") setOffline(true);
          mine.value ??= [];
        },
      );
    if (lost) notice(t("error.no_such_path"), true);
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
  const bot = () => ({ kind: "bot" as const, level: chosenLevel() });
  return (
    <Page title={t("home.title")} back={false} wide>
      {offline && (
        <p class="panel warnline">
          <Icon name="warn" /> {t("home.offline")}
        </p>
      )}
      <div class="bigchoices">
        <section class="bigchoice panel">
          <div class="picture">
            <WonderScene name="The Pyramids" built={1} total={1} cover />
          </div>
          <h2>{t("game.duel")}</h2>
          <p>{t("home.duel_text")}</p>
          <LevelChoice />
          <button
            class="btn main"
            disabled={busy}
            onClick={() => void begin({ game: "duel", seats: ["me", bot()], start: true })}
          >
            <Icon name="play" />
            {t("home.duel_bot")}
          </button>
        </section>
        <section class="bigchoice panel">
          <div class="picture">
            <WonderScene name="Alexandria" built={3} total={3} dusk cover />
          </div>
          <h2>{t("game.wonders")}</h2>
          <p>{t("home.wonders_text")}</p>
          <div class="rowline">
            <label class="field inline">
              <span>{t("home.players")}</span>
              <select
                value={players.value}
                onChange={(e) => {
                  players.value = Number(e.currentTarget.value);
                  keep("mirabilia.players", players.value);
                }}
              >
                {[2, 3, 4, 5, 6, 7].map((n) => (
                  <option value={n}>{num(n)}</option>
                ))}
              </select>
            </label>
            <LevelChoice />
          </div>
          <button
            class="btn main"
            disabled={busy}
            onClick={() =>
              void begin({
                game: "wonders",
                players: players.peek(),
                seats: ["me", ...Array.from({ length: players.peek() - 1 }, bot)],
                start: true,
              })
            }
          >
            <Icon name="play" />
            {t("home.wonders_bots")}
          </button>
        </section>
        <section class="bigchoice panel">
          <div class="picture">
            <WonderScene name="Babylon" built={3} total={3} cover />
          </div>
          <h2>{t("home.friends")}</h2>
          <p>{t("home.friends_text")}</p>
          <label class="field">
            <span>{t("home.your_name")}</span>
            <input
              type="text"
              maxLength={24}
              value={nickname.value}
              autocomplete="nickname"
              onInput={(e) => setNickname(e.currentTarget.value)}
            />
          </label>
          <div class="rowline">
            <a class="btn main grow" href="#/new/duel">
              <Icon name="people" />
              {t("game.duel")}
            </a>
            <a class="btn main grow" href="#/new/wonders">
              <Icon name="people" />
              {t("game.wonders")}
            </a>
          </div>
        </section>
      </div>
      <nav class="waysin" aria-label={t("home.more")}>
        <a class="btn" href="#/lesson/duel">
          <Icon name="question" />
          {t("home.lesson_duel")}
        </a>
        <a class="btn" href="#/lesson/wonders">
          <Icon name="question" />
          {t("home.lesson_wonders")}
        </a>
        <a class="btn" href="#/rules/duel">
          <Icon name="book" />
          {t("home.rules")}
        </a>
        <a class="btn" href="#/pad/wonders">
          <Icon name="pad" />
          {t("home.pad")}
        </a>
        <a class="btn" href="#/statistics">
          <Icon name="chart" />
          {t("stats.title")}
        </a>
        <a class="btn" href="#/import">
          <Icon name="upload" />
          {t("home.import")}
        </a>
      </nav>
      <MyGames />
      <JoinByLink />
    </Page>
  );
}

export function LevelChoice() {
  const offered = choices.value?.levels ?? [];
  return (
    <label class="field inline">
      <span>{t("home.level")}</span>
      <select value={chosenLevel()} onChange={(e) => setLevel(e.currentTarget.value)}>
        {offered.map((name) => (
          <option value={name}>{t(`level.${name}`)}</option>
        ))}
      </select>
    </label>
  );
}

function MyGames() {
  const list = mine.value;
  if (!list?.length) return null;
  const when = new Intl.DateTimeFormat(lang.value, { dateStyle: "medium", timeStyle: "short" });
  return (
    <section class="mygames">
      <h2>{t("home.my_games")}</h2>
      <ul>
        {list.slice(0, 20).map((table) => {
          const yours = table.status === "playing" && table.you !== null && table.waiting_for.includes(table.you);
          const names = table.seats
            .filter((seat) => seat.seat !== table.you && seat.kind !== "open")
            .map((seat) => listedName(seat));
          return (
            <li>
              <a class={`panel gameline ${yours ? "yours" : ""}`} href={`#/table/${table.id}`}>
                <Icon name={table.game === "duel" ? "shield" : "wonder"} size={20} />
                <b>{t(`game.${table.game}`)}</b>
                <span class="muted grow">{names.join(", ")}</span>
                <span class="state">{yours ? t("table.your_turn") : t(`home.status_${table.status}`)}</span>
                <time class="muted">{when.format(table.changed)}</time>
              </a>
            </li>
          );
        })}
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
