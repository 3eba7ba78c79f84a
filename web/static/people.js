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
// Who leaves while ticks are still on their way is asked.
let posting = 0;
for (const [name, step] of [["htmx:beforeRequest", 1], ["htmx:afterRequest", -1]]) {
  document.addEventListener(name, (event) => { if (event.detail.requestConfig.verb === "post") posting += step; });
}
window.addEventListener("beforeunload", (event) => { if (posting > 0) event.preventDefault(); });
// A slider is a way to type its number: it has no name of its own, and is not there without JavaScript.
for (const slider of document.querySelectorAll("input[type=range][data-of]")) {
  const number = document.getElementById(slider.dataset.of);
  slider.hidden = false;
  slider.addEventListener("input", () => { number.value = Number(slider.value).toLocaleString("en"); });
  number.addEventListener("input", () => { slider.value = number.value.replace(/[, ]/g, ""); });
}
// The bar is dragged like a line: the rank under the pointer is chosen.
for (const table of document.querySelectorAll("[data-drag]")) {
  const choose = (event) => {
    const row = document.elementFromPoint(event.clientX, event.clientY)?.closest("tr");
    const radio = row?.querySelector("input[type=radio]");
    if (radio && table.contains(radio)) radio.checked = true;
  };
  table.addEventListener("pointerdown", (event) => {
    if (!event.target.closest("label")) return;
    table.classList.add("dragging");
    const end = () => { table.classList.remove("dragging"); document.removeEventListener("pointermove", choose); };
    document.addEventListener("pointermove", choose);
    document.addEventListener("pointerup", end, { once: true });
    document.addEventListener("pointercancel", end, { once: true });
  });
}
