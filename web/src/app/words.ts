// Sentences that all games share: names of seats, reasons, payment. All wording comes from the locale files.

import type { GameName } from "./catalog";
import { type Args, and, capitalised, cardName, has, t } from "./i18n";
import type { Named, PlanLine, Quote } from "./types";

export function seatName(state: Named, seat: number): string {
  const seats = state.table.seats;
  if (seat >= seats.length) return t("wonders.free_city");
  const info = seats[seat];
  if (!info) return "";
  if (info.kind === "open") return t("lobby.open_seat");
  if (info.kind === "bot" || info.kind === "outside") return botName(info.name ?? "", seat);
  return info.name || t("lobby.seat", { n: seat + 1 });
}

/** Bots get the name of somebody of antiquity by their seat; outside bots bring their own. */
export function botName(name: string, seat: number): string {
  return name && !has(`level.${name}`) ? name : t(`bot.${seat}`);
}

/** A seat of a list (my games, waiting room): bots with their strength. */
export function listedName(seat: BotSeat & { kind: string; name: string | null; seat: number }): string {
  if (seat.kind !== "bot") return seat.name ?? "";
  const name = botName(seat.name ?? "", seat.seat);
  const level = botStrength(seat);
  return level ? t("table.bot_level", { name, level }) : name;
}

type BotSeat = { level: string | null; style: string | null };

/** The strength of a bot, and its style if it has one. */
function botStrength({ level, style }: BotSeat): string {
  if (!level || !has(`level.${level}`)) return "";
  const strength = t(`level.${level}`);
  return style ? t("table.level_style", { level: strength, style: t(`style.${style}`) }) : strength;
}

/** That a bot plays a seat, and what kind of bot. */
export function botWords(seat: BotSeat): string {
  const level = botStrength(seat);
  return level ? t("table.bot_named", { level }) : t("table.bot");
}

/** How many there are of each: two of the same are counted, not named twice. */
export function tally(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

export function goodsList(goods: Record<string, number>): string {
  return and(Object.entries(goods).map(([good, n]) => t(`good.count.${good}`, { n })));
}

/** Why something cannot be built, in one sentence. */
export function reason(quote: Quote | undefined): string {
  if (!quote?.why) return "";
  const { key, ...rest } = quote.why;
  const args: Args = {};
  for (const [name, value] of Object.entries(rest)) {
    if (typeof value === "number" || typeof value === "string") args[name] = value;
    else if (name === "goods" && value && typeof value === "object")
      args.goods = goodsList(value as Record<string, number>);
  }
  const known = has(`reason.${key}`) ? key : key === "missing_goods" ? "goods_missing" : key;
  return t(`reason.${known}`, args);
}

function grouped(lines: PlanLine[], source: string): string {
  const goods = lines.filter((line) => line.source === source && line.good !== "coins").map((line) => line.good);
  return goods.length ? goodsList(tally(goods)) : "";
}

/** The building that makes another one free, if that is how it is had. */
export function chainGiver(quote: Quote | undefined): string | undefined {
  if (!quote?.chain) return undefined;
  return quote.plan.find((line) => line.source === "chain")?.by ?? undefined;
}

/** How a price comes about: "Your own: 1 stone", "From Anna: 2 wood for 4 coins". `seller`: who sells on a side. */
export function paymentLines(
  game: GameName,
  quote: Quote | undefined,
  seller: (side: "left" | "right") => string = () => "",
): string[] {
  if (!quote) return [];
  if (quote.chain) {
    const from = chainGiver(quote);
    return [capitalised(from ? t("pay.chain_from", { card: cardName(game, from) }) : t("pay.chain"))];
  }
  if (quote.plan.some((line) => line.source === "power")) return [capitalised(t("pay.power"))];
  const parts: string[] = [];
  for (const source of ["own", "choice", "discount", "trade", "left", "right", "missing"]) {
    const goods = grouped(quote.plan, source);
    if (!goods) continue;
    const coins = quote.plan.filter((line) => line.source === source).reduce((sum, line) => sum + (line.price ?? 0), 0);
    if (source === "left" || source === "right")
      parts.push(t("pay.from_seat", { goods, player: seller(source), n: coins }));
    else if (source === "trade") parts.push(t("pay.trade", { goods, n: coins }));
    else parts.push(t(`pay.${source}`, { goods }));
  }
  if (quote.bank) parts.push(t("pay.bank", { n: quote.bank }));
  if (!parts.length) parts.push(t("pay.nothing"));
  return parts.map(capitalised);
}

/** A list of cards in words. */
export const cardList = (game: GameName, names: string[]): string => and(names.map((name) => cardName(game, name)));
