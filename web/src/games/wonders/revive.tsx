// Halikarnassos: a card of the discard pile, or none.

import { t } from "../../app/i18n";
import { reach } from "../../app/reach";
import type { Option } from "../../app/types";
import { CardView } from "../../parts/card";
import { Question } from "../../parts/question";
import { useWonders } from "./table";
import { optionSentence, question } from "./words";

export function ReviveChoice() {
  const { controls } = useWonders();
  const options = controls.state.options.filter((option) => option.action === "revive");
  const none = options.find((option) => !option.card);
  const common = (option: Option) => ({
    ref: reach("answer"),
    disabled: controls.busy,
    onClick: () => controls.play(option),
  });
  return (
    <Question
      text={question(controls)}
      instead={
        none && (
          <button class="btn" {...common(none)}>
            {t("action.revive_none")}
          </button>
        )
      }
    >
      {options
        .filter((option) => option.card)
        .map((option) => (
          <CardView
            game="wonders"
            name={option.card!}
            as="button"
            said={optionSentence(controls, option)}
            attrs={{ ...common(option), "data-card": option.card!, "data-tip": `card:wonders:${option.card}` }}
          />
        ))}
    </Question>
  );
}
