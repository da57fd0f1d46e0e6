// The ladder of friends who play again and again: over all rematches of a table.

import { useState } from "preact/hooks";
import { num, plain, t } from "../app/i18n";
import { type Ladder, study } from "./api";

export function LadderOf({ table, link }: { table: string; link?: string | undefined }) {
  const [found, setFound] = useState<Ladder | null>(null);
  return (
    <details
      class="ladder"
      onToggle={(e) => {
        if (e.currentTarget.open && !found) study.ladder(table, link).then(setFound, () => undefined);
      }}
    >
      <summary>{t("ladder.title")}</summary>
      {found && (
        <table class="scores">
          <caption class="muted">{t("stats.played", { n: found.games })}</caption>
          <thead>
            <tr>
              <th scope="col">{t("over.player")}</th>
              <th scope="col">{t("ladder.strength")}</th>
              <th scope="col">{t("stats.games")}</th>
              <th scope="col">{t("stats.won")}</th>
            </tr>
          </thead>
          <tbody>
            {found.rungs.map((rung) => (
              <tr>
                <th scope="row">{rung.name}</th>
                <td>
                  {plain(Math.round(rung.rating))} <span class="muted">± {plain(Math.round(rung.spread))}</span>
                </td>
                <td>{num(rung.games)}</td>
                <td>{num(Math.round(rung.wins * 10) / 10)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
