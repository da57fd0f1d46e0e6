// demo.html: every card and many positions without a server. ?p=N shows one position alone, as a table.

import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import "./styles/all.css";
import { cutscene } from "./app/animation";
import type { Controls } from "./app/controls";
import { currentControls } from "./app/current";
import type { GameEvent } from "./app/events";
import { RESULT_SIDE, wantedSide } from "./app/fit";
import { useLanguage } from "./app/i18n";
import { playable } from "./app/live";
import { change, firstLanguage, settings } from "./app/settings";
import { isTurnOf } from "./app/turn";
import type { SentState, TableEvent, TableState } from "./app/types";
import { SHAPES } from "./art/icon-shapes";
import { Icon, installSprite } from "./art/icons";
import { WonderScene } from "./art/scenes";
import { GAMES, KINDS } from "./games";
import { DUEL } from "./games/duel/catalog";
import { WONDERS } from "./games/wonders/catalog";
import { CardBack, CardView, Tile } from "./parts/card";
import { ConfirmLayer } from "./parts/confirm";
import { EffectRow } from "./parts/effect";
import { events } from "./parts/log";
import { TablePanels } from "./parts/panels";
import { ResultColumn, resultBar } from "./parts/result";
import { installTips, TipLayer } from "./parts/tip";
import { TableTools } from "./parts/tools";
import { TableFrame } from "./table/frame";
import { useTableKeys } from "./table/keys";
import { TextTable } from "./table/text-mode";

interface Position {
  title: string;
  you: number;
  state: TableState;
  /** What happened at the table so far. */
  events: TableEvent[];
  /** The events shown in a scene of their own. */
  cutscene?: GameEvent[];
}

function deskOf(position: Position): Controls {
  const controls: Controls = {
    kind: KINDS[position.state.table.game],
    state: position.state,
    you: position.you,
    yours: isTurnOf(position.state.table, position.you),
    live: position.state.table.status === "playing",
    busy: false,
    here: [0, 1],
    news: [],
    play: (option) => console.info(option.text),
  };
  const ended = resultBar({ controls, live: null });
  return ended ? { ...controls, over: ended } : controls;
}

function Gallery({ positions }: { positions: Position[] }) {
  return (
    <main class="demo">
      <h1>Cards and positions</h1>
      <h2>Positions</h2>
      <ol start={0}>
        {positions.map((p, i) => (
          <li>
            <a href={`?p=${i}`}>{p.title}</a>
          </li>
        ))}
      </ol>
      <h2>Icons</h2>
      <p class="rowline">
        {Object.keys(SHAPES).map((name) => (
          <span title={name}>
            <Icon name={name} size={28} />
          </span>
        ))}
      </p>
      <h2>Wonders</h2>
      <div class="demo-scenes">
        {[...WONDERS.boards.values()].map((b) =>
          [0, 1, 2, 3].map((n) => <WonderScene name={b.city} built={n} total={3} dusk={n % 2 === 1} />),
        )}
        {[...DUEL.wonders.keys()].map((name) => (
          <WonderScene name={name} built={1} total={1} />
        ))}
      </div>
      {GAMES.map((game) => (
        <>
          <h2>{game}</h2>
          <div class="demo-cards">
            {[...KINDS[game].catalog.cards.keys()].map((name) => (
              <CardView game={game} name={name} />
            ))}
          </div>
          <p class="rowline">
            {[...KINDS[game].catalog.cards.keys()].map((name) => (
              <Tile game={game} name={name} attrs={{ "data-tip": `card:${game}:${name}` }} />
            ))}
          </p>
        </>
      ))}
      <div class="demo-cards">
        {[1, 2, 3].map((age) => (
          <CardBack age={age} />
        ))}
        <CardBack age={3} guild />
      </div>
      {[...DUEL.wonders.values(), ...DUEL.tokens.values()].map((w) => (
        <p>
          <EffectRow game="duel" effect={w.effect} />
        </p>
      ))}
    </main>
  );
}

function One({ position }: { position: Position }) {
  const [controls] = useState(() => deskOf(position));
  currentControls.value = controls;
  useTableKeys(controls);
  useEffect(() => {
    cutscene.value = position.cutscene ?? null;
    if (controls.over) wantedSide.value = RESULT_SIDE;
    events.value = position.events;
  }, []);
  const tools = <TableTools controls={controls} />;
  return settings.value.textMode ? (
    <TextTable controls={controls} tools={tools} />
  ) : (
    <TableFrame
      controls={controls}
      tools={tools}
      side={controls.over && <ResultColumn controls={controls} live={null} />}
    >
      <TablePanels controls={controls} live={null} />
    </TableFrame>
  );
}

async function start() {
  installSprite();
  installTips();
  const query = new URLSearchParams(location.search);
  if (query.has("text")) change({ textMode: query.get("text") === "1" });
  await useLanguage(firstLanguage());
  const answer = await fetch("demo/positions.json");
  const made = answer.ok ? ((await answer.json()) as (Position & { state: SentState })[]) : [];
  const positions: Position[] = made.map((position) => ({ ...position, state: playable(position.state) }));
  const chosen = positions[Number(query.get("p") ?? -1)];
  render(
    <>
      {chosen ? <One position={chosen} /> : <Gallery positions={positions} />}
      <TipLayer />
      <ConfirmLayer />
    </>,
    document.getElementById("app")!,
  );
}
void start();
