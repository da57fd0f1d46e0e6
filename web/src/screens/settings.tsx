// What a viewer can set for this device.

import { useState } from "preact/hooks";
import { api, errorText, pageLink } from "../app/api";
import { percent, t } from "../app/i18n";
import { me, setNickname } from "../app/me";
import { settingsOpen } from "../app/panels";
import { chosen } from "../app/services";
import { change, type Settings, settings } from "../app/settings";
import { sound } from "../app/sound";
import { Dialog } from "../parts/dialog";
import { notice } from "../parts/notice";
import { OwnData } from "../parts/own-data";
import { LanguageChoice } from "../parts/page";
import { CopyLink } from "./lobby";

export function SettingsLayer() {
  const [link, setLink] = useState("");
  if (!settingsOpen.value) return null;
  const now = settings.value;
  const pick = <K extends keyof Settings>(name: K, values: Settings[K][]) => (
    <fieldset class="field">
      <legend>{t(`settings.${name}`)}</legend>
      <div class="seg">
        {values.map((value) => (
          <button
            type="button"
            aria-pressed={now[name] === value}
            onClick={() => change({ [name]: value } as Partial<Settings>)}
          >
            {name === "zoom" ? percent(Number(value) / 100) : t(`settings.${name}_${String(value)}`)}
          </button>
        ))}
      </div>
    </fieldset>
  );
  const check = (name: "sound" | "textMode" | "foePrices") => (
    <label class="check">
      <input
        type="checkbox"
        checked={now[name]}
        onChange={(e) => {
          change({ [name]: e.currentTarget.checked });
          if (name === "sound") sound("turn");
        }}
      />{" "}
      {t(`settings.${name}`)}
    </label>
  );
  return (
    <Dialog title={t("settings.title")} onClose={() => (settingsOpen.value = false)}>
      <div class="settings">
        <div class="field">
          <span>{t("common.language")}</span>
          <LanguageChoice />
        </div>
        {pick("theme", ["system", "light", "dark"])}
        {pick("speed", ["off", "fast", "normal", "slow"])}
        {pick("confirm", ["never", "touch", "always"])}
        {pick("zoom", [50, 75, 90, 100, 110, 125, 150, 200])}
        {check("sound")}
        {check("textMode")}
        {check("foePrices")}
        {me.value?.known && (
          <fieldset class="field">
            <legend>{t("settings.device")}</legend>
            <form
              class="rowline"
              onSubmit={(e) => {
                e.preventDefault();
                const name = String(new FormData(e.currentTarget).get("name"));
                void api.rename(name).then(
                  (who) => {
                    me.value = who;
                    setNickname(name);
                    notice(t("common.saved"));
                  },
                  (error: unknown) => notice(errorText(error), true),
                );
              }}
            >
              <input
                type="text"
                name="name"
                class="grow"
                maxLength={24}
                defaultValue={me.value.name ?? ""}
                aria-label={t("home.your_name")}
              />
              <button class="btn">{t("common.save")}</button>
            </form>
            {chosen.connects && <p class="muted">{t("settings.recovery_text")}</p>}
            {!chosen.connects ? (
              <OwnData onServer={false} />
            ) : link ? (
              <CopyLink label={t("settings.recovery")} link={link} qr />
            ) : (
              <button
                class="btn"
                onClick={() =>
                  void api.recovery().then(
                    ({ secret }) => setLink(pageLink("recover", secret)),
                    (error: unknown) => notice(errorText(error), true),
                  )
                }
              >
                {t("settings.recovery")}
              </button>
            )}
            {chosen.connects && <OwnData onServer />}
          </fieldset>
        )}
      </div>
    </Dialog>
  );
}
