// How much of the engine is here, while a game on this device waits for it.

import { loading } from "../app/device-service";
import { percent, t } from "../app/i18n";

export function EngineLoading() {
  if (loading.value === null) return null;
  return (
    <div class="engineloading panel" role="status">
      <span>{t("device.loading", { percent: percent(loading.value) })}</span>
      <progress value={loading.value} max={1} />
    </div>
  );
}
