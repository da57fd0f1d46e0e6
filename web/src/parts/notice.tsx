// Short messages: a refusal, something copied, a reminder. At a table they appear in the row that tells what happened;
// elsewhere, and over an open dialog, at the head of the screen, in the browser's top layer.

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../app/i18n";
import { Icon } from "../art/icons";

interface Note {
  text: string;
  bad: boolean;
}

const shown = signal<Note | null>(null);
/** How many such rows are on the screen. */
export const stripOnScreen = signal(0);
let timer = 0;

const close = () => {
  shown.value = null;
};

export function notice(text: string, bad = false): void {
  shown.value = { text, bad };
  clearTimeout(timer);
  timer = window.setTimeout(close, bad ? 9000 : 4000);
}

/** Takes back what was said: a whole page says it now. */
export const unsay = close;

/** The message for the row at the table. */
export const useNotice = (): (Note & { close: () => void }) | null => (shown.value ? { ...shown.value, close } : null);

export function NoticeLayer() {
  const now = shown.value;
  const ref = useRef<HTMLDivElement>(null);
  const here = now !== null && (stripOnScreen.value === 0 || document.querySelector("dialog") !== null);
  useEffect(() => {
    if (here) ref.current?.showPopover();
  }, [now]);
  if (!here) return null;
  return (
    <div ref={ref} popover="manual" class={`notice floating panel ${now.bad ? "bad" : ""}`} role="status">
      {now.bad && <Icon name="warn" size={18} />}
      <span>{now.text}</span>
      <button class="btn round quiet" aria-label={t("common.close")} onClick={close}>
        <Icon name="cross" size={15} />
      </button>
    </div>
  );
}
