// A dialog on the browser's own <dialog>: focus stays inside, Escape closes, the rest of the page is inert.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../app/i18n";
import { Icon } from "../art/icons";

export function Dialog({
  title,
  onClose,
  children,
  small,
  side,
}: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  small?: boolean;
  side?: boolean;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (element && !element.open) element.showModal();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={ref}
      class={`dialog ${small ? "small" : ""} ${side ? "side" : ""}`}
      aria-label={title}
      onClose={onClose}
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
