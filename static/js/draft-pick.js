// A draft changed by hand: pick one, pick the other, and they change places.
// Without this script each pick is a page of its own; with it the pick is made here, and only the
// change goes to the server. Esc, or the same one again, lets go.

const draft = () => document.getElementById("draft");
const hand = () => document.getElementById("hand");

const KINDS = {
  entry: { rows: ".draft-entry", first: "pick", second: "other", field: "one" },
  game: { rows: "button.draft-table", first: "game", second: "other_game", field: "game" },
};

const kindOf = (button) => (button.matches(".draft-entry") ? "entry" : "game");

// Every button of the kind is now the second of a change (or, with "", the first again).
function show(kind, button) {
  const root = draft();
  const form = hand();
  root.dataset.picked = kind;
  for (const [name, { rows, first, second, field }] of Object.entries(KINDS)) {
    const on = name === kind;
    form.elements[field].value = on ? button.value : "";
    for (const one of root.querySelectorAll(rows)) {
      one.setAttribute("form", on ? "hand" : "pick");
      one.name = on ? second : first;
      if (on && one === button) one.setAttribute("aria-pressed", "true");
      else one.removeAttribute("aria-pressed");
    }
    for (const part of form.querySelectorAll(`[data-for="${name}"]`)) part.hidden = !on;
  }
  form.querySelector("[data-bar]").hidden = !kind;
  if (!kind) return;
  const word = kind === "entry" ? button.querySelector(".draft-name") : button;
  form.querySelector("[data-picked-name]").textContent = word.textContent.trim();
}

function letGo() {
  const pressed = draft()?.querySelector('[aria-pressed="true"]');
  if (!pressed) return false;
  show("", null);
  pressed.focus({ preventScroll: true });
  return true;
}

// A button outside the form says what is to be done by its name and value.
function send(name, value) {
  const form = hand();
  const said = Object.assign(document.createElement("input"), { type: "hidden", name, value });
  form.append(said);
  form.requestSubmit();
}

document.addEventListener("click", (event) => {
  const root = draft();
  if (!root || !root.contains(event.target)) return;
  if (event.target.closest("[data-unpick]")) {
    if (letGo()) event.preventDefault();
    return;
  }
  const button = event.target.closest("button[form]");
  if (!button) return;
  event.preventDefault();
  if (button.getAttribute("aria-pressed") === "true") letGo();
  else if (button.getAttribute("form") === "hand") send(button.name, button.value);
  else show(kindOf(button), button);
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !document.querySelector("dialog[open], details.menu[open]")) {
    if (letGo()) event.preventDefault();
  }
});
