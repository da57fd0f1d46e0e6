// A table with friends: who sits where, and the few options that matter.

import { useState } from "preact/hooks";
import { api, errorText, type NewTable, type SeatWish } from "../app/api";
import type { GameName } from "../app/catalog";
import { seatGlyph } from "../app/controls";
import { keepSeatsHere } from "../app/hot-seat";
import { capitalised, num, t } from "../app/i18n";
import { choices, chosenLevel, nickname, useMe } from "../app/me";
import { go } from "../app/router";
import { Icon } from "../art/icons";
import { KINDS } from "../games";
import { PaceChoice, StyleChoice, thinkingTime, WarmingNote } from "../parts/bot-choice";
import { Choose } from "../parts/choose";
import { clockLabel } from "../parts/clock";
import { NameField } from "../parts/name-field";
import { notice } from "../parts/notice";
import { Page } from "../parts/page";

/** A seat of somebody who plays on this device, too. */
const HERE = "here";

/** A list with another value at a place. */
function replaced<A>(list: A[], at: number, value: A): A[] {
  const next = [...list];
  next[at] = value;
  return next;
}

/** Who shall sit at a seat: a friend, somebody at this device or a bot. */
function SeatLine({
  seat,
  game,
  wish,
  setWish,
  style,
  setStyle,
  name,
  setName,
}: {
  seat: number;
  game: GameName;
  wish: string;
  setWish(wish: string): void;
  style: string | null;
  setStyle(style: string | null): void;
  name: string;
  setName(name: string): void;
}) {
  const levels = choices.value?.levels ?? [];
  return (
    <li>
      <span class="seatglyph">
        <Icon name={seatGlyph(seat)} size={20} />
      </span>
      <select
        aria-label={t("lobby.seat", { n: seat + 1 })}
        value={wish}
        onChange={(e) => setWish(e.currentTarget.value)}
      >
        <option value="open">{t("new.friend")}</option>
        <option value={HERE}>{t("new.here")}</option>
        {levels.map((level) => (
          <option value={level}>{t("table.bot_named", { level: t(`level.${level}`) })}</option>
        ))}
      </select>
      {levels.includes(wish) && (
        <>
          <StyleChoice seat={seat} style={style} change={setStyle} />
          <span class="muted">{capitalised(thinkingTime(game, wish))}</span>
        </>
      )}
      {wish === HERE && (
        <input
          type="text"
          maxLength={24}
          value={name}
          aria-label={t("pad.name_of", { n: seat + 1 })}
          placeholder={t("lobby.seat", { n: seat + 1 })}
          onInput={(e) => setName(e.currentTarget.value)}
        />
      )}
    </li>
  );
}

export function NewTableScreen({ game }: { game: GameName }) {
  const kind = KINDS[game];
  const [players, setPlayers] = useState(kind.usualPlayers);
  const [seats, setSeats] = useState<string[]>([]);
  const [names, setNames] = useState<string[]>([]);
  const [styles, setStyles] = useState<(string | null)[]>([]);
  const [pace, setPace] = useState<number | null>(null);
  const [options, setOptions] = useState<Required<Pick<NewTable, "clock" | "live_score" | "chat">> & { hints: string }>(
    {
      clock: "none",
      live_score: "open",
      chat: "phrases",
      hints: "usual",
    },
  );
  const [takeover, setTakeover] = useState("");
  const [setup, setSetup] = useState(kind.setup);
  const [busy, setBusy] = useState(false);
  useMe((error) => notice(errorText(error), true));
  const levels = choices.value?.levels ?? [];
  async function make() {
    setBusy(true);
    const wishes: SeatWish[] = [
      "me",
      ...Array.from({ length: players - 1 }, (_, i): SeatWish => {
        const wish = seats[i] ?? "open";
        if (wish === HERE) return { kind: "here", name: names[i] || t("lobby.seat", { n: i + 2 }) };
        return wish === "open" ? "open" : { kind: "bot", level: wish, style: styles[i] ?? null };
      }),
    ];
    try {
      const made = await api.create({
        game,
        players,
        name: nickname.peek() || t("home.guest"),
        seats: wishes,
        start: false,
        takeover: takeover || chosenLevel(),
        bot_pace_ms: pace,
        ...options,
        hints: options.hints === "usual" ? null : (options.hints as NewTable["hints"]),
        ...(kind.setupFor?.(setup, players) ?? setup),
      });
      const here = wishes.flatMap((wish, seat) =>
        wish === "me" || (typeof wish === "object" && wish.kind === "here") ? [seat] : [],
      );
      if (here.length > 1) keepSeatsHere(made.table.id, here);
      go("table", made.table.id);
    } catch (error) {
      notice(errorText(error), true);
      setBusy(false);
    }
  }
  const choose = (name: keyof typeof options, values: string[]) => (
    <Choose
      name={name}
      value={options[name]}
      values={values}
      change={(value) => setOptions({ ...options, [name]: value })}
      {...(name === "clock" ? { label: (preset: string) => clockLabel(preset, game) } : {})}
    />
  );
  return (
    <Page title={t("new.title", { game: t(`game.${game}`) })} scene={kind.scenes.lobby}>
      <form
        class="form panel sheet"
        onSubmit={(e) => {
          e.preventDefault();
          void make();
        }}
      >
        <NameField />
        {kind.players.length > 1 && (
          <fieldset class="field">
            <legend>{t("home.players")}</legend>
            <div class="seg">
              {kind.players.map((n) => (
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
            {Array.from({ length: players - 1 }, (_, i) => (
              <SeatLine
                seat={i + 1}
                game={game}
                wish={seats[i] ?? "open"}
                setWish={(wish) => setSeats(replaced(seats, i, wish))}
                style={styles[i] ?? null}
                setStyle={(style) => setStyles(replaced(styles, i, style))}
                name={names[i] ?? ""}
                setName={(name) => setNames(replaced(names, i, name))}
              />
            ))}
          </ol>
          <WarmingNote />
        </fieldset>
        <details class="panel more">
          <summary>{t("new.options")}</summary>
          <div class="formgrid">
            {choose("clock", ["none", "relaxed", "fast", "days"])}
            {choose("live_score", ["open", "own", "hidden"])}
            {choose("chat", ["off", "phrases", "free"])}
            {choose("hints", ["usual", "off", "on", "gentle"])}
            <label class="field">
              <span>{t("new.takeover")}</span>
              <select value={takeover || chosenLevel()} onChange={(e) => setTakeover(e.currentTarget.value)}>
                {levels.map((name) => (
                  <option value={name}>{t(`level.${name}`)}</option>
                ))}
              </select>
            </label>
            <PaceChoice pace={pace} change={setPace} />
            <kind.Setup setup={setup} players={players} change={(part) => setSetup({ ...setup, ...part })} />
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
