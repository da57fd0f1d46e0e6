// Made by scripts/make-types from src/mirabilia/games/*/catalog.py. Do not change by hand.

/** All kinds of effect. A key that is absent does nothing. */
export interface DuelEffect {
  produces?: Record<string, number>;
  produces_choice?: string[];
  trade_price_one?: string[];
  points?: number;
  shields?: number;
  science?: string;
  coins?: number;
  coins_per?: DuelCount;
  points_per?: DuelCount;
  opponent_loses_coins?: number;
  destroy?: "blue" | "brown" | "green" | "grey" | "purple" | "red" | "yellow";
  build_from_discard?: boolean;
  progress_from_box?: FromBox;
  extra_turn?: boolean;
  discount?: Discount;
  gain_opponent_trade_spend?: boolean;
  extra_shield_per_red_card?: number;
  all_wonders_extra_turn?: boolean;
  coins_per_chain_build?: number;
}

/** `amount` for each `what`; `city` says whose: the own one, or the one that has most. */
export interface DuelCount {
  amount: number;
  what: "cards" | "coin_triplets" | "progress_tokens" | "wonders";
  city: "most" | "own";
  colors?: ("blue" | "brown" | "green" | "grey" | "purple" | "red" | "yellow")[];
}

export interface FromBox {
  draw: number;
  keep: 1;
}

export interface Discount {
  applies_to: "blue_cards" | "wonders";
  resources: number;
}

/** All kinds of effect. `produces` lists units, each a tuple of alternatives of which it yields one. */
export interface WondersEffect {
  produces?: string[][];
  sellable?: boolean;
  points?: number;
  shields?: number;
  science?: string;
  coins?: number;
  trade?: Trade;
  coins_per?: WondersCount;
  points_per?: WondersCount;
  points_if?: Condition;
  special?: "build_from_discard" | "copy_neighbour_guild" | "free_build_first_of_age" | "free_build_first_of_color" | "free_build_last_of_age" | "free_build_once_per_age" | "play_seventh_card";
}

/** A unit price for goods of one group bought from the neighbours named. */
export interface Trade {
  goods: "manufactured" | "raw";
  neighbours: ("left" | "right")[];
  price: number;
}

/** `each` for every `what` in the cities of `whose`; several entries are added up. */
export interface WondersCount {
  what: ("blue" | "brown" | "defeat_token" | "green" | "grey" | "purple" | "red" | "wonder_stage" | "yellow")[];
  each: number;
  whose: ("left" | "right" | "self")[];
}

/** Points at the end if something holds; `wonder_complete`: every stage of the own board side is built. */
export interface Condition {
  condition: "wonder_complete";
  points: number;
}
