// Playing on from a moment: as any seat against bots, or letting strong bots show how it might have gone.

import { useEffect, useState } from "preact/hooks";
import { errorText } from "../app/api";
import { t } from "../app/i18n";
import { choices, loadMe } from "../app/me";
import { go } from "../app/router";
import type { Named } from "../app/types";
import { seatName } from "../app/words";
import { Icon } from "../art/icons";
import { Dialog } from "../parts/dialog";
import { study } from "./api";

interface Props {
  named: Named;
  at: number;
  seat: number;
  /** The option to begin with when bots show the line. */
  best: string | null;
  close(): void;
  link?: string;
}

export function GoOn({ named, at, seat, best, close, link }: Props) {
  const { table } = named;
  const [as, setAs] = useState(seat);
  const levels = choices.value?.levels ?? [];
  const [level, setLevel] = useState(choices.value?.default_level ?? "");
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState("");
  useEffect(() => {
    if (!choices.peek()) void loadMe().catch((error: unknown) => setFault(errorText(error)));
  }, []);
  async function begin(watch: boolean) {
    setBusy(true);
    await study
      .whatIf(
        table.id,
        watch
          ? { at, seat: null, level: levels[levels.length - 1], ...(best ? { move: best } : {}) }
          : { at, seat: as, ...(level ? { level } : {}) },
        link,
      )
      .then(
        (made) => go("table", made.table.id),
        (error: unknown) => {
          setFault(errorText(error));
          setBusy(false);
        },
      );
  }
  return (
    <Dialog title={t("study.go_on")} onClose={close} small>
      <p class="muted">{t("study.go_on.about")}</p>
      {fault && (
        <p class="warnline" role="alert">
          <Icon name="warn" /> {fault}
        </p>
      )}
      <label class="field">
        <span>{t("study.go_on.as")}</span>
        <select value={String(as)} onChange={(e) => setAs(Number(e.currentTarget.value))}>
          {table.seats.map((each) => (
            <option value={String(each.seat)}>{seatName(named, each.seat)}</option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{t("study.go_on.level")}</span>
        <select value={level || (choices.value?.default_level ?? "")} onChange={(e) => setLevel(e.currentTarget.value)}>
          {levels.map((name) => (
            <option value={name}>{t(`level.${name}`)}</option>
          ))}
        </select>
      </label>
      <div class="rowline end">
        <button class="btn" disabled={busy} onClick={() => void begin(true)}>
          <Icon name="eye" />
          {t("study.go_on.line")}
        </button>
        <button class="btn main" disabled={busy} onClick={() => void begin(false)}>
          <Icon name="play" />
          {t("study.go_on.begin")}
        </button>
      </div>
    </Dialog>
  );
}
