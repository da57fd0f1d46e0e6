// The table of 7 Wonders Duel in words.

import { and, cardName, goodName, symbolName, t } from "../../app/i18n";
import { seatName } from "../../app/words";
import { CardLine } from "../../parts/card-line";
import { effectWords } from "../../parts/effect-words";
import { DUEL } from "./catalog";
import { useDuel } from "./table";
import { trackWords } from "./track";
import { tokenName, wonderName } from "./words";

/** What a wonder would cost, and what it does. */
const offer = (wonder: string, price: number): string =>
  `${t("good.count.coins", { n: price })}. ${effectWords("duel", DUEL.wonders.get(wonder)!.effect).join(" ")}`;

export function DuelText() {
  const { controls, view, me } = useDuel();
  return (
    <>
      <section>
        <h2>{t("board.pyramid")}</h2>
        {view.phase === "draft" ? (
          <ul>
            {view.draft.map((name) => (
              <li>
                <strong>{wonderName(name)}</strong>: {effectWords("duel", DUEL.wonders.get(name)!.effect).join(" ")}
              </li>
            ))}
          </ul>
        ) : (
          <>
            <h3>{t("text.open_cards")}</h3>
            <ol>
              {view.layout
                .filter((slot) => slot.open)
                .map((slot) => (
                  <li>
                    <CardLine name={slot.card!} />
                  </li>
                ))}
            </ol>
            <h3>{t("text.covered_cards")}</h3>
            <p>
              {and(view.layout.filter((slot) => !slot.open && slot.card).map((slot) => cardName("duel", slot.card!)))}
            </p>
            <p>{t("text.face_down", { n: view.layout.filter((slot) => !slot.card).length })}</p>
          </>
        )}
      </section>
      <section>
        <h2>{t("text.war")}</h2>
        <p>{trackWords(view, me)}</p>
      </section>
      <section>
        <h2>{t("board.tokens")}</h2>
        <ul>
          {view.board_tokens.map((name) => (
            <li>
              <strong>{tokenName(name)}</strong>: {effectWords("duel", DUEL.tokens.get(name)!.effect).join(" ")}
            </li>
          ))}
        </ul>
      </section>
      {[me, 1 - me].map((seat) => {
        const city = view.cities[seat]!;
        return (
          <section>
            <h2>{seatName(controls.state, seat)}</h2>
            <ul>
              <li>{t("good.count.coins", { n: city.coins })}</li>
              {typeof view.scores?.[seat] === "number" && <li>{t("count.points", { n: view.scores[seat]! })}</li>}
              <li>
                {[...DUEL.resources.raw, ...DUEL.resources.manufactured]
                  .map((good) =>
                    t("board.good_price", {
                      good: goodName(good),
                      made: city.goods[good] ?? 0,
                      n: city.unit_prices[good] ?? 0,
                    }),
                  )
                  .join("; ")}
              </li>
              <li>
                {t("board.science", { n: city.distinct_symbols })}:{" "}
                {and(
                  Object.entries(city.symbols).map(([symbol, n]) =>
                    t("board.symbol_count", { symbol: symbolName("duel", symbol), n }),
                  ),
                )}
              </li>
              <li>
                {t("board.wonders")}:{" "}
                <ul>
                  {city.wonders.map((wonder) => (
                    <li>
                      {wonderName(wonder.name)}:{" "}
                      {wonder.built
                        ? t("board.built")
                        : wonder.lost
                          ? t("board.lost")
                          : offer(wonder.name, controls.state.prices?.[seat]?.[wonder.name] ?? 0)}
                    </li>
                  ))}
                </ul>
              </li>
              <li>
                {t("board.buildings")}: {and(city.cards.map((name) => cardName("duel", name)))}
              </li>
              {city.tokens.length > 0 && (
                <li>
                  {t("board.tokens")}: {and(city.tokens.map(tokenName))}
                </li>
              )}
            </ul>
          </section>
        );
      })}
      <section>
        <h2>{t("panel.discard")}</h2>
        <p>{view.discard.length ? and(view.discard.map((name) => cardName("duel", name))) : t("discard.empty")}</p>
      </section>
    </>
  );
}
