// One city of Duel: coins, goods with their prices, science, tokens, wonders, and the buildings as a row of houses.

import { KIND_ORDER } from "../../app/catalog";
import { classes } from "../../app/classes";
import { openSeat, seatGlyph, wonderQuote } from "../../app/controls";
import { phone } from "../../app/fit";
import { cardName, goodName, symbolName, t } from "../../app/i18n";
import { isTurnOf } from "../../app/turn";
import { botWords, seatName } from "../../app/words";
import { Coin, Good, Icon, Laurel } from "../../art/icons";
import { WonderScene } from "../../art/scenes";
import { NarrowName, Pips, Tile } from "../../parts/card";
import { SeatClock } from "../../parts/clock";
import { EffectRow } from "../../parts/effect";
import { effectWords } from "../../parts/effect-words";
import { pointsTip, scoresTip } from "../../parts/scores-tip";
import { useSqueeze } from "../../parts/squeeze";
import { DUEL } from "./catalog";
import { TokenFace, useDuel } from "./table";
import { tokenName, wonderName } from "./words";

export function DuelCityPanel({ seat, own, whole }: { seat: number; own?: boolean; whole?: boolean }) {
  const panel = useSqueeze<HTMLElement>();
  const { view, controls } = useDuel();
  const city = view.cities[seat]!;
  const acting = isTurnOf(controls.state.table, seat);
  const score = view.scores?.[seat];
  const info = controls.state.table.seats[seat];
  const name = seatName(controls.state, seat);
  return (
    <section
      class={`duelcity panel ${own ? "own" : "foe"} ${acting ? "acting" : ""} ${whole ? "whole" : ""}`}
      data-seat={seat}
      aria-label={seatName(controls.state, seat)}
      ref={panel}
    >
      <header class="cityhead">
        <button
          class="seatglyph"
          aria-label={t("table.open_city", { player: seatName(controls.state, seat) })}
          onClick={() => (openSeat.value = seat)}
        >
          <Icon name={seatGlyph(seat)} size={20} />
        </button>
        <span
          class={classes("who", name.length > 14 && "long")}
          data-tip={info?.driver === "bot" ? `text:${botWords(info)}` : undefined}
        >
          <b data-clips>{own && controls.you !== null && !phone.value ? t("table.you_named", { name }) : name}</b>
          {info?.driver === "bot" && !phone.value && <Icon name="bot" size={15} label={botWords(info)} />}
          {acting && !phone.value && (
            <span class="acting-mark">
              <Icon name="hourglass" size={14} label={t("table.to_act")} />
            </span>
          )}
          <SeatClock seat={seat} />
        </span>
        <span
          class="purse"
          data-purse={seat}
          data-tip={scoresTip(t("good.count.coins", { n: city.coins }), "duel", "treasury")}
        >
          <Coin n={city.coins} size={phone.value ? 27 : 32} label={t("good.count.coins", { n: city.coins })} />
        </span>
        {typeof score === "number" && (
          <Laurel
            n={score}
            size={phone.value ? 30 : 36}
            label={t("count.points", { n: score })}
            tip={pointsTip(score)}
          />
        )}
      </header>
      <ul class="goodsrow" aria-label={t("board.goods")}>
        {[...DUEL.resources.raw, ...DUEL.resources.manufactured].map((good) => {
          const made = city.goods[good] ?? 0;
          const text = t("board.good_price", { good: goodName(good), made, n: city.unit_prices[good] ?? 0 });
          return (
            <li class={made ? "has" : ""} data-tip={`text:${text}`} aria-label={text}>
              <Good name={good} size={phone.value ? 17 : 21} />
              <b>{made}</b>
              <span class="unitprice">
                <Coin n={city.unit_prices[good] ?? 0} size={phone.value ? 15 : 17} />
              </span>
            </li>
          );
        })}
      </ul>
      {city.choices.length > 0 && (
        <p class="choices rowline" role="group" aria-label={t("board.choices")}>
          {city.choices.map((group) => (
            <span class="anyof pillish">
              {group.map((good, i) => (
                <>
                  {i > 0 && <i class="slash" />}
                  <Good name={good} size={17} label={goodName(good)} />
                </>
              ))}
            </span>
          ))}
        </p>
      )}
      <div class="cityrow">
        <div class="science">
          <b class="count" data-tip={`text:${t("board.science_tip")}`}>
            {phone.value && !whole ? (
              <>
                <Icon name="gear" size={16} />
                {city.distinct_symbols}/{DUEL.military ? 6 : 6}
              </>
            ) : (
              t("board.science", { n: city.distinct_symbols })
            )}
          </b>
          {DUEL.symbols
            .filter((symbol) => city.symbols[symbol])
            .map((symbol) => (
              <span
                class={`sym ${city.symbols[symbol]! > 1 ? "pair" : ""}`}
                data-tip={`text:${t("board.science_tip")}`}
                role="img"
                aria-label={t("board.symbol_count", { symbol: symbolName("duel", symbol), n: city.symbols[symbol]! })}
              >
                <Icon name={symbol} size={17} />
                {city.symbols[symbol]! > 1 && <b>{city.symbols[symbol]}</b>}
              </span>
            ))}
          {city.tokens.map((name) => (
            <span
              class="token small"
              data-token={name}
              data-tip={`token:${name}`}
              tabIndex={0}
              role="img"
              aria-label={tokenName(name)}
            >
              <TokenFace name={name} size={13} />
            </span>
          ))}
        </div>
        <ul class="duelwonders" aria-label={t("board.wonders")}>
          {city.wonders.map((wonder) => {
            const quote = own ? wonderQuote(controls.state.quotes, wonder.name) : undefined;
            const price = controls.state.prices?.[seat]?.[wonder.name];
            const data = DUEL.wonders.get(wonder.name)!;
            return (
              <li
                class={`${wonder.built ? "built" : ""} ${wonder.lost ? "lost" : ""}`}
                data-wonder={wonder.name}
                data-tip={`wonder:${wonder.name}`}
                tabIndex={0}
              >
                <span class="thumb">
                  <WonderScene name={wonder.name} built={wonder.built ? 1 : 0} total={1} cover />
                </span>
                <span class="wtext">
                  <span class="wname">
                    <NarrowName name={wonderName(wonder.name)} />
                  </span>
                  <span class="wfx">
                    <EffectRow game="duel" effect={data.effect} size={phone.value ? 14 : 16} />
                    {!wonder.built && !wonder.lost && <Pips cost={data.cost} plan={quote?.plan} size={15} />}
                  </span>
                  <span class="wwords">{effectWords("duel", data.effect).join(" ")}</span>
                </span>
                {wonder.built ? (
                  <span
                    class="verdict-inline yes"
                    role="img"
                    aria-label={
                      wonder.under ? t("board.built_with", { card: cardName("duel", wonder.under) }) : t("board.built")
                    }
                  >
                    <Icon name="tick" size={16} />
                  </span>
                ) : wonder.lost ? (
                  <span class="verdict-inline no" role="img" aria-label={t("board.lost")}>
                    <Icon name="cross" size={14} />
                  </span>
                ) : (
                  price !== undefined && (
                    <span class={`wprice ${price > city.coins ? "cannot" : ""}`}>
                      <Coin
                        n={price}
                        size={phone.value && !whole ? 22 : 25}
                        label={t("good.count.coins", { n: price })}
                      />
                    </span>
                  )
                )}
              </li>
            );
          })}
          {Array.from({ length: Math.max(0, 4 - city.wonders.length) }, () => (
            <li class="empty" aria-hidden="true">
              <span class="thumb" />
            </li>
          ))}
        </ul>
      </div>
      <div class="plain">
        <WonderScene name="Plain" built={0} total={1} dusk={!own} cover />
        <Houses cards={city.cards} />
      </div>
    </section>
  );
}

/** Built cards as houses, kinds side by side. */
function Houses({ cards }: { cards: string[] }) {
  const { controls } = useDuel();
  const sorted = KIND_ORDER.flatMap((kind) => cards.filter((name) => DUEL.cards.get(name)?.color === kind));
  const chained = controls.state.quotes.flatMap((quote) =>
    quote.chain ? quote.plan.flatMap((line) => line.by ?? []) : [],
  );
  return (
    <ul class="houses" aria-label={t("board.buildings")}>
      {sorted.map((name) => (
        <li>
          <Tile
            game="duel"
            name={name}
            class={chained.includes(name) ? "chains" : ""}
            attrs={{ "data-tip": `card:duel:${name}`, tabIndex: 0 }}
          />
        </li>
      ))}
    </ul>
  );
}
