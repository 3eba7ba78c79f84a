// Small comforts; every page works without them.
document.addEventListener("keydown", (event) => {
  const typing = /^(input|select|textarea)$/i.test(event.target.tagName);
  if (event.key === "/" && !typing) {
    const field = document.querySelector("#typed, input[type=search]");
    if (field) { event.preventDefault(); field.focus(); }
  }
  if (event.key === "Escape" && typing) event.target.blur();
});

// A press counts although the list below the finger was replaced by a newer one before it was let go.
const GONE = 60; // milliseconds in which the browser's own click may still come
let pressed = null; // the button below the finger
const named = (element) => element?.closest?.("button[id]");
document.addEventListener("pointerdown", (event) => {
  pressed = event.isPrimary && event.button === 0 ? named(event.target) : null;
});
document.addEventListener("click", () => { pressed = null; }, true);
document.addEventListener("pointercancel", () => { pressed = null; });
document.addEventListener("pointerup", (event) => {
  if (!pressed || pressed.isConnected) return;
  const now = named(document.elementFromPoint(event.clientX, event.clientY));
  if (now?.id === pressed.id) setTimeout(() => { if (pressed) now.click(); pressed = null; }, GONE);
});
