// The score pad for cardboard games. Works without a connection; what is entered stays on this device. Science and
// treasury are worked out as on the pads that lie in the boxes.

import { useMemo, useState } from "preact/hooks";
import { type GameName, WONDERS } from "../app/catalog";
import { num, t } from "../app/i18n";
import { coinPoints, sciencePoints } from "../app/pad-sums";
import { keep, kept } from "../app/settings";
import { Icon } from "../art/icons";
import { notice } from "../parts/notice";
import { Page } from "../parts/page";
import { download } from "../parts/panels";
import { CATEGORIES } from "../parts/result";

interface Row {
  name: string;
  values: Record<string, string>;
  science: { compass: string; gear: string; tablet: string; any: string };
  coins: string;
}
const blank = (name: string): Row => ({
  name,
  values: {},
  science: { compass: "", gear: "", tablet: "", any: "" },
  coins: "",
});
const whole = (text: string | undefined): number => {
  const n = parseInt(text ?? "", 10);
  return Number.isFinite(n) ? n : 0;
};

export function PadScreen({ game }: { game: GameName }) {
  const key = `mirabilia.pad.${game}`;
  const [rows, setRowsNow] = useState<Row[]>(
    () => kept<Row[]>(key) ?? (game === "duel" ? [blank(""), blank("")] : [blank(""), blank(""), blank("")]),
  );
  const [kind, setKind] = useState<"civilian" | "military" | "science">("civilian");
  const [special, setSpecial] = useState(0);
  const setRows = (next: Row[]) => {
    setRowsNow(next);
    keep(key, next);
  };
  const edit = (i: number, part: Partial<Row>) => setRows(rows.map((row, n) => (n === i ? { ...row, ...part } : row)));
  const categories = CATEGORIES[game]!;
  const points = (row: Row, name: string): number => {
    if (name === "treasury") return coinPoints(whole(row.coins));
    if (game === "wonders" && name === "science")
      return sciencePoints(
        WONDERS.symbols.map((symbol) => whole(row.science[symbol as "gear"])),
        whole(row.science.any),
      );
    return whole(row.values[name]);
  };
  const totals = rows.map((row) => categories.reduce((sum, { name }) => sum + points(row, name), 0));
  const label = (row: Row, i: number) => row.name || t("pad.player", { n: i + 1 });
  const winners = useMemo(() => {
    if (game === "duel" && kind !== "civilian") return [special];
    const best = Math.max(...totals);
    const first = rows.map((_, i) => i).filter((i) => totals[i] === best);
    const second = (i: number) => (game === "duel" ? whole(rows[i]!.values.civilian) : whole(rows[i]!.coins));
    const most = Math.max(...first.map(second));
    return first.filter((i) => second(i) === most);
  }, [rows, kind, special]);
  const empty = totals.every((n) => n === 0) && kind === "civilian";
  const text = () =>
    [
      `${t(`game.${game}`)} - ${new Date().toLocaleDateString()}`,
      ...rows.map(
        (row, i) =>
          `${label(row, i)}: ${totals[i]} (${categories.map(({ name }) => `${t(`category.${game}.${name}`)} ${points(row, name)}`).join(", ")})`,
      ),
      winnerLine(),
    ].join("\n");
  const winnerLine = () =>
    empty
      ? ""
      : t(winners.length > 1 ? "pad.shared" : "pad.winner", {
          players: winners.map((i) => label(rows[i]!, i)).join(", "),
        });
  async function picture() {
    const scale = 2,
      width = 180 + rows.length * 110,
      height = 90 + (categories.length + 1) * 34;
    const canvas = document.createElement("canvas");
    canvas.width = width * scale;
    canvas.height = height * scale;
    const c = canvas.getContext("2d")!;
    c.scale(scale, scale);
    c.fillStyle = "#f3ecdd";
    c.fillRect(0, 0, width, height);
    c.fillStyle = "#1b1a22";
    c.font = "22px Forum, serif";
    c.fillText(t(`game.${game}`), 14, 30);
    c.font = "600 15px 'Source Sans 3 Variable', sans-serif";
    for (const [i, row] of rows.entries()) c.fillText(label(row, i), 180 + i * 110, 56, 100);
    const shades: Record<string, string> = {
      red: "#930f1e",
      brown: "#c0764a",
      stone: "#cdbfa3",
      blue: "#2450c4",
      yellow: "#ffd84a",
      purple: "#3b2347",
      green: "#63ddb9",
      grey: "#8f98ad",
    };
    categories.forEach(({ name, kind: shade }, line) => {
      const y = 66 + line * 34;
      c.fillStyle = shades[shade] ?? "#cdbfa3";
      c.fillRect(8, y, 8, 28);
      c.fillStyle = "#1b1a22";
      c.fillText(t(`category.${game}.${name}`), 24, y + 20, 150);
      for (const [i, row] of rows.entries()) c.fillText(String(points(row, name)), 180 + i * 110, y + 20);
    });
    const y = 66 + categories.length * 34;
    c.font = "700 18px 'Source Sans 3 Variable', sans-serif";
    c.fillText(t("category.total"), 24, y + 20);
    for (const [i, n] of totals.entries()) c.fillText(String(n), 180 + i * 110, y + 20);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
    if (!blob) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = "mirabilia-score.png";
    link.click();
  }
  const number = (value: string, onInput: (v: string) => void, aria: string) => (
    <input
      type="number"
      inputMode="numeric"
      class="padnumber"
      value={value}
      aria-label={aria}
      onInput={(e) => onInput(e.currentTarget.value)}
    />
  );
  return (
    <Page title={t("home.pad")} wide>
      <nav class="tabs" aria-label={t("home.pad")}>
        {(["wonders", "duel"] as const).map((name) => (
          <a class="btn" aria-current={game === name ? "page" : undefined} href={`#/pad/${name}`}>
            {t(`game.${name}`)}
          </a>
        ))}
      </nav>
      {game === "duel" && (
        <div class="rowline padkind">
          <div class="seg" role="group" aria-label={t("pad.kind")}>
            {(["civilian", "military", "science"] as const).map((name) => (
              <button aria-pressed={kind === name} onClick={() => setKind(name)}>
                {t(`result.kind.${name}`)}
              </button>
            ))}
          </div>
          {kind !== "civilian" && (
            <select
              aria-label={t("over.winner")}
              value={special}
              onChange={(e) => setSpecial(Number(e.currentTarget.value))}
            >
              {rows.map((row, i) => (
                <option value={i}>{label(row, i)}</option>
              ))}
            </select>
          )}
        </div>
      )}
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
            {categories.map(({ name, icon, kind: shade }) => (
              <tr>
                <th scope="row" class={`cat cat-${shade}`}>
                  <Icon name={icon} size={20} /> <span>{t(`category.${game}.${name}`)}</span>
                </th>
                {rows.map((row, i) => (
                  <td>
                    {name === "treasury" ? (
                      <span class="padpair">
                        {number(row.coins, (coins) => edit(i, { coins }), `${label(row, i)}: ${t("pad.coins")}`)}
                        <output>{num(points(row, name))}</output>
                      </span>
                    ) : game === "wonders" && name === "science" ? (
                      <span class="padscience">
                        {([...WONDERS.symbols, "any"] as ("compass" | "gear" | "tablet" | "any")[]).map((symbol) => (
                          // biome-ignore lint/a11y/noLabelWithoutControl: the input comes from number()
                          <label>
                            <Icon name={symbol} size={16} label={t(`wonders.symbol.${symbol}`)} />
                            {number(
                              row.science[symbol],
                              (v) => edit(i, { science: { ...row.science, [symbol]: v } }),
                              `${label(row, i)}: ${t(`wonders.symbol.${symbol}`)}`,
                            )}
                          </label>
                        ))}
                        <output>{num(points(row, name))}</output>
                      </span>
                    ) : (
                      number(
                        row.values[name] ?? "",
                        (v) => edit(i, { values: { ...row.values, [name]: v } }),
                        `${label(row, i)}: ${t(`category.${game}.${name}`)}`,
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
                <td class={`total ${!empty && winners.includes(i) ? "winner" : ""}`}>
                  <output data-total={i}>{num(n)}</output>
                  {!empty && winners.includes(i) && <Icon name="crown" size={17} label={t("over.winner")} />}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
      <p class="lead" role="status">
        {winnerLine()}
      </p>
      <div class="rowline">
        {game === "wonders" && rows.length < 7 && (
          <button class="btn" onClick={() => setRows([...rows, blank("")])}>
            <Icon name="plus" />
            {t("pad.add")}
          </button>
        )}
        {game === "wonders" && rows.length > 2 && (
          <button class="btn" onClick={() => setRows(rows.slice(0, -1))}>
            <Icon name="minus" />
            {t("pad.remove")}
          </button>
        )}
        <button class="btn" onClick={() => setRows(rows.map((row) => blank(row.name)))}>
          {t("pad.clear")}
        </button>
        <button class="btn" onClick={() => download("mirabilia-score.txt", text())}>
          <Icon name="download" />
          {t("pad.text")}
        </button>
        <button class="btn" onClick={() => void picture()}>
          <Icon name="download" />
          {t("pad.picture")}
        </button>
        <button
          class="btn"
          onClick={() =>
            void navigator.clipboard.writeText(text()).then(
              () => notice(t("common.copied")),
              () => notice(t("common.copy_by_hand")),
            )
          }
        >
          {t("common.copy")}
        </button>
      </div>
    </Page>
  );
}
