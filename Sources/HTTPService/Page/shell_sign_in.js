// Signing in: the form for a token, and the list of spaces. It is loaded when somebody has to.

import { element } from "./text.js";
import { t } from "./shell_text.js";
import { base } from "./shell_address.js";
import { forgetKeptItems } from "./shell_offline.js";
import { forgetToken, goOn, isClosed, keepToken, typedToken } from "./shell_requests.js";

/**
 * Explains the page and how to sign in, with a field for a token.
 * @param {string} reason  why the last token wasn't accepted; empty if none was given
 * @param {(token: string, stays: boolean) => void} act
 */
export function signInForm(reason, act) {
  const input = element("input", { id: "token", type: "password", autocomplete: "off", required: true });
  const stays = element("input", { type: "checkbox" });
  const form = element(
    "form",
    { class: "form" },
    element("label", { for: "token", text: t("shell.token") }),
    input,
    element("label", { class: "choice" }, stays, element("span", { text: t("shell.staySignedIn") })),
    element("button", { class: "main", text: t("shell.signIn") }),
  );
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    act(input.value.trim(), stays.checked);
  });
  return element(
    "section",
    { class: "sign-in" },
    element("h1", { text: "tagflow" }),
    element("p", { text: t("shell.whatThisIs") }),
    element("p", { class: "soft", text: t("shell.howToSignIn") }),
    reason ? element("p", { class: "wrong", role: "alert", text: reason }) : null,
    form,
  );
}

/** @param {...Node} content */
function close(...content) {
  document.documentElement.dataset.scope = "none";
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  main.className = "";
  main.replaceChildren(...content);
}

/**
 * Asks for a token in a separate dialog if another or an item is open: nothing behind a dialog can be reached, and what was typed stays.
 * @param {string} reason
 * @param {(token: string, stays: boolean) => void} act
 * @returns {boolean} whether it asks
 */
export function signInAbove(reason, act) {
  // Several requests may be refused; only the first asks, and what is being typed stays.
  if (signInDialog?.open) return true;
  if (!document.querySelector("dialog[open], [data-typed]")) return false;
  const dialog = element("dialog", { "aria-label": t("shell.signIn") });
  dialog.append(
    signInForm(reason, (token, stays) => {
      dialog.close();
      act(token, stays);
    }),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  signInDialog = dialog;
  document.getElementById("token")?.focus();
  return true;
}

/** @type {HTMLDialogElement | null} */
let signInDialog = null;

/**
 * @param {string} token
 * @param {boolean} stays
 */
function goOnWith(token, stays) {
  keepToken(token, stays);
  goOn();
}

/**
 * Asks for a token, in a dialog or in the place of the view.
 * @param {string} refused  the token that was refused; someone who has typed another meanwhile isn't asked
 */
export function askForToken(refused) {
  if (isClosed() || typedToken() !== refused) return;
  const reason = typedToken() ? t("problem.token") : "";
  forgetToken();
  forgetKeptItems();
  if (signInAbove(reason, goOnWith)) return;
  close(
    signInForm(reason, (token, stays) => {
      keepToken(token, stays);
      window.location.reload();
    }),
  );
  document.getElementById("token")?.focus();
}

/** Lists the spaces, for who opened the address of a server with many. */
export async function showSpaces() {
  const token = typedToken();
  const answer = await fetch(`${base}/spaces`, { headers: token ? { Authorization: `Bearer ${token}` } : {} });
  const body = await answer.json();
  if (!answer.ok) return askForToken(token);
  const links = body.spaces.map((/** @type {{ space: string }} */ { space: name }) =>
    element("li", {}, element("a", { href: `${base}/spaces/${name}/`, text: name })),
  );
  close(
    element(
      "section",
      { class: "sign-in" },
      element("h1", { text: "tagflow" }),
      element("p", { class: "soft", text: t("shell.spaces") }),
      element("ul", { class: "space-list" }, ...links),
    ),
  );
}
