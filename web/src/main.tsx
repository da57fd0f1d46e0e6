// The page: picks the screen that belongs to the address.

import { render } from "preact";
import "./styles/all.css";
import { lang, t, useLanguage } from "./app/i18n";
import { installWorker } from "./app/install";
import { route } from "./app/router";
import { firstLanguage } from "./app/settings";
import { installSprite } from "./art/icons";
import { GAMES, gameNamed } from "./games";
import { ConfirmLayer } from "./parts/confirm";
import { EngineLoading } from "./parts/engine-loading";
import { later } from "./parts/later";
import { NoticeLayer } from "./parts/notice";
import { installTips, TipLayer } from "./parts/tip";
import { Home } from "./screens/home";
import { TableScreen } from "./screens/hot-seat";
import { AnalysisScreen, JoinScreen, ReplayScreen } from "./screens/join";
import { NewTableScreen } from "./screens/new-table";
import { SettingsLayer } from "./screens/settings";

const RulesScreen = later(() => import("./screens/rules").then((m) => m.RulesScreen));
const PadScreen = later(() => import("./screens/pad").then((m) => m.PadScreen));
const LessonScreen = later(() => import("./screens/lesson").then((m) => m.LessonScreen));
const StatisticsScreen = later(() => import("./screens/statistics").then((m) => m.StatisticsScreen));
const PuzzlesScreen = later(() => import("./study/puzzles").then((m) => m.PuzzlesScreen));
const PuzzleScreen = later(() => import("./study/puzzles").then((m) => m.PuzzleScreen));
const ImportScreen = later(() => import("./screens/import").then((m) => m.ImportScreen));

function Screen() {
  const [name, ...rest] = route.value;
  switch (name) {
    case undefined:
      return <Home />;
    case "new":
      return <NewTableScreen key={rest[0] ?? ""} game={gameNamed(rest[0])} />;
    case "table":
      if (rest[1] === "replay") return <ReplayScreen key={rest[0]} id={rest[0] ?? ""} at={Number(rest[2] ?? -1)} />;
      if (rest[1] === "analysis") return <AnalysisScreen key={rest[0]} id={rest[0] ?? ""} at={Number(rest[2] ?? -1)} />;
      return <TableScreen key={rest[0]} id={rest[0] ?? ""} />;
    case "join":
    case "seat":
    case "watch":
    case "recover":
      return (
        <JoinScreen
          key={`${rest[0]}${rest[1] ?? ""}`}
          kind={name}
          secret={rest[0] ?? ""}
          {...(rest[1] === "replay" ? { replay: Number(rest[2] ?? 0) } : {})}
          {...(rest[1] === "analysis" ? { analysis: Number(rest[2] ?? -1) } : {})}
        />
      );
    case "rules":
      return <RulesScreen part={rest[0] ?? GAMES[0]!} />;
    case "lesson":
      return <LessonScreen key={rest[0] ?? ""} game={gameNamed(rest[0])} />;
    case "pad":
      return <PadScreen key={rest[0] ?? ""} game={gameNamed(rest[0])} />;
    case "statistics":
      return <StatisticsScreen />;
    case "puzzles":
      return rest[0] ? <PuzzleScreen key={rest[0]} name={rest[0]} theme={rest[1] ?? null} /> : <PuzzlesScreen />;
    case "import":
      return <ImportScreen />;
    default:
      return <Home lost />;
  }
}

function App() {
  return (
    <div lang={lang.value}>
      {/* biome-ignore lint/a11y/useValidAnchor: it does lead to #main, but the address belongs to the router */}
      <a
        class="skip"
        href="#main"
        onClick={(e) => {
          e.preventDefault();
          document.getElementById("main")?.focus();
        }}
      >
        {t("common.skip")}
      </a>
      <Screen />
      <TipLayer />
      <ConfirmLayer />
      <SettingsLayer />
      <NoticeLayer />
      <EngineLoading />
    </div>
  );
}

async function start(): Promise<void> {
  installSprite();
  installTips();
  await useLanguage(firstLanguage());
  const app = document.getElementById("app")!;
  app.textContent = "";
  render(<App />, app);
  installWorker();
}
void start();
