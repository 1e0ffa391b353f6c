// What this device still has to send, kept in IndexedDB: it survives a reload, a closed browser, a
// new version of the app. Shared by pages and the service worker, as a module and by importScripts:
// so it neither imports nor exports, and hangs on globalThis.startfelt.
//
// An entry: {id, slot, address, fields: [[name, value]…], htmx, as, asName, label, page, repair,
// row, target, swap, state, reason, location, tries, after, until, by, at, done}
//   slot    address and idempotency key: the same form typed again replaces what waits
//   as      whom it is sent for ("" for anybody), asName how people call them
//   state   waiting, sending (by whom, and until when: then whoever sends has given up), locked (nobody is logged in
//           for it), refused (reason), sent (location)
//   after   not to be tried before

(() => {
  const NAME = "startfelt";
  const ENTRIES = "entries";
  const CHANNEL = "startfelt-queue";

  let opening = null;

  function open() {
    opening ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => {
        const entries = request.result.createObjectStore(ENTRIES, { keyPath: "id", autoIncrement: true });
        entries.createIndex("slot", "slot", { unique: true });
      };
      request.onsuccess = () => {
        // A newer version of the app wants to change the store: it must not wait for this page.
        request.result.onversionchange = () => {
          request.result.close();
          opening = null;
        };
        resolve(request.result);
      };
      request.onerror = () => reject(request.error);
      request.onblocked = () => reject(new Error("blocked"));
    });
    opening.catch(() => (opening = null));
    return opening;
  }

  // A browser that keeps nothing (private, forbidden, full): the queue lives as long as the page.
  const memory = { entries: new Map(), next: 1, used: false };

  const inMemory = {
    all: async () => [...memory.entries.values()].map((entry) => structuredClone(entry)),
    put(entry) {
      entry.id ??= memory.next++;
      memory.entries.set(entry.id, structuredClone(entry));
      return entry.id;
    },
    remove: (id) => memory.entries.delete(id),
  };

  // One change at a time, whole or not at all, over pages and service worker alike: `change` gets
  // every entry in the order they came, and {put, remove}; what it returns is returned.
  async function transact(change) {
    let database;
    try {
      database = await open();
    } catch {
      memory.used = true;
      return change(await inMemory.all(), inMemory);
    }
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(ENTRIES, "readwrite", { durability: "strict" });
      const store = transaction.objectStore(ENTRIES);
      let result;
      transaction.oncomplete = () => resolve(result);
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
      store.getAll().onsuccess = (event) => {
        result = change(event.target.result, {
          put: (entry) => store.put(entry),
          remove: (id) => store.delete(id),
        });
      };
    });
  }

  const listeners = new Set();
  const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(CHANNEL) : null;
  const tellHere = (message) => listeners.forEach((listener) => listener(message));
  channel?.addEventListener("message", (event) => tellHere(event.data));

  function tell(message = {}) {
    tellHere(message);
    channel?.postMessage(message);
  }

  // Takes an entry in. One with the same slot that is not done yet is replaced, in its place of the
  // order; while it is being sent, it may have arrived: the server tells both apart by the fields.
  async function add(entry) {
    const kept = await transact((all, { put }) => {
      const old = all.find((one) => one.slot === entry.slot);
      const now = Date.now();
      const fresh = { state: "waiting", tries: 0, after: 0, until: 0, reason: "", at: now, ...entry };
      if (old) fresh.id = old.id;
      put(fresh);
      return fresh;
    });
    // The id of a new one is only known once it is stored.
    const stored = (await all()).find((one) => one.slot === kept.slot);
    tell();
    return stored;
  }

  const all = () => transact((entries) => entries);

  // Changes one entry, if it is still there (and still as `only` wants it).
  async function change(id, fields, only = () => true) {
    const changed = await transact((entries, { put }) => {
      const entry = entries.find((one) => one.id === id);
      if (!entry || !only(entry)) return null;
      const next = { ...entry, ...fields };
      put(next);
      return next;
    });
    if (changed) tell();
    return changed;
  }

  async function remove(id, only = () => true) {
    const removed = await transact((entries, { remove: drop }) => {
      const entry = entries.find((one) => one.id === id);
      if (!entry || !only(entry)) return false;
      drop(id);
      return true;
    });
    if (removed) tell();
    return removed;
  }

  const dead = (entry, now) => entry.state === "sending" && entry.until <= now;
  const open_ = (entry, now) => ["waiting", "locked"].includes(entry.state) || dead(entry, now);

  // The next entry to be sent by somebody who may send for `mine`, taken until `until`; null when
  // there is none, or when another page is sending: entries go out one by one, in their order. `by`
  // says who takes it.
  // Those for others are locked meanwhile.
  async function claim(mine, until, by) {
    let locked = false;
    const claimed = await transact((entries, { put }) => {
      const now = Date.now();
      if (entries.some((entry) => entry.state === "sending" && entry.until > now)) return null;
      for (const entry of entries) {
        if (!open_(entry, now)) continue;
        if (entry.as && !mine.includes(entry.as)) {
          if (entry.state !== "locked") {
            put({ ...entry, state: "locked" });
            locked = true;
          }
        } else if (entry.after <= now) {
          const next = { ...entry, state: "sending", until, by, tries: entry.tries + 1 };
          put(next);
          return next;
        }
      }
      return null;
    });
    if (claimed || locked) tell();
    return claimed;
  }

  // How many want to go out, and when the first of those that rest may be tried again.
  async function pending() {
    const now = Date.now();
    const entries = (await all()).filter((entry) => open_(entry, now) || entry.state === "sending");
    const rests = entries.map((entry) => Math.max(entry.after, entry.state === "sending" ? entry.until : 0));
    return { count: entries.length, soonest: Math.min(...rests) };
  }

  globalThis.startfelt ??= {};
  globalThis.startfelt.store = {
    add,
    all,
    change,
    claim,
    pending,
    remove,
    tell,
    listen: (listener) => listeners.add(listener),
    get forgetful() {
      return memory.used;
    },
  };
})();
