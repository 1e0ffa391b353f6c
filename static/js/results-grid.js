// The result grid, typed through by keyboard. Each row is a form that htmx sends by itself; when the
// desk does not answer, the queue (static/js/app/queue.js) keeps it and sends it later. Here is what
// the keys do, and what the line above says.

const grid = document.querySelector("[data-grid]");
const quick = document.getElementById("quick");

const rowOf = (element) => element?.closest?.(".result-row");
const formOf = (row) => row?.querySelector("[data-row-form]");
const scoresOf = (row) => [...row.querySelectorAll("[name^=score_]")];
const fieldsOf = (row) =>
  [...row.querySelectorAll(".results-input, .results-select")].filter((field) => field.offsetParent);
const openRows = () => [...grid.querySelectorAll(".result-row")].filter((row) => formOf(row));

function fill(form, fields) {
  for (const [name, value] of Object.entries(fields)) {
    const field = form.elements[name];
    if (field) field.value = value;
  }
}

// Keys -----------------------------------------------------------------------------------------

function focusField(field) {
  field.focus();
  field.select?.();
}

function nextOpen(row, by) {
  const rows = openRows().filter((other) => other === row || !other.classList.contains("is-sent"));
  return rows[rows.indexOf(row) + by];
}

// Played out, every score typed: nothing more is needed.
function complete(row) {
  const ended = row.querySelector("[name=ended]");
  return ended.value === "played" && scoresOf(row).every((field) => field.value !== "");
}

function send(row) {
  const form = formOf(row);
  if (!form || form.classList.contains("htmx-request")) return;
  row.classList.add("is-sent");
  form.requestSubmit();
}

function sendAndGoOn(row) {
  const next = nextOpen(row, 1);
  send(row);
  if (next) focusField(scoresOf(next)[0]);
  else document.getElementById("line")?.focus();
}

function keys(event) {
  const row = rowOf(event.target);
  if (!row || !formOf(row) || event.ctrlKey || event.metaKey || event.altKey) return;
  const field = event.target;
  const fields = fieldsOf(row);
  const here = fields.indexOf(field);
  if (here < 0) return;
  const go = (target) => {
    if (!target) return;
    event.preventDefault();
    focusField(target);
  };
  const list = field.matches("select");
  if (event.key === "Enter") {
    event.preventDefault();
    sendAndGoOn(row);
  } else if (event.key === "Escape") go(document.getElementById("line"));
  else if (event.key === "ArrowDown" && !list) go(sameField(nextOpen(row, 1), field));
  else if (event.key === "ArrowUp" && !list) go(sameField(nextOpen(row, -1), field));
  else if (event.key === "ArrowRight" && !list && atEnd(field)) go(fields[here + 1]);
  else if (event.key === "ArrowLeft" && !list && atStart(field)) go(fields[here - 1]);
  else if (event.key === "Tab" && !event.shiftKey && complete(row) && field === scoresOf(row).at(-1)) {
    event.preventDefault();
    sendAndGoOn(row);
  }
}

const all = (field) => field.selectionStart === 0 && field.selectionEnd === field.value.length;
const atEnd = (field) => all(field) || field.selectionStart === field.value.length;
const atStart = (field) => all(field) || field.selectionEnd === 0;

function sameField(row, field) {
  return row && (row.querySelector(`.results-input[name=${field.name}]`) || scoresOf(row)[0]);
}

// One digit is all that a side with nine pieces or fewer can have: on to the next side.
function typed(event) {
  const field = event.target;
  const row = rowOf(field);
  if (!row) return;
  row.classList.add("is-typed");
  row.classList.remove("is-sent");
  if (!field.name.startsWith("score_") || Number(field.dataset.most) > 9) return;
  // A ball with all its hoops may be at the stake, too: "4x".
  if ("stake" in field.dataset && field.value === field.dataset.most) return;
  const fields = scoresOf(row);
  const next = fields[fields.indexOf(field) + 1];
  if (/^\d$/.test(field.value) && next) focusField(next);
}

// Whoever leaves a complete row means it.
function left(event) {
  const row = rowOf(event.target);
  if (!row?.isConnected || row.contains(event.relatedTarget) || !formOf(row)) return;
  if (!row.classList.contains("is-typed") || row.classList.contains("is-sent")) return;
  if (complete(row)) send(row);
}

// The line above: "12 8-5" -----------------------------------------------------------------------

const letters = new Map(
  (quick?.dataset.letters || "").trim().split(/\s+/).map((pair) => pair.split(":")),
);

// Fields of a row for the rest of a line; null for what the server had better read itself.
function readLine(rest, sides) {
  const compact = "short" in quick.dataset ? rest.replace(/^(\d)(\d)(?=\s|$)/, "$1-$2") : rest;
  const fields = { ended: "played", winner: "", minutes: "" };
  let side = 0;
  for (const word of compact.split(/[\s\-–—:;,/]+/).filter(Boolean)) {
    const ending = /^([a-z])([1-9])?$/.exec(word);
    if (/^\d{1,2}[x×*]?$/.test(word)) fields[`score_${side++}`] = word;
    else if (ending && letters.has(ending[1])) {
      fields.ended = letters.get(ending[1]);
      if (ending[2]) fields.winner = String(ending[2] - 1);
    } else return null;
  }
  return side <= sides ? fields : null;
}

const say = (text, refused = false) => {
  const place = document.getElementById("line-error");
  place.textContent = text;
  place.toggleAttribute("data-refused", refused);
};

function quickLine(event) {
  const input = document.getElementById("line");
  const found = /^\s*(\d{1,4})(?:[\s:;,.]+(.*))?$/.exec(input.value.toLowerCase());
  const row = found && document.getElementById(`table-${found[1]}`);
  const form = formOf(row);
  if (!form) return; // no such row here, or it is done: the server knows what to say
  if (!found[2]) {
    event.preventDefault();
    input.value = "";
    row.scrollIntoView({ block: "center" });
    focusField(scoresOf(row)[0]);
    return;
  }
  const fields = readLine(found[2], scoresOf(row).length);
  if (!fields) return;
  event.preventDefault();
  fill(form, fields);
  for (const radio of row.querySelectorAll("[name=winner]")) radio.checked = radio.value === fields.winner;
  row.scrollIntoView({ block: "center" });
  input.value = "";
  input.focus();
  say(`${found[1]}: ${quick.dataset.saving}`);
  send(row);
}

// What the server answers -----------------------------------------------------------------------

// Which table a request was about, "" for other requests. After the swap what was sent is no longer
// in the page; the request still knows it.
function tableOf(event) {
  const element = event.detail.requestConfig?.elt || event.detail.elt;
  if (element?.matches?.("[data-row-form]")) return element.id.replace("form-", "");
  return element?.matches?.(".result-row") ? element.dataset.table : "";
}

// Kept on this device: the row is open again, and says that it is not sent yet.
function kept(event) {
  const row = document.querySelector(event.detail?.entry?.target || "#none");
  if (!grid.contains(row)) return;
  row.classList.remove("is-sent");
  say("");
}

function answered(event) {
  const number = tableOf(event);
  if (!number || !event.detail.xhr.getResponseHeader("X-Server-Now")) return;
  const row = document.getElementById(`table-${number}`);
  const why = row?.querySelector(".results-why p")?.textContent.trim();
  if (document.activeElement?.id === "line") {
    say(why ? `${number}: ${why}` : savedWords(row, number), Boolean(why));
  }
  // The sum at the top follows at once, not with the next poll.
  if (!why) document.body.dispatchEvent(new CustomEvent("startfelt:resync"));
}

function savedWords(row, number) {
  const scores = [...(row?.querySelectorAll(".results-score") || [])].map((s) => s.textContent.trim());
  return `${number}: ${scores.join("-")} ✓`;
}

// A row somebody is typing in, or that shows why something was refused, is not taken from under
// their hands: what they typed stands beside it.
function oob(event) {
  const row = event.detail.target;
  if (!row?.matches?.(".result-row")) return;
  const busy = row.contains(document.activeElement) || row.classList.contains("is-typed");
  if ((busy && formOf(row)) || row.querySelector(".results-why")) event.detail.shouldSwap = false;
}

if (grid) {
  grid.addEventListener("keydown", keys);
  grid.addEventListener("input", typed);
  grid.addEventListener("focusout", left);
  document.addEventListener("htmx:oobBeforeSwap", oob);
  document.addEventListener("htmx:afterRequest", answered);
  document.addEventListener("startfelt:queued", kept);
  // The queue has put a row in: the sum at the top follows at once.
  document.addEventListener("startfelt:settled", () => {
    document.body.dispatchEvent(new CustomEvent("startfelt:resync"));
  });
}
// On a phone the keyboard would jump up over the list.
if (matchMedia("(pointer: fine)").matches) document.getElementById("line")?.focus();
quick?.addEventListener("submit", (event) => grid && quickLine(event));
