// The table of 7 Wonders in words.

import { and, cardName, goodName, or, symbolName, t } from "../../app/i18n";
import { reason, seatName, tally } from "../../app/words";
import { CardLine } from "../../parts/card-line";
import { effectWords } from "../../parts/effect-words";
import { WONDERS } from "./catalog";
import { handCards } from "./hand";
import { useWonders } from "./table";
import { boardName, payment, sideName } from "./words";

export function WondersText() {
  const { controls, view, me, left, right, far } = useWonders();
  const free = controls.state.options[0]?.city === "free";
  const hand = handCards(view.hand ?? [], controls.state.chosen, free);
  const order = [me, left, right, ...far];
  // Units of one resource are counted together; each choice between several stands for itself.
  const units = (list: string[][]) =>
    and([
      ...Object.entries(tally(list.filter((unit) => unit.length === 1).flat())).map(([good, n]) =>
        t(`good.count.${good}`, { n }),
      ),
      ...list.filter((unit) => unit.length > 1).map((unit) => or(unit.map(goodName))),
    ]);
  return (
    <>
      {view.hand && (
        <section>
          <h2>{t("table.hand")}</h2>
          <ol>
            {hand.map((name) => (
              <li>
                <CardLine name={name} />
              </li>
            ))}
          </ol>
        </section>
      )}
      {order.map((seat) => {
        const city = view.cities[seat];
        if (!city) return null;
        const heading =
          seat === left
            ? t("table.left_neighbour", { player: seatName(controls.state, seat) })
            : seat === right
              ? t("table.right_neighbour", { player: seatName(controls.state, seat) })
              : seatName(controls.state, seat);
        const board = WONDERS.boards.get(city.board)!;
        const next = board[city.side][city.stages];
        const quote = seat === me ? controls.state.quotes.find((q) => q.stage !== undefined) : undefined;
        return (
          <section>
            <h2>{heading}</h2>
            <ul>
              <li>
                {t("table.wonder_progress", {
                  wonder: `${boardName(city.board)} ${sideName(city.side)}`,
                  n: city.stages,
                  all: city.stages_in_all,
                })}
                {next && seat === me && (
                  <>
                    {" "}
                    {effectWords("wonders", next.effect).join(" ")}{" "}
                    {quote ? (quote.affordable ? payment(controls, quote).join("; ") : reason(quote)) : ""}
                  </>
                )}
              </li>
              <li>
                {t("good.count.coins", { n: city.coins })}, {t("count.shields", { n: city.shields })},{" "}
                {t("table.war_tokens", { won: city.victory_points, lost: city.defeats })}
              </li>
              {typeof view.scores?.[seat] === "number" && <li>{t("count.points", { n: view.scores[seat]! })}</li>}
              <li>
                {t("table.you_make")}: {units(city.produces)}
              </li>
              {seat !== me && (
                <li>
                  {t("table.sells")}: {units(city.sells)}
                </li>
              )}
              <li>
                {and(
                  Object.entries(city.symbols).map(([symbol, n]) =>
                    t("table.symbol_count", { symbol: symbolName("wonders", symbol), n }),
                  ),
                )}
              </li>
              <li>
                {t("board.buildings")}:{" "}
                {city.cards.length ? and(city.cards.map((name) => cardName("wonders", name))) : t("discard.empty")}
              </li>
            </ul>
          </section>
        );
      })}
    </>
  );
}
