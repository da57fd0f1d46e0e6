// The frame of every screen that is not a table.

import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { classes } from "../app/classes";
import { LANGUAGES, lang, t } from "../app/i18n";
import { settingsOpen } from "../app/panels";
import { chooseLanguage } from "../app/settings";
import { setTitle } from "../app/title";
import { Icon } from "../art/icons";
import { WonderScene } from "../art/scenes";

export function LanguageChoice() {
  return (
    <label class="langchoice">
      <Icon name="globe" size={18} />
      <span class="sr">{t("common.language")}</span>
      <select value={lang.value} onChange={(e) => void chooseLanguage(e.currentTarget.value)}>
        {LANGUAGES.map(({ code, name }) => (
          <option value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Page({
  title,
  back = true,
  wide,
  scene,
  behind,
  children,
}: {
  title: string;
  back?: boolean;
  wide?: boolean;
  scene?: string;
  /** A picture behind the bar and the beginning of the page, as wide as the window. */
  behind?: ComponentChildren;
  children: ComponentChildren;
}) {
  useEffect(() => setTitle(title), [title]);
  return (
    <div class={classes("page", wide && "wide", Boolean(behind) && "scenic")}>
      {behind}
      <header class="pagebar">
        {back && (
          <a class="btn round quiet" href="#/" aria-label={t("common.home")}>
            <Icon name="home" />
          </a>
        )}
        <h1 class="grow">{title}</h1>
        <LanguageChoice />
        <button class="btn round quiet" aria-label={t("settings.title")} onClick={() => (settingsOpen.value = true)}>
          <Icon name="settings" />
        </button>
      </header>
      {scene && (
        <div class="banner">
          <WonderScene name={scene} built={1} total={1} wide="bottom" />
        </div>
      )}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

/** What went wrong, to be read at once. */
export function Fault({ text }: { text: string }) {
  return (
    <p class="panel warnline" role="alert">
      <Icon name="warn" /> {text}
    </p>
  );
}

/** Before the content of a page is there: that it is loading, or why it does not come and where to go instead. */
export function NotThere({
  title,
  fault,
  back,
}: {
  title: string;
  fault: string;
  back: { href: string; text: string };
}) {
  return (
    <Page title={title}>
      {fault ? (
        <>
          <Fault text={fault} />
          <a class="btn" href={back.href}>
            {back.text}
          </a>
        </>
      ) : (
        <p class="muted center" role="status">
          {t("common.loading")}
        </p>
      )}
    </Page>
  );
}
