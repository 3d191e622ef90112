// What a tag field shows and what its keys do: options, the gray completion, and the event that a key causes.

import { keyOf } from "./text.js";
import { equalTag } from "./suggestions.js";

/**
 * @typedef {import("./suggestions.js").Suggestion} Suggestion
 * @typedef {import("./tag_field_model.js").FieldState} FieldState
 * @typedef {import("./tag_field_model.js").FieldEvent} FieldEvent
 * @typedef {Suggestion & { kind: "tag" | "create" | "chosen" }} FieldOption
 */

/**
 * The options for the typed text: the tag that it names or a new tag first, then the suggestions.
 * @param {FieldState} state
 * @returns {FieldOption[]}
 */
export function fieldOptions(state) {
  const { answer, text, tags } = state;
  if (!state.isOpen || isFull(state)) return [];
  const name = nameIn(text);
  const list = answer?.text === text ? answer.list : [];
  const chosenKeys = new Set(otherTags(state).map(keyOf));
  const rest = list.filter((found) => !chosenKeys.has(keyOf(found.tag)) && fits(state, found.tag));
  /** @type {(found: Suggestion) => FieldOption} */
  const option = (found) => ({ ...found, kind: "tag" });
  if (!name) return rest.map(option);
  const same = equalTag(name, list) ?? listedTag(tags, name);
  if (same && chosenKeys.has(keyOf(same.tag))) return [{ ...same, kind: "chosen" }, ...rest.map(option)];
  const others = rest.filter((found) => found !== same).map(option);
  if (same) return [option(same), ...others];
  const isNew = answer?.text === text && state.canCreate && fits(state, name);
  return isNew ? [{ tag: name, kind: "create" }, ...others] : others;
}

/**
 * The tag whose name the field completes in gray, or null.
 * @param {FieldState} state
 * @returns {Suggestion | null}
 */
export function fieldCompletion(state) {
  const { text, answer } = state;
  if (!text.trim() || text !== text.trimStart() || !answer || state.active >= 0 || isFull(state)) return null;
  const start = text.toLowerCase();
  const chosenKeys = new Set(otherTags(state).map(keyOf));
  return (
    answer.list.find(({ tag }) => {
      return (
        tag.length > text.length &&
        tag.toLowerCase().startsWith(start) &&
        !chosenKeys.has(keyOf(tag)) &&
        fits(state, tag)
      );
    }) ?? null
  );
}

/**
 * The event that a key causes, or null if the key keeps its usual effect.
 * @param {FieldState} state
 * @param {string} key
 * @param {{ isAtEnd: boolean, isRightToLeft?: boolean }} caret
 * @returns {FieldEvent | null}
 */
export function fieldKey(state, key, { isAtEnd, isRightToLeft = false }) {
  const forward = isRightToLeft ? "ArrowLeft" : "ArrowRight";
  const isCompleting = fieldCompletion(state) !== null;
  if (key === "ArrowDown" || key === "ArrowUp") return { type: "moved", by: key === "ArrowDown" ? 1 : -1 };
  if (key === "Enter") return state.text.trim() || state.active >= 0 || state.editing ? { type: "entered" } : null;
  if (key === forward && isAtEnd && isCompleting) return { type: "completed" };
  if (key === "Tab" && (state.active >= 0 || isCompleting)) return { type: "completed" };
  if (key === "Tab" && state.notice && !state.text) return { type: "swapped" };
  const isBusy = fieldOptions(state).length > 0 || state.text || state.editing || state.notice || state.problem;
  return key === "Escape" && isBusy ? { type: "escaped" } : null;
}

/**
 * Whether Enter takes the first option without any arrow key.
 * @param {FieldState} state
 */
export function meansFirst(state) {
  const [first] = fieldOptions(state);
  return !!first && (first.kind !== "tag" || equalTag(nameIn(state.text), [first]) !== null);
}

/** @param {string} text */
export const nameIn = (text) => text.trim().replace(/\s+/g, " ");

/** @param {string[]} tags @param {number} index */
export const without = (tags, index) => tags.filter((_, place) => place !== index);

/** @param {FieldState} state */
export const otherTags = ({ tags, editing }) => (editing ? without(tags, editing.index) : tags);

/** @param {FieldState} state */
const isFull = (state) => otherTags(state).length >= state.max;

/** @param {string[]} tags @param {string} name @returns {Suggestion | null} */
function listedTag(tags, name) {
  const tag = tags.find((tag) => keyOf(tag) === keyOf(name));
  return tag === undefined ? null : { tag };
}

/** @param {FieldState} state @param {string} name */
export function fits({ pattern }, name) {
  if (!pattern) return true;
  try {
    return new RegExp(`^(?:${pattern})$`, "u").test(name);
  } catch {
    // Like browsers, which ignore the pattern of an input if it isn't a regular expression.
    return true;
  }
}
