// Links: an invite takes a free seat, a seat link brings a seat to this device, a watch link lets one watch, a recovery
// link moves everything here.

import { useEffect, useState } from "preact/hooks";
import { api, errorText, Refused, type Summary } from "../app/api";
import { and, t } from "../app/i18n";
import { loadMe, nickname } from "../app/me";
import { replaceRoute } from "../app/router";
import { listedName } from "../app/words";
import { Icon } from "../art/icons";
import { later } from "../parts/later";
import { NameField } from "../parts/name-field";
import { Fault, Page } from "../parts/page";
import { LiveScreen } from "./live";

export const ReplayScreen = later(() => import("./replay").then((m) => m.ReplayScreen));

export const AnalysisScreen = later(() => import("../study/analysis").then((m) => m.AnalysisScreen));

export function JoinScreen({
  kind,
  secret,
  replay,
  analysis,
}: {
  kind: string;
  secret: string;
  replay?: number;
  analysis?: number;
}) {
  const [table, setTable] = useState<Summary | null>(null);
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  const failed = (error: unknown) => {
    // A secret that was cut or mistyped is no secret at all to the server: to people it is a wrong link.
    const cut = error instanceof Refused && error.code === "bad_request";
    setFault(cut ? t("error.bad_link") : errorText(error));
    setBusy(false);
  };
  useEffect(() => {
    if (kind === "recover") {
      api.recover(secret).then(() => replaceRoute(), failed);
      return;
    }
    void loadMe().catch(failed);
    api.link(secret).then((found) => {
      if (found.table.you !== null && kind !== "watch") replaceRoute("table", found.table.id);
      else if (kind === "seat") api.join(secret).then((seated) => replaceRoute("table", seated.table.id), failed);
      else setTable(found.table);
    }, failed);
  }, []);
  if (kind === "watch" && table && replay !== undefined)
    return <ReplayScreen id={table.id} at={replay} link={secret} />;
  if (kind === "watch" && table && analysis !== undefined)
    return <AnalysisScreen id={table.id} at={analysis} link={secret} />;
  if (kind === "watch" && table) return <LiveScreen id={table.id} token={secret} />;
  async function sit(event: Event) {
    event.preventDefault();
    setBusy(true);
    await api
      .join(secret, nickname.peek() || t("home.guest"))
      .then((seated) => replaceRoute("table", seated.table.id), failed);
  }
  return (
    <Page title={t("join.title")} scene="Piraeus">
      {fault && <Fault text={fault} />}
      {table ? (
        <form class="form panel sheet" onSubmit={(e) => void sit(e)}>
          <p>{t("join.invited", { game: t(`game.${table.game}`), n: table.players })}</p>
          <p class="muted">{and(table.seats.filter((seat) => seat.kind !== "open").map((seat) => listedName(seat)))}</p>
          <NameField />
          <button class="btn main" type="submit" disabled={busy}>
            <Icon name="play" />
            {t("join.sit")}
          </button>
        </form>
      ) : (
        !fault && (
          <p role="status" class="muted">
            {t("common.loading")}
          </p>
        )
      )}
      <p>
        <a class="btn" href="#/">
          <Icon name="home" />
          {t("common.home")}
        </a>
      </p>
    </Page>
  );
}
