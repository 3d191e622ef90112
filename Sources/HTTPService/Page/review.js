// The Review view: goes through items one at a time, in order to tag them, or through the items that a tag may fit.
//
// 1. A key, a button or a swipe is an event of review_model.js, which shows the next item immediately.
// 2. review_server.js sends decisions one after the other, and reads items ahead.
// 3. review_drawing.js draws the shown item.

import { SEPARATORS, announce, attempt, canWrite, link, live, safeLink, shortcuts, start, t, tell } from "./shell.js";
import { currentEntry, initialReview, isDone, needsItems, progressOf, swipeOf, updateReview } from "./review_model.js";
import { newestChange, readEntries, sendDecision, sendDismissal, sendUndo } from "./review_server.js";
import { ReviewDrawing } from "./review_drawing.js";
import { followTagDetails, tagGroups } from "./tag_details.js";
import { nameOf } from "./items_name.js";
import "./order_texts.js";

/** @typedef {import("./review_model.js").Event} Event */

const address = new URLSearchParams(window.location.search);
const about = {
  query: address.get("q") ?? "",
  tag: address.get("tag") ?? "",
  set: address.get("set") ?? "",
  isAgain: address.has("again"),
};
let state = initialReview(about.tag);

start("review");
const drawing = new ReviewDrawing(/** @type {HTMLElement} */ (document.querySelector("main")), about, {
  toggle: (index) => dispatch({ type: "toggled", index }),
  highlight: (index) => dispatch({ type: "highlighted", index }),
  fieldChanged: (tags) => dispatch({ type: "fieldChanged", tags }),
  decide,
  refuse,
  undo,
  again: () => load(true),
});

/** @param {Event} event */
function dispatch(event) {
  const before = state;
  state = updateReview(state, event);
  if (state === before) return;
  drawing.draw(state, canWrite());
  const entry = currentEntry(state);
  if (entry && entry.item.id !== currentEntry(before)?.item.id) announceItem();
  if (isDone(state) && !isDone(before)) announce(t("review.done"));
  load();
}

/** The result of the last decision, announced together with the next item. */
let outcome = "";

/** @param {string} text */
function setOutcome(text) {
  outcome = text;
  drawing.showOutcome(text);
}

function announceItem() {
  const entry = currentEntry(state);
  const { n, all, isMore } = progressOf(state);
  const said = [outcome, t("review.progress", { n, all: isMore ? `${all}+` : all }), entry && nameOf(entry.item)];
  outcome = "";
  announce(said.filter(Boolean).join(". "));
}

// MARK: Reading and sending

/** @param {boolean} [isRetry]  whether someone asks again after a problem */
async function load(isRetry = false) {
  if (!(isRetry ? state.next !== null && !state.isLoading : needsItems(state))) return;
  const after = state.next ?? "";
  dispatch({ type: "asked" });
  try {
    dispatch({ type: "pageRead", ...(await readEntries(about, after)) });
  } catch (error) {
    dispatch({ type: "failed", message: /** @type {Error} */ (error).message });
  }
}

/**
 * Decisions are sent one after the other.
 * @type {Promise<unknown>}
 */
let queue = Promise.resolve();
let waiting = 0;
/**
 * The changes of the steps, by their numbers, for undo.
 * @type {Map<number, number>}
 */
const changes = new Map();

/**
 * @param {number} number  of the step
 * @param {number} id  of the item
 * @param {() => Promise<void>} send
 */
function enqueue(number, id, send) {
  waiting += 1;
  queue = queue.then(async () => {
    try {
      await send();
    } catch (error) {
      refused(number, id, error);
    } finally {
      waiting -= 1;
    }
    // Without a number, the server refuses to undo the step.
    changes.set(number, await newestChange().catch(() => 0));
  });
}

/** @param {number} number @param {number} id @param {any} error */
function refused(number, id, error) {
  drawing.showOutcome("");
  if (error.status === 404) {
    tell(t("review.gone"));
    return dispatch({ type: "gone", id });
  }
  if (error.status === undefined) throw error;
  if (error.status !== 401) tell(error.message, { wrong: true });
  dispatch({ type: "refused", number });
}

// MARK: Decisions

/** @param {"saved" | "skipped"} kind  in the review of a tag, "saved" gives it to the item */
function decide(kind) {
  if (!canWrite()) return;
  drawing.takeText();
  setTagging(false);
  const entry = currentEntry(state);
  if (!entry) return;
  const { tags } = entry;
  if (kind === "skipped") setOutcome(t("review.skipped"));
  else if (about.tag) setOutcome(t("review.saved", { tags: about.tag }));
  else setOutcome(tags.length > 0 ? t("review.saved", { tags: tags.join(", ") }) : t("review.savedNone"));
  dispatch({ type: "decided", kind });
  // Without an answer about the tag, the item stays a candidate.
  if (kind === "skipped" && about.tag) return;
  enqueue(state.stepCount, entry.item.id, () => sendDecision(entry, kind, about.tag));
}

/** Answers that the reviewed tag doesn't fit. */
function refuse() {
  const entry = currentEntry(state);
  if (!canWrite() || !entry) return;
  setOutcome(t("review.notSuggested", { tag: about.tag }));
  dispatch({ type: "decided", kind: "skipped" });
  enqueue(state.stepCount, entry.item.id, () => sendDismissal(entry.item.id, about.tag));
}
/** Remembers that the highlighted suggestion isn't meant for the item. */
function dismiss() {
  const entry = currentEntry(state);
  const tag = entry?.suggestions[state.highlighted]?.tag;
  if (!canWrite() || !entry || tag === undefined) return;
  dispatch({ type: "dismissed", index: state.highlighted });
  drawing.showOutcome(t("review.notSuggested", { tag }));
  announce(t("review.notSuggested", { tag }));
  enqueue(state.stepCount, entry.item.id, () => sendDismissal(entry.item.id, tag));
}

/** Goes back to the item of the last step, and undoes its change. */
function undo() {
  const step = state.steps.at(-1);
  if (!step) return tell(t("review.nothingToUndo"));
  setOutcome(t("board.undone"));
  dispatch({ type: "undone" });
  if (step.kind === "dismissed") announceItem();
  queue = queue.then(() => attempt(async () => sendUndo(changes.get(step.number))));
}

function openItem() {
  const href = safeLink(currentEntry(state)?.item.location);
  if (href) window.open(href, "_blank", "noopener,noreferrer");
}

async function leave() {
  await queue;
  window.location.assign(link(about.tag ? "/tags" : `/?${new URLSearchParams({ q: about.query || "untagged" })}`));
}

// MARK: Keys

/** Whether `#` or a comma began a tag: letters are then its text, although the field is empty. */
let isTagging = false;

/** @param {boolean} isOn */
function setTagging(isOn) {
  isTagging = isOn;
  drawing.showTagging(isOn);
}

/** Whether a finger or a pen put the focus into the field. */
let isTapped = false;
const isTouch = () => isTapped || matchMedia("(pointer: coarse)").matches;

/**
 * The actions of letters in the review of a query, and of a tag.
 * @type {Record<string, () => void>}
 */
const letters = about.tag
  ? { y: () => decide("saved"), n: refuse, x: refuse, s: () => decide("skipped"), u: undo, o: openItem }
  : { s: () => decide("skipped"), x: dismiss, u: undo, o: openItem };

/** @param {KeyboardEvent} event */
function pressed(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.isComposing || event.defaultPrevented || document.querySelector("dialog[open], [popover]:popover-open"))
    return;
  if (target.matches("input, textarea, select") && !drawing.isField(target)) return;
  const digit = /^(?:Digit|Numpad)?([1-9])$/.exec(event.code || event.key)?.[1];
  if (event.altKey && digit && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    if (!currentEntry(state)?.suggestions[Number(digit) - 1]) return;
    dispatch({ type: "toggled", index: Number(digit) - 1 });
    return decide("saved");
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (drawing.isField(target) && (drawing.hasText || isTagging)) return pressedWhileTyping(event);
  const act = keyAction(event, target);
  if (act === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

/** @param {KeyboardEvent} event */
function pressedWhileTyping(event) {
  const { key } = event;
  if (drawing.hasText) {
    if (key === "Enter" || key === "Tab") setTagging(false);
  } else if (key === "Escape" || (key === "Backspace" && !drawing.canRecall)) {
    event.preventDefault();
    event.stopPropagation();
    setTagging(false);
  }
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} target
 * @returns {(() => void) | undefined}
 */
function keyAction({ key, shiftKey }, target) {
  const isControl = target.closest("button, a, summary") !== null;
  const isGroup = target.closest("[role=radiogroup]") !== null;
  const isLeft = getComputedStyle(document.documentElement).direction === "rtl";
  if (key === "Escape") return leave;
  if (key === "Enter") return isControl ? undefined : () => decide("saved");
  if (key === (isLeft ? "ArrowLeft" : "ArrowRight")) return isGroup ? undefined : () => decide("skipped");
  if ((key === "ArrowDown" || key === "ArrowUp") && !isGroup && !about.tag)
    return () => dispatch({ type: "highlighted", index: state.highlighted + (key === "ArrowDown" ? 1 : -1) });
  if (key.length > 1 || key === " " || !shortcuts.areOn) return undefined;
  // Someone who tapped the field types there.
  if (drawing.isField(target) && isTouch() && key !== "#") return undefined;
  if (/^[1-9]$/.test(key) && !about.tag) return () => dispatch({ type: "toggled", index: Number(key) - 1 });
  const letter = shiftKey ? undefined : letters[key];
  if (letter) return letter;
  if (key === "#" && !about.tag)
    return () => {
      setTagging(true);
      drawing.focusField();
    };
  // Any other letter is the beginning of a tag.
  if (key !== "?" && !about.tag) drawing.focusField();
  return undefined;
}

// In this view, letters that would go to other views begin a tag.
for (const key of ["a", "g", "t", "b", "c"]) shortcuts.remove(key);
shortcuts.add("Enter", about.tag ? "review.yes" : "review.key.save", () => decide("saved"));
if (about.tag) {
  shortcuts.add("y", "review.yes", letters.y);
  shortcuts.add("n", "review.no", refuse);
} else {
  shortcuts.add("1", "review.key.toggle", () => dispatch({ type: "toggled", index: 0 }));
  shortcuts.add("Alt+1", "review.key.toggleSave", () => {});
  shortcuts.add("x", "review.key.dismiss", dismiss);
  shortcuts.add("#", "review.key.tag", () => drawing.focusField());
}
for (const key of ["s", "ArrowRight"]) shortcuts.add(key, "review.skip", () => decide("skipped"));
shortcuts.add("o", "items.open", openItem);
shortcuts.add("u", "shell.undo", undo);
shortcuts.add("Escape", "review.key.leave", leave);
document.addEventListener("keydown", pressed, true);
const { input } = drawing.field;
input.addEventListener("input", (event) => {
  // Whoever separates tags is about to type another.
  if (SEPARATORS.test(/** @type {InputEvent} */ (event).data ?? "")) setTagging(true);
});
drawing.host.addEventListener("pointerdown", (/** @type {PointerEvent} */ { pointerType }) => {
  isTapped = pointerType !== "mouse";
});
input.addEventListener("focusout", () => {
  // The window lost the focus, but the field gets it back with the window.
  if (document.activeElement === input) return;
  isTapped = false;
  setTagging(false);
});

// MARK: Swipes

/**
 * The place of the press of a finger on the item.
 * @type {{ id: number, x: number, y: number } | null}
 */
let press = null;
drawing.card.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.pointerType === "mouse" || target.closest(".tag-field, button")) return;
  press = { id: event.pointerId, x: event.clientX, y: event.clientY };
});
addEventListener("pointermove", (event) => {
  if (press?.id === event.pointerId) drawing.shift(event.clientX - press.x, event.clientY - press.y);
});
for (const type of /** @type {const} */ (["pointerup", "pointercancel"]))
  addEventListener(type, (event) => {
    if (press?.id !== event.pointerId) return;
    const kind = type === "pointerup" ? swipeOf(event.clientX - press.x, event.clientY - press.y) : null;
    press = null;
    drawing.shift(0, 0);
    if (kind === "skipped" && about.tag) refuse();
    else if (kind) decide(kind);
  });

addEventListener("beforeunload", (event) => {
  if (waiting > 0) event.preventDefault();
});
followTagDetails(() => {
  dispatch({ type: "groupsRead", groups: tagGroups() });
});
// Whether this browser may change anything is known with the stream of commits.
live(() => drawing.draw(state, canWrite()));
drawing.draw(state, canWrite());
load();
