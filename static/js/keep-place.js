// A piece of a page that the server renews leaves people where they were: what had the focus has
// it again, what was folded out is folded out. (htmx itself finds only what has an id.)
// What a piece says to those who cannot see it change, it says in data-says; when that is another
// sentence than before, it is read aloud, and a message about how it was goes.

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

// Kept by the request that renews: between a piece's swap and its settling another one may swap.
const kept = new WeakMap();

const saysOf = (root) =>
  (root.matches?.("[data-says]") ? root : root.querySelector?.("[data-says]"))?.dataset.says ?? null;

// What is about to be replaced: the target, or the pieces that a page names.
function replaced({ target, requestConfig }) {
  const pieces = requestConfig?.elt?.getAttribute?.("hx-select-oob");
  return pieces ? [...document.querySelectorAll(pieces)] : [target];
}

document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  const roots = replaced(event.detail);
  const active = document.activeElement;
  kept.set(xhr, {
    focused: active !== document.body && !active.id ? nameOf(active) : null,
    unfolded: roots
      .flatMap((root) => [...root.querySelectorAll("details[open] > summary")])
      .map(nameOf),
    sentence: roots.map(saysOf).find((sentence) => sentence !== null) ?? null,
  });
});

// Before anybody sees the rows: what is searched for is searched for in the new ones, too.
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  for (const box of target.querySelectorAll("input[type=search][id]")) {
    const next = fragment.querySelector(`#${CSS.escape(box.id)}`);
    if (next) next.value = box.value;
  }
});

document.addEventListener("htmx:afterSettle", (event) => {
  const before = kept.get(event.detail.xhr);
  if (!before) return;
  if (document.activeElement === document.body && before.focused) {
    [...document.querySelectorAll(FOCUSABLE)]
      .find((element) => nameOf(element) === before.focused)
      ?.focus({ preventScroll: true });
  }
  for (const summary of event.target.querySelectorAll?.("details:not([open]) > summary") ?? []) {
    if (before.unfolded.includes(nameOf(summary))) summary.parentElement.open = true;
  }
  const now = saysOf(event.target);
  if (now === null || before.sentence === null || now === before.sentence) return;
  said.textContent = now;
  // What was confirmed before is no longer how it stands. What can be undone still can.
  for (const toast of document.querySelectorAll("#messages > .toast:not(:has(form))")) toast.remove();
});
