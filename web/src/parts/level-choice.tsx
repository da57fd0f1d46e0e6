// How strong the bot is that takes over a seat: asked whenever a seat goes from a person to a bot.

import { has, t } from "../app/i18n";
import { choices, useMe } from "../app/me";
import { confirmed } from "./confirm";

function LevelChoice({ first, choose }: { first: string; choose: (level: string) => void }) {
  useMe();
  return (
    <label class="field">
      <span>{t("home.level")}</span>
      <select onChange={(e) => choose(e.currentTarget.value)}>
        {[...new Set([...(choices.value?.levels ?? []), first])].map((name) => (
          <option value={name} selected={name === first}>
            {has(`level.${name}`) ? t(`level.${name}`) : name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Asks whether it is meant and for the level, with the table's own to begin with. */
export function chooseLevel(text: string, first: string, then: (level: string) => void): void {
  let level = first;
  confirmed(text, () => then(level), true, <LevelChoice first={first} choose={(chosen) => (level = chosen)} />);
}
