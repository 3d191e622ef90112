// Saving, renaming and deleting views.

import { attempt, confirmed, element, openDialog, t, tell, undoAction } from "./shell.js";
import { loadCountsSoon, state } from "./items_store.js";
import { deleteView, saveView } from "./items_server.js";

/**
 * @param {string} name
 * @param {string} query
 */
export async function keepView(name, query) {
  const saved = await attempt(() => saveView(name, query));
  if (!saved) return false;
  loadCountsSoon(0);
  tell(t("items.viewSaved", { view: name, n: saved.count }), { actions: [undoAction()] });
  return true;
}

/** @param {string} name */
export async function removeView(name) {
  if (
    await attempt(async () => {
      await deleteView(name);
      return true;
    })
  ) {
    loadCountsSoon(0);
    tell(t("items.viewDeleted", { view: name }), { actions: [undoAction()] });
  }
}

/**
 * Asks for the name of a view.
 * @param {string} [old]  the view to rename
 * @param {string} [query]
 */
export function nameView(old, query = state.query) {
  const input = element("input", {
    id: "view-name",
    value: old ?? "",
    required: true,
    autocomplete: "off",
    maxlength: 200,
  });
  const form = element(
    "form",
    { class: "form" },
    element("label", { for: "view-name", text: t("items.viewName") }),
    input,
    element("p", { class: "soft query-shown" }, element("code", { text: query })),
    element("div", { class: "buttons" }, element("button", { class: "main", text: t("items.save") })),
  );
  const dialog = openDialog(t(old ? "items.viewRename" : "items.saveView"), form);
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const name = input.value.trim();
    if (!name || name === old) return dialog.close();
    const isTaken = state.views.some(({ view }) => view.toLowerCase() === name.toLowerCase());
    if (isTaken && !(await confirmed(t("items.viewTaken", { view: name }), "", t("items.viewReplace")))) return;
    if (!(await keepView(name, query))) return;
    if (old) await attempt(() => deleteView(old));
    dialog.close();
  });
  input.focus();
}
