// The Items view, the start page: finding items by a query, and changing them.
//
// 1. items_store.js has the state (items_model.js), its address, and loads what it lacks (items_server.js).
// 2. Parts draw it: items_query_field.js, items_side.js, items_status.js with items_tagging.js, items_list.js with items_row.js,
//    items_nothing.js.
// 3. items_editing.js and items_detail.js change items.

import { icon, shortcuts, start } from "./shell.js";
import {
  dispatch,
  drawSoon,
  followAddress,
  followCommits,
  hasRoomForDetail,
  itemInAddress,
  load,
  loadCountsSoon,
  onState,
  queryInAddress,
  reload,
  state,
} from "./items_store.js";
import { focusQuery, leave, showQuery, typeIntoQuery } from "./items_query_field.js";
import { canSaveView, nameView, openFilter, openSide } from "./items_side.js";
import { openTagging, removeSelected } from "./items_status.js";
import { actions, focusRow, focusedItem, openLocation, scrollLater } from "./items_list.js";
import { keepItems } from "./offline.js";
import { followTagDetails } from "./tag_details.js";
import "./items_nothing.js";

start("items");
/** @type {HTMLElement} */ (document.getElementById("filter")).addEventListener("click", openFilter);
/** @type {HTMLElement} */ (document.getElementById("filter")).append(icon("filter"));
openSide();
/** @typedef {import("./items_model.js").Item} Item */

/** Changing items, which is loaded when somebody begins. */
const editing = () => import("./items_editing.js");
const detail = () => import("./items_detail.js");
Object.assign(actions, {
  edit: async (/** @type {Item} */ item) => (await editing()).editTags(item),
  open: async (/** @type {Item} */ item) => (await detail()).openItem(item),
  remove: async (/** @type {Item[]} */ items) => (await editing()).remove(items),
  removeAll: async () => (await editing()).removeAll(),
  restore: async (/** @type {Item} */ item) => (await editing()).restore(item),
  addTag: async (/** @type {Item} */ item, /** @type {string} */ tag) => (await editing()).addTag(item, tag),
  dismiss: async (/** @type {Item} */ item, /** @type {string} */ tag) => (await editing()).dismiss(item, tag),
});

/** Shows the item in the address, if there is one, and in wide windows the one of the keyboard; closes what was open. */
async function showDetail() {
  const isOpen = document.documentElement.classList.contains("item-open");
  if (itemInAddress() || hasRoomForDetail() || isOpen) (await detail()).openItemInAddress();
}
// The list isn't drawn first if an item takes its place.
document.documentElement.classList.toggle("item-open", itemInAddress() > 0 && !hasRoomForDetail());
leave.act = () => focusRow(0);

/**
 * Acts on the row of the keyboard.
 * @param {(item: import("./items_model.js").Item) => void} act
 */
function withFocused(act) {
  return () => {
    const item = focusedItem();
    if (item) act(item);
    else focusRow(0);
  };
}

/** @param {boolean} isRange */
function toggle(isRange) {
  if (state.focus >= 0) dispatch({ type: "toggled", index: state.focus, isRange });
}

shortcuts.add("/", "items.key.query", focusQuery);
for (const key of ["j", "ArrowDown"]) shortcuts.add(key, "items.key.next", () => focusRow(state.focus + 1));
for (const key of ["k", "ArrowUp"]) shortcuts.add(key, "items.key.previous", () => focusRow(state.focus - 1));
shortcuts.add("Enter", "items.key.open", withFocused(openLocation));
shortcuts.add("e", "items.key.tags", () => {
  if (state.selected.size > 0 || state.areAllSelected) openTagging(true);
  else withFocused((item) => actions.edit(item))();
});
shortcuts.add(
  "Shift+E",
  "items.key.edit",
  withFocused((item) => actions.open(item)),
);
shortcuts.add("x", "items.key.select", () => toggle(false));
shortcuts.add("Shift+X", "items.key.selectRange", () => toggle(true));
shortcuts.add("#", "items.key.tag", () => typeIntoQuery("#"));
shortcuts.add("v", "items.saveView", () => {
  if (canSaveView(state)) nameView();
});
shortcuts.add("Delete", "items.key.delete", () => {
  if (state.selected.size > 0 || state.areAllSelected) removeSelected();
  else withFocused((item) => actions.remove([item]))();
});
shortcuts.add("Escape", "items.key.deselect", () => dispatch({ type: "deselected" }));

// MARK: The history

/** @type {ReturnType<typeof setTimeout> | undefined} */
let scrollTimer;

history.scrollRestoration = "manual";
addEventListener(
  "scroll",
  () => {
    clearTimeout(scrollTimer);
    scrollTimer = setTimeout(() => history.replaceState({ ...history.state, top: scrollY }, ""), 150);
  },
  { passive: true },
);
addEventListener("popstate", (event) => {
  if (queryInAddress() !== state.query) scrollLater(event.state?.top ?? 0);
  followAddress();
  showQuery();
  showDetail();
});

// A window without room has no detail until an item is opened.
onState((now) => {
  if (now.focus >= 0 && hasRoomForDetail()) detail();
});
onState((now, before) => {
  if (now.query !== before.query || !document.title.includes("·"))
    document.title = now.query ? `${now.query} · tagflow` : "tagflow";
});
scrollLater(history.state?.top ?? 0);
showQuery();
load();
loadCountsSoon(0);
followCommits();
showDetail();
drawSoon();
followTagDetails(() => dispatch({ type: "tagsDescribed" }));
keepItems(reload);
