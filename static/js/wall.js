// The rotating wall. All its screens are on the page; one is seen. So it goes on turning when the
// network is gone, with what it knew last. Whatever news comes, the deck is asked for again as a
// whole (the server says 204 while nothing is new), and the screen that was seen is seen again.
//
// One timer turns, one renews, listeners sit on the document: a day adds nothing.

const RENEW = 5000; // milliseconds between two questions, however much happens
const ASK = 20000; // milliseconds after which it asks though it heard nothing
const AWAKE = 4000; // milliseconds the buttons stay after the mouse moved
const SIZES = 8; // how small a name may become, in steps

let key = "";
let paused = false;
let turning = 0;
let renewing = 0;
let asleep = 0;
let asked = Date.now();

const deck = () => document.getElementById("wall-deck");
const screens = () => [...deck().querySelectorAll(".wall-screen")];
const seen = () => deck().querySelector(".wall-screen:not([hidden])");

// Nothing of a name is cut: it takes more lines, then becomes smaller until all of it is there.
const range = document.createRange();

function fits(box) {
  range.selectNodeContents(box);
  const text = range.getBoundingClientRect();
  const room = box.parentElement.getBoundingClientRect();
  const own = box.getBoundingClientRect();
  return text.height <= room.height + 1 && text.right <= own.right + 1 && text.left >= own.left - 1;
}

function fit(screen) {
  for (const box of screen.querySelectorAll(".wall-name, .wall-words")) {
    let step = 0;
    for (let old = 1; old <= SIZES; old += 1) box.classList.remove(`fit-${old}`);
    while (step < SIZES && !fits(box)) {
      box.classList.remove(`fit-${step}`);
      step += 1;
      box.classList.add(`fit-${step}`);
    }
  }
  // A range that holds on to a screen would keep it after it was renewed.
  range.selectNodeContents(document.head);
}

function show(screen) {
  for (const other of screens()) other.hidden = other !== screen;
  key = screen.dataset.key;
  const place = screens().indexOf(screen);
  [...deck().querySelectorAll(".wall-dots li")].forEach((dot, at) =>
    dot.classList.toggle("is-now", at === place),
  );
  fit(screen);
}

function step(by) {
  const all = screens();
  const at = all.indexOf(seen());
  show(all[(at + by + all.length) % all.length]);
  turnLater();
}

function turnLater() {
  clearTimeout(turning);
  if (paused) return;
  const seconds = Number(seen().dataset.seconds) || 12;
  turning = setTimeout(() => {
    if (Date.now() - asked > ASK) renew();
    step(1);
  }, seconds * 1000);
}

function renew() {
  clearTimeout(renewing);
  renewing = 0;
  asked = Date.now();
  deck().dispatchEvent(new CustomEvent("startfelt:renew"));
}

function renewSoon() {
  if (renewing) return;
  renewing = setTimeout(renew, Math.max(0, asked + RENEW - Date.now()));
}

function pause(now) {
  paused = now;
  const button = document.querySelector("[data-wall=pause]");
  const word = document.querySelector(".wall-foot-word");
  button.setAttribute("aria-pressed", String(paused));
  word.textContent = paused ? word.dataset.paused : "";
  turnLater();
}

const DO = {
  back: () => step(-1),
  on: () => step(1),
  pause: () => pause(!paused),
  full: () =>
    document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen(),
};
const KEYS = { ArrowLeft: "back", PageUp: "back", ArrowRight: "on", PageDown: "on", " ": "pause" };

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-wall]");
  if (button) DO[button.dataset.wall]();
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
  // On a button, space presses that.
  if (event.key === " " && event.target.closest("button, a")) return;
  event.preventDefault();
  DO[KEYS[event.key]]();
});
document.addEventListener("pointermove", () => {
  document.body.classList.add("is-awake");
  clearTimeout(asleep);
  asleep = setTimeout(() => document.body.classList.remove("is-awake"), AWAKE);
});

// The hint goes to the deck and does not rise from there.
document.addEventListener("startfelt:news", renewSoon, true);
document.addEventListener("startfelt:online", renew);
document.addEventListener("startfelt:resync", renew);
// What waits for the screen to come back or is taken off it has no news to miss: while paused,
// the screen that is looked at is renewed all the same.
setInterval(() => {
  if (paused && Date.now() - asked > ASK) renew();
}, ASK);

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id !== "wall-deck" && event.detail.elt?.id !== "wall-deck") return;
  const all = screens();
  const [code] = key.split(/-\d+$/);
  const same = all.find((screen) => screen.dataset.key === key);
  const near = all.findLast((screen) => screen.dataset.key.startsWith(`${code}-`));
  show(same ?? near ?? all[0]);
});
window.addEventListener("resize", () => fit(seen()));
// Letters that a name needs are fetched when its screen is first seen: then it is measured again.
document.fonts?.addEventListener("loadingdone", () => fit(seen()));

show(seen());
turnLater();
