// Whose turn it is, in the bar: in words where there is room, else as a sign with the words for a screen reader.

import type { ComponentChildren } from "preact";
import { fit } from "../app/fit";
import { Icon } from "../art/icons";

interface Props {
  yours: boolean;
  /** All the others wait. */
  urgent?: boolean;
  /** The bar lies above the table in low windows, too. */
  lies?: boolean;
  /** The same as a sign. */
  short: ComponentChildren;
  children: ComponentChildren;
}

export function TurnPill({ yours, urgent, lies, short, children }: Props) {
  const { form } = fit.value;
  const words = form === "desktop" || (yours && (form === "tower" || lies));
  return (
    <span class={`pill waiting ${yours ? "yours" : ""} ${urgent ? "lastone" : ""}`} role="status">
      {!(yours && words) && <Icon name="hourglass" size={15} />}
      {words ? children : short}
      {!words && <span class="sr">{children}</span>}
    </span>
  );
}
