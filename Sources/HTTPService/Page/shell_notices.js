// Notices, the live region, and actions that end in a notice.

import { element } from "./text.js";
import { t } from "./shell_text.js";
import { Refusal, api, changed, isClosed, sentence } from "./shell_requests.js";

export const region = element("div", { class: "hidden", role: "status", "aria-live": "polite" });
export const notice = element("div", { class: "notice", hidden: true });
/** @type {ReturnType<typeof setTimeout> | undefined} */
let noticeTimer;
let regionTimer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);

/** The element that had the focus before the notice. */
let focusedBefore = /** @type {HTMLElement | null} */ (null);
notice.addEventListener("focusin", (/** @type {FocusEvent} */ event) => {
  const from = /** @type {HTMLElement | null} */ (event.relatedTarget);
  if (from && !notice.contains(from)) focusedBefore = from;
});

/** Hides the notice; the focus goes back, since nobody can find it on a hidden button. */
export function hideNotice() {
  const hadFocus = notice.contains(document.activeElement);
  notice.hidden = true;
  if (!hadFocus) return;
  const main = document.querySelector("main");
  main?.setAttribute("tabindex", "-1");
  (focusedBefore?.isConnected ? focusedBefore : main)?.focus({ preventScroll: true });
}

/** Puts the notice and the live region into the open dialog, since nothing behind it can be reached or heard, else into the view. */
export function placeNotices() {
  const host = [...document.querySelectorAll("dialog[open]")].pop() ?? document.querySelector("main");
  if (region.parentElement !== host) host?.append(notice, region);
}

/** @param {string} text */
export function announce(text) {
  // A text that is already there would not be announced again.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
  clearTimeout(regionTimer);
  regionTimer = setTimeout(() => {
    region.textContent = "";
  }, 20_000);
}

/**
 * @param {string} text
 * @param {{ actions?: { label: string, act: () => unknown }[], wrong?: boolean, seconds?: number }} options
 */
export function tell(text, { actions = [], wrong = false, seconds = actions.length > 0 || wrong ? 10 : 5 } = {}) {
  clearTimeout(noticeTimer);
  const buttons = actions.map(({ label, act }) =>
    element("button", {
      text: label,
      onclick: () => {
        hideNotice();
        act();
      },
    }),
  );
  notice.replaceChildren(element("span", { text }), ...buttons);
  notice.classList.toggle("wrong", wrong);
  notice.hidden = false;
  announce(text);
  const wait = () => {
    noticeTimer = setTimeout(() => (notice.matches(":hover, :focus-within") ? wait() : hideNotice()), seconds * 1000);
  };
  wait();
}

/** Undoes the newest change, whoever made it. */
export async function undo() {
  await undone(undefined);
}

/**
 * @param {{ change: number } | undefined} which
 * @returns {Promise<boolean>} whether it was undone
 */
async function undone(which) {
  const done = await attempt(() => api("POST", "undo", which));
  if (!done) return false;
  // Changes of items are named by numbers, which mean nothing to people.
  const isNumbered = /^[a-z]+-items?\b/.test(done.change);
  const key = done.kept ? "shell.kept" : isNumbered ? "board.undone" : "shell.undone";
  tell(t(key, { change: done.change }));
  changed();
  return true;
}

/**
 * Makes the action that undoes the change that was just made here. The server refuses it once another change is newer.
 * @returns {{ label: string, act: () => Promise<boolean> }} `act` returns whether the change was undone
 */
export function undoAction() {
  const made = newestChange();
  // Only a person who undoes has to read why the number is unknown.
  made.catch(() => {});
  const act = async () => {
    const change = await attempt(() => made);
    return change !== undefined && undone({ change });
  };
  return { label: t("shell.undo"), act };
}

/** @returns {Promise<number>} 0 if there is no change */
async function newestChange() {
  const { changes } = await api("GET", "changes?limit=1");
  return changes[0]?.id ?? 0;
}

/**
 * @template T
 * @param {() => Promise<T>} action
 * @returns {Promise<T | undefined>}
 */
export async function attempt(action) {
  try {
    return await action();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return undefined;
    if (!(error instanceof Refusal)) throw error;
    if (error.status !== 401 && !isClosed()) tell(sentence(error.message), { wrong: true });
    return undefined;
  }
}
