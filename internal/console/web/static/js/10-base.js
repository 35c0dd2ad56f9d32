"use strict";
document.documentElement.classList.add("js");
const find = (selector, within = document) => within.querySelector(selector);
const findAll = (selector, within = document) => [...within.querySelectorAll(selector)];
const on = (type, selector, act) => document.addEventListener(type, event => {
  const target = event.target.closest?.(selector);
  if (target) act(target, event);
});

// data-copy: copies its value.
on("click", "[data-copy]", async button => {
  await navigator.clipboard.writeText(button.dataset.copy);
  const text = button.textContent;
  button.textContent = button.dataset.done;
  setTimeout(() => { button.textContent = text; }, 1500);
});

// data-confirm on a form or a button that sends one: asks before it is sent. The server asks by a page if the form has no
// field confirmed.
let confirmed = null;
document.addEventListener("submit", event => {
  const form = event.target, button = event.submitter;
  const question = button?.dataset.confirm || form.dataset.confirm;
  if (!question || confirmed === form) { confirmed = null; return; }
  event.preventDefault();
  const dialog = find("#ask");
  find("#ask-text").textContent = question;
  find("#ask-yes").textContent = button?.textContent || find("#ask-yes").textContent;
  dialog.returnValue = "";
  dialog.addEventListener("close", () => {
    if (dialog.returnValue !== "yes") return;
    const field = document.createElement("input");
    Object.assign(field, {type: "hidden", name: "confirmed", value: "1"});
    form.append(field);
    confirmed = form;
    form.requestSubmit(button);
    field.remove();
  }, {once: true});
  dialog.showModal();
});

// swap replaces the elements of the page by those of a response with the same id, and marks fields that have errors.
const swap = html => {
  const answer = new DOMParser().parseFromString(html, "text/html");
  for (const fresh of findAll("[id]", answer)) {
    const old = document.getElementById(fresh.id);
    if (!old || fresh.parentElement.closest("[id]") || old.contains(document.activeElement) && old.matches("form, fieldset")) continue;
    old.replaceWith(fresh);
    if (fresh.id.startsWith("e-")) {
      const field = document.getElementById("f-" + fresh.id.slice(2));
      fresh.childElementCount ? field?.setAttribute("aria-invalid", "true") : field?.removeAttribute("aria-invalid");
    }
  }
};

// data-check on a form: its values are sent to the path as one types; the answer has elements to swap. Fields that were
// not touched have no errors yet: data-touched has the names of those that were, by spaces.
const timers = new WeakMap(), checks = new WeakMap();
const check = async form => {
  clearTimeout(timers.get(form));
  checks.get(form)?.abort();
  const control = new AbortController();
  checks.set(form, control);
  const body = new URLSearchParams([...new FormData(form)].filter(([, value]) => typeof value === "string"));
  body.set("touched", [...touched].join(" "));
  try {
    const answer = await fetch(form.dataset.check, {method: "POST", body, signal: control.signal});
    if (answer.status === 401) showSignedOut();
    if (answer.ok) swap(await answer.text());
    return answer.ok;
  } catch { /* the next change checks again */ }
};
const touched = new Set();
for (const type of ["input", "change"]) {
  on(type, "form[data-check]", (form, event) => {
    if (type === "change" && event.target.name) touched.add(event.target.name);
    clearTimeout(timers.get(form));
    timers.set(form, setTimeout(check, type === "input" ? form.dataset.wait || 500 : 50, form));
  });
}

// #signed-out is a dialog over the page whose session has ended. It leads to signing in in another window, and closes when
// a page in any window is signed in.
const out = find("#signed-out");
const showSignedOut = () => { if (out && !out.open) out.showModal(); };
let asked = Date.now();
const isSignedIn = async () => {
  asked = Date.now();
  try {
    if ((await fetch("/console/signed-in", {method: "HEAD"})).status !== 401) return true;
  } catch { return true; /* the page that follows says why */ }
  showSignedOut();
  return false;
};
on("click", "a[data-popup]", (link, event) => {
  if (open(link.href, "_blank", "popup,width=480,height=720")) event.preventDefault();
});
addEventListener("storage", event => { if (event.key === "signed-in") out?.close(); });
if (out) localStorage.setItem("signed-in", Date.now());
if (location.pathname === "/console/signed-in") close();

// A form in which much is typed is sent when the user is signed in still: else it stays as it is.
let sure = null;
document.addEventListener("submit", async event => {
  const form = event.target, button = event.submitter;
  if (event.defaultPrevented || !out || sure === form || !form.matches("[data-guard], [enctype]")) { sure = null; return; }
  event.preventDefault();
  if (!await isSignedIn()) return;
  sure = form;
  form.requestSubmit(button);
});
for (const type of ["visibilitychange", "focus"]) {
  addEventListener(type, () => { if (typed && !document.hidden) isSignedIn(); });
}

// data-guard on a form: the browser asks before what was typed is lost.
let typed = false;
on("input", "form[data-guard]", () => {
  typed = true;
  if (Date.now() - asked > 60000) isSignedIn();
});
document.addEventListener("submit", event => { if (!event.defaultPrevented) typed = false; });
addEventListener("beforeunload", event => { if (typed) event.preventDefault(); });

// data-line on a link to a text area: selects the line.
on("click", "a[data-line]", (link, event) => {
  event.preventDefault();
  const area = find(link.hash), above = link.dataset.line - 1;
  const start = above && area.value.split("\n", above).join("\n").length + 1;
  area.focus();
  area.setSelectionRange(start, area.value.indexOf("\n", start) >>> 0);
});

// data-of: an element has the value of the field with that id.
on("change", "form[data-guard]", (form, event) => {
  const place = event.target.id && find(`[data-of="${event.target.id}"]`);
  if (place) place.textContent = event.target.value;
});

// data-auto on a field: its form is sent when it changes.
on("change", "[data-auto]", field => field.form.requestSubmit());

// data-poll: the element is fetched again from the path every two seconds, until it has no data-poll.
let polling;
const poll = async () => {
  clearTimeout(polling);
  const element = find("[data-poll]");
  if (!element) return;
  if (!document.hidden) {
    try {
      const answer = await fetch(element.dataset.poll);
      if (answer.ok && !answer.redirected) swap(await answer.text());
    } catch { /* it is asked again */ }
  }
  polling = setTimeout(poll, 2000);
};
polling = setTimeout(poll, 2000);

find("#errors[role=alert]")?.focus();
