// Adding tags to the selected items, and removing tags from them.

import { announce, confirmed, element, openDialog, plain, t, tell, undoAction } from "./shell.js";
import { changing, reload, state } from "./items_store.js";
import { selectedCount, setOfSelected, tagsOfSelected, withSetName } from "./items_model.js";
import { shownQuery } from "./items_query.js";
import { suggest, tagItems } from "./items_server.js";
import { TagField } from "./tag_field.js";
import { lookOf, tagGroups } from "./tag_details.js";

function which() {
  return state.areAllSelected
    ? { q: shownQuery(state.query, state.set, state.sets) }
    : { ids: [...state.selected.keys()] };
}

/** @param {{ add?: string[], remove?: string[] }} tags */
export async function changeTags(tags) {
  const n = selectedCount(state);
  const set = setOfSelected(state);
  // Most changes are done before anyone could read that they are being made.
  const timer = setTimeout(() => tell(t("items.tagging", { n }), { seconds: 600 }), 500);
  const count = await changing(() => tagItems(which(), tags)).finally(() => clearTimeout(timer));
  if (count === undefined) return;
  const key = tags.add ? "items.tagsAdded" : "items.tagsRemoved";
  const done = t(key, { n: count, tags: (tags.add ?? tags.remove ?? []).join(", ") });
  if (count === 0) tell(t("items.nothingChanged"));
  else tell(withSetName(done, set), { actions: [undoAction()] });
  reload();
}

/**
 * Asks for the tags that the selected items get or lose.
 * @param {boolean} isAdding
 */
export function openTagging(isAdding) {
  const host = element("div");
  const n = selectedCount(state);
  const known = tagsOfSelected(state);
  const fromKnown = async (/** @type {string} */ text) => ({
    tag: known.find((tag) => plain(tag) === plain(text)),
    suggestions: known
      .filter((tag) => tag.toLowerCase().includes(text.toLowerCase()))
      .slice(0, 12)
      .map((tag) => ({ tag })),
  });
  const form = element(
    "form",
    { class: "form" },
    host,
    element(
      "div",
      { class: "buttons" },
      element("button", { class: "main", text: t(isAdding ? "items.addTo" : "items.removeFrom", { n }) }),
    ),
  );
  const dialog = openDialog(t(isAdding ? "items.bulkAddTitle" : "items.bulkRemoveTitle", { n }), form);
  const field = new TagField(host, {
    t,
    announce,
    isInline: true,
    label: t("items.tags"),
    lookOf,
    // Tags of one group can all be removed.
    groups: isAdding ? tagGroups() : [],
    showsGroups: isAdding,
    canCreate: isAdding,
    suggest: isAdding ? (text, given, signal) => suggest(text, given, {}, 8, signal) : fromKnown,
    onEnter: () => form.requestSubmit(),
  });
  dialog.mayClose = () => {
    const names = [...field.tags, field.text.trim()].filter(Boolean);
    return names.length === 0 || confirmed(t("items.discardTags", { tags: names.join(", ") }), "", t("items.discard"));
  };
  form.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    event.preventDefault();
    form.requestSubmit();
  });
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const tags = field.take();
    dialog.close();
    if (tags.length > 0) changeTags(isAdding ? { add: tags } : { remove: tags });
  });
  field.focus();
}
