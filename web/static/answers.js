// Forms are sent without leaving the page. What the desk says stands in a bar at the bottom of the screen: what was
// done, with its undo, or a question, which takes the focus. The page stays where it was rolled to; a refused form
// keeps what was typed. An answer that is another page is gone to. Forms with data-queued and elements of htmx send
// themselves.
const told = document.getElementById("told"), done = document.getElementById("done");
const question = document.getElementById("question");
let asker = null; // where the focus was on the page when a form was sent: it goes back there
let way = null; // the form on its way, and how to wait for it no longer
let posting = 0; // requests of htmx on their way

const main = () => document.getElementById("main");
const parsed = (text) => new DOMParser().parseFromString(text, "text/html");
const edited = (one) => one.options ? !one.selectedOptions[0]?.defaultSelected
  : one.value !== one.defaultValue || one.checked !== one.defaultChecked;
// What has the place of an element of an older page on the page of now.
function counterpart(old) {
  if (!old || old.isConnected) return old;
  const valued = /submit|checkbox|radio/.test(old.type); // a field's value is what was typed
  const named = (one) => [one.id, one.name, one.href, valued && one.value + one.textContent].join("\n");
  const alike = (root) => [...root.querySelectorAll(old.tagName)].filter((one) => named(one) === named(old));
  const before = old.closest("main");
  return before ? alike(main())[alike(before).indexOf(old)] : document.getElementById(old.id);
}
// The focus goes to the first of these that can have it; nothing moves.
function focusOn(...ones) {
  ones.find((one) => { one?.focus({ preventScroll: true }); return one && one === document.activeElement; });
}
function close() {
  for (const box of [done, question]) box.replaceChildren();
  focusOn(counterpart(asker), main());
}
function fit() { document.documentElement.style.setProperty("--told", `${told.offsetHeight}px`); }
// What a page, or the line of a player, says was done goes into the bar.
function say(page) {
  question.replaceChildren();
  done.replaceChildren(...page.querySelectorAll("main > .said, body > .said"));
  fit();
}
// A question, or what is wrong: parts of an answer.
function ask(parts) {
  done.replaceChildren();
  question.replaceChildren(...parts);
  for (const one of question.children) one.removeAttribute("id"); // results.js has an answer of its own
  fit();
  const asked = question.querySelector("form button, .tools .primary");
  if (asked) asked.focus();
  else if (document.activeElement === document.body) focusOn(counterpart(asker), told);
}
// Put a newer state of the page in its place; nothing moves on the screen. What was edited in other forms than the one
// that was sent stays, in `all` if it was refused; numbers that are tried out on a page do not.
function replace(page, all) {
  const before = main(), at = asker?.isConnected && before.contains(asker) ? asker.getBoundingClientRect().top : null;
  const open = new Set([...before.querySelectorAll("details[open] > summary")].map((one) => one.textContent));
  const fields = [...before.querySelectorAll("select, textarea, input:not([type=hidden], [type=file])")];
  const typed = fields.filter((one) => edited(one) && (all || (one.form && one.form !== way?.form
    && !one.form.hasAttribute("hx-post") && !/checkbox|radio/.test(one.type))));
  for (const id of ["state", "missing", "waits", "main"]) {
    const fresh = page.getElementById(id);
    if (fresh) document.getElementById(id)?.replaceWith(document.adoptNode(fresh));
  }
  document.title = page.title;
  for (const one of main().querySelectorAll("summary")) if (open.has(one.textContent)) one.parentNode.open = true;
  for (const one of typed) {
    const now = counterpart(one);
    if (now) Object.assign(now, { value: one.value, checked: one.checked });
  }
  htmx.process(main());
  main().dispatchEvent(new Event("htmx:afterSwap", { bubbles: true }));
  asker = counterpart(asker) ?? null;
  if (at === null || !asker?.getClientRects().length) return;
  scrollBy({ top: asker.getBoundingClientRect().top - at, behavior: "instant" });
}
// Show what came back: `fresh` if it is a page of its own, such as what a file would change.
async function show(answer, fresh) {
  const page = parsed(await answer.text()), first = page.querySelector("main [autofocus]");
  for (const one of page.querySelectorAll("[autofocus]")) one.removeAttribute("autofocus"); // this is no new page
  const refusal = page.querySelector("#answer[aria-label]");
  if (refusal) {
    if ("stale" in refusal.dataset) replace(parsed(await (await fetch(location.href)).text()), true);
    ask([refusal]);
  } else if (!page.body.matches(".desk")) {
    const box = document.createElement("div");
    box.setAttribute("role", "alert");
    box.append(...(page.querySelector("main") ?? page.body).childNodes);
    ask([box]);
  } else {
    say(page);
    const problems = answer.ok ? [] : page.querySelectorAll("main .problems[role=alert]");
    if (problems.length) ask(problems);
    replace(page);
    if (fresh) scrollTo({ top: 0, behavior: "instant" });
    if (first) first.focus();
    else focusOn(fresh ? null : asker, done.hasChildNodes() ? told : null, main());
  }
}
async function send(form, by) {
  const own = { form, searches: "search" in form.dataset, stop: new AbortController() }, { signal } = own.stop;
  way?.stop.abort();
  way?.form.removeAttribute("aria-busy");
  way = own;
  form.setAttribute("aria-busy", "true");
  const active = document.activeElement, row = by?.closest(".selection") && form.querySelector(":checked");
  if (!told.contains(form)) asker = row || (form.contains(active) ? active : by);
  const data = new FormData(form);
  if (by?.name) data.append(by.name, by.value); // some phones do not take the button as well
  const body = form.getAttribute("enctype") ? data : new URLSearchParams(data);
  const sent = { method: "POST", body, headers: { "in-place": "1" }, signal };
  const answer = await fetched(form.getAttribute("action") ?? location.href, sent);
  const to = answer?.headers.get("location"), place = to && new URL(to, location.href);
  if (place && (place.pathname !== location.pathname || document.getElementById("type"))) {
    way = null;
    location.assign(place);
    return;
  }
  const now = place ? await fetched(place, { signal }) : answer;
  if (now) await show(now, !place && now.ok);
  if (now && place) history.replaceState(null, "", place);
  if (way !== own) return;
  way = null;
  form.removeAttribute("aria-busy");
  endSearch();
}
// An answer of the desk; null if there is none, or nobody waits for it any more.
async function fetched(address, options) {
  try {
    const answer = await fetch(address, options);
    if (answer.status !== 401) return answer;
  } catch { /* no connection */ }
  if (!options.signal?.aborted) document.dispatchEvent(new Event("stream:lost"));
  return null;
}

// Behind all other listeners, some of which send a form themselves.
addEventListener("submit", (event) => {
  const form = event.target, by = event.submitter;
  const method = by?.getAttribute("formmethod") ?? form.getAttribute("method");
  if (event.defaultPrevented || method !== "post" || "queued" in form.dataset) return;
  event.preventDefault();
  if (way?.form !== form) send(form, by);
});
// A link with data-ask leads to a question, its part #asked.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-ask]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  asker = link;
  const answer = await fetched(link.href, {}), asked = answer && parsed(await answer.text()).getElementById("asked");
  if (asked) ask([asked]);
  else if (answer) location.assign(link.href);
});
told.addEventListener("click", (event) => {
  if (!event.target.closest("[data-close]")) return;
  event.preventDefault();
  close();
});
told.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
// Enter that is held down, or pressed twice, was meant for the form, not for the question that it led to.
const HASTY = 350; // milliseconds
let entered = -HASTY; // when it was pressed last
addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  const hasty = event.repeat || event.timeStamp - entered < HASTY;
  if (hasty && question.contains(event.target)) event.preventDefault();
  entered = event.timeStamp;
});
const posts = (detail) => detail.requestConfig.verb === "post";
const heard = new WeakSet(); // requests of whose answer htmx has told the page
// The answer to a press: what was done is said, a refusal is shown.
function heed(xhr) {
  heard.add(xhr);
  if (xhr.status < 400) say(parsed(xhr.response));
  else show(new Response(xhr.response, { status: xhr.status }), false);
}
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (!posts(detail)) return;
  const { xhr } = detail;
  posting += 1;
  asker = detail.elt.closest("button");
  // If a newer list has replaced the button meanwhile, htmx tells it alone.
  xhr.addEventListener("loadend", () => {
    posting -= 1;
    if (xhr.status && xhr.status !== 401 && !heard.has(xhr)) heed(xhr);
  });
});
// A part of the page has asked for its newer state, and has no place any more, or is of what is taken back just now.
document.addEventListener("htmx:beforeOnLoad", (event) => {
  const { elt, xhr } = event.detail;
  if (!posts(event.detail) && (!elt.isConnected || (way && xhr.status >= 400))) event.preventDefault();
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!posts(detail) || detail.xhr.status === 401) return;
  if (detail.xhr.status >= 400) detail.shouldSwap = false;
  heed(detail.xhr);
});
addEventListener("beforeunload", (event) => { if (posting || (way && !way.searches)) event.preventDefault(); });
new ResizeObserver(fit).observe(told);
say(document);
