// The title of the browser's window: what is open, then whose page it is.

import { t } from "./i18n";

export function setTitle(part = ""): void {
  const name = t("home.title");
  document.title = part && part !== name ? `${part} · ${name}` : name;
}
