// A building of a city as it stands in its landscape: the drawing of its card, which explains itself.

import type { GameName } from "../app/catalog";
import { cardName, kindName } from "../app/i18n";
import { Emblem } from "../art/emblem";
import { cardOf } from "../games/catalogs";

export function Building({ game, name, class: extra }: { game: GameName; name: string; class?: string }) {
  const kind = cardOf(game, name)?.color ?? "brown";
  return (
    <span
      class={`building kind-${kind} ${extra ?? ""}`}
      data-tile={name}
      data-tip={`card:${game}:${name}`}
      role="img"
      aria-label={`${cardName(game, name)} (${kindName(kind)})`}
      tabIndex={0}
    >
      <Emblem name={name} kind={kind} />
    </span>
  );
}
