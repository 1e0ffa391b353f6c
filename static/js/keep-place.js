// A piece of a page that the server renews leaves people where they were: what had the focus has
// it again, what was folded out is folded out. (htmx itself finds only what has an id.)
// What a piece says to those who cannot see it change, it says in data-says; when that is another
// sentence than before, it is read aloud.

const said = document.createElement("p");
said.className = "visually-hidden";
said.setAttribute("role", "status");
document.body.append(said);

const FOCUSABLE = "a, button, input, select, textarea, summary, [tabindex]";
const nameOf = (element) =>
  [
    element.tagName,
    element.getAttribute("href"),
    element.getAttribute("name"),
    element.getAttribute("aria-label"),
    element.closest("form")?.getAttribute("action"),
    element.textContent.trim(),
  ].join("|");

let focused = null;
let unfolded = [];
let sentence = null;

const saysOf = (root) =>
  (root.matches?.("[data-says]") ? root : root.querySelector?.("[data-says]"))?.dataset.says ?? null;

document.addEventListener("htmx:beforeSwap", (event) => {
  const { target } = event.detail;
  const active = document.activeElement;
  focused = active !== document.body && !active.id ? nameOf(active) : null;
  unfolded = [...target.querySelectorAll("details[open] > summary")].map(nameOf);
  sentence = saysOf(target);
});

document.addEventListener("htmx:afterSettle", (event) => {
  if (document.activeElement === document.body && focused) {
    [...document.querySelectorAll(FOCUSABLE)]
      .find((element) => nameOf(element) === focused)
      ?.focus({ preventScroll: true });
  }
  for (const summary of event.target.querySelectorAll?.("details:not([open]) > summary") ?? []) {
    if (unfolded.includes(nameOf(summary))) summary.parentElement.open = true;
  }
  const now = saysOf(event.target);
  if (now !== null && sentence !== null && now !== sentence) said.textContent = now;
  focused = null;
  unfolded = [];
  sentence = null;
});
