// The ring and the word on a card that was best or was played.

import type { ComponentChildren } from "preact";
import { t } from "../app/i18n";
import type { Marks } from "./position";

export type Mark = "best" | "played" | "both" | "";

/** How something is marked, by the part of a move that names it. */
export function markOf(marks: Marks, part: "card" | "wonder" | "token", name: string): Mark {
  const best = marks.best?.[part] === name;
  const played = marks.played?.[part] === name;
  return best && played ? "both" : best ? "best" : played ? "played" : "";
}

export function Marked({ mark, children }: { mark: Mark; children: ComponentChildren }) {
  return (
    <span class={`marked ${mark}`}>
      {children}
      {mark && (
        <span class="marktag">
          {t(mark === "played" ? "study.played" : mark === "best" ? "study.best" : "study.best_played")}
        </span>
      )}
    </span>
  );
}
