// Sends what waits, one by one and in order. Shared by pages and the service worker, like store.js.
//
// The server knows an entry by its idempotency key, so that one which arrived although its answer
// was lost is not done twice; here that means: when in doubt, send again.

(() => {
  const { store } = globalThis.startfelt;
  const PASS_PATIENCE = 8000;
  const PATIENCE = 15000;
  // Whoever sends has given up by then, or is dead.
  const LEASE = PATIENCE + 5000;
  const GATEWAY = [502, 503, 504];
  // A server that cannot do it is not asked for ever: then a person must look.
  const MOST_FAULTS = 5;
  const HEADER = "X-Startfelt-Queued";
  // What is somebody else's secret (the end of the other side's code) leaves the device when the
  // server has answered, whatever it said.
  const SECRET = ["signature"];

  const within = (milliseconds) => AbortSignal.timeout(milliseconds);

  // A fresh token and whom this device acts for now. Throws without a network, and where somebody
  // else answers in the server's place (the Wi-Fi's own log-in page).
  async function askPass(address) {
    const answer = await fetch(address, {
      cache: "no-store",
      credentials: "same-origin",
      redirect: "error",
      signal: within(PASS_PATIENCE),
    });
    if (!answer.ok) throw new Error(String(answer.status));
    const pass = await answer.json();
    if (!pass.token || !Array.isArray(pass.for)) throw new Error("not our server");
    return pass;
  }

  const text = (answer, name) => {
    try {
      return decodeURIComponent(answer.headers.get(name) || "");
    } catch {
      return "";
    }
  };

  // How one entry fared: {state, …} as it is stored from now on, {again} when nobody knows, and
  // `html`, the answer to show, where there is one.
  async function post(entry, pass) {
    const body = new URLSearchParams(entry.fields);
    const headers = { "X-CSRFToken": pass.token, [HEADER]: "1" };
    if (entry.htmx) headers["HX-Request"] = "true";
    let answer;
    let html = "";
    try {
      answer = await fetch(entry.address, {
        method: "POST",
        body,
        headers,
        credentials: "same-origin",
        cache: "no-store",
        redirect: "manual",
        signal: within(PATIENCE),
      });
      html = await answer.text();
    } catch {
      return { again: true };
    }
    const ours = answer.headers.get(HEADER) === "1";
    if (!ours || GATEWAY.includes(answer.status) || answer.status === 429) return { again: true };
    if (answer.status >= 500) return fault(entry);
    const location = answer.headers.get("X-Startfelt-Location") || "";
    if (new URL(location || "/", entry.address).pathname === pass.logIn) return { state: "locked" };
    if (answer.status < 400) return { state: "sent", location, html };
    return { state: "refused", reason: text(answer, "X-Startfelt-Reason"), html };
  }

  const fault = (entry) =>
    entry.tries < MOST_FAULTS
      ? { state: "waiting", after: Date.now() + 2000 * 2 ** entry.tries }
      : { state: "refused", reason: "", fault: true };

  async function settle(entry, outcome) {
    const { html, again, ...fields } = outcome;
    const still = (one) => one.state === "sending" && one.tries === entry.tries;
    const kept = entry.fields.filter(([name]) => !SECRET.includes(name));
    const stored = again ? { state: "waiting" } : { ...fields, fields: kept, done: Date.now() };
    if (stored.state === "waiting") delete stored.fields;
    // `tries` counts what the server could not do, not how bad the Wi-Fi is.
    if (again) stored.tries = Math.max(entry.tries - 1, 0);
    await store.change(entry.id, { until: 0, ...stored }, still);
    if (!again && fields.state !== "waiting") {
      store.tell({ settled: { ...entry, ...fields }, html: html || "" });
    }
  }

  // Sends all that can be sent now. {again}: the network is not there; {count, soonest}: what still
  // waits for something else. `by` says who sends.
  async function flush(passAddress, by) {
    if (!(await store.pending()).count) return { again: false, count: 0 };
    let pass;
    try {
      pass = await askPass(passAddress);
    } catch {
      return { again: true };
    }
    for (;;) {
      const entry = await store.claim(pass.for, Date.now() + LEASE, by);
      if (!entry) break;
      const outcome = await post(entry, pass);
      await settle(entry, outcome);
      if (outcome.again) return { again: true };
    }
    return { again: false, ...(await store.pending()) };
  }

  globalThis.startfelt.sender = { flush, LEASE, HEADER, SECRET };
})();
