// Says when the desk does not answer, and keeps what was typed on the page until it does.
const UNREACHABLE = "No connection to the desk. Start it again if it has stopped. "
  + "What you have typed stays on this page: send it when this line is gone; "
  + "results that wait are sent then by themselves.";
const OTHER_LINK = "The desk has a new link. Open it again with the link that it shows where it was started.";
const LOOK = 1500, PATIENCE = 600; // milliseconds
let lost = null; // the line on the page while there is no connection

// What is wrong with the connection; blank where the desk answers.
async function trouble() {
  try {
    const own = document.querySelector(".event a")?.getAttribute("href"); // "/" is no second desk's
    const answer = await fetch(own ? own + "progress" : "/", { method: "HEAD", cache: "no-store" });
    return answer.status === 401 ? OTHER_LINK : "";
  } catch { return UNREACHABLE; }
}
async function look() {
  const text = await trouble();
  if (!text) { lost?.remove(); lost = null; return; }
  if (!lost) {
    lost = document.createElement("div");
    lost.className = "lost";
    lost.setAttribute("role", "alert");
    document.body.append(lost);
    setTimeout(again, LOOK);
  }
  if (lost.textContent !== text) lost.textContent = text;
}
async function again() {
  await look();
  if (lost) setTimeout(again, LOOK);
}
document.addEventListener("stream:lost", () => setTimeout(look, PATIENCE)); // a page that is being left has one, too
document.addEventListener("stream:open", () => { if (lost) look(); });
document.addEventListener("htmx:sendError", look);
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.xhr.status === 401) { event.detail.shouldSwap = false; look(); }
});

// A form that cannot be sent stays as it is: the browser's own page of an error would take its place.
// Results wait in a queue.
let sending = null;
window.addEventListener("submit", async (event) => {
  if (!lost || sending === event.target || "queued" in event.target.dataset) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  await look();
  if (lost) { lost.classList.remove("again"); void lost.offsetWidth; lost.classList.add("again"); return; }
  sending = event.target;
  event.target.requestSubmit(event.submitter);
  sending = null;
}, true);
