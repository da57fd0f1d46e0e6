// The conflicts at the end of an age, as a scene: pair by pair, shields are counted and tokens drop. It stands where
// the hand is, which nobody needs meanwhile; any key or press ends it, and the log tells the same.

import { cutscene } from "../../app/animation";
import { seatGlyph } from "../../app/controls";
import { fit } from "../../app/fit";
import { roman, signed, t } from "../../app/i18n";
import { seatName } from "../../app/words";
import { Icon, Shield } from "../../art/icons";
import type { WondersConflict } from "../../generated/game";
import { useWonders } from "./table";

export const conflicts = (): WondersConflict[] =>
  (cutscene.value ?? []).filter((event): event is WondersConflict => event.event === "conflict");

/** A conflict seen from one side. */
interface Pair {
  sides: { city: number; shields: number; won: boolean; token: number | null }[];
}

export function pairs(events: WondersConflict[], me: number): Pair[] {
  const ordered = [...events].sort(
    (a, b) => Number([b.city, b.other].includes(me)) - Number([a.city, a.other].includes(me)),
  );
  return ordered.map((event) => {
    const sides = [event.city, event.other].map((city, i) => ({
      city,
      shields: event.shields[i as 0 | 1],
      won: event.winner === city,
      token: event.winner === null ? null : event.winner === city ? event.points : -1,
    }));
    return { sides: event.other === me ? sides.reverse() : sides };
  });
}

export function War() {
  const { controls, me } = useWonders();
  const events = conflicts();
  // My own two conflicts first; the others as far as there is room.
  const { form, width, height } = fit.value;
  const room = form === "desk" ? Math.floor(width / 250) : form === "rail" ? 3 : height < 640 ? 2 : 3;
  const shown = pairs(events, me).slice(0, Math.max(2, room));
  return (
    <section class="war-scene panel choice" aria-label={t("war.title", { age: roman(events[0]?.age ?? 1) })}>
      <h2>
        <Icon name="sword" size={22} /> {t("war.title", { age: roman(events[0]?.age ?? 1) })}
      </h2>
      <ol class="pairs">
        {shown.map(({ sides }, i) => (
          <li class="pair" style={{ "--i": String(i) }}>
            {sides.map(({ city, shields, won, token }, side) => (
              <>
                {side > 0 && (
                  <span class="swords" aria-hidden="true">
                    <Icon name="sword" size={24} />
                  </span>
                )}
                <span class={`fighter ${won ? "won" : ""}`}>
                  <Icon name={city < controls.state.table.seats.length ? seatGlyph(city) : "free"} size={24} />
                  <b class={city === me ? "" : "sr"}>{city === me ? t("war.you") : seatName(controls.state, city)}</b>
                  <Shield n={shields} size={34} label={t("count.shields", { n: shields })} />
                  {token !== null && <span class={`wartoken ${token > 0 ? "gain" : "loss"}`}>{signed(token)}</span>}
                </span>
              </>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}
