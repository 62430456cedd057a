"use strict";
// Enhancements of pages with a script; every page works without it, except those of passkeys.
document.documentElement.classList.add("scripted");

for (const button of document.querySelectorAll("[data-toggle]")) {
  const input = document.getElementById(button.dataset.toggle);
  const shown = { text: button.textContent, label: button.getAttribute("aria-label") };
  button.addEventListener("click", () => {
    const show = input.type === "password";
    input.type = show ? "text" : "password";
    button.textContent = show ? button.dataset.hide : shown.text;
    button.setAttribute("aria-label", show ? button.dataset.hideLabel : shown.label);
    button.setAttribute("aria-pressed", String(show));
    input.focus();
  });
  // A password manager only saves values submitted as passwords.
  input.form.addEventListener("submit", () => { input.type = "password"; });
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const lines = [...document.getElementById(button.dataset.copy).children];
    await navigator.clipboard.writeText(lines.map((line) => line.textContent.trim()).join("\n"));
    button.textContent = button.dataset.done;
  });
}

for (const button of document.querySelectorAll("[data-print]")) {
  button.addEventListener("click", () => print());
}

// The server writes times in UTC; show them in the reader's time zone.
const timeFormat = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: "medium", timeStyle: "short",
});
for (const time of document.querySelectorAll("time")) {
  time.title = time.textContent;
  time.textContent = timeFormat.format(new Date(time.dateTime));
}

// A code works once, so a second submission would be rejected as wrong.
for (const form of document.querySelectorAll("form:not([data-passkey])")) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = "yes";
    for (const button of form.querySelectorAll("[type=submit]")) button.ariaDisabled = "true";
  });
}
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) {
    delete form.dataset.sent;
    for (const button of form.querySelectorAll("[type=submit]")) button.ariaDisabled = null;
  }
});

// Passkeys: the browser's response is submitted in a form.
const decodeBase64url = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
const encodeBase64url = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const withDecodedIds = (credentials) =>
  credentials?.map((credential) => ({ ...credential, id: decodeBase64url(credential.id) }));

if (!globalThis.PublicKeyCredential) {
  for (const form of document.querySelectorAll("[data-needs-passkey]")) form.hidden = true;
}

async function requestCredential(method, text) {
  const options = JSON.parse(text);
  options.challenge = decodeBase64url(options.challenge);
  options.allowCredentials = withDecodedIds(options.allowCredentials);
  options.excludeCredentials = withDecodedIds(options.excludeCredentials);
  if (options.user) options.user = { ...options.user, id: decodeBase64url(options.user.id) };
  const credential = await navigator.credentials[method]({ publicKey: options });
  const response = { clientDataJSON: encodeBase64url(credential.response.clientDataJSON) };
  for (const part of ["attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (credential.response[part]) response[part] = encodeBase64url(credential.response[part]);
  }
  const transports = credential.response.getTransports?.();
  if (transports) response.transports = transports;
  return JSON.stringify({
    id: credential.id, rawId: encodeBase64url(credential.rawId), type: credential.type, response,
    clientExtensionResults: credential.getClientExtensionResults(),
  });
}

for (const form of document.querySelectorAll("[data-passkey]")) {
  const error = form.querySelector("[data-error]");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    error.hidden = true;
    try {
      form.elements.credential.value =
        await requestCredential(form.dataset.passkey, form.dataset.options);
      form.submit();
    } catch {
      error.hidden = false;
    }
  });
}
