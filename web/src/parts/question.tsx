// A question that interrupts a turn. The table stays visible; the panel can be moved aside to look.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { t } from "../app/i18n";
import { Icon } from "../art/icons";

export function Question({ text, kind = "", children }: { text: string; kind?: string; children: ComponentChildren }) {
  const [aside, setAside] = useState(false);
  return (
    <div class={`choice panel ${aside ? "aside" : ""}`} role="dialog" aria-label={text}>
      <div class="rowline">
        <h2 class="grow">{text}</h2>
        <button class="btn quiet" onClick={() => setAside(!aside)}>
          <Icon name="eye" />
          {aside ? t("choice.show") : t("choice.look")}
        </button>
      </div>
      {!aside && <div class={`choicelist ${kind}`}>{children}</div>}
    </div>
  );
}
