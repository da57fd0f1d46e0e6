// A whole bot in JavaScript for node, without any package: builds what it can, else discards.
// Try it:  mirabilia protocol-check "node simple_bot.mjs"
import { createInterface } from "node:readline";

const WISHES = ["wonder", "stage", "free_build", "build", "token", "library", "draft", "revive", "destroy", "starter"];

const price = (option) => (option.price ?? 0) + (option.bank ?? 0) + (option.pay ?? []).reduce((a, b) => a + b, 0);

const rank = (option) => {
  const place = WISHES.indexOf(option.action);
  return (place < 0 ? 99 : place) * 1000 + price(option);
};

// The place of the wished action that costs least.
const choose = ({ options }) => options.reduce((best, option, i) => (rank(option) < rank(options[best]) ? i : best), 0);

const failure = (id, code, message) => ({ type: "error", id: id ?? null, error: { code, message } });

function reply(message) {
  switch (message.type) {
    case "hello":
      return {
        type: "hello", protocol: 1, name: "simple-js", limits: ["milliseconds"],
        games: { duel: [2], wonders: [2, 3, 4, 5, 6, 7] },
      };
    case "ping":
      return { type: "pong", id: message.id };
    case "request":
      if (!message.options?.length) return failure(message.id, "bad_options", "there is nothing to choose");
      return { type: "answer", id: message.id, choice: choose(message) };
    default:
      return failure(message.id, "unknown_message", `unknown type ${message.type}`);
  }
}

createInterface({ input: process.stdin }).on("line", (line) => {
  let answer;
  try {
    const message = JSON.parse(line);
    if (message.type === "quit") process.exit(0);
    answer = reply(message);
  } catch (error) {
    answer = failure(null, "not_json", String(error));
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
});
