// <button data-copy="text" data-done="Copied" hidden> puts its text on the clipboard. It shows itself
// where there is one: without a safe connection there is none, and the text stands beside it.

if (navigator.clipboard) {
  const show = () => {
    for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  };
  show();
  document.addEventListener("htmx:oobAfterSwap", show);
  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-copy]");
    if (!button) return;
    await navigator.clipboard.writeText(button.dataset.copy);
    button.querySelector("[data-words]").textContent = button.dataset.done;
  });
}
