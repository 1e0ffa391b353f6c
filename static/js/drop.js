// A file dropped on [data-drop] lands in its input (the browser does that); this shows it.

const zoneOf = (event) => event.target.closest?.("[data-drop]");

document.addEventListener("dragover", (event) => zoneOf(event)?.classList.add("is-over"));
for (const name of ["dragleave", "drop", "dragend"]) {
  document.addEventListener(name, (event) => zoneOf(event)?.classList.remove("is-over"));
}

document.addEventListener("change", (event) => {
  const zone = zoneOf(event);
  if (!zone || event.target.type !== "file") return;
  const names = [...event.target.files].map((file) => file.name);
  zone.querySelector("[data-drop-name]").textContent = names.join(", ");
});
