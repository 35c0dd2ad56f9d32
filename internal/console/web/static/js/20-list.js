// A table whose rows can be selected: form[data-selection] has checkboxes in .pick cells, one in the head for all, and a
// .bar that is shown while something is selected; [data-count] in it has the count. With data-keep, which names the list,
// rows stay selected on its other pages, at most data-most; another list begins without any. [data-elsewhere] has the count
// of rows on other pages, [data-clear] clears, a button with data-ends ends the selection, and so does a page with data-forget.
const store = "selected", selections = new WeakMap();
const boxes = form => findAll("tbody .pick input", form);
const forget = () => { try { sessionStorage.removeItem(store); } catch { /* nothing is kept */ } };
const keep = form => {
  if (!form.dataset.keep) return;
  try { sessionStorage.setItem(store, JSON.stringify({list: form.dataset.keep, rows: [...selections.get(form)]})); } catch { /* as without */ }
};
const restore = form => {
  let rows = boxes(form).filter(box => box.checked).map(box => box.value);
  if (form.dataset.keep) {
    try {
      const kept = JSON.parse(sessionStorage.getItem(store));
      rows = kept?.list === form.dataset.keep ? kept.rows : [];
      if (!rows.length) forget();
    } catch { /* those of this page */ }
  }
  selections.set(form, new Set(rows));
  count(form);
};
const count = form => {
  const chosen = selections.get(form), all = find("thead .pick input", form), bar = find(".bar", form);
  let here = 0;
  for (const box of boxes(form)) here += box.checked = chosen.has(box.value);
  if (all) {
    all.checked = here > 0 && here === boxes(form).length;
    all.indeterminate = here > 0 && !all.checked;
  }
  if (bar) bar.hidden = chosen.size === 0;
  for (const place of findAll("[data-count]", form)) place.textContent = chosen.size;
  for (const place of findAll("[data-elsewhere]", form)) {
    place.textContent = chosen.size - here;
    place.parentElement.hidden = chosen.size === here;
  }
  for (const button of findAll("[data-clear]", form)) button.hidden = false;
};
on("change", "form[data-selection] .pick input", box => {
  const form = box.form, chosen = selections.get(form), most = Number(form.dataset.most) || Infinity;
  let full = false;
  for (const {value} of box.closest("thead") ? boxes(form) : [box]) {
    if (!box.checked) chosen.delete(value);
    else if (chosen.has(value) || chosen.size < most) chosen.add(value);
    else full = true;
  }
  for (const message of findAll("[data-full]", form)) message.hidden = !full;
  keep(form);
  count(form);
});
on("click", "[data-clear]", button => {
  selections.get(button.form).clear();
  forget();
  count(button.form);
});
// What is sent has the rows of other pages too.
document.addEventListener("formdata", event => {
  const form = event.target;
  if (!form.dataset.keep) return;
  const here = new Set(boxes(form).map(box => box.value));
  for (const row of selections.get(form)) if (!here.has(row)) event.formData.append("selected", row);
});
document.addEventListener("submit", event => {
  if (!event.defaultPrevented && event.submitter?.matches("[data-ends]")) forget();
});
if (find("[data-forget]")) forget();
findAll("form[data-selection]").forEach(restore);
addEventListener("pageshow", () => findAll("form[data-selection]").forEach(restore));

// The orders of a list are kept as they are shown, with those of its pages before. On the page of one of them, the links in
// [data-beside], which names it, lead to those beside it: else to those that the server says.
try {
  const table = find("form[data-keep]"), place = find("[data-beside]"), kept = JSON.parse(sessionStorage.getItem("listed"));
  if (table) {
    const before = kept?.list === table.dataset.keep && new URLSearchParams(location.search).has("after") ? kept.rows : [];
    const all = [...new Set([...before, ...boxes(table).map(box => box.value)])].slice(-2000);
    sessionStorage.setItem("listed", JSON.stringify({list: table.dataset.keep, rows: all}));
  }
  const at = place && kept ? kept.rows.indexOf(place.dataset.beside) : -1;
  if (at >= 0) {
    findAll("a", place).forEach((link, i) => {
      const beside = kept.rows[at + 2 * i - 1];
      link.hidden = !beside;
      link.href = link.href.replace(/[^/]*$/, encodeURIComponent(beside));
    });
  }
} catch { /* those of the server */ }

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
const shortcut = key => {
  const button = /^[a-z]$/.test(key) && find(`[data-key="${key}"]:not([hidden])`);
  const act = find("dialog[open]") ? null : button ? () => button.click() : keys[key];
  act?.();
  return act;
};
const isField = element => element.matches?.("input:not([type=checkbox]), select, textarea, [contenteditable]");
const menus = "details:is(.switch, .menu, .tools .filter)[open]";
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || find("dialog[open]")) return;
  const menu = event.key === "Escape" && find(menus);
  if (menu) {
    menu.open = false;
    return find("summary", menu).focus();
  }
  if (isField(event.target)) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (shortcut(event.key)) event.preventDefault();
});

// A menu closes by Escape, and when one clicks beside it.
document.addEventListener("click", event => {
  for (const open of findAll(menus)) if (!open.contains(event.target)) open.open = false;
});
