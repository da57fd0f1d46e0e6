// Other cities: a neighbour with what it sells and how a conflict would go, a far seat in two lines, and the ring of
// all seats on a phone.

import type { ComponentChildren } from "preact";
import { KIND_ORDER } from "../../app/catalog";
import { classes } from "../../app/classes";
import { isNew, openSeat } from "../../app/controls";
import { fit, phone } from "../../app/fit";
import { goodName, kindName, num, signed, symbolName, t } from "../../app/i18n";
import { isTurnOf } from "../../app/turn";
import type { WondersCity } from "../../app/types";
import { botWords, seatName } from "../../app/words";
import { Coin, Good, Icon, Laurel, RAW, Shield } from "../../art/icons";
import { WonderScene } from "../../art/scenes";
import { Tile } from "../../parts/card";
import { isTimed, SeatClock } from "../../parts/clock";
import { KindChip } from "../../parts/effect";
import { nameWidth } from "../../parts/name-width";
import { pointsTip, scoresTip } from "../../parts/scores-tip";
import { SeatDisc, seatColour } from "../../parts/seat-disc";
import { useSqueeze } from "../../parts/squeeze";
import { WONDERS } from "./catalog";
import { BROAD, ROOMY } from "./layout";
import { useWonders } from "./table";
import { boardName, sideName } from "./words";

export function SeatState({ seat }: { seat: number }) {
  const { controls, view } = useWonders();
  const { table } = controls.state;
  const info = table.seats[seat];
  if (!info || table.status !== "playing") return null;
  const owes = isTurnOf(table, seat);
  const away = info.driver === "person" && !controls.here.includes(seat) && controls.live;
  // While boards are drafted, who has yet to choose is neither ready nor asked.
  const chooses = owes || !view.draft || view.draft.chosen.includes(seat);
  if (!chooses && !away) return null;
  return (
    <span class={`seatstate ${owes ? "owes" : "ready"} ${info.late ? "late" : ""}`}>
      {chooses && (
        <Icon name={owes ? "hourglass" : "tick"} size={15} label={owes ? t("table.choosing") : t("table.ready")} />
      )}
      {away && <Icon name="warn" size={15} label={t("table.away")} />}
    </span>
  );
}

export function SeatHead({ seat, arrow }: { seat: number; arrow?: "left" | "right" }) {
  const { controls, view } = useWonders();
  const score = view.scores?.[seat];
  const info = controls.state.table.seats[seat];
  const name = seatName(controls.state, seat);
  return (
    <header class={`cityhead ${isTimed(controls.state, seat) ? "timed" : ""}`}>
      {arrow === "left" && !phone.value && <Icon name="left" size={13} />}
      <button
        class="seatglyph"
        aria-label={t("table.open_city", { player: name })}
        onClick={() => (openSeat.value = seat)}
      >
        <SeatDisc city={seat} size={phone.value ? 26 : 30} />
      </button>
      <span
        class={classes("who", name.length > 14 && "long")}
        style={{ "--em": nameWidth(name).em.toFixed(2) }}
        data-tip={info?.driver === "bot" ? `text:${botWords(info)}` : undefined}
      >
        <b data-clips>{name}</b>
        {info?.driver === "bot" && !phone.value && <Icon name="bot" size={14} label={botWords(info)} />}
      </span>
      <SeatClock seat={seat} />
      {!phone.value && <Purse seat={seat} city={view.cities[seat]!} />}
      {!phone.value && typeof score === "number" && (
        <Laurel n={score} size={30} label={t("count.points", { n: score })} tip={pointsTip(score)} />
      )}
      {(!phone.value || view.players < 3) && <SeatState seat={seat} />}
      {arrow === "right" && !phone.value && <Icon name="right" size={13} />}
    </header>
  );
}

export function Science({ city, size = 18 }: { city: WondersCity; size?: number }) {
  const counted = (symbol: string) =>
    t("table.symbol_count", { symbol: symbolName("wonders", symbol), n: city.symbols[symbol] ?? 0 });
  return (
    <span class="sci">
      {[...WONDERS.symbols, "any"]
        .filter((symbol) => symbol !== "any" || city.symbols[symbol])
        .map((symbol) => (
          <span
            role="img"
            class={city.symbols[symbol] ? "" : "none"}
            aria-label={counted(symbol)}
            data-tip={scoresTip(counted(symbol), "wonders", "science")}
          >
            <Icon name={symbol} size={size} />
            {city.symbols[symbol] ?? 0}
          </span>
        ))}
    </span>
  );
}

export function Purse({ seat, city }: { seat: number; city: WondersCity }) {
  return (
    <span
      class="purse"
      data-purse={seat}
      data-tip={scoresTip(t("good.count.coins", { n: city.coins }), "wonders", "treasury")}
    >
      <Coin n={city.coins} size={24} label={t("good.count.coins", { n: city.coins })} />
    </span>
  );
}

export function Shields({ city, size }: { city: WondersCity; size: number }) {
  const words = t("count.shields", { n: city.shields });
  return (
    <span class="purse" data-tip={scoresTip(words, "wonders", "military")}>
      <Shield n={city.shields} size={size} label={words} />
    </span>
  );
}

/** War tokens so far. */
export function WarTokens({ city }: { city: WondersCity }) {
  if (!city.victory_points && !city.defeats) return null;
  const words = t("table.war_tokens", { won: city.victory_points, lost: city.defeats });
  return (
    <span class="war" role="img" aria-label={words} data-tip={scoresTip(words, "wonders", "military")}>
      <Icon name="sword" size={15} />
      {signed(city.victory_points - city.defeats)}
    </span>
  );
}

function outlook(mine: number, theirs: number, age: number): { text: string; kind: string } {
  const win = WONDERS.constants.victory_tokens[age - 1] ?? 0;
  if (mine > theirs) return { text: t("table.war_win", { mine, theirs, n: win }), kind: "win" };
  if (mine < theirs) return { text: t("table.war_lose", { mine, theirs }), kind: "lose" };
  return { text: t("table.war_even", { mine }), kind: "even" };
}

function MiniScene({ city }: { city: WondersCity }) {
  return (
    <div class="mini">
      <WonderScene
        name={city.board}
        built={city.stages}
        total={city.stages_in_all}
        dusk={city.side === "B"}
        wide="near"
        label={t("table.wonder_progress", { wonder: boardName(city.board), n: city.stages, all: city.stages_in_all })}
      />
      <span class="minilabel">
        {boardName(city.board)} {sideName(city.side)} · {city.stages}/{city.stages_in_all}
      </span>
    </div>
  );
}

function Tiles({ city, seat }: { city: WondersCity; seat: number }) {
  const { controls } = useWonders();
  const sorted = KIND_ORDER.flatMap((kind) => city.cards.filter((name) => WONDERS.cards.get(name)?.color === kind));
  return (
    <ul class="tiles">
      {sorted.map((name) => (
        <li key={name}>
          <Tile
            game="wonders"
            name={name}
            class={isNew(controls, seat, name) ? "fresh" : ""}
            attrs={{ "data-tip": `card:wonders:${name}` }}
          />
        </li>
      ))}
    </ul>
  );
}

export function NeighbourBox({ seat, side }: { seat: number; side: "left" | "right" }) {
  const box = useSqueeze<HTMLElement>();
  const { controls, view, me } = useWonders();
  const city = view.cities[seat];
  const own = view.cities[me];
  if (!city || !own) return null;
  const { form, width, height } = fit.value;
  const roomy = form === "tower" && height >= ROOMY;
  // On a phone the city itself tells of its science.
  const counts = !phone.value || (roomy && width >= BROAD);
  return (
    <section
      class={classes(
        "seatbox panel neighbour",
        side,
        seatColour(seat, view.players),
        roomy && "roomy",
        seat >= view.players && controls.state.options[0]?.city === "free" && "free-acts",
      )}
      data-seat={seat}
      style={{ "--order": String(side === "left" ? 1 : 2) }}
      aria-label={t(`table.${side}_neighbour`, { player: seatName(controls.state, seat) })}
      ref={box}
    >
      <SeatHead seat={seat} arrow={side} />
      {form !== "tower" && <MiniScene city={city} />}
      <Sells city={city} own={own} side={side}>
        {phone.value && view.players < 3 && <Purse seat={seat} city={city} />}
      </Sells>
      <div class="facts">
        {view.result ? <Shields city={city} size={23} /> : <Outlook city={city} own={own} age={view.age} />}
        {counts && <Science city={city} size={16} />}
        {counts && <WarTokens city={city} />}
      </div>
      {(!phone.value || roomy) && <Tiles city={city} seat={seat} />}
      {(!phone.value || roomy) && <KindCounts city={city} />}
    </section>
  );
}

/** What a neighbour sells, and what a unit costs me. */
interface SellsProps {
  city: WondersCity;
  own: WondersCity;
  side: "left" | "right";
  children?: ComponentChildren;
}

function Sells({ city, own, side, children }: SellsProps) {
  const price = (unit: string[]) => own.prices[RAW.has(unit[0]!) ? "raw" : "manufactured"][side];
  const raw = city.sells.filter((unit) => RAW.has(unit[0]!)),
    made = city.sells.filter((unit) => !RAW.has(unit[0]!));
  const even = raw.length > 0 && made.length > 0 && price(raw[0]!) === price(made[0]!);
  const groups = (even ? [[...raw, ...made]] : [raw, made]).filter((units) => units.length > 0);
  const size = phone.value ? (city.sells.flat().length > 5 ? 14 : 18) : 20;
  return (
    <div class="sells" data-tip={`text:${t("table.sells_tip")}`}>
      {groups.map((units) => (
        <span class="sellgroup">
          {units.map((unit) => (
            <span class={unit.length > 1 ? "anyof pillish" : "anyof"}>
              {unit.map((good, i) => (
                <>
                  {i > 0 && <i class="slash" />}
                  <Good name={good} size={size} label={goodName(good)} />
                </>
              ))}
            </span>
          ))}
          <Coin n={price(units[0]!)} size={18} label={t("table.unit_price", { n: price(units[0]!) })} />
        </span>
      ))}
      {children}
    </div>
  );
}

/** How a conflict with a neighbour would end as it stands. */
function Outlook({ city, own, age }: { city: WondersCity; own: WondersCity; age: number }) {
  const war = outlook(own.shields, city.shields, age);
  const points = { win: WONDERS.constants.victory_tokens[age - 1] ?? 0, lose: -1, even: 0 }[war.kind] ?? 0;
  return (
    <span class={`outlook ${war.kind}`} data-tip={`text:${war.text}`} tabIndex={0} role="img" aria-label={war.text}>
      <Shield n={city.shields} size={22} />
      <b class="vs">{signed(points)}</b>
      <span class="warwords">{war.text}</span>
    </span>
  );
}

/** The row of the score in which a kind of card ends. */
const SCORED: Record<string, string> = {
  blue: "civilian",
  yellow: "commerce",
  green: "science",
  red: "military",
  purple: "guilds",
};

/** How many cards of each kind. */
function KindCounts({ city }: { city: WondersCity }) {
  return (
    <div class="kindcounts">
      {KIND_ORDER.map((kind) => (
        <span
          class={city.colors[kind] ? "" : "none"}
          role="img"
          aria-label={`${kindName(kind)}: ${city.colors[kind] ?? 0}`}
          data-tip={scoresTip(`${kindName(kind)}: ${city.colors[kind] ?? 0}`, "wonders", SCORED[kind])}
        >
          <KindChip kind={kind} size={17} />
          {city.colors[kind] ?? 0}
        </span>
      ))}
    </div>
  );
}

/** A far seat, in a strip: who, coins, shields, stages, and the buildings as tiles. */
export function FarSeat({ seat }: { seat: number }) {
  const { controls, view } = useWonders();
  const city = view.cities[seat];
  if (!city) return null;
  const progress = t("table.wonder_progress", {
    wonder: boardName(city.board),
    n: city.stages,
    all: city.stages_in_all,
  });
  return (
    <section
      class={`seatbox panel far ${seatColour(seat, view.players)}`}
      data-seat={seat}
      style={{ "--order": String(3 + seat) }}
      aria-label={seatName(controls.state, seat)}
    >
      <SeatHead seat={seat} />
      <div class="facts">
        <Shields city={city} size={22} />
        <span class="stagecount" data-tip={scoresTip(progress, "wonders", "wonder")} role="img" aria-label={progress}>
          <Icon name="wonder" size={17} />
          {num(city.stages)}/{num(city.stages_in_all)}
        </span>
        <Science city={city} size={15} />
      </div>
      <KindCounts city={city} />
      <Tiles city={city} seat={seat} />
    </section>
  );
}

/** All seats in playing order, me in the middle; my neighbours framed in their colour. */
export function SeatRing() {
  const { controls, view, left, right, me } = useWonders();
  const n = view.players;
  const order = Array.from({ length: n }, (_, i) => (me - Math.floor(n / 2) + i + n) % n);
  const long = view.cities.some(({ coins, shields }) => `${coins}${shields}`.length > 2);
  return (
    <ul class={classes("seatring", long && "long")}>
      {order.map((seat) => {
        const city = view.cities[seat]!;
        return (
          <li>
            <button
              class={classes(seatColour(seat, n), seat === me && "me", (seat === left || seat === right) && "near")}
              data-seat={seat}
              onClick={() => (openSeat.value = seat)}
              aria-label={t("table.open_city", { player: seatName(controls.state, seat) })}
            >
              <SeatDisc city={seat} size={26} />
              <span class="ringfacts">
                <span class="purse" data-purse={seat}>
                  <Icon name="coin" size={12} />
                  {num(city.coins)}
                </span>
                <span>
                  <Icon name="shield" size={12} />
                  {num(city.shields)}
                </span>
              </span>
              <SeatState seat={seat} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
