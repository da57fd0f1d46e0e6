// The rules in our own words, the sheet of symbols, and every card; all from the catalog and the locale files.

import { useEffect, useState } from "preact/hooks";
import { DUEL, type GameName, WONDERS } from "../app/catalog";
import { cardName, goodName, has, kindName, loadRules, roman, symbolName, t, tokenName, wonderName } from "../app/i18n";
import { KINDS } from "../art/cornice";
import { Coin, Good, Icon, Laurel, Shield } from "../art/icons";
import { WonderScene } from "../art/scenes";
import { CardView, Pips } from "../parts/card";
import { ChainTree } from "../parts/chains";
import { EffectRow, KindChip } from "../parts/effect";
import { effectWords } from "../parts/effect-words";
import { Page } from "../parts/page";

const SECTIONS: Record<GameName, string[]> = {
  duel: ["goal", "setup", "turn", "cost", "chain", "wonders", "war", "science", "age", "end"],
  wonders: [
    "goal",
    "setup",
    "turn",
    "cost",
    "trade",
    "chain",
    "stages",
    "war",
    "end",
    "science",
    "guilds",
    "powers",
    "two",
  ],
};
const PARTS = ["duel", "wonders", "symbols", "cards-duel", "cards-wonders", "chains-duel", "chains-wonders"];

export function RulesScreen({ part }: { part: string }) {
  const [ready, setReady] = useState(false);
  useEffect(
    () =>
      void loadRules().then(
        () => setReady(true),
        () => setReady(true),
      ),
    [],
  );
  const label = (name: string) =>
    name === "symbols"
      ? t("ref.symbols")
      : name.startsWith("cards-")
        ? t("ref.cards", { game: t(`game.${name.slice(6)}`) })
        : name.startsWith("chains-")
          ? t("ref.chains", { game: t(`game.${name.slice(7)}`) })
          : t(`game.${name}`);
  return (
    <Page
      title={t("home.rules")}
      wide
      scene={part.includes("wonders") ? "Halikarnassos" : part === "symbols" ? "The Great Library" : "Gizah"}
    >
      <nav class="tabs" aria-label={t("home.rules")}>
        {PARTS.map((name) => (
          <a class="btn" aria-current={part === name ? "page" : undefined} href={`#/rules/${name}`}>
            {label(name)}
          </a>
        ))}
      </nav>
      {!ready ? (
        <p class="muted" role="status">
          {t("common.loading")}
        </p>
      ) : part === "symbols" ? (
        <Symbols />
      ) : part.startsWith("cards-") ? (
        <Cards game={part.slice(6) as GameName} />
      ) : part.startsWith("chains-") ? (
        <ChainTree game={part.slice(7) as GameName} owned={[]} />
      ) : (
        <Rules game={part === "wonders" ? "wonders" : "duel"} />
      )}
    </Page>
  );
}

function Rules({ game }: { game: GameName }) {
  return (
    <article class="rules">
      <p class="panel sheet learnline">
        <a class="btn main" href={`#/lesson/${game}`}>
          <Icon name="play" />
          {t(game === "duel" ? "home.lesson_duel" : "home.lesson_wonders")}
        </a>
      </p>
      {SECTIONS[game].map((section) => {
        const base = `rules.${game}.${section}.`;
        const keys = [1, 2, 3, 4, 5, 6, 7, 8, "olympia", "halikarnassos", "babylon"].map((n) => base + n).filter(has);
        return (
          keys.length > 0 && (
            <section class="panel sheet">
              <h2>{t(`${base}title`)}</h2>
              {keys.map((key) => (
                <p>{t(key)}</p>
              ))}
            </section>
          )
        );
      })}
    </article>
  );
}

function Symbols() {
  const rows: [string, preact.ComponentChildren][] = [
    ["raw", WONDERS.resources.raw.map((good) => <Good name={good} size={26} label={goodName(good)} />)],
    [
      "manufactured",
      WONDERS.resources.manufactured.map((good) => <Good name={good} size={26} label={goodName(good)} />),
    ],
    ["any_of", <EffectRow game="wonders" effect={{ produces: [["wood", "clay"]] }} size={26} />],
    ["coin", <Coin n={3} size={28} />],
    ["points", <Laurel n={5} size={34} />],
    ["shield", <Shield size={28} />],
    [
      "science",
      [...WONDERS.symbols, ...DUEL.symbols].map((s) => (
        <Icon name={s} size={24} label={symbolName(WONDERS.symbols.includes(s) ? "wonders" : "duel", s)} />
      )),
    ],
    ["chain", <Icon name="chain" size={26} />],
    [
      "arrows",
      <>
        <Icon name="left" size={20} />
        <Icon name="down" size={20} />
        <Icon name="right" size={20} />
      </>,
    ],
    ["most", <Icon name="crown" size={26} />],
    ["wonder", <Icon name="wonder" size={26} />],
    ["defeat", <Icon name="defeat" size={26} />],
    ["extra_turn", <Icon name="extra_turn" size={26} />],
    ["destroy", <Icon name="destroy" size={26} />],
    ["revive", <Icon name="revive" size={26} />],
    ["library", <Icon name="library" size={26} />],
    ["seventh", <Icon name="seventh" size={26} />],
    ["free", <Icon name="free" size={26} />],
    ["copy", <Icon name="copy" size={26} />],
    [
      "progress",
      <span class="token small">
        <Icon name="scales" size={18} />
      </span>,
    ],
    [
      "verdict_yes",
      <span class="verdict-inline yes">
        <Icon name="tick" size={15} />
      </span>,
    ],
    ["verdict_pay", <Coin n={2} size={26} />],
    [
      "verdict_chain",
      <span class="verdict-inline chain">
        <Icon name="chain" size={16} />
      </span>,
    ],
    [
      "verdict_no",
      <span class="verdict-inline no">
        <Icon name="cross" size={14} />
      </span>,
    ],
  ];
  return (
    <dl class="symbolsheet">
      {KINDS.map((kind) => (
        <div>
          <dt>
            <KindChip kind={kind} size={30} />
          </dt>
          <dd>
            <b>{kindName(kind)}</b>
          </dd>
        </div>
      ))}
      {rows
        .filter(([name]) => has(`symbol.${name}.name`))
        .map(([name, drawing]) => (
          <div>
            <dt>{drawing}</dt>
            <dd>
              <b>{t(`symbol.${name}.name`)}</b>
              <br />
              {t(`symbol.${name}.text`)}
            </dd>
          </div>
        ))}
    </dl>
  );
}

function Cards({ game }: { game: GameName }) {
  const [text, setText] = useState("");
  const cards = [...(game === "duel" ? DUEL : WONDERS).cards.values()].filter((card) =>
    cardName(game, card.name).toLocaleLowerCase().includes(text.toLocaleLowerCase()),
  );
  return (
    <>
      <label class="field">
        <span>{t("ref.find")}</span>
        <input type="text" value={text} onInput={(e) => setText(e.currentTarget.value)} />
      </label>
      {[1, 2, 3].map((age) => (
        <section>
          <h2>{t("table.age", { age: roman(age) })}</h2>
          <div class="cardwall">
            {cards
              .filter((card) => card.age === age)
              .map((card) => (
                <CardView
                  game={game}
                  name={card.name}
                  attrs={{ "data-tip": `card:${game}:${card.name}`, tabIndex: 0 } as object}
                />
              ))}
          </div>
        </section>
      ))}
      {game === "duel" ? (
        <>
          <h2>{t("board.wonders")}</h2>
          <div class="wonderwall">
            {[...DUEL.wonders.values()].map((wonder) => (
              <div class="panel wonderitem">
                <div class="picture">
                  <WonderScene name={wonder.name} built={1} total={1} cover />
                </div>
                <h3>{wonderName(wonder.name)}</h3>
                <Pips cost={wonder.cost} size={18} />
                <p>{effectWords("duel", wonder.effect).join(" ")}</p>
              </div>
            ))}
          </div>
          <h2>{t("board.tokens")}</h2>
          <ul>
            {[...DUEL.tokens.values()].map((token) => (
              <li>
                <b>{tokenName(token.name)}</b>: {effectWords("duel", token.effect).join(" ")}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <h2>{t("ref.boards")}</h2>
          <div class="wonderwall">
            {[...WONDERS.boards.values()].flatMap((board) =>
              (["A", "B"] as const).map((side) => (
                <div class="panel wonderitem">
                  <div class="picture">
                    <WonderScene name={board.city} built={4} total={board[side].length} dusk={side === "B"} cover />
                  </div>
                  <h3>
                    {t(`wonders.wonder.${board.city}`)} {side}{" "}
                    <Good name={board.resource} size={20} label={goodName(board.resource)} />
                  </h3>
                  <ol>
                    {board[side].map((stage) => (
                      <li>
                        <Pips cost={stage.cost} size={16} /> {effectWords("wonders", stage.effect).join(" ")}
                      </li>
                    ))}
                  </ol>
                </div>
              )),
            )}
          </div>
        </>
      )}
    </>
  );
}
