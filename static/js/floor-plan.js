// Tables on the floor plan are dragged (mouse, finger, pen), or moved with the arrow keys: a step at
// a time, with Shift a whole table. Enter or Space, or a touch without a drag, chooses a table; what
// is chosen moves together. Ctrl-Z or the button takes the last move back. Nothing is saved until
// the form is sent; the server decides whether it may stand.

const form = document.querySelector("[data-floor]");

if (form) {
  const [WIDTH, HEIGHT, PITCH_X, PITCH_Y, UNIT] = form.dataset.sizes.split(" ").map(Number);
  const FARTHEST = 999;
  const MOVED = 5; // pixels of the screen from which a touch is a drag
  const svg = form.querySelector("svg.floor");
  const says = form.querySelector("[data-floor-says]");
  const note = form.querySelector("[data-floor-note]");
  const undoButton = form.querySelector("[data-floor-undo]");
  const sent = form.elements.namedItem("places");
  const spots = [...svg.querySelectorAll(".spot")];
  const placeOf = (spot) => [Number(spot.dataset.x), Number(spot.dataset.y)];
  const history = [];
  let saving = false;

  const words = (key, values) =>
    Object.entries(values).reduce(
      (text, [name, value]) => text.replace(`{${name}}`, value),
      says.dataset[key],
    );
  const say = (text, loud = false) => {
    says.textContent = text;
    note.textContent = loud ? text : "";
    note.hidden = !loud;
  };

  const show = (spot, x, y) =>
    spot.setAttribute("transform", `translate(${x * UNIT} ${y * UNIT})`);
  const put = (spot, [x, y]) => {
    spot.dataset.x = x;
    spot.dataset.y = y;
    show(spot, x, y);
  };

  // The drawing grows with what is moved outwards, never while a finger is on it.
  const grow = () => {
    const right = Math.max(...spots.map((spot) => Number(spot.dataset.x))) + WIDTH + PITCH_X;
    const low = Math.max(...spots.map((spot) => Number(spot.dataset.y))) + HEIGHT + PITCH_Y;
    const box = svg.viewBox.baseVal;
    const width = Math.max(box.width, right * UNIT + 20);
    const height = Math.max(box.height, low * UNIT + 20);
    const scale = Number(svg.getAttribute("width")) / box.width;
    svg.setAttribute("viewBox", `-10 -10 ${width} ${height}`);
    svg.setAttribute("width", Math.round(width * scale));
    svg.setAttribute("height", Math.round(height * scale));
  };

  const state = () => {
    const places = {};
    for (const spot of spots) places[spot.dataset.number] = placeOf(spot);
    return places;
  };
  const pending = () => history.length > 0;
  const keep = () => {
    sent.value = JSON.stringify(state());
    undoButton.disabled = !pending();
  };

  const taken = (moving, places) => {
    for (const [n, spot] of moving.entries()) {
      const [x, y] = places[n];
      const other = spots.find((there) => {
        if (moving.includes(there)) return false;
        const [a, b] = placeOf(there);
        return Math.abs(a - x) < WIDTH && Math.abs(b - y) < HEIGHT;
      });
      if (other) return [spot, other];
    }
    return null;
  };

  const chosenWith = (spot) => {
    const chosen = spots.filter((one) => one.getAttribute("aria-pressed") === "true");
    return chosen.includes(spot) ? chosen : [spot];
  };

  // Moves them together if there is room for all, and says so; otherwise they stay.
  function move(moving, dx, dy) {
    const before = moving.map(placeOf);
    const left = Math.min(...before.map(([x]) => x));
    const top = Math.min(...before.map(([, y]) => y));
    const right = Math.max(...before.map(([x]) => x));
    const low = Math.max(...before.map(([, y]) => y));
    const x = Math.min(Math.max(dx, -left), FARTHEST - right);
    const y = Math.min(Math.max(dy, -top), FARTHEST - low);
    const after = before.map(([a, b]) => [a + x, b + y]);
    const clash = taken(moving, after);
    if (clash) {
      for (const [n, spot] of moving.entries()) put(spot, before[n]);
      const [spot, other] = clash;
      say(
        words("taken", { number: spot.dataset.number, other: other.dataset.number }),
        true,
      );
      return;
    }
    if (x || y) history.push(moving.map((spot, n) => [spot, before[n]]));
    for (const [n, spot] of moving.entries()) put(spot, after[n]);
    const [first] = moving;
    say(words("at", { number: first.dataset.number, x: first.dataset.x, y: first.dataset.y }));
    keep();
  }

  function undo() {
    const last = history.pop();
    if (!last) return;
    for (const [spot, place] of last) put(spot, place);
    say(words("undone", {}));
    keep();
  }

  function choose(spot) {
    const on = spot.getAttribute("aria-pressed") !== "true";
    spot.setAttribute("aria-pressed", String(on));
    const count = spots.filter((one) => one.getAttribute("aria-pressed") === "true").length;
    say(words("chosen", { count }));
  }

  let drag = null;
  const stepsOf = (event) => {
    const scale = svg.getScreenCTM().a * UNIT;
    return [
      Math.round((event.clientX - drag.x) / scale),
      Math.round((event.clientY - drag.y) / scale),
    ];
  };

  svg.addEventListener("pointerdown", (event) => {
    const spot = event.target.closest(".spot");
    if (!spot || drag || event.button !== 0) return;
    drag = { spot, moving: chosenWith(spot), x: event.clientX, y: event.clientY, moved: false };
    drag.pointer = event.pointerId;
    spot.setPointerCapture(event.pointerId);
  });
  svg.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > MOVED) drag.moved = true;
    if (!drag.moved) return;
    const [dx, dy] = stepsOf(event);
    for (const spot of drag.moving) {
      const [x, y] = placeOf(spot);
      spot.classList.add("is-dragged");
      show(spot, x + dx, y + dy);
    }
  });
  const drop = (event, taking) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { spot, moving, moved } = drag;
    const [dx, dy] = stepsOf(event);
    drag = null;
    for (const one of moving) one.classList.remove("is-dragged");
    if (!moved) {
      if (taking) choose(spot);
      return;
    }
    move(moving, taking ? dx : 0, taking ? dy : 0);
    grow();
  };
  svg.addEventListener("pointerup", (event) => drop(event, true));
  svg.addEventListener("pointercancel", (event) => drop(event, false));

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  form.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey)) {
      if (event.target.matches("input")) return;
      event.preventDefault();
      undo();
      return;
    }
    const spot = event.target.closest?.(".spot");
    if (!spot || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) {
      event.preventDefault();
      const [x, y] = ARROWS[event.key];
      move(chosenWith(spot), x * (event.shiftKey ? PITCH_X : 1), y * (event.shiftKey ? PITCH_Y : 1));
      grow();
      spot.scrollIntoView({ block: "nearest", inline: "nearest" });
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      choose(spot);
    } else if (event.key === "Escape") {
      for (const one of spots) one.setAttribute("aria-pressed", "false");
      say(words("chosen", { count: 0 }));
    }
  });

  undoButton.addEventListener("click", undo);
  form.addEventListener("submit", () => {
    saving = true;
  });
  window.addEventListener("beforeunload", (event) => {
    if (pending() && !saving) event.preventDefault();
  });
  window.addEventListener("pageshow", () => {
    saving = false;
  });
  keep();
  grow();
}
