"use strict";
// The scale of a bench: at a serial port of this computer, or, if data-scale has a path, that of an agent, whose last reading the path has. A
// stable weight is sent as a scan, once, when the page waits for one: data-weigh has the order. The parcel before may stand on the scale still:
// another weight is taken only after the scale was empty, or showed at most a tenth of the last one.
let held = "", taken = 0, ready = false, scaleState = "none", lastLine = "", same = 0;
const sayScale = () => {
  const place = find("[data-scale]"), text = place?.dataset[scaleState] || scaleState;
  if (place && place.textContent !== text) place.textContent = text;
};
// data-weight: a field that has the weight until a scan takes it, as long as the parcel stands there. What a person types stays.
let filled = "";
const fillWeight = () => {
  const field = find("[data-weight]");
  if (field && (field.value === filled || !held && !field.value)) field.value = filled = held.slice(6);
};
addEventListener("scanned", () => {
  if (!find("[data-weight]")) return;
  if (held) {
    ready = false;
    scaleState = "lift";
  }
  held = filled = "";
  sayScale();
});
// In a field that goes with a scan, Enter leads to that of scans. What a scanner typed behind the value of a person is a scan.
let ofPerson = "", ofScanner = "";
addEventListener("keydown", event => {
  const {key, target} = event, field = scanField(), scanned = run >= many;
  if (!target.matches?.("[data-with-scan]") || key === "Shift") return;
  if (!run) {
    ofPerson = target.value;
    ofScanner = "";
  }
  if (key !== "Enter" && (key !== "Tab" || !scanned)) {
    const place = placeOf(event);
    ofScanner = ofScanner !== null && place ? ofScanner + place : null;
    return;
  }
  event.preventDefault();
  if (scanned) {
    field.value = target.value.slice(ofPerson.length);
    target.value = ofPerson;
    places = ofScanner;
    endScan(field, event.timeStamp);
  }
  field.focus();
}, true);
const useWeight = () => {
  fillWeight();
  const place = find("[data-weigh]");
  if (held && place && !sending && !waiting().length) {
    const weight = held;
    held = "";
    ready = false;
    takeScan(weight, undefined, find("[data-scan]").dataset.scan + "&of=" + place.dataset.weigh);
  }
  sayScale();
};
// weighLine reads a line of a scale. Lines that do not say whether they are stable are when three are the same.
const weighLine = line => {
  line = line.trim();
  same = line === lastLine ? same + 1 : 0;
  lastLine = line;
  const [, less, number, unit] = /(-?)\s*(\d+(?:[.,]\d*)?)\s*(kg|g|lb|oz)\b/i.exec(line) || [];
  const amount = less ? 0 : parseFloat(number?.replace(",", ".")), stable = /^(ST|S S)\b/.test(line) || !/^(US|S D|OL)\b/.test(line) && same > 1;
  if (amount === 0) taken = 0;
  if (amount === 0 || taken && amount <= taken / 10) {
    held = "";
    ready = true;
    scaleState = "empty";
  } else if (!stable || !amount) { // it is overloaded, too
    held = "";
    scaleState = "moves";
  } else {
    if (ready) {
      held = `ST,${/NT/.test(line) ? "NT" : "GS"},${amount} ${unit}`;
      taken = amount;
    }
    scaleState = ready ? amount.toLocaleString(document.documentElement.lang, {maximumFractionDigits: 6}) + " " + unit : "lift";
  }
  useWeight();
};

// A scale that sends a line only when one presses its key means each of them.
let lineAt = -Infinity, streams = false;
const takeLine = line => {
  const now = performance.now();
  streams ||= now - lineAt < 1500;
  lineAt = now;
  if (streams) weighLine(line);
  else setTimeout(() => {
    if (streams || lineAt !== now) return;
    ready = true;
    lastLine = line.trim();
    same = 2;
    weighLine(line);
  }, 1500);
};
const readPort = async port => {
  try {
    await port.open({baudRate: +kept("scale-baud") || 9600});
    const reader = port.readable.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const {value, done} = await reader.read();
      if (done) break;
      const lines = (text + value).split(/[\r\n]+/);
      text = lines.pop().slice(-100);
      lines.filter(Boolean).forEach(takeLine);
    }
  } catch { /* it is gone, or another page has it */ }
  held = "";
  ready = false;
  scaleState = "none";
  sayScale();
};
const serial = navigator.serial;
for (const button of findAll("[data-connect-scale]")) button.hidden = !serial;
on("click", "[data-connect-scale]", async () => {
  try { readPort(await serial.requestPort()); } catch { /* none is chosen */ }
});

// askScale asks for the reading of an agent. Another reading has another time.
let readOn;
const askScale = async () => {
  const path = find("[data-scale]")?.dataset.scale;
  if (path && !document.hidden) {
    try {
      const answer = await ask(path), {line, on} = await answer.json();
      if (!line) throw answer.status;
      if (on !== readOn) {
        ready = readOn !== undefined;
        readOn = on;
        weighLine(line);
      }
    } catch {
      held = "";
      scaleState = "lost";
    }
  }
  useWeight();
  setTimeout(askScale, 400);
};
if (!find("[data-scale]")?.dataset.scale) {
  serial?.getPorts().then(ports => ports[0] && readPort(ports[0]));
  serial?.addEventListener("connect", event => readPort(event.target));
}
askScale();
new MutationObserver(useWeight).observe(document.body, {childList: true, subtree: true});
