// Sentences made from the engine's facts: options, reasons, payment. All wording comes from the locale files.

import { cardOf, type GameName } from "./catalog";
import type { Desk } from "./desk";
import { type Args, and, boardName, cardName, goodName, has, t, tokenName, wonderName } from "./i18n";
import type { Option, PlanLine, Quote, TableState } from "./types";

export function seatName(state: TableState, seat: number): string {
  const seats = state.table.seats;
  if (state.table.game === "wonders" && seat >= seats.length) return t("wonders.free_city");
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
export function listedName(seat: { kind: string; name: string | null; level: string | null; seat: number }): string {
  if (seat.kind !== "bot") return seat.name ?? "";
  const name = botName(seat.name ?? "", seat.seat);
  return seat.level && has(`level.${seat.level}`)
    ? t("table.bot_level", { name, level: t(`level.${seat.level}`) })
    : name;
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
  const count: Record<string, number> = {};
  for (const line of lines)
    if (line.source === source && line.good !== "coins") count[line.good] = (count[line.good] ?? 0) + 1;
  return Object.keys(count).length ? goodsList(count) : "";
}

/** How a price comes about: "yours: 1 stone; bought on the left: 2 wood (4)". */
export function payment(desk: Desk, quote: Quote | undefined): string[] {
  if (!quote) return [];
  if (quote.chain) {
    const by = quote.plan.find((line) => line.source === "chain")?.by;
    const from = Array.isArray(by) ? by[0] : by;
    return [from ? t("pay.chain_from", { card: cardName(desk.state.table.game, from) }) : t("pay.chain")];
  }
  const parts: string[] = [];
  for (const source of ["own", "choice", "discount", "trade", "left", "right", "missing"]) {
    const goods = grouped(quote.plan, source);
    if (!goods) continue;
    const coins = quote.plan.filter((line) => line.source === source).reduce((sum, line) => sum + (line.price ?? 0), 0);
    if (source === "left" || source === "right")
      parts.push(t("pay.from_seat", { goods, player: neighbourName(desk, source), n: coins }));
    else if (source === "trade") parts.push(t("pay.trade", { goods, n: coins }));
    else parts.push(t(`pay.${source}`, { goods }));
  }
  if (quote.bank) parts.push(t("pay.bank", { n: quote.bank }));
  if (!parts.length) parts.push(t("pay.nothing"));
  return parts;
}

export function neighbourName(desk: Desk, side: "left" | "right"): string {
  const seats = desk.state.table.players;
  const you = desk.you ?? 0;
  if (seats === 2) {
    const freeOn = you === 0 ? "right" : "left";
    return side === freeOn ? t("wonders.free_city") : seatName(desk.state, 1 - you);
  }
  return seatName(desk.state, (you + (side === "left" ? seats - 1 : 1)) % seats);
}

/** An option as a whole sentence, for text mode, tooltips and screen readers. */
export function optionSentence(desk: Desk, option: Option): string {
  const game = desk.state.table.game;
  const quote = option.card ? desk.state.quotes.find((q) => q.card === option.card) : undefined;
  const card = option.card ? cardName(game, option.card) : "";
  const base = `option.${game}.`;
  let sentence: string;
  if (game === "duel") {
    switch (option.action) {
      case "build": {
        const from = cardOf(game, option.card!)?.freeWith[0];
        sentence =
          quote?.chain && from
            ? t(`${base}build_chain`, { card, from: cardName(game, from) })
            : option.price
              ? t(`${base}build_paid`, { card, n: option.price })
              : t(`${base}build`, { card });
        break;
      }
      case "discard":
        sentence = t(`${base}discard`, { card, n: option.gain ?? 0 });
        break;
      case "wonder":
        sentence = option.price
          ? t(`${base}wonder_paid`, { card, wonder: wonderName(option.wonder!), n: option.price })
          : t(`${base}wonder`, { card, wonder: wonderName(option.wonder!) });
        break;
      case "draft":
        sentence = t(`${base}draft`, { wonder: wonderName(option.wonder!) });
        break;
      case "token":
      case "library":
        sentence = t(`${base}${option.action}`, { token: tokenName(option.token!) });
        break;
      case "starter":
        sentence =
          option.seat === desk.you
            ? t(`${base}starter_me`)
            : t(`${base}starter_other`, { player: seatName(desk.state, option.seat!) });
        break;
      default:
        sentence = t(`${base}${option.action}`, { card });
    }
    return sentence;
  }
  const [left, right] = option.pay ?? [0, 0];
  const bank = option.bank ?? 0;
  const total = left + right + bank;
  const stage = desk.state.quotes.find((q) => q.stage !== undefined)?.stage ?? 1;
  switch (option.action) {
    case "build": {
      const owned = quote?.chain
        ? cardOf(game, option.card!)?.freeWith.find((name) => cityCards(desk, option).includes(name))
        : undefined;
      if (owned) sentence = t(`${base}build_chain`, { card, from: cardName(game, owned) });
      else if (left && right) sentence = t(`${base}build_split`, { card, left, right, bank });
      else sentence = total ? t(`${base}build_paid`, { card, n: total }) : t(`${base}build`, { card });
      break;
    }
    case "stage":
      if (left && right) sentence = t(`${base}stage_split`, { card, stage, left, right });
      else sentence = total ? t(`${base}stage_paid`, { card, stage, n: total }) : t(`${base}stage`, { card, stage });
      break;
    case "discard":
      sentence = t(`${base}discard`, { card, n: 3 });
      break;
    case "revive":
      sentence = option.card ? t(`${base}revive`, { card }) : t(`${base}revive_none`);
      break;
    default:
      sentence = t(`${base}${option.action}`, { card });
  }
  return option.city === "free" ? t(`${base}free_city`, { option: sentence }) : sentence;
}

function cityCards(desk: Desk, option: Option): string[] {
  const view = desk.state.view;
  if (view?.game !== "wonders" || desk.you === null) return [];
  return (option.city === "free" ? view.cities[view.cities.length - 1] : view.cities[desk.you])?.cards ?? [];
}

/** What is asked of the viewer now. */
export function question(desk: Desk): string {
  const { view, options } = desk.state;
  if (!view || !options.length) return "";
  if (view.game === "duel")
    return view.phase === "destroy"
      ? t(`question.duel.destroy.${view.destroy_color}`)
      : t(`question.duel.${view.phase}`);
  if (options[0]!.city === "free") return t("question.wonders.free_city");
  return t(`question.wonders.${view.phase ?? "choose"}`);
}

/** What an effect of a card means, in words. */
export function unlockNames(game: GameName, names: string[]): string {
  return and(names.map((name) => cardName(game, name)));
}

export { boardName, goodName };
