// A table with friends: who sits where, and the few options that matter.

import { useEffect, useState } from "preact/hooks";
import { api, errorText, type SeatWish } from "../app/api";
import type { GameName } from "../app/catalog";
import { seatGlyph } from "../app/desk";
import { num, t } from "../app/i18n";
import { choices, chosenLevel, loadMe, nickname, setNickname } from "../app/me";
import { go } from "../app/router";
import { Icon } from "../art/icons";
import { notice } from "../parts/notice";
import { Page } from "../parts/page";

export function NewTableScreen({ game }: { game: GameName }) {
  const [players, setPlayers] = useState(game === "duel" ? 2 : 4);
  const [seats, setSeats] = useState<string[]>([]);
  const [options, setOptions] = useState({
    clock: "none",
    live_score: "open",
    chat: "phrases",
    boards: "random",
    first_game_wonders: false,
  });
  const [busy, setBusy] = useState(false);
  useEffect(() => void loadMe().catch((error: unknown) => notice(errorText(error), true)), []);
  const count = game === "duel" ? 2 : players;
  const levels = choices.value?.levels ?? [];
  async function make() {
    setBusy(true);
    const wishes: SeatWish[] = [
      "me",
      ...Array.from({ length: count - 1 }, (_, i): SeatWish => {
        const wish = seats[i] ?? "open";
        return wish === "open" ? "open" : { kind: "bot", level: wish };
      }),
    ];
    try {
      const { clock, live_score, chat } = options;
      const made = await api.create({
        game,
        name: nickname.peek() || t("home.guest"),
        seats: wishes,
        start: false,
        clock,
        live_score,
        chat,
        takeover: chosenLevel(),
        ...(game === "duel"
          ? { first_game_wonders: options.first_game_wonders }
          : { players: count, boards: options.boards }),
      });
      go("table", made.table.id);
    } catch (error) {
      notice(errorText(error), true);
      setBusy(false);
    }
  }
  const choose = (name: keyof typeof options, values: string[]) => (
    <label class="field">
      <span>{t(`new.${name}`)}</span>
      <select value={String(options[name])} onChange={(e) => setOptions({ ...options, [name]: e.currentTarget.value })}>
        {values.map((value) => (
          <option value={value}>{t(`new.${name}_${value}`)}</option>
        ))}
      </select>
    </label>
  );
  return (
    <Page title={t("new.title", { game: t(`game.${game}`) })} scene={game === "duel" ? "Rhodos" : "Babylon"}>
      <form
        class="form panel sheet"
        onSubmit={(e) => {
          e.preventDefault();
          void make();
        }}
      >
        <label class="field">
          <span>{t("home.your_name")}</span>
          <input
            type="text"
            maxLength={24}
            value={nickname.value}
            onInput={(e) => setNickname(e.currentTarget.value)}
          />
        </label>
        {game === "wonders" && (
          <fieldset class="field">
            <legend>{t("home.players")}</legend>
            <div class="seg">
              {[2, 3, 4, 5, 6, 7].map((n) => (
                <button type="button" aria-pressed={players === n} onClick={() => setPlayers(n)}>
                  {num(n)}
                </button>
              ))}
            </div>
          </fieldset>
        )}
        <fieldset class="field">
          <legend>{t("new.seats")}</legend>
          <ol class="seatwishes">
            <li class="own">
              <span class="seatglyph">
                <Icon name={seatGlyph(0)} size={20} />
              </span>{" "}
              <b>{nickname.value}</b>
            </li>
            {Array.from({ length: count - 1 }, (_, i) => (
              <li>
                <span class="seatglyph">
                  <Icon name={seatGlyph(i + 1)} size={20} />
                </span>
                <select
                  aria-label={t("lobby.seat", { n: i + 2 })}
                  value={seats[i] ?? "open"}
                  onChange={(e) => {
                    const next = [...seats];
                    next[i] = e.currentTarget.value;
                    setSeats(next);
                  }}
                >
                  <option value="open">{t("new.friend")}</option>
                  {levels.map((name) => (
                    <option value={name}>{t("table.bot_named", { level: t(`level.${name}`) })}</option>
                  ))}
                </select>
              </li>
            ))}
          </ol>
        </fieldset>
        <details class="panel more">
          <summary>{t("new.options")}</summary>
          <div class="formgrid">
            {choose("clock", ["none", "relaxed", "fast", "days"])}
            {choose("live_score", ["open", "own", "hidden"])}
            {choose("chat", ["off", "phrases", "free"])}
            {game === "wonders" ? (
              choose("boards", ["random", "A", "B"])
            ) : (
              <label class="check">
                <input
                  type="checkbox"
                  checked={options.first_game_wonders}
                  onChange={(e) => setOptions({ ...options, first_game_wonders: e.currentTarget.checked })}
                />{" "}
                {t("new.first_game_wonders")}
              </label>
            )}
          </div>
        </details>
        <button class="btn main" type="submit" disabled={busy}>
          <Icon name="play" />
          {t("new.make")}
        </button>
      </form>
    </Page>
  );
}
