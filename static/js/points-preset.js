// A points scheme is chosen: its numbers and the tie-breaks that go with it are filled in, and can
// be changed. A number that is changed afterwards makes them numbers of one's own.

const chooser = document.querySelector("[data-points-presets]");
const presets = chooser ? JSON.parse(chooser.dataset.pointsPresets) : {};

function fill(form, { numbers, places, tie_breaks }) {
  for (const [name, value] of Object.entries(numbers)) form.elements[`points_${name}`].value = value;
  form.elements.points_by_place.value = places;
  for (let n = 1; form.elements[`tie_break_${n}`]; n += 1) {
    form.elements[`tie_break_${n}`].value = tie_breaks[n - 1] ?? "";
  }
}

const same = (form, { numbers, places }) =>
  form.elements.points_by_place.value.trim() === places &&
  Object.entries(numbers).every(
    ([name, value]) => Number(form.elements[`points_${name}`].value) === Number(value),
  );

chooser?.addEventListener("change", () => {
  if (presets[chooser.value]) fill(chooser.form, presets[chooser.value]);
});
chooser?.form.addEventListener("input", (event) => {
  if (!event.target.name?.startsWith("points_") || event.target === chooser) return;
  const found = Object.entries(presets).find(([, preset]) => same(chooser.form, preset));
  chooser.value = found ? found[0] : "";
});
