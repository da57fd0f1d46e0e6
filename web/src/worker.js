// Keeps the shell of the page (script, style, words), so that score pad and rules open without a connection, and the
// engine once a game was played on this device. Games are never kept here: they are in the database of the server or of
// the browser. Puzzles that were opened once can be solved without a connection.
// Shows what the server pushes to people who are away.

const SHELL = __SHELL__;
const STORE = `mirabilia-${__VERSION__}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(STORE)
      .then((store) => store.addAll(SHELL))
      .then(() => self.skipWaiting()),
  );
});
self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== STORE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  const inside = url.pathname.slice(new URL(self.registration.scope).pathname.length);
  if (!/^(assets\/|engine\/|words\/|icon\.svg|manifest|$|index\.html|api\/v1\/puzzles)/.test(inside)) return;
  event.respondWith(
    (async () => {
      const store = await caches.open(STORE);
      const kept = await store.match(event.request, { ignoreSearch: true });
      if (kept && /^(assets|engine)\//.test(inside)) return kept;
      try {
        const fresh = await fetch(event.request);
        if (fresh.ok) store.put(event.request, fresh.clone());
        return fresh;
      } catch (error) {
        if (kept) return kept;
        throw error;
      }
    })(),
  );
});
self.addEventListener("push", (event) => {
  const { title, body, lang, table } = event.data?.json() ?? {};
  if (!title) return;
  // One message for each table: a newer one takes the place of the older.
  event.waitUntil(
    self.registration.showNotification(title, { body, lang, tag: table, icon: "icon.svg", data: { table } }),
  );
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = new URL(`#/table/${event.notification.data?.table ?? ""}`, self.registration.scope).href;
  event.waitUntil(
    (async () => {
      const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
      const open = windows.find((page) => page.url === address) ?? windows[0];
      if (!open) return self.clients.openWindow(address);
      await open.focus();
      return open.url === address ? open : open.navigate(address);
    })(),
  );
});
