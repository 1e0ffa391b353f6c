// Lets every [data-clock] run on from what the server said, once a second. What time this device
// believes it is does not matter: only how much of it has gone by since the page came.
// When the page comes back to the screen, the body gets "startfelt:resync": a page with a clock
// asks the server again on it (hx-trigger="every 20s, startfelt:resync from:body").

const LAST_MINUTES = 300;
const since = new WeakMap();

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
  if (!since.has(clock)) since.set(clock, Date.now());
  const length = Number(clock.dataset.length);
  const gone = running ? (Date.now() - since.get(clock)) / 1000 : 0;
  const left = Number(clock.dataset.remaining) - gone;
  const text = digits(left > 0 ? Math.ceil(left) : Math.trunc(left));
  const face = clock.querySelector(".clock-digits");
  if (face.textContent === text) return;
  const phase = left <= 0 ? "over" : left <= LAST_MINUTES ? "last" : "play";
  const share = length > 0 ? Math.max(0, Math.min(1, left / length)) : 0;
  face.textContent = text;
  face.toggleAttribute("data-long", text.length > 5);
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
