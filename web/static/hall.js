// An open page is loaded again when it has changed; what somebody is typing or opening stays.
const place = document.body.dataset.live;
if (place) {
  let late = 0;
  const again = async () => {
    const answer = await fetch(location.href, { headers: { accept: "text/html" } });
    if (!answer.ok && answer.status !== 410) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const main = document.getElementById("main"), fresh = page.getElementById("main");
    if (!fresh) return;
    const field = document.activeElement;
    if (field && main.contains(field) && field.value && /^(text|search)$/.test(field.type)) { late = setTimeout(again, 2000); return; }
    const open = [...main.querySelectorAll("details")].map((one) => one.open);
    main.replaceWith(fresh);
    [...fresh.querySelectorAll("details")].forEach((one, k) => { one.open = open[k] || one.open; });
  };
  new EventSource(place).addEventListener("step", () => {
    clearTimeout(late);
    late = setTimeout(again, Math.random() * 250);
  });
}
