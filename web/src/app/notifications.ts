// Notifications that it is the viewer's turn: web push, asked for game by game.

import { api } from "./api";
import { lang } from "./i18n";
import { keep, kept } from "./settings";

const KEPT = "mirabilia.notified";

/** Whether this browser can show notifications. */
export const canNotify = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

export function isNotified(table: string): boolean {
  return (kept<string[]>(KEPT) ?? []).includes(table);
}
function remember(table: string, wanted: boolean): void {
  const others = (kept<string[]>(KEPT) ?? []).filter((id) => id !== table);
  keep(KEPT, wanted ? [...others.slice(-99), table] : others);
}
function bytes(key: string): Uint8Array<ArrayBuffer> {
  const plain = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** Asks for notifications of a table: "blocked" if the browser or its owner does not want that. */
export async function notifyMe(table: string): Promise<"notified" | "blocked" | "unavailable"> {
  const { key } = await api.pushKey();
  const worker = await navigator.serviceWorker.getRegistration();
  if (!key || !worker) return "unavailable";
  if ((await Notification.requestPermission()) !== "granted") return "blocked";
  const wanted =
    (await worker.pushManager.getSubscription()) ??
    (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) }));
  const { endpoint, keys } = wanted.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) return "unavailable";
  await api.notifyMe(table, { endpoint, p256dh: keys.p256dh, auth: keys.auth, lang: lang.value });
  remember(table, true);
  return "notified";
}

export async function stopNotifying(table: string): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration();
  const wanted = await worker?.pushManager.getSubscription();
  if (wanted) await api.stopNotifying(table, wanted.endpoint);
  remember(table, false);
}
