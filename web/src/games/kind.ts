// What the page asks of a game. Each game has a folder beside this file and hands in one `GameKind`; screens and parts
// read it from the controls of a table or from the registry in index.ts, and never ask which game it is.

import type { ComponentChildren, ComponentType } from "preact";
import type { AnimationPlan } from "../app/animation";
import type { NewTable } from "../app/api";
import type { GameCatalog, GameName } from "../app/catalog";
import type { Controls } from "../app/controls";
import type { GameEvent } from "../app/events";
import type { Form } from "../app/fit";
import type { Sentence } from "../app/sentence";
import type { GameView, Option, Quote, TableState } from "../app/types";

/** A column of the score: how it is drawn, and how a paper pad asks for it. */
export interface Category {
  name: string;
  icon: string;
  kind: string;
  /** A plain number, or worked out from coins, or from counted symbols. */
  pad?: "coins" | "symbols";
}

/** One player's column on the score pad; what was typed, as typed. */
export interface PadRow {
  name: string;
  values: Record<string, string>;
  science: Record<string, string>;
  coins: string;
}

/** A scene of `art/scenes` as it stands. */
export interface SceneState {
  name: string;
  built: number;
  total: number;
  dusk?: boolean;
}

/**
 * A game with its own views and events. What takes them is written as a method, so that a kind of one game passes for a
 * kind of any: it only ever gets what its own games sent.
 */
export interface GameKind<View extends GameView = GameView, Happened extends GameEvent = GameEvent> {
  name: GameName;
  catalog: GameCatalog;
  /** How many may play, and how many a new table is laid for. */
  players: number[];
  usualPlayers: number;
  /** Everybody decides at once, in secret: a choice can be changed, a turn cannot be taken back. */
  simultaneous: boolean;
  /** What each seat would pay lies open, so a replay shows it, too. */
  openPrices: boolean;
  icon: string;
  /** The text of the button on the first page that begins a game against bots. */
  beginKey: string;
  scenes: { home: SceneState; lobby: string; rules: string; lesson: string; statistics: SceneState };
  /** The ways a game can end; more than one are counted in the statistics and offered by the pad. */
  endings: string[];
  categories: Category[];
  /** What decides among equals: the end of a key `result.tie.`. */
  tieBreak: string;
  /** The same on the score pad: the higher number wins. */
  padSecond(row: PadRow): number;
  /** Sections of the rules, in order. */
  sections: string[];

  // The table.
  Table: ComponentType;
  Status: ComponentType;
  City: ComponentType<{ seat: number }>;
  Text: ComponentType;
  Discard: ComponentType;
  /** What stands in the bar; in the narrow one of a low window no word longer than eight letters. */
  title(view: View, form: Form): string;
  /** Tooltips of this game's own things: "wonder:The Sphinx". */
  Tip?: ComponentType<{ kind: string; name: string }>;

  // Words.
  optionSentence(controls: Controls, option: Option): string;
  /** What an option brings its own city, in words; nothing for what brings only coins. */
  optionEffect(controls: Controls, option: Option): string[];
  question(controls: Controls): string;
  payment(controls: Controls, quote: Quote | undefined): string[];
  /**
   * What happened, as movements on the table; `me` is the seat in whose place the viewer sits, `view` what comes after.
   */
  animate(events: Happened[], me: number, view: View): AnimationPlan;
  /** What happened, in sentences. */
  sentences(state: TableState, events: Happened[]): Sentence[];

  // Before and after a game.
  /** The options of a new table that only this game has, and the fields that set them. */
  setup: Partial<NewTable>;
  Setup: ComponentType<{ setup: Partial<NewTable>; change: (part: Partial<NewTable>) => void; players: number }>;
  /** The options that suit a table of this size. */
  setupFor?: (setup: Partial<NewTable>, players: number) => Partial<NewTable>;
  /** Everything beside the cards that the reference shows. */
  Reference: ComponentType;
  winnerScene(view: View, seat: number): SceneState;
  /** All random facts of the game, once it is over. */
  deal(view: View): unknown;
  /** What lay hidden until the end. */
  Secrets?: ComponentType<{ controls: Controls }>;
  /** A view with what nobody saw, for a replay with everything open. */
  opened(view: View, everything: Record<string, unknown>): View;
  /** Hands, shown beside such a replay. */
  hands?(controls: Controls, everything: Record<string, unknown>): ComponentChildren;
}
