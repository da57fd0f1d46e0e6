// "It is your turn": in the title, as a dot on the icon, and as a short tone where the viewer asked for one.

import type { Desk } from "./desk";
import { t } from "./i18n";
import { settings } from "./settings";

let told = "";
let audio: AudioContext | null = null;

export function tone(): void {
  try {
    audio ??= new AudioContext();
    const now = audio.currentTime;
    for (const [i, pitch] of [523.25, 783.99].entries()) {
      const voice = audio.createOscillator(),
        loud = audio.createGain();
      voice.frequency.value = pitch;
      loud.gain.setValueAtTime(0.0001, now + i * 0.14);
      loud.gain.exponentialRampToValueAtTime(0.12, now + i * 0.14 + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.0001, now + i * 0.14 + 0.3);
      voice.connect(loud).connect(audio.destination);
      voice.start(now + i * 0.14);
      voice.stop(now + i * 0.14 + 0.32);
    }
  } catch {
    // no sound here
  }
}

export function announce(desk: Desk): void {
  const { table } = desk.state;
  const yours = desk.yours && table.status === "playing";
  document.title = yours
    ? `* ${t("table.your_turn")} - Mirabilia`
    : table.status === "over"
      ? `${t("event.over")} - Mirabilia`
      : "Mirabilia";
  const icon = document.getElementById("favicon") as HTMLLinkElement | null;
  if (icon) icon.href = yours ? "icon-turn.svg" : "icon.svg";
  const moment = `${table.id}.${table.moves}.${yours}`;
  if (yours && moment !== told && settings.peek().sound) tone();
  told = moment;
}
