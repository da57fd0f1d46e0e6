// A position of Duel in a small area: the way of the pawn, the cards that lie, and what both have; the options that
// matter are marked in it.

import { seatGlyph } from "../../app/controls";
import { t } from "../../app/i18n";
import type { DuelView } from "../../app/types";
import { seatName } from "../../app/words";
import { Coin, Icon } from "../../art/icons";
import { CardBack, CardFace } from "../../parts/card";
import { Marked, markOf } from "../../study/marking";
import type { Marks } from "../../study/position";
import { DUEL } from "./catalog";
import { TokenFace, useDuel, WonderCard } from "./table";
import { MilitaryTrack } from "./track";
import { tokenName } from "./words";

export function DuelPosition({ marks }: { marks: Marks }) {
  const { view, me, foe } = useDuel();
  const lying = new Set(view.layout.map((slot) => slot.card));
  const named = [marks.best?.card, marks.played?.card].filter((name): name is string => Boolean(name));
  const besides = [...new Set(named)].filter((name) => !lying.has(name));
  const tokens = view.phase === "token" ? view.board_tokens : view.phase === "library" ? (view.library ?? []) : [];
  return (
    <div class="smallduel">
      <MilitaryTrack view={view} me={me} small />
      {view.phase === "draft" ? (
        <div class="smalldraft">
          {view.draft.map((name) => (
            <Marked mark={markOf(marks, "wonder", name)}>
              <WonderCard name={name} />
            </Marked>
          ))}
        </div>
      ) : tokens.length ? (
        <ul class="smalltokens">
          {tokens.map((name) => (
            <li>
              <Marked mark={markOf(marks, "token", name)}>
                <span class="token" data-tip={`token:${name}`}>
                  <TokenFace name={name} size={19} />
                </span>
              </Marked>
              <span class="tokenname">{tokenName(name)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <SmallPyramid view={view} marks={marks} />
      )}
      {besides.length > 0 && (
        <div class="besides">
          {besides.map((name) => (
            <Marked mark={markOf(marks, "card", name)}>
              <SmallCard name={name} />
            </Marked>
          ))}
        </div>
      )}
      <div class="smallcities">
        {[me, foe].map((seat) => (
          <SmallCity seat={seat} />
        ))}
      </div>
    </div>
  );

  function SmallCity({ seat }: { seat: number }) {
    const { controls } = useDuel();
    const city = view.cities[seat]!;
    const built = city.wonders.filter((wonder) => wonder.built).length;
    return (
      <p class={seat === me ? "own" : ""}>
        <span class={`seatsign ${seat === me ? "own" : ""}`}>
          <Icon name={seatGlyph(seat)} size={17} label={seatName(controls.state, seat)} />
        </span>
        <Coin n={city.coins} size={22} label={t("good.count.coins", { n: city.coins })} />
        <span>
          {t("study.symbols", { n: city.distinct_symbols, all: city.distinct_symbols + city.symbols_to_win })} ·{" "}
          {t("study.wonders_built", { n: built })}
        </span>
      </p>
    );
  }
}

export function SmallCard({ name }: { name: string }) {
  const card = DUEL.cards.get(name);
  if (!card) return null;
  return (
    <span class={`card small kind-${card.color}`} data-tip={`card:duel:${name}`}>
      <CardFace game="duel" name={name} />
    </span>
  );
}

function SmallPyramid({ view, marks }: { view: DuelView; marks: Marks }) {
  const rows = Math.max(1, ...view.layout.map((slot) => slot.row));
  const first = Math.min(rows, ...view.layout.map((slot) => slot.row));
  const cols = Math.max(...view.layout.map((slot) => Math.abs(slot.offset)), 3) + 1;
  return (
    <div
      class="smallpyramid"
      role="group"
      aria-label={t("board.pyramid")}
      style={{ "--rows": String(rows - first + 1), "--cols": String(cols) }}
    >
      {view.layout.map((slot) => {
        const mark = slot.card && slot.open ? markOf(marks, "card", slot.card) : "";
        return (
          <div
            class={`smallslot ${slot.open ? "open" : "covered"} ${mark ? "noted" : ""}`}
            style={{ "--row": String(slot.row - first + 1), "--off": String(slot.offset) }}
            key={slot.slot}
          >
            {slot.card ? (
              <Marked mark={mark}>
                <SmallCard name={slot.card} />
              </Marked>
            ) : (
              <CardBack age={view.age} guild={slot.back === "guild"} class="small" />
            )}
          </div>
        );
      })}
    </div>
  );
}
