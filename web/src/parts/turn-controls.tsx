// Taking back, and answering who asks for it.

import { type Desk, useDesk } from "../app/desk";
import { t } from "../app/i18n";
import { reach } from "../app/reach";
import { seatName } from "../app/words";
import { Icon } from "../art/icons";

/** Somebody asks me to agree to a move taken back; that comes before anything else. */
export const takeBackAsked = (desk: Desk): boolean =>
  desk.live && desk.state.table.asked !== null && desk.state.table.asked !== desk.you;

export function TurnControls() {
  const desk = useDesk();
  const { state, you } = desk;
  if (you === null || !desk.live || state.table.status !== "playing") return null;
  const asked = state.table.asked;
  if (asked !== null && asked !== you)
    return (
      <span class="rowline ask">
        <span class="askwords">{t("event.asked", { player: seatName(state, asked) })}</span>
        <button class="btn" onClick={() => desk.answerTakeBack?.(true)}>
          {t("table.agree")}
        </button>
        <button class="btn" onClick={() => desk.answerTakeBack?.(false)}>
          {t("table.refuse")}
        </button>
      </span>
    );
  if (desk.kind.simultaneous || state.table.moves === 0 || !desk.askTakeBack) return null;
  return (
    <button
      class="btn quiet undo"
      ref={reach("undo")}
      disabled={asked === you || desk.busy}
      onClick={() => (desk.yours ? desk.askTakeBack?.() : desk.takeBack?.())}
    >
      <Icon name="undo" size={17} />
      {asked === you ? t("table.asked") : t("table.take_back")}
    </button>
  );
}
