// A lesson: a whole game from a script. Each idea is explained before it happens: what it is about is bright, the rest
// is dim, and only the requested move can be made. Rounds without explanations play by themselves. The script says when
// each step is due; the words are in the locale files.

import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { api, errorText, Refused } from "../app/api";
import type { GameName } from "../app/catalog";
import { type Controls, selected, sent, split, stageQuote } from "../app/controls";
import { cardName, loadRules, t } from "../app/i18n";
import { choices, loadMe, nickname } from "../app/me";
import { parseMove } from "../app/moves";
import { go } from "../app/router";
import { keep, kept, settings } from "../app/settings";
import type { Option } from "../app/types";
import { Icon } from "../art/icons";
import { KINDS } from "../games";
import { LESSONS, PUPIL, type Step } from "../games/lessons";
import { Page } from "../parts/page";
import { type Guide, LiveScreen } from "./live";

interface Progress {
  table: string;
  /** The first step that has not been shown. */
  next: number;
}
const progressKey = (game: GameName) => `mirabilia.lesson.${game}`;

/** Least time of a bot's decision, and of a move that plays by itself, in milliseconds. */
const BOT_PACE = 450;
const OWN_PACE = 300;
/** How long a card shown to the pupil stays up before it is played. */
const SHOWN = 900;
/** How long the table may take to change after a move was sent, before the same is asked for again. */
const PATIENCE = 3000;

/** The move that may be made now; null: none, undefined: any. */
const wanted = signal<string | null | undefined>(null);
/** Rounds play by themselves. */
const hurried = signal(false);

export function LessonScreen({ game }: { game: GameName }) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [fault, setFault] = useState("");
  const save = (next: Progress) => {
    keep(progressKey(game), next);
    setProgress(next);
  };
  async function begin(): Promise<void> {
    await Promise.all([loadRules(), loadMe()]);
    const begun = kept<Progress>(progressKey(game));
    if (begun && (await isThere(begun.table))) return save(begun);
    const bot = { kind: "bot" as const, level: choices.peek()?.levels[0] ?? "easy" };
    const made = await api.create({
      game,
      lesson: true,
      name: nickname.peek() || t("home.guest"),
      start: true,
      chat: "off",
      bot_pace_ms: BOT_PACE,
      seats: ["me", ...Array.from({ length: LESSONS[game].players - 1 }, () => bot)],
    });
    save({ table: made.table.id, next: 0 });
  }
  const tryBegin = () => {
    setFault("");
    begin().catch((error: unknown) => setFault(errorText(error)));
  };
  useEffect(tryBegin, []);
  if (!progress)
    return (
      <Page title={t(`home.lesson_${game}`)} scene={KINDS[game].scenes.lesson}>
        {fault ? (
          <p class="panel warnline" role="alert">
            <Icon name="warn" /> <span class="grow">{fault}</span>
            <button class="btn" onClick={tryBegin}>
              {t("common.retry")}
            </button>
          </p>
        ) : (
          <p class="center muted" role="status">
            {t("common.loading")}
          </p>
        )}
      </Page>
    );
  const guide: Guide = {
    over: (controls) => (
      <Coach
        controls={controls}
        next={progress.next}
        advance={(next) => save({ ...progress, next })}
        ended={() => keep(progressKey(game), null)}
      />
    ),
    allows: (option) => wanted.peek() === undefined || wanted.peek() === option.text,
    hurries: () => hurried.peek(),
  };
  return <LiveScreen key={progress.table} id={progress.table} guide={guide} />;
}

/** Whether a lesson that was left can be continued. */
async function isThere(table: string): Promise<boolean> {
  try {
    return (await api.table(table)).table.status === "playing";
  } catch (error) {
    if (error instanceof Refused && error.code !== "offline") return false;
    throw error;
  }
}

/** Where the next thing to press for a move is: its card or answer, then the button. */
function placeOf(option: Option): string[] {
  const { card, wonder, token, action } = parseMove(option.text);
  if (token) return [`.choice button[data-token="${token}"]`, `button[data-token="${token}"]`];
  if (card && selected.value !== card) return [`button[data-card="${card}"]`];
  const keys: Record<string, string> = { build: "B", discard: "D", wonder: "W", stage: "W" };
  const key = `.actions [aria-keyshortcuts="${keys[action]}"]`;
  return wonder ? [`.actions [data-tip="wonder:${wonder}"]`, key] : [key];
}

/** The same in words. */
function request({ kind, state }: Controls, option: Option): string {
  const game = kind.name;
  const { card, wonder, token, action } = parseMove(option.text);
  if (token) return t("coach.take", { token: t(`duel.token.${token}`) });
  if (card && selected.value !== card) return t("coach.tap", { card: cardName(game, card) });
  const button = wonder
    ? t(`duel.wonder.${wonder}`)
    : action === "stage"
      ? t("table.stage_n", { n: stageQuote(state.quotes)?.stage ?? 1 })
      : t(`action.${action}`);
  return t("coach.press", { button });
}

interface CoachProps {
  controls: Controls;
  next: number;
  advance: (next: number) => void;
  ended: () => void;
}

function Coach({ controls, next, advance, ended }: CoachProps) {
  const { kind, state } = controls;
  const lesson = LESSONS[kind.name];
  const { steps, rounds } = lesson.script;
  const round = lesson.round(state.view!);
  const over = state.table.status === "over";
  let at = next;
  while (steps[at]?.deed && steps[at]!.round < round) at++; // done, perhaps before a reload
  const due: Step | undefined = steps[at] && steps[at]!.round <= round && !over ? steps[at] : undefined;
  const mine = rounds[round]?.find(([seat]) => seat === PUPIL)?.[1];
  const asked = controls.yours && state.chosen.length === 0 && !over;
  const option = asked ? state.options.find(({ text }) => text === mine) : undefined;
  const deed = due?.deed ? option : undefined;
  const alone = !over && !due && at > 0 && (steps[at]?.round ?? Infinity) > round + 1;
  const strayed = asked && !option; // the game is not the script's any more: it can be played on
  const card = deed && parseMove(deed.text).card;
  useLayoutEffect(() => {
    wanted.value = strayed ? undefined : (deed?.text ?? (due ? null : (option?.text ?? null)));
    hurried.value = alone;
  });
  useEffect(
    () => () => {
      wanted.value = null;
      hurried.value = false;
    },
    [],
  );
  // Another card cannot be taken up meanwhile, and where a price can be split, the script's split is chosen.
  const taken = selected.value;
  useEffect(() => {
    if (strayed) return;
    if (taken !== null && taken !== card) selected.value = null;
    if (taken !== null && taken === card) split.value = deed!.text;
  }, [taken, card, strayed]);
  const now = useRef(controls);
  now.current = controls;
  const play = (move: Option) => {
    if (now.current.state.options.some(({ text }) => text === move.text)) now.current.play(move);
  };
  useEffect(() => {
    if (due || !option) return;
    const timer = setTimeout(() => play(option), OWN_PACE);
    return () => clearTimeout(timer);
  }, [due, option?.text]);
  useEffect(() => {
    if (over) ended();
  }, [over]);
  const show = () => {
    if (!deed) return;
    if (card) selected.value = card;
    setTimeout(() => play(deed), card ? SHOWN : 0);
  };
  // A move that was made and is not seen yet is not asked for again.
  const [made, setMade] = useState<number | null>(null);
  const sending = sent.value !== null;
  useEffect(() => {
    if (sending) return setMade(state.table.moves);
    const timer = setTimeout(() => setMade(null), PATIENCE);
    return () => clearTimeout(timer);
  }, [sending]);
  if (over || strayed) return null;
  if (!alone && (sending || made === state.table.moves)) return <Shades target={[]} />;
  const spoken = due && (!due.deed || deed);
  const target = deed ? placeOf(deed) : due?.ring ? [lesson.parts[due.ring]!] : [];
  if (!spoken && !alone) return target.length ? null : <Shades target={[]} />;
  return (
    <>
      {!settings.value.textMode && spoken && <Shades target={target} all={!deed} />}
      <section class="lessonsheet panel" aria-label={t("coach.coach")} data-step={due?.name ?? ""}>
        <p role="status">
          {deed && <b>{request(controls, deed)} </b>}
          {/* Why was said with the card; the shorter words leave the table to be seen. */}
          {due ? !(card && taken === card) && t(`lesson.${kind.name}.${due.name}`) : t("coach.fast")}
        </p>
        <div class="rowline">
          <span class="lessonbar" aria-hidden="true">
            <i style={{ width: `${(Math.min(at + 1, steps.length) / steps.length) * 100}%` }} />
          </span>
          <span class="muted grow">{t("coach.step", { n: Math.min(at + 1, steps.length), all: steps.length })}</span>
          <button class="btn quiet" onClick={() => go()}>
            {t("coach.leave")}
          </button>
          {deed ? (
            <button class="btn" onClick={show}>
              {t("coach.show")}
            </button>
          ) : (
            due && (
              <button class="btn main" onClick={() => advance(at + 1)}>
                {t("coach.next")}
              </button>
            )
          )}
        </div>
      </section>
    </>
  );
}

/** The rectangle around things, in pixels of the window. */
function around(things: Element[]): { left: number; top: number; right: number; bottom: number } {
  const boxes = things
    .flatMap((thing) => [thing, ...thing.querySelectorAll(".verdict")]) // the badge hangs over its card's edge
    .map((thing) => thing.getBoundingClientRect());
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

/** How far the ring stands off what it is around. */
const OFF = 5;

/**
 * Everything but one thing is dim and catches what is pressed; around that thing a ring, above it an arrow. The thing
 * is what the first selector finds that finds anything: the first of it, or all together.
 */
function Shades({ target, all = false }: { target: string[]; all?: boolean }) {
  const ref = useRef<HTMLDivElement>(null);
  const which = target.join("|");
  useLayoutEffect(() => {
    const layer = ref.current!;
    let before = "";
    const place = () => {
      const found = target
        .map((each) => [...document.querySelectorAll(each)].filter((element) => element.checkVisibility()))
        .find((elements) => elements.length);
      const box = found && around(all ? found : found.slice(0, 1));
      const sheet = document.querySelector<HTMLElement>(".lessonsheet");
      const measures = box
        ? [
            Math.max(2, box.left - OFF),
            Math.max(2, box.top - OFF),
            Math.min(innerWidth - 2, box.right + OFF),
            Math.min(innerHeight - 2, box.bottom + OFF),
          ]
        : [0, 0, 0, 0];
      const key = `${measures.map(Math.round)} ${innerWidth} ${innerHeight} ${sheet?.offsetHeight}`;
      if (key === before) return;
      if (found && !before && (box!.bottom > innerHeight || box!.top < 0))
        found[0]!.scrollIntoView({ block: "center" });
      before = key;
      ["left", "top", "right", "bottom"].forEach((side, i) => {
        layer.style.setProperty(`--${side}`, `${measures[i]}px`);
      });
      layer.classList.toggle("bare", !box);
      // An arrow above a button would lie on the words of its sheet.
      layer.classList.toggle("unarrowed", Boolean(found?.[0]?.closest(".actions, .choice")));
      if (!sheet) return;
      // The sheet never covers what it talks about.
      const height = sheet.offsetHeight + 8;
      const below = !box || box.bottom < innerHeight - height;
      const above = box !== undefined && box.top > height;
      sheet.classList.toggle("above", !below && (above || innerHeight - box!.bottom < box!.top));
    };
    place();
    // The table redraws itself for many reasons; the ring follows.
    const timer = setInterval(place, 100);
    addEventListener("resize", place);
    return () => {
      clearInterval(timer);
      removeEventListener("resize", place);
    };
  }, [which]);
  return (
    <div class="shades" ref={ref} aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
      <b />
      <svg viewBox="0 0 40 44" width="34" height="38">
        <path d="M13 2h14v20h11L20 42 2 22h11z" />
      </svg>
    </div>
  );
}
