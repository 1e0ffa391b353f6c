// Lets every [data-clock] run on from what the server said, by the server's time. What time this
// device believes it is does not matter, and nothing is counted: the digits are computed from the
// server's instant each time, so that a phone that slept shows the right ones at once.
// Every answer of the server that says X-Server-Now corrects how far this device's clock is off.
// When the page comes back to the screen, the body gets "startfelt:resync": a page with a clock
// asks the server again on it (hx-trigger="every 20s, startfelt:resync from:body").

const LAST_MINUTES = 300;

// Server's clock minus this device's, in milliseconds; how long the answer it was taken from took.
let offset = null;
let doubt = Infinity;

// What was learnt in this tab outlives the page. A page that the browser took out of its memory
// was made long ago: its data-at says nothing about now.
const KEY = "server-clock";
const remember = () => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ offset, doubt }));
  } catch {
    // Full or forbidden: the next answer of the server sets the clock.
  }
};
const remembered = () => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY));
  } catch {
    return null;
  }
};

// The page itself was made at data-at and began to arrive at responseStart.
function learnFromPage(at) {
  const page = performance.getEntriesByType("navigation")[0];
  const old = page?.type === "back_forward" || page?.transferSize === 0;
  const known = old ? remembered() : null;
  if (known?.offset != null) {
    offset = known.offset;
    doubt = known.doubt ?? Infinity;
    return;
  }
  const arrived = performance.timeOrigin + (page?.responseStart || performance.now());
  offset = at - arrived;
  remember();
}

// The server's instant lies somewhere between sending and receiving. A quicker answer is a better
// one; one that proves the old value wrong (somebody set this device's clock) replaces it.
function learn(serverNow, sent, received) {
  const took = received - sent;
  const estimate = serverNow - (sent + received) / 2;
  if (took <= doubt || Math.abs(estimate - offset) > took / 2 + 100) {
    offset = estimate;
    doubt = took;
    remember();
  }
}

const sentAt = new WeakMap();
document.addEventListener("htmx:beforeSend", (event) => sentAt.set(event.detail.xhr, Date.now()));
document.addEventListener("htmx:beforeOnLoad", (event) => {
  const { xhr } = event.detail;
  const serverNow = Number(xhr.getResponseHeader("X-Server-Now"));
  if (serverNow && sentAt.has(xhr)) learn(serverNow, sentAt.get(xhr), Date.now());
});

function digits(seconds) {
  const sign = seconds < 0 ? "+" : "";
  const whole = Math.abs(seconds);
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours
    ? `${sign}${hours}:${two(minutes)}:${two(whole % 60)}`
    : `${sign}${minutes}:${two(whole % 60)}`;
}

function draw(clock) {
  const running = clock.dataset.running === "true";
  const at = Number(clock.dataset.at);
  if (offset === null) learnFromPage(at);
  const length = Number(clock.dataset.length);
  const gone = running ? Math.max(0, Date.now() + offset - at) / 1000 : 0;
  const left = Number(clock.dataset.remaining) - gone;
  const text = digits(left > 0 ? Math.ceil(left) : Math.trunc(left));
  const face = clock.querySelector(".clock-digits");
  if (face.textContent === text) return;
  const phase = left <= 0 ? "over" : left <= LAST_MINUTES ? "last" : "play";
  const share = length > 0 ? Math.max(0, Math.min(1, left / length)) : 0;
  face.textContent = text;
  face.dataset.signs = text.length;
  clock.querySelector(".clock-arc").setAttribute("stroke-dasharray", `${(share * 100).toFixed(2)} 100`);
  for (const name of ["play", "last", "over"]) clock.classList.toggle(`clock-${name}`, name === phase);
  const word = clock.querySelector(".clock-word");
  if (running) word.textContent = phase === "over" ? word.dataset.wordOver : word.dataset.wordPlay;
}

const drawAll = () => document.querySelectorAll("[data-clock]").forEach(draw);

drawAll();
setInterval(drawAll, 250);
document.addEventListener("htmx:afterSettle", drawAll);

const resync = () =>
  document.body.dispatchEvent(new CustomEvent("startfelt:resync", { bubbles: true }));
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) resync();
});
window.addEventListener("pageshow", (event) => {
  const how = performance.getEntriesByType("navigation")[0]?.type;
  if (event.persisted || how === "back_forward") resync();
});
