// A button that prints the page it is on: <button data-print hidden>. Without this script it stays
// hidden, and the browser's own menu prints.

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
