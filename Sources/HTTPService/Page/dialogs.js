// Menus, and the dialogs that ask one thing.

import { element, keyOf } from "./text.js";
import { Combobox } from "./combobox.js";

/**
 * @typedef {{ text: string, note?: string, run?: () => void, isChosen?: boolean, isLine?: boolean }} MenuItem
 * @typedef {{ title: string, text?: string, label?: string, value?: string, button: string, isOptional?: boolean, suggest?: (text: string) => Promise<import("./combobox.js").Option[]>, act: (text: string) => void | Promise<void> }} Question
 */

/**
 * Opens a menu beside an element, or at a place of the window; the focus goes back to where it was.
 * @param {HTMLElement | { x: number, y: number }} place
 * @param {MenuItem[]} items
 * @param {string} label
 */
export function openMenu(place, items, label) {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const menu = element("div", { class: "menu", role: "menu", popover: "manual", "aria-label": label });
  const close = () => {
    // At once: the next key must not go to a menu that is gone.
    if (menu.contains(document.activeElement)) before?.focus({ preventScroll: true });
    menu.hidePopover();
  };
  typed.text = "";
  // A menu that browsers close by themselves would be closed by the very button that opened it, when it is let go.
  const outside = (/** @type {PointerEvent} */ event) => { if (!menu.contains(/** @type {Node} */ (event.target))) close(); };
  addEventListener("pointerdown", outside, true);
  menu.append(...items.map((item) => menuItem(item, close)));
  menu.addEventListener("keydown", (event) => menuKey(menu, event, close));
  menu.addEventListener("toggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState === "open") return;
    if (place instanceof HTMLElement) place.setAttribute("aria-expanded", "false");
    removeEventListener("pointerdown", outside, true);
    menu.remove();
  });
  document.querySelector("main")?.append(menu);
  menu.showPopover();
  if (place instanceof HTMLElement) place.setAttribute("aria-expanded", "true");
  put(menu, place);
  /** @type {HTMLElement | null} */ (menu.querySelector("[aria-checked=true]") ?? menu.querySelector("button"))?.focus();
}

/**
 * @param {MenuItem} item
 * @param {() => void} close
 */
function menuItem({ text, note, run, isChosen, isLine }, close) {
  if (isLine) return element("hr", { role: "separator" });
  const choose = () => { close(); run?.(); };
  const role = isChosen === undefined ? { role: "menuitem" } : { role: "menuitemradio", "aria-checked": String(isChosen) };
  return element("button", { ...role, tabindex: "-1", onclick: choose }, element("bdi", { text }), ...(note ? [element("small", { text: note })] : []));
}

/**
 * @param {HTMLElement} menu
 * @param {HTMLElement | { x: number, y: number }} place
 */
function put(menu, place) {
  const frame = place instanceof HTMLElement ? place.getBoundingClientRect() : { left: place.x, right: place.x, bottom: place.y, top: place.y };
  const [width, height] = [menu.offsetWidth, menu.offsetHeight];
  const isAtEnd = place instanceof HTMLElement && frame.left > innerWidth / 2;
  const left = isAtEnd ? frame.right - width : frame.left;
  const isAbove = frame.bottom + 6 + height > innerHeight && frame.top - 6 - height > 0;
  const top = isAbove ? frame.top - 6 - height : Math.min(frame.bottom + 6, innerHeight - height - 8);
  Object.assign(menu.style, { left: `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`, top: `${Math.max(8, top)}px` });
}

/**
 * @param {HTMLElement} menu
 * @param {KeyboardEvent} event
 * @param {() => void} close
 */
function menuKey(menu, event, close) {
  const items = [...menu.querySelectorAll("button")];
  const index = items.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  const next = { ArrowDown: (index + 1) % items.length, ArrowUp: (index - 1 + items.length) % items.length, Home: 0, End: items.length - 1 }[event.key]
    ?? named(items, index, event);
  if (["Tab", "Escape"].includes(event.key)) close();
  if (next === undefined) return;
  event.preventDefault();
  items[next].focus();
}

/** The first letters of an item, typed one soon after the other. */
const typed = { text: "", at: 0 };

/**
 * The next item that begins with the letters typed.
 * @param {HTMLElement[]} items
 * @param {number} index
 * @param {KeyboardEvent} event
 */
function named(items, index, event) {
  if (event.key.length !== 1 || event.key === " " || event.ctrlKey) return undefined;
  const goesOn = event.timeStamp - typed.at < 700;
  Object.assign(typed, { text: (goesOn ? typed.text : "") + event.key.toLowerCase(), at: event.timeStamp });
  const places = items.map((_, step) => (index + (goesOn ? 0 : 1) + step) % items.length);
  return places.find((place) => items[place].textContent?.toLowerCase().startsWith(typed.text));
}

/** When a dialog was answered last, and which kind of element has the focus since then; a chip may be drawn anew. */
let closed = { at: -1_000, kind: /** @type {string | undefined} */ ("") };

/**
 * Closes a dialog that was answered; the focus is back where it was.
 * @param {HTMLDialogElement} dialog
 */
function close(dialog) {
  dialog.close();
  closed = { at: performance.now(), kind: document.activeElement?.className };
}

// Who presses Enter twice means the dialog, and not what lies beneath it.
addEventListener("keydown", (event) => {
  const { className } = /** @type {Element} */ (event.target);
  if (event.key === "Enter" && className === closed.kind && event.timeStamp - closed.at < 500) { event.preventDefault(); event.stopPropagation(); }
}, true);

/** @param {HTMLDialogElement} dialog */
function show(dialog) {
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * What went wrong, in words.
 * @param {any} error
 */
export const said = (error) => error instanceof TypeError ? "Can't reach the server; nothing was changed." : error.message;

/**
 * Asks one thing, until it can be done or is given up.
 * @param {Question} question
 */
export function ask({ title, text, label, value = "", button, isOptional, suggest, act }) {
  const dialog = /** @type {HTMLDialogElement} */ (element("dialog", { "aria-labelledby": "asked" }));
  const input = /** @type {HTMLInputElement} */ (element("input", { id: "answer", type: "text", autocomplete: "off", value, required: !isOptional }));
  const form = element("form", { class: "form" }, element("h2", { id: "asked", text: title }), ...(text ? [element("p", { text })] : []));
  if (label) form.append(element("label", { for: "answer", text: label }), answerField(input, suggest));
  const wrong = element("p", { class: "wrong", role: "alert" });
  form.append(wrong, buttons(button, () => close(dialog)));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await act(input.value.trim());
      close(dialog);
    } catch (error) {
      wrong.textContent = said(error);
    }
  });
  dialog.append(form);
  show(dialog);
  if (label) input.select();
}

/**
 * @param {HTMLInputElement} input
 * @param {Question["suggest"]} suggest
 */
function answerField(input, suggest) {
  if (!suggest) return element("div", { class: "search" }, input);
  const list = element("ul", { id: "answers", class: "options", role: "listbox", "aria-label": "Tags", hidden: true });
  for (const [name, value] of [["role", "combobox"], ["aria-controls", "answers"], ["aria-expanded", "false"], ["aria-autocomplete", "list"]]) input.setAttribute(name, value);
  /** @type {Combobox} */
  const box = new Combobox(input, list, {
    search: async (text) => box.show(text, text.trim() ? await suggest(text) : []),
    choose: (option) => { input.value = option.value ?? option.text; box.answered = input.value; },
    submit: () => input.form?.requestSubmit(),
  });
  return element("div", { class: "search" }, input, list);
}

/**
 * @param {string} name
 * @param {() => void} cancel
 */
function buttons(name, cancel) {
  return element("div", { class: "buttons" }, element("button", { type: "button", class: "quiet", text: "Cancel", onclick: cancel }), element("button", { class: "main", text: name }));
}

/** From how many rows on a list is searched. */
const LONG = 8;

/**
 * A field that leaves of a list what holds its text.
 * @param {{ text: string, note: string }[]} rows
 * @param {HTMLElement[]} items
 */
function finder(rows, items) {
  const input = /** @type {HTMLInputElement} */ (element("input", { placeholder: "Find", autofocus: true }));
  const texts = rows.map(({ text, note }) => keyOf(`${text} ${note}`));
  input.oninput = () => items.forEach((item, index) => { item.hidden = !texts[index].includes(keyOf(input.value)); });
  return element("div", { class: "form" }, element("div", { class: "search" }, input));
}

/**
 * Shows a list in a dialog.
 * @param {string} title
 * @param {string} empty  what stands where nothing is listed
 * @param {{ text: string, note: string, buttons: { text: string, run: () => void, keeps?: boolean }[] }[]} rows
 */
export function openList(title, empty, rows) {
  const dialog = /** @type {HTMLDialogElement} */ (element("dialog", { "aria-labelledby": "asked" }));
  const end = element("button", { class: "quiet", text: "Close", autofocus: true, onclick: () => close(dialog) });
  const items = rows.map((row) => {
    const item = element("li", {}, element("div", {}, element("bdi", { text: row.text }), element("small", { text: row.note })));
    for (const { text, run, keeps } of row.buttons) {
      const act = () => { keeps ? item.remove() : close(dialog); run(); if (keeps) end.focus(); };
      item.append(element("button", { class: "quiet", text, "aria-label": `${text}: ${row.text}`, onclick: act }));
    }
    return item;
  });
  // A list that scrolls is reached by keys, by its buttons or by itself.
  const tabindex = rows.some((row) => row.buttons.length > 0) ? undefined : "0";
  const heading = element("h2", { id: "asked", text: title });
  dialog.append(heading, ...(rows.length > LONG ? [finder(rows, items)] : []), items.length > 0 ? element("ul", { class: "list", tabindex }, ...items) : element("p", { text: empty }), element("div", { class: "buttons" }, end));
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  show(dialog);
}
