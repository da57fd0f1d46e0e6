// What a card is worth, in the reference: how building it instead of selling it changes the chance of winning.

import type values from "worth:wonders";
import { useEffect, useState } from "preact/hooks";
import { cardName, signed, t } from "../../app/i18n";
import { KindChip } from "../../parts/effect";
import { edition, WONDERS } from "./catalog";

/** How often a card was tried; share of the win and points, each with half of its interval. */
export type Worth = [tried: number, wins: number, winsHalf: number, points: number, pointsHalf: number];

const shown = (value: number, half: number, digits: number) =>
  `${signed(Number(value.toFixed(digits)))} ± ${Number(half.toFixed(digits))}`;

export function CardWorths() {
  const [all, setAll] = useState<typeof values>();
  const [wanted, setWanted] = useState("3");
  useEffect(() => void import("worth:wonders").then((module) => setAll(() => module.default)), []);
  const sizes = all?.[edition.value] ?? {};
  const players = wanted in sizes ? wanted : Object.keys(sizes)[0];
  if (!players) return null;
  const rows = Object.entries(sizes[players]!).sort(([, one], [, other]) => other[1] - one[1]);
  return (
    <section class="worths">
      <h2>{t("ref.worth")}</h2>
      <p>{t("ref.worth_about")}</p>
      <span class="seg" role="group" aria-label={t("study.stats.players")}>
        {Object.keys(sizes).map((size) => (
          <button aria-pressed={players === size} onClick={() => setWanted(size)}>
            {size}
          </button>
        ))}
      </span>
      <div class="scroller">
        <table class="scores">
          <thead>
            <tr>
              <th scope="col">{t("ref.worth_card")}</th>
              <th scope="col">{t("ref.worth_wins")}</th>
              <th scope="col">{t("study.column.came")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, [, wins, winsHalf, points, pointsHalf]]) => (
              <tr key={name}>
                <th scope="row" data-tip={`card:wonders:${name}`}>
                  <KindChip kind={WONDERS.cards.get(name)!.color} size={18} /> {cardName("wonders", name)}
                </th>
                <td>{shown(100 * wins, 100 * winsHalf, 1)}</td>
                <td>{shown(points, pointsHalf, 1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
