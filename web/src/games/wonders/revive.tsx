// Halikarnassos: a card of the discard pile, or none.

import { t } from "../../app/i18n";
import { reach } from "../../app/reach";
import { CardView } from "../../parts/card";
import { Question } from "../../parts/question";
import { useWonders } from "./table";
import { optionSentence, question } from "./words";

export function ReviveChoice() {
  const { controls } = useWonders();
  const options = controls.state.options.filter((option) => option.action === "revive");
  return (
    <Question text={question(controls)}>
      {options.map((option) =>
        option.card ? (
          <CardView
            game="wonders"
            name={option.card}
            as="button"
            said={optionSentence(controls, option)}
            attrs={{
              ref: reach("answer"),
              "data-card": option.card,
              "data-tip": `card:wonders:${option.card}`,
              disabled: controls.busy,
              onClick: () => controls.play(option),
            }}
          />
        ) : (
          <button class="btn" ref={reach("answer")} disabled={controls.busy} onClick={() => controls.play(option)}>
            {t("action.revive_none")}
          </button>
        ),
      )}
    </Question>
  );
}
