"use strict";
// canvas[data-label]: the label of the form with the id data-form, which the server draws from what is typed, after each pause.
{ // other files have names of their own
  const board = find("canvas[data-label]"), subject = document.getElementById(board.dataset.form);
  let pause, drawing;
  const draw = async () => {
    drawing?.abort();
    drawing = new AbortController();
    const body = new URLSearchParams([...new FormData(subject)].filter(([, value]) => typeof value === "string"));
    body.set("format", "png");
    try {
      const answer = await fetch(board.dataset.label, {method: "POST", body, signal: drawing.signal});
      if (!answer.ok) return;
      const picture = await createImageBitmap(await answer.blob());
      Object.assign(board, {width: picture.width, height: picture.height});
      board.getContext("2d").drawImage(picture, 0, 0);
      board.dataset.drawn = Number(board.dataset.drawn || 0) + 1;
    } catch { /* the next change draws it */ }
  };
  for (const type of ["input", "change"]) {
    subject.addEventListener(type, () => {
      clearTimeout(pause);
      pause = setTimeout(draw, type === "input" ? 600 : 100);
    });
  }
  draw();
}
