// Tooltips of what only Duel has: wonders and progress tokens.

import { currentControls } from "../../app/current";
import { t } from "../../app/i18n";
import { WonderScene } from "../../art/scenes";
import { Pips } from "../../parts/card";
import { EffectRow } from "../../parts/effect";
import { effectWords } from "../../parts/effect-words";
import { Prices, QuoteLines } from "../../parts/tip";
import { DUEL } from "./catalog";
import { tokenName, wonderName } from "./words";

export function DuelTip({ kind, name }: { kind: string; name: string }) {
  return kind === "wonder" ? <WonderPanel name={name} /> : <TokenPanel name={name} />;
}

function WonderPanel({ name }: { name: string }) {
  const wonder = DUEL.wonders.get(name);
  if (!wonder) return null;
  const quote = currentControls.value?.state.quotes.find((q) => q.wonder === name);
  return (
    <>
      <h3>{wonderName(name)}</h3>
      <div class="tipscene">
        <WonderScene name={name} built={1} total={1} cover />
      </div>
      <p>
        <EffectRow game="duel" effect={wonder.effect} size={22} />
      </p>
      {effectWords("duel", wonder.effect).map((line) => (
        <p>{line}</p>
      ))}
      <p class="rowline">
        <b>{t("tip.cost")}</b> <Pips cost={wonder.cost} plan={quote?.plan} size={20} />
      </p>
      <QuoteLines quote={quote} />
      <Prices name={name} />
    </>
  );
}

function TokenPanel({ name }: { name: string }) {
  const token = DUEL.tokens.get(name);
  if (!token) return null;
  return (
    <>
      <h3>{tokenName(name)}</h3>
      <p>
        <EffectRow game="duel" effect={token.effect} size={22} />
      </p>
      {effectWords("duel", token.effect).map((line) => (
        <p>{line}</p>
      ))}
    </>
  );
}
