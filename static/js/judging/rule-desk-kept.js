// The question stands in the address after "#", where no server is needed to read it: a reload
// brings back all that was tapped, also from the copy of the page that a device keeps for when the
// network is gone. When the server cannot be reached, the page says so and asks again by itself.

const AGAIN = 3000; // milliseconds

const here = (desk) => {
  const wanted = desk.querySelector("[name=for]")?.value;
  return location.pathname + (wanted ? `?for=${wanted}` : "");
};

export function keep(desk) {
  const asked = new URLSearchParams(new FormData(desk));
  asked.delete("for");
  asked.delete("paint");
  history.replaceState(history.state, "", `${here(desk)}#${asked}`);
}

const valuesOf = (asked, name) => asked.getAll(name).flatMap((value) => value.split(","));

// Lists of a question as the server writes it: points, bar and dice of backgammon.
function spread(desk, asked) {
  const points = valuesOf(asked, "points");
  if (points.length === 24) {
    for (const field of desk.querySelectorAll("[data-point]")) field.value = points[field.dataset.point - 1];
    const bar = valuesOf(asked, "bar");
    for (const field of desk.querySelectorAll("[data-bar]")) field.value = bar[field.dataset.bar] ?? "0";
  }
  const dice = asked.get("dice");
  if (dice) desk.querySelectorAll("[name=die]").forEach((die, nth) => (die.value = dice[nth] ?? ""));
}

export function bringBack(desk) {
  const asked = new URLSearchParams(location.hash.slice(1));
  if (![...asked.keys()].length) return "";
  spread(desk, asked);
  const names = new Set([...desk.elements].map((field) => field.name).filter(Boolean));
  for (const name of names) {
    if (["paint", "for", "point", "on_bar", "die"].includes(name)) continue;
    const given = valuesOf(asked, name);
    const fields = [...desk.elements].filter((field) => field.name === name);
    fields.forEach((field, nth) => {
      if (field.type === "radio" || field.type === "checkbox") field.checked = given.includes(field.value);
      else if (field.type !== "hidden") field.value = given[nth] ?? field.dataset.empty ?? (field.closest(".places") ? "home" : "");
    });
  }
  for (const name of ["player", "claim"]) {
    const choices = [...desk.querySelectorAll(`[name=${name}]`)];
    if (choices.length && !choices.some((choice) => choice.checked)) choices[0].checked = true;
  }
  return String(asked);
}

// The page without a question is what a reload asks for: the device is to have a copy of it.
export async function keepPage(desk) {
  const worker = navigator.serviceWorker?.controller;
  if (!worker || !("caches" in window)) return;
  const address = new URL(here(desk), location.href).href;
  if (await caches.match(address)) return;
  worker.postMessage({ keep: address });
}

let timer = 0;

function unanswered(desk, ask) {
  desk.classList.add("is-unanswered");
  desk.querySelector("[data-unreachable]").hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => desk.isConnected && ask(desk), AGAIN);
}

function answered(desk) {
  clearTimeout(timer);
  desk.classList.remove("is-unanswered");
  desk.querySelector("[data-unreachable]").hidden = true;
}

export function watch(form, ask) {
  const ours = (event) => {
    const desk = form();
    return desk && (event.target === desk || desk.contains(event.target)) ? desk : null;
  };
  for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    document.addEventListener(name, (event) => {
      const desk = ours(event);
      if (desk) unanswered(desk, ask);
    });
  }
  document.addEventListener("htmx:beforeSwap", (event) => {
    const desk = form();
    if (desk && event.detail.shouldSwap && event.detail.target?.id === "rule-answer") answered(desk);
  });
}
