"use strict";
// form[data-grid]: the arrow keys and Enter move between the fields of its table, Ctrl+D copies the value of the field above,
// and Ctrl+Enter sends the form.
on("keydown", "[data-grid] td input", (field, event) => {
  const cell = field.closest("td"), row = cell.parentElement, {selectionStart: start, selectionEnd: end} = field;
  const whole = start === 0 && end === field.value.length;
  const fieldOf = (cells, index) => cells && cells[index] && find("input", cells[index]);
  const above = fieldOf(row.previousElementSibling?.cells, cell.cellIndex), below = fieldOf(row.nextElementSibling?.cells, cell.cellIndex);
  let to;
  if (event.isComposing || event.altKey) return;
  if (event.ctrlKey || event.metaKey) {
    if (event.key === "Enter") field.form.requestSubmit();
    else if (event.key === "d" && above) {
      field.value = above.value;
      field.dispatchEvent(new Event("input", {bubbles: true}));
    } else return;
  } else if (event.key === "Enter") to = event.shiftKey ? above : below;
  else if (event.shiftKey) return;
  else if (event.key === "ArrowDown") to = below;
  else if (event.key === "ArrowUp") to = above;
  else if (event.key === "ArrowRight" && (whole || start === field.value.length)) to = fieldOf(row.cells, cell.cellIndex + 1);
  else if (event.key === "ArrowLeft" && (whole || end === 0)) to = fieldOf(row.cells, cell.cellIndex - 1);
  else return;
  event.preventDefault();
  to?.focus();
  to?.select();
});
