// The name under which one sits down at tables of friends.

import { t } from "../app/i18n";
import { nickname, setNickname } from "../app/me";

export function NameField() {
  return (
    <label class="field">
      <span>{t("home.your_name")}</span>
      <input
        type="text"
        maxLength={24}
        value={nickname.value}
        autocomplete="nickname"
        onInput={(e) => setNickname(e.currentTarget.value)}
      />
    </label>
  );
}
