// What a symbol at a seat says of itself: how many there are, and where that scores at the end.

import type { GameName } from "../app/catalog";
import { t } from "../app/i18n";

/** The tip for a thing counted at a seat; `category` is the row of the score in which it ends. */
export const scoresTip = (text: string, game: GameName, category: string | undefined): string =>
  category ? `text:${t("tip.scores", { text, category: t(`category.${game}.${category}`) })}` : `text:${text}`;

/** The tip for the points a seat has by now. */
export const pointsTip = (n: number): string => `text:${t("new.live_score")}: ${t("count.points", { n })}`;
