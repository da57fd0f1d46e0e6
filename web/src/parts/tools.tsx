// The buttons in the bar of a table that open its panels; a small window has the rest of them in the menu.

import type { Controls } from "../app/controls";
import { phone } from "../app/fit";
import { t } from "../app/i18n";
import { panel, settingsOpen } from "../app/panels";
import { Icon } from "../art/icons";
import { TakeBackButton } from "./turn-controls";
import { WatcherCount } from "./watchers";

export function TableTools({ controls, watchers = [] }: { controls: Controls; watchers?: string[] }) {
  return (
    <>
      {watchers.length > 0 && <WatcherCount names={watchers} />}
      <TakeBackButton />
      {!phone.value && (
        <button
          class="btn round quiet"
          aria-label={t("panel.chains")}
          data-tip={`text:${t("panel.chains")}`}
          onClick={() => (panel.value = "chains")}
        >
          <Icon name="tree" />
        </button>
      )}
      {!phone.value && (
        <button
          class="btn round quiet"
          aria-label={t("panel.discard")}
          data-tip={`text:${t("panel.discard")}`}
          onClick={() => (panel.value = "discard")}
        >
          <Icon name="cards" />
        </button>
      )}
      {controls.state.table.options.chat !== "off" && controls.you !== null && !phone.value && (
        <button class="btn round quiet" aria-label={t("panel.chat")} onClick={() => (panel.value = "chat")}>
          <Icon name="chat" />
        </button>
      )}
      <button
        class="btn round quiet"
        aria-label={t("panel.log")}
        data-tip={`text:${t("panel.log")} (L)`}
        onClick={() => (panel.value = "log")}
      >
        <Icon name="list" />
      </button>
      {!phone.value && (
        <button
          class="btn round quiet helpbutton"
          aria-label={t("panel.help")}
          data-tip={`text:${t("panel.help")} (?)`}
          onClick={() => (panel.value = "help")}
        >
          <Icon name="question" />
        </button>
      )}
      {!phone.value && (
        <button class="btn round quiet" aria-label={t("settings.title")} onClick={() => (settingsOpen.value = true)}>
          <Icon name="settings" />
        </button>
      )}
      <button class="btn round quiet" aria-label={t("panel.menu")} onClick={() => (panel.value = "menu")}>
        <Icon name="menu" />
      </button>
    </>
  );
}
