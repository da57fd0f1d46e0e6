// The notation of moves (docs/notation.md).

export interface Parsed {
  action: string;
  card?: string;
  wonder?: string;
  token?: string;
  seat?: number;
  pay?: [number, number];
  free?: boolean;
}

/** The parts of a move text (docs/notation.md). */
export function parseMove(move: string): Parsed {
  let rest = move;
  const made: Parsed = { action: "" };
  if (rest.startsWith("free city: ")) {
    made.free = true;
    rest = rest.slice(11);
  }
  const pay = / pay (\d+),(\d+)$/.exec(rest);
  if (pay) {
    made.pay = [Number(pay[1]), Number(pay[2])];
    rest = rest.slice(0, pay.index);
  }
  const [word, ...words] = rest.split(" ");
  const name = words.join(" ");
  made.action = word === "free" ? "free_build" : word!;
  if (word === "draft") made.wonder = name;
  else if (word === "wonder") {
    const cut = name.lastIndexOf(" with ");
    made.wonder = name.slice(0, cut);
    made.card = name.slice(cut + 6);
  } else if (word === "stage") {
    if (name.startsWith("with ")) made.card = name.slice(5);
  } else if (word === "token" || word === "library") made.token = name;
  else if (word === "starter") made.seat = Number(name);
  else if (name && name !== "none") made.card = name;
  return made;
}
