// form[data-passkey]: when it is sent, the browser makes or uses a passkey with the options that the path answers, and the
// form goes on with it in its field credential. [data-passkeys] is shown where the browser can, [data-no-passkeys] where not.
const canPasskey = !!window.PublicKeyCredential?.parseCreationOptionsFromJSON;
for (const part of findAll("[data-passkeys]")) part.hidden = !canPasskey;
for (const part of findAll("[data-no-passkeys]")) part.hidden = canPasskey;
const passkey = async form => {
  const answer = await fetch(form.dataset.passkey, {method: "POST", body: new URLSearchParams(new FormData(form))});
  const text = await answer.text();
  if (!answer.ok) {
    swap(text);
    find("#errors[role=alert]")?.focus();
    return "";
  }
  const options = JSON.parse(text), type = PublicKeyCredential;
  return JSON.stringify(options.user
    ? await navigator.credentials.create({publicKey: type.parseCreationOptionsFromJSON(options)})
    : await navigator.credentials.get({publicKey: type.parseRequestOptionsFromJSON(options)}));
};
on("submit", "form[data-passkey]", async (form, event) => {
  event.preventDefault();
  const note = find("[data-passkey-note]"), button = event.submitter;
  note.hidden = button.disabled = true;
  try {
    form.elements.credential.value = await passkey(form);
    if (form.elements.credential.value) form.submit();
  } catch (error) {
    note.textContent = note.dataset[{NotAllowedError: "cancelled", InvalidStateError: "known"}[error.name] || "failed"];
    note.hidden = false;
  }
  button.disabled = false;
});
