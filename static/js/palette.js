// The command palette: Ctrl-K (or a click on [data-palette]) opens a field; what fits stands below.
// Arrows walk, Enter goes there, Escape closes. A combobox with a listbox, as the ARIA practices
// describe it: the focus stays in the field. Without this script the link leads to a plain page.
// How text is compared, and what is best, is as in tournaments/control/search.py.

const SHOWN = 40;
const LETTERS = { æ: "ae", ø: "o", ß: "ss", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };

const fold = (text) =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[æøßłđðþı]/g, (letter) => LETTERS[letter])
    .replace(/aa/g, "a")
    .replace(/ae/g, "a")
    .replace(/oe/g, "o")
    .replace(/\s+/g, " ")
    .trim();

function rank(typed, name, text) {
  const words = typed.split(" ").filter(Boolean);
  if (!words.every((word) => text.includes(word))) return null;
  if (!typed || name === typed || name.split(" ").includes(typed)) return 0;
  if (name.startsWith(typed)) return 1;
  if (text.split(" ").includes(typed)) return 2;
  return words.every((word) => ` ${text}`.includes(` ${word}`)) ? 3 : 4;
}

const dialog = document.getElementById("palette");
const opener = document.querySelector("[data-palette]");

if (dialog && opener) {
  const field = document.getElementById("palette-q");
  const list = document.getElementById("palette-list");
  const says = document.getElementById("palette-says");
  let rows = [];
  let groups = {};
  let options = [];
  let at = 0;

  const choose = (place) => {
    if (!options.length) {
      field.removeAttribute("aria-activedescendant");
      return;
    }
    at = (place + options.length) % options.length;
    for (const [n, option] of options.entries())
      option.setAttribute("aria-selected", String(n === at));
    field.setAttribute("aria-activedescendant", options[at].id);
    options[at].scrollIntoView({ block: "nearest" });
  };

  const draw = () => {
    const typed = fold(field.value);
    const found = rows
      .map((row, order) => ({ row, order, rank: rank(typed, row.name, row.text) }))
      .filter((one) => one.rank !== null)
      .sort((a, b) => a.rank - b.rank || a.order - b.order);
    const shown = found.slice(0, SHOWN);
    list.replaceChildren();
    options = [];
    let box = null;
    let group = null;
    for (const { row } of shown) {
      if (row.group !== group) {
        group = row.group;
        box = document.createElement("div");
        box.setAttribute("role", "group");
        box.setAttribute("aria-label", groups[group]);
        const head = document.createElement("div");
        head.className = "palette-group";
        head.setAttribute("aria-hidden", "true");
        head.textContent = groups[group];
        box.append(head);
        list.append(box);
      }
      const option = document.createElement("div");
      option.id = `palette-${options.length}`;
      option.className = "palette-option";
      option.setAttribute("role", "option");
      option.dataset.href = row.url;
      const title = document.createElement("span");
      title.textContent = row.title;
      option.append(title);
      if (row.hint) {
        const hint = document.createElement("span");
        hint.textContent = row.hint;
        option.append(hint);
      }
      box.append(option);
      options.push(option);
    }
    field.setAttribute("aria-expanded", String(options.length > 0));
    says.textContent = rows.length
      ? options.length
        ? says.dataset.found.replace("{found}", found.length)
        : says.dataset.none
      : "";
    choose(0);
  };

  const load = async () => {
    try {
      const answer = await fetch(opener.dataset.palette, { credentials: "same-origin" });
      if (!answer.ok || answer.redirected) throw new Error(answer.status);
      const data = await answer.json();
      groups = data.groups;
      rows = data.rows.map(([group, title, url, hint, find]) => ({
        group,
        title,
        url,
        hint,
        name: fold(title),
        text: `${fold(title)} ${fold(`${hint} ${find}`)}`,
      }));
      if (dialog.open) draw();
    } catch {
      if (!rows.length) says.textContent = says.dataset.away;
    }
  };

  const open = () => {
    if (dialog.open || document.querySelector("dialog[open]")) return;
    field.value = "";
    dialog.showModal();
    field.focus();
    draw();
    load();
  };

  const go = (option, anew) => {
    if (!option) return;
    dialog.close();
    if (anew) window.open(option.dataset.href, "_blank", "noopener");
    else location.assign(option.dataset.href);
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("[data-palette]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      open();
    }
    const option = event.target.closest?.(".palette-option");
    if (option) go(option, event.ctrlKey || event.metaKey);
  });

  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || event.altKey || event.shiftKey) return;
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    if (dialog.open) dialog.close();
    else open();
  });

  field.addEventListener("input", draw);
  field.addEventListener("keydown", (event) => {
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    if (event.key in steps) {
      event.preventDefault();
      const next = at + steps[event.key];
      const far = Math.abs(steps[event.key]) > 1;
      choose(far ? Math.max(0, Math.min(options.length - 1, next)) : next);
    } else if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      go(options[at], event.ctrlKey || event.metaKey);
    }
  });
}
