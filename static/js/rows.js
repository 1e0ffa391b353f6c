// Rows one can hit: a click anywhere in a row of [data-rows] does what its first link does.
// j and k (or the arrows, from a row) walk through the rows, / goes to the search box.

const SEARCH = "input[type=search]:not([disabled])";
const INTERACTIVE = "a, button, input, select, textarea, label, summary, [contenteditable]";

const visibleRows = () =>
  [...document.querySelectorAll("[data-rows] > *")].filter((row) => row.offsetParent !== null);

const focusIn = (row) => row.querySelector(".row-link, a, button, input, select");

function step(by) {
  const rows = visibleRows();
  if (!rows.length) return false;
  const here = rows.findIndex((row) => row.contains(document.activeElement));
  const next = here < 0 ? (by > 0 ? 0 : rows.length - 1) : here + by;
  const target = rows[next] && focusIn(rows[next]);
  if (!target) return false;
  target.focus({ preventScroll: true });
  rows[next].scrollIntoView({ block: "nearest" });
  return true;
}

function open(event) {
  const row = event.target.closest?.("[data-rows] > *");
  if (!row || event.target.closest(INTERACTIVE) || String(getSelection())) return;
  const link = row.querySelector(".row-link") || row.querySelector("a");
  if (!link) return;
  if (event.button === 1 || event.ctrlKey || event.metaKey) window.open(link.href, "_blank", "noopener");
  else if (event.button === 0) link.click();
}

document.addEventListener("click", open);
document.addEventListener("auxclick", open);

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const field = event.target.closest?.("input, select, textarea, [contenteditable]");
  const search = event.target.matches?.(SEARCH) ? event.target : null;
  if (search) {
    // What the server looks for may not be here yet: Enter sends the words instead.
    if (event.key === "Enter" && search.form && !search.dataset.search) return;
    if (event.key === "ArrowDown" || event.key === "Enter") {
      const [first] = visibleRows();
      const link = first && focusIn(first);
      if (!link) return;
      event.preventDefault();
      if (event.key === "Enter" && search.value && link.matches("a")) link.click();
      else link.focus();
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (search.value) {
        search.value = "";
        search.dispatchEvent(new Event("input", { bubbles: true }));
      } else search.blur();
    }
    return;
  }
  if (field) return;
  if (event.key === "/") {
    const box = document.querySelector(SEARCH);
    if (!box) return;
    event.preventDefault();
    box.focus();
    box.select();
    return;
  }
  const inRow = document.activeElement?.closest("[data-rows] > *");
  const down = event.key === "j" || (inRow && event.key === "ArrowDown");
  const up = event.key === "k" || (inRow && event.key === "ArrowUp");
  if ((down && step(1)) || (up && step(-1))) event.preventDefault();
});
