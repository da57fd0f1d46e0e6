// What the reference shows of 7 Wonders beside its cards: the boards, both sides.

import { goodName, t } from "../../app/i18n";
import { Good } from "../../art/icons";
import { WonderScene } from "../../art/scenes";
import { Pips } from "../../parts/card";
import { effectWords } from "../../parts/effect-words";
import { EDITIONS, edition, showEdition, WONDERS } from "./catalog";
import { boardWonder, sideName } from "./words";
import { CardWorths } from "./worth";

export function WondersReference() {
  return (
    <>
      <span class="seg" role="group" aria-label={t("new.edition")}>
        {EDITIONS.map(({ number }) => (
          <button aria-pressed={edition.value === number} onClick={() => showEdition(number)}>
            {t(`edition.${number}`)}
          </button>
        ))}
      </span>
      <h2>{t("ref.boards")}</h2>
      <div class="wonderwall">
        {[...WONDERS.boards.values()].flatMap((board) =>
          (["A", "B"] as const).map((side) => (
            <div class="panel wonderitem">
              <div class="picture">
                <WonderScene name={board.city} built={4} total={board[side].length} dusk={side === "B"} cover />
              </div>
              <h3>
                {boardWonder(board.city)} {sideName(side)}{" "}
                <Good name={board.resource} size={20} label={goodName(board.resource)} />
              </h3>
              <ol>
                {board[side].map((stage) => (
                  <li>
                    <Pips cost={stage.cost} size={16} /> {effectWords("wonders", stage.effect).join(" ")}
                  </li>
                ))}
              </ol>
            </div>
          )),
        )}
      </div>
      <CardWorths />
    </>
  );
}
