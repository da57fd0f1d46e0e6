// The confirm step: never, on touch only, or always, as the viewer chose.

import { signal } from "@preact/signals";
import { t } from "../app/i18n";
import { settings, touch } from "../app/settings";
import { Dialog } from "./dialog";

const asked = signal<{ text: string; yes: () => void } | null>(null);

export function confirmed(text: string, yes: () => void, always = false): void {
  const when = settings.peek().confirm;
  if (always || when === "always" || (when === "touch" && touch)) asked.value = { text, yes };
  else yes();
}

export function ConfirmLayer() {
  const now = asked.value;
  if (!now) return null;
  const close = () => (asked.value = null);
  return (
    <Dialog title={now.text} onClose={close} small>
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
