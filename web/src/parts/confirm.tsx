// The confirm step: never, on touch only, or always, as the viewer chose.

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { afterTouch } from "../app/after-frame";
import { t } from "../app/i18n";
import { settings, touch } from "../app/settings";
import { Dialog } from "./dialog";

const asked = signal<{ text: string; yes: () => void; more: ComponentChildren; no: () => void } | null>(null);

/** Asks, where the viewer wants to be asked; `more` is something to choose on the way, `no` what follows from a no. */
export function confirmed(
  text: string,
  yes: () => void,
  always = false,
  more: ComponentChildren = null,
  no: () => void = () => undefined,
): void {
  const when = settings.peek().confirm;
  const ask = () => {
    asked.value = { text, yes, more, no };
  };
  if (!always && when !== "always" && !(when === "touch" && touch)) yes();
  else afterTouch(ask); // a finger first sees its button pressed: to draw the question takes longer
}

export function ConfirmLayer() {
  const now = asked.value;
  if (!now) return null;
  const close = () => (asked.value = null);
  return (
    <Dialog
      title={now.text}
      onClose={() => {
        close();
        now.no();
      }}
      small
    >
      {now.more}
      <div class="rowline end">
        <button
          class="btn"
          onClick={() => {
            close();
            now.no();
          }}
        >
          {t("common.cancel")}
        </button>
        <button
          class="btn main"
          autofocus
          onClick={() => {
            close();
            now.yes();
          }}
        >
          {t("common.ok")}
        </button>
      </div>
    </Dialog>
  );
}
