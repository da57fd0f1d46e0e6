// Taking back, and answering who asks for it.

import { type Controls, useControls } from "../app/controls";
import { t } from "../app/i18n";
import { reach } from "../app/reach";
import { seatName } from "../app/words";
import { Icon } from "../art/icons";

/** Somebody asks me to agree to a move taken back; that comes before anything else. */
export const takeBackAsked = (controls: Controls): boolean =>
  controls.live && controls.state.table.asked !== null && controls.state.table.asked !== controls.you;

export function TurnControls() {
  const controls = useControls();
  const { state, you } = controls;
  if (you === null || !controls.live || state.table.status !== "playing") return null;
  const asked = state.table.asked;
  if (asked !== null && asked !== you)
    return (
      <span class="rowline ask">
        <span class="askwords">{t("event.asked", { player: seatName(state, asked) })}</span>
        <button class="btn" onClick={() => controls.answerTakeBack?.(true)}>
          {t("table.agree")}
        </button>
        <button class="btn" onClick={() => controls.answerTakeBack?.(false)}>
          {t("table.refuse")}
        </button>
      </span>
    );
  if (controls.kind.simultaneous || state.table.moves === 0 || !controls.askTakeBack) return null;
  return (
    <button
      class="btn quiet undo"
      ref={reach("undo")}
      disabled={asked === you || controls.busy}
      onClick={() => (controls.yours ? controls.askTakeBack?.() : controls.takeBack?.())}
    >
      <Icon name="undo" size={17} />
      {asked === you ? t("table.asked") : t("table.take_back")}
    </button>
  );
}
