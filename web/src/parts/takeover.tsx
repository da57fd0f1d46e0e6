// How strong the bot is that takes over a seat, and what it likes: asked whenever a seat goes from a person to a bot.

import { has, t } from "../app/i18n";
import { choices, useMe } from "../app/me";
import { StyleChoice } from "./bot-choice";
import { confirmed } from "./confirm";

export interface BotWish {
  level: string;
  /** Null is balanced play. */
  style: string | null;
}

function BotChoice({ seat, first, wish }: { seat: number; first: string; wish: BotWish }) {
  useMe();
  return (
    <>
      <label class="field">
        <span>{t("home.level")}</span>
        <select
          onChange={(e) => {
            wish.level = e.currentTarget.value;
          }}
        >
          {[...new Set([...(choices.value?.levels ?? []), first])].map((name) => (
            <option value={name} selected={name === first}>
              {has(`level.${name}`) ? t(`level.${name}`) : name}
            </option>
          ))}
        </select>
      </label>
      <StyleChoice
        seat={seat}
        style={wish.style}
        change={(style) => {
          wish.style = style;
        }}
      />
    </>
  );
}

/** Asks whether it is meant and for the bot, with the table's own level to begin with. */
export function chooseBot(text: string, seat: number, first: string, then: (wish: BotWish) => void): void {
  const wish: BotWish = { level: first, style: null };
  confirmed(text, () => then(wish), true, <BotChoice seat={seat} first={first} wish={wish} />);
}
