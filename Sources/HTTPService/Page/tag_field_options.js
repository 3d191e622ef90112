// The display and the keys of a tag field: options, the gray completion, and the event that a key causes.

import { namedTag } from "./suggestions.js";

/**
 * @typedef {import("./suggestions.js").Suggestion} Suggestion
 * @typedef {import("./tag_field_model.js").FieldState} FieldState
 * @typedef {import("./tag_field_model.js").FieldEvent} FieldEvent
 * @typedef {Suggestion & { kind: "tag" | "create" | "chosen", isNamed?: boolean }} FieldOption
 */

/**
 * The options for the typed text: the tag that it names or a new tag first, then the suggestions.
 * @param {FieldState} state
 * @returns {FieldOption[]}
 */
export function fieldOptions(state) {
  const { text } = state;
  if (!state.isOpen || isFull(state)) return [];
  const name = nameIn(text);
  const answer = state.answer?.text === text ? state.answer : null;
  const list = answer?.list ?? [];
  const rest = list.filter((found) => !isChosen(state, found) && fits(state, found.tag));
  /** @type {(found: Suggestion) => FieldOption} */
  const option = (found) => ({ ...found, kind: "tag" });
  if (!name) return rest.map(option);
  const same = (answer && namedTag(answer)) ?? listedTag(state, name, answer?.key);
  if (same && isChosen(state, same)) return [{ ...same, kind: "chosen" }, ...rest.map(option)];
  const others = rest.filter((found) => found !== same).map(option);
  if (same) return [{ ...option(same), isNamed: true }, ...others];
  const isNew = answer && state.canCreate && fits(state, name);
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
  return (
    answer.list.find((found) => {
      const { tag } = found;
      return (
        tag.length > text.length && tag.toLowerCase().startsWith(start) && !isChosen(state, found) && fits(state, tag)
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
  return !!first && (first.kind !== "tag" || first.isNamed === true);
}

/** @param {string} text */
export const nameIn = (text) => text.trim().replace(/\s+/g, " ");

/** @param {string[]} tags @param {number} index */
export const without = (tags, index) => tags.filter((_, place) => place !== index);

/** @param {FieldState} state */
export const otherTags = ({ tags, editing }) => (editing ? without(tags, editing.index) : tags);

/** @param {FieldState} state */
const isFull = (state) => otherTags(state).length >= state.max;

/** @param {FieldState} state @param {string} name @param {string} [key] @returns {Suggestion | null} */
function listedTag({ tags, keys }, name, key) {
  const tag = tags.find((tag) => tag === name || (key !== undefined && keys.get(tag) === key));
  return tag === undefined ? null : { tag };
}

/**
 * Whether a tag is in the field already.
 * @param {FieldState} state
 * @param {Suggestion} found
 */
const isChosen = (state, { tag, key }) =>
  otherTags(state).some((other) => other === tag || (key !== undefined && state.keys.get(other) === key));

/**
 * Whether two names are the same tag: they are equal, or the server sent the same key for both.
 * @param {FieldState} state
 * @param {string} first
 * @param {string} second
 */
export const isSame = ({ keys }, first, second) =>
  first === second || (keys.has(first) && keys.get(first) === keys.get(second));

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
