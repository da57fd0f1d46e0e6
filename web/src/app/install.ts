// The page as an app: its service worker, which keeps it for times without a connection, and what installs it.

import { signal } from "@preact/signals";

/** How a browser says that the page can be installed; TypeScript does not know it yet. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/** Installs the page; null where it is installed already or the browser has no way of its own to ask for it. */
export const install = signal<(() => Promise<void>) | null>(null);

/** Keeps the engine for times without a connection: an app is expected to work there before anybody has played. */
export function keepEngine(): void {
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage("keep engine"));
}

export function installWorker(): void {
  const near = ["localhost", "127.0.0.1"].includes(location.hostname);
  if (!("serviceWorker" in navigator) || !(location.protocol === "https:" || near)) return;
  void navigator.serviceWorker.register("worker.js").catch((error: unknown) => {
    if (!near) console.error(error);
  });
  if (matchMedia("(display-mode: standalone)").matches) keepEngine();
  addEventListener("appinstalled", () => {
    install.value = null;
    keepEngine();
  });
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    install.value = async () => {
      install.value = null; // a browser asks once
      await (event as InstallEvent).prompt();
    };
  });
}
