// Searches that take long, players chosen in a table, the clock of a round.
const base = () => document.querySelector(".event a")?.getAttribute("href") ?? "/";

// A form or link with data-search: say what is searched, for how long, and offer to stop it.
let searching = null;
function search(text) {
  endSearch();
  const begin = Date.now();
  const [box, line, told] = ["div", "span", "small"].map((name) => document.createElement(name));
  box.className = "searching";
  box.setAttribute("role", "status");
  const stop = document.createElement("button");
  stop.type = "button";
  stop.textContent = "Stop";
  stop.addEventListener("click", () => {
    stop.disabled = true;
    stop.textContent = "Stopping";
    fetch(base() + "stop", { method: "POST" });
  });
  const tell = () => { line.textContent = `${text} … ${Math.round((Date.now() - begin) / 1000)} s`; };
  tell();
  box.append(line, told, stop);
  const show = setTimeout(() => document.body.append(box), 250);
  const ask = () => fetch(base() + "progress")
    .then((answer) => answer.ok ? answer.text() : "")
    .then((text) => { told.textContent = text; }, () => {});
  const tick = setInterval(() => { tell(); ask(); }, 500);
  searching = () => { clearTimeout(show); clearInterval(tick); box.remove(); };
}
function endSearch() { searching?.(); searching = null; }
document.addEventListener("submit", (event) => {
  const form = event.target, pressed = event.submitter;
  if (form.dataset.search && !(pressed && pressed.name === "publish")) search(form.dataset.search);
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-search]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) search(link.dataset.search);
});
window.addEventListener("pageshow", endSearch);

// One or two players chosen in the table of a round.
function picked() {
  const form = document.getElementById("pairs");
  if (!form) return;
  const chosen = [...form.querySelectorAll("input[name=p]:checked")];
  const names = chosen.map((one) => one.closest("label").querySelector("bdi").textContent);
  const shown = names.length > 2 ? `${names.length} players: choose one or two` : names.join(" – ");
  document.getElementById("picked").textContent = shown;
  for (const button of form.querySelectorAll(".selection button")) {
    button.disabled = chosen.length > 2 || ("two" in button.dataset && chosen.length !== 2);
  }
}
document.addEventListener("change", (event) => { if (event.target.name === "p") picked(); });

// How long until a round starts, or since it has.
function clocks() {
  for (const time of document.querySelectorAll("[data-clock]")) {
    const minutes = Math.round((new Date(time.dataset.clock.replace(" ", "T")) - Date.now()) / 60000);
    const far = Math.abs(minutes), words = far < 120 ? `${far} minutes` : `${Math.floor(far / 60)} hours`;
    if (!(far < 24 * 60)) continue;
    const said = time.dataset.said ??= time.textContent;
    time.textContent = `${said} (${minutes >= 0 ? `in ${words}` : `${words} ago`})`;
  }
}
setInterval(clocks, 20000);
document.addEventListener("htmx:afterSwap", clocks);
picked();
clocks();
