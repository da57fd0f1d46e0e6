// The same table as text: headings for each seat, a list of everything I can do, a line to type into, and announcements.
// Made for screen readers, and for anybody who prefers words.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { cardOf, DUEL, WONDERS } from "../app/catalog";
import { type Desk, DeskContext } from "../app/desk";
import {
  and,
  boardName,
  cardName,
  goodName,
  kindName,
  or,
  roman,
  symbolName,
  t,
  tokenName,
  wonderName,
} from "../app/i18n";
import { ring } from "../app/ring";
import { change } from "../app/settings";
import type { DuelView, Option, WondersView } from "../app/types";
import { optionSentence, payment, question, reason, seatName } from "../app/words";
import { effectWords } from "../parts/effect-words";
import { useLines } from "../parts/log";
import { notice } from "../parts/notice";
import { TurnControls } from "../parts/turn-controls";
import { tableFacts } from "./frame";
import { handCards } from "./hand";
import { trackWords } from "./track";
import { choiceSentence } from "./wonders-actions";

export function TextTable({
  desk,
  tools,
  children,
}: {
  desk: Desk;
  tools: ComponentChildren;
  children?: ComponentChildren;
}) {
  const { view, table } = desk.state;
  if (!view) return null;
  return (
    <DeskContext.Provider value={desk}>
      <div class="textpage" {...tableFacts(desk)}>
        <header class="topbar">
          <h1>
            {view.game === "wonders"
              ? t("table.age_turn", { age: roman(view.age), turn: view.turn, turns: WONDERS.constants.turns_per_age! })
              : view.phase === "draft"
                ? t("phase.duel.draft")
                : t("table.age", { age: roman(view.age) })}
          </h1>
          <span class="grow" />
          {tools}
        </header>
        <main id="main" tabIndex={-1}>
          <p>
            <button class="btn" onClick={() => change({ textMode: false })}>
              {t("text.to_picture")}
            </button>
          </p>
          <p role="status" aria-live="polite" class="textstatus">
            {status(desk)}
          </p>
          <Decisions />
          <section aria-labelledby="text-log">
            <h2 id="text-log">{t("panel.log")}</h2>
            <News />
          </section>
          {view.game === "duel" ? <DuelText desk={desk} view={view} /> : <WondersText desk={desk} view={view} />}
          {table.status === "playing" && <TurnControls />}
        </main>
        {children}
      </div>
    </DeskContext.Provider>
  );

  function Decisions() {
    const [line, setLine] = useState("");
    const options = desk.state.options;
    const chosen = desk.state.choice;
    if (!desk.live || (!options.length && !chosen.length)) return null;
    function typed(event: Event) {
      event.preventDefault();
      const option = readCommand(line, options);
      if (option) {
        desk.play(option);
        setLine("");
      } else notice(t("text.not_understood"), true);
    }
    return (
      <section aria-labelledby="text-do">
        <h2 id="text-do">{t("text.your_options")}</h2>
        {chosen.length > 0 && (
          <p>
            <strong>{and(chosen.map((text) => choiceSentence(desk, text)))}</strong> {t("table.change_freely")}{" "}
            {desk.takeBack && (
              <button class="btn" onClick={() => desk.takeBack?.()}>
                {t("table.take_back")}
              </button>
            )}
          </p>
        )}
        <p>{question(desk)}</p>
        <ol class="optionlist">
          {options.map((option) => (
            <li>
              <button class="btn" disabled={desk.busy} data-move={option.text} onClick={() => desk.play(option)}>
                {optionSentence(desk, option)}
              </button>
            </li>
          ))}
        </ol>
        <form onSubmit={typed} class="rowline">
          <label class="field grow">
            <span>{t("text.command")}</span>
            <input type="text" value={line} onInput={(e) => setLine(e.currentTarget.value)} autocomplete="off" />
          </label>
          <button class="btn main">{t("text.do")}</button>
        </form>
        <p class="muted">{t("text.command_help")}</p>
      </section>
    );
  }

  function News() {
    const lines = useLines().slice(-8);
    return (
      <ul class="textlog" aria-live="polite">
        {lines.map((line) => (
          <li key={`${line.seq}${line.text}`}>{line.text}</li>
        ))}
      </ul>
    );
  }
}

/** "3" takes the third option; "b 2" builds the second card for sale; a move's own text works too. */
export function readCommand(line: string, options: Option[]): Option | undefined {
  const text = line.trim().toLowerCase();
  if (/^\d+$/.test(text)) return options[Number(text) - 1];
  const exact = options.find((option) => option.text.toLowerCase() === text);
  if (exact) return exact;
  const short = /^([bwdf])\s*(\d+)$/.exec(text);
  if (!short) return undefined;
  const actions: Record<string, string[]> = { b: ["build"], w: ["stage", "wonder"], d: ["discard"], f: ["free_build"] };
  const cards = [...new Set(options.map((option) => option.card).filter(Boolean))];
  const card = cards[Number(short[2]) - 1];
  return options.find((option) => option.card === card && actions[short[1]!]!.includes(option.action));
}

function status(desk: Desk): string {
  const { table } = desk.state;
  if (table.status === "over") return t("event.over");
  const waiting = table.waiting_for.filter((seat) => !table.ready.includes(seat));
  if (desk.you !== null && waiting.includes(desk.you)) return t("table.your_turn");
  return waiting.length
    ? t("table.waiting_for", { players: and(waiting.map((seat) => seatName(desk.state, seat))) })
    : "";
}

function CardLine({ desk, name }: { desk: Desk; name: string }) {
  const game = desk.state.table.game;
  const card = cardOf(game, name);
  const quote = desk.state.quotes.find((q) => q.card === name);
  if (!card) return null;
  const parts = [effectWords(game, card.effect).join(" ")];
  if (quote) parts.push(quote.affordable ? payment(desk, quote).join("; ") : reason(quote));
  const foe = game === "duel" ? desk.state.prices?.[1 - (desk.you ?? 0)]?.[name] : undefined;
  if (foe !== undefined) parts.push(t("text.foe_price", { n: foe }));
  return (
    <>
      <strong>{cardName(game, name)}</strong> ({kindName(card.color)})
      {parts.map((part) => (
        <span class="part">{part}</span>
      ))}
    </>
  );
}

function DuelText({ desk, view }: { desk: Desk; view: DuelView }) {
  const me = desk.you ?? 0;
  return (
    <>
      <section>
        <h2>{t("board.pyramid")}</h2>
        {view.phase === "draft" ? (
          <ul>
            {view.draft.map((name) => (
              <li>
                <strong>{wonderName(name)}</strong>: {effectWords("duel", DUEL.wonders.get(name)!.effect).join(" ")}
              </li>
            ))}
          </ul>
        ) : (
          <>
            <h3>{t("text.open_cards")}</h3>
            <ol>
              {view.layout
                .filter((slot) => slot.open)
                .map((slot) => (
                  <li>
                    <CardLine desk={desk} name={slot.card!} />
                  </li>
                ))}
            </ol>
            <h3>{t("text.covered_cards")}</h3>
            <p>
              {and(view.layout.filter((slot) => !slot.open && slot.card).map((slot) => cardName("duel", slot.card!)))}
            </p>
            <p>{t("text.face_down", { n: view.layout.filter((slot) => !slot.card).length })}</p>
          </>
        )}
      </section>
      <section>
        <h2>{t("text.war")}</h2>
        <p>{trackWords(view, me)}</p>
      </section>
      <section>
        <h2>{t("board.tokens")}</h2>
        <ul>
          {view.board_tokens.map((name) => (
            <li>
              <strong>{tokenName(name)}</strong>: {effectWords("duel", DUEL.tokens.get(name)!.effect).join(" ")}
            </li>
          ))}
        </ul>
      </section>
      {[me, 1 - me].map((seat) => {
        const city = view.cities[seat]!;
        return (
          <section>
            <h2>{seatName(desk.state, seat)}</h2>
            <ul>
              <li>{t("good.count.coins", { n: city.coins })}</li>
              {typeof view.scores?.[seat] === "number" && <li>{t("count.points", { n: view.scores[seat]! })}</li>}
              <li>
                {[...DUEL.resources.raw, ...DUEL.resources.manufactured]
                  .map((good) =>
                    t("board.good_price", {
                      good: goodName(good),
                      made: city.goods[good] ?? 0,
                      n: city.unit_prices[good] ?? 0,
                    }),
                  )
                  .join("; ")}
              </li>
              <li>
                {t("board.science", { n: city.distinct_symbols })}:{" "}
                {and(
                  Object.entries(city.symbols).map(([symbol, n]) =>
                    t("board.symbol_count", { symbol: symbolName("duel", symbol), n }),
                  ),
                )}
              </li>
              <li>
                {t("board.wonders")}:{" "}
                <ul>
                  {city.wonders.map((wonder) => (
                    <li>
                      {wonderName(wonder.name)}:{" "}
                      {wonder.built
                        ? t("board.built")
                        : wonder.lost
                          ? t("board.lost")
                          : `${t("good.count.coins", { n: desk.state.prices?.[seat]?.[wonder.name] ?? 0 })}. ${effectWords("duel", DUEL.wonders.get(wonder.name)!.effect).join(" ")}`}
                    </li>
                  ))}
                </ul>
              </li>
              <li>
                {t("board.buildings")}: {and(city.cards.map((name) => cardName("duel", name)))}
              </li>
              {city.tokens.length > 0 && (
                <li>
                  {t("board.tokens")}: {and(city.tokens.map(tokenName))}
                </li>
              )}
            </ul>
          </section>
        );
      })}
      <section>
        <h2>{t("panel.discard")}</h2>
        <p>{view.discard.length ? and(view.discard.map((name) => cardName("duel", name))) : t("discard.empty")}</p>
      </section>
    </>
  );
}

function WondersText({ desk, view }: { desk: Desk; view: WondersView }) {
  const me = desk.you ?? 0;
  const { left, right, far } = ring(view, me);
  const free = desk.state.options[0]?.city === "free";
  const hand = handCards(view.hand ?? [], desk.state.choice, free);
  const order = [me, left, right, ...far];
  const unit = (goods: string[]) => or(goods.map(goodName));
  return (
    <>
      {view.hand && (
        <section>
          <h2>{t("table.hand")}</h2>
          <ol>
            {hand.map((name) => (
              <li>
                <CardLine desk={desk} name={name} />
              </li>
            ))}
          </ol>
        </section>
      )}
      {order.map((seat) => {
        const city = view.cities[seat];
        if (!city) return null;
        const heading =
          seat === left
            ? t("table.left_neighbour", { player: seatName(desk.state, seat) })
            : seat === right
              ? t("table.right_neighbour", { player: seatName(desk.state, seat) })
              : seatName(desk.state, seat);
        const board = WONDERS.boards.get(city.board)!;
        const next = board[city.side][city.stages];
        const quote = seat === me ? desk.state.quotes.find((q) => q.stage !== undefined) : undefined;
        return (
          <section>
            <h2>{heading}</h2>
            <ul>
              <li>
                {t("table.wonder_progress", { wonder: boardName(city.board), n: city.stages, all: city.stages_in_all })}
                {next && seat === me && (
                  <>
                    {" "}
                    {effectWords("wonders", next.effect).join(" ")}{" "}
                    {quote ? (quote.affordable ? payment(desk, quote).join("; ") : reason(quote)) : ""}
                  </>
                )}
              </li>
              <li>
                {t("good.count.coins", { n: city.coins })}, {t("count.shields", { n: city.shields })},{" "}
                {t("table.war_tokens", { won: city.victory_points, lost: city.defeats })}
              </li>
              {typeof view.scores?.[seat] === "number" && <li>{t("count.points", { n: view.scores[seat]! })}</li>}
              <li>
                {t("table.you_make")}: {and(city.produces.map(unit))}
              </li>
              {seat !== me && (
                <li>
                  {t("table.sells")}: {and(city.sells.map(unit))}
                </li>
              )}
              <li>
                {and(
                  Object.entries(city.symbols).map(([symbol, n]) =>
                    t("table.symbol_count", { symbol: symbolName("wonders", symbol), n }),
                  ),
                )}
              </li>
              <li>
                {t("board.buildings")}:{" "}
                {city.cards.length ? and(city.cards.map((name) => cardName("wonders", name))) : t("discard.empty")}
              </li>
            </ul>
          </section>
        );
      })}
    </>
  );
}
