// A player dragged onto another in the list of a round: a shortcut to the page that says what the swap costs.
// A mouse or pen drags at once, a finger after it has rested on the name; Escape, or letting go elsewhere, ends it.
const AWAY = 6, REST = 400, EDGE = 60, STEP = 12; // pixels, milliseconds, pixels, pixels a frame
let held = null; // who was pressed; `name` is the label that follows the pointer, once it is dragged

const playerAt = (element) => element?.closest("#pairs label:has(input[name=p])") ?? null;
const words = (label) => label.querySelector("bdi").textContent;

function lift() {
  held.name = document.createElement("div");
  held.name.className = "dragged";
  document.body.append(held.name);
  document.body.classList.add("dragging");
  held.from.classList.add("held");
  getSelection().removeAllRanges();
  follow();
}

function follow() { // also where the page is rolled below a pointer that rests at its edge
  if (!held?.name) return;
  const found = playerAt(document.elementFromPoint(held.x, held.y)), onto = found === held.from ? null : found;
  if (onto !== held.onto) {
    held.onto?.classList.remove("onto");
    onto?.classList.add("onto");
    held.onto = onto;
  }
  const text = onto ? `${words(held.from)} ↔ ${words(onto)}` : words(held.from);
  if (held.name.textContent !== text) held.name.textContent = text;
  const left = Math.min(held.x + 14, innerWidth - held.name.offsetWidth - 4);
  held.name.style.transform = `translate(${left}px, ${held.y + 14}px)`;
  if (held.y < EDGE) scrollBy(0, -STEP);
  if (held.y > innerHeight - EDGE) scrollBy(0, STEP);
  requestAnimationFrame(follow);
}

function drop() {
  const was = held;
  held = null;
  if (!was) return null;
  clearTimeout(was.rest);
  was.name?.remove();
  was.from.classList.remove("held");
  was.onto?.classList.remove("onto");
  document.body.classList.remove("dragging");
  return was;
}

document.addEventListener("pointerdown", (event) => {
  drop();
  const from = event.isPrimary && event.button === 0 ? playerAt(event.target) : null;
  if (!from) return;
  const [x, y, finger] = [event.clientX, event.clientY, event.pointerType === "touch"];
  held = { from, onto: null, name: null, id: event.pointerId, x, y, finger };
  Object.assign(held, { x0: held.x, y0: held.y, rest: held.finger ? setTimeout(lift, REST) : 0 });
});
document.addEventListener("pointermove", (event) => {
  if (held?.id !== event.pointerId) return;
  held.x = event.clientX;
  held.y = event.clientY;
  if (held.name || Math.hypot(held.x - held.x0, held.y - held.y0) < AWAY) return;
  if (held.finger) drop(); // it scrolls
  else lift();
});
document.addEventListener("pointerup", (event) => {
  if (held?.id !== event.pointerId) return;
  const was = drop();
  if (!was.name) return;
  // A click would choose a player.
  addEventListener("click", (click) => click.preventDefault(), { capture: true, once: true });
  setTimeout(() => dispatchEvent(new Event("click")));
  if (!was.onto) return;
  const form = document.getElementById("pairs"), round = form.querySelector("input[name=round]").value;
  const [a, b] = [was.from, was.onto].map((one) => one.querySelector("input").value);
  location.assign(new URL(`swap?${new URLSearchParams({ a, b, round })}`, form.action));
});
document.addEventListener("pointercancel", drop);
document.addEventListener("keydown", (event) => { if (event.key === "Escape") drop(); });
document.addEventListener("touchmove", (event) => { if (held?.name) event.preventDefault(); }, { passive: false });
// The menu of a finger that rests.
document.addEventListener("contextmenu", (event) => { if (held?.finger) event.preventDefault(); });
