// What is asked, or what has been sent and waits for the server, in the panel of actions.

import { sent, useDesk } from "../app/desk";
import { t } from "../app/i18n";
import { Icon } from "../art/icons";

export function SheetLine({ text }: { text: string }) {
  const desk = useDesk();
  const on = sent.value;
  if (!on) return <p class="prompt">{text}</p>;
  return (
    <p class="prompt sentline" role="status">
      <Icon name="hourglass" size={17} /> {desk.kind.optionSentence(desk, on.option)}{" "}
      <b>{on.cut ? t("sent.later") : t("sent.now")}</b>
    </p>
  );
}
