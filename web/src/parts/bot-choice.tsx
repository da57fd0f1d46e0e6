// What can be chosen of a bot beside its strength: its style; and the time that bots take, as words.

import type { GameName } from "../app/catalog";
import { t } from "../app/i18n";
import { choices } from "../app/me";

const BALANCED = "balanced";

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

/** How long a bot of a level thinks about a decision, as people feel it; nothing for levels that were not measured. */
export function thinkingTime(game: GameName, level: string | null): string {
  const milliseconds = choices.value?.milliseconds[game]?.[level ?? ""];
  if (milliseconds === undefined) return "";
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
