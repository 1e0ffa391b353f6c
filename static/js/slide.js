// A row that changed its place slides there: the children of a [data-slides], each with its id,
// are found again after htmx has put new content in, and move from where they were. Nobody is forced to watch it.

const still = matchMedia("(prefers-reduced-motion: reduce)");
// By the request that brings it: two pieces may be renewed at once.
const kept = new WeakMap();

const places = () =>
  new Map(
    [...document.querySelectorAll("[data-slides] > [id]")].map((row) => [
      row.id,
      row.getBoundingClientRect().top + scrollY,
    ]),
  );

document.addEventListener("htmx:beforeSwap", (event) => {
  if (!still.matches) kept.set(event.detail.xhr, places());
});

document.addEventListener("htmx:afterSettle", (event) => {
  const before = kept.get(event.detail.xhr);
  if (!before?.size) return;
  for (const row of document.querySelectorAll("[data-slides] > [id]")) {
    const was = before.get(row.id);
    const moved = was === undefined ? 0 : was - (row.getBoundingClientRect().top + scrollY);
    if (Math.abs(moved) < 2) continue;
    row.animate([{ transform: `translateY(${moved}px)` }, { transform: "none" }], {
      duration: 450,
      easing: "cubic-bezier(0.2, 0, 0.1, 1)",
    });
  }
  kept.delete(event.detail.xhr);
});
