// What is asked, or what has been sent and waits for the server, in the panel of actions.

import { classes } from "../app/classes";
import { sent, useControls } from "../app/controls";
import { t } from "../app/i18n";
import { Icon } from "../art/icons";
import { TakeBackAnswer, takeBackAsked } from "./turn-controls";

/** The sheet while no card is taken up: there is none, unless something has been sent or the other side asks. */
export function IdleSheet({ text }: { text: string }) {
  const controls = useControls();
  const asked = takeBackAsked(controls);
  const says = asked || sent.value !== null;
  return (
    <div class={classes("actions", "idle", says ? "sheet panel" : "silent")}>
      {asked ? <TakeBackAnswer /> : <SheetLine text={text} />}
    </div>
  );
}

export function SheetLine({ text }: { text: string }) {
  const controls = useControls();
  const on = sent.value;
  if (!on) return <p class="prompt">{text}</p>;
  return (
    <p class="prompt sentline" role="status">
      <Icon name="hourglass" size={17} /> {controls.kind.optionSentence(controls, on.option)}{" "}
      <b>{on.cut ? t("sent.later") : t("sent.now")}</b>
    </p>
  );
}
