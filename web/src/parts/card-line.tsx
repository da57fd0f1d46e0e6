// A card in words: what it does, and what it would cost.

import { ownSeat, useControls } from "../app/controls";
import { cardName, kindName, t } from "../app/i18n";
import { reason } from "../app/words";
import { cardOf } from "../games/catalogs";
import { effectWords } from "./effect-words";

export function CardLine({ name }: { name: string }) {
  const controls = useControls();
  const game = controls.state.table.game;
  const card = cardOf(game, name);
  const quote = controls.state.quotes.find((q) => q.card === name);
  if (!card) return null;
  const parts = [effectWords(game, card.effect).join(" ")];
  if (quote) parts.push(quote.affordable ? controls.kind.payment(controls, quote).join("; ") : reason(quote));
  const foe = controls.state.prices?.[1 - ownSeat(controls)]?.[name];
  if (foe !== undefined) parts.push(t("text.foe_price", { n: foe }));
  return (
    <>
      <strong>{cardName(game, name)}</strong> ({kindName(card.color)})
      {parts.map((part) => (
        <span class="part">{part}</span>
      ))}
    </>
  );
}
