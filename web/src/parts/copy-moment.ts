// A link that opens a moment of a game for anybody, by the table's watch link.

import { api, pageLink } from "../app/api";
import { t } from "../app/i18n";
import { notice } from "./notice";

/** Copies the link to a moment, such as "replay/12"; where nobody may hand on the table, this page's address. */
export async function copyMoment(table: string, link: string | undefined, moment: string): Promise<void> {
  const watch =
    link ??
    (await api.links(table).then(
      (links) => links.watch,
      () => undefined,
    ));
  const address = watch ? `${pageLink("watch", watch)}/${moment}` : location.href;
  await navigator.clipboard.writeText(address).then(
    () => notice(t("common.copied")),
    () => notice(t("common.copy_by_hand")),
  );
}
