// The whole item: in the column next to the list, in windows that have room for it, or else in the place of the list.

import { announce, attempt, canWrite, date, element, icon, safeLink, t, tell, undoAction } from "./shell.js";
import { addressOf, changing, dispatch, drawNow, itemInAddress, onState, state } from "./items_store.js";
import { editItem, readItem, readVersion, suggest } from "./items_server.js";
import { tagTerm } from "./items_query.js";
import { changedFields, replacesOthers } from "./items_changes.js";
import { indexOf, itemAt } from "./items_model.js";
import { loadField, remove } from "./items_editing.js";
import { focusRow } from "./items_list.js";
import { linkText } from "./items_row.js";
import { groupOfTag, lookOf, tagGroups } from "./tag_details.js";
import { colorDot, tagTooltip } from "./tag_looks.js";

/** @typedef {import("./items_model.js").Item} Item */

const detail = /** @type {HTMLElement} */ (document.getElementById("detail"));
const hasRoom = matchMedia("(min-width: 1440px)");
const empty = element("p", { class: "soft detail-empty", text: t("items.nothingOpen") });

/**
 * The item that is shown, with its edited fields.
 * @type {{ item: Item, fields: () => Record<string, any>, save: () => Promise<boolean>, first: HTMLElement } | null}
 */
let shown = null;

/** Opens the item in the address; closes the one that is open if there is none. */
export async function openItemInAddress() {
  const id = itemInAddress();
  drawPlace();
  if (!id) return void (shown && !hasRoom.matches && clear());
  const item = itemAt(state, indexOf(state, id)) ?? (await attempt(() => readItem(id)));
  if (item && itemInAddress() === id) await show(item, true);
  else if (itemInAddress() === id) close();
}

/** @param {Item} item */
export function openItem(item) {
  if (itemInAddress() !== item.id)
    history.pushState({ isOpened: true, top: scrollY }, "", addressOf(state.query, item.id));
  drawPlace();
  show(item, true);
}

/** Hides the list behind an open item, unless there is room for both. */
function drawPlace() {
  document.documentElement.classList.toggle("item-open", itemInAddress() > 0 && !hasRoom.matches);
}

function close() {
  const id = shown?.item.id ?? 0;
  if (history.state?.isOpened) history.back();
  else history.replaceState({}, "", addressOf(state.query));
  drawPlace();
  if (!hasRoom.matches) clear();
  drawNow();
  if (id) focusRow(Math.max(0, indexOf(state, id)));
}

function clear() {
  shown = null;
  detail.replaceChildren(empty);
}

/**
 * @param {Item} item
 * @param {boolean} takesFocus
 */
async function show(item, takesFocus) {
  if (shown?.item.id !== item.id) {
    // The text typed for another item is saved first.
    if (shown && Object.keys(shown.fields()).length > 0 && !(await shown.save())) return;
    const TagField = await loadField();
    if (takesFocus && itemInAddress() !== item.id) return;
    shown = drawItem(item, TagField);
  }
  if (!takesFocus) return;
  scrollTo(0, 0);
  // On phones the keyboard would cover the half of the item that was opened.
  if (canWrite() && matchMedia("(pointer: fine)").matches) shown?.first.focus();
  else /** @type {HTMLElement | null} */ (detail.querySelector("#detail-heading"))?.focus();
}

/**
 * @param {Item} item
 * @param {typeof import("./tag_field.js").TagField} TagField
 */
function drawItem(item, TagField) {
  if (!canWrite()) return drawReadOnly(item);
  const { form, inputs, host } = itemForm(item, () => follow(item));
  detail.replaceChildren(heading(t("items.edit")), form);
  const { title, location, note } = inputs;
  const evidence = () => ({ ...item, title: title.value, location: location.value, note: note.value });
  const field = new TagField(host, {
    tags: item.tags,
    t,
    announce,
    isInline: true,
    lookOf,
    groups: tagGroups(),
    showsGroups: true,
    label: t("items.tags"),
    suggest: (text, given, signal) => suggest(text, given, evidence(), 8, signal),
    onEnter: () => form.requestSubmit(),
    suggestsOnFocus: true,
  });
  let known = item;
  const typed = () => ({ title: title.value.trim(), location: location.value.trim(), note: note.value });
  const fields = () => changedFields(known, { ...typed(), tags: field.tags });
  const save = async () => {
    field.take();
    const changes = fields();
    if (Object.keys(changes).length === 0) return true;
    const found = await attempt(() => readVersion(item.id));
    if (!found) return false;
    const isReplacing = replacesOthers(known, found.item, changes);
    // A second Save replaces the texts that were read; tags are added and removed in any case.
    known = { ...found.item, tags: known.tags };
    if (isReplacing) {
      tell(t("items.changedMeanwhile"), { wrong: true });
      return false;
    }
    const edited = await changing(() => editItem(item.id, changes, found.version));
    if (!edited) return false;
    known = edited;
    dispatch({ type: "changed", item: edited });
    tell(t("items.savedIn", { set: edited.set }), { actions: [undoAction()] });
    return true;
  };
  const saveAndClose = async () => {
    if ((await save()) && itemInAddress() === item.id) close();
  };
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    saveAndClose();
  });
  form.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented) return;
    if (event.key === "Escape") {
      event.preventDefault();
      field.tags = known.tags;
      for (const name of /** @type {const} */ (["title", "location", "note"])) inputs[name].value = known[name] ?? "";
      close();
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      saveAndClose();
    }
  });
  return { item, fields, save, first: title };
}

/**
 * Takes the address that an item has moved to.
 * @param {Item} item
 */
async function follow(item) {
  const edited = await changing(() => editItem(item.id, { follow: true }));
  if (!edited) return;
  dispatch({ type: "changed", item: edited });
  tell(t("items.savedIn", { set: edited.set }), { actions: [undoAction()] });
  if (shown?.item.id !== item.id) return;
  const others = shown.fields();
  shown = drawItem(edited, await loadField());
  // Other fields that were typed and not saved yet stay as they are.
  for (const name of /** @type {const} */ (["title", "note"]))
    if (others[name] !== undefined) /** @type {any} */ (detail.querySelector(`#item-${name}`)).value = others[name];
  /** @type {HTMLElement | null} */ (detail.querySelector("#item-location"))?.focus();
}

/**
 * The result of the last check of the address, and a button for a new address.
 * @param {Item} item
 * @param {(() => void) | null} following
 */
function linkPart(item, following) {
  const text = linkText(item);
  if (!text) return null;
  const button = item.checked?.location && following;
  return element(
    "p",
    { class: "link-check" },
    element("bdi", { text }),
    button
      ? element("button", { type: "button", class: "quiet writes", onclick: button, text: t("items.follow") })
      : null,
  );
}

/**
 * An item for someone who may not change it, without a form.
 * @param {Item} item
 */
function drawReadOnly(item) {
  const href = safeLink(item.location);
  const chip = (/** @type {string} */ tag) =>
    element(
      "a",
      { class: "chip", href: addressOf(tagTerm(tag)), title: tagTooltip(lookOf(tag), groupOfTag(tag), t) },
      colorDot(lookOf(tag), t),
      element("bdi", { text: tag }),
    );
  const first = element("h3", { tabindex: -1, dir: "auto", text: item.title });
  detail.replaceChildren(
    heading(t("items.item")),
    first,
    href
      ? element("p", {}, element("a", { href, target: "_blank", rel: "noreferrer noopener", text: item.location }))
      : element("p", { text: item.location ?? "" }),
    linkPart(item, null) ?? "",
    element("p", { class: "item-tags" }, ...item.tags.map(chip)),
    element("p", { class: "item-note", dir: "auto", text: item.note ?? "" }),
    element("small", { text: t("items.savedOn", { date: date(item.at), set: item.set }) }),
  );
  return { item, fields: () => ({}), save: async () => true, first };
}

/** @param {string} text */
function heading(text) {
  return element(
    "div",
    { class: "detail-head" },
    element(
      "button",
      { type: "button", class: "icon-button detail-close", "aria-label": t("items.back"), onclick: close },
      icon("back"),
    ),
    // The heading of the list is hidden with it.
    element(hasRoom.matches ? "h2" : "h1", { id: "detail-heading", tabindex: -1, text }),
  );
}

/**
 * @param {Item} item
 * @param {() => void} following  takes a new address
 */
function itemForm(item, following) {
  const input = (/** @type {string} */ name, /** @type {any} */ properties) =>
    element(name === "note" ? "textarea" : "input", {
      id: `item-${name}`,
      name,
      dir: "auto",
      autocomplete: "off",
      ...properties,
    });
  const inputs = {
    title: input("title", { class: "item-title", value: item.title, maxlength: 1000 }),
    location: input("location", { value: item.location ?? "", maxlength: 4000, dir: "ltr", spellcheck: "false" }),
    note: input("note", { value: item.note ?? "", rows: 4 }),
  };
  const host = element("div");
  const label = (/** @type {string} */ name) =>
    element("label", { for: `item-${name}`, text: t(`items.field.${name}`) });
  const form = element(
    "form",
    { class: "form item-form", "data-typed": "" },
    label("title"),
    inputs.title,
    label("location"),
    inputs.location,
    linkPart(item, following),
    element("span", { class: "label", text: t("items.tags") }),
    host,
    label("note"),
    inputs.note,
    element(
      "p",
      { class: "soft when" },
      element("small", { text: t("items.savedOn", { date: date(item.at), set: item.set }) }),
    ),
    itemButtons(item),
  );
  return { form, inputs, host };
}

/** @param {Item} item */
function itemButtons(item) {
  const href = safeLink(item.location);
  const removing = () => {
    if (itemInAddress() === item.id) close();
    clear();
    remove([item]);
  };
  return element(
    "div",
    { class: "buttons" },
    element(
      "button",
      { type: "button", class: "quiet wrong writes", onclick: removing },
      icon("trash"),
      t("items.delete"),
    ),
    element("span", { class: "space" }),
    href
      ? element(
          "a",
          { class: "second", href, target: "_blank", rel: "noreferrer noopener" },
          icon("open"),
          t("items.open"),
        )
      : null,
    element("button", { class: "main writes", text: t("items.save") }),
  );
}

/** The item that is shown next to the list when none is open: that of the keyboard's row. */
let followed = -1;

/** @param {import("./items_model.js").State} now */
function followRow(now) {
  if (!hasRoom.matches || itemInAddress() || now.focus < 0) return;
  const item = itemAt(now, now.focus);
  if (!item || item.id === followed) return;
  followed = item.id;
  if (item.id !== shown?.item.id) show(item, false);
}

onState(followRow);
hasRoom.addEventListener("change", () => {
  drawPlace();
  if (!hasRoom.matches && !itemInAddress()) clear();
});
clear();
followRow(state);
