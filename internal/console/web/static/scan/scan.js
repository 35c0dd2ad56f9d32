"use strict";
// Scans: keys outside a field that end in Enter. Each is sent to data-scan of the page, else to data-to of #scans, one after the other. The
// tab keeps them until they are answered; by its id the server knows one that it gets again. The answer has a tone, a text, and perhaps the
// path of a page, which is opened if no other scan waits, or choices of orders that have the code.
const scans = find("#scans"), most = 20;
let list = [];
try { list = JSON.parse(sessionStorage.getItem("scans")) || []; } catch { /* none are kept */ }
const waits = scan => scan.tone === "wait" || scan.tone === "unsent";
const waiting = () => list.filter(waits);
const keepScans = () => {
  let ended = 0;
  list = list.filter(scan => waits(scan) || ended++ < most);
  try { sessionStorage.setItem("scans", JSON.stringify(list)); } catch { /* the page has them */ }
};

let audio;
const sounds = {good: [[1320, .09]], warn: [[660, .12], [660, .12]], bad: [[220, .4]], unsent: [[220, .15], [220, .15], [220, .15]]};
const kept = name => { try { return localStorage.getItem(name) || ""; } catch { return ""; } };
const sound = tone => {
  try {
    if (kept("scan-silent")) return;
    audio ??= new AudioContext();
    audio.resume();
    let at = audio.currentTime;
    for (const [pitch, length] of sounds[tone] || []) {
      const tune = audio.createOscillator(), loud = audio.createGain();
      tune.frequency.value = pitch;
      tune.type = tone === "good" ? "sine" : "square";
      loud.gain.value = .15;
      tune.connect(loud).connect(audio.destination);
      tune.start(at);
      tune.stop(at + length);
      at += length + .06;
    }
  } catch { /* there is no sound */ }
};

const make = (name, textContent, more) => Object.assign(document.createElement(name), {textContent}, more);
const write = (element, scan) => {
  element.className = "scan " + scan.tone;
  element.replaceChildren(make(scan.path ? "a" : "span", scan.code, {className: "code", href: scan.path}), " ", make("b", scan.about || ""), " ",
    make("span", waits(scan) ? scans.dataset[scan.tone] : scan.text), ...(scan.choices || []).flatMap(choice => {
      const button = make("button", choice.text, {type: "button", className: "button plain small"});
      Object.assign(button.dataset, {choose: choice.order, ofScan: scan.id});
      return [" ", button];
    }));
};
// It says the newest scan if it is of this page or not in order, and lists the last ones.
const showScans = fresh => {
  const place = find("[data-scans]"), said = find("#scan");
  if (place && scans.parentElement !== place) {
    place.append(scans);
    find("details", scans).open = true;
  }
  scans.hidden = !list.length;
  const last = waiting().find(scan => scan.tone === "unsent") || fresh || list[0];
  said.hidden = !fresh && !waiting().length;
  if (last) write(said, last);
  if (place) place.dataset.tone = said.hidden ? "" : last.tone;
  find("[data-length]", scans).textContent = list.length;
  find("ol", scans).replaceChildren(...list.map(scan => {
    const line = make("li");
    write(line, scan);
    return line;
  }));
};

// ask is fetch that sees the end of a session.
const ask = async (path, body) => {
  const answer = await fetch(path, body && {method: "POST", body});
  if (answer.status === 401) showSignedOut();
  return answer;
};

// openPage shows another page in the place of this one: loading a document would lose keys.
const openPage = async path => {
  if (typed) { location.href = path; return; }
  const answer = await ask(path);
  if (answer.status === 401) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (burst || waiting().length) return; // the next scan decides
  if (!find("main", page)) { location.href = path; return; }
  history.pushState(null, "", answer.url);
  shown = location.pathname + location.search;
  document.title = page.title;
  document.body.className = page.body.className;
  document.body.append(scans);
  find("#menu").replaceWith(find("#menu", page));
  find("main").replaceWith(find("main", page));
  poll();
  dispatchEvent(new Event("pageshow"));
  scrollTo(0, 0);
};
// A link to a field changes the history, too.
let shown = location.pathname + location.search;
addEventListener("popstate", () => { if (location.pathname + location.search !== shown) location.reload(); });

// swapAround swaps, and gives the focus back: who goes by Tab would begin anew.
const swapAround = page => {
  const was = document.activeElement, place = was.closest("[id]:not(:focus)")?.id;
  swap(page);
  if (!was.isConnected) findAll(was.localName, find("#" + place) || document).find(e => e.outerHTML === was.outerHTML)?.focus();
};
// refresh swaps what a response has, and focuses where Enter goes on.
const refresh = async answer => {
  if (answer.status === 401) return;
  swapAround(await answer.text());
  find("[data-focus]")?.focus();
  focusScans();
  clearTimeout(polling);
  polling = setTimeout(poll, 1000);
};
// data-swap on a form: its response is swapped in.
on("submit", "form[data-swap]", (form, event) => {
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  body.set("now", "1");
  ask(form.action, body).then(refresh).catch(() => sound("unsent"));
});
on("submit", "form[data-scan-field]", (form, event) => {
  event.preventDefault();
  endScan(find("input", form), event.timeStamp);
});

// A scanner is a keyboard of the United States: at the field of scans each key counts by its place, and what the layout makes of it is sent
// beside, in typed. The field is read-only, so that no input method takes keys. places is null if it has other text.
const signs = {Minus: "-_", Equal: "=+", BracketLeft: "[{", BracketRight: "]}", Backslash: "\\|", Semicolon: ";:", Quote: "'\"", Backquote: "`~",
  Comma: ",<", Period: ".>", Slash: "/?", Space: "  ", NumpadSubtract: "--", NumpadDecimal: "..", NumpadDivide: "//", NumpadAdd: "++"};
const placeOf = ({code, shiftKey}) => {
  const [, letter, digit] = /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(code) || [];
  if (letter) return shiftKey ? letter : letter.toLowerCase();
  if (digit) return shiftKey && code[0] === "D" ? ")!@#$%^&*("[digit] : digit;
  return signs[code]?.[+shiftKey] || "";
};
let places = "", ending;
const scanField = () => find("[data-scan-field] input");
const addPlace = place => { places = places !== null && place ? places + place : null; };
const endScan = (field, at) => {
  const typed = field.value.trim(), placed = places?.trim();
  clearTimeout(ending);
  ended = at;
  field.value = places = "";
  if (typed) takeScan(placed || typed, undefined, undefined, placed && placed.toUpperCase() !== typed.toUpperCase() ? typed : "");
};
// typeInto puts a key into the field of scans.
const typeInto = (field, event) => {
  const place = placeOf(event);
  if (event.key === "Backspace") {
    field.value = field.value.slice(0, -1);
    places = places?.slice(0, -1);
    return;
  }
  field.value += event.key.length === 1 ? event.key : place;
  addPlace(place);
  clearTimeout(ending);
  const wait = +kept("scan-pause");
  if (wait) ending = setTimeout(endScan, wait, field, event.timeStamp + wait);
};
addEventListener("paste", event => {
  const field = scanField(), text = event.clipboardData?.getData("text") || "";
  if (!field || event.target.matches("input:not([readonly]), textarea")) return;
  event.preventDefault();
  field.value += text;
  places = null;
});

// The test code of a bench shows what comes of a scan.
const testScanner = (code, typed) => {
  const said = find("[data-scanner]"), test = find("[data-test-code]")?.dataset.testCode;
  if (!test || !said || !code.toUpperCase().includes("WB-TEST")) return false;
  const how = code === test ? typed ? "layout" : "ok" : code.toUpperCase() === test.toUpperCase() ? "caps" : "other";
  said.textContent = said.dataset[how] + (how === "other" ? " " + code : "");
  sound(code === test ? "good" : "warn");
  return true;
};
// data-keep: this browser keeps a field's value.
const keepValue = (name, value) => { try { localStorage.setItem(name, value); } catch { /* only for now */ } };
for (const field of findAll("[data-keep]")) {
  const value = kept(field.dataset.keep);
  if (field.type === "checkbox") field.checked = !!value;
  else if (value) field.value = value;
}
on("change", "[data-keep]", field => keepValue(field.dataset.keep, field.type !== "checkbox" ? field.value : field.checked ? 1 : ""));
const focusScans = () => {
  const field = scanField();
  if (!field || find("dialog[open], [popover]:popover-open")) return;
  field.readOnly = !matchMedia("(pointer: coarse)").matches;
  if (document.activeElement === document.body || !document.activeElement) field.focus({preventScroll: true});
};
let byTab; // behind the last element it leaves the page
for (const type of ["focusout", "toggle"]) addEventListener(type, () => byTab || setTimeout(focusScans, 0), true);

let sending = false, again;
const sendScans = async () => {
  const scan = waiting().at(-1);
  if (sending || !scan) return;
  sending = true;
  clearTimeout(again);
  try {
    const answer = await ask(scan.to, new URLSearchParams({...scan.more, code: scan.code, typed: scan.typed || "", scan: scan.id, order: scan.order || ""}));
    if ([401, 408, 425, 429].includes(answer.status) || answer.status >= 500) throw answer.status;
    Object.assign(scan, answer.ok ? await answer.json() : {tone: "bad", text: scans.dataset.bad});
  } catch {
    if (scan.tone !== "unsent") sound("unsent");
    for (const each of waiting()) each.tone = "unsent";
  }
  sending = false;
  keepScans();
  showScans(scan);
  if (scan.tone === "unsent") {
    again = setTimeout(sendScans, 2000);
    return;
  }
  sound(scan.tone);
  if (waiting().length) return sendScans();
  for (const element of findAll("[data-after-scan]")) {
    const after = new URL(element.dataset.afterScan, location);
    after.searchParams.set("scanned", scan.tone !== "bad" && scan.path || "-");
    await refresh(await ask(after));
  }
  if (scan.path && scan.tone !== "bad" && !find("[data-scan]")) openPage(scan.path).catch(() => { /* the list has the link */ });
};
// data-with-scan: what a person measured of the parcel that is scanned next. It goes with that scan, and with no other.
const takeFields = () => {
  const fields = findAll("[data-with-scan]"), more = Object.fromEntries(fields.map(field => [field.name, field.value]));
  for (const field of fields) field.value = "";
  dispatchEvent(new Event("scanned"));
  return more;
};
const takeScan = (code, order, to = find("[data-scan]")?.dataset.scan || scans.dataset.to, typed = "", more) => {
  if (testScanner(code, typed)) return;
  find("#bench")?.hidePopover();
  const id = Date.now().toString(36) + Math.random().toString(36).slice(2, 12);
  list.unshift({id, code, typed, order, to, more: more || takeFields(), tone: "wait"});
  keepScans();
  showScans(list[0]);
  sendScans();
};
on("click", "[data-choose]", button => {
  const scan = list.find(each => each.id === button.dataset.ofScan);
  if (!scan?.choices) return;
  delete scan.choices;
  takeScan(scan.code, button.dataset.choose, scan.to, scan.typed, scan.more);
});
addEventListener("online", sendScans);
addEventListener("beforeunload", event => { if (list.some(scan => scan.tone === "unsent")) event.preventDefault(); });
on("click", "[data-forget-scans]", () => {
  list = waiting();
  keepScans();
  showScans();
});

// On a page with data-scan-field all keys outside its other fields go into that one until Enter, however slowly they come. None is a shortcut,
// and Enter in another field sends nothing: a scanner may have typed it. On other pages a key alone is a shortcut: soon after it is let go if
// it was held longer than most scanners hold one, else later, as it may begin a scan. In their fields an Enter behind many keys as fast as a
// scanner types sends no form that changes something. All times are those of the input: a busy page does not change them.
const hold = 60, soon = 250, gap = 500, many = 6, begins = /[\p{L}\p{N}\](]/u; // ] begins an AIM identifier, ( data of GS1
let burst = "", last = 0, ended = -1000, pause, run = 0, before = 0;
const release = () => {
  const held = burst;
  burst = "";
  clearTimeout(pause);
  for (const key of held) {
    const field = document.activeElement;
    if (field?.setRangeText && isField(field)) field.setRangeText(key, field.selectionStart ?? 0, field.selectionEnd ?? 0, "end");
    else shortcut(key, field);
  }
};
if (scans) {
  addEventListener("keydown", event => {
    const {key, target, timeStamp} = event, field = scanField();
    byTab = key === "Tab";
    if (event.ctrlKey || event.metaKey || event.altKey || key === "Shift" || key === "CapsLock" || event.isComposing && target !== field) return;
    const stop = () => { event.preventDefault(); event.stopImmediatePropagation(); };
    if (isField(target) && target !== field && !(field && target.matches("select"))) {
      run = timeStamp - before < hold ? run + 1 : 0;
      before = timeStamp;
      const scanned = field ? target.matches("main input") : run >= many && target.matches("input") && target.form?.method === "post";
      if (scanned && key === "Enter") {
        event.preventDefault();
        if (field && target.matches("[data-with-scan]")) target.blur(); // the scan follows
      }
      return;
    }
    if (!field && (event.repeat || timeStamp - last > gap)) release();
    if (field && key === "Tab" && field.value.trim() && !event.shiftKey) {
      stop();
      endScan(field, timeStamp);
      return;
    }
    const code = field ? field.value.trim() : burst.length > 2 && /[^jkx]/.test(burst) ? burst : "";
    if (key === "Enter" && code) {
      stop();
      ended = timeStamp;
      burst = "";
      clearTimeout(pause);
      if (field) endScan(field, timeStamp);
      else takeScan(code);
    } else if (key === "Enter" && burst) { // behind shortcuts, which may move the focus
      stop();
      release();
      if (document.activeElement.matches("a, button")) document.activeElement.click();
    } else if (key === "Enter" && timeStamp - ended < 400) event.preventDefault(); // of the scanner, too
    else if (field && (key === "Backspace" || key.length > 1 && placeOf(event) && !/^F\d/.test(key))) {
      if (target === field && !field.readOnly) return;
      stop();
      typeInto(field, event);
    } else if (key.length > 1 || event.repeat && !field || !begins.test(key) && !(field ? field.value : burst)) {
      release();
      if (field && key === "Escape") field.value = places = "";
    } else if (field) {
      if (target === field && !field.readOnly) {
        addPlace(placeOf(event));
        return;
      }
      stop();
      if (!event.repeat) typeInto(field, event);
    } else {
      stop();
      last = timeStamp;
      burst += key;
      clearTimeout(pause);
      pause = setTimeout(release, gap);
    }
  }, true);
  addEventListener("keyup", event => {
    if (burst !== event.key || event.timeStamp - last <= hold) return;
    clearTimeout(pause);
    pause = setTimeout(release, soon);
  }, true);
  showScans();
  sendScans();
  focusScans();
  if (!kept("bench") && find("#bench")) { // its first use
    keepValue("bench", 1);
    find("#bench").showPopover();
  }
}
