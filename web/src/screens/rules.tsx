// The rules in our own words, the sheet of symbols, and every card; all from the catalog and the locale files.

import { useEffect, useState } from "preact/hooks";
import type { GameName } from "../app/catalog";
import { found } from "../app/fold";
import { cardName, goodName, has, kindName, lang, loadRules, roman, symbolName, t } from "../app/i18n";
import { CARD_KINDS } from "../art/cornice";
import { Coin, Good, Icon, Laurel, Shield } from "../art/icons";
import { GAMES, gameNamed, KINDS } from "../games";
import { CATALOGS } from "../games/catalogs";
import { CardView } from "../parts/card";
import { ChainTree } from "../parts/chains";
import { EffectRow, KindChip } from "../parts/effect";
import { Page } from "../parts/page";

const PARTS = [...GAMES, "symbols", ...GAMES.map((game) => `cards-${game}`), ...GAMES.map((game) => `chains-${game}`)];

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
  // A part is a game, the sheet of symbols, or "cards-" and "chains-" with a game.
  const [what, of] = part.includes("-") ? part.split("-") : ["", part];
  const game = gameNamed(of);
  const label = (name: string) => {
    const [kind, whose] = name.split("-");
    if (whose) return t(`ref.${kind}`, { game: t(`game.${whose}`) });
    return name === "symbols" ? t("ref.symbols") : t(`game.${name}`);
  };
  return (
    <Page title={t("home.rules")} wide scene={part === "symbols" ? "The Great Library" : KINDS[game].scenes.rules}>
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
      ) : what === "cards" ? (
        <Cards game={game} />
      ) : what === "chains" ? (
        <ChainTree game={game} owned={[]} />
      ) : (
        <Rules game={game} />
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
          {t(`home.lesson_${game}`)}
        </a>
      </p>
      {KINDS[game].sections.map((section) => {
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
  const goods = CATALOGS[GAMES[0]!].resources;
  const rows: [string, preact.ComponentChildren][] = [
    ["raw", goods.raw.map((good) => <Good name={good} size={26} label={goodName(good)} />)],
    ["manufactured", goods.manufactured.map((good) => <Good name={good} size={26} label={goodName(good)} />)],
    ["any_of", <EffectRow game="wonders" effect={{ produces: [["wood", "clay"]] }} size={26} />],
    ["coin", <Coin n={3} size={28} />],
    ["points", <Laurel n={5} size={34} />],
    ["shield", <Shield size={28} />],
    [
      "science",
      GAMES.flatMap((game) =>
        CATALOGS[game].symbols.map((symbol) => <Icon name={symbol} size={24} label={symbolName(game, symbol)} />),
      ),
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
      {CARD_KINDS.map((kind) => (
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
  const { Reference } = KINDS[game];
  const [text, setText] = useState("");
  const cards = [...CATALOGS[game].cards.values()].filter((card) => found(text, cardName(game, card.name), lang.value));
  return (
    <>
      <label class="field findcard">
        <span>{t("ref.find")}</span>
        <input type="text" value={text} onInput={(e) => setText(e.currentTarget.value)} />
      </label>
      {!cards.length && <p class="muted">{t("ref.none")}</p>}
      {[1, 2, 3]
        .filter((age) => cards.some((card) => card.age === age))
        .map((age) => (
          <section>
            <h2>{t("table.age", { age: roman(age) })}</h2>
            <div class="cardwall">
              {cards
                .filter((card) => card.age === age)
                .map((card) => (
                  <CardView
                    game={game}
                    name={card.name}
                    attrs={{ "data-tip": `card:${game}:${card.name}`, tabIndex: 0 }}
                  />
                ))}
            </div>
          </section>
        ))}
      {!text.trim() && <Reference />}
    </>
  );
}
