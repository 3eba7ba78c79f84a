// Small comforts; every page works without them.
document.addEventListener("keydown", (event) => {
  const typing = /^(input|select|textarea)$/i.test(event.target.tagName);
  if (event.key === "/" && !typing) {
    const field = document.querySelector("#typed, input[type=search]");
    if (field) { event.preventDefault(); field.focus(); }
  }
  if (event.key === "Escape" && typing) event.target.blur();
});
