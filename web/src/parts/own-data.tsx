// What is kept of whoever plays here, by the server or on this device alone: to take it along, or to erase it.

import { api, errorText } from "../app/api";
import { t } from "../app/i18n";
import { save } from "../app/save";
import { confirmed } from "./confirm";
import { notice } from "./notice";

const ON_SERVER = {
  file: "mirabilia-data.jsonl",
  title: () => t("data.title"),
  take: () => t("data.export"),
  erase: () => t("data.erase"),
  ask: () => t("data.erase_ask"),
};
const ON_DEVICE = {
  file: "mirabilia-games.jsonl",
  title: () => t("device.title"),
  take: () => t("device.export"),
  erase: () => t("device.erase"),
  ask: () => t("device.erase_ask"),
};

export function OwnData({ onServer }: { onServer: boolean }) {
  const words = onServer ? ON_SERVER : ON_DEVICE;
  const failed = (error: unknown) => notice(errorText(error), true);
  const keep = (text: string) => save(words.file, text);
  return (
    <fieldset class="field rowline">
      <legend>{words.title()}</legend>
      <button type="button" class="btn" onClick={() => void api.exported().then(keep, failed)}>
        {words.take()}
      </button>
      <button
        type="button"
        class="btn"
        onClick={() => confirmed(words.ask(), () => void api.erase().then(() => location.reload(), failed), true)}
      >
        {words.erase()}
      </button>
    </fieldset>
  );
}
