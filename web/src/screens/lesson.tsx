// A playable lesson: a real game against easy bots from a known deal, with each rule explained when it is first needed.
// The words are in the locale files; this file says when each of them is due.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { api, errorText } from "../app/api";
import type { GameName } from "../app/catalog";
import type { Controls } from "../app/controls";
import { has, loadRules, t } from "../app/i18n";
import { choices, loadMe, nickname } from "../app/me";
import { go } from "../app/router";
import { keep, kept } from "../app/settings";
import { Icon } from "../art/icons";
import { KINDS } from "../games";
import { notice } from "../parts/notice";
import { Page } from "../parts/page";
import { LiveScreen } from "./live";

interface Progress {
  table: string;
  seen: string[];
  /** After how many moves a step was shown for no other reason than that it had not come up. */
  late?: number;
}

export function LessonScreen({ game }: { game: GameName }) {
  const kind = KINDS[game];
  const key = `mirabilia.lesson.${game}`;
  const [progress, setProgress] = useState<Progress | null>(() => kept<Progress>(key));
  const [fault, setFault] = useState("");
  const [ready, setReady] = useState(false);
  const save = (next: Progress | null) => {
    keep(key, next);
    setProgress(next);
  };
  useEffect(
    () =>
      void Promise.all([loadRules(), loadMe()]).then(
        () => setReady(true),
        (error: unknown) => setFault(errorText(error)),
      ),
    [],
  );
  async function begin() {
    const easiest = choices.peek()?.levels[0] ?? "easy";
    const bot = { kind: "bot" as const, level: easiest };
    try {
      const { wish } = kind.lesson;
      const made = await api.create({
        game,
        name: nickname.peek() || t("home.guest"),
        start: true,
        chat: "off",
        seats: ["me", ...Array.from({ length: (wish.players ?? kind.usualPlayers) - 1 }, () => bot)],
        ...wish,
      });
      save({ table: made.table.id, seen: [] });
    } catch (error) {
      notice(errorText(error), true);
    }
  }
  if (!progress || fault || !ready) {
    return (
      <Page title={t(`home.lesson_${game}`)} scene={kind.scenes.lesson}>
        {fault && (
          <p class="panel warnline" role="alert">
            <Icon name="warn" /> {fault}
          </p>
        )}
        <div class="panel sheet">
          <p class="lead">{t("coach.intro")}</p>
          <p class="rowline">
            <button class="btn main" disabled={!ready} onClick={() => void begin()}>
              <Icon name="play" />
              {t("coach.begin")}
            </button>
            <a class="btn" href={`#/rules/${game}`}>
              <Icon name="book" />
              {t("home.rules")}
            </a>
          </p>
        </div>
      </Page>
    );
  }
  return (
    <LiveScreen
      key={progress.table}
      id={progress.table}
      coach={(controls) => (
        <Coach
          controls={controls}
          game={game}
          progress={progress}
          onSeen={(step, late) =>
            save({ ...progress, seen: [...progress.seen, step], ...(late === undefined ? {} : { late }) })
          }
          onEnd={() => save(null)}
        />
      )}
    />
  );
}

/** Puts a ring around what is spoken of, and an arrow beside it. */
function usePointing(at: string | undefined): void {
  useLayoutEffect(() => {
    if (!at) return;
    const arrow = document.createElement("span");
    arrow.className = "pointer";
    arrow.setAttribute("aria-hidden", "true");
    const show = () => {
      const now = [...document.querySelectorAll<HTMLElement>(at)].filter((element) => element.checkVisibility());
      for (const element of document.querySelectorAll("[data-pointed]"))
        if (!now.includes(element as HTMLElement)) element.removeAttribute("data-pointed");
      for (const element of now) element.setAttribute("data-pointed", "");
      arrow.hidden = !now.length;
      const box = now[0]?.getBoundingClientRect();
      if (!box) return;
      arrow.style.left = `${Math.max(2, box.left + Math.min(box.width / 2, 60) - 11)}px`;
      // Above the thing, but never on the coach's own words.
      const coach = document.querySelector(".coach")?.getBoundingClientRect();
      const covers = coach && box.top - 26 < coach.bottom && box.top > coach.top;
      arrow.style.top = `${Math.max(2, covers ? box.top + 2 : box.top - 26)}px`;
    };
    document.body.append(arrow);
    show();
    // The table redraws itself for many reasons; the ring follows.
    const timer = setInterval(show, 300);
    return () => {
      clearInterval(timer);
      arrow.remove();
      for (const element of document.querySelectorAll("[data-pointed]")) element.removeAttribute("data-pointed");
    };
  }, [at]);
}

function Coach({
  controls,
  game,
  progress,
  onSeen,
  onEnd,
}: {
  controls: Controls;
  game: GameName;
  progress: Progress;
  onSeen: (step: string, late?: number) => void;
  onEnd: () => void;
}) {
  const steps = controls.kind.lesson.steps.filter(([step]) => has(`lesson.${game}.${step}`));
  // What has not come up by the end of the first age is explained then, so that the lesson always has an end: one thing
  // with each decision, and the farewell last.
  const { moves } = controls.state.table;
  const over = controls.state.view!.phase === "over";
  const late = over || (controls.state.view!.age > 1 && controls.state.options.length > 0);
  const untold = steps.filter(([step]) => !progress.seen.includes(step));
  const waiting = untold.length > 1 ? untold.filter((step) => step !== steps[steps.length - 1]) : untold;
  const timely = waiting.find(([, when]) => when(controls));
  const due = timely ?? (late && (over || progress.late !== moves) ? waiting[0] : undefined);
  const seen = (step: string) => onSeen(step, timely ? undefined : moves);
  const done = progress.seen.length;
  usePointing(due?.[2]);
  // A step that asks for something is over when it has been done.
  const deed = late ? undefined : due?.[3];
  const hasDone = Boolean(due && deed?.(controls));
  useEffect(() => {
    if (due && hasDone) seen(due[0]);
  }, [hasDone, due?.[0]]);
  async function play() {
    const bot = { kind: "bot" as const, level: choices.peek()?.levels[0] ?? "easy" };
    const seats = ["me" as const, ...Array.from({ length: controls.kind.usualPlayers - 1 }, () => bot)];
    try {
      const made = await api.create({ game, name: nickname.peek() || t("home.guest"), start: true, seats });
      onEnd();
      go("table", made.table.id);
    } catch (error) {
      notice(errorText(error), true);
    }
  }
  return (
    <div class="coach panel" role="status" aria-label={t("coach.coach")}>
      {due ? (
        <>
          <p>
            {t(`lesson.${game}.${due[0]}`)} {deed && <b class="trynow">{t("coach.try")}</b>}
          </p>
          <div class="rowline">
            <span class="muted grow">
              {done + 1} / {steps.length}
            </span>
            <button class={deed ? "btn quiet" : "btn main"} onClick={() => seen(due[0])}>
              {t(deed ? "coach.skip" : "coach.next")}
            </button>
          </div>
        </>
      ) : (
        <div class="rowline">
          <span class="grow">{done >= steps.length ? t("coach.done") : t("coach.play_on")}</span>
          {done >= steps.length && (
            <button class="btn" onClick={() => void play()}>
              <Icon name="play" />
              {t("coach.play")}
            </button>
          )}
          <button class="btn quiet" onClick={onEnd}>
            {t("coach.again")}
          </button>
        </div>
      )}
    </div>
  );
}
