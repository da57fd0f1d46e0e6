// A dialog: focus stays inside, Escape (or a phone's way back) closes it, and nothing behind it can be pressed. It lies
// in the browser's top layer as a popover. The browser's own modal dialogs make everything behind them inert, which
// costs the style of every element of the table, twice for each question; here a shade catches what is pressed
// (layers.css), focus that leaves is brought back, and aria-modal tells screen readers.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { classes } from "../app/classes";
import { t } from "../app/i18n";
import { Icon } from "../art/icons";

/** The open dialogs; the last one lies on top. */
const open: HTMLDialogElement[] = [];

/** How a device says that somebody wants to go back, where the browser can tell; TypeScript does not know it yet. */
declare const CloseWatcher: (new () => { onclose: () => void; destroy(): void }) | undefined;

const STOPS = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea, [tabindex='0']";

document.addEventListener("focusin", (event) => {
  const top = open.at(-1);
  if (top && !top.contains(event.target as Node)) (top.querySelector<HTMLElement>(STOPS) ?? top).focus();
});

/** Calls when somebody wants to go back: by Escape, or as the device does it. Gives what ends the watch. */
function watchForClose(element: HTMLElement, close: () => void): () => void {
  if (typeof CloseWatcher !== "undefined") {
    const watcher = new CloseWatcher();
    watcher.onclose = close;
    return () => watcher.destroy();
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") close();
  };
  element.addEventListener("keydown", onKey);
  return () => element.removeEventListener("keydown", onKey);
}

export function Dialog({
  title,
  onClose,
  children,
  small,
  side,
  scenic,
}: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  small?: boolean;
  side?: boolean;
  /** Begins with a picture: on a phone the head lies over it. */
  scenic?: boolean;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const closing = useRef(onClose);
  closing.current = onClose;
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const before = document.activeElement;
    open.push(element);
    element.showPopover(); // this also moves the focus into it
    const unwatch = watchForClose(element, () => closing.current());
    return () => {
      unwatch();
      open.splice(open.indexOf(element), 1);
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, see above
    <dialog
      ref={ref}
      popover="manual"
      class={classes("dialog", small && "small", side && "side", scenic && "scenic")}
      aria-label={title}
      aria-modal="true"
      tabIndex={-1}
      onClick={(e) => {
        if (e.target === ref.current) onClose();
      }}
    >
      <div class="dialogbody">
        <header class="rowline">
          <h2 class="grow">{title}</h2>
          <button class="btn round quiet" aria-label={t("common.close")} onClick={onClose}>
            <Icon name="cross" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
