import assert from "node:assert/strict";
import { test } from "node:test";
import { press, type Role, reach, reachable } from "../src/app/reach";

/** A button at a place of the document. */
function button(at: number, { hidden = false, disabled = false } = {}) {
  const made = {
    at,
    clicks: 0,
    offsetParent: hidden ? null : {},
    hasAttribute: (name: string) => name === "disabled" && disabled,
    compareDocumentPosition: (other: { at: number }) => (other.at > at ? 4 : 2),
    click: () => void made.clicks++,
  };
  return made;
}
const put = (role: Role, made: ReturnType<typeof button>) => reach(role)(made as unknown as HTMLElement);

test("a key presses the button that says what it is, as long as it is there", () => {
  const build = button(1);
  const leave = put("build", build);
  assert.equal(press("build"), true);
  assert.equal(build.clicks, 1);
  leave?.();
  assert.equal(press("build"), false);
  assert.equal(build.clicks, 1);
});

test("buttons that are hidden or disabled are out of reach", () => {
  const leaves = [put("discard", button(1, { hidden: true })), put("discard", button(2, { disabled: true }))];
  assert.equal(press("discard"), false);
  for (const leave of leaves) leave?.();
});

test("cards are numbered in the order of the document, whenever they came", () => {
  const cards = [button(3), button(1), button(2)];
  const leaves = cards.map((card) => put("card", card));
  assert.deepEqual(
    reachable("card").map((card) => (card as unknown as { at: number }).at),
    [1, 2, 3],
  );
  for (const leave of leaves) leave?.();
});
