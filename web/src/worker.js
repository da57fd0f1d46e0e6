// Keeps the shell of the page (script, style, words), so that score pad and rules open without a connection, and the
// engine once a game was played on this device or the page was installed as an app. Games are never kept here: they are
// in the database of the server or of the browser. Puzzles that were opened once can be solved without a connection.
// A new version gets ready beside the old one and takes over when no window of the old one is open any more: until then
// everything of the old one is here, so that nothing under way breaks. Names of scripts and the engine's folder contain
// a hash, so a page that was loaded anew meanwhile finds its own.
// Shows what the server pushes to people who are away.

const SHELL = __SHELL__;
const ENGINE = __ENGINE__;
/** Other pages of the same host have stores of their own. */
const OWN = `mirabilia ${self.registration.scope} `;
const STORE = OWN + __VERSION__;
/** Files whose name changes with their content. */
const FIXED = /^(assets|engine)\//;
const KEPT = /^(assets\/|engine\/|words\/|icon[\w-]*\.svg|manifest|$|index\.html|api\/v1\/puzzles)/;
const EVERYWHERE = { ignoreSearch: true, ignoreVary: true };

const stores = async () => (await caches.keys()).filter((name) => name.startsWith(OWN));
const inside = (url) => new URL(url).pathname.slice(new URL(self.registration.scope).pathname.length);

/** Whether an engine was kept: then the next one is, too. */
async function playsHere() {
  for (const name of await stores())
    for (const { url } of await (await caches.open(name)).keys())
      if (/^engine\/.*worker\.js$/.test(inside(url))) return true;
  return false;
}

/** Keeps files; one that an earlier version has kept under the same hash does not travel again. */
async function keep(paths) {
  const store = await caches.open(STORE);
  const one = async (path) => {
    const known = FIXED.test(path) ? await caches.match(path, EVERYWHERE) : undefined;
    // What the page has fetched already is not fetched again, if its name says that it is the same.
    const file = known ?? (await fetch(path, { cache: FIXED.test(path) ? "force-cache" : "no-cache" }));
    if (!file.ok) throw new Error(`${path}: ${file.status}`);
    await store.put(path, file);
  };
  await Promise.all(paths.map(one));
}

self.addEventListener("install", (event) => {
  event.waitUntil(playsHere().then((plays) => keep([...SHELL, ...(plays ? ENGINE : [])])));
});
// An installed app asks for everything, so that games can be played without a connection.
self.addEventListener("message", (event) => {
  if (event.data === "keep engine") event.waitUntil(keep(ENGINE));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(
    stores()
      .then((names) => Promise.all(names.filter((name) => name !== STORE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method !== "GET" || new URL(url).origin !== location.origin || !KEPT.test(inside(url))) return;
  event.respondWith(
    (async () => {
      const store = await caches.open(STORE);
      const find = async () =>
        (await store.match(event.request, EVERYWHERE)) ?? (await caches.match(event.request, EVERYWHERE));
      if (FIXED.test(inside(url))) {
        const kept = await find();
        if (kept) return kept;
      }
      try {
        // what the browser itself remembers of the others may be of another version
        const fresh = await fetch(event.request, FIXED.test(inside(url)) ? {} : { cache: "no-cache" });
        // a device without room plays on, only not without a connection
        if (fresh.ok) event.waitUntil(store.put(event.request, fresh.clone()).catch(() => undefined));
        return fresh;
      } catch (error) {
        const kept = await find();
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
