// Menus, and the dialogs that ask one thing.

import { canHover, element, t } from "./shell.js";
import { Combobox } from "./combobox.js";

/**
 * @typedef {{ text: string, note?: string, key?: string, run?: () => void, isChosen?: boolean, isOn?: boolean, isDanger?: boolean, isLine?: boolean, isTitle?: boolean }} MenuItem  `isChosen` of one of several, `isOn` of a setting
 * @typedef {{ title: string, text?: string, label?: string, value?: string, button: string, isDanger?: boolean, isOptional?: boolean, suggest?: (text: string) => Promise<import("./combobox.js").Option[]>, act: (text: string) => void | Promise<void> }} Question
 */

/**
 * Opens a menu next to an element, or at a place of the window; the focus returns afterwards.
 * @param {HTMLElement | { x: number, y: number }} place
 * @param {MenuItem[]} items
 * @param {string} label
 */
export function openMenu(place, items, label) {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const menu = element("div", { class: "menu", role: "menu", popover: "manual", "aria-label": label });
  const close = () => {
    // The next key must not go to a menu that is gone.
    if (menu.contains(document.activeElement)) before?.focus({ preventScroll: true });
    menu.hidePopover();
  };
  typed.text = "";
  // A menu that browsers close by themselves would be closed by the very button that opened it, when it is let go.
  const outside = (/** @type {PointerEvent} */ event) => {
    if (!menu.contains(/** @type {Node} */ (event.target))) close();
  };
  addEventListener("pointerdown", outside, true);
  menu.append(...items.map((item) => menuItem(item, close)));
  menu.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => menuKey(menu, event, close));
  menu.addEventListener("toggle", (/** @type {Event} */ event) => {
    if (/** @type {ToggleEvent} */ (event).newState === "open") return;
    if (place instanceof HTMLElement) place.setAttribute("aria-expanded", "false");
    removeEventListener("pointerdown", outside, true);
    menu.remove();
  });
  document.querySelector("main")?.append(menu);
  menu.showPopover();
  if (place instanceof HTMLElement) place.setAttribute("aria-expanded", "true");
  put(menu, place);
  /** @type {HTMLElement | null} */ (
    menu.querySelector("[aria-checked=true]") ?? menu.querySelector("button")
  )?.focus();
}

/**
 * @param {MenuItem} item
 * @param {() => void} close
 */
function menuItem({ text, note, key, run, isChosen, isOn, isDanger, isLine, isTitle }, close) {
  if (isTitle) return element("p", { class: "menu-title", role: "presentation" }, element("bdi", { text }));
  if (isLine) return element("hr", { role: "separator" });
  const choose = () => {
    close();
    run?.();
  };
  const isChecked = isChosen ?? isOn;
  const role =
    isChecked === undefined
      ? { role: "menuitem" }
      : { role: isOn === undefined ? "menuitemradio" : "menuitemcheckbox", "aria-checked": String(isChecked) };
  // Who has no keyboard at hand is shown no keys.
  const hint = note ?? (canHover() ? key : undefined);
  return element(
    "button",
    { ...role, class: isDanger ? "wrong" : "", tabindex: "-1", onclick: choose },
    element("bdi", { text }),
    hint ? element("small", { text: hint }) : null,
  );
}

/**
 * @param {HTMLElement} menu
 * @param {HTMLElement | { x: number, y: number }} place
 */
function put(menu, place) {
  const frame =
    place instanceof HTMLElement
      ? place.getBoundingClientRect()
      : { left: place.x, right: place.x, bottom: place.y, top: place.y };
  const [width, height] = [menu.offsetWidth, menu.offsetHeight];
  const isAtEnd = place instanceof HTMLElement && frame.left > innerWidth / 2;
  const left = isAtEnd ? frame.right - width : frame.left;
  const isAbove = frame.bottom + 6 + height > innerHeight && frame.top - 6 - height > 0;
  const top = isAbove ? frame.top - 6 - height : Math.min(frame.bottom + 6, innerHeight - height - 8);
  Object.assign(menu.style, {
    left: `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`,
    top: `${Math.max(8, top)}px`,
  });
}

/**
 * @param {HTMLElement} menu
 * @param {KeyboardEvent} event
 * @param {() => void} close
 */
function menuKey(menu, event, close) {
  const items = [...menu.querySelectorAll("button")];
  const index = items.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  const next =
    {
      ArrowDown: (index + 1) % items.length,
      ArrowUp: (index - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    }[event.key] ?? named(items, index, event);
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

/** When a dialog was answered last, and which kind of element has the focus since then; a chip may be a new element. */
let closed = { at: -1_000, kind: /** @type {string | undefined} */ ("") };

/**
 * Closes a dialog that was answered, which returns the focus.
 * @param {HTMLDialogElement} dialog
 */
function close(dialog) {
  dialog.close();
  closed = { at: performance.now(), kind: document.activeElement?.className };
}

// A second Enter is meant for the dialog, and not for the element behind it.
addEventListener(
  "keydown",
  (event) => {
    const { className } = /** @type {Element} */ (event.target);
    if (event.key === "Enter" && className === closed.kind && event.timeStamp - closed.at < 500) {
      event.preventDefault();
      event.stopPropagation();
    }
  },
  true,
);

/** @param {HTMLDialogElement} dialog */
function show(dialog) {
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * The message of an error.
 * @param {any} error
 */
export const said = (error) => (error instanceof TypeError ? t("board.nothingChanged") : error.message);

/**
 * Asks one thing, until it can be done or is given up.
 * @param {Question} question
 */
export function ask({ title, text, label, value = "", button, isDanger, isOptional, suggest, act }) {
  const dialog = /** @type {HTMLDialogElement} */ (
    element("dialog", { class: "question", "aria-labelledby": "asked" })
  );
  const input = /** @type {HTMLInputElement} */ (
    element("input", { id: "answer", type: "text", autocomplete: "off", value, required: !isOptional })
  );
  const form = element(
    "form",
    { class: "form" },
    element("h2", { id: "asked", text: title }),
    ...(text ? [element("p", { text })] : []),
  );
  if (label) form.append(element("label", { for: "answer", text: label }), answerField(input, suggest));
  const wrong = element("p", { class: "wrong", role: "alert" });
  form.append(
    wrong,
    buttons(button, isDanger, () => close(dialog)),
  );
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
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
  const list = element("ul", {
    id: "answers",
    class: "options",
    role: "listbox",
    "aria-label": t("items.tags"),
    hidden: true,
  });
  for (const [name, value] of [
    ["role", "combobox"],
    ["aria-controls", "answers"],
    ["aria-expanded", "false"],
    ["aria-autocomplete", "list"],
  ])
    input.setAttribute(name, value);
  /** @type {Combobox} */
  const box = new Combobox(input, list, {
    search: async (text) => box.show(text, text.trim() ? await suggest(text) : []),
    choose: (option) => {
      input.value = option.value ?? option.text;
      box.answered = input.value;
    },
    submit: () => input.form?.requestSubmit(),
  });
  return element("div", { class: "search" }, input, list);
}

/**
 * @param {string} name
 * @param {boolean | undefined} isDanger
 * @param {() => void} cancel
 */
function buttons(name, isDanger, cancel) {
  return element(
    "div",
    { class: "buttons" },
    element("button", { type: "button", class: "second", text: t("shell.cancel"), onclick: cancel }),
    element("button", { class: isDanger ? "main danger" : "main", text: name }),
  );
}
