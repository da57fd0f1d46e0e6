// Made by scripts/make-types from the types of src/mirabilia/game. Do not change by hand.

/** What a seat, or a spectator, may know of a game of Duel. */
export interface DuelView {
  /** the game */
  game: "duel";
  /** version of the rules */
  rules: string;
  /** the seat that sees this, null for a spectator */
  you: number | null;
  /** what kind of decision is awaited */
  phase: "bid" | "destroy" | "draft" | "library" | "over" | "revive" | "starter" | "token" | "turn";
  /** 1 to 3 */
  age: number;
  /** the seat that decides, none when the game is over */
  to_act: number[];
  /** the first player of the draft */
  first_player: number;
  /** both seats' coins */
  coins: number[];
  /** the conflict pawn: -9 to 9, positive towards seat 1's capital */
  pawn: number;
  /** both seats' different science symbols */
  symbols: number[];
  /** both cities */
  cities: DuelCity[];
  /** what both would score if the game ended now; null where a table hides it */
  scores: (number | null)[];
  /** the discard pile, open to all, in the order of the catalog */
  discard: string[];
  /** progress tokens on the board */
  board_tokens: string[];
  /** tokens left in the box, known by elimination */
  box_tokens: string[];
  /** wonders that lie open for the next pick */
  draft: string[];
  /** whether the seat plays again after this turn */
  extra_turn: boolean;
  /** in the middle of a play: the slot its card came from */
  taken: number | null;
  /** in the middle of a play: choices still to come */
  pending: ("bid" | "destroy" | "draft" | "library" | "over" | "revive" | "starter" | "token" | "turn")[];
  /** the cards that still lie */
  layout: DuelSlot[];
  /** tokens drawn from the box, for the seat that chooses among them */
  library: string[];
  /** the colour of the card to destroy, while it is chosen */
  destroy_color: string | null;
  /** decisions carried out so far */
  moves: number;
  /** while the first turn is bid for: the highest bid */
  bid?: DuelHighBid | null;
  /** after the end: everything that was random */
  deal?: DuelDeal;
  /** after the end: who won and how */
  result?: DuelResult;
}

/** A seat's city; all of it is public. */
export interface DuelCity {
  /** its coins */
  coins: number;
  /** its cards, in the order of the catalog */
  cards: string[];
  /** its wonders, in the order picked */
  wonders: DuelOwnedWonder[];
  /** its progress tokens */
  tokens: string[];
  /** science symbols it has, by name */
  symbols: Record<string, number>;
  /** how many different ones; six win */
  distinct_symbols: number;
  /** what it produces for sure, by good */
  goods: Record<string, number>;
  /** producers of one of several goods */
  choices: string[][];
  /** what a bought unit costs it, by good */
  unit_prices: Record<string, number>;
  /** military tokens still lying on its side */
  loot_left: DuelLoot[];
  /** steps of the pawn that would take it to the other capital */
  steps_to_win: number;
  /** different science symbols that it still needs to win */
  symbols_to_win: number;
}

/** A wonder of a city. */
export interface DuelOwnedWonder {
  /** its name */
  name: string;
  /** whether it stands */
  built: boolean;
  /** whether it can no longer be built, because seven stand */
  lost: boolean;
  /** the card laid under it; everyone saw it taken */
  under: string | null;
}

/** A military token that still lies on a city's side of the track. */
export interface DuelLoot {
  /** spaces from the middle */
  at: number;
  /** coins the city loses when the pawn gets there */
  coins: number;
}

/** A place of the layout that still holds a card. */
export interface DuelSlot {
  /** number of the place, row by row from the far row */
  slot: number;
  /** its row, 0 is the far one */
  row: number;
  /** its place in the row, in halves of a card */
  offset: number;
  /** the card, or null while it lies face down */
  card: string | null;
  /** the back everyone sees: "age 1" to "age 3" or "guild" */
  back: string;
  /** whether it lies face up */
  up: boolean;
  /** whether it may be taken */
  open: boolean;
  /** places of the cards that still cover it */
  under: number[];
  /** places that taking its card would open */
  uncovers: number[];
  /** seats that would win at once by building its card, if it is face up */
  wins: number[];
}

/** The highest bid so far. */
export interface DuelHighBid {
  /** who made it */
  seat: number;
  /** the coins bid */
  coins: number;
}

/** Every random fact of a game of Duel, in full form. */
export interface DuelDeal {
  /** the game */
  game: "duel";
  /** the seat that picks first */
  first_player: number;
  /** the progress tokens on the board */
  board_tokens: string[];
  /** the tokens left in the box */
  box_tokens: string[];
  /** the tokens the box gives when drawn from */
  library_draw?: string[];
  /** the wonders in the order shown; without a draft the seats' */
  wonders: string[];
  /** the cards of each age by slot */
  ages: string[][];
  /** false: the wonders are given out without a draft */
  draft?: boolean;
  /** true: the seats bid for the first turn, `first_player` first */
  bidding?: boolean;
}

/** How a game of Duel ended. */
export interface DuelResult {
  /** the seats that won; both share a tie */
  winners: number[];
  /** the kind of victory */
  kind: "civilian" | "military" | "science";
  /** both seats' points */
  scores: DuelScore[];
}

/** A seat's points by category. */
export interface DuelScore {
  /** points of the conflict pawn */
  military: number;
  /** blue cards */
  civilian: number;
  /** green cards */
  science: number;
  /** yellow cards */
  commerce: number;
  /** guilds */
  guilds: number;
  /** wonders */
  wonders: number;
  /** progress tokens */
  progress: number;
  /** coins */
  treasury: number;
  /** all of these */
  total: number;
}

/** Bids coins for the first turn, before the game. */
export interface DuelBid {
  action: "bid";
  /** the coins bid */
  coins: number;
}

/** Leaves the first turn to the other seat, which pays its bid. */
export interface DuelPass {
  action: "pass";
}

/** Picks a wonder of the draft. */
export interface DuelDraft {
  action: "draft";
  /** the wonder */
  wonder: string;
}

/** Builds an open card. */
export interface DuelBuild {
  action: "build";
  /** the card */
  card: string;
  /** what it costs in all */
  price: number;
}

/** Discards an open card for coins. */
export interface DuelDiscard {
  action: "discard";
  /** the card */
  card: string;
  /** the coins it brings */
  gain: number;
}

/** Builds a wonder with an open card, which is laid under it. */
export interface DuelBuildWonder {
  action: "wonder";
  /** the card */
  card: string;
  /** the wonder */
  wonder: string;
  /** what it costs in all */
  price: number;
}

/** Takes a progress token from the board, for a pair of science symbols. */
export interface DuelTakeToken {
  action: "token";
  /** the progress token */
  token: string;
}

/** Keeps one of the tokens drawn from the box. */
export interface DuelKeepToken {
  action: "library";
  /** the progress token */
  token: string;
}

/** Builds a discarded card for nothing. */
export interface DuelRevive {
  action: "revive";
  /** the card */
  card: string;
}

/** Puts a card of the opponent's city on the discard pile. */
export interface DuelDestroy {
  action: "destroy";
  /** the card */
  card: string;
}

/** Says who begins the age. */
export interface DuelStarter {
  action: "starter";
  /** the seat that begins */
  seat: number;
}

/** What one open card or unbuilt wonder would cost a seat. */
export interface DuelQuote {
  /** coins that go to the bank */
  bank: number;
  /** whether it is free by a chain */
  chain: boolean;
  /** whether it can be built now */
  affordable: boolean;
  /** the reason when it cannot */
  why: Why | null;
  /** which unit is covered by what */
  plan: PlanLine[];
  /** the card, if it is one */
  card?: string | null;
  /** the wonder, if it is one */
  wonder?: string | null;
  /** coins in all, even if the player does not have them */
  price: number;
}

/** Why something cannot be built: a key, and what belongs to it. */
export interface Why {
  /** the reason */
  key: "already_built" | "coins_short" | "earlier_stage_first" | "missing_goods" | "no_stage_left";
  /** coins_short: how many coins are lacking */
  short?: number | null;
  /** missing_goods: units that cannot be had, by good */
  goods?: Record<string, number> | null;
  /** earlier_stage_first: the stage to build before */
  stage?: number | null;
}

/** One unit of a cost: what, from where, and for how much. */
export interface PlanLine {
  /** the good, `coins`, or `all` for a card that is free by a chain or a power */
  good: string;
  /** where it comes from */
  source: "bank" | "chain" | "choice" | "discount" | "left" | "missing" | "own" | "power" | "right" | "trade";
  /** coins paid for it */
  price: number;
  /** chain: the card that makes it free */
  by?: string | null;
}

/** A wonder is laid out for the draft. */
export interface DuelOffered {
  event: "offered";
  /** the wonder */
  wonder: string;
  /** its place in the order shown */
  place: number;
}

/** A city bids for the first turn. */
export interface DuelBidMade {
  event: "bid";
  /** the city it happened to */
  city: number;
  /** how many coins */
  coins: number;
}

/** A city leaves the first turn to the other one. */
export interface DuelPassed {
  event: "passed";
  /** the city it happened to */
  city: number;
}

/** A city picks a wonder. */
export interface DuelDrafted {
  event: "drafted";
  /** the city it happened to */
  city: number;
  /** the wonder */
  wonder: string;
  /** its place in the order shown */
  place: number;
}

/** A city pays. */
export interface DuelPaid {
  event: "paid";
  /** the city it happened to */
  city: number;
  /** the city that gets the coins, null for the bank */
  to: number | null;
  /** how many coins */
  coins: number;
  /** the coin cost, goods bought, or a bid */
  why: "bid" | "cost" | "trade";
  /** the card, wonder or token it is for or comes from */
  thing: string | null;
  /** the progress token by which another city gets the coins */
  token?: string | null;
}

/** A city gets coins from the bank. */
export interface DuelGained {
  event: "gained";
  /** the city it happened to */
  city: number;
  /** how many coins */
  coins: number;
  /** for a discarded card, printed on something, for things counted, or for building by a chain */
  why: "chain" | "count" | "discard" | "effect";
  /** the card, wonder or token it is for or comes from */
  thing: string | null;
}

/** A city builds a card. */
export interface DuelBuilt {
  event: "built";
  /** the city it happened to */
  city: number;
  /** the card */
  card: string;
  /** its place in the layout */
  slot: number;
  /** the card that made it free */
  chain: string | null;
}

/** A city builds a wonder and lays a card under it. */
export interface DuelWonderBuilt {
  event: "wonder";
  /** the city it happened to */
  city: number;
  /** the wonder */
  wonder: string;
  /** the card */
  card: string;
  /** its place in the layout */
  slot: number;
}

/** A wonder can no longer be built, because seven stand. */
export interface DuelWithdrawn {
  event: "withdrawn";
  /** the city it happened to */
  city: number;
  /** the wonder */
  wonder: string;
}

/** A city discards a card. */
export interface DuelDiscarded {
  event: "discarded";
  /** the city it happened to */
  city: number;
  /** the card */
  card: string;
  /** its place in the layout */
  slot: number;
}

/** A city moves the conflict pawn. */
export interface DuelPawn {
  event: "pawn";
  /** the city it happened to */
  city: number;
  /** where it stood; positive towards seat 1's capital */
  start: number;
  /** where it stands now */
  end: number;
  /** the shields printed */
  shields: number;
  /** shields of a progress token */
  extra: number;
}

/** A city loses coins to a military token, which goes away. */
export interface DuelLooted {
  event: "looted";
  /** the city it happened to */
  city: number;
  /** how many coins */
  coins: number;
  /** spaces from the middle */
  at: number;
  /** the coins printed; a city loses only what it has */
  face: number;
}

/** A city loses coins to the effect of a wonder. */
export interface DuelLost {
  event: "lost";
  /** the city it happened to */
  city: number;
  /** how many coins */
  coins: number;
  /** the card, wonder or token it is for or comes from */
  thing: string | null;
  /** the coins printed; a city loses only what it has */
  face: number;
}

/** A city has two of a science symbol. */
export interface DuelPair {
  event: "pair";
  /** the city it happened to */
  city: number;
  /** the symbol */
  symbol: string;
  /** the card, wonder or token it is for or comes from */
  thing: string | null;
}

/** A city takes a progress token. */
export interface DuelTokenTaken {
  event: "token";
  /** the city it happened to */
  city: number;
  /** the token */
  token: string;
  /** where it lay */
  source: "board" | "box";
}

/** A city loses a card to the discard pile. */
export interface DuelDestroyed {
  event: "destroyed";
  /** the city it happened to */
  city: number;
  /** the card */
  card: string;
  /** the city that chose it */
  by: number;
}

/** A city builds a discarded card for nothing. */
export interface DuelRevived {
  event: "revived";
  /** the city it happened to */
  city: number;
  /** the card */
  card: string;
}

/** A seat has to choose now. */
export interface DuelAsked {
  event: "asked";
  /** who chooses */
  seat: number;
  /** what kind of choice */
  choice: "destroy" | "library" | "revive" | "starter" | "token";
  /** the card, wonder or token it is for or comes from */
  thing: string | null;
}

/** An effect found nothing to choose from. */
export interface DuelInVain {
  event: "in_vain";
  /** the city it happened to */
  city: number;
  /** what kind of choice it would have been */
  choice: "destroy" | "library" | "revive" | "starter" | "token";
  /** the card, wonder or token it is for or comes from */
  thing: string | null;
}

/** A card is turned up. */
export interface DuelTurnedUp {
  event: "turned_up";
  /** its place in the layout */
  slot: number;
  /** the card */
  card: string;
}

/** A city plays again. */
export interface DuelExtraTurn {
  event: "extra_turn";
  /** the city it happened to */
  city: number;
  /** by the wonder itself or by a progress token */
  why: "token" | "wonder";
  /** the card, wonder or token it is for or comes from */
  thing: string | null;
}

/** An age has ended. */
export interface AgeEnded {
  event: "age_ended";
  /** 1 to 3 */
  age: number;
}

/** The cards of an age are laid out. */
export interface DuelAgeBegins {
  event: "age";
  /** 1 to 3 */
  age: number;
}

/** A city decides who begins the age. */
export interface DuelBegins {
  event: "starter";
  /** the city it happened to */
  city: number;
  /** the seat that begins */
  seat: number;
}

/** The game has ended. */
export interface DuelOver {
  event: "over";
  /** the seats that won; both share a tie */
  winners: number[];
  /** the kind of victory */
  kind: "civilian" | "military" | "science";
  /** what decided it; `shared` when points and blue points are equal */
  decided_by: "blue_points" | "capital" | "points" | "shared" | "symbols";
  /** the numbers compared, of seat 0 and of seat 1 */
  compared: [number, number];
}

/** What a seat, or a spectator, may know of a game of 7 Wonders. */
export interface WondersView {
  /** the game */
  game: "wonders";
  /** version of the rules */
  rules: string;
  /** the edition of the game */
  edition: number;
  /** how many seats play; two play with the Free City */
  players: number;
  /** the seat that sees this, null for a spectator */
  you: number | null;
  /** whether the game has ended */
  over: boolean;
  /** 1 to 3 */
  age: number;
  /** 1 to 6 */
  turn: number;
  /** where hands go in this age */
  passing: "exchange" | "left" | "right";
  /** what kind of decision is awaited */
  phase: "board" | "choose" | "over" | "revive" | "seventh";
  /** seats that owe a decision */
  to_act: number[];
  /** seats whose hidden choice is made */
  ready: number[];
  /** all cities by seat, the Free City last */
  cities: WondersCity[];
  /** what each seat would score if the game ended now; null where a table hides it */
  scores: (number | null)[];
  /** your own hand, in the order of the catalog */
  hand: string[] | null;
  /** the other hands as this seat knows them */
  hands: WondersOtherHand[];
  /** this seat's own choices that are not yet revealed */
  choices: (WondersTakeBoard | WondersBuild | WondersStage | WondersDiscard | WondersFreeBuild | WondersRevive)[];
  /** the discard pile as this seat knows it */
  discard: WondersDiscardPile;
  /** cards under this seat's own stages */
  buried: string[];
  /** two players: the Free City */
  free_city: WondersFreeCity | null;
  /** while boards are chosen: the draft */
  draft?: WondersBoardDraft;
  /** what this seat remembers; for bots, left out for screens */
  memory?: WondersMemory | null;
  /** after the end: what was hidden */
  secrets?: WondersUncovered;
  /** after the end: who won */
  result?: WondersResult;
}

/** A city; all of it is public. */
export interface WondersCity {
  /** the city's name */
  board: string;
  /** the side of its board */
  side: "A" | "B";
  /** its coins */
  coins: number;
  /** its shields */
  shields: number;
  /** stages of its wonder that stand */
  stages: number;
  /** the sum of its victory tokens */
  victory_points: number;
  /** how many defeat tokens it has */
  defeats: number;
  /** its structures, in the order of the catalog */
  cards: string[];
  /** how many stages its wonder has */
  stages_in_all: number;
  /** units it produces, each a choice of goods */
  produces: string[][];
  /** units its neighbours may buy */
  sells: string[][];
  /** what it pays for bought units */
  prices: WondersPrices;
  /** science symbols by name; "any" for free choices */
  symbols: Record<string, number>;
  /** structures by colour */
  colors: Record<string, number>;
  /** structures it may still build for nothing in this age */
  free_builds: number;
  /** whether it plays the last card of an age too */
  seventh_card: boolean;
  /** whether it copies a neighbour's guild at the end */
  copies_guild: boolean;
  /** colours whose cards a power makes free in this turn (second edition) */
  free_colors: string[];
}

/** What a city pays its neighbours for a unit. */
export interface WondersPrices {
  /** wood, stone, ore and clay */
  raw: WondersSides;
  /** glass, loom and papyrus */
  manufactured: WondersSides;
}

/** A price at each neighbour. */
export interface WondersSides {
  /** coins a unit costs at the left neighbour */
  left: number;
  /** coins a unit costs at the right neighbour */
  right: number;
}

/** Another hand as a seat knows it: cards of `among`, less `gone` of these, and `drawn` unknown ones besides. */
export interface WondersOtherHand {
  /** who holds it */
  seat: number;
  /** how many cards it has */
  size: number;
  /** cards it can consist of; null for a hand never seen */
  among: string[] | null;
  /** how many of these left it face down */
  gone: number;
  /** unknown cards that came to it */
  drawn: number;
}

/** Takes a board for its city, before the game. */
export interface WondersTakeBoard {
  action: "board";
  /** the board, by its city */
  board: string;
  /** the side of the board */
  side: "A" | "B";
}

/** Builds a card of the hand. */
export interface WondersBuild {
  action: "build";
  /** the card */
  card: string;
  /** coins to the left and to the right neighbour */
  pay: [number, number];
  /** coins to the bank */
  bank: number;
  /** two players: "free" for a decision about the Free City */
  city?: "free" | null;
}

/** Builds the next stage of the wonder, with a card of the hand laid under it. */
export interface WondersStage {
  action: "stage";
  /** the card */
  card: string;
  /** coins to the left and to the right neighbour */
  pay: [number, number];
  /** two players: "free" for a decision about the Free City */
  city?: "free" | null;
}

/** Discards a card of the hand for coins. */
export interface WondersDiscard {
  action: "discard";
  /** the card */
  card: string;
  /** two players: "free" for a decision about the Free City */
  city?: "free" | null;
}

/** Builds a card of the hand for nothing, once in an age (Olympia A). */
export interface WondersFreeBuild {
  action: "free_build";
  /** the card */
  card: string;
  /** two players: "free" for a decision about the Free City */
  city?: "free" | null;
}

/** Builds a card of the discard pile for nothing (Halikarnassos), or takes none. */
export interface WondersRevive {
  action: "revive";
  /** the card, null to take none */
  card: string | null;
  /** two players: "free" for a decision about the Free City */
  city?: "free" | null;
}

/** The discard pile, which lies face down. */
export interface WondersDiscardPile {
  /** how many cards lie there */
  size: number;
  /** all of them, for the seat that chooses one */
  cards: string[] | null;
  /** what this seat put there */
  own: string[];
}

/** Two players: facts about the Free City besides its city. */
export interface WondersFreeCity {
  /** the seat that decides for it in this turn */
  controller: number;
  /** cards left in the draw pile */
  draw_pile: number;
  /** its last card of the age, for the seat that decides about it */
  last_card?: string;
}

/** How far the draft of boards is. */
export interface WondersBoardDraft {
  /** the seat that chooses first; the others follow in the order of seats */
  first: number;
  /** seats that have chosen, in order */
  chosen: number[];
  /** boards that no seat has chosen */
  free: string[];
}

/** What a seat remembers of the whole game. */
export interface WondersMemory {
  /** your own hand at the start of each turn so far, by age and turn, with a card drawn then */
  hands: string[][][];
  /** two players: cards this seat drew, as [age, turn, card] */
  drawn: ((number | string)[])[];
  /** what was done, in order: [age, turn, city, action, card or null, coins left, right, to the bank]; turn 7 is the step after the sixth turn, action "spare" a last card that went to the pile */
  history: ((number | string | null)[])[];
}

/** What was hidden, shown after the end. */
export interface WondersUncovered {
  /** everything that was random */
  deal: WondersDeal;
  /** the discard pile, in the order laid down */
  discard: string[];
  /** the cards under each city's stages */
  under_stages: string[][];
}

/** Every random fact of a game of 7 Wonders. */
export interface WondersDeal {
  /** the game */
  game: "wonders";
  /** the edition of the game */
  edition?: number;
  /** city and side of every seat's board */
  boards: [string, string][];
  /** the seat that chooses its board first, if seats choose */
  drafter?: number | null;
  /** two players: the Free City's board */
  free_city?: [string, string] | null;
  /** the hands as dealt, by age and by seat */
  hands: string[][][];
  /** two players: the draw pile of each age, from the top */
  draw_piles?: string[][] | null;
}

/** How a game of 7 Wonders ended. */
export interface WondersResult {
  /** the seats that won; several share a tie */
  winners: number[];
  /** always on points */
  kind: "civilian";
  /** every seat's points */
  scores: WondersScore[];
}

/** A seat's points by category. */
export interface WondersScore {
  /** victory and defeat tokens */
  military: number;
  /** coins */
  treasury: number;
  /** stages of the wonder */
  wonder: number;
  /** blue cards */
  civilian: number;
  /** green cards */
  science: number;
  /** yellow cards */
  commerce: number;
  /** purple cards */
  guilds: number;
  /** all of these */
  total: number;
}

/** What one card of the hand or one stage would cost a city. */
export interface WondersQuote {
  /** coins that go to the bank */
  bank: number;
  /** whether it is free by a chain */
  chain: boolean;
  /** whether it can be built now */
  affordable: boolean;
  /** the reason when it cannot */
  why: Why | null;
  /** which unit is covered by what */
  plan: PlanLine[];
  /** the card, if it is one */
  card?: string | null;
  /** the stage's number, if it is one */
  stage?: number | null;
  /** every split (left, right) worth paying, also those the purse cannot cover */
  pays: [number, number][];
  /** two players: "free" for the Free City */
  city?: "free" | null;
}

/** A city takes a board, before the game. */
export interface WondersBoardTaken {
  event: "board";
  /** the city it happened to */
  city: number;
  /** the board, by its city */
  board: string;
  /** the side of the board */
  side: "A" | "B";
  /** the city that had it, and gets the taker's former board */
  other?: number | null;
}

/** An age begins; everyone takes up a hand. */
export interface WondersAgeBegins {
  event: "age";
  /** 1 to 3 */
  age: number;
  /** where hands go in it */
  passing: "exchange" | "left" | "right";
}

/** Two players: the seat that decides for the Free City draws a card. */
export interface WondersDrawn {
  event: "drawn";
  /** the card; null for those who may not know it */
  card: string | null;
  /** who draws */
  seat: number;
}

/** A step of the game is carried out; what follows belongs to it. */
export interface WondersTurn {
  event: "turn";
  /** 1 to 3 */
  age: number;
  /** 1 to 6 */
  turn: number;
  /** everyone's hidden choices, a city's last card of the age, or a look into the discard pile */
  step: "choose" | "revive" | "seventh";
}

/** A city pays. */
export interface WondersPaid {
  event: "paid";
  /** the city it happened to */
  city: number;
  /** the neighbour that gets the coins, null for the bank */
  to: number | null;
  /** how many coins */
  coins: number;
  /** the coin cost, or goods bought */
  why: "cost" | "trade";
  /** the card it is for or comes from, null for a stage or nothing */
  thing: string | null;
  /** the stage it is for or comes from, if it is one */
  stage?: number | null;
}

/** A city gets coins from the bank. */
export interface WondersGained {
  event: "gained";
  /** the city it happened to */
  city: number;
  /** how many coins */
  coins: number;
  /** for a discarded card, printed on something, or for things counted */
  why: "count" | "discard" | "effect";
  /** the card it is for or comes from, null for a stage or nothing */
  thing: string | null;
  /** the stage it is for or comes from, if it is one */
  stage?: number | null;
}

/** A city builds a card. */
export interface WondersBuilt {
  event: "built";
  /** the city it happened to */
  city: number;
  /** the card */
  card: string;
  /** the card that made it free */
  chain: string | null;
  /** whether a power made it free */
  free: boolean;
}

/** A city builds a stage of its wonder and lays a card under it. */
export interface WondersStageBuilt {
  event: "stage";
  /** the card; null for those who may not know it */
  card: string | null;
  /** the city it happened to */
  city: number;
  /** its number, from 1 */
  stage: number;
}

/** A city discards a card. */
export interface WondersDiscarded {
  event: "discarded";
  /** the card; null for those who may not know it */
  card: string | null;
  /** the city it happened to */
  city: number;
}

/** A city's last card of an age goes to the discard pile. */
export interface WondersSpare {
  event: "spare";
  /** the card; null for those who may not know it */
  card: string | null;
  /** the city it happened to */
  city: number;
}

/** A city has a step of its own now. */
export interface WondersAsked {
  event: "asked";
  /** who chooses */
  seat: number;
  /** for which city */
  city: number;
  /** what kind of choice */
  choice: "revive" | "seventh";
}

/** A look into the discard pile found nothing that could be built. */
export interface WondersInVain {
  event: "in_vain";
  /** the city it happened to */
  city: number;
  /** what kind of choice it would have been */
  choice: "revive";
}

/** A city builds a discarded card for nothing, or takes none. */
export interface WondersRevived {
  event: "revived";
  /** the city it happened to */
  city: number;
  /** the card, null if none was taken */
  card: string | null;
}

/** A conflict between neighbours at the end of an age. */
export interface WondersConflict {
  event: "conflict";
  /** 1 to 3 */
  age: number;
  /** one of the two */
  city: number;
  /** its right neighbour */
  other: number;
  /** the shields of both */
  shields: [number, number];
  /** the city with more, null if equal; the other gets a defeat token */
  winner: number | null;
  /** points of the winner's victory token */
  points: number;
}

/** The game has ended. */
export interface WondersOver {
  event: "over";
  /** the seats that won */
  winners: number[];
  /** always on points */
  kind: "civilian";
  /** what decided it; `coins` breaks a tie, `shared` when both are equal */
  decided_by: "coins" | "points" | "shared";
  /** the winner's points */
  points: number;
}

export type DuelOption =
  | DuelBid
  | DuelPass
  | DuelDraft
  | DuelBuild
  | DuelDiscard
  | DuelBuildWonder
  | DuelTakeToken
  | DuelKeepToken
  | DuelRevive
  | DuelDestroy
  | DuelStarter;

export type DuelEvent =
  | DuelOffered
  | DuelBidMade
  | DuelPassed
  | DuelDrafted
  | DuelPaid
  | DuelGained
  | DuelBuilt
  | DuelWonderBuilt
  | DuelWithdrawn
  | DuelDiscarded
  | DuelPawn
  | DuelLooted
  | DuelLost
  | DuelPair
  | DuelTokenTaken
  | DuelDestroyed
  | DuelRevived
  | DuelAsked
  | DuelInVain
  | DuelTurnedUp
  | DuelExtraTurn
  | AgeEnded
  | DuelAgeBegins
  | DuelBegins
  | DuelOver;

export type WondersOption =
  | WondersTakeBoard
  | WondersBuild
  | WondersStage
  | WondersDiscard
  | WondersFreeBuild
  | WondersRevive;

export type WondersEvent =
  | WondersBoardTaken
  | WondersAgeBegins
  | WondersDrawn
  | WondersTurn
  | WondersPaid
  | WondersGained
  | WondersBuilt
  | WondersStageBuilt
  | WondersDiscarded
  | WondersSpare
  | WondersAsked
  | WondersInVain
  | WondersRevived
  | WondersConflict
  | AgeEnded
  | WondersOver;

export type AnyView = DuelView | WondersView;

export type AnyOption = DuelOption | WondersOption;

export type AnyQuote = DuelQuote | WondersQuote;

export type AnyEvent = DuelEvent | WondersEvent;

export type AnyResult = DuelResult | WondersResult;

export type GameName = AnyView["game"];

/** An option with its text in the record. */
export type SentOption = AnyOption & { text: string };
