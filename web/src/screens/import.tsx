// A record from a file or the clipboard, to replay it.

import { useState } from "preact/hooks";
import { api, errorText } from "../app/api";
import { t } from "../app/i18n";
import { go } from "../app/router";
import { Icon } from "../art/icons";
import { Fault, Page } from "../parts/page";

export function ImportScreen() {
  const [text, setText] = useState("");
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  async function read(event: Event) {
    event.preventDefault();
    setBusy(true);
    setFault("");
    try {
      const made = await api.importRecord(text);
      go("table", made.table.id, "replay", 0);
    } catch (error) {
      setFault(errorText(error));
      setBusy(false);
    }
  }
  return (
    <Page title={t("home.import")} scene="The Great Library">
      <form class="form panel sheet" onSubmit={(e) => void read(e)}>
        <p>{t("import.text")}</p>
        <label class="field">
          <span>{t("import.file")}</span>
          <input
            type="file"
            accept=".txt,text/plain"
            onChange={(e) => void e.currentTarget.files?.[0]?.text().then(setText)}
          />
        </label>
        <label class="field">
          <span>{t("import.paste")}</span>
          <textarea rows={10} value={text} onInput={(e) => setText(e.currentTarget.value)} spellcheck={false} />
        </label>
        {fault && <Fault text={fault} />}
        <button class="btn main" disabled={busy || !text.trim()}>
          <Icon name="upload" />
          {t("import.open")}
        </button>
      </form>
    </Page>
  );
}
