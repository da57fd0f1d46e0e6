// Taking back, and answering who asks for it.

import { type Controls, useControls } from "../app/controls";
import { t } from "../app/i18n";
import { reach } from "../app/reach";
import { seatName } from "../app/words";
import { Icon } from "../art/icons";

/** Somebody asks me to agree to a move taken back; that comes before anything else. */
export const takeBackAsked = (controls: Controls): boolean =>
  controls.live && controls.state.table.asked !== null && controls.state.table.asked !== controls.you;

/** The question whether a move may be taken back, to whoever is asked. */
export function TakeBackAnswer() {
  const controls = useControls();
  const { state } = controls;
  if (!takeBackAsked(controls) || state.table.status !== "playing") return null;
  return (
    <span class="rowline ask">
      <span class="askwords">{t("event.asked", { player: seatName(state, state.table.asked!) })}</span>
      <button class="btn" onClick={() => controls.answerTakeBack?.(true)}>
        {t("table.agree")}
      </button>
      <button class="btn" onClick={() => controls.answerTakeBack?.(false)}>
        {t("table.refuse")}
      </button>
    </span>
  );
}

/** Taking back, in the bar; where all choose at once, a choice is changed instead. */
export function TakeBackButton() {
  const controls = useControls();
  const { state, you } = controls;
  const asked = state.table.asked;
  if (you === null || !controls.live || state.table.status !== "playing" || takeBackAsked(controls)) return null;
  if (controls.kind.simultaneous || state.table.moves === 0 || !controls.askTakeBack) return null;
  const words = asked === you ? t("table.asked") : t("table.take_back");
  return (
    <button
      class="btn round quiet undo"
      ref={reach("undo")}
      disabled={asked === you || controls.busy}
      aria-label={words}
      data-tip={`text:${words} (U)`}
      onClick={() => (controls.yours ? controls.askTakeBack?.() : controls.takeBack?.())}
    >
      <Icon name="undo" size={20} />
    </button>
  );
}
