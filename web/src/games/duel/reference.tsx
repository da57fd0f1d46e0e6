// What the reference shows of Duel beside its cards: wonders and tokens.

import { t } from "../../app/i18n";
import { WonderScene } from "../../art/scenes";
import { Pips } from "../../parts/card";
import { effectWords } from "../../parts/effect-words";
import { DUEL } from "./catalog";
import { tokenName, wonderName } from "./words";

export function DuelReference() {
  return (
    <>
      <h2>{t("board.wonders")}</h2>
      <div class="wonderwall">
        {[...DUEL.wonders.values()].map((wonder) => (
          <div class="panel wonderitem">
            <div class="picture">
              <WonderScene name={wonder.name} built={1} total={1} cover />
            </div>
            <h3>{wonderName(wonder.name)}</h3>
            <Pips cost={wonder.cost} size={18} />
            <p>{effectWords("duel", wonder.effect).join(" ")}</p>
          </div>
        ))}
      </div>
      <h2>{t("board.tokens")}</h2>
      <ul>
        {[...DUEL.tokens.values()].map((token) => (
          <li>
            <b>{tokenName(token.name)}</b>: {effectWords("duel", token.effect).join(" ")}
          </li>
        ))}
      </ul>
    </>
  );
}
