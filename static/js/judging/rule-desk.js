// The rule desk: a position is tapped into the board. The fields of the form are the position, so
// that it works without this file, too; here a tap changes them, and htmx asks again.

import { draw } from "./rule-desk-board.js";
import { bringBack, keep, keepPage, watch } from "./rule-desk-kept.js";

const form = () => document.querySelector("[data-rule-desk]");
const past = [];

const fields = (desk) => [...desk.querySelectorAll(".places select, [data-part], [data-point], [data-bar]")];
const state = (desk) => fields(desk).map((field) => field.value);
const ask = (desk) => desk.dispatchEvent(new Event("change", { bubbles: true }));

function restore(desk, values) {
  fields(desk).forEach((field, nth) => {
    field.value = values[nth];
  });
}

// Which place was meant: the one hit, else the nearest within a thumb's width.
function placeAt(board, event) {
  const hit = document
    .elementFromPoint(event.clientX, event.clientY)
    ?.closest("[data-place], [data-on]");
  if (hit) return hit.dataset.place ?? hit.dataset.on;
  let best = null;
  let least = 26;
  for (const place of board.querySelectorAll("[data-place]")) {
    const box = place.getBoundingClientRect();
    const away = Math.hypot(
      event.clientX - (box.left + box.width / 2),
      event.clientY - (box.top + box.height / 2),
    );
    if (away < least) [best, least] = [place.dataset.place, away];
  }
  return best;
}

const paint = (desk) => desk.querySelector("[name=paint]:checked")?.value;
const taking = (desk) => Boolean(desk.querySelector("[data-less]")?.checked);

// Partners: four lists a colour. True when something changed.
let last = null;
function tapPiece(desk, name) {
  const colour = paint(desk);
  const [owner, own] = name.split(":");
  if (own === "home") {
    const choice = desk.querySelector(`[name=paint][value=${owner}]`);
    if (choice) choice.checked = true;
    return false;
  }
  if (own && owner !== colour) return false;
  const place = own ?? name;
  const pieces = [...desk.querySelectorAll(`[data-colour="${colour}"] select`)];
  const there = pieces.filter((piece) => piece.value === place);
  if (taking(desk)) {
    if (!there.length) return false;
    there[0].value = "home";
    return true;
  }
  if (place.startsWith("goal") && there.length) {
    there[0].value = "home";
    return true;
  }
  const moved = pieces.find((piece) => piece.value === "home") ?? (pieces.includes(last) ? last : pieces[0]);
  if (!own) {
    for (const other of desk.querySelectorAll(".places select")) {
      if (!pieces.includes(other) && other.value === place) other.value = "home";
    }
  }
  moved.value = place;
  last = moved;
  return true;
}

// Kroket: a cell for each ball.
function tapCell(desk, name) {
  const ball = desk.querySelector(`.places select[name="${paint(desk)}"]`);
  const place = taking(desk) ? "start" : name;
  if (!ball || ball.value === place) return false;
  ball.value = place;
  return true;
}

// Backgammon: a number a point, own checkers above nothing.
function tapChecker(desk, name) {
  const mine = paint(desk) === "mine";
  const sign = mine ? 1 : -1;
  if (name === "off") return false;
  if (name === "bar") {
    const bar = desk.querySelector(`[data-bar="${mine ? 0 : 1}"]`);
    bar.value = Math.max(0, Number(bar.value) + (taking(desk) ? -1 : 1));
    return true;
  }
  const point = desk.querySelector(`[data-point="${name}"]`);
  const count = Number(point.value) * sign;
  if (taking(desk)) {
    if (count <= 0) return false;
    point.value = (count - 1) * sign;
  } else {
    point.value = Math.max(1, count + 1) * sign;
  }
  return true;
}

// The fields as they were when the server drew the board.
let drawn = new Map();

function changed(desk, before) {
  past.push(before);
  desk.querySelector("[data-undo]").disabled = false;
  draw(desk, drawn);
  ask(desk);
}

// A tap is told by where the finger went down and up, not by a click: the answer to the tap before
// may put a new board there meanwhile, and then the browser makes no click of it.
const STILL = 12;
const boardAt = (event) =>
  document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-board]");
let down = null;

document.addEventListener("pointerdown", (event) => {
  const meant = event.isPrimary && event.button === 0 && boardAt(event);
  down = meant ? event : null;
});
document.addEventListener("pointercancel", () => {
  down = null;
});
document.addEventListener("pointerup", (event) => {
  const began = down;
  if (!event.isPrimary || !began) return;
  down = null;
  const desk = form();
  const board = boardAt(event);
  const moved = Math.hypot(event.clientX - began.clientX, event.clientY - began.clientY);
  if (!desk || !board || moved > STILL) return;
  const name = placeAt(board, event);
  if (!name) return;
  const before = state(desk);
  if (tapOn(desk)(desk, name)) changed(desk, before);
});

function tapOn(desk) {
  if (desk.querySelector("[data-point]")) return tapChecker;
  return desk.querySelector("[data-colour]") ? tapPiece : tapCell;
}

document.addEventListener("click", async (event) => {
  const desk = form();
  if (!desk) return;
  const undo = event.target.closest("[data-undo]");
  if (undo) {
    const values = past.pop();
    if (values) restore(desk, values);
    undo.disabled = !past.length;
    draw(desk, drawn);
    ask(desk);
  }
  if (event.target.closest("[data-clear]")) {
    const before = state(desk);
    for (const field of fields(desk)) field.value = field.dataset.empty ?? (field.matches("select") ? "home" : "0");
    changed(desk, before);
  }
  const copy = event.target.closest("[data-copy]");
  if (copy) {
    await navigator.clipboard.writeText(copy.dataset.copy);
    copy.querySelector("[data-words]").textContent = copy.dataset.done;
  }
});

// A hand has so many cards: one more takes the place of the first.
document.addEventListener("input", (event) => {
  const cards = event.target.closest(".pick-cards");
  if (!cards || !event.target.checked) return;
  const chosen = [...cards.querySelectorAll(":checked")];
  const extra = chosen.find((card) => card !== event.target);
  if (chosen.length > Number(cards.dataset.most)) extra.checked = false;
});

document.addEventListener("change", (event) => {
  const desk = form();
  if (desk && (event.target === desk || desk.contains(event.target))) keep(desk);
});

function ready() {
  const desk = form();
  if (!desk) return;
  drawn = new Map(fields(desk).map((field) => [field, field.value]));
  for (const part of desk.querySelectorAll("[data-script]")) part.hidden = false;
  const button = desk.querySelector("[data-ask]");
  if (button) button.hidden = true;
  const copy = desk.querySelector("[data-copy]");
  if (copy && navigator.clipboard) {
    copy.hidden = false;
    desk.querySelector("[data-share]").hidden = true;
  }
  const kept = document.querySelector("[data-position]");
  const answer = document.getElementById("rule-answer");
  if (kept && answer) kept.value = answer.dataset.query;
}

// A reload, perhaps without a network: what was asked is put back, and asked again.
function begin() {
  const desk = form();
  if (!desk) return;
  const asked = bringBack(desk);
  if (asked) {
    draw(desk, drawn);
    const answer = { target: "#rule-answer", swap: "outerHTML", source: "#rule-answer" };
    const wanted = desk.querySelector("[name=for]")?.value;
    const keepFor = wanted ? `&for=${wanted}` : "";
    window.htmx.ajax("GET", `${location.pathname}?${asked}${keepFor}`, answer);
  }
  keepPage(desk);
}

document.addEventListener("htmx:afterSettle", ready);
watch(form, ask);
ready();
begin();
