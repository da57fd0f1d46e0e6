// The confirm step: never, on touch only, or always, as the viewer chose.

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { t } from "../app/i18n";
import { settings, touch } from "../app/settings";
import { Dialog } from "./dialog";

const asked = signal<{ text: string; yes: () => void; more: ComponentChildren } | null>(null);

/** Asks, where the viewer wants to be asked; `more` is something to choose on the way. */
export function confirmed(text: string, yes: () => void, always = false, more: ComponentChildren = null): void {
  const when = settings.peek().confirm;
  if (always || when === "always" || (when === "touch" && touch)) asked.value = { text, yes, more };
  else yes();
}

export function ConfirmLayer() {
  const now = asked.value;
  if (!now) return null;
  const close = () => (asked.value = null);
  return (
    <Dialog title={now.text} onClose={close} small>
      {now.more}
      <div class="rowline end">
        <button class="btn" onClick={close}>
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
