// Nothing typed is lost: <form data-draft="key"> keeps its fields in this tab until the server has
// taken them. A reload, a lost connection, a log-in in between or a wrong turn brings them back.
//
// How we know that the server took a form: the next page of ours after sending comes from that
// form (its referrer) and does not refuse it. A refused form says data-draft-refused; so do our
// error pages, on their body. A failed request shows the browser's own page, which runs none of
// this, and coming back from it is not "from that form".

const PREFIX = "draft:";
const NEVER = /^(csrfmiddlewaretoken|next|idempotency_key|password\d?)$/;

const store = {
  get(key) {
    try {
      return JSON.parse(sessionStorage.getItem(PREFIX + key));
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
    } catch {
      // Full or forbidden: the form works, it is only not kept.
    }
  },
  drop(key) {
    try {
      sessionStorage.removeItem(PREFIX + key);
    } catch {
      // As above.
    }
  },
  keys() {
    try {
      return Object.keys(sessionStorage)
        .filter((key) => key.startsWith(PREFIX))
        .map((key) => key.slice(PREFIX.length));
    } catch {
      return [];
    }
  },
};

const keyOf = (form) => `${location.pathname}#${form.dataset.draft || form.id || "form"}`;

const fieldsOf = (form) =>
  [...form.elements].filter(
    (field) =>
      field.name &&
      !NEVER.test(field.name) &&
      !["hidden", "file", "password", "submit", "button"].includes(field.type),
  );

const isChoice = (field) => field.type === "checkbox" || field.type === "radio";
const nameOf = (field) => (isChoice(field) ? `${field.name}=${field.value}` : field.name);
const valueOf = (field) => {
  if (isChoice(field)) return field.checked;
  if (field.multiple) return [...field.selectedOptions].map((option) => option.value);
  return field.value;
};

function put(field, value) {
  if (isChoice(field)) field.checked = value;
  else if (field.multiple && Array.isArray(value)) {
    for (const option of field.options) option.selected = value.includes(option.value);
  } else field.value = value;
}

function keep(form) {
  const fields = {};
  for (const field of fieldsOf(form)) fields[nameOf(field)] = valueOf(field);
  store.set(keyOf(form), { fields, sent: false });
}

function restore(form) {
  const draft = store.get(keyOf(form));
  if (!draft || form.dataset.draftRefused !== undefined) return;
  store.set(keyOf(form), { ...draft, sent: false });
  let changed = false;
  for (const field of fieldsOf(form)) {
    const name = nameOf(field);
    if (!(name in draft.fields)) continue;
    if (JSON.stringify(valueOf(field)) === JSON.stringify(draft.fields[name])) continue;
    put(field, draft.fields[name]);
    // What comes back is seen, also where it stands in something folded.
    for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) {
      fold.open = true;
    }
    changed = true;
  }
  if (!changed) return;
  for (const note of form.querySelectorAll("[data-draft-note]")) note.hidden = false;
  form.dispatchEvent(new CustomEvent("startfelt:restored", { bubbles: true }));
}

// A form that was sent from the page we come from, and that nothing here refuses, was taken.
function forgetAccepted() {
  const how = performance.getEntriesByType("navigation")[0]?.type;
  if (how !== "navigate" || !document.referrer) return;
  if (document.body.dataset.draftRefused !== undefined) return;
  const from = new URL(document.referrer);
  if (from.origin !== location.origin) return;
  const refused = new Set([...document.querySelectorAll("[data-draft-refused]")].map(keyOf));
  for (const key of store.keys()) {
    const sent = store.get(key)?.sent;
    if (sent && key.startsWith(`${from.pathname}#`) && !refused.has(key)) store.drop(key);
  }
}

const forms = (root) => [
  ...(root.matches?.("form[data-draft]") ? [root] : []),
  ...root.querySelectorAll("form[data-draft]"),
];

const typed = (event) => {
  const form = event.target.form;
  if (form?.dataset.draft !== undefined) keep(form);
};
document.addEventListener("input", typed);
document.addEventListener("change", typed);

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.draft === undefined || event.defaultPrevented) return;
  keep(form);
  store.set(keyOf(form), { ...store.get(keyOf(form)), sent: true });
});

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-draft-discard]");
  if (!button?.form) return;
  store.drop(keyOf(button.form));
  button.form.reset();
  for (const note of button.form.querySelectorAll("[data-draft-note]")) note.hidden = true;
});

// htmx says itself whether the server took the form: 2xx did, 409 and 422 did not.
document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.detail.elt.closest?.("form[data-draft]");
  if (!form) return;
  if (event.detail.successful) store.drop(keyOf(form));
  else keep(form);
});
document.addEventListener("htmx:load", (event) => forms(event.detail.elt).forEach(restore));

forgetAccepted();
forms(document).forEach(restore);
