// Made by scripts/make-types from src/mirabilia/study/model.py. Do not change by hand.

/** A whole game, judged. */
export interface Analysis {
  /** of the analyser: another one may judge otherwise */
  version: number;
  /** the game */
  game: string;
  /** how many played */
  players: number;
  /** the budget of one decision */
  simulations: number;
  /** who judged */
  analyser: string;
  /** every decision, in the order of the record */
  moments: Moment[];
  /** the chances over the game; the last point is how it ended */
  curve: Point[];
  /** by seat */
  summaries: Summary[];
}

/** One decision, judged with what its seat could know. */
export interface Moment {
  /** of the decision, from 0: the record's move of that number was played */
  number: number;
  /** who decided */
  seat: number;
  /** 1 to 3; 0 in the draft of Duel */
  age: number;
  /** from 1: turn of the age, in Duel the card of the age; pick of the draft */
  turn: number;
  /** the option played, in move notation */
  played: string;
  /** with the best option */
  chance: number;
  /** with the option played */
  after: number;
  /** what the option played gave away */
  loss: number;
  /** standard error of the loss; labels and accuracy count what exceeds it */
  error: number;
  /** slip, mistake or blunder by the loss; only move; or nothing */
  label: "" | "blunder" | "mistake" | "only" | "slip";
  /** how many there were; 1: forced */
  options: number;
  /** the best few, best first; the one played is among them */
  best: Judged[];
  /** what is expected after the option played */
  outlook: Outlook;
  /** what is expected after the best one */
  expected: Outlook;
  /** why the best is better; only for marked decisions */
  reasons: Reason[];
}

/** An option with its chance of winning. */
export interface Judged {
  /** the option in move notation */
  move: string;
  /** the deciding seat's chance of winning with it */
  chance: number;
  /** what it gives away against the best */
  loss: number;
  /** how often the free search tried it */
  visits: number;
  /** the chance split by kind of victory */
  ways: Record<string, number>;
  /** why it is better or worse than what it is compared with */
  reasons: Reason[];
}

/** Why an option is better or worse than another: a kind of the word files (`study.reason.<kind>`) with arguments. */
export interface Reason {
  /** the text is study.reason.<kind> */
  kind: string;
  /** for the better option, or against the one played */
  about: "best" | "played";
  /** what the text is filled in with */
  args: Record<string, string | number>;
}

/** What is expected after an option. */
export interface Outlook {
  /** by seat: points by category */
  points: Record<string, number>[];
  /** by seat: chance by kind of victory */
  ways: Record<string, number>[];
}

/** A place of the curve: the chance of every seat before decision `number`. */
export interface Point {
  /** the decision it stands before; one more than the last for the end */
  number: number;
  /** 1 to 3; 0 in the draft of Duel */
  age: number;
  /** by seat; together 1 */
  chances: number[];
  /** by seat: the chance split by kind of victory */
  ways: Record<string, number>[];
  /** what happened since the point before */
  marks: ("age" | "over" | "stage" | "token" | "war" | "wonder")[];
  /** by seat: what chance did since the point before */
  luck: number[];
}

/** A seat's game in numbers: start + skill + gifts + luck is how it ended. */
export interface Summary {
  /** whose */
  seat: number;
  /** 0 to 100: how near its decisions came to the best */
  accuracy: number;
  /** real ones, with more than one option */
  decisions: number;
  /** how many */
  slips: number;
  /** how many */
  mistakes: number;
  /** how many */
  blunders: number;
  /** its chance at its first decision */
  start: number;
  /** what its own decisions gave away, zero or below */
  skill: number;
  /** what the others' decisions gave it */
  gifts: number;
  /** what reveals and hands did to its chance */
  luck: number;
  /** numbers of up to three decisions that cost most */
  key_moments: number[];
  /** by category, as it ended */
  points: Record<string, number>;
  /** by category, as expected at its first decision of the game */
  expected: Record<string, number>;
  /** what was given away, by the kind of the first reason */
  costs: Record<string, number>;
  /** up to three turning points, the largest first */
  swings: Swing[];
}

/** A place where a seat's chance changed much: by its own decision, by another's, or by what nobody decided. */
export interface Swing {
  /** of the decision; for luck the one before which it came */
  number: number;
  /** what changed it */
  by: "luck" | "other" | "own";
  /** of the seat's chance: a gain above zero */
  change: number;
}

/** The best option of a decision still to be made, and one reason for it. */
export interface Hint {
  /** the option in move notation */
  move: string;
  /** the chance of winning with it */
  chance: number;
  /** what speaks for it, if there is something to tell */
  reason: Reason | null;
}

/** An option that certainly gives away much: what is asked before it is played on a gentle table. */
export interface Warned {
  /** the option, in move notation */
  move: string;
  /** the chance of winning with the best option */
  before: number;
  /** the chance of winning with this one */
  after: number;
  /** the best option, in move notation */
  better: string;
  /** what speaks against it, or for the better one, if there is something to tell */
  reason: Reason | null;
}

/** A position with one decision that is clearly best. */
export interface Puzzle {
  /** its name, the same for everyone */
  name: string;
  /** the game */
  game: string;
  /** what it is about */
  theme: "best" | "copy_guild" | "deny" | "extra_turn" | "goods" | "last_cards" | "pay" | "science" | "stage" | "stop_loss" | "war" | "which_wonder" | "win_now";
  /** the game up to the position, as a record */
  record: string;
  /** who is to decide */
  seat: number;
  /** the best option, in move notation */
  answer: string;
  /** the options that were looked at, the answer first */
  tries: Judged[];
  /** what the next best loses, by the deeper search */
  gap: number;
  /** how hard it is, on the scale of players */
  rating: number;
}
