// A table played now: waiting room, game, result; and everything around it that comes from the live connection.

import { useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { afterTouch } from "../app/after-frame";
import { cutscene, moving, prepare } from "../app/animation";
import { announce } from "../app/announce";
import { api, errorText, Refused } from "../app/api";
import type { Controls } from "../app/controls";
import { keepTaken, openSeat, restoreTaken, selected, sent, viewpoint } from "../app/controls";
import { currentControls } from "../app/current";
import { phone, RESULT_SIDE, wantedSide } from "../app/fit";
import { has, t } from "../app/i18n";
import { LiveTable } from "../app/live";
import { choices } from "../app/me";
import { panel } from "../app/panels";
import { settings } from "../app/settings";
import { setTitle } from "../app/title";
import { isTurnOf } from "../app/turn";
import type { Option, TableState } from "../app/types";
import { Icon } from "../art/icons";
import { KINDS } from "../games";
import { isSlowed, warmingWords } from "../parts/bot-choice";
import { BubbleLayer } from "../parts/bubbles";
import { rememberCommitment } from "../parts/fair";
import { events, jump } from "../parts/log";
import { notice, unsay } from "../parts/notice";
import { Fault, Page } from "../parts/page";
import { muted, replayAddress, TablePanels } from "../parts/panels";
import { RematchCall } from "../parts/rematch-call";
import { ResultColumn, resultBar } from "../parts/result";
import { TableTools } from "../parts/tools";
import { seatTroubles } from "../parts/troubles";
import { WatchingFrom } from "../parts/watchers";
import { AdviceLayer, HintButton, playGently } from "../study/hints";
import { TableFrame } from "../table/frame";
import { useTableKeys } from "../table/keys";
import { TextTable } from "../table/text-mode";
import { Lobby } from "./lobby";
import { useReactions } from "./reactions";

/** A device that several people share: the seat on screen, and what covers it while the device goes round. */
export interface Shared {
  seat: number;
  seats: number[];
  covers(state: TableState): boolean;
  cover(state: TableState): preact.ComponentChildren;
}

/** Somebody who leads through a game: what is said over the table, and which move may be made. */
export interface Guide {
  over(controls: Controls): preact.ComponentChildren;
  allows(option: Option): boolean;
  /** Moves are shown without movement, since many follow each other. */
  hurries(): boolean;
}

/** What happens beside the table while it is on screen: its log, its events in motion, what was chosen, notices. */
function useLiveTable(live: LiveTable, { id, token, guide }: { id: string; token?: string; guide?: Guide }) {
  useEffect(() => {
    selected.value = null;
    openSeat.value = null;
    viewpoint.value = 0;
    panel.value = null;
    muted.value = [];
    return () => {
      live.close();
      currentControls.value = null;
      events.value = [];
      setTitle();
    };
  }, [live]);
  useSignalEffect(() => {
    events.value = live.events.value;
  });
  live.animator = (after, happened) => {
    if (!after.view || !happened.length || settings.peek().textMode || guide?.hurries()) return null;
    const kind = KINDS[after.table.game];
    return prepare(kind.animate(happened, live.you.peek() ?? viewpoint.peek(), after.view));
  };
  useSignalEffect(() => {
    const cut = live.link.value === "lost";
    const on = sent.peek();
    if (on && on.cut !== cut) sent.value = { ...on, cut };
  });
  const restored = useRef("");
  useSignalEffect(() => {
    const table = live.state.value?.table;
    if (!table) return;
    rememberCommitment(table);
    if (restored.current !== id) restoreTaken(id, table.moves);
    restored.current = id;
    keepTaken(id, table.moves);
  });
  const warned = useRef(false);
  useSignalEffect(() => {
    const table = live.state.value?.table;
    const engine = choices.value?.engine;
    if (warned.current || table?.status !== "playing" || !engine) return;
    warned.current = true;
    if (table.seats.some(({ kind, level }) => kind === "bot" && isSlowed(table.game, level)))
      notice(warmingWords(engine));
  });
  const older = useRef(false);
  useSignalEffect(() => {
    // The first welcome may leave out the oldest events; the log asks for them once.
    const known = live.events.value;
    if (older.current || !live.state.value || (known[0]?.seq ?? 99) <= 1) return;
    older.current = true;
    api.events(id, 0, token).then(
      (answer) => {
        const have = new Set(live.events.peek().map((event) => event.seq));
        live.events.value = [...answer.events.filter((event) => !have.has(event.seq)), ...live.events.peek()].sort(
          (a, b) => a.seq - b.seq,
        );
      },
      () => undefined,
    );
  });
  useSignalEffect(() => {
    const refused = live.refusal.value;
    if (live.gone.value) unsay();
    else if (refused) notice(errorText(refused), true);
  });
  useSignalEffect(() => {
    const reason = live.parting.value;
    if (!reason || live.state.peek() === null) return; // a table that never opened has a screen of its own for it
    const key = [`bye.${reason}`, `error.${reason}`].find(has);
    if (key) notice(t(key), true);
  });
}

/** What one can do at the table; null until it is open. */
function usePlaying(live: LiveTable, guide: Guide | undefined, shared: Shared | undefined): Controls | null {
  const state = live.state.value;
  const you = live.you.value;
  const here = live.here.value;
  const news = live.news.value;
  // The same controls for as long as the table is the same: a press that only sends something draws no city anew.
  return useMemo((): Controls | null => {
    if (!state) return null;
    let pressed = false; // a press that is not yet seen to be answered
    const made: Controls = {
      kind: KINDS[state.table.game],
      state,
      you,
      yours: isTurnOf(state.table, you),
      live: you !== null && state.table.status === "playing" && state.table.seats[you]?.driver !== "bot",
      get busy() {
        return live.busy.value;
      },
      here: [...here, ...(shared?.seats ?? [])],
      news,
      play: (option) => {
        if (pressed || guide?.allows(option) === false) return;
        pressed = true;
        const taken = selected.peek();
        // Marked in the moment of the press, also while a gentle table looks at the move first; all else follows when
        // the mark is seen.
        sent.value = { option, cut: live.link.peek() === "lost" };
        const done = () => (sent.value = null);
        const send = () =>
          live
            .command("play", { at: state.table.moves, move: option.text })
            .catch(() => undefined)
            .finally(done);
        afterTouch(() => {
          pressed = false;
          if (selected.peek() === taken) selected.value = null;
          playGently(made, live, option, send, done);
        });
      },
      takeBack: () => void live.command("take_back", { at: state.table.moves }).catch(() => undefined),
      askTakeBack: () => void live.command("ask_take_back", { at: state.table.moves }).catch(() => undefined),
      answerTakeBack: (allow) => void live.command("answer_take_back", { allow }).catch(() => undefined),
    };
    return made;
  }, [live, state, you, here, news, shared?.seats.join()]);
}

/** Shows the result when the game is over and all has come to rest; whether it is shown. */
function useResult(live: LiveTable, id: string, state: TableState | null): boolean {
  const over = state?.table.status === "over";
  useEffect(() => {
    if (!over) return;
    jump.value = (move) => {
      panel.value = null;
      location.hash = `${replayAddress(id, live)}/${move}`;
    };
    return () => {
      jump.value = null;
    };
  }, [over]);
  const atEnd = state?.table.status === "over" && panel.value === "result";
  // The last conflicts and the last movement are shown before the result.
  const settled = cutscene.value === null && !moving.value;
  useEffect(() => {
    wantedSide.value = atEnd ? RESULT_SIDE : 0;
    return () => {
      wantedSide.value = 0;
    };
  }, [atEnd]);
  useEffect(() => {
    if (state?.table.status === "over" && state.view?.result && settled) panel.value = "result";
  }, [state?.table.status, settled]);
  return atEnd;
}

export function LiveScreen({
  id,
  token,
  guide,
  shared,
}: {
  id: string;
  token?: string;
  guide?: Guide;
  shared?: Shared;
}) {
  const live = useMemo(() => new LiveTable(id, token, shared?.seat), [id, token]);
  useLiveTable(live, { id, token, guide });
  useReactions(live);
  const state = live.state.value;
  const you = live.you.value;
  const playing = usePlaying(live, guide, shared);
  const ended = playing && resultBar({ controls: playing, live });
  const controls = playing && ended ? { ...playing, over: ended } : playing;
  currentControls.value = controls;
  useTableKeys(controls);
  useEffect(() => {
    if (controls) announce(controls);
  }, [state]);
  const atEnd = useResult(live, id, state);
  if (live.gone.value) return <Gone code={live.gone.value} />;
  if (!controls || !state) return <Opening isLost={live.link.value === "lost"} />;
  if (state.table.status === "open" || !state.view) {
    return (
      <>
        {live.link.value === "lost" && <LostLine />}
        <Lobby live={live} state={state} you={you} />
      </>
    );
  }
  if (shared?.covers(state)) return <>{shared.cover(state)}</>;
  const tools = (
    <>
      {live.link.value === "lost" && <LostLine />}
      {you === null && <WatchingFrom />}
      <HintButton controls={controls} live={live} />
      {state.table.status === "over" && (
        <button class="btn main" onClick={() => (panel.value = "result")}>
          <Icon name="crown" />
          {phone.value ? "" : t("over.show")}
          <span class="sr">{t("over.show")}</span>
        </button>
      )}
      <TableTools controls={controls} watchers={live.watchers.value} />
    </>
  );
  const note = seatTroubles({ controls, live });
  const side = atEnd && <ResultColumn controls={controls} live={live} />;
  const around = (
    <>
      <TablePanels controls={controls} live={live} />
      {guide ? guide.over(controls) : <AdviceLayer controls={controls} live={live} />}
      <BubbleLayer />
      {state.table.status === "over" && you !== null && <RematchCall next={state.table.next} busy={live.busy.value} />}
    </>
  );
  return (
    <>
      {settings.value.textMode ? (
        <TextTable controls={controls} tools={tools}>
          {note}
          {controls.over}
          {around}
        </TextTable>
      ) : (
        <TableFrame controls={controls} tools={tools} note={note} line side={side}>
          {around}
        </TableFrame>
      )}
    </>
  );
}

function LostLine() {
  return (
    <span class="pill lostline" role="alert">
      <Icon name="warn" size={16} /> <span>{t("error.offline")}</span>
    </span>
  );
}

/** There is no such table, or none for this person. */
function Gone({ code }: { code: string }) {
  return (
    <Page title={t("live.gone")}>
      <Fault text={errorText(new Refused(code))} />
      <p class="rowline">
        <a class="btn main" href="#/">
          <Icon name="home" />
          {t("common.home")}
        </a>
      </p>
    </Page>
  );
}

/** The table is not there yet. */
function Opening({ isLost }: { isLost: boolean }) {
  return (
    <Page title="Mirabilia">
      <p role="status" class="muted center">
        {isLost ? t("error.offline") : t("common.loading")}
      </p>
      <p class="center">
        <a class="btn" href="#/">
          {t("common.home")}
        </a>
      </p>
    </Page>
  );
}
