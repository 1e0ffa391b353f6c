// A judge who has asked for it hears of new calls on every page of the judges that is open, also
// in the background: a notice where the browser has them (over https), a sound, a buzz, and the
// number of waiting tables in the title. When all pages are closed push.js sees to it, where it can.

import { begin, end, possible } from "./push.js";

const SEEN = "startfelt:calls-heard";
const WANTED = "startfelt:calls-ring";
const BUZZ = [250, 120, 250];

const watch = () => document.getElementById("call-watch");
const button = () => document.querySelector("[data-ring]");
const title = document.title;
let sound = null;

function remembered(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without a store a call may be told twice: better than not at all.
  }
}

const wanted = () => remembered(WANTED, false);

// Two short tones, made here: no file has to come through the hall's network.
function ring() {
  if (!sound || sound.state !== "running") return;
  [880, 1175].forEach((height, nth) => {
    const tone = sound.createOscillator();
    const loud = sound.createGain();
    const at = sound.currentTime + nth * 0.18;
    tone.frequency.value = height;
    loud.gain.setValueAtTime(0.25, at);
    loud.gain.exponentialRampToValueAtTime(0.001, at + 0.16);
    tone.connect(loud).connect(sound.destination);
    tone.start(at);
    tone.stop(at + 0.17);
  });
}

async function notice(call) {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const words = { body: call.reason, tag: `call-${call.id}`, renotify: true, vibrate: BUZZ };
  const workers = await navigator.serviceWorker?.getRegistration();
  // On phones only the worker may show one.
  if (workers?.active) await workers.showNotification(call.table, words);
  else new Notification(call.table, { body: words.body, tag: words.tag });
}

function heard() {
  const place = watch();
  if (!place?.dataset.calls) return;
  const calls = JSON.parse(place.dataset.calls);
  document.title = calls.length ? `(${calls.length}) ${title}` : title;
  const before = remembered(SEEN, null);
  remember(SEEN, calls.map((call) => call.id));
  if (!wanted() || before === null) return;
  const fresh = calls.filter((call) => !before.includes(call.id));
  if (!fresh.length) return;
  ring();
  navigator.vibrate?.(BUZZ);
  for (const call of fresh) notice(call).catch(() => {});
}

// Sound and vibration need a touch of the page first: with every page anew.
function listen() {
  if (!wanted()) return;
  const Audio = window.AudioContext ?? window.webkitAudioContext;
  if (Audio) sound ??= new Audio();
  sound?.resume();
}

// What the page says of pushing: that it is on, or that this browser does not have it.
async function pushed() {
  let on = false;
  try {
    if (wanted()) on = await begin();
    else await end();
  } catch {
    // Without internet, or not allowed: open pages ring all the same.
  }
  for (const said of document.querySelectorAll("[data-push-on]")) said.hidden = !on;
  for (const said of document.querySelectorAll("[data-push-off]")) said.hidden = on;
}

function show() {
  const place = button();
  if (!place) return;
  place.hidden = false;
  place.setAttribute("aria-pressed", String(wanted()));
}

document.addEventListener("pointerdown", listen, { passive: true });
document.addEventListener("click", async (event) => {
  if (!event.target.closest("[data-ring]")) return;
  remember(WANTED, !wanted());
  listen();
  show();
  if (wanted()) ring();
  if (wanted() && "Notification" in window && Notification.permission === "default") {
    await Notification.requestPermission();
  }
  await pushed();
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id === "call-watch" || event.detail.elt?.id === "call-watch") heard();
});
show();
if (wanted() && possible()) pushed();
