// A rematch, announced to everyone at a table that is over: one button goes to the new table.

import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../app/i18n";
import { go } from "../app/router";
import { Icon } from "../art/icons";

/** `next` is the new table; `busy`: the viewer has just asked for it and goes there anyway. */
export function RematchCall({ next, busy }: { next: string | null; busy: boolean }) {
  const [closed, setClosed] = useState<string | null>(null);
  const ref = useRef<HTMLDivElement>(null);
  const shown = next !== null && closed !== next && !busy;
  // In the browser's top layer, over an open result, and on top of whatever opens later.
  useEffect(() => {
    if (shown) ref.current?.showPopover();
  }, [shown]);
  if (!shown || !next) return null;
  return (
    <div ref={ref} popover="manual" class="notice floating panel rematchcall" role="alert">
      <Icon name="extra_turn" size={20} />
      <span>{t("over.rematch_ready")}</span>
      <button class="btn main" onClick={() => go("table", next)}>
        {t("over.to_rematch")}
      </button>
      <button class="btn round quiet" aria-label={t("common.close")} onClick={() => setClosed(next)}>
        <Icon name="cross" size={15} />
      </button>
    </div>
  );
}
