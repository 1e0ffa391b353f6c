// Says when the connection to the desk is gone, and when it is back; and when only the live line
// is. A form sent meanwhile is held back with a word about it, instead of ending on the browser's
// error page; one that the queue keeps (data-queue, static/js/app) goes its own way.
// When the connection returns, the body gets the event "startfelt:online": pages refresh on it
// (hx-trigger="every 20s, startfelt:online from:body").

const bar = document.getElementById("connection");
const behind = document.getElementById("behind");
const RETRY = 3000;
const GRACE = 8000; // a line that is back by then was never missed
const isCopy = "copy" in document.documentElement.dataset;
let lost = false;
let timer = 0;
let hide = 0;
let behindTimer = 0;

// "14.05", in English "14:05", as on every page of ours.
function clockTime() {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  return [now.getHours(), now.getMinutes()]
    .map(two)
    .join(document.documentElement.lang === "en" ? ":" : ".");
}

function say(text) {
  clearTimeout(hide);
  bar.querySelector("p").textContent = text;
  bar.hidden = false;
}

function sayFor(text, milliseconds) {
  say(text);
  hide = setTimeout(() => (bar.hidden = true), milliseconds);
}

async function reachable() {
  try {
    const answer = await fetch(bar.dataset.ping, {
      method: "HEAD",
      cache: "no-store",
      signal: AbortSignal.timeout(RETRY),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

async function knock() {
  if (await reachable()) {
    lost = false;
    sayFor(bar.dataset.back, 4000);
    document.body.dispatchEvent(new CustomEvent("startfelt:online", { bubbles: true }));
  } else timer = setTimeout(knock, RETRY);
}

// The server answers, and yet news do not come by themselves: the page asks from time to time.
function sayBehind(since) {
  if (lost || document.hidden) {
    behindTimer = 0;
    return;
  }
  behind.querySelector("p").textContent = behind.dataset.text.replace("{time}", since);
  behind.hidden = false;
}

function gone() {
  behind.hidden = true;
  if (lost) return;
  lost = true;
  // A copy says itself of when it is.
  if (!isCopy) say(bar.dataset.lost.replace("{time}", clockTime()));
  clearTimeout(timer);
  timer = setTimeout(knock, RETRY);
}

if (bar) {
  window.addEventListener("offline", gone);
  window.addEventListener("online", () => {
    if (!lost) return;
    clearTimeout(timer);
    knock();
  });
  // The live line broke: perhaps the Wi-Fi, perhaps only the line.
  document.addEventListener("startfelt:line-lost", async () => {
    if (!(await reachable())) gone();
    else behindTimer ||= setTimeout(sayBehind, GRACE, clockTime());
  });
  document.addEventListener("startfelt:line-good", () => {
    clearTimeout(behindTimer);
    behindTimer = 0;
    behind.hidden = true;
  });
  for (const name of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(name, gone);
  document.addEventListener("htmx:responseError", (event) => {
    const { xhr, requestConfig, elt } = event.detail;
    // A proxy that finds nobody behind it.
    if ([502, 503, 504].includes(xhr.status)) gone();
    if (elt.closest("[data-queue]")) return; // the queue says what becomes of it
    // A poll that fails is tried again by itself; what somebody sent is worth a word.
    if (xhr.status >= 500 || requestConfig.verb !== "get") sayFor(bar.dataset.failed, 8000);
  });
  document.addEventListener(
    "submit",
    (event) => {
      // What the queue keeps goes out by itself.
      if (!lost || event.target.dataset.queue !== undefined) return;
      event.preventDefault();
      event.stopPropagation();
      say(bar.dataset.unsent);
    },
    true,
  );
  if (!navigator.onLine || isCopy || "noConnection" in document.body.dataset) gone();
}
