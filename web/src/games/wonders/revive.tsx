// Halikarnassos: a card of the discard pile, or none.

import { useState } from "preact/hooks";
import { t } from "../../app/i18n";
import { Icon } from "../../art/icons";
import { CardView } from "../../parts/card";
import { useWonders } from "./table";
import { optionSentence, question } from "./words";

export function ReviveChoice() {
  const { desk } = useWonders();
  const [aside, setAside] = useState(false);
  const options = desk.state.options.filter((option) => option.action === "revive");
  if (!options.length || !desk.live) return null;
  return (
    <div class={`choice panel ${aside ? "aside" : ""}`} role="dialog" aria-label={question(desk)}>
      <div class="rowline">
        <h2 class="grow">{question(desk)}</h2>
        <button class="btn quiet" onClick={() => setAside(!aside)}>
          <Icon name="eye" />
          {aside ? t("choice.show") : t("choice.look")}
        </button>
      </div>
      {!aside && (
        <div class="choicelist">
          {options.map((option) =>
            option.card ? (
              <CardView
                game="wonders"
                name={option.card}
                as="button"
                said={optionSentence(desk, option)}
                attrs={
                  {
                    "data-tip": `card:wonders:${option.card}`,
                    disabled: desk.busy,
                    onClick: () => desk.play(option),
                  } as object
                }
              />
            ) : (
              <button class="btn" disabled={desk.busy} onClick={() => desk.play(option)}>
                {t("action.revive_none")}
              </button>
            ),
          )}
        </div>
      )}
    </div>
  );
}
