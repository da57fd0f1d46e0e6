// The commitment to the deal, shown from the first move on, and its check when the game is over.

import { useState } from "preact/hooks";
import { isKept } from "../app/commitment";
import type { Controls } from "../app/controls";
import { t } from "../app/i18n";
import { keep, kept } from "../app/settings";
import type { TableInfo } from "../app/types";
import { Icon } from "../art/icons";

const SEEN = "mirabilia.commitments";
const MAX_SEEN = 50;

/** Remembers the commitment this device saw at a table first, so that no other one can take its place later. */
export function rememberCommitment({ id, commitment }: TableInfo): void {
  const seen = kept<[string, string][]>(SEEN) ?? [];
  if (!commitment || seen.some(([table]) => table === id)) return;
  keep(SEEN, [...seen, [id, commitment]].slice(-MAX_SEEN));
}
const remembered = (id: string): string | undefined =>
  (kept<[string, string][]>(SEEN) ?? []).find(([table]) => table === id)?.[1];

export function FairDeal({ controls }: { controls: Controls }) {
  const [checked, setChecked] = useState<boolean | null>(null);
  const { table, view } = controls.state;
  const deal = view && controls.kind.deal(view);
  if (!table.commitment) return null;
  const first = remembered(table.id);
  const sound = checked && (first === undefined || first === table.commitment);
  return (
    <details class="fair">
      <summary>{t("fair.title")}</summary>
      <p>
        {t("fair.commitment")} <code>{table.commitment}</code>
      </p>
      {!table.nonce || !deal ? (
        <p class="muted">{t("fair.later")}</p>
      ) : (
        <>
          <button class="btn" onClick={() => setChecked(isKept(deal, table.nonce ?? "", table.commitment ?? ""))}>
            {t("fair.check")}
          </button>
          {checked !== null && (
            <p role="status" class={sound ? "" : "bad-text"}>
              <Icon name={sound ? "tick" : "warn"} size={16} /> {t(checked ? "fair.kept" : "fair.broken")}{" "}
              {first !== undefined && t(first === table.commitment ? "fair.same" : "fair.other")}
            </p>
          )}
        </>
      )}
    </details>
  );
}
