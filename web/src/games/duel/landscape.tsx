// Both cities as one landscape, mine by day and the other one at dusk: buildings in two rows by colour, wonders that
// stand behind them. A new building rises from the ground.

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

/** In rows of so many buildings: the back one first. */
function rowsOf(cards: string[]): string[][] {
  const sorted = KIND_ORDER.flatMap((kind) => cards.filter((name) => DUEL.cards.get(name)?.color === kind));
  const back = Math.floor(sorted.length / 2);
  return sorted.length < 7 ? [[], sorted] : [sorted.slice(0, back), sorted.slice(back)];
}

/** `both`: there is room for the two of them side by side. */
export function Landscape({ both, height }: { both: boolean; height: number }) {
  const { me, foe } = useDuel();
  return (
    <section class="cities" style={{ "--land": `${height}px` }} aria-label={t("board.buildings")}>
      <CityLand seat={me} />
      {both && <CityLand seat={foe} dusk />}
    </section>
  );
}

function CityLand({ seat, dusk }: { seat: number; dusk?: boolean }) {
  const { view } = useDuel();
  const city = view.cities[seat]!;
  const rows = rowsOf(city.cards);
  const longest = Math.max(...rows.map((row) => row.length), 5);
  return (
    <div class={classes("cityland", dusk && "evening")} data-land={seat}>
      <WonderScene name="Plain" built={0} total={1} dusk={dusk ?? false} wide="middle" />
      <div class="standing">
        {city.wonders
          .filter(({ built }) => built)
          .map(({ name }) => (
            <span class="figure" role="img" aria-label={wonderName(name)} data-tip={`wonder:${name}`}>
              <WonderFigure name={name} />
            </span>
          ))}
      </div>
      {rows.map((row, i) => (
        <div class={`street ${i ? "front" : "back"}`} style={{ "--houses": String(longest) }}>
          {row.map((name) => (
            <LandBuilding key={name} name={name} seat={seat} />
          ))}
        </div>
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
