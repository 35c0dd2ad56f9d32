"use strict";
// data-sign on an SVG: what is drawn on it goes into the field with that id, as lines. data-unsign clears it.
const sign = (pad, event, begin) => {
  const box = pad.getBoundingClientRect(), field = document.getElementById(pad.dataset.sign);
  const at = (value, size, most) => Math.min(Math.max(Math.round(value / size * most), 0), most);
  const line = field.value + (begin ? "M" : "L") + at(event.clientX - box.left, box.width, 600) + " " + at(event.clientY - box.top, box.height, 200);
  if (line.length > 19000) return;
  field.value = line;
  find("path", pad).setAttribute("d", line);
};
on("pointerdown", "[data-sign]", (pad, event) => {
  event.preventDefault();
  pad.setPointerCapture(event.pointerId);
  sign(pad, event, true);
});
on("pointermove", "[data-sign]", (pad, event) => { if (pad.hasPointerCapture(event.pointerId)) sign(pad, event); });
on("click", "[data-unsign]", button => {
  document.getElementById(button.dataset.unsign).value = "";
  find(`[data-sign="${button.dataset.unsign}"] path`).setAttribute("d", "");
});
// Enter in a field of the form that closes a list sends nothing: a scanner may have typed it.
on("keydown", "form#close input", (field, event) => { if (event.key === "Enter") event.preventDefault(); });
