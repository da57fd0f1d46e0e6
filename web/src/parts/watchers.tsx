// Who watches: shown to everyone at the table; and what someone who watches reads and may choose.

import { useControls, viewpoint } from "../app/controls";
import { and, num, t } from "../app/i18n";
import { seatName } from "../app/words";
import { Icon } from "../art/icons";

export function Watchers({ names }: { names: string[] }) {
  if (!names.length) return null;
  const known = names.map((name) => name || t("home.guest"));
  return (
    <p class="muted watchers">
      <Icon name="eye" size={16} /> {t("lobby.watching", { n: names.length })} {and(known)}
    </p>
  );
}

/** How many watch, in the bar; their names a tap away. */
export function WatcherCount({ names }: { names: string[] }) {
  const known = names.map((name) => name || t("home.guest"));
  const words = `${t("lobby.watching", { n: names.length })} ${and(known)}`;
  return (
    <span class="pill watchercount" data-tip={`text:${words}`} tabIndex={0} role="img" aria-label={words}>
      <Icon name="eye" size={16} /> {num(names.length)}
    </span>
  );
}

/** For somebody who watches: that one does, and from whose side. Nothing more is shown than the public view has. */
export function WatchingFrom() {
  const { state } = useControls();
  return (
    <span class="rowline watching">
      <span class="pill" role="status">
        <Icon name="eye" size={16} /> {t("table.you_watch")}
      </span>
      <label>
        <span class="sr">{t("replay.seen_by")}</span>
        <select value={viewpoint.value} onChange={(e) => (viewpoint.value = Number(e.currentTarget.value))}>
          {state.table.seats.map(({ seat }) => (
            <option value={seat}>{seatName(state, seat)}</option>
          ))}
        </select>
      </label>
    </span>
  );
}
