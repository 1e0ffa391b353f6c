// Dialogs, menus and messages: <button data-opens="id"> opens <dialog id="id">, data-close closes
// the dialog or the [data-closable] it stands in; a menu closes when one presses elsewhere.

document.addEventListener("click", (event) => {
  const opener = event.target.closest?.("[data-opens]");
  if (opener) document.getElementById(opener.dataset.opens)?.showModal();

  const closer = event.target.closest?.("[data-close]");
  if (closer) {
    const dialog = closer.closest("dialog");
    if (dialog) dialog.close();
    else closer.closest("[data-closable]")?.remove();
  }
  if (event.target.matches?.("dialog")) {
    const box = event.target.getBoundingClientRect();
    const inside =
      event.clientX >= box.left &&
      event.clientX <= box.right &&
      event.clientY >= box.top &&
      event.clientY <= box.bottom;
    if (!inside) event.target.close();
  }
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = document.querySelector("details.menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
