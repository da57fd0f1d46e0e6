// A question that interrupts a turn, in a sheet from below: what is asked, why, and the answers. It covers neither the
// cards nor the goods that the answer depends on; more answers than fit slide sideways.

import { type ComponentChildren, toChildArray } from "preact";

interface Props {
  text: string;
  /** Why the viewer is the one who answers. */
  why?: string | undefined;
  kind?: string;
  /** An answer of another kind than the others, beside the question. */
  instead?: ComponentChildren;
  children: ComponentChildren;
}

/** So few answers share the width of the sheet. */
const FEW = 4;

export function Question({ text, why, kind = "", instead, children }: Props) {
  const few = toChildArray(children).length <= FEW ? "few" : "";
  return (
    <div class="choice sheet panel" role="dialog" aria-label={text}>
      <div class="choicehead">
        <h2>{text}</h2>
        {instead}
      </div>
      {why && <p class="muted why">{why}</p>}
      <div class={`choicelist ${kind} ${few}`}>{children}</div>
    </div>
  );
}
