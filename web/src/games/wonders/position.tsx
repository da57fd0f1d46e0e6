// A position of 7 Wonders in a small area: my hand with the options that matter marked, my wonder, and what the
// neighbours have.

import { seatGlyph } from "../../app/controls";
import { goodName, t } from "../../app/i18n";
import { seatName } from "../../app/words";
import { Coin, Good, Icon } from "../../art/icons";
import { WonderScene } from "../../art/scenes";
import { CardFace } from "../../parts/card";
import { Marked, markOf } from "../../study/marking";
import type { Marks } from "../../study/position";
import { WONDERS } from "./catalog";
import { ring } from "./ring";
import { Science, Shields } from "./seats";
import { useWonders } from "./table";
import { boardName, sideName } from "./words";

export function WondersPosition({ marks }: { marks: Marks }) {
  const { view, me, controls } = useWonders();
  const city = view.cities[me]!;
  const hand = view.hand ?? [];
  const named = [marks.best?.card, marks.played?.card].filter((name): name is string => Boolean(name));
  const besides = [...new Set(named)].filter((name) => !hand.includes(name));
  const { left, right } = ring(controls.state.table, me);
  const around = [...new Set([left, right])].filter((seat) => seat !== me);
  return (
    <div class="smallwonders">
      <div class="smallscene">
        <WonderScene
          name={city.board}
          built={city.stages}
          total={city.stages_in_all}
          dusk={city.side === "B"}
          wide="bottom"
        />
        <span class="cityname">
          {boardName(city.board)} <small>{sideName(city.side)}</small>
        </span>
      </div>
      <div class={`smallhand cards-${hand.length + besides.length}`} role="group" aria-label={t("table.hand")}>
        {[...hand, ...besides].map((name) => (
          <Marked mark={markOf(marks, "card", name)}>
            <SmallCard name={name} />
          </Marked>
        ))}
      </div>
      <ul class="smallseats">
        {[me, ...around].map((seat) => {
          const theirs = view.cities[seat];
          if (!theirs) return null;
          return (
            <li class={seat === me ? "own" : ""}>
              <span class={`seatsign ${seat === me ? "own" : ""}`}>
                <Icon name={seatGlyph(seat)} size={17} label={seatName(controls.state, seat)} />
              </span>
              <Coin n={theirs.coins} size={22} label={t("good.count.coins", { n: theirs.coins })} />
              <Shields city={theirs} size={22} />
              <Science city={theirs} size={16} />
              <span class="goods">
                {theirs.produces.slice(0, 7).map((unit) => (
                  <span class="anyof">
                    {unit.map((good) => (
                      <Good name={good} size={17} label={goodName(good)} />
                    ))}
                  </span>
                ))}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );

  function SmallCard({ name }: { name: string }) {
    const card = WONDERS.cards.get(name);
    if (!card) return null;
    const quote = controls.state.quotes.find((each) => each.card === name);
    return (
      <span
        class={`card small kind-${card.color} ${quote && !quote.affordable ? "cannot" : ""}`}
        data-tip={`card:wonders:${name}`}
      >
        <CardFace game="wonders" name={name} quote={quote} />
      </span>
    );
  }
}
