// Changing items: tags in the row, deleting and undoing. items_detail.js changes everything else.

import { announce, api, attempt, canWrite, confirmed, element, link, t, tell, undoAction } from "./shell.js";
import { changing, dispatch, onState, reload, reloadIfOutdated, state } from "./items_store.js";
import { deleteItems, dismissTag, editItem, suggest } from "./items_server.js";
import { changeOfTags } from "./items_changes.js";
import { commonSet, indexOf, itemAt, setOfSelected, withSetName } from "./items_model.js";
import { shownQuery } from "./items_query.js";
import { focusRow, redrawTags, rowOf } from "./items_list.js";
import { nameOf } from "./items_name.js";
import { lookOf, tagGroups } from "./tag_details.js";
import { displacedBy } from "./tag_looks.js";

/** @typedef {import("./items_model.js").Item} Item */

/** The field for tags, which is loaded once somebody goes to a row. */
export const loadField = async () => (await import("./tag_field.js")).TagField;

onState((now) => {
  if (now.focus >= 0 && canWrite()) loadField().catch(() => {});
});

// MARK: Tags in the row

/**
 * The editing that goes on, since the end of an earlier one of the same item may still be waiting.
 * @type {TagEdit | null}
 */
let current = null;

/**
 * Edits the tags of an item in its row.
 * @param {Item} item
 */
export async function editTags(item) {
  if (!canWrite()) return;
  const TagField = await loadField();
  if (state.editing === item.id) return;
  const part = /** @type {HTMLElement | null} */ (rowOf(item)?.querySelector(".tags") ?? null);
  if (!part) return;
  dispatch({ type: "edited", id: item.id });
  const edit = { id: item.id, set: item.set, before: item.tags, saved: item.tags };
  current = edit;
  const host = element("div", { class: "tag-editor" });
  part.replaceChildren(host);
  part.closest(".row")?.classList.add("editing");
  const field = new TagField(host, {
    tags: item.tags,
    t,
    announce,
    label: t("items.tagsOfItem", { title: nameOf(item) }),
    lookOf,
    groups: tagGroups(),
    showsGroups: true,
    suggest: (text, given, signal) => suggest(text, given, item, 8, signal),
    onChange: (tags) => keepTags(edit, tags),
    onEnter: () => close(true),
  });
  const close = (/** @type {boolean} */ isDone) => endEditing(edit, part, isDone);
  // The field keeps Escape for its options; in the second place it ends editing.
  host.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape" && !event.defaultPrevented) {
      event.preventDefault();
      close(true);
    }
  });
  host.addEventListener("focusout", () =>
    setTimeout(() => {
      if (document.hasFocus() && !host.contains(document.activeElement)) close(false);
    }, 150),
  );
  field.focus();
}

/**
 * The editing of an item's tags; `saved` are those of its field that the server has.
 * @typedef {{ id: number, set: string, before: string[], saved: string[] }} TagEdit
 */

/**
 * Saves one change after the other, and only the last of those that wait.
 * @type {Map<TagEdit, string[]>}
 */
const waiting = new Map();
/** @type {Promise<void> | null} */
let saving = null;

/**
 * @param {TagEdit} edit
 * @param {string[]} tags
 */
function keepTags(edit, tags) {
  waiting.set(edit, tags);
  saving ??= saveWaiting().finally(() => {
    saving = null;
  });
}

async function saveWaiting() {
  for (;;) {
    const next = waiting.entries().next().value;
    if (!next) break;
    waiting.delete(next[0]);
    await saveTags(next[0], next[1]);
  }
}

/**
 * Sends how the tags differ from those that were saved last, since others may have changed more of them meanwhile.
 * @param {TagEdit} edit
 * @param {string[]} tags
 */
async function saveTags(edit, tags) {
  const change = changeOfTags(edit.saved, tags);
  if (!change) return;
  const item = await changing(() => editItem(edit.id, change));
  if (!item) return;
  edit.saved = tags;
  if (![...waiting.keys()].some(({ id }) => id === edit.id)) dispatch({ type: "changed", item });
}

/**
 * @param {TagEdit} edit
 * @param {HTMLElement} part
 * @param {boolean} isDone  whether the focus goes back to the row
 */
function endEditing(edit, part, isDone) {
  const { id } = edit;
  if (current !== edit || state.editing !== id || !part.isConnected) return;
  current = null;
  part.closest(".row")?.classList.remove("editing");
  dispatch({ type: "edited", id: 0 });
  const item = itemAt(state, indexOf(state, id));
  if (item) redrawTags(item);
  if (isDone) focusRow(indexOf(state, id));
  reloadIfOutdated();
  offerUndo(edit);
}

/**
 * Reports the tags that were edited, and offers to bring back those from before, whatever number of steps led here.
 * @param {TagEdit} edit
 */
async function offerUndo(edit) {
  await saving;
  if (!changeOfTags(edit.before, edit.saved)) return;
  const undo = () => keepTags({ ...edit, before: edit.saved }, edit.before);
  tell(t("items.savedIn", { set: edit.set }), { actions: [{ label: t("shell.undo"), act: undo }] });
}

/**
 * Adds a suggested tag.
 * @param {Item} item
 * @param {string} tag
 */
export async function addTag(item, tag) {
  // The server removes them too; this browser may keep the change until it is back.
  const remove = displacedBy(tagGroups(), item.tags, [tag]);
  const kept = item.tags.filter((other) => !remove.includes(other));
  dispatch({ type: "changed", item: { ...item, tags: [...kept, tag] } });
  const edited = await changing(() => editItem(item.id, { add: [tag], ...(remove.length > 0 && { remove }) }));
  dispatch({ type: "changed", item: edited ?? item });
  if (!edited) return;
  // A change that waits isn't in the server's undo log.
  const undo = edited.isWaiting ? { label: t("shell.undo"), act: () => removeTag(item.id, tag, remove) } : undoAction();
  tell(withSetName(t("items.tagsAdded", { n: 1, tags: tag }), item.set), { actions: [undo] });
}

/**
 * @param {number} id
 * @param {string} tag
 * @param {string[]} add  the tags that it displaced
 */
async function removeTag(id, tag, add) {
  const edited = await changing(() => editItem(id, { remove: [tag], ...(add.length > 0 && { add }) }));
  if (edited) dispatch({ type: "changed", item: edited });
}

/**
 * Remembers that a suggestion isn't meant for an item.
 * @param {Item} item
 * @param {string} tag
 */
export async function dismiss(item, tag) {
  dispatch({ type: "dismissed", id: item.id, tag });
  if (await changing(() => dismissTag(item.id, tag))) tell(t("items.dismissed", { tag }), { actions: [undoAction()] });
}

/**
 * Selects the tags of an item on the board of its set, and goes there.
 * @param {Item} item
 */
export async function restore(item) {
  if (await attempt(() => api("POST", `items/${item.id}/restore`)))
    window.location.assign(link(`/board/${encodeURIComponent(item.set)}`));
}

// MARK: Deleting

/** @param {Item[]} items */
export async function remove(items) {
  if (!canWrite() || items.length === 0) return;
  const index = Math.max(0, indexOf(state, items[0].id));
  if (
    items.length > 20 &&
    !(await confirmed(t("items.deleteMany", { n: items.length }), t("items.canUndo"), t("items.delete")))
  )
    return;
  const title = items.length === 1 ? nameOf(items[0]) : "";
  await removed(() => deleteItems({ ids: items.map(({ id }) => id) }), title, commonSet(items));
  focusRow(index);
}

export async function removeAll() {
  if (!(await confirmed(t("items.deleteMany", { n: state.count }), t("items.canUndo"), t("items.delete")))) return;
  await removed(() => deleteItems({ q: shownQuery(state.query, state.set, state.sets) }), "", setOfSelected(state));
}

/**
 * @param {() => Promise<number>} act
 * @param {string} title
 * @param {string} set
 */
async function removed(act, title, set) {
  const done = await attempt(act);
  if (done === undefined) return;
  dispatch({ type: "deselected" });
  reload();
  const text = title ? t("items.deletedOne", { title }) : t("items.deleted", { n: done });
  tell(withSetName(text, set), { actions: [undoAction()] });
}
