// Games that are kept on this device alone: to take them along, or to erase them.

import { api, errorText } from "../app/api";
import { t } from "../app/i18n";
import { save } from "../app/save";
import { confirmed } from "./confirm";
import { notice } from "./notice";

export function DeviceGames() {
  const failed = (error: unknown) => notice(errorText(error), true);
  return (
    <fieldset class="field rowline">
      <legend>{t("device.title")}</legend>
      <button
        type="button"
        class="btn"
        onClick={() => void api.exported().then((text) => save("mirabilia-games.jsonl", text), failed)}
      >
        {t("device.export")}
      </button>
      <button
        type="button"
        class="btn"
        onClick={() =>
          confirmed(t("device.erase_ask"), () => void api.forget().then(() => location.reload(), failed), true)
        }
      >
        {t("device.erase")}
      </button>
    </fieldset>
  );
}
