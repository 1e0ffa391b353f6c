// The check-in's search box: Enter checks in the row that is marked. A number typed in full means
// that number, whoever else has it as a part; otherwise the first row in sight is meant.

const box = document.querySelector("[data-check-in]");
const note = document.querySelector("[data-check-in-top]");
const list = box && document.querySelector(box.dataset.search);

function top() {
  const text = box.value.trim();
  if (!text) return null;
  const shown = [...list.children].filter((row) => !row.hidden);
  return shown.find((row) => row.dataset.number === text) || shown[0] || null;
}

function mark() {
  const row = top();
  for (const old of list.querySelectorAll(".is-top")) if (old !== row) old.classList.remove("is-top");
  if (!row) {
    note.textContent = "";
    return;
  }
  row.classList.add("is-top");
  const name = `${row.dataset.number} ${row.dataset.name}`;
  const words = row.querySelector("[data-primary]") ? note.dataset.text : note.dataset.other;
  const said = words.replace("{name}", name);
  if (note.textContent !== said) note.textContent = said;
}

// What was in the box when Enter was pressed, and the row that was meant.
let sent = "";
let meant = "";

// The next number is typed into an empty box.
function done() {
  if (box.value === sent) {
    box.value = "";
    box.dispatchEvent(new Event("input", { bubbles: true }));
    box.focus({ preventScroll: true });
  }
  sent = "";
}

if (list) {
  // Before rows.js, which would only move the focus to the row.
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.target !== box || event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      const row = top();
      const button = row?.querySelector("[data-primary]");
      if (!button) return;
      sent = box.value;
      meant = row.id;
      button.click();
    },
    true,
  );

  // After search.js has hidden what does not fit.
  document.addEventListener("input", (event) => event.target === box && mark());
  document.addEventListener("htmx:afterSettle", mark);
  window.addEventListener("pageshow", mark);

  document.addEventListener("htmx:afterRequest", (event) => {
    // The form itself: the row it stood in has been replaced by now.
    if (!sent || !event.detail.requestConfig?.elt.closest(".check-in-buttons")) return;
    if (event.detail.successful) done();
    else if (event.detail.xhr.status) sent = "";
  });
  // No answer: it is kept on this device and goes out by itself.
  document.addEventListener("startfelt:queued", () => sent && done());
  // The news may bring the row before its own answer comes, which then finds no row and is silent.
  document.addEventListener("htmx:oobAfterSwap", () => {
    if (sent && !document.getElementById(meant)?.querySelector("[data-primary]")) done();
  });

  // A row that is replaced under the keyboard keeps the focus.
  let held = "";
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const row = document.activeElement?.closest?.("#check-in-rows > *");
    if (row && row === event.detail.target) held = row.id;
  });
  document.addEventListener("htmx:oobAfterSwap", () => {
    if (!held || document.activeElement !== document.body) return;
    document.getElementById(held)?.querySelector("button, a")?.focus({ preventScroll: true });
    held = "";
  });
}
