// Dialogs and menus.

import { element } from "./text.js";
import { icon } from "./shell_elements.js";
import { t } from "./shell_text.js";
import { hideNotice, placeNotices } from "./shell_notices.js";

/**
 * @param {string} title
 * @param {...import("./text.js").Child} content
 * @returns {HTMLDialogElement & { mayClose?: () => Promise<boolean> | boolean }}  `mayClose` asks what would be lost
 */
export function openDialog(title, ...content) {
  // The title gets the focus unless the caller moves it: the first control is the button that closes.
  const heading = element("h2", { id: "dialog-title", tabindex: -1, autofocus: true, text: title });
  const close = element(
    "button",
    { type: "button", class: "icon-button close", "aria-label": t("shell.close"), onclick: () => leave() },
    icon("close"),
  );
  const dialog = element(
    "dialog",
    { "aria-labelledby": "dialog-title" },
    element("div", { class: "dialog-head" }, heading, close),
    ...content,
  );
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  dialog.addEventListener("close", () => {
    placeNotices();
    dialog.remove();
    if (before?.isConnected) before.focus();
  });
  const leave = async () => {
    if (await (dialog.mayClose?.() ?? true)) dialog.close();
  };
  dialog.addEventListener("cancel", (/** @type {Event} */ event) => {
    if (!dialog.mayClose || event.target !== dialog) return;
    event.preventDefault();
    leave();
  });
  // A click beside the dialog arrives at the dialog itself.
  dialog.addEventListener("pointerdown", (/** @type {Event} */ event) => {
    if (event.target === dialog) leave();
  });
  document.body.append(dialog);
  // The notice is about what came before, and would cover the dialog.
  hideNotice();
  dialog.showModal();
  placeNotices();
  return dialog;
}

/**
 * @param {string} title
 * @param {string} text
 * @param {string} label
 * @returns {Promise<boolean>}
 */
export function confirmed(title, text, label) {
  return new Promise((resolve) => {
    const done = (/** @type {boolean} */ answer) => {
      resolve(answer);
      dialog.close();
    };
    const buttons = element(
      "div",
      { class: "buttons" },
      element("button", { class: "second", text: t("shell.cancel"), onclick: () => done(false) }),
      element("button", { class: "main danger", text: label, onclick: () => done(true) }),
    );
    const dialog = openDialog(title, text ? element("p", { text }) : null, buttons);
    dialog.addEventListener("close", () => resolve(false));
    /** @type {HTMLElement} */ (buttons.lastChild).focus();
  });
}

/** Whether there is a mouse, and so most likely a keyboard. */
export function canHover() {
  return matchMedia("(hover: hover) and (pointer: fine)").matches;
}

/**
 * @param {HTMLElement} anchor
 * @param {({ label: string, act: () => void, icon?: string, wrong?: boolean, checked?: boolean, hint?: string } | null)[]} entries
 */
export function openMenu(anchor, entries) {
  const menu = element("div", { class: "menu", popover: "auto", role: "menu" });
  for (const entry of entries) {
    if (!entry) {
      menu.append(element("hr"));
      continue;
    }
    const role = entry.checked === undefined ? "menuitem" : "menuitemradio";
    const choose = () => {
      menu.hidePopover();
      entry.act();
    };
    menu.append(
      element(
        "button",
        {
          role,
          tabindex: -1,
          class: entry.wrong ? "wrong" : "",
          "aria-checked": entry.checked === undefined ? undefined : String(entry.checked),
          onclick: choose,
        },
        entry.icon ? icon(entry.icon) : null,
        element("span", { text: entry.label }),
        entry.hint && canHover() ? element("small", { text: entry.hint }) : null,
      ),
    );
  }
  const buttons = /** @type {HTMLElement[]} */ ([...menu.querySelectorAll("button")]);
  menu.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowDown: 1, ArrowUp: -1, Tab: event.shiftKey ? -1 : 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    buttons[
      (buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step + buttons.length) % buttons.length
    ].focus();
  });
  menu.addEventListener("toggle", (/** @type {any} */ event) => {
    anchor.setAttribute("aria-expanded", String(event.newState === "open"));
    if (event.newState === "closed") {
      menu.remove();
      if (document.activeElement === document.body) anchor.focus();
    }
  });
  (anchor.closest("dialog") ?? document.body).append(menu);
  menu.showPopover();
  const [at, size] = [anchor.getBoundingClientRect(), menu.getBoundingClientRect()];
  menu.style.left = `${Math.max(8, Math.min(at.right - size.width, innerWidth - size.width - 8))}px`;
  menu.style.top = `${at.bottom + 6 + size.height > innerHeight && at.top > size.height ? at.top - size.height - 6 : at.bottom + 6}px`;
  (buttons.find((button) => button.ariaChecked === "true") ?? buttons[0])?.focus();
}
