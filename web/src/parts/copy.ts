// Text for the clipboard, and links that open a moment of a game for anybody.

import { api, pageLink } from "../app/api";
import { t } from "../app/i18n";
import { notice } from "./notice";

/** Copies a text and says so. */
export const copyText = (text: string): Promise<void> =>
  navigator.clipboard.writeText(text).then(
    () => notice(t("common.copied")),
    () => notice(t("common.copy_by_hand")),
  );

/** Copies the link to a moment, such as "replay/12"; where nobody may hand on the table, this page's address. */
export async function copyMoment(table: string, link: string | undefined, moment: string): Promise<void> {
  const watch =
    link ??
    (await api.links(table).then(
      (links) => links.watch,
      () => undefined,
    ));
  await copyText(watch ? `${pageLink("watch", watch)}/${moment}` : location.href);
}
