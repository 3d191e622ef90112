// The frame around every view: navigation, the bar at the bottom of phones, keys, the theme, and when views are drawn.

import { element } from "./text.js";
import { icon } from "./shell_elements.js";
import { t } from "./shell_text.js";
import { link, space } from "./shell_address.js";
import { changed, forgetTokens, live } from "./shell_requests.js";
import { placeNotices, undo } from "./shell_notices.js";
import { openMenu } from "./shell_dialogs.js";
import { forgetKeptItems, startOffline } from "./shell_offline.js";

const VIEWS = [
  { view: "items", path: "/", key: "g" },
  { view: "tags", path: "/tags", key: "t" },
  { view: "board", path: "/board", key: "b" },
  { view: "stats", path: "/stats", key: "" },
  { view: "settings", path: "/settings", key: "" },
];

const theme = localStorage.getItem("tagflow.theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

/** Whether the view has its own stream of commits, its own undo, and keys that type. */
let isOnItsOwn = false;

/**
 * Draws the frame of a view, and starts the parts that all views have.
 * @param {string} view
 * @param {{ hasOwnKeys?: boolean }} options  whether the view has its own undo, keys, and stream of commits
 */
export function start(view, { hasOwnKeys = false } = {}) {
  if (new URLSearchParams(window.location.search).has("signed-in")) {
    forgetTokens();
    forgetKeptItems();
    history.replaceState(null, "", window.location.pathname);
  }
  isOnItsOwn = hasOwnKeys;
  translate();
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  main.id = main.id || "main";
  document.body.prepend(element("a", { class: "skip", href: `#${main.id}`, text: t("shell.skip") }), topBar(view));
  document.body.append(bottomBar(view));
  placeNotices();
  // The page that lets a program in is never kept.
  if (view !== "connect") void startOffline();
  if (isOnItsOwn) return;
  shortcuts.add("a", "shell.add", () => window.location.assign(link("/add")));
  for (const other of VIEWS)
    if (other.key && other.view !== view)
      shortcuts.add(other.key, `shell.${other.view}`, () => window.location.assign(link(other.path)));
  if (view !== "tags") shortcuts.add("c", "tags.cleanUp", () => window.location.assign(link("/tags#clean")));
  shortcuts.add("u", "shell.undo", undo);
  shortcuts.add("?", "shell.keys", openKeys);
  live(() => {});
  // Another view may have changed something while this page waited in the history.
  addEventListener("pageshow", (event) => {
    if (event.persisted) changed();
  });
}

/** Replaces the English texts of the HTML. */
function translate() {
  for (const part of document.querySelectorAll("[data-t]"))
    part.textContent = t(/** @type {HTMLElement} */ (part).dataset.t ?? "");
  for (const part of document.querySelectorAll("[data-t-label]"))
    part.setAttribute("aria-label", t(/** @type {HTMLElement} */ (part).dataset.tLabel ?? ""));
  for (const part of document.querySelectorAll("[data-t-placeholder]"))
    part.setAttribute("placeholder", t(/** @type {HTMLElement} */ (part).dataset.tPlaceholder ?? ""));
}

/** @param {string} view */
function topBar(view) {
  const entry = (/** @type {{ view: string, path: string }} */ to, /** @type {boolean} */ isIcon) => {
    const current = to.view === view ? "page" : undefined;
    const label = t(`shell.${to.view}`);
    return element(
      "a",
      {
        href: link(to.path),
        class: isIcon ? `icon-button nav-${to.view}` : `nav-${to.view}`,
        "aria-current": current,
        "aria-label": isIcon ? label : undefined,
      },
      icon(to.view),
      isIcon ? null : element("span", { text: label }),
    );
  };
  const more = element(
    "button",
    { class: "icon-button narrow", "aria-label": t("shell.more"), "aria-haspopup": "menu", "aria-expanded": "false" },
    icon("more"),
  );
  more.addEventListener("click", () =>
    openMenu(more, [
      ...VIEWS.slice(3).map((to) => ({
        label: t(`shell.${to.view}`),
        icon: to.view,
        act: () => window.location.assign(link(to.path)),
      })),
      ...(isOnItsOwn ? [] : [{ label: t("shell.undo"), icon: "undo", act: undo }]),
    ]),
  );
  return element(
    "header",
    { class: "top" },
    element(
      "a",
      { class: "brand", href: link("/"), "aria-label": space ? `tagflow, ${space}` : "tagflow" },
      element("span", { class: "mark", "aria-hidden": "true" }),
      element("span", { text: space || "tagflow" }),
    ),
    element("nav", { "aria-label": t("shell.views") }, ...VIEWS.slice(0, 4).map((to) => entry(to, false))),
    element(
      "div",
      { class: "tools" },
      element(
        "a",
        { class: "main add writes", href: link("/add") },
        icon("add"),
        element("span", { text: t("shell.add") }),
      ),
      isOnItsOwn
        ? null
        : element(
            "button",
            { class: "icon-button writes wide", "aria-label": t("shell.undo"), onclick: undo },
            icon("undo"),
          ),
      isOnItsOwn
        ? null
        : element(
            "button",
            { class: "icon-button wide", "aria-label": t("shell.keys"), onclick: openKeys },
            icon("help"),
          ),
      entry(VIEWS[4], true),
      more,
    ),
  );
}

/** @param {string} view */
function bottomBar(view) {
  const entry = (/** @type {string} */ name, /** @type {string} */ path, /** @type {string} */ kind = "") =>
    element(
      "a",
      { href: link(path), class: kind, "aria-current": name === view ? "page" : undefined },
      icon(name),
      element("span", { text: t(`shell.${name}`) }),
    );
  return element(
    "nav",
    { class: "bottom", "aria-label": t("shell.views") },
    entry("items", "/"),
    entry("add", "/add", "writes"),
    entry("tags", "/tags"),
    entry("board", "/board"),
  );
}

// MARK: Keys

/** @type {Map<string, { text: string, act: (event: KeyboardEvent) => void }>} */
const keys = new Map();

export const shortcuts = {
  /**
   * @param {string} key  as KeyboardEvent has it, with "Shift+" before a letter
   * @param {string} text  the key of the text that the list of keys shows
   * @param {(event: KeyboardEvent) => void} act
   */
  add(key, text, act) {
    keys.set(key, { text, act });
  },
  /** @param {string} key */
  remove(key) {
    keys.delete(key);
  },
  get areOn() {
    return localStorage.getItem("tagflow.shortcuts") !== "off";
  },
};

/** @param {KeyboardEvent} event */
function pressed(event) {
  const target = /** @type {HTMLElement} */ (event.composedPath()[0]);
  if (
    isOnItsOwn ||
    document.querySelector("dialog[open]") ||
    event.defaultPrevented ||
    event.isComposing ||
    target.closest?.(
      "dialog, [popover], input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], tag-input",
    )
  )
    return;
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "z") {
    event.preventDefault();
    return void undo();
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isLetter = event.key.length === 1;
  // In a form, someone who types may have landed on a button.
  if (isLetter && target.closest?.("form")) return;
  // Letters and signs can be turned off, since dictation and stray touches type them; Enter and arrows remain.
  if (isLetter && !shortcuts.areOn) return;
  const found = keys.get(event.shiftKey && /^\p{L}$/u.test(event.key) ? `Shift+${event.key.toUpperCase()}` : event.key);
  if (!found || ((event.key === "Enter" || event.key === " ") && target.closest?.("a, button, summary"))) return;
  event.preventDefault();
  found.act(event);
}

document.addEventListener("keydown", pressed);

async function openKeys() {
  (await import("./shell_keys.js")).openKeys(keys);
}

// MARK: Drawing

/** The longest presses of fingers and of a mouse that hold up drawing, in milliseconds; a longer one is a gesture. */
const [TOUCH, MOUSE] = [300, 3000];
let isPressed = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let releasing;
/** @type {(() => void)[]} */
const waiting = [];

function release() {
  clearTimeout(releasing);
  isPressed = false;
  for (const draw of waiting.splice(0)) requestAnimationFrame(draw);
}

addEventListener("pointerdown", ({ pointerType }) => {
  release();
  isPressed = true;
  releasing = setTimeout(release, pointerType === "mouse" ? MOUSE : TOUCH);
});
for (const type of ["pointercancel", "click"]) addEventListener(type, () => setTimeout(release));

/**
 * Draws before the next frame, but not between a press and its click: the click would be lost if its element were replaced.
 * @param {() => void} draw
 */
export function drawInTime(draw) {
  if (isPressed) waiting.push(draw);
  else requestAnimationFrame(draw);
}
