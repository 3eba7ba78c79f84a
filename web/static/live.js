// What changes in the folder is seen at once. Of all visible pages of a tournament in a browser one listens and tells
// the others, as a browser keeps six connections only; a hidden page listens to nothing and catches up when it is
// shown.
const events = document.body.dataset.events;
const AGAIN = 2000; // milliseconds until a stream that was refused is tried again
const others = events && "BroadcastChannel" in window ? new BroadcastChannel(`mcmahon ${events}`) : null;
let leave = null; // ends this page's turn, or its wait for one

function changed() { document.body.dispatchEvent(new Event("step")); }
function heard(what) {
  if (what === "step") changed();
  else document.dispatchEvent(new Event(`stream:${what}`));
}
function tell(what) { others?.postMessage(what); heard(what); }

// Listen until the turn is over.
function listen(turn) {
  return new Promise((over) => {
    let source = null, wait = 0;
    const open = () => {
      source = new EventSource(`${events}?seen=${document.getElementById("state")?.dataset.seen ?? ""}`);
      source.addEventListener("step", () => tell("step"));
      source.addEventListener("open", () => tell("open"));
      source.addEventListener("error", () => {
        if (turn.aborted) return;
        tell("lost");
        if (source.readyState === EventSource.CLOSED) wait = setTimeout(open, AGAIN);
      });
    };
    turn.addEventListener("abort", () => { clearTimeout(wait); source.close(); over(); });
    open();
  });
}
function begin() {
  if (leave || document.hidden) return;
  const turn = new AbortController();
  leave = () => { leave = null; turn.abort(); };
  const { signal } = turn, asked = () => listen(signal);
  if (others && navigator.locks) navigator.locks.request(`mcmahon ${events}`, { signal }, asked).catch(() => {});
  else asked();
}
if (events) {
  if (others) others.onmessage = (event) => { if (!document.hidden) heard(event.data); };
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) { leave?.(); return; }
    begin();
    changed();
  });
  window.addEventListener("pagehide", () => leave?.());
  window.addEventListener("pageshow", (event) => { begin(); if (event.persisted) changed(); });
}
