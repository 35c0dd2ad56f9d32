"use strict";
// Ctrl+K opens #go, which finds pages and orders as one types. The arrows move through them. Enter opens .go. It is not a
// key here, because an Enter that ends the input of a Chinese or Japanese word is none for the form.
const go = find("#go");
go?.addEventListener("submit", async event => {
  event.preventDefault();
  if (await check(event.target)) find(".go", go)?.click();
});
addEventListener("keydown", event => {
  if (!go) return;
  const links = findAll("a", go), at = links.indexOf(document.activeElement);
  if ((event.ctrlKey || event.metaKey) && event.key === "k" && !find("dialog[open]")) {
    event.preventDefault();
    find("form", go).reset();
    go.showModal();
    check(find("form", go));
  } else if (go.open && event.key === "Escape") { // else the first one would only empty the field
    event.preventDefault();
    go.close();
  } else if (go.open && /^Arrow(Up|Down)$/.test(event.key)) {
    event.preventDefault();
    (links[event.key === "ArrowDown" ? Math.min(at + 1, links.length - 1) : at - 1] || find("input", go)).focus();
  }
});
