// Files dropped on their zones; sliders and their numbers; a search that filters as one types.
document.addEventListener("dragover", (event) => {
  const zone = event.target.closest?.(".zone");
  if (zone) { event.preventDefault(); zone.classList.add("over"); }
});
document.addEventListener("dragleave", (event) => event.target.closest?.(".zone")?.classList.remove("over"));
document.addEventListener("drop", (event) => {
  const zone = event.target.closest?.(".zone");
  const field = zone?.querySelector("input[type=file]");
  if (!field || !event.dataTransfer.files.length) return;
  event.preventDefault();
  zone.classList.remove("over");
  field.files = event.dataTransfer.files;
});
// A slider is a way to type its number: it has no name of its own, and CSS shows it where scripts run.
document.addEventListener("input", ({ target }) => {
  if (target.matches("[data-of]")) {
    document.getElementById(target.dataset.of).value = Number(target.value).toLocaleString("en");
  } else if (target.id) {
    const slider = document.querySelector(`[data-of="${CSS.escape(target.id)}"]`);
    if (slider) slider.value = target.value.replace(/[, ]/g, "");
  }
});
// The bar is dragged like a line: the rank under the pointer is chosen.
document.addEventListener("pointerdown", ({ target }) => {
  const table = target.closest("label") && target.closest("[data-drag]");
  if (!table) return;
  const choose = (event) => {
    const row = document.elementFromPoint(event.clientX, event.clientY)?.closest("tr");
    const radio = row?.querySelector("input[type=radio]");
    if (radio && table.contains(radio)) radio.checked = true;
  };
  table.classList.add("dragging");
  const end = () => { table.classList.remove("dragging"); document.removeEventListener("pointermove", choose); };
  document.addEventListener("pointermove", choose);
  document.addEventListener("pointerup", end, { once: true });
  document.addEventListener("pointercancel", end, { once: true });
});
