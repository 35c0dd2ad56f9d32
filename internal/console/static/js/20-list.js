// A table whose rows can be selected: form[data-selection] has checkboxes in .pick cells, one in the head for all, and a
// .bar that is shown while something is selected; [data-count] in it has the count.
const count = form => {
  const boxes = findAll("tbody .pick input", form), chosen = boxes.filter(box => box.checked).length;
  const all = find("thead .pick input", form), bar = find(".bar", form);
  if (all) {
    all.checked = chosen > 0 && chosen === boxes.length;
    all.indeterminate = chosen > 0 && chosen < boxes.length;
  }
  if (bar) bar.hidden = chosen === 0;
  for (const place of findAll("[data-count]", form)) place.textContent = chosen;
  form.dispatchEvent(new CustomEvent("selection", {detail: chosen}));
};
on("change", "form[data-selection] .pick input", box => {
  const form = box.form;
  if (box.closest("thead")) for (const other of findAll("tbody .pick input", form)) other.checked = box.checked;
  count(form);
});
findAll("form[data-selection]").forEach(count);
addEventListener("pageshow", () => findAll("form[data-selection]").forEach(count));

// The keyboard. [data-key] is clicked by its key; rows of main are moved through by j and k.
const rows = () => findAll("main tbody tr").filter(row => row.offsetParent);
const move = step => {
  const all = rows(), at = all.findIndex(row => row.classList.contains("current"));
  const next = all[Math.min(Math.max(at + step, 0), all.length - 1)];
  if (!next) return;
  all[at]?.classList.remove("current");
  next.classList.add("current");
  (find("a", next) || next).focus({preventScroll: true});
  next.scrollIntoView({block: "nearest"});
};
const keys = {
  "/": () => { const field = find("main [data-search]") || find("[data-search]"); field?.focus(); field?.select(); },
  "?": () => find("#keys")?.showModal(),
  j: () => move(1),
  k: () => move(-1),
  x: () => find("tr.current .pick input")?.click(),
};
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || find("dialog[open]")) return;
  if (event.target.matches("input:not([type=checkbox]), select, textarea, [contenteditable]")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const act = keys[event.key] || (/^[a-z]$/.test(event.key) && (button => button && (() => button.click()))(find(`[data-key="${event.key}"]`)));
  if (!act) return;
  event.preventDefault();
  act();
});

// A menu closes when one clicks beside it.
document.addEventListener("click", event => {
  for (const open of findAll("details.switch[open]")) if (!open.contains(event.target)) open.open = false;
});
