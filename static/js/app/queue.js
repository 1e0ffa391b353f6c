// What a person enters is on the device before it is on its way, and leaves it when the server has
// answered. For forms that say what is entered:
//
//   <form data-queue="Table 12: {result}" …>        {name}: the field's value; {result}: who won,
//                                                   the scores, how it ended
//   <form data-queue="" …>                          the pressed button's own label
//   data-queue-repair="/desk/…/tables/12/"          where a refused one is put right: the fields
//                                                   are added to the address. Without it, the page
//                                                   it was typed on is opened and filled in again
//   data-queue-row                                  on an element around it that has an id: it is
//                                                   marked while its entry waits
//
// A form that htmx sends is sent by htmx, and kept only until the answer is here. Any other is sent
// from the queue at once; the page follows when the server has taken it. Works without a service
// worker: over plain http there is none.

const { store, sender } = globalThis.startfelt;
const place = document.getElementById("queue");
const FIRST_REST = 3000;
const LONGEST_REST = 60000;
const HIDDEN = new Set(["csrfmiddlewaretoken"]);

// Who sends, so that what a page had begun and never finished is known to be nobody's.
const tab = (() => {
  try {
    sessionStorage.tab ??= String(Math.random()).slice(2);
    return sessionStorage.tab;
  } catch {
    return String(Math.random()).slice(2);
  }
})();

// What is entered ---------------------------------------------------------------------------------

const controls = (form) => [...form.elements].filter((field) => field.name && field.type !== "hidden");

function shown(form, name) {
  const fields = controls(form).filter((field) => field.name === name);
  const chosen = fields.find((field) => !["radio", "checkbox"].includes(field.type) || field.checked);
  if (!chosen) return "";
  if (chosen.matches("select")) return chosen.value && (chosen.selectedOptions[0]?.text.trim() || "");
  // A label's words, without the marks before them and the small line after.
  if (chosen.type === "radio") {
    const words = chosen.labels?.[0]?.lastElementChild?.firstChild?.textContent.trim();
    return words || chosen.labels?.[0]?.textContent.trim() || chosen.value;
  }
  return chosen.value.trim();
}

// One score for each side. Who won has all there is (`data-full`), typed or not.
function scoresOf(form, fields) {
  const value = Object.fromEntries(fields);
  const typed = fields.filter(([name]) => /^score_\d+$/.test(name));
  const full = form.querySelector("[data-full]")?.dataset.full.trim().split(/\s+/) ?? [];
  const sides = full.length || typed.length;
  const won = (value.ended || "played") === "played" ? value.winner : "";
  if (!typed.some(([, score]) => score)) return "";
  if (!full.length) return typed.map(([, score]) => score || "·").join("-");
  return Array.from({ length: sides }, (_, side) =>
    value[`score_${side}`] || (String(side) === won ? full[side] : "·"),
  ).join("-");
}

function resultOf(form, fields) {
  const winner = shown(form, "winner");
  const ended = fields.find(([name]) => name === "ended")?.[1];
  return [
    winner && place.dataset.won.replace("{name}", winner),
    scoresOf(form, fields),
    ended && ended !== "played" && shown(form, "ended"),
  ]
    .filter(Boolean)
    .join(" · ");
}

function labelOf(form, fields, button) {
  const pressed = (button?.getAttribute("aria-label") || button?.textContent || "").trim();
  const pattern = form.dataset.queue;
  if (!pattern) return pressed;
  return pattern
    .replace(/\{(\w+)\}/g, (_, name) => {
      if (name === "result") return resultOf(form, fields);
      return name === "button" ? pressed : shown(form, name);
    })
    .replace(/[\s:·,]+$/, "")
    .trim();
}

// Desk pages act for the account, others for the pair the phone has shown a code of.
function actsFor() {
  const { account = "", accountName = "", player = "" } = document.body.dataset;
  if (location.pathname.startsWith("/desk/")) return { as: account, asName: accountName };
  return { as: player, asName: "" };
}

function entryOf(form, address, fields, button) {
  const sent = fields.filter(([name, value]) => !HIDDEN.has(name) && typeof value === "string");
  const url = new URL(address, location);
  const key = sent.find(([name]) => name === "key")?.[1] || String(Math.random());
  return {
    slot: `${url.pathname} ${key}`,
    address: url.href,
    fields: sent,
    label: labelOf(form, sent, button) || document.title,
    page: location.pathname + location.search,
    repair: form.dataset.queueRepair || "",
    row: (button || form).closest("[data-queue-row]")?.id || "",
    ...actsFor(),
  };
}

// Sending -----------------------------------------------------------------------------------------

let flushing = null;
let timer = 0;
let wait = FIRST_REST;

async function flushOnce() {
  clearTimeout(timer);
  const { again, count } = await sender.flush(place.dataset.pass, tab).catch(() => ({ again: true }));
  if (again || count) {
    askForSync();
    const { count: left, soonest } = await store.pending();
    if (!left) return;
    timer = setTimeout(flush, Math.max(wait, Math.min(soonest - Date.now(), LONGEST_REST)));
    wait = Math.min(wait * 2, LONGEST_REST);
  } else wait = FIRST_REST;
}

// One round at a time; asked for during one, another follows it.
let wanted = false;
async function flush() {
  if (flushing) {
    wanted = true;
    return flushing;
  }
  flushing = flushOnce();
  await flushing;
  flushing = null;
  if (wanted) {
    wanted = false;
    return flush();
  }
}

function flushNow() {
  wait = FIRST_REST;
  return flush();
}

// Where the browser can, it wakes the service worker when the network is back, page or no page.
async function askForSync() {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => null);
  await registration?.sync?.register("queue").catch(() => {});
}

// Forms that the page sends itself ------------------------------------------------------------------

const pressed = new WeakMap(); // form -> the button it was sent by
const past = new WeakSet(); // forms that go out as they would without the queue

async function submitted(event) {
  const form = event.target;
  const button = event.submitter;
  if (form.dataset.queue === undefined || event.defaultPrevented || past.has(form)) return;
  if (form.matches("[hx-post]") || button?.matches("[hx-post]")) return;
  event.preventDefault();
  if (form.getAttribute("aria-busy") === "true") return; // tapped twice
  form.setAttribute("aria-busy", "true");
  pressed.set(form, button);
  const fields = [...new FormData(form)];
  if (button?.name) fields.push([button.name, button.value]);
  const address = button?.getAttribute("formaction") || form.getAttribute("action") || location.href;
  await store.add(entryOf(form, address, fields, button));
  await flushNow();
  form.removeAttribute("aria-busy");
  form.dispatchEvent(new CustomEvent("startfelt:queued", { bubbles: true }));
}

const keyed = (key) =>
  [...document.querySelectorAll("form[data-queue]")].find((form) => form.elements.key?.value === key);

// An entry has been answered, by whichever page or worker sent it.
function settled(entry, html) {
  const key = entry.fields.find(([name]) => name === "key")?.[1];
  const form = key && !entry.htmx && keyed(key);
  if (entry.htmx) showPieces(entry, html);
  else if (form && entry.state === "sent") {
    // Here it was typed: on to where the form leads.
    store.remove(entry.id).then(() => location.assign(entry.location || entry.page));
  } else if (form && entry.state === "refused" && !document.hidden) {
    // Sent once more in the ordinary way, for the page that says why, with what was typed in it.
    past.add(form);
    store.remove(entry.id).then(() => form.requestSubmit(pressed.get(form)));
  }
  document.dispatchEvent(new CustomEvent("startfelt:settled", { detail: { entry } }));
}

function showPieces(entry, html) {
  if (!window.htmx || location.pathname !== entry.page.split("?")[0]) return;
  const target = entry.target && document.querySelector(entry.target);
  const inHand = target?.contains(document.activeElement) && target.matches(".is-typed");
  if (!html || inHand) return;
  if (target && entry.swap !== "none") htmx.swap(target, html, { swapStyle: entry.swap });
  else htmx.swap(document.body, html, { swapStyle: "none" });
}

// Forms that htmx sends -----------------------------------------------------------------------------

const inFlight = new WeakMap(); // request -> the promise of its entry

const formOf = (element) => element?.closest?.("[data-queue]");

function htmxBegins(event) {
  const { elt, requestConfig, xhr, target } = event.detail;
  const form = formOf(elt);
  if (!form || requestConfig.verb !== "post") return;
  const button = elt.matches("button") ? elt : requestConfig.triggeringEvent?.submitter;
  const fields = [...requestConfig.formData];
  const entry = {
    ...entryOf(form, requestConfig.path, fields, button),
    htmx: true,
    target: target?.id ? `#${target.id}` : "",
    swap: elt.closest("[hx-swap]")?.getAttribute("hx-swap").split(" ")[0] || "innerHTML",
    state: "sending",
    until: Date.now() + sender.LEASE,
    by: tab,
  };
  inFlight.set(xhr, { adding: store.add(entry), element: elt });
}

const GATEWAY = [0, 429, 502, 503, 504];

async function htmxEnds(event) {
  const { xhr, elt } = event.detail;
  const sent = inFlight.get(xhr);
  if (!sent) return;
  inFlight.delete(xhr);
  const ours = xhr.status && xhr.getResponseHeader(sender.HEADER) === "1";
  const entry = await sent.adding;
  const still = (one) => one.state === "sending" && one.by === tab;
  if (ours && xhr.status < 500) {
    const to = xhr.getResponseHeader("X-Startfelt-Location") || "";
    if (!place.dataset.logIn || !to.startsWith(place.dataset.logIn)) {
      await store.remove(entry.id, still);
      if (to) location.assign(to);
      return;
    }
    await store.change(entry.id, { state: "locked", until: 0 }, still);
  } else if (GATEWAY.includes(xhr.status) || !ours) {
    await store.change(entry.id, { state: "waiting", until: 0 }, still);
  } else {
    await store.change(entry.id, { state: "waiting", until: 0, tries: 1, after: Date.now() + FIRST_REST }, still);
  }
  elt.dispatchEvent(new CustomEvent("startfelt:queued", { bubbles: true, detail: { entry } }));
  if (!elt.isConnected) document.dispatchEvent(new CustomEvent("startfelt:queued", { detail: { entry } }));
  timer ||= setTimeout(flush, wait);
  flush();
}

// What was typed before ------------------------------------------------------------------------------

// Hidden fields that say how the page stood when it was typed; all others say what a form means.
const STOOD = ["key", "seen"];

// Whether a form means what an entry means, and has something to fill in.
const fits = (form, entry) =>
  new URL(form.getAttribute("action") || location.href, location).pathname ===
    new URL(entry.address).pathname &&
  controls(form).some((field) => field.type !== "submit" && field.tagName !== "BUTTON") &&
  entry.fields.every(([name, value]) => {
    const field = form.elements[name];
    return field?.type !== "hidden" || STOOD.includes(name) || field.value === value;
  });

function fill(form, fields, all) {
  for (const [name, value] of fields) {
    const field = form.elements[name];
    if (!field || (!all && field.type === "hidden") || sender.SECRET.includes(name)) continue;
    if (field instanceof RadioNodeList || !["checkbox", "radio"].includes(field.type)) field.value = value;
    else field.checked = field.value === value;
    const one = field instanceof RadioNodeList ? field[0] : field;
    one.dispatchEvent(new Event("change", { bubbles: true }));
  }
  form.dispatchEvent(new CustomEvent("startfelt:restored", { bubbles: true }));
}

// A page that was loaded again gets back what it had not sent, with the key it is to be sent with:
// sent again by hand, it is the same entry. A refused one comes back where somebody asks for it.
async function restore() {
  const asked = Number(/^#queued-(\d+)$/.exec(location.hash)?.[1]);
  for (const entry of await store.all()) {
    const refused = entry.state === "refused";
    if (entry.state === "sent" || (refused && entry.id !== asked)) continue;
    const form = [...document.querySelectorAll("form[data-queue]")].find((one) => fits(one, entry));
    if (form) fill(form, entry.fields, !refused);
  }
}

async function begin() {
  // A page of this tab that is gone has left them in the middle.
  for (const entry of await store.all())
    if (entry.state === "sending" && entry.by === tab)
      await store.change(entry.id, { state: "waiting", until: 0 }, (one) => one.state === "sending");
  await restore();
  await flushNow();
}

if (place) {
  document.addEventListener("submit", submitted);
  document.addEventListener("htmx:configRequest", (event) => {
    if (formOf(event.detail.elt) && event.detail.verb === "post") event.detail.headers[sender.HEADER] = "1";
  });
  document.addEventListener("htmx:beforeSend", htmxBegins);
  document.addEventListener("htmx:afterRequest", htmxEnds);
  store.listen((message) => message.settled && settled(message.settled, message.html));
  for (const name of ["startfelt:online", "startfelt:line-good"]) document.addEventListener(name, flushNow);
  window.addEventListener("online", flushNow);
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) flushNow();
    // Gone back to a form that may be settled meanwhile: the server knows.
    const [visit] = performance.getEntriesByType("navigation");
    const back = event.persisted || visit?.type === "back_forward";
    if (back && navigator.onLine && document.querySelector("[data-ask-back]")) location.reload();
  });
  document.addEventListener("visibilitychange", () => document.hidden || flushNow());
  begin();
}
