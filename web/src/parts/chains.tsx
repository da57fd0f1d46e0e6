// The chain tree: which building makes which later one free.

import type { GameName } from "../app/catalog";
import { cardName, roman, t } from "../app/i18n";
import { Icon } from "../art/icons";
import { CATALOGS } from "../games/catalogs";
import { Tile } from "./card";

export function ChainTree({ game, owned }: { game: GameName; owned: string[] }) {
  const cards = [...CATALOGS[game].cards.values()];
  const roots = cards.filter((card) => card.unlocks.length > 0 && card.freeWith.length === 0);
  /** Free for whoever has what leads to it, and not built yet. */
  const reachable = (card: { name: string; freeWith: string[] }) =>
    !owned.includes(card.name) && card.freeWith.some((name) => owned.includes(name));
  const node = (name: string, depth: number): preact.JSX.Element => {
    const card = CATALOGS[game].cards.get(name)!;
    return (
      <li key={`${name}${depth}`}>
        <span
          class={`chainnode ${owned.includes(name) ? "owned" : reachable(card) ? "reach" : ""}`}
          data-tip={`card:${game}:${name}`}
          tabIndex={0}
        >
          <Tile game={game} name={name} /> <span>{cardName(game, name)}</span>{" "}
          <small class="muted">{roman(card.age)}</small>
          {owned.includes(name) && <Icon name="tick" size={15} label={t("chains.owned")} />}
          {reachable(card) && (
            <b class="freenow">
              <Icon name="free" size={15} /> {t("chains.reach")}
            </b>
          )}
        </span>
        {card.unlocks.length > 0 && <ul>{card.unlocks.map((next) => node(next, depth + 1))}</ul>}
      </li>
    );
  };
  return (
    <>
      <p class="muted">{t("chains.text")}</p>
      <ul class="chaintree">{roots.map((card) => node(card.name, 0))}</ul>
    </>
  );
}
