// A playable lesson: a real game against easy bots from a known deal, with each rule told when it is first needed. The
// words are in the locale files; here stands only when each of them is due.

import { useEffect, useState } from "preact/hooks";
import { api, errorText } from "../app/api";
import { cardOf, type GameName } from "../app/catalog";
import type { Desk } from "../app/desk";
import { selected } from "../app/desk";
import { has, loadRules, t } from "../app/i18n";
import { choices, loadMe, nickname } from "../app/me";
import { keep, kept } from "../app/settings";
import type { DuelView, WondersView } from "../app/types";
import { Icon } from "../art/icons";
import { notice } from "../parts/notice";
import { Page } from "../parts/page";
import { LiveScreen } from "./live";

interface Progress {
  table: string;
  seen: string[];
}
const SEED: Record<GameName, number> = { duel: 20, wonders: 7 };
type Due = (desk: Desk) => boolean;

const duel = (desk: Desk) => desk.state.view as DuelView;
const wonders = (desk: Desk) => desk.state.view as WondersView;
const mine = (desk: Desk) => desk.state.view!.cities[desk.you ?? 0]!;
const yours = (desk: Desk) => desk.state.options.length > 0;
const color = (desk: Desk, kind: string) => {
  const name = selected.value;
  return Boolean(name && cardOf(desk.state.table.game, name)?.color === kind);
};
const quote = (desk: Desk) => desk.state.quotes.find((q) => q.card === selected.value);

const DUE: Record<GameName, [string, Due][]> = {
  duel: [
    ["01", () => true],
    ["02", (d) => duel(d).phase === "turn" && yours(d)],
    ["03", (d) => duel(d).phase === "turn" && yours(d)],
    ["04", (d) => duel(d).phase === "turn" && yours(d)],
    ["05", (d) => duel(d).moves > 8],
    ["06", (d) => quote(d)?.plan.some((line) => line.source === "trade") ?? false],
    ["07", (d) => mine(d).coins < 4 && yours(d) && duel(d).moves > 9],
    ["08", (d) => color(d, "yellow")],
    ["09", (d) => color(d, "red")],
    ["10", (d) => duel(d).pawn !== 0],
    ["11", (d) => color(d, "green")],
    ["12", (d) => color(d, "blue")],
    ["13", () => Boolean(selected.value && cardOf("duel", selected.value)?.chain)],
    ["14", (d) => yours(d) && d.state.options.some((option) => option.action === "wonder")],
    ["15", (d) => duel(d).moves > 12 && Boolean(selected.value)],
    ["16", (d) => duel(d).age === 1 && duel(d).layout.length <= 2 && duel(d).phase === "turn"],
    ["17", (d) => duel(d).age === 2],
  ],
  wonders: [
    ["01", () => true],
    ["02", yours],
    ["03", yours],
    ["04", yours],
    ["05", yours],
    ["06", (d) => wonders(d).turn > 1 || wonders(d).age > 1],
    ["07", (d) => quote(d)?.plan.some((line) => line.source === "left" || line.source === "right") ?? false],
    ["08", (d) => (quote(d)?.pays?.length ?? 0) > 1],
    ["09", (d) => color(d, "blue")],
    ["10", (d) => color(d, "red")],
    ["11", (d) => color(d, "green")],
    ["12", (d) => color(d, "yellow")],
    ["13", (d) => wonders(d).turn > 1 && d.state.options.some((option) => option.action === "stage")],
    ["14", (d) => wonders(d).turn > 2 && Boolean(quote(d) && !quote(d)!.affordable)],
    ["15", (d) => d.state.choice.length > 0],
    ["16", (d) => wonders(d).age === 1 && wonders(d).turn === 6],
    ["17", (d) => wonders(d).age === 2],
    ["18", (d) => wonders(d).age === 2],
  ],
};

export function LessonScreen({ game }: { game: GameName }) {
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
      const made = await api.create({
        game,
        name: nickname.peek() || t("home.guest"),
        seed: SEED[game],
        start: true,
        chat: "off",
        seats: game === "duel" ? ["me", bot] : ["me", bot, bot],
        ...(game === "duel" ? { first_game_wonders: true } : { players: 3, boards: "A" }),
      });
      save({ table: made.table.id, seen: [] });
    } catch (error) {
      notice(errorText(error), true);
    }
  }
  if (!progress || fault || !ready) {
    return (
      <Page title={t(`home.lesson_${game}`)} scene={game === "duel" ? "Olympia" : "Ephesos"}>
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
      coach={(desk) => (
        <Coach
          desk={desk}
          game={game}
          progress={progress}
          onSeen={(step) => save({ ...progress, seen: [...progress.seen, step] })}
          onEnd={() => save(null)}
        />
      )}
    />
  );
}

function Coach({
  desk,
  game,
  progress,
  onSeen,
  onEnd,
}: {
  desk: Desk;
  game: GameName;
  progress: Progress;
  onSeen: (step: string) => void;
  onEnd: () => void;
}) {
  const steps = DUE[game].filter(([step]) => has(`lesson.${game}.${step}`));
  // What has not come up by the end of the first age is told then, so that the lesson always has an end.
  const late = desk.state.view!.phase === "over" || (desk.state.view!.age > 1 && yours(desk));
  const due = steps.find(([step, when]) => !progress.seen.includes(step) && (late || when(desk)));
  const done = progress.seen.length;
  return (
    <div class="coach panel" role="status" aria-label={t("coach.coach")}>
      {due ? (
        <>
          <p>{t(`lesson.${game}.${due[0]}`)}</p>
          <div class="rowline">
            <span class="muted grow">
              {done + 1} / {steps.length}
            </span>
            <button class="btn main" onClick={() => onSeen(due[0])}>
              {t("coach.next")}
            </button>
          </div>
        </>
      ) : (
        <div class="rowline">
          <span class="muted grow">{done >= steps.length ? t("coach.done") : t("coach.play_on")}</span>
          <button class="btn quiet" onClick={onEnd}>
            {t("coach.again")}
          </button>
        </div>
      )}
    </div>
  );
}
