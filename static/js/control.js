// Keys of a page: what has data-key="n" is pressed by that letter, wherever one is on the page but
// in a field; ? shows which keys there are.

const FIELD = "input, select, textarea, [contenteditable]";

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.closest?.(FIELD) || document.querySelector("dialog[open]")) return;
  if (event.key.length !== 1) return;
  if (event.key === "?") {
    event.preventDefault();
    document.getElementById("keys")?.showModal();
    return;
  }
  const target = document.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (!target || target.hidden) return;
  event.preventDefault();
  target.click();
});
