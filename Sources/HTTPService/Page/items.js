// The Items view, the start page: finding items by a query, and changing them.
//
// 1. items_store.js has the state (items_model.js), its address, and loads what it lacks (items_server.js).
// 2. Parts draw it: items_query_field.js, items_side.js, items_status.js with items_tagging.js, items_list.js with items_row.js,
//    items_nothing.js.
// 3. items_editing.js changes items.

import { shortcuts, start } from "./shell.js";
import {
  dispatch,
  drawSoon,
  followAddress,
  followCommits,
  load,
  loadCountsSoon,
  onState,
  queryInAddress,
  state,
} from "./items_store.js";
import { focusQuery, leave, showQuery } from "./items_query_field.js";
import { openFilter, openSide } from "./items_side.js";
import { openTagging, removeSelected } from "./items_status.js";
import { actions, focusRow, focusedItem, openLocation, scrollLater } from "./items_list.js";
import { addTag, dismiss, editTags, openItem, openItemInAddress, remove, removeAll, restore } from "./items_editing.js";
import "./items_nothing.js";

start("items", { filter: openFilter });
openSide();
Object.assign(actions, { edit: editTags, open: openItem, remove, removeAll, restore, addTag, dismiss });
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
  else withFocused(editTags)();
});
shortcuts.add("Shift+E", "items.key.edit", withFocused(openItem));
shortcuts.add("x", "items.key.select", () => toggle(false));
shortcuts.add("Shift+X", "items.key.selectRange", () => toggle(true));
shortcuts.add("#", "items.key.delete", () => {
  if (state.selected.size > 0 || state.areAllSelected) removeSelected();
  else withFocused((item) => remove([item]))();
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
  openItemInAddress();
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
openItemInAddress();
drawSoon();
