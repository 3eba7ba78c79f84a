// Results one after the other, typed or clicked. A line is taken when Enter or a button is pressed: the field is empty
// at once, and nothing else touches it. Lines are sent in order, one at a time, each with the newest step that the page
// shows. A line without an answer is sent again: if the desk has written it already, that changes nothing. A refused
// line stays below the field, or in the row that was clicked, until it is corrected, confirmed or dismissed. The same
// loop asks for the list again, so that no older list replaces a newer one. This tab keeps the lines of a round.
const type = document.getElementById("type"), field = type.elements.typed, refused = document.getElementById("refused");
const sought = document.getElementById("sought"); // the search, which the list follows
const key = `${type.action} ${type.elements.round.value}`;
const AGAIN = 1000, PATIENCE = 15000, HASTY = 350; // milliseconds
const FINAL = [400, 403, 404, 409, 413, 422]; // any other answer than these and a good one may become a better one
// Each line has text, to, at (the row) and more (its fields); a refused one why and asks.
let lines = JSON.parse(sessionStorage.getItem(key) ?? "[]");
let menu = new URLSearchParams(location.search).get("table") ?? ""; // the row whose menu is open
let stale = false, working = false, late = ""; // what the desk said instead of an answer
let opening = "", last = ""; // the row whose menu was asked for; the row of the last result
// When rows last moved; whether a press came so soon that it was meant for another row.
let moved = -HASTY, hasty = false;
for (const line of lines) if (line.inField) field.value ||= line.text; // the page was loaded again
const boxes = new Map(); // of refused lines
const waiting = () => lines.filter((line) => !line.why);
const row = (place) => (place && document.getElementById(`t${place}`)?.closest("li")) || null;

function fields(line) {
  const sent = new FormData(type);
  for (const name of line ? ["typed"] : ["typed", "seen"]) sent.delete(name);
  if (menu) sent.set("table", menu);
  if (sought?.value.trim()) sent.set("q", sought.value.trim());
  for (const [name, value] of Object.entries(line?.more ?? {})) sent.set(name, value);
  return new URLSearchParams(sent);
}
// What a form sends if this button is pressed; some phones do not take the button as well.
function all(form, by) {
  return { ...Object.fromEntries(new FormData(form)), ...(by.name && { [by.name]: by.value }) };
}
// The answer to a line, or a newer list without one; null if there is no answer now.
async function answered(line) {
  const post = line ? { method: "POST", body: fields(line) } : {};
  const patience = new AbortController(), end = setTimeout(() => patience.abort(), PATIENCE);
  late = "";
  try {
    const options = { ...post, headers: { "hx-request": "true" }, signal: patience.signal };
    const answer = await fetch(line?.to ?? `${type.action}?${fields()}`, options);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const good = answer.ok && page.getElementById("boards") !== null;
    if (good || FINAL.includes(answer.status)) return { good, page };
    if (answer.status >= 500) late = reasons(page)[0];
  } catch { /* no connection, or no answer within the time */ } finally { clearTimeout(end); }
  document.dispatchEvent(new Event("stream:lost"));
  return null;
}
// What a page asks about a line: what each button says, and what is sent if it is pressed.
function questions(part) {
  return [...part.querySelectorAll("form")].map((form) => {
    const yes = form.querySelector("button"), { table, ...more } = all(form, yes);
    return { says: yes.textContent, more };
  });
}
function reasons(page) {
  const told = [...page.querySelectorAll(".problems li, .differ > p")].map((one) => one.textContent);
  return told.length ? told : [page.body.textContent.trim().slice(0, 300)];
}
async function work() {
  if (working) return;
  working = true;
  try {
    for (let line; (line = waiting()[0]) || stale;) {
      if (!line) stale = false;
      const answer = await answered(line);
      if (answer) show(line, answer);
      else if (line) { place(); await new Promise((done) => setTimeout(done, AGAIN)); }
    }
  } finally { working = false; }
}

// Put an answer on the page. Rows stay where they are on the screen, and so does the focus.
function show(line, { good, page }) {
  const lists = () => [...document.querySelectorAll("#boards :is(.lists, .boards)")];
  const at = () => lists().flatMap((list) => [list.getBoundingClientRect().top, list.offsetHeight]), before = at();
  // Rows may give way to an answer if one types at the top of the page; not below a box that stays in view.
  const focus = document.activeElement, typing = focus === field && type.getBoundingClientRect().top > 0;
  if (line && good) {
    lines = lines.filter((one) => one !== line);
    last = line.at;
  } else if (line) {
    line.why = reasons(page);
    line.asks = questions(page.getElementById("answer") ?? page.createElement("p"));
  }
  const left = good ? page.getElementById("left") : null;
  left?.remove();
  if (line && left) { // the rest of a line that was entered in part
    const text = left.dataset.text, inField = !field.value && !left.querySelector("form");
    if (inField) field.value = text;
    const why = reasons(left), asks = questions(left);
    lines.push({ text, to: type.action, at: "", more: { typed: text }, why, asks, inField });
  }
  for (const id of ["boards", "state", "missing", ...(line && good ? ["answer"] : [])]) {
    const fresh = page.getElementById(id);
    if (fresh) document.getElementById(id)?.replaceWith(document.adoptNode(fresh));
  }
  place();
  const shown = document.querySelector("#boards .menu");
  const opened = opening && menu ? shown : line?.at ? boxes.get(line) : null;
  const near = document.getElementById(`t${opening || line?.at}`);
  if (Boolean(menu) === Boolean(shown)) opening = ""; // else a list that was asked for before this came first
  if (!typing) scrollBy({ top: at()[0] - before[0], behavior: "instant" });
  // A browser rolls by whole pixels.
  if (at().some((now, k) => Math.abs(now - before[k]) > 1)) moved = performance.now();
  if (focus === field) return;
  const kept = focus.isConnected ? focus : document.getElementById(focus.id) ?? near;
  const now = opened?.querySelector("button") ?? kept;
  if (now !== document.activeElement) now?.focus({ preventScroll: true });
  opened?.scrollIntoView({ block: "nearest", behavior: "instant" });
}
// Show every line where it belongs, and keep it.
function place() {
  sessionStorage.setItem(key, JSON.stringify(lines));
  const wait = waiting(), told = document.getElementById("waiting");
  const texts = wait.map((line) => line.text).join(", ");
  told.textContent = wait.length ? `${told.dataset.says}${texts}${late && ` – ${late}`}` : "";
  for (const button of document.querySelectorAll("#boards button[name^='at ']")) {
    button.classList.toggle("waiting", wait.some((line) => line.more[button.name] === button.value));
  }
  for (const [line, box] of boxes) if (!line.why || !lines.includes(line)) { box.remove(); boxes.delete(line); }
  for (const line of lines.filter((one) => one.why)) {
    if (!boxes.has(line)) boxes.set(line, boxed(line));
    const home = row(line.at) ?? refused;
    if (boxes.get(line).parentNode !== home) home.append(boxes.get(line));
  }
  document.getElementById("undo-here")?.remove();
  const undo = row(last) && document.querySelector("#undo button")?.cloneNode(true);
  if (!undo) return;
  undo.id = "undo-here";
  undo.setAttribute("form", "undo");
  row(last).append(undo);
}
function button(says, press) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: says });
  made.addEventListener("click", press);
  return made;
}
function boxed(line) {
  // The class is in hall.css and round.css.
  const box = Object.assign(document.createElement("div"), { className: "refused", role: "alert" });
  const done = (change) => () => { // the focus goes to where the line came from
    change();
    place();
    (document.getElementById(`t${line.at}`) ?? field).focus({ preventScroll: true });
    work();
  };
  const drop = () => { lines = lines.filter((one) => one !== line); };
  const correct = () => { if (!field.value) { field.value = line.text; drop(); } };
  const said = document.createElement("p");
  if (!line.at) said.append(Object.assign(document.createElement("b"), { textContent: line.text }), " ");
  said.append(line.why.join("; "));
  const yes = (ask) => done(() => Object.assign(line, { why: undefined, more: ask.more }));
  box.append(said, ...line.asks.map((ask) => button(ask.says, yes(ask))));
  if (!line.at && !line.more?.undo && !line.inField) box.append(button(refused.dataset.correct, done(correct)));
  box.append(button(line.asks.length ? refused.dataset.no : refused.dataset.dismiss, done(drop)));
  return box;
}

addEventListener("pointerdown", () => { hasty = performance.now() - moved < HASTY; });
addEventListener("keydown", () => { hasty = false; });
document.addEventListener("submit", (event) => {
  const form = event.target, by = event.submitter;
  if (!("queued" in form.dataset) || (form !== type && !by)) return; // an old browser does not say which button it was
  event.preventDefault();
  const text = field.value.trim(), line = { text, to: form.action, more: { typed: text } };
  if (form === type) {
    field.value = "";
    lines = lines.filter((one) => !one.inField);
    if (!line.text) return;
  } else if (hasty) return;
  else {
    Object.assign(line, { text: `${by.name.slice(3)} ${by.value}`, more: { [by.name]: by.value } });
    line.at = by.closest("#boards li")?.querySelector("[id^=t]").id.slice(1) ?? "";
    if (by.closest(".menu")) menu = "";
    if (form.id === "undo") {
      Object.assign(line, { text: by.textContent, more: all(form, by) });
      by.disabled = true;
    }
  }
  lines.push(line);
  place();
  work();
});
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("#boards li a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const place = new URL(link.href).searchParams.get("table") ?? "";
  menu = place === menu ? "" : place;
  opening = link.hash.slice(2);
  stale = true;
  work();
});
sought?.addEventListener("input", () => {
  const now = new URL(location.href);
  now.searchParams.set("q", sought.value.trim());
  history.replaceState(null, "", now);
  stale = true;
  work();
});
document.body.addEventListener("step", () => { stale = true; work(); });
addEventListener("beforeunload", (event) => { if (waiting().length) event.preventDefault(); });
place();
work();
