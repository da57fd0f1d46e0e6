// A question that interrupts a turn. It takes the place of the cards, which cannot be taken meanwhile, and can be put
// aside to look at them.

import { type ComponentChildren, toChildArray } from "preact";
import { phone } from "../app/fit";
import { t } from "../app/i18n";
import { Icon } from "../art/icons";

interface Props {
  text: string;
  kind?: string;
  /** Where the question hides something: whether it has been put aside. */
  aside?: boolean;
  setAside?: (aside: boolean) => void;
  children: ComponentChildren;
}

/** So few answers may be drawn larger where there is room. */
const FEW = 4;

export function Question({ text, kind = "", aside = false, setAside, children }: Props) {
  const few = toChildArray(children).length <= FEW ? "few" : "";
  return (
    <div class={`choice panel ${aside ? "aside" : ""}`} role="dialog" aria-label={text}>
      <div class="rowline">
        <h2 class="grow">{text}</h2>
        {setAside && (
          <button class="btn quiet look" onClick={() => setAside(!aside)}>
            <Icon name="eye" />
            <span class={phone.value ? "sr" : ""}>{aside ? t("choice.show") : t("choice.look")}</span>
          </button>
        )}
      </div>
      {!aside && <div class={`choicelist ${kind} ${few}`}>{children}</div>}
    </div>
  );
}
