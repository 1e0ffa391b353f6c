// The service worker: the app's own files, the last known copy of each page, and the queue when no
// page is open. It answers three kinds of requests and leaves all others alone:
//
//   files of the app      by the copy, where the name says which content it is (hashed); else network
//   pages (navigations)   by the network; by the last known copy, with its age, when the network
//                         is gone or has said nothing for a while. What comes late replaces the copy.
//   a log-out             passed on, and every copy of a page is thrown away
//
// Copies are kept for whom they were made: the server says so in a header. As soon as it names
// somebody else, all copies are thrown away. A page that says no-store is never kept.

(() => {
  const { app, sender } = globalThis.startfelt;
  const FILES = `files ${app.version}`;
  const PAGES = "pages";
  const MOST_PAGES = 60;
  const PATIENCE = 3000; // milliseconds before the copy is shown
  const LATE_FOR = 20000; // milliseconds in which an answer that came late is still new
  const WHO = "X-Startfelt-Who";
  const AT = "X-Startfelt-Kept-At";
  const HASHED = /\.[0-9a-f]{12}\.[a-z0-9]+$/;
  const NOT_THERE = [502, 503, 504];
  // Copies are told apart by address alone; whose they are is said elsewhere.
  const ANY = { ignoreVary: true };

  // A new version: its files come first, and it takes over at once. Pages come from the network,
  // entries lie in the store: neither minds who answers.
  self.addEventListener("install", (event) => {
    event.waitUntil(prepare().then(() => self.skipWaiting()));
  });
  self.addEventListener("activate", (event) => {
    event.waitUntil(tidy().then(() => self.clients.claim()));
  });

  async function prepare() {
    const files = await caches.open(FILES);
    // One that is missing (the server is just being replaced) must not hold up the others.
    const all = [...app.shell].map((address) => keepFile(files, address));
    await Promise.allSettled([...all, keepOffline(files)]);
  }

  async function keepOffline(files) {
    const answer = await fetch(app.offline, { cache: "no-store" });
    if (answer.ok) await files.put(app.offline, answer);
  }

  async function keepFile(files, address) {
    if (HASHED.test(new URL(address, self.location).pathname) && (await files.match(address))) return;
    const answer = await fetch(address, { credentials: "same-origin" });
    if (answer.ok && !answer.redirected) await files.put(address, answer);
  }

  // Files of earlier versions go, but for those that a page's copy still needs.
  async function tidy() {
    const old = (await caches.keys()).filter((name) => name.startsWith("files ") && name !== FILES);
    if (old.length) {
      const files = await caches.open(FILES);
      for (const address of await neededByCopies()) {
        if (await files.match(address)) continue;
        const kept = await caches.match(address);
        if (kept) await files.put(address, kept);
      }
    }
    await Promise.all(old.map((name) => caches.delete(name)));
  }

  const ADDRESS = new RegExp(`${app.static}[^"'()<>#?\\s]+`, "g");

  async function neededByCopies() {
    const pages = await caches.open(PAGES);
    const needed = new Set();
    for (const request of await pages.keys()) {
      const copy = await pages.match(request, ANY);
      for (const [address] of (await copy.text()).matchAll(ADDRESS)) needed.add(address);
    }
    return needed;
  }

  // Which requests ------------------------------------------------------------------------------

  self.addEventListener("fetch", (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (url.origin !== self.location.origin) return;
    if (request.method === "POST" && url.pathname === app.logOut) {
      event.respondWith(forgetCopies().then(() => fetch(request)));
      return;
    }
    // Who says no-store wants to know whether the server is there.
    if (request.method !== "GET" || request.cache === "no-store") return;
    if (url.pathname.startsWith(app.static)) event.respondWith(file(request, url));
    else if (request.mode === "navigate" && mayBeKept(url)) event.respondWith(page(event));
    else if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => offlinePage()));
  });

  const mayBeKept = (url) => !app.never.some((path) => url.pathname.startsWith(path));

  // Files ---------------------------------------------------------------------------------------

  async function file(request, url) {
    const files = await caches.open(FILES);
    const kept = await files.match(url.pathname);
    if (kept && HASHED.test(url.pathname)) return kept;
    try {
      const answer = await fetch(request);
      if (answer.status === 200) await files.put(url.pathname, answer.clone());
      else if (NOT_THERE.includes(answer.status) && kept) return kept;
      return answer;
    } catch (error) {
      if (kept) return kept;
      throw error;
    }
  }

  // Pages ---------------------------------------------------------------------------------------

  // Counts how often all copies were thrown away.
  let era = 0;
  // Answers that came after their page had been shown as a copy: taken when it asks again.
  const late = new Map();

  async function page(event) {
    const { request } = event;
    const [address] = request.url.split("#");
    const waiting = late.get(address);
    late.delete(address);
    if (waiting && Date.now() - waiting.at < LATE_FOR) return waiting.answer;

    const copy = await (await caches.open(PAGES)).match(address, ANY);
    const asked = era;
    const answer = fetch(request).then((response) => {
      if (copy && NOT_THERE.includes(response.status)) throw new Error("nobody behind the proxy");
      event.waitUntil(keep(address, response.clone(), asked));
      return response;
    });
    if (!copy) return answer.catch(() => offlinePage());
    const soon = await Promise.race([answer.catch(() => null), rest(PATIENCE)]);
    if (soon) return soon;
    event.waitUntil(
      answer.then(
        async (response) => {
          late.set(address, { answer: response, at: Date.now() });
          const client = await self.clients.get(event.resultingClientId);
          client?.postMessage({ fresh: address });
        },
        () => {},
      ),
    );
    return asCopy(copy);
  }

  const rest = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds, null));

  // Keeps an answer if it is a whole page of ours that may be kept, the newest at the end.
  async function keep(address, answer, asked) {
    const whose = answer.headers.get(WHO);
    // Asked for before a log-out, answered after it: nobody's any more.
    if (whose === null || answer.status !== 200 || asked !== era) return;
    const pages = await caches.open(PAGES);
    await belongTo(pages, whose);
    const now = era;
    if (/no-store/.test(answer.headers.get("Cache-Control") || "")) {
      await pages.delete(address, ANY);
      return;
    }
    const headers = new Headers(answer.headers);
    headers.delete("Content-Encoding");
    headers.delete("Content-Length");
    headers.set(AT, new Date().toISOString());
    const body = await answer.text();
    if (now !== era) return;
    await pages.delete(address, ANY);
    await pages.put(address, new Response(body, { headers }));
    for (const oldest of (await pages.keys()).slice(0, -MOST_PAGES)) await pages.delete(oldest, ANY);
  }

  async function belongTo(pages, whose) {
    const [any] = await pages.keys();
    if (!any) return;
    const copy = await pages.match(any, ANY);
    if (copy && copy.headers.get(WHO) !== whose) await forgetCopies();
  }

  async function forgetCopies() {
    era += 1;
    late.clear();
    const pages = await caches.open(PAGES);
    for (const request of await pages.keys()) await pages.delete(request, ANY);
  }

  // The page is told that it is a copy, and of when.
  async function asCopy(copy) {
    const body = await copy.text();
    const mark = `<html data-copy="${copy.headers.get(AT)}" `;
    return new Response(body.replace("<html ", mark), { headers: copy.headers });
  }

  async function offlinePage() {
    const kept = await caches.match(app.offline);
    return kept || Response.error();
  }

  // What pages and the browser say ---------------------------------------------------------------

  self.addEventListener("message", (event) => {
    const { keep: wanted, files, forget, claim } = event.data || {};
    if (claim) event.waitUntil(self.clients.claim());
    if (forget) event.waitUntil(forgetCopies());
    // The first page of a device came before this worker did.
    if (wanted) event.waitUntil(catchUp(wanted, files || []));
  });

  async function catchUp(address, names) {
    const files = await caches.open(FILES);
    await Promise.all(names.map((name) => keepFile(files, name).catch(() => {})));
    const url = new URL(address);
    if (url.origin !== self.location.origin || !mayBeKept(url)) return;
    const asked = era;
    const answer = await fetch(url, { credentials: "same-origin" });
    await keep(url.href, answer, asked);
  }

  // The network is back and perhaps no page is open.
  self.addEventListener("sync", (event) => {
    if (event.tag !== "queue") return;
    event.waitUntil(
      sender.flush(app.pass, "worker").then(({ again }) => {
        // The browser asks again later.
        if (again) throw new Error("no network");
      }),
    );
  });
})();
