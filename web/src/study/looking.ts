// The state behind the analysis screen: the analysis as it is made, and positions of single decisions.

import { useEffect, useRef, useState } from "preact/hooks";
import { api, errorText, type Position } from "../app/api";
import { stateAt } from "../app/positions";
import type { TableInfo, TableState } from "../app/types";
import { KINDS } from "../games";
import { type AnalysisStatus, type Depth, study } from "./api";

const ASK_AGAIN = 700;
const WAITING_LINE = 2000; // while others are ahead

/** Asks for an analysis and follows it until it is done. */
export function useAnalysis(id: string, depth: Depth, link?: string) {
  const [status, setStatus] = useState<AnalysisStatus | null>(null);
  const [fault, setFault] = useState("");
  useEffect(() => {
    let timer = 0;
    let gone = false;
    const take = (now: AnalysisStatus) => {
      if (gone) return;
      setFault("");
      setStatus(now);
      if (now.state !== "waiting" && now.state !== "running") return;
      timer = window.setTimeout(
        () =>
          void study.analysis(now.id).then(
            take,
            failed(() => study.analysis(now.id)),
          ),
        now.ahead > 0 ? WAITING_LINE : ASK_AGAIN,
      );
    };
    // The line may come back; the analysis goes on without us.
    const failed = (again: () => Promise<AnalysisStatus>) => (error: unknown) => {
      if (gone) return;
      setFault(errorText(error));
      timer = window.setTimeout(() => void again().then(take, failed(again)), 5 * ASK_AGAIN);
    };
    study.analyse(id, depth, link).then(take, (error: unknown) => !gone && setFault(errorText(error)));
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [id, depth]);
  return { status, fault };
}

/** The position a decision was made in, as its seat met it; asked for once. */
export function usePosition(table: TableInfo | null, number: number, seat: number, link?: string): TableState | null {
  const known = useRef(new Map<string, Position>());
  const [, setLoaded] = useState(0);
  const key = (of: number) => `${of}.${number}`;
  const wanted = !table ? [] : KINDS[table.game].openPrices ? table.seats.map((each) => each.seat) : [seat];
  useEffect(() => {
    for (const of of wanted) {
      if (known.current.has(key(of))) continue;
      api.replay(table!.id, number, number, of, link).then(
        ({ positions }) => {
          if (positions[0]) known.current.set(key(of), positions[0]);
          setLoaded((n) => n + 1);
        },
        () => undefined, // whoever looks on has the analysis; the picture comes with the next step
      );
    }
  }, [table?.id, number, wanted.join()]);
  if (!table || wanted.some((of) => !known.current.has(key(of)))) return null;
  return stateAt(KINDS[table.game], table, seat, (of) => known.current.get(key(of)), false);
}
