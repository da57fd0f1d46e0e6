// The draft of boards: every board that nobody has chosen yet with its two sides, and what the stages of each bring.

import { t } from "../../app/i18n";
import { reach } from "../../app/reach";
import type { Option } from "../../app/types";
import { Good } from "../../art/icons";
import { confirmed } from "../../parts/confirm";
import { EffectRow } from "../../parts/effect";
import { effectWords } from "../../parts/effect-words";
import { Question } from "../../parts/question";
import { WONDERS } from "./catalog";
import { useWonders } from "./table";
import { boardName, optionSentence, question, sideName } from "./words";

export function BoardDraft() {
  const { controls } = useWonders();
  const options = controls.state.options.filter((option) => option.action === "board");
  const cities = [...new Set(options.map((option) => option.board!))];
  return (
    <Question text={question(controls)} why={t("question.wonders.board_why")} kind="boards">
      {cities.map((city) => (
        <section class="boardpick" key={city}>
          <h3>
            <Good name={WONDERS.boards.get(city)!.resource} size={18} /> {boardName(city)}
          </h3>
          {options
            .filter((option) => option.board === city)
            .map((option) => (
              <Side option={option} />
            ))}
        </section>
      ))}
    </Question>
  );
}

function Side({ option }: { option: Option }) {
  const { controls } = useWonders();
  const stages = WONDERS.boards.get(option.board!)![option.side!];
  const said = optionSentence(controls, option);
  const words = stages.map((stage, at) => `${at + 1}: ${effectWords("wonders", stage.effect).join(" ")}`);
  return (
    <button
      class="btn"
      ref={reach("answer")}
      disabled={controls.busy}
      aria-label={said}
      data-tip={`text:${words.join(" ")}`}
      onClick={() => confirmed(said, () => controls.play(option))}
    >
      <b>{sideName(option.side!)}</b>
      <span class="stagesigns">
        {stages.map((stage) => (
          <EffectRow game="wonders" effect={stage.effect} size={16} />
        ))}
      </span>
    </button>
  );
}
