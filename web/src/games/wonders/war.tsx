// The conflicts at the end of an age, as a scene over the table: armies march, shields are counted, swords clash, the
// loser's shield cracks and tokens drop; the left front first, then the right. Any key or press ends it, and the log
// has the same.

import { cutscene, pace } from "../../app/animation";
import { classes } from "../../app/classes";
import { cityGlyph } from "../../app/controls";
import { roman, signed, t } from "../../app/i18n";
import { seatName } from "../../app/words";
import { Icon } from "../../art/icons";
import { WonderFigure } from "../../art/scenes";
import type { WondersConflict } from "../../generated/game";
import { SeatDisc, seatColour } from "../../parts/seat-disc";
import { useWonders } from "./table";

export const conflicts = (): WondersConflict[] =>
  (cutscene.value ?? []).filter((event): event is WondersConflict => event.event === "conflict");

interface Side {
  city: number;
  shields: number;
  won: boolean;
  token: number | null;
}
/** A conflict seen from one side. */
interface Pair {
  sides: [Side, Side];
}

/** My own conflicts first, the left one before the right one; the others follow. */
export function pairs(events: WondersConflict[], me: number): Pair[] {
  const mine = (event: WondersConflict) => (event.other === me ? 0 : event.city === me ? 1 : 2);
  return [...events]
    .sort((a, b) => mine(a) - mine(b))
    .map((event) => {
      const side = (city: number, i: 0 | 1): Side => ({
        city,
        shields: event.shields[i],
        won: event.winner === city,
        token: event.winner === null ? null : event.winner === city ? event.points : -1,
      });
      return { sides: [side(event.city, 0), side(event.other, 1)] };
    });
}

/** More soldiers than these stand for no more shields. */
const ARMY = 9;

export function War() {
  const { controls, view, me } = useWonders();
  const events = conflicts();
  const all = pairs(events, me);
  const mine = all.filter(({ sides }) => sides.some(({ city }) => city === me));
  const fronts = mine.length ? mine : all.slice(0, 2);
  const elsewhere = all.filter((pair) => !fronts.includes(pair));
  const sum = mine.reduce((n, { sides }) => n + (sides.find(({ city }) => city === me)?.token ?? 0), 0);
  const title = t("war.title", { age: roman(events[0]?.age ?? 1) });
  return (
    <section class="war-scene" aria-label={title} style={{ "--pace": `${pace() || 560}ms` }}>
      <svg class="warland" viewBox="0 0 1000 400" preserveAspectRatio="none" aria-hidden="true">
        <path class="ridge1" d="M0 160C160 60 260 90 420 180S760 90 1000 150V400H0z" />
        <path class="ridge2" d="M0 260C200 230 300 290 480 240S820 210 1000 260V400H0z" />
        <path class="ridge3" d="M0 320C220 290 420 330 600 305S880 300 1000 320V400H0z" />
      </svg>
      <h2>{title}</h2>
      <ol class={classes("fronts", mine.length > 1 && "mine")}>
        {fronts.map(({ sides }, i) => (
          <li class="front" style={{ "--i": String(i) }}>
            <div class="cities-at-war" aria-hidden="true">
              {sides.map(({ city }) => (
                <WonderFigure name={view.cities[city]!.board} />
              ))}
            </div>
            <div class="duelists">
              {sides.map((side, n) => (
                <>
                  {n > 0 && (
                    <b class="sign" aria-hidden="true">
                      {sides[0].shields > side.shields ? ">" : sides[0].shields < side.shields ? "<" : "="}
                    </b>
                  )}
                  <Fighter side={side} own={side.city === me} />
                </>
              ))}
            </div>
            <div class="armies" aria-hidden="true">
              <Army side={sides[0]} />
              <span class="clash">
                <Icon name="sword" size={44} />
                <Icon name="sword" size={44} class="mirrored" />
              </span>
              <Army side={sides[1]} right />
            </div>
          </li>
        ))}
      </ol>
      <footer class="panel warbar">
        <b>{mine.length ? t(sum < 0 ? "war.cost" : "war.sum", { n: Math.abs(sum) }) : title}</b>
        <ul class="elsewhere">
          {elsewhere.map(({ sides: [a, b] }) => (
            <li>
              <SeatDisc city={a.city} size={22} label={seatName(controls.state, a.city)} />
              {a.shields}
              <Icon name="sword" size={14} />
              {b.shields}
              <SeatDisc city={b.city} size={22} label={seatName(controls.state, b.city)} />
              {[a, b].map(({ token, city }) =>
                token !== null && token > 0 ? (
                  <b class="good-text" key={city}>
                    {signed(token)}
                  </b>
                ) : null,
              )}
            </li>
          ))}
        </ul>
      </footer>
    </section>
  );

  function Fighter({ side: { city, shields, won, token }, own }: { side: Side; own: boolean }) {
    const lost = token !== null && !won;
    return (
      <div class={`fighter ${seatColour(city, view.players)} ${won ? "won" : ""} ${lost ? "lost" : ""}`}>
        <span class="fightername">
          <Icon name={cityGlyph(controls, city)} size={18} />
          <span>{own ? t("war.you") : seatName(controls.state, city)}</span>
        </span>
        <span class="warshield" role="img" aria-label={t("count.shields", { n: shields })}>
          <svg viewBox="0 0 100 116" aria-hidden="true">
            <path class="face" d="M6 12L50 3l44 9v45c0 30-20 46-44 56C26 103 6 87 6 57z" />
            {lost && <path class="crack" d="M64 6L52 34l14 14-20 22 8 40" />}
          </svg>
          <b class="count" style={{ "--count": String(shields) }} aria-hidden="true" />
        </span>
        <span class={`wartoken ${token === null ? "none" : token > 0 ? "gain" : "loss"}`}>
          {token === null ? "0" : signed(token)}
        </span>
      </div>
    );
  }

  function Army({ side, right = false }: { side: Side; right?: boolean }) {
    const soldiers = Math.min(ARMY, side.shields * 3);
    return (
      <span class={`army ${seatColour(side.city, view.players)} ${right ? "right" : ""}`}>
        {Array.from({ length: soldiers }, (_, i) => (
          <svg class="soldier" viewBox="0 0 40 64" key={i}>
            <path class="spear" d="M31 6l-6 56h2.500L33.500 6z" />
            <path class="tip" d="M32 0l3.500 9h-7z" />
            <path class="legs" d="M12 48h6v16h-6zM21 48h6v16h-6z" />
            <circle class="head" cx="19" cy="22" r="8" />
            <path class="helmet" d="M10 22a9 9 0 0 1 18 0l-2 2q-7-5-14 0z" />
            <path class="plume" d="M13 15q2-12 12-12-8 4-8 12z" />
            <circle class="buckler" cx="18" cy="40" r="13" />
            <circle class="boss" cx="18" cy="40" r="4" />
          </svg>
        ))}
      </span>
    );
  }
}
