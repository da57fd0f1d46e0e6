// What is asked, or what has been sent and waits for the server, in the panel of actions.

import { sent, useControls } from "../app/controls";
import { t } from "../app/i18n";
import { Icon } from "../art/icons";

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
