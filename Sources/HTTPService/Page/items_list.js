// The list of items: only the rows near the window are in the document.

import { canWrite, element, openMenu, safeLink, t, tell } from "./shell.js";
import { Heights } from "./items_window.js";
import { indexOf, isSelected, itemAt } from "./items_model.js";
import {
  dispatch,
  drawNow,
  drawSoon,
  load,
  loadSuggestionsSoon,
  onState,
  range,
  search,
  state,
} from "./items_store.js";
import { toggledTag } from "./items_query.js";
import { drawRow, drawTags, ghosts } from "./items_row.js";

/**
 * @typedef {import("./items_model.js").Item} Item
 * @typedef {import("./items_model.js").State} State
 */

const rowList = /** @type {HTMLElement} */ (document.getElementById("list"));
const head = /** @type {HTMLElement} */ (document.querySelector(".head"));

/** How far beyond the window rows are drawn, in pixels. */
const MARGIN = 500;

/** The height of a row without a note, in pixels. */
const ROW = 60;
let heights = new Heights(0, ROW);
/** @type {Map<number, { row: HTMLElement, item: Item | undefined, wasSought: string, described: number }>} the drawn rows by index */
const rows = new Map();
/** The actions of the rows; set by items.js. */
export const actions = {
  edit: (/** @type {Item} */ _item) => {},
  open: (/** @type {Item} */ _item) => {},
  remove: (/** @type {Item[]} */ _items) => {},
  addTag: (/** @type {Item} */ _item, /** @type {string} */ _tag) => {},
  removeAll: () => {},
  restore: (/** @type {Item} */ _item) => {},
  dismiss: (/** @type {Item} */ _item, /** @type {string} */ _tag) => {},
};

const sizes = new ResizeObserver((entries) => {
  let isChanged = false;
  for (const { target } of entries) isChanged = measure(/** @type {HTMLElement} */ (target)) !== 0 || isChanged;
  if (isChanged) place();
});

/** The beginning of the window in the list. */
function windowTop() {
  return scrollY - listTop();
}

function listTop() {
  return rowList.offsetTop + /** @type {HTMLElement} */ (rowList.offsetParent ?? document.body).offsetTop;
}

/** @param {HTMLElement} row */
function measure(row) {
  const index = Number(row.dataset.index);
  if (!row.isConnected || rows.get(index)?.row !== row) return 0;
  const isAbove = heights.top(index) + heights.height(index) < windowTop() + head.offsetHeight;
  const change = heights.set(index, row.offsetHeight);
  // The visible rows stay in place when a row above them is higher than estimated.
  if (change && isAbove) scrollBy(0, change);
  return change;
}

function place() {
  rowList.style.height = `${heights.total}px`;
  for (const [index, { row }] of rows) row.style.top = `${heights.top(index)}px`;
}

/** The scroll position to return to after going back or reloading. */
let wantedTop = 0;

/** @param {number} top */
export function scrollLater(top) {
  wantedTop = top;
}

/**
 * @param {State} now
 * @param {State} before
 */
function drawList(now, before) {
  rowList.classList.toggle("untagged", /(^|\s)untagged(\s|$)/.test(now.query));
  const isNew = now.shownStamp !== before.shownStamp || heights.count !== now.total;
  if (isNew) renew(now, before);
  const top = windowTop();
  range.first = heights.at(top - MARGIN);
  range.last = heights.at(top + innerHeight + MARGIN);
  const kept = new Set([now.focus, indexOf(now, now.editing)]);
  for (const [index, { row }] of rows) {
    if (index < now.total && ((index >= range.first && index <= range.last) || kept.has(index))) continue;
    sizes.unobserve(row);
    row.remove();
    rows.delete(index);
  }
  if (now.total === 0) return void place();
  for (let index = range.first; index <= range.last; index += 1) drawAt(now, before, index);
  for (const index of kept) if (index >= 0 && index < now.total) drawAt(now, before, index);
  load();
  // Rows are measured together, so that the layout is computed once.
  for (const { row } of rows.values()) measure(row);
  place();
  loadSuggestionsSoon();
}

/**
 * Begins with new results; after a change elsewhere, the first visible row stays in place.
 * @param {State} now
 * @param {State} before
 */
function renew(now, before) {
  const isSame = now.query === before.query && before.total > 0;
  const first = heights.at(windowTop() + head.offsetHeight);
  const anchor = isSame && windowTop() > 0 ? itemAt(before, first) : undefined;
  const offset = windowTop() - heights.top(first);
  const measured = [...rows.keys()].map((index) => heights.height(index));
  const estimate = measured.length ? measured.reduce((sum, each) => sum + each, 0) / measured.length : ROW;
  const old = heights;
  heights = new Heights(now.total, Math.round(estimate));
  if (isSame)
    for (let index = 0; index < Math.min(old.count, now.total); index += 1)
      if (old.height(index) !== old.estimate) heights.set(index, old.height(index));
  place();
  const index = anchor ? indexOf(now, anchor.id) : -1;
  if (index >= 0) scrollTo(0, heights.top(index) + offset + listTop());
  else if (!isSame) scrollTo(0, wantedTop);
  wantedTop = 0;
}

/**
 * @param {State} now
 * @param {State} before
 * @param {number} index
 */
function drawAt(now, before, index) {
  const item = itemAt(now, index);
  const drawn = rows.get(index) ?? addRow(index);
  const { row } = drawn;
  const isFocused = now.focus === index;
  row.classList.toggle("focused", isFocused);
  row.setAttribute("aria-setsize", String(now.total));
  if (drawn.item !== item || (item && (drawn.wasSought !== now.query || drawn.described !== now.described))) {
    const hadFocus = row.contains(document.activeElement);
    if (item && item.id === now.editing && drawn.item?.id === item.id) {
      /* The field in the row is newer than the item. */
    } else if (item) drawRow(row, now, item);
    else row.replaceChildren(element("div", { class: "blank" }));
    row.classList.toggle("empty", !item);
    Object.assign(drawn, { item, wasSought: now.query, described: now.described });
    if (hadFocus && !row.contains(document.activeElement)) row.focus({ preventScroll: true });
  } else if (
    item &&
    now.suggestions !== before.suggestions &&
    item.id !== now.editing &&
    now.suggestions.get(item.id) !== before.suggestions.get(item.id)
  ) {
    row.querySelector(".ghosts")?.replaceWith(ghosts(now, item));
  }
  const isOn = !!item && isSelected(now, item);
  row.classList.toggle("selected", isOn);
  const box = /** @type {HTMLInputElement | null} */ (row.querySelector(".pick"));
  if (box) box.checked = isOn;
}

/** @param {number} index */
function addRow(index) {
  const row = element("li", { class: "row", tabindex: -1, "data-index": index, "aria-posinset": index + 1 });
  const drawn = { row, item: undefined, wasSought: "", described: 0 };
  row.style.top = `${heights.top(index)}px`;
  rows.set(index, drawn);
  // The order in the document is the order of reading.
  const next = [...rows.keys()].filter((other) => other > index).sort((one, other) => one - other)[0];
  rowList.insertBefore(row, next === undefined ? null : (rows.get(next)?.row ?? null));
  sizes.observe(row);
  return drawn;
}

/**
 * Draws the tags of a row again, after editing them.
 * @param {Item} item
 */
export function redrawTags(item) {
  const row = rowOf(item);
  const part = /** @type {HTMLElement | null} */ (row?.querySelector(".tags") ?? null);
  if (part) drawTags(part, state, item);
}

/** @param {Item} item */
export function rowOf(item) {
  return [...rows.values()].find((drawn) => drawn.item?.id === item.id)?.row;
}

// MARK: The row of the keyboard

/** @param {number} index */
export function focusRow(index) {
  const next = Math.max(0, Math.min(index, state.total - 1));
  if (state.total === 0) return;
  dispatch({ type: "focused", index: next });
  const top = heights.top(next) + listTop();
  const [above, below] = [scrollY + head.offsetHeight + head.offsetTop + 60, scrollY + innerHeight - 90];
  if (top < above) scrollTo(0, Math.max(0, next === 0 ? 0 : top - head.offsetHeight - 72));
  else if (top + heights.height(next) > below) scrollTo(0, top + heights.height(next) - innerHeight + 90);
  // The row gets the focus before the next key is pressed, which may move it.
  drawNow();
  const row = rows.get(next)?.row;
  if (!row?.contains(document.activeElement)) row?.focus({ preventScroll: true });
}

/** The item of the keyboard's row. */
export function focusedItem() {
  return state.focus < 0 ? undefined : itemAt(state, state.focus);
}

/**
 * Opens the location of an item; without one, the item.
 * @param {Item} item
 */
export function openLocation(item) {
  const href = safeLink(item.location);
  if (href) window.open(href, "_blank", "noopener,noreferrer");
  else actions.open(item);
}

// MARK: Pointers

/** @param {Event} event */
function rowAt(event) {
  const row = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".row"));
  const index = Number(row?.dataset.index ?? -1);
  return { row, index, item: index < 0 ? undefined : itemAt(state, index) };
}

/** @param {MouseEvent} event */
function clicked(event) {
  const { row, index, item } = rowAt(event);
  const target = /** @type {HTMLElement} */ (event.target);
  if (!row || !item) return;
  const chip = /** @type {HTMLElement | null} */ (target.closest("[data-tag]"));
  const ghost = /** @type {HTMLElement | null} */ (target.closest("[data-add], [data-dismiss]"));
  if (isHeld) {
    // The press that selected the row isn't a click.
    event.preventDefault();
    isHeld = false;
  } else if (target.matches(".pick")) dispatch({ type: "toggled", index, isRange: event.shiftKey });
  else if (isTouch() && state.selected.size > 0 && !target.closest(".pick-area")) {
    event.preventDefault();
    dispatch({ type: "toggled", index });
  } else if (ghost?.dataset.add) actions.addTag(item, ghost.dataset.add);
  else if (ghost?.dataset.dismiss) actions.dismiss(item, ghost.dataset.dismiss);
  else if (target.closest(".add-tag")) actions.edit(item);
  else if (target.closest(".more")) openMore(/** @type {HTMLElement} */ (target.closest(".more")), index, item);
  else if (chip && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    search(toggledTag(state.query, chip.dataset.tag ?? "", event.altKey));
  } else if (isTouch() && !chip && !target.closest(".pick-area, button, input, .tag-editor")) {
    event.preventDefault();
    actions.open(item);
  }
}

/** Whether a finger is what points, for which the whole row is one button. */
const isTouch = () => matchMedia("(pointer: coarse)").matches;

/** How long a finger presses a row to select it, in milliseconds. */
const HOLD = 500;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let holdTimer;
let isHeld = false;

/** @param {PointerEvent} event */
function pressedRow(event) {
  isHeld = false;
  clearTimeout(holdTimer);
  const { index, item } = rowAt(event);
  if (event.pointerType === "mouse" || !item) return;
  holdTimer = setTimeout(() => {
    isHeld = true;
    dispatch({ type: "toggled", index });
  }, HOLD);
}

for (const type of /** @type {const} */ (["pointerup", "pointercancel", "pointermove"]))
  rowList.addEventListener(type, (event) => {
    if (type !== "pointermove" || Math.abs(event.movementX) + Math.abs(event.movementY) > 4) clearTimeout(holdTimer);
  });
rowList.addEventListener("pointerdown", pressedRow);
rowList.addEventListener("contextmenu", (event) => {
  if (isTouch()) event.preventDefault();
});

/**
 * @param {HTMLElement} button
 * @param {number} index
 * @param {Item} item
 */
function openMore(button, index, item) {
  const copy = async () => {
    await navigator.clipboard.writeText(item.location ?? "");
    tell(t("items.copied"));
  };
  const writing = [
    { label: t("items.edit"), icon: "edit", hint: "Shift E", act: () => actions.open(item) },
    { label: t("items.tagsOf"), icon: "tags", hint: "e", act: () => actions.edit(item) },
  ];
  openMenu(button, [
    ...(safeLink(item.location)
      ? [{ label: t("items.open"), icon: "open", hint: "↵", act: () => openLocation(item) }]
      : []),
    ...(item.location ? [{ label: t("items.copy"), icon: "copy", act: copy }] : []),
    ...(canWrite() ? writing : [{ label: t("items.show"), icon: "all", act: () => actions.open(item) }]),
    {
      label: t(isSelected(state, item) ? "items.deselect" : "items.selectOne"),
      icon: "check",
      hint: "x",
      act: () => dispatch({ type: "toggled", index }),
    },
    ...(canWrite() && item.tags.length > 0
      ? [{ label: t("items.restore"), icon: "board", act: () => actions.restore(item) }]
      : []),
    ...(canWrite()
      ? [null, { label: t("items.delete"), icon: "trash", hint: "Del", wrong: true, act: () => actions.remove([item]) }]
      : []),
  ]);
}

rowList.addEventListener("click", clicked);
rowList.addEventListener("focusin", (event) => {
  const { index } = rowAt(event);
  if (index >= 0 && index !== state.focus) dispatch({ type: "focused", index });
});
addEventListener("scroll", drawSoon, { passive: true });
addEventListener("resize", drawSoon);
onState(drawList);
