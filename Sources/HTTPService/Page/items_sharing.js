// Sharing views: a dialog that makes a secret address and shows it once, and the end of sharing.

import { attempt, element, icon, openDialog, t, tell } from "./shell.js";
import { loadCountsSoon, state } from "./items_store.js";
import { shareView, unshareView } from "./items_server.js";
import "./order_texts.js";

/**
 * Asks whether the view is also shared as a page, and shares it.
 * @param {string} view
 */
export function openSharing(view) {
  const shared = state.views.find((other) => other.view === view)?.shared;
  const hasPage = element("input", { type: "checkbox", checked: shared?.page ?? false });
  const form = element(
    "form",
    { class: "form" },
    element("p", { class: "soft", text: t("share.help") }),
    element("label", { class: "choice" }, hasPage, element("span", { text: t("share.page") })),
    shared ? element("p", { class: "soft", text: t("share.replaces") }) : null,
    element("div", { class: "buttons" }, element("button", { class: "main", text: t("share.make") })),
  );
  const dialog = openDialog(t("share.title", { view }), form);
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const made = await attempt(() => shareView(view, hasPage.checked));
    if (!made) return;
    loadCountsSoon(0);
    showAddresses(form, made);
  });
  hasPage.focus();
  return dialog;
}

/**
 * Replaces the form by the addresses, which the server can't show again.
 * @param {HTMLElement} form
 * @param {{ atom: string, json: string, page?: string }} made
 */
function showAddresses(form, { atom, json, page }) {
  const lines = [
    page && address("share.pageAddress", page),
    address("share.feedAddress", atom),
    address("share.jsonAddress", json),
  ].filter(Boolean);
  form.replaceWith(
    element("div", { class: "form addresses" }, element("p", { role: "status", text: t("share.once") }), ...lines),
  );
  /** @type {HTMLElement} */ (document.querySelector(".addresses button")).focus();
}

/** @param {string} label @param {string} text */
function address(label, text) {
  const name = t(label);
  const field = element("input", { readonly: true, value: text, dir: "ltr", "aria-label": name });
  const copy = async () => {
    field.select();
    await navigator.clipboard.writeText(text);
    tell(t("items.copied"));
  };
  return element(
    "div",
    { class: "address" },
    element("span", { class: "label", "aria-hidden": "true", text: name }),
    field,
    element(
      "button",
      {
        type: "button",
        class: "icon-button",
        "aria-label": t("share.copy", { name }),
        onclick: () => attempt(copy),
      },
      icon("copy"),
    ),
  );
}

/** @param {string} view */
export async function unshare(view) {
  const isDone = await attempt(async () => {
    await unshareView(view);
    return true;
  });
  if (!isDone) return;
  loadCountsSoon(0);
  tell(t("share.stopped", { view }));
}
