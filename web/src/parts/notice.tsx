// Short messages at the foot of the screen: a refusal, something copied, a reminder.

import { signal } from "@preact/signals";
import { t } from "../app/i18n";
import { Icon } from "../art/icons";

const shown = signal<{ text: string; bad: boolean } | null>(null);
let timer = 0;

export function notice(text: string, bad = false): void {
  shown.value = { text, bad };
  clearTimeout(timer);
  timer = window.setTimeout(() => (shown.value = null), bad ? 9000 : 4000);
}

export function NoticeLayer() {
  const now = shown.value;
  return (
    <div class="noticelayer" role="status" aria-live="polite">
      {now && (
        <div class={`notice panel ${now.bad ? "bad" : ""}`}>
          {now.bad && <Icon name="warn" size={18} />}
          <span>{now.text}</span>
          <button class="btn round quiet" aria-label={t("common.close")} onClick={() => (shown.value = null)}>
            <Icon name="cross" size={15} />
          </button>
        </div>
      )}
    </div>
  );
}
