// The boards of a new table, chosen seat by seat. No two seats have the same city: who takes another's gives its own.

import { t } from "../../app/i18n";
import { WONDERS } from "./catalog";
import { boardWonder } from "./words";

export type Chosen = [city: string, side: string][];

const SIDES = ["A", "B"];

/** The boards chosen so far, as many as there are seats: those left over go to the seats that have none. */
export function boardsFor(chosen: string[][], players: number): Chosen {
  const kept = chosen.slice(0, players) as Chosen;
  const free = [...WONDERS.boards.keys()].filter((city) => !kept.some(([taken]) => taken === city));
  return [...kept, ...free.slice(0, players - kept.length).map((city): [string, string] => [city, "A"])];
}

export function BoardChoice({
  boards,
  label,
  change,
}: {
  boards: Chosen;
  label: (side: string) => string;
  change: (boards: Chosen) => void;
}) {
  const choices: Chosen = [...WONDERS.boards.keys()].flatMap((city) =>
    SIDES.map((side): [string, string] => [city, side]),
  );
  const choose = (seat: number, [city, side]: [string, string]) => {
    const mine = boards[seat]!;
    change(
      boards.map((board, other): [string, string] =>
        other === seat ? [city, side] : board[0] === city ? mine : board,
      ),
    );
  };
  return (
    <>
      {boards.map((board, seat) => (
        <label class="field">
          <span>{t("lobby.seat", { n: seat + 1 })}</span>
          <select value={board.join(" ")} onChange={(e) => choose(seat, choices[e.currentTarget.selectedIndex]!)}>
            {choices.map(([city, side]) => (
              <option value={`${city} ${side}`}>{`${boardWonder(city)}, ${label(side)}`}</option>
            ))}
          </select>
        </label>
      ))}
    </>
  );
}
