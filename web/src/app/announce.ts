// "It is your turn": in the title, as a dot on the icon, and as a short tone where the viewer asked for one.

import type { Desk } from "./desk";
import { t } from "./i18n";
import { sound } from "./sound";
import { setTitle } from "./title";

let told = "";

export function announce(desk: Desk): void {
  const { table } = desk.state;
  const yours = desk.yours && table.status === "playing";
  setTitle(yours ? `* ${t("table.your_turn")}` : table.status === "over" ? t("event.over") : "");
  const icon = document.getElementById("favicon") as HTMLLinkElement | null;
  if (icon) icon.href = yours ? "icon-turn.svg" : "icon.svg";
  const moment = `${table.id}.${table.moves}.${yours}`;
  if (yours && moment !== told) sound("turn");
  const won = table.status === "over" && desk.you !== null && desk.state.view?.result?.winners.includes(desk.you);
  if (won && told.startsWith(`${table.id}.`) && !told.endsWith(".over")) sound("victory");
  told = table.status === "over" ? `${table.id}.over` : moment;
}
