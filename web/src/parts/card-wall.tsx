// Cards side by side, each explaining itself; for piles.

import type { GameName } from "../app/catalog";
import { t } from "../app/i18n";
import { CardView } from "./card";

export function CardWall({ game, names }: { game: GameName; names: string[] }) {
  if (!names.length) return <p class="muted">{t("discard.empty")}</p>;
  return (
    <div class="cardwall">
      {names.map((name) => (
        <CardView game={game} name={name} attrs={{ "data-tip": `card:${game}:${name}`, tabIndex: 0 }} />
      ))}
    </div>
  );
}
