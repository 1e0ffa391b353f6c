// Draws what was tapped at once, before the server has answered and when it cannot: the pieces of
// the board are moved to where the fields of the form have them. The answer brings a new board.

const SVG = "http://www.w3.org/2000/svg";
const APART = 0.34; // how far pieces on one place stand aside, in their own size

function pieceOf(board, colour, name) {
  const drawn = board.querySelector(`[data-piece="${colour}"]`);
  if (drawn) return { glyph: drawn, size: Number(/scale\(([\d.]+)/.exec(drawn.getAttribute("transform"))?.[1] ?? 1) };
  const glyph = document.createElementNS(SVG, "g");
  glyph.dataset.piece = colour;
  const circle = document.createElementNS(SVG, "circle");
  for (const [key, value] of Object.entries({ cx: 12, cy: 12, r: 10.5, stroke: "var(--side-edge)", "stroke-width": 1.6, fill: `var(--${colour})` })) {
    circle.setAttribute(key, value);
  }
  const letters = document.createElementNS(SVG, "text");
  for (const [key, value] of Object.entries({ x: 12, y: 16, "font-size": 11, "font-weight": 700, "text-anchor": "middle", fill: `var(--on-${colour})` })) {
    letters.setAttribute(key, value);
  }
  letters.textContent = name.slice(0, 2);
  glyph.append(circle, letters);
  return { glyph, size: 0 };
}

function middleOf(place) {
  const { x, y, width, height } = place.getBBox();
  return { x: x + width / 2, y: y + height / 2, wide: Math.min(width, height) };
}

function drawPieces(board, pieces) {
  const svg = board.querySelector("svg");
  const glyphs = new Map();
  for (const { colour, name } of pieces) {
    if (!glyphs.has(colour)) glyphs.set(colour, pieceOf(svg, colour, name));
  }
  for (const old of svg.querySelectorAll("[data-piece]")) if (!old.closest("[data-mine]")) old.remove();
  svg.querySelector("[data-mine]")?.remove();
  const layer = document.createElementNS(SVG, "g");
  layer.dataset.mine = "";
  layer.setAttribute("pointer-events", "none");
  layer.setAttribute("text-anchor", "middle");
  const on = new Map();
  for (const { colour, place } of pieces) {
    const spot = svg.querySelector(`[data-place="${colour}:${place}"]`) ?? svg.querySelector(`[data-place="${place}"]`);
    if (!spot) continue;
    const { glyph, size } = glyphs.get(colour);
    const { x, y, wide } = middleOf(spot);
    const scale = size || (wide * 0.62) / 24;
    const nth = on.get(spot) ?? 0;
    on.set(spot, nth + 1);
    const aside = nth * APART * 24 * scale;
    const piece = glyph.cloneNode(true);
    if (!piece.hasAttribute("fill")) {
      piece.setAttribute("fill", `var(--${colour})`);
      piece.setAttribute("stroke", "var(--side-edge)");
    }
    piece.setAttribute("transform", `translate(${x + aside} ${y - aside}) scale(${scale}) translate(-12 -12)`);
    layer.append(piece);
  }
  svg.append(layer);
}

function drawCounts(board, counts) {
  const svg = board.querySelector("svg");
  svg.querySelector("[data-mine]")?.remove();
  const layer = document.createElementNS(SVG, "g");
  layer.dataset.mine = "";
  layer.setAttribute("pointer-events", "none");
  for (const { place, count } of counts) {
    const spot = svg.querySelector(`[data-place="${place}"]`);
    if (!spot) continue;
    const { x, y, wide } = middleOf(spot);
    const words = document.createElementNS(SVG, "text");
    const look = { x, y, "font-size": wide * 0.6, "font-weight": 700, "text-anchor": "middle", fill: "var(--accent)", stroke: "var(--surface)", "stroke-width": wide * 0.12, "paint-order": "stroke" };
    for (const [key, value] of Object.entries(look)) words.setAttribute(key, value);
    words.textContent = count;
    layer.append(words);
  }
  svg.append(layer);
}

const nameOf = (desk, colour) =>
  desk.querySelector(`[name=paint][value="${colour}"]`)?.closest("label")?.textContent.trim() ?? colour;

// `before` are the values of the fields as the server drew them: points that changed get a number.
export function draw(desk, drawn) {
  const board = desk.querySelector("[data-board]");
  if (!board?.querySelector("svg")) return;
  const points = [...desk.querySelectorAll("[data-point], [data-bar]")];
  if (points.length) {
    const changed = points.filter((field) => field.value !== drawn.get(field));
    drawCounts(board, changed.map((field) => ({ place: field.dataset.point ?? "bar", count: field.value })));
    return;
  }
  const pieces = [...desk.querySelectorAll(".places select")].map((field) => ({
    colour: field.name,
    place: field.value,
    name: nameOf(desk, field.name),
  }));
  drawPieces(board, pieces.filter(({ place }) => place !== "none"));
}
