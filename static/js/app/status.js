// Shows what waits on this device: at the top of every page, and at the row it belongs to. And says
// when a page is only the last known copy of itself.

const { store } = globalThis.startfelt;
const place = document.getElementById("queue");
const QUICK = 1500; // milliseconds in which an answer is nothing to speak of
const SENT_FOR = 10000;

const words = place?.dataset ?? {};
const english = document.documentElement.lang === "en";

// "14.05"; with the day when that is another one.
function moment(time) {
  const then = new Date(time);
  const two = (number) => String(number).padStart(2, "0");
  const clock = [then.getHours(), then.getMinutes()].map(two).join(english ? ":" : ".");
  if (then.toDateString() === new Date().toDateString()) return clock;
  const day = then.toLocaleDateString(document.documentElement.lang, {
    weekday: "short",
    day: "numeric",
    month: "long",
  });
  return `${day} ${clock}`;
}

const put = (text, values) =>
  Object.entries(values).reduce((all, [name, value]) => all.replaceAll(`{${name}}`, value), text);

// The list ------------------------------------------------------------------------------------------

const { account = "" } = document.body.dataset;

// Whom this device acts for. The page that stands in for one never seen was made for nobody: there
// it is what the last page said.
const actsFor = (() => {
  const said = document.body.dataset.actsFor ?? "";
  try {
    if ("noConnection" in document.body.dataset) return (localStorage.actsFor ?? "").split(" ");
    localStorage.actsFor = said;
  } catch {
    // Nothing is remembered: what others typed looks the same as what oneself did.
  }
  return said.split(" ");
})();
const own = (entry) => !entry.as || actsFor.includes(entry.as);

function stateOf(entry) {
  if (entry.state === "sending") return words.sending;
  if (entry.state === "sent") return put(words.sent, { time: moment(entry.done) });
  if (entry.state === "refused") return words.refused;
  return entry.state === "locked" ? words.locked : words.waiting;
}

function why(entry) {
  if (entry.state === "locked") {
    if (!entry.asName) return words.lockedCode;
    return put(words.lockedWhy, { name: entry.asName });
  }
  if (entry.state !== "refused") return "";
  return entry.reason || (entry.fault ? words.fault : words.noReason);
}

function repairOf(entry) {
  if (entry.state === "sent") return entry.location;
  if (!entry.repair) return `${entry.page}#queued-${entry.id}`;
  const fields = entry.fields.filter(([name, value]) => value !== "" && !["key", "seen", "next"].includes(name));
  return `${entry.repair}?${new URLSearchParams(fields)}`;
}

function line(entry) {
  const item = document.getElementById("queue-entry").content.cloneNode(true).firstElementChild;
  const part = (name) => item.querySelector(`.queue-${name}`);
  item.dataset.state = entry.state;
  item.dataset.entry = entry.id;
  part("state").textContent = stateOf(entry);
  part("what").textContent = own(entry) ? entry.label : words.others;
  if (entry.state !== "sent") part("at").textContent = put(words.typed, { time: moment(entry.at) });
  part("why").textContent = why(entry);
  part("why").hidden = !why(entry);
  const log_in = entry.state === "locked" && entry.asName && (!account || account === entry.as);
  const link = part("link");
  link.hidden = !(log_in || (own(entry) && (entry.state === "refused" || (entry.state === "sent" && entry.location))));
  if (log_in) {
    link.href = `${words.logIn}?next=${encodeURIComponent(location.pathname + location.search)}`;
    link.textContent = words.doLogIn;
  } else if (!link.hidden) {
    link.href = repairOf(entry);
    link.textContent = entry.state === "sent" ? words.doLook : words.doRepair;
  }
  // What has not been sent yet is taken back; what is done with, or refused, leaves the list.
  const drop = part("drop");
  drop.hidden = entry.state === "sending";
  drop.textContent = ["refused", "sent"].includes(entry.state) ? words.doDismiss : words.doDrop;
  return item;
}

function headline(entries) {
  const count = (state) => entries.filter((entry) => state.includes(entry.state)).length;
  const refused = count(["refused"]);
  const open = count(["waiting", "sending", "locked"]);
  if (refused) return refused === 1 ? words.oneRefused : put(words.manyRefused, { count: refused });
  if (!open) return words.allSent;
  return open === 1 ? words.one : put(words.many, { count: open });
}

let drawn = "";
let again = 0;
let known = new Set();

async function show() {
  const now = Date.now();
  const entries = (await store.all()).filter(
    (entry) =>
      !(entry.state === "sending" && now - entry.at < QUICK && entry.tries < 2) &&
      !(entry.state === "sent" && now - entry.done > SENT_FOR),
  );
  markRows(entries);
  clearTimeout(again);
  const passing = (await store.all()).some((entry) => ["sending", "sent"].includes(entry.state));
  if (passing) again = setTimeout(show, QUICK);
  const picture = JSON.stringify(entries.map((entry) => [entry.id, entry.state, entry.label, entry.reason]));
  if (picture === drawn) return;
  // Its form stands further down, where nothing else would say that the press was heard.
  const heard = drawn !== "" && entries.some((one) => one.state === "waiting" && !one.row && !known.has(one.id));
  drawn = picture;
  known = new Set(entries.map((entry) => entry.id));
  const list = document.getElementById("queue-list");
  const focused = list.contains(document.activeElement);
  list.replaceChildren(...entries.map(line));
  place.hidden = !entries.length;
  const said = entries.length ? headline(entries) : "";
  const title = document.getElementById("queue-title");
  if (title.textContent !== said) title.textContent = said;
  place.classList.toggle("is-urgent", entries.some((entry) => entry.state === "refused"));
  document.getElementById("queue-forgetful").hidden = !(store.forgetful && entries.length);
  if (focused && entries.length) title.focus();
  if (heard && title.getBoundingClientRect().top < 0) title.scrollIntoView({ block: "center" });
}

// What has been shown as sent for a while is gone for good.
async function forgetSent() {
  for (const entry of await store.all())
    if (entry.state === "sent" && Date.now() - entry.done > SENT_FOR) await store.remove(entry.id);
}

function markRows(entries) {
  const waiting = new Map(
    entries.filter((entry) => entry.row && entry.state !== "sent").map((entry) => [entry.row, entry]),
  );
  for (const row of document.querySelectorAll("[data-queue-row]")) {
    const entry = waiting.get(row.id);
    if (!entry && !row.classList.contains("is-unsent")) continue;
    row.classList.toggle("is-unsent", Boolean(entry) && entry.state !== "refused");
    let mark = row.querySelector(".queue-mark");
    if (!entry) {
      mark?.remove();
      continue;
    }
    if (!mark) {
      mark = document.createElement("span");
      mark.className = "queue-mark";
      (row.querySelector("[data-queue-mark]") || row).append(mark);
    }
    mark.textContent = entry.state === "refused" ? words.refused : words.row;
  }
}

// A page that is a copy ---------------------------------------------------------------------------------

const bar = document.getElementById("copy");
let touched = false;

function copyOf() {
  const at = document.documentElement.dataset.copy;
  if (!at || !bar) return;
  bar.querySelector("p").textContent = put(bar.dataset.text, { time: moment(at) });
  bar.hidden = false;
  // What was said when the page was made is not said again.
  document.getElementById("messages")?.replaceChildren();
}

// The page as it is now is to be had. Nobody is interrupted in the middle of typing.
function renew() {
  if (!document.documentElement.dataset.copy) return;
  if (!touched) location.reload();
  else {
    bar.querySelector("p").textContent = bar.dataset.fresh;
    bar.querySelector("a").hidden = false;
    bar.hidden = false;
  }
}

if (place) {
  store.listen(show);
  document.addEventListener("htmx:afterSettle", show);
  place.addEventListener("click", async (event) => {
    const button = event.target.closest(".queue-drop");
    if (!button) return;
    await store.remove(Number(button.closest("[data-entry]").dataset.entry));
    document.getElementById("main")?.focus();
  });
  show();
  setInterval(forgetSent, SENT_FOR);
}
if (bar) {
  copyOf();
  document.addEventListener("input", () => (touched = true));
  document.addEventListener("startfelt:online", renew);
  navigator.serviceWorker?.addEventListener("message", (event) => {
    if (event.data?.fresh === location.href.split("#")[0]) renew();
  });
}
