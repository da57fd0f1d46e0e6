// The score pad for cardboard games. Works without a connection; what is entered stays on this device. Science and
// treasury are worked out as on the pads that lie in the boxes.

import { useMemo, useState } from "preact/hooks";
import type { GameName } from "../app/catalog";
import { seatGlyph } from "../app/controls";
import { and, longDate, num, symbolName, t } from "../app/i18n";
import { coinPoints, sciencePoints, whole } from "../app/pad-sums";
import { save } from "../app/save";
import { keep, kept } from "../app/settings";
import { Icon } from "../art/icons";
import { GAMES, KINDS } from "../games";
import type { Category, PadRow } from "../games/kind";
import { copyText } from "../parts/copy";
import { Page } from "../parts/page";
import { givePicture } from "../parts/share-picture";

const blank = (name: string): PadRow => ({ name, values: {}, science: {}, coins: "" });

/** The pad itself: a column for each player, a row for each category. */
function Sheet({
  game,
  rows,
  edit,
  points,
  totals,
  winners,
  label,
}: {
  game: GameName;
  rows: PadRow[];
  edit(i: number, part: Partial<PadRow>): void;
  points(row: PadRow, category: Category): number;
  totals: number[];
  winners: number[];
  label(row: PadRow, i: number): string;
}) {
  const rules = KINDS[game];
  // War may cost points, and a telephone's keypad has no minus.
  const number = (value: string, onInput: (v: string) => void, aria: string, signed = false) => (
    <input
      type="number"
      inputMode={signed ? "text" : "numeric"}
      class="padnumber"
      value={value}
      aria-label={aria}
      onInput={(e) => onInput(e.currentTarget.value)}
    />
  );
  return (
    <div class="tablescroll panel sheet">
      <table class="pad">
        <thead>
          <tr>
            <td />
            {rows.map((row, i) => (
              <th scope="col">
                <input
                  type="text"
                  maxLength={24}
                  value={row.name}
                  placeholder={t("pad.player", { n: i + 1 })}
                  aria-label={t("pad.name_of", { n: i + 1 })}
                  onInput={(e) => edit(i, { name: e.currentTarget.value })}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rules.categories.map((category) => (
            <tr>
              <th scope="row" class={`cat cat-${category.kind}`}>
                <Icon name={category.icon} size={20} /> <span>{t(`category.${game}.${category.name}`)}</span>
              </th>
              {rows.map((row, i) => (
                <td>
                  {category.pad === "coins" ? (
                    <span class="padpair">
                      {number(row.coins, (coins) => edit(i, { coins }), `${label(row, i)}: ${t("pad.coins")}`)}
                      <output>{num(points(row, category))}</output>
                    </span>
                  ) : category.pad === "symbols" ? (
                    <span class="padscience">
                      {[...rules.catalog.symbols, "any"].map((symbol) => (
                        // biome-ignore lint/a11y/noLabelWithoutControl: the input comes from number()
                        <label>
                          <Icon name={symbol} size={16} label={symbolName(game, symbol)} />
                          {number(
                            row.science[symbol] ?? "",
                            (v) => edit(i, { science: { ...row.science, [symbol]: v } }),
                            `${label(row, i)}: ${symbolName(game, symbol)}`,
                          )}
                        </label>
                      ))}
                      <output>{num(points(row, category))}</output>
                    </span>
                  ) : (
                    number(
                      row.values[category.name] ?? "",
                      (v) => edit(i, { values: { ...row.values, [category.name]: v } }),
                      `${label(row, i)}: ${t(`category.${game}.${category.name}`)}`,
                      category.name === "military",
                    )
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("category.total")}</th>
            {totals.map((n, i) => (
              <td class={`total ${winners.includes(i) ? "winner" : ""}`}>
                <output data-total={i}>{num(n)}</output>
                {winners.includes(i) && <Icon name="crown" size={17} label={t("over.winner")} />}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** How the game ended; where it did not end by points, who won. */
function Ending({
  endings,
  ending,
  setEnding,
  names,
  winner,
  setWinner,
}: {
  endings: string[];
  ending: string;
  setEnding(ending: string): void;
  names: string[];
  winner: number;
  setWinner(seat: number): void;
}) {
  return (
    <div class="rowline padkind">
      <div class="seg" role="group" aria-label={t("pad.kind")}>
        {endings.map((name) => (
          <button aria-pressed={ending === name} onClick={() => setEnding(name)}>
            {t(`result.kind.${name}`)}
          </button>
        ))}
      </div>
      {ending !== endings[0] && (
        <select aria-label={t("over.winner")} value={winner} onChange={(e) => setWinner(Number(e.currentTarget.value))}>
          {names.map((name, i) => (
            <option value={i}>{name}</option>
          ))}
        </select>
      )}
    </div>
  );
}

export function PadScreen({ game }: { game: GameName }) {
  const rules = KINDS[game];
  const key = `mirabilia.pad.${game}`;
  const [rows, setRowsNow] = useState<PadRow[]>(
    () => kept<PadRow[]>(key) ?? Array.from({ length: Math.min(3, rules.usualPlayers) }, () => blank("")),
  );
  const [kind, setKind] = useState(rules.endings[0]!);
  const [special, setSpecial] = useState(0);
  const setRows = (next: PadRow[]) => {
    setRowsNow(next);
    keep(key, next);
  };
  const edit = (i: number, part: Partial<PadRow>) =>
    setRows(rows.map((row, n) => (n === i ? { ...row, ...part } : row)));
  const categories = rules.categories;
  const points = (row: PadRow, { name, pad }: Category): number => {
    if (pad === "coins") return coinPoints(whole(row.coins));
    if (pad === "symbols")
      return sciencePoints(
        rules.catalog.symbols.map((symbol) => whole(row.science[symbol])),
        whole(row.science.any),
      );
    return whole(row.values[name]);
  };
  const totals = rows.map((row) => categories.reduce((sum, category) => sum + points(row, category), 0));
  const label = (row: PadRow, i: number) => row.name || t("pad.player", { n: i + 1 });
  const winners = useMemo(() => {
    if (kind !== rules.endings[0]) return [special];
    const best = Math.max(...totals);
    const first = rows.map((_, i) => i).filter((i) => totals[i] === best);
    const second = (i: number) => rules.padSecond(rows[i]!);
    const most = Math.max(...first.map(second));
    return first.filter((i) => second(i) === most);
  }, [rows, kind, special]);
  const empty = totals.every((n) => n === 0) && kind === rules.endings[0];
  const text = () =>
    [
      t("pad.headline", { game: t(`game.${game}`), date: longDate(new Date()) }),
      ...rows.map((row, i) =>
        t("pad.line", {
          player: label(row, i),
          n: totals[i]!,
          parts: and(
            categories.map((category) =>
              t("over.category", { category: t(`category.${game}.${category.name}`), n: points(row, category) }),
            ),
          ),
        }),
      ),
      winnerLine(),
    ].join("\n");
  const winnerLine = () =>
    empty
      ? ""
      : t(winners.length > 1 ? "pad.shared" : "pad.winner", {
          players: and(winners.map((i) => label(rows[i]!, i))),
        });
  async function picture() {
    const order = rows.map((_, i) => i).sort((a, b) => totals[b]! - totals[a]!);
    const best = Math.max(...totals);
    await givePicture(
      {
        title: t(`game.${game}`),
        lead: winnerLine() || t(`game.${game}`),
        scene: document.querySelector<SVGSVGElement>(".banner svg"),
        players: order.map((i) => ({
          name: label(rows[i]!, i),
          glyph: seatGlyph(i),
          seat: i,
          wins: totals[i] === best,
          total: totals[i]!,
        })),
        rows: categories.map((category) => ({
          kind: category.kind,
          icon: category.icon,
          values: order.map((i) => points(rows[i]!, category)),
        })),
      },
      "mirabilia-score.png",
    );
  }
  return (
    <Page title={t("home.pad")} wide>
      <nav class="tabs" aria-label={t("home.pad")}>
        {GAMES.map((name) => (
          <a class="btn" aria-current={game === name ? "page" : undefined} href={`#/pad/${name}`}>
            {t(`game.${name}`)}
          </a>
        ))}
      </nav>
      {rules.endings.length > 1 && (
        <Ending
          endings={rules.endings}
          ending={kind}
          setEnding={setKind}
          names={rows.map(label)}
          winner={special}
          setWinner={setSpecial}
        />
      )}
      <Sheet
        game={game}
        rows={rows}
        edit={edit}
        points={points}
        totals={totals}
        winners={empty ? [] : winners}
        label={label}
      />
      <p class="lead" role="status">
        {winnerLine()}
      </p>
      <div class="rowline">
        {rows.length < Math.max(...rules.players) && (
          <button class="btn" onClick={() => setRows([...rows, blank("")])}>
            <Icon name="plus" />
            {t("pad.add")}
          </button>
        )}
        {rows.length > Math.min(...rules.players) && (
          <button class="btn" onClick={() => setRows(rows.slice(0, -1))}>
            <Icon name="minus" />
            {t("pad.remove")}
          </button>
        )}
        <button class="btn" onClick={() => setRows(rows.map((row) => blank(row.name)))}>
          {t("pad.clear")}
        </button>
        <button class="btn" onClick={() => save("mirabilia-score.txt", text())}>
          <Icon name="download" />
          {t("pad.text")}
        </button>
        <button class="btn" onClick={() => void picture()}>
          <Icon name="download" />
          {t("pad.picture")}
        </button>
        <button class="btn" onClick={() => void copyText(text())}>
          {t("common.copy")}
        </button>
      </div>
    </Page>
  );
}
