// Small comforts; every page works without them.
document.addEventListener("keydown", (event) => {
  const typing = /^(input|select|textarea)$/i.test(event.target.tagName);
  if (event.key === "/" && !typing) {
    const field = document.querySelector("#typed, input[type=search]");
    if (field) { event.preventDefault(); field.focus(); }
  }
  if (event.key === "Escape" && typing) event.target.blur();
});

// The switch Compact changes the page at once, so that nothing typed is lost; the desk keeps it in a cookie.
document.addEventListener("submit", (event) => {
  const form = event.target, by = event.submitter;
  if (form.id !== "density" || !by) return;
  event.preventDefault();
  fetch(form.action, { method: "POST", body: new URLSearchParams({ [by.name]: by.value }), redirect: "manual" })
    .catch(() => {});
  const compact = document.documentElement.classList.toggle("compact", by.value !== "");
  by.setAttribute("aria-pressed", compact);
  by.value = compact ? "" : "1";
});

// How high the box is that stays in view. If it takes much of the screen, all above its search may go.
const entry = new ResizeObserver(([{ target: box }]) => {
  if (!box.isConnected) return;
  const stays = getComputedStyle(box).position === "sticky" ? box.offsetHeight : 0;
  const search = box.querySelector(".bar"), { style } = document.documentElement;
  const skip = search && stays > innerHeight / 5 ? search.offsetTop : 0;
  style.setProperty("--skip", `${skip}px`);
  style.setProperty("--above", `${stays - skip}px`);
});
function entryBox() {
  const box = document.querySelector(".entry");
  entry.disconnect();
  if (box) entry.observe(box);
}
entryBox();
document.addEventListener("htmx:afterSwap", entryBox);

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

// The order of the tie-breaks: dragged with a mouse, moved by buttons with the keyboard; the text field has it, too.
function tieBreaks() {
  const order = document.querySelector("[data-order][hidden]");
  if (!order) return;
  const field = document.getElementsByName(order.dataset.order)[0];
  const add = [...document.querySelectorAll("[data-tie-break]")];
  const there = () => [...order.children].map((item) => item.dataset.name);
  const kept = (focus) => {
    field.value = there().join(", ");
    for (const button of add) button.hidden = there().includes(button.dataset.tieBreak);
    focus?.focus();
  };
  const act = (item, sign, label, todo) => {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "quiet" });
    button.textContent = sign;
    button.setAttribute("aria-label", `${label} ${item.dataset.name}`);
    button.addEventListener("click", () => { todo(); kept(button.isConnected ? button : field); });
    item.append(button);
  };
  const show = (name) => {
    const item = document.createElement("li");
    item.dataset.name = item.textContent = name;
    item.draggable = true;
    act(item, "↑", "Earlier:", () => item.previousElementSibling?.before(item));
    act(item, "↓", "Later:", () => item.nextElementSibling?.after(item));
    act(item, "✕", "Without", () => item.remove());
    item.addEventListener("dragstart", () => item.classList.add("held"));
    item.addEventListener("dragend", () => { item.classList.remove("held"); kept(); });
    item.addEventListener("dragover", (event) => {
      const held = order.querySelector(".held");
      if (!held) return;
      event.preventDefault();
      const box = item.getBoundingClientRect();
      if (held !== item) item[event.clientX < box.x + box.width / 2 ? "before" : "after"](held);
    });
    order.append(item);
  };
  const read = () => {
    order.replaceChildren();
    for (const name of new Set(field.value.toUpperCase().split(/[\s,;]+/).filter(Boolean))) show(name);
    for (const button of add) button.hidden = there().includes(button.dataset.tieBreak);
  };
  for (const button of add) button.addEventListener("click", () => { show(button.dataset.tieBreak); kept(); });
  field.addEventListener("change", read);
  order.hidden = false;
  read();
}

// A list to print: the browser's own dialogue opens at once, over the page where it was asked for.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-print]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  document.querySelector("iframe.printed")?.remove();
  const frame = Object.assign(document.createElement("iframe"), { className: "printed", title: "Printing" });
  frame.onload = () => {
    try { frame.contentWindow.focus(); frame.contentWindow.print(); } catch { location.assign(link.href); } // an error
  };
  frame.src = link.href;
  document.body.append(frame);
});
tieBreaks();
document.addEventListener("htmx:afterSwap", tieBreaks);
