// Screens that are loaded when first opened.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../app/i18n";

export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Later(props: P) {
    const [Part, setPart] = useState<ComponentType<P> | null>(() => loaded);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (!loaded)
        load().then(
          (part) => {
            loaded = part;
            setPart(() => part);
          },
          () => setFailed(true),
        );
    }, []);
    if (failed) return <p class="center">{t("error.offline")}</p>;
    return Part ? (
      <Part {...props} />
    ) : (
      <p class="center muted" role="status">
        {t("common.loading")}
      </p>
    );
  };
}
