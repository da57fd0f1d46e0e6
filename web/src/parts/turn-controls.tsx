// Taking back, and answering who asks for it.

import { useDesk } from "../app/desk";
import { t } from "../app/i18n";
import { reach } from "../app/reach";
import { seatName } from "../app/words";
import { Icon } from "../art/icons";

export function TurnControls() {
  const desk = useDesk();
  const { state, you } = desk;
  if (you === null || !desk.live || state.table.status !== "playing") return null;
  const asked = state.table.asked;
  if (asked !== null && asked !== you)
    return (
      <span class="rowline ask">
        {t("event.asked", { player: seatName(state, asked) })}
        <button class="btn" onClick={() => desk.answerTakeBack?.(true)}>
          {t("table.agree")}
        </button>
        <button class="btn" onClick={() => desk.answerTakeBack?.(false)}>
          {t("table.refuse")}
        </button>
      </span>
    );
  if (desk.kind.simultaneous || state.table.moves === 0) return null;
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
