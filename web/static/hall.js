// An open page is loaded again when it has changed; what somebody is typing or opening stays.
const place = document.body.dataset.live;
if (place) {
  let late = 0, pressed = false;
  const told = (one) => one.value !== one.defaultValue || one.checked !== one.defaultChecked;
  const ticked = (one) => one.type === "checkbox" || one.type === "radio";
  const same = (one) =>
    `input[name="${CSS.escape(one.name)}"]` + (ticked(one) ? `[value="${CSS.escape(one.value)}"]` : "");
  addEventListener("pointerdown", () => { pressed = true; });
  for (const end of ["click", "pointercancel", "pointerup"]) {
    addEventListener(end, () => setTimeout(() => { pressed = false; }, 300));
  }
  const again = async () => {
    const address = new URL(location.href), since = document.querySelector("[data-since]");
    // Rows stay where they are until somebody loads the page.
    if (since) address.searchParams.set("since", since.dataset.since);
    const answer = await fetch(address, { headers: { accept: "text/html" } });
    if (!answer.ok && answer.status !== 410) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const part = document.getElementById("type") ? "now" : "main"; // results.js keeps the rest of a page of results
    const main = document.getElementById(part), fresh = page.getElementById(part);
    if (!fresh) return;
    const kept = [...main.querySelectorAll("input:not([type=hidden])")].filter(told);
    if (pressed || kept.includes(document.activeElement)) { late = setTimeout(again, pressed ? 300 : 2000); return; }
    const active = document.activeElement, focused = main.contains(active) && active.matches("input") ? active : null;
    const open = [...main.querySelectorAll("details")].map((one) => one.open);
    main.replaceWith(fresh);
    for (const one of kept) {
      const now = fresh.querySelector(same(one));
      if (now) { now.value = one.value; now.checked = one.checked; }
    }
    if (focused) fresh.querySelector(same(focused))?.focus({ preventScroll: true });
    [...fresh.querySelectorAll("details")].forEach((one, k) => { one.open = open[k] || one.open; });
  };
  const soon = () => {
    document.body.dispatchEvent(new Event("step"));
    clearTimeout(late);
    late = setTimeout(again, Math.random() * 250);
  };
  const listen = () => {
    const stream = new EventSource(place);
    stream.addEventListener("step", soon);
    stream.addEventListener("error", () => {
      if (stream.readyState !== EventSource.CLOSED) return;
      setTimeout(() => { soon(); listen(); }, 4000 + Math.random() * 4000); // too many were open
    });
  };
  listen();
}
