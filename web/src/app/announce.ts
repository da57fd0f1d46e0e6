// "It is your turn": in the title, as a dot on the icon, and as a short tone where the viewer asked for one.

import type { Controls } from "./controls";
import { t } from "./i18n";
import { sound } from "./sound";
import { setTitle } from "./title";

let announced = "";

export function announce(controls: Controls): void {
  const { table } = controls.state;
  const yours = controls.yours && table.status === "playing";
  setTitle(yours ? `* ${t("table.your_turn")}` : table.status === "over" ? t("event.over") : "");
  const icon = document.getElementById("favicon") as HTMLLinkElement | null;
  if (icon) icon.href = yours ? "icon-turn.svg" : "icon.svg";
  const moment = `${table.id}.${table.moves}.${yours}`;
  if (yours && moment !== announced) sound("turn");
  const won =
    table.status === "over" && controls.you !== null && controls.state.view?.result?.winners.includes(controls.you);
  if (won && announced.startsWith(`${table.id}.`) && !announced.endsWith(".over")) sound("victory");
  announced = table.status === "over" ? `${table.id}.over` : moment;
}
