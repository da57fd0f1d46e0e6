// Both cities as one landscape, mine by day and the other one at dusk: buildings in two rows by colour, on the hills
// behind them the wonders. A new building rises from the ground.

import { KIND_ORDER } from "../../app/catalog";
import { classes } from "../../app/classes";
import { isNew, weighed } from "../../app/controls";
import { useFact } from "../../app/fact";
import { t } from "../../app/i18n";
import { WonderFigure, WonderScene } from "../../art/scenes";
import { Building } from "../../parts/building";
import { DUEL } from "./catalog";
import { useDuel } from "./table";
import { wonderName } from "./words";

/** The buildings of the row behind and of the one before it. */
function rowsOf(cards: string[]): [behind: string[], before: string[]] {
  const sorted = KIND_ORDER.flatMap((kind) => cards.filter((name) => DUEL.cards.get(name)?.color === kind));
  const behind = sorted.length < 7 ? 0 : Math.floor(sorted.length / 2);
  return [sorted.slice(0, behind), sorted.slice(behind)];
}

/** How far the hills rise: in a low landscape they take most of it, so that all buildings stand on the ground. */
const riseFor = (height: number): number => Math.min(1.7, Math.max(1.15, 1.7 - (height - 130) / 380));

/** `both`: there is room for the two of them side by side. */
export function Landscape({ both, height }: { both: boolean; height: number }) {
  const { me, foe } = useDuel();
  return (
    <section class="cities" style={{ "--land": `${height}px` }} aria-label={t("board.buildings")}>
      <CityLand seat={me} rise={riseFor(height)} />
      {both && <CityLand seat={foe} rise={riseFor(height)} dusk />}
    </section>
  );
}

function CityLand({ seat, rise, dusk }: { seat: number; rise: number; dusk?: boolean }) {
  const { view } = useDuel();
  const city = view.cities[seat]!;
  const [behind, before] = rowsOf(city.cards);
  return (
    <div class={classes("cityland", dusk && "evening")} data-land={seat} style={{ "--rise": rise.toFixed(2) }}>
      <WonderScene name="Plain" built={0} total={1} dusk={dusk ?? false} wide="middle" rise={rise} />
      <div class="standing">
        {city.wonders
          .filter(({ built }) => built)
          .map(({ name }) => (
            <span class="figure" role="img" aria-label={wonderName(name)} data-tip={`wonder:${name}`}>
              <WonderFigure name={name} />
            </span>
          ))}
      </div>
      <Street place="behind" cards={behind} seat={seat} />
      <Street place="before" cards={before} seat={seat} />
    </div>
  );
}

function Street({ place, cards, seat }: { place: "behind" | "before"; cards: string[]; seat: number }) {
  return (
    <div class={`street ${place}`}>
      {cards.map((name) => (
        <LandBuilding key={name} name={name} seat={seat} />
      ))}
    </div>
  );
}

function LandBuilding({ name, seat }: { name: string; seat: number }) {
  const { controls } = useDuel();
  const chains = useFact(() => {
    const quote = controls.state.quotes.find((each) => each.card === weighed.value && each.chain);
    return quote?.plan.some((line) => line.by?.includes(name)) ?? false;
  }, [controls, name]);
  return (
    <Building game="duel" name={name} class={classes(chains && "chains", isNew(controls, seat, name) && "fresh")} />
  );
}
