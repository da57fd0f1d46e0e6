// What can be chosen of a bot beside its strength: its style; and the time that bots take, as words.

import type { Choices } from "../app/api";
import type { GameName } from "../app/catalog";
import { t } from "../app/i18n";
import { choices, plain } from "../app/me";

const BALANCED = "balanced";
/** Bots that take at most this many milliseconds for a decision are quick enough without the core, too. */
const QUICK = 1;

/** A quiet line while the server compiles the bots behind the scenes, or where it cannot. */
export function WarmingNote() {
  const engine = choices.value?.engine;
  if (!engine || !plain()) return null;
  return <p class="muted warming">{warmingWords(engine)}</p>;
}

/** How the bots are warming up, as words. */
export function warmingWords({ state, seconds }: NonNullable<Choices["engine"]>): string {
  if (state !== "building" && state !== "waiting") return t("warming.plain");
  return seconds === null ? t("warming.soon") : t("warming.seconds", { seconds });
}

/** The style of the bot in a seat; null is balanced play. */
export function StyleChoice({
  seat,
  style,
  change,
}: {
  seat: number;
  style: string | null;
  change: (style: string | null) => void;
}) {
  const styles = choices.value?.styles ?? [];
  return (
    <select
      class="botstyle"
      aria-label={t("new.style", { seat: t("lobby.seat", { n: seat + 1 }) })}
      value={style ?? BALANCED}
      onChange={(e) => change(e.currentTarget.value === BALANCED ? null : e.currentTarget.value)}
    >
      {[BALANCED, ...styles].map((name) => (
        <option value={name}>{t(`style.${name}`)}</option>
      ))}
    </select>
  );
}

/** Whether a bot of a level is not what it usually is, because the rules run in plain Python. */
export const isSlowed = (game: GameName, level: string | null): boolean =>
  plain() && (choices.value?.milliseconds[game]?.[level ?? ""] ?? 0) > QUICK;

/** How long a bot of a level thinks about a decision, as people feel it; nothing for levels that were not measured. */
export function thinkingTime(game: GameName, level: string | null): string {
  const milliseconds = choices.value?.milliseconds[game]?.[level ?? ""];
  if (milliseconds === undefined) return "";
  if (isSlowed(game, level)) return t("takes.plain");
  return milliseconds < 500 ? t("takes.no_time") : t("takes.seconds", { seconds: milliseconds / 1000 });
}

/** Least times that can be chosen, in milliseconds; null is what the server has for all. */
const PACES = [null, 0, 500, 2000];

/** The least time that bots at a table take. */
export function PaceChoice({ pace, change }: { pace: number | null; change: (pace: number | null) => void }) {
  const offered = PACES.includes(pace) ? PACES : [...PACES, pace];
  return (
    <label class="field">
      <span>{t("new.bot_pace")}</span>
      <select value={offered.indexOf(pace)} onChange={(e) => change(offered[e.currentTarget.selectedIndex] ?? null)}>
        {offered.map((each, place) => (
          <option value={place}>{paceWords(each)}</option>
        ))}
      </select>
    </label>
  );
}

/** The least time of bots as words. */
export function paceWords(milliseconds: number | null): string {
  if (milliseconds === null) return t("new.bot_pace_usual");
  return milliseconds ? t("new.bot_pace_seconds", { seconds: milliseconds / 1000 }) : t("new.bot_pace_none");
}
