// My city: the wonder in its landscape, my buildings before it, the stages with their prices, and what the city makes.

import { KIND_ORDER } from "../../app/catalog";
import { classes } from "../../app/classes";
import { isNew, openSeat, stageQuote, weighed } from "../../app/controls";
import { useFact } from "../../app/fact";
import { fit, phone } from "../../app/fit";
import { goodName, num, t } from "../../app/i18n";
import type { WondersCity } from "../../app/types";
import { reason, seatName } from "../../app/words";
import { Coin, Good, Icon, Laurel } from "../../art/icons";
import { WonderScene } from "../../art/scenes";
import { Building } from "../../parts/building";
import { Pips, quotePrice } from "../../parts/card";
import { SeatClock } from "../../parts/clock";
import { EffectRow } from "../../parts/effect";
import { effectWords } from "../../parts/effect-words";
import { pointsTip, scoresTip } from "../../parts/scores-tip";
import { SeatDisc, seatColour } from "../../parts/seat-disc";
import { useSqueeze } from "../../parts/squeeze";
import { WONDERS } from "./catalog";
import { stillOpens } from "./chains";
import { Science, Shields, WarTokens } from "./seats";
import { useWonders } from "./table";
import { TurnTiles } from "./turn-tiles";
import { boardName, boardWonder, payment, sideName } from "./words";

interface CityProps {
  seat: number;
  whole?: boolean;
  /** There is little height. */
  low?: boolean;
}

export function OwnCity({ seat, whole, low }: CityProps) {
  const { view, me, controls } = useWonders();
  const city = view.cities[seat];
  if (!city) return null;
  const quote = seat === me ? stageQuote(controls.state.quotes) : undefined;
  // A high panel has the wonder in its middle, a low one at its left with the buildings beside it.
  const tall = whole || (fit.value.form === "tower" && !low);
  return (
    <section
      class={`wcity panel ${whole ? "whole" : ""} ${seatColour(seat, view.players)}`}
      aria-label={
        seat === me
          ? t("table.city_of", { board: boardName(city.board) })
          : t("table.city_of_player", { player: seatName(controls.state, seat), board: boardName(city.board) })
      }
    >
      <div class="landscape">
        <WonderScene
          name={city.board}
          built={city.stages}
          total={city.stages_in_all}
          dusk={city.side === "B"}
          wide={tall ? "middle" : "bottom"}
          label={t("table.wonder_progress", {
            wonder: boardWonder(city.board),
            n: city.stages,
            all: city.stages_in_all,
          })}
        />
        {!whole && <TurnTiles />}
        <span class="cityname">
          {boardWonder(city.board)} · {sideName(city.side)}
        </span>
        <Buildings city={city} seat={seat} />
      </div>
      <Stages city={city} quote={quote && (quote.city === "free") === seat >= view.players ? quote : undefined} />
      <Figures city={city} seat={seat} />
    </section>
  );
}

/** My line: who, coins, shields, goods, science, points. */
function Figures({ city, seat }: { city: WondersCity; seat: number }) {
  const { view, controls } = useWonders();
  const score = view.scores?.[seat];
  const line = useSqueeze<HTMLElement>();
  return (
    <footer class={`makes ${city.produces.length > 5 ? "rich" : ""}`} ref={line}>
      <button
        class="seatglyph"
        aria-label={t("table.open_city", { player: seatName(controls.state, seat) })}
        onClick={() => (openSeat.value = seat)}
      >
        <SeatDisc city={seat} size={phone.value ? 32 : 36} />
      </button>
      {!phone.value && <b class="ownname">{seatName(controls.state, seat)}</b>}
      <SeatClock seat={seat} />
      <span
        class="purse"
        data-purse={seat}
        data-tip={scoresTip(t("good.count.coins", { n: city.coins }), "wonders", "treasury")}
      >
        <Coin n={city.coins} size={phone.value ? 28 : 34} label={t("good.count.coins", { n: city.coins })} />
      </span>
      <Shields city={city} size={phone.value ? 25 : 30} />
      {typeof score === "number" && (
        <Laurel n={score} size={phone.value ? 29 : 36} label={t("count.points", { n: score })} tip={pointsTip(score)} />
      )}
      <span class="goods" role="group" aria-label={t("table.you_make")}>
        {city.produces.map((unit) => (
          <span class={unit.length > 1 ? "anyof pillish" : "anyof"}>
            {unit.map((good, i) => (
              <>
                {i > 0 && <i class="slash" />}
                <Good name={good} size={phone.value ? (unit.length > 1 ? 14 : 19) : 22} label={goodName(good)} />
              </>
            ))}
          </span>
        ))}
      </span>
      <Science city={city} size={phone.value ? 16 : 19} />
      <WarTokens city={city} />
      {city.free_builds > 0 && (
        <span class="pill" data-tip={`text:${t("effect.wonders.special.free_build_once_per_age")}`}>
          <Icon name="free" size={16} />
          {num(city.free_builds)}
        </span>
      )}
    </footer>
  );
}

/** How many buildings stand in one row before the others go behind them. */
const IN_ROW = 8;

/** My buildings on the bank before the wonder, by kind; from the ninth on in two rows. */
function Buildings({ city, seat }: { city: WondersCity; seat: number }) {
  const { controls, view } = useWonders();
  const sorted = KIND_ORDER.flatMap((kind) => city.cards.filter((name) => WONDERS.cards.get(name)?.color === kind));
  const back = sorted.length > IN_ROW ? Math.floor(sorted.length / 2) : 0;
  const rows = back ? [sorted.slice(0, back), sorted.slice(back)] : [sorted];
  return (
    <div class={`skyline rows-${rows.length}`} role="group" aria-label={t("board.buildings")}>
      {sorted.length > 0 && (
        <svg class="bank" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
          <path class="slope" d="M0 10C8 3 20 .5 44 1.200S82 0 100 1V10z" />
          <path class="shore" d="M0 10C10 7 24 4.500 50 5.200S86 4 100 4.600V10z" />
        </svg>
      )}
      {rows.map((row) => (
        <div class="street">
          {row.map((name) => (
            <House
              key={name}
              name={name}
              fresh={isNew(controls, seat, name)}
              leads={!view.result && stillOpens(view, seat, name).length > 0}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** A building of mine; a dot says that it still opens another one, and it lights up when that is the card taken up. */
function House({ name, fresh, leads }: { name: string; fresh: boolean; leads: boolean }) {
  const chains = useFact(
    () => weighed.value !== null && (WONDERS.cards.get(weighed.value)?.freeWith.includes(name) ?? false),
    [name],
  );
  return (
    <Building game="wonders" name={name} class={classes(chains && "chains", fresh && "fresh", leads && "leads")} />
  );
}

export function Stages({ city, quote }: { city: WondersCity; quote?: ReturnType<typeof stageQuote> }) {
  const row = useSqueeze<HTMLOListElement>();
  const { controls } = useWonders();
  const board = WONDERS.boards.get(city.board);
  if (!board) return null;
  // How the next stage would be paid for, or why it cannot be.
  const paying = quote ? (quote.affordable ? payment(controls, quote) : [reason(quote)]) : [];
  return (
    <ol class="stages" aria-label={t("table.stages")} ref={row}>
      {board[city.side].map((stage, i) => {
        const built = i < city.stages;
        const next = i === city.stages;
        const price = next && quote?.affordable ? quotePrice(quote) : null;
        return (
          <li
            class={`${built ? "built" : ""} ${next ? "next" : ""}`}
            data-tip={`text:${[...effectWords("wonders", stage.effect), ...(next ? paying : [])].join(" ")}`}
            tabIndex={0}
          >
            <b class="num">{i + 1}</b>
            <EffectRow game="wonders" effect={stage.effect} size={phone.value ? 15 : 18} />
            {built ? (
              <span class="verdict-inline yes" role="img" aria-label={t("board.built")}>
                <Icon name="tick" size={14} />
              </span>
            ) : (
              <Pips cost={stage.cost} plan={next ? quote?.plan : undefined} size={phone.value ? 15 : 17} />
            )}
            {price !== null && price > 0 && <Coin n={price} size={22} label={t("good.count.coins", { n: price })} />}
          </li>
        );
      })}
    </ol>
  );
}
