// Follows what happens: while the page is looked at, it listens at the body's data-live address.
// A hint says what kind of thing changed and where, never what it is now. Every element that says
// what it shows asks for itself again:
//
//   <div data-news-of="results clock" data-news-pairing="31" data-news-rest="60"
//        hx-get="…" hx-trigger="every 15s, startfelt:news, startfelt:online from:body">
//
// data-news-pairing: of what happens at a table, only this one concerns it. data-news-rest: while
// the line is good, it asks by itself only every so many seconds (60), since nothing is missed.
// data-news-at-once: few pages have it, so it asks without waiting for its turn, where kinds are
// named ("calls") of those only. data-news-pause: it asks once in so many seconds (1) while much
// happens. data-news-hidden: the line stays open while the page is in the background, for somebody
// who wants to be called.
// Without the line (an old browser, a proxy that cuts it) it goes on asking as hx-trigger says.
//
// When much happens, an element asks at once, and after its pause for all that came meanwhile.
// When many listen, the hint says by how many milliseconds more they are to spread ("pace").
// One that names pieces of the page (hx-select-oob) waits while somebody types in them.

const SPREAD = 500; // milliseconds within which the phones of a hall ask, not all at once
const PAUSE = 1; // seconds between two questions of one element
const WANTED = "[data-news-of]";

const address = document.body.dataset.live;
let source = null;
let good = false;
let beat = 30;
let heard = 0;
let restUntil = 0;
const REFUSED = 60000; // milliseconds before a server that said no is asked again

const asked = new Map();
const nameOf = (element) => element.id || element.getAttribute("hx-get")?.split("?")[0];

function concerns(element, hint) {
  if (hint.of.includes("all")) return true;
  const wanted = element.dataset.newsOf.split(" ");
  if (!wanted.includes("all") && !hint.of.some((kind) => wanted.includes(kind))) return false;
  const own = Number(element.dataset.newsPairing);
  return !own || !hint.pairings.length || hint.pairings.includes(own);
}

function atOnce(element, hint) {
  const kinds = element.dataset.newsAtOnce;
  return kinds === "" || Boolean(kinds?.split(" ").some((kind) => hint.of.includes(kind)));
}

// What is to ask already, by name: what was swapped meanwhile is asked about under the same name.
const due = new Set();

function ask(name) {
  due.delete(name);
  for (const element of document.querySelectorAll(WANTED))
    if (nameOf(element) === name) element.dispatchEvent(new CustomEvent("startfelt:news"));
}

function tell(hint) {
  for (const element of document.querySelectorAll(WANTED)) {
    const name = nameOf(element);
    if (due.has(name) || !concerns(element, hint)) continue;
    due.add(name);
    const pace = hint.pace ?? 0;
    const pause = Number(element.dataset.newsPause ?? PAUSE) * 1000;
    const rest = (asked.get(name) ?? 0) + pause + pace - Date.now();
    setTimeout(ask, atOnce(element, hint) ? 0 : Math.max(Math.random() * (SPREAD + pace), rest), name);
  }
}

// Nothing typed, opened or dragged is taken out of anybody's hands.
const BUSY = "dialog[open], details.menu[open]";
const FIELDS = "input:not([type=hidden]):not([type=search]), select, textarea";
const edited = (field) =>
  field.matches("select")
    ? field.selectedIndex !== Math.max(0, [...field.options].findLastIndex((o) => o.defaultSelected))
    : field.matches("[type=checkbox], [type=radio]")
      ? field.checked !== field.defaultChecked
      : field.value !== field.defaultValue;
const STILL = 5000; // milliseconds after which somebody who searches is looking, not typing
let typedAt = 0;
document.addEventListener("input", (event) => {
  if (event.isTrusted) typedAt = Date.now();
});
const busy = (element) =>
  (element.getAttribute("hx-select-oob") ?? "")
    .split(",")
    .filter(Boolean)
    .flatMap((selector) => [...document.querySelectorAll(selector)])
    .some(
      (piece) =>
        piece.querySelector(BUSY) ||
        piece.querySelector(":is(input:not([type=search]), select, textarea):focus") ||
        (piece.querySelector("[type=search]:focus") && Date.now() - typedAt < STILL) ||
        [...piece.querySelectorAll(FIELDS)].some(edited),
    );

// Asked again until nobody is busy there.
const waiting = new Set();
setInterval(() => {
  // A copy: who is still busy waits again at once, and would never let the loop end.
  const names = [...waiting];
  waiting.clear();
  for (const name of names) ask(name);
}, 2000);

// A page in the background needs no line, unless it is to call somebody.
const away = () => document.hidden && !document.querySelector("[data-news-hidden]");

const everything = { of: ["all"], pairings: [] };

function open() {
  if (source || away() || Date.now() < restUntil) return;
  if (!document.querySelector(WANTED)) return;
  source = new EventSource(address);
  source.addEventListener("open", () => {
    heard = Date.now();
    good = true;
    document.dispatchEvent(new CustomEvent("startfelt:line-good"));
    // Whatever happened since the page was made, or while the line was away.
    tell(everything);
  });
  // The server's own words: how often it gives a sign of life.
  for (const name of ["open", "beat", "hint"])
    source.addEventListener(name, (event) => {
      heard = Date.now();
      if (name === "open" && event.data) beat = Number(event.data) * 2;
      if (name === "hint") tell(JSON.parse(event.data));
    });
  source.addEventListener("error", () => {
    if (good) document.dispatchEvent(new CustomEvent("startfelt:line-lost"));
    good = false;
    // The browser tries again by itself unless the server has said no.
    if (source?.readyState !== EventSource.CLOSED) return;
    close();
    restUntil = Date.now() + REFUSED;
  });
}

function close() {
  source?.close();
  source = null;
  good = false;
}

if (address && "EventSource" in window) {
  open();
  document.addEventListener("visibilitychange", () => (away() ? close() : open()));
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", open);
  // A line that is dead without a word (the Wi-Fi changed under it), or that was refused.
  setInterval(() => {
    if (source && good && Date.now() - heard > beat * 1000) {
      close();
      document.dispatchEvent(new CustomEvent("startfelt:line-lost"));
    }
    open();
  }, 5000);
  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt, requestConfig } = event.detail;
    if (!elt.matches(WANTED)) return;
    const name = nameOf(elt);
    if (busy(elt)) {
      waiting.add(name);
      event.preventDefault();
      return;
    }
    const rest = Number(elt.dataset.newsRest ?? 60) * 1000;
    const poll = !requestConfig.triggeringEvent;
    if (poll && good && Date.now() - (asked.get(name) ?? performance.timeOrigin) < rest)
      event.preventDefault();
    else asked.set(name, Date.now());
  });
  // Somebody may have begun to type since it was asked.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { requestConfig } = event.detail;
    const elt = requestConfig?.elt;
    if (!elt?.matches?.(WANTED) || !busy(elt)) return;
    waiting.add(nameOf(elt));
    event.detail.shouldSwap = false;
  });
}
