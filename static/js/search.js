// Search as one types: <input data-search="#rows"> hides the rows of #rows that do not fit.
// Every word must be found, in any order; "soren", "soeren" and "Søren" find the same person.

const LETTERS = { æ: "ae", ø: "o", ß: "ss", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };

const fold = (text) =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[æøßłđðþı]/g, (letter) => LETTERS[letter])
    .replace(/aa/g, "a")
    .replace(/ae/g, "a")
    .replace(/oe/g, "o")
    .replace(/\s+/g, " ")
    .trim();

// A row may say more than it shows (data-find="HASS 12 club"), or be searched in its own text.
// What a drawing says is not: a board has every number on it.
const textOf = (row) => {
  let shown = row;
  if (row.querySelector("svg desc")) {
    shown = row.cloneNode(true);
    for (const drawing of shown.querySelectorAll("svg")) drawing.remove();
  }
  return fold(`${shown.textContent} ${row.dataset.find || ""}`);
};

function filter(box) {
  const target = box.dataset.search;
  const list = document.querySelector(target);
  if (!list) return;
  const words = fold(box.value).split(" ").filter(Boolean);
  // Several lists that are searched together say so: <tbody data-find-rows>.
  const lists = list.querySelectorAll("[data-find-rows]");
  const rows = lists.length ? [...lists].flatMap((one) => [...one.children]) : [...list.children];
  let shown = 0;
  for (const row of rows) {
    const text = words.length ? textOf(row) : "";
    row.hidden = !words.every((word) => text.includes(word));
    if (!row.hidden) shown += 1;
  }
  for (const count of document.querySelectorAll(`[data-search-count="${target}"]`)) {
    count.textContent = words.length
      ? count.dataset.text.replace("{shown}", shown).replace("{all}", rows.length)
      : "";
  }
  for (const empty of document.querySelectorAll(`[data-search-empty="${target}"]`)) {
    empty.hidden = shown > 0 || !words.length;
  }
}

const filterAll = () => {
  for (const box of document.querySelectorAll("[data-search]")) if (box.value) filter(box);
};

document.addEventListener("input", (event) => {
  if (event.target.matches?.("[data-search]")) filter(event.target);
});
// New rows from the server are filtered like the old ones, before anybody sees them; a page one
// comes back to, too.
for (const swapped of ["htmx:afterSwap", "htmx:oobAfterSwap"]) {
  document.addEventListener(swapped, filterAll);
}
window.addEventListener("pageshow", filterAll);
