// One city of Duel. At the table it is a plate: who, coins, points, goods with their prices, science, wonders; its
// buildings stand in the landscape. Opened by itself it also says what its wonders do and lists its buildings.

import { KIND_ORDER } from "../../app/catalog";
import { classes } from "../../app/classes";
import { openSeat, weighed, wonderQuote } from "../../app/controls";
import { useFact } from "../../app/fact";
import { phone } from "../../app/fit";
import { cardName, goodName, num, symbolName, t } from "../../app/i18n";
import { isTurnOf } from "../../app/turn";
import type { DuelCity, DuelView } from "../../app/types";
import { botWords, reason, seatName } from "../../app/words";
import { Coin, Good, Icon, Laurel } from "../../art/icons";
import { WonderScene } from "../../art/scenes";
import { NarrowName, Pips, Tile } from "../../parts/card";
import { SeatClock } from "../../parts/clock";
import { EffectRow } from "../../parts/effect";
import { effectWords } from "../../parts/effect-words";
import { nameWidth } from "../../parts/name-width";
import { pointsTip, scoresTip } from "../../parts/scores-tip";
import { SeatDisc, seatColour } from "../../parts/seat-disc";
import { useSqueeze } from "../../parts/squeeze";
import { DUEL } from "./catalog";
import { TokenFace, useDuel } from "./table";
import { shortWonder, tokenName, wonderName } from "./words";

/** How many wonders a city has once all are chosen. */
const WONDERS_EACH = 4;

export function DuelCityPanel({ seat, own, whole }: { seat: number; own?: boolean; whole?: boolean }) {
  const { view, controls } = useDuel();
  const city = view.cities[seat]!;
  const acting = isTurnOf(controls.state.table, seat);
  const score = view.scores?.[seat];
  const name = seatName(controls.state, seat);
  return (
    <section
      class={classes(
        "duelcity",
        "panel",
        own ? "own" : "foe",
        seatColour(seat, 2),
        acting && "acting",
        whole && "whole",
      )}
      data-seat={seat}
      aria-label={name}
    >
      <header class="cityhead">
        <button
          class="seatglyph"
          aria-label={t("table.open_city", { player: name })}
          onClick={() => (openSeat.value = seat)}
        >
          <SeatDisc city={seat} size={phone.value ? 32 : 36} />
        </button>
        <CityName seat={seat} own={own} acting={acting} />
        <span
          class="purse"
          data-purse={seat}
          data-tip={scoresTip(t("good.count.coins", { n: city.coins }), "duel", "treasury")}
        >
          <Coin n={city.coins} size={phone.value ? 28 : 32} label={t("good.count.coins", { n: city.coins })} />
        </span>
        {own && <CoinsAfter coins={city.coins} />}
        {typeof score === "number" && (
          <Laurel
            n={score}
            size={phone.value ? 30 : 34}
            label={t("count.points", { n: score })}
            tip={pointsTip(score)}
          />
        )}
      </header>
      <Science city={city} />
      <Goods city={city} />
      <ul class="duelwonders" aria-label={t("board.wonders")}>
        {city.wonders.map((wonder) => (
          <OwnedWonder key={wonder.name} seat={seat} own={own} wonder={wonder} whole={whole} />
        ))}
        {view.phase === "draft" &&
          Array.from({ length: WONDERS_EACH - city.wonders.length }, () => <li class="empty" aria-hidden="true" />)}
      </ul>
      {whole && <Houses cards={city.cards} />}
    </section>
  );
}

function CityName({ seat, own, acting }: { seat: number; own?: boolean | undefined; acting: boolean }) {
  const { controls } = useDuel();
  const info = controls.state.table.seats[seat];
  const name = seatName(controls.state, seat);
  const { em } = nameWidth(name);
  return (
    <span
      class={classes("who", name.length > 14 && "long")}
      style={{ "--em": em.toFixed(2) }}
      data-tip={info?.driver === "bot" ? `text:${botWords(info)}` : undefined}
    >
      <b data-clips>{own && controls.you !== null && !phone.value ? t("table.you_named", { name }) : name}</b>
      {info?.driver === "bot" && <Icon name="bot" size={15} label={botWords(info)} />}
      {acting && !phone.value && (
        <span class="acting-mark">
          <Icon name="hourglass" size={14} label={t("table.to_act")} />
        </span>
      )}
      <SeatClock seat={seat} />
    </span>
  );
}

/** How many coins are left after building the card taken up. */
function CoinsAfter({ coins }: { coins: number }) {
  const { controls } = useDuel();
  const left = useFact(() => {
    const quote = controls.state.quotes.find((each) => each.card === weighed.value);
    return quote?.affordable && quote.price ? coins - quote.price : null;
  }, [controls, coins]);
  if (left === null) return null;
  return (
    <span class="coinsafter" role="status" aria-label={t("board.coins_after", { n: left })}>
      <Icon name="right" size={10} />
      {num(left)}
    </span>
  );
}

function Goods({ city }: { city: DuelCity }) {
  const row = useSqueeze<HTMLUListElement>(4);
  return (
    <ul class="goodsrow" ref={row} aria-label={t("board.goods")}>
      {[...DUEL.resources.raw, ...DUEL.resources.manufactured].map((good) => {
        const made = city.goods[good] ?? 0;
        const n = city.unit_prices[good] ?? 0;
        const text = t("board.good_price", { good: goodName(good), made, n });
        return (
          <li class={made ? "has" : ""} data-tip={`text:${text}`} aria-label={text}>
            <Good name={good} size={phone.value ? 19 : 22} />
            <b>{num(made)}</b>
            <span class="unitprice">
              <Coin n={n} size={phone.value ? 15 : 17} />
            </span>
          </li>
        );
      })}
      {city.choices.map((group) => {
        const text = t("board.choice_of", { goods: group.map(goodName).join(" / ") });
        return (
          <li class="choiceof has" data-tip={`text:${text}`} aria-label={text}>
            <span class="anyof">
              {group.map((good, i) => (
                <>
                  {i > 0 && <i class="slash" aria-hidden="true" />}
                  <Good name={good} size={phone.value ? 13 : 17} />
                </>
              ))}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function Science({ city }: { city: DuelCity }) {
  return (
    <div class="science">
      <b class="count" data-tip={`text:${t("board.science_tip")}`}>
        <Icon name="gear" size={17} label={t("board.science", { n: city.distinct_symbols })} />
        <span aria-hidden="true">
          {num(city.distinct_symbols)}
          <small>/{num(city.distinct_symbols + city.symbols_to_win)}</small>
        </span>
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
            {city.symbols[symbol]! > 1 && <b>{num(city.symbols[symbol]!)}</b>}
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
          <TokenFace name={name} size={12} />
        </span>
      ))}
    </div>
  );
}

interface WonderProps {
  seat: number;
  own?: boolean | undefined;
  wonder: DuelView["cities"][number]["wonders"][number];
  whole?: boolean | undefined;
}

/** A wider name is set in two lines: as wide as a wonder of a phone with the smallest letters. */
const MAX_IN_LINE = 7.6;

function OwnedWonder({ seat, own, wonder, whole }: WonderProps) {
  const { view, controls } = useDuel();
  const { name, built, lost, under } = wonder;
  const quote = own ? wonderQuote(controls.state.quotes, name) : undefined;
  const price = controls.state.prices?.[seat]?.[name];
  const data = DUEL.wonders.get(name)!;
  const said = whole ? wonderName(name) : shortWonder(name);
  const { em, letters, whole: inOneLine } = nameWidth(said);
  const line = inOneLine <= MAX_IN_LINE ? inOneLine : em;
  const missing = quote && !quote.affordable ? reason(quote) : "";
  return (
    <li
      class={classes(built && "built", lost && "lost")}
      data-wonder={name}
      data-tip={`wonder:${name}`}
      tabIndex={0}
      aria-label={missing ? `${said}. ${missing}` : said}
    >
      <span class="thumb">
        <WonderScene
          name={name}
          built={1}
          total={1}
          sepia={!built}
          {...(phone.value || whole ? { wide: "middle" as const } : { cover: true })}
        />
      </span>
      <span class="wname" style={{ "--em": em.toFixed(2), "--letters": String(letters), "--whole": line.toFixed(2) }}>
        <NarrowName name={said} />
      </span>
      <span class="wfx">
        <EffectRow game="duel" effect={data.effect} size="em" />
      </span>
      {!built && !lost && <Pips cost={data.cost} plan={quote?.plan} size="1em" />}
      {whole && <span class="wwords">{effectWords("duel", data.effect).join(" ")}</span>}
      {built ? (
        <span
          class="verdict yes"
          role="img"
          aria-label={under ? t("board.built_with", { card: cardName("duel", under) }) : t("board.built")}
        >
          <Icon name="tick" size="0.6em" />
        </span>
      ) : lost ? (
        <span class="verdict no" role="img" aria-label={t("board.lost")}>
          <Icon name="cross" size="0.55em" />
        </span>
      ) : (
        price !== undefined && (
          <span
            class={classes("verdict", price > view.cities[seat]!.coins ? "no" : "pay")}
            role="img"
            aria-label={t("good.count.coins", { n: price })}
          >
            {price > view.cities[seat]!.coins ? <b>{num(price)}</b> : <Coin n={price} size="1em" />}
          </span>
        )
      )}
    </li>
  );
}

/** Built cards as houses, kinds side by side. */
function Houses({ cards }: { cards: string[] }) {
  const sorted = KIND_ORDER.flatMap((kind) => cards.filter((name) => DUEL.cards.get(name)?.color === kind));
  return (
    <ul class="houses" aria-label={t("board.buildings")}>
      {sorted.map((name) => (
        <li>
          <Tile game="duel" name={name} attrs={{ "data-tip": `card:duel:${name}`, tabIndex: 0 }} />
        </li>
      ))}
    </ul>
  );
}
