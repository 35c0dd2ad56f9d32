// form[data-upload]: a file can be dropped on its [data-drop], and may have so many bytes; data-large says so.
const tooLarge = (form, file) => {
  const field = find("input[type=file]", form);
  field.setCustomValidity(file && file.size > form.dataset.upload ? form.dataset.large : "");
  if (!field.checkValidity()) field.reportValidity();
};
on("change", "form[data-upload] input[type=file]", field => tooLarge(field.form, field.files[0]));
for (const type of ["dragover", "dragleave", "drop"]) {
  on(type, "[data-drop]", (place, event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    place.classList.toggle("over", type === "dragover");
    if (type !== "drop") return;
    const field = find("input[type=file]", place);
    field.files = event.dataTransfer.files;
    tooLarge(field.form, field.files[0]);
  });
}
