// The display and the keys of a tag field: options, the gray completion, and the event that a key causes.

import { isBeginning, namedTag } from "./suggestions.js";
import { displacedBy, groupOf } from "./tag_looks.js";

/**
 * @typedef {import("./suggestions.js").Suggestion} Suggestion
 * @typedef {import("./tag_field_model.js").FieldState} FieldState
 * @typedef {import("./tag_field_model.js").FieldEvent} FieldEvent
 * @typedef {Suggestion & { kind: "tag" | "create" | "chosen", isMeant?: boolean, displaces?: string[] }} FieldOption
 *   `displaces` are the chosen tags of the same group
 */

/**
 * The options for the typed text: the tag that Enter takes first, then the other suggestions, and a new tag last. If no tag begins
 * like the text, the new tag is first.
 * @param {FieldState} state
 * @returns {FieldOption[]}
 */
export function fieldOptions(state) {
  if (!state.isOpen || isFull(state)) return [];
  const name = nameIn(state.text);
  const list = offeredFor(state, name).filter(({ tag }) => fits(state, tag));
  /** @type {(found: Suggestion) => FieldOption} */
  const option = (found) => {
    if (isChosen(state, found)) return { ...found, kind: "chosen" };
    const displaces = displacedBy(state.groups, otherTags(state), [found.tag]);
    return { ...found, kind: "tag", ...(displaces.length > 0 && { displaces }) };
  };
  if (!name) return list.filter((found) => !isChosen(state, found)).map(option);
  const meant = meantTag(state);
  const others = list.filter(({ tag }) => tag !== meant?.tag).map(option);
  const isNew = suggestionsFor(state) && state.canCreate && fits(state, name) && !meant?.isNamed;
  /** @type {FieldOption[]} */
  const created = isNew ? [{ tag: name, kind: "create" }] : [];
  return meant ? [{ ...option(meant), isMeant: true }, ...others, ...created] : [...created, ...others];
}

/**
 * The known tag that Enter takes for the typed text: the tag that it names, or else the best that begins like it; null for none.
 * @param {FieldState} state
 * @returns {(Suggestion & { isNamed: boolean }) | null}
 */
export function meantTag(state) {
  const name = nameIn(state.text);
  const answer = suggestionsFor(state);
  const same = (answer && namedTag(answer)) ?? listedTag(state, name, answer?.key);
  if (same) return { ...same, isNamed: true };
  const found = bestBeginning(state, name, offeredFor(state, name));
  return found && { ...found, isNamed: false };
}

/**
 * The best suggestion that begins like a name, or has a word that does; one that isn't chosen yet, if there is one.
 * @param {FieldState} state
 * @param {string} name
 * @param {Suggestion[]} list
 * @returns {Suggestion | null}
 */
export function bestBeginning(state, name, list) {
  const begins = list.filter((found) => fits(state, found.tag) && isBeginning(name, found));
  return begins.find((found) => !isChosen(state, found)) ?? begins[0] ?? null;
}

/** How many chosen tags that begin like the text are listed. */
const MOST_CHOSEN = 3;

/**
 * The suggestions for the typed text, and the chosen tags that begin like it, which the server leaves out.
 * @param {FieldState} state
 * @param {string} name
 * @returns {Suggestion[]}
 */
function offeredFor(state, name) {
  const list = suggestionsFor(state)?.list ?? [];
  if (!name || !suggestionsFor(state)) return list;
  const isMissing = (/** @type {string} */ tag) =>
    isBeginning(name, { tag }) && !list.some((found) => found.tag === tag);
  return [
    ...list,
    ...otherTags(state)
      .filter(isMissing)
      .slice(0, MOST_CHOSEN)
      .map((tag) => ({ tag })),
  ];
}

/** @param {FieldState} state */
const suggestionsFor = ({ answer, text }) => (answer?.text === text ? answer : null);

/** How many tags of a group the field shows as radio buttons. */
const MOST_CHOICES = 12;

/**
 * The groups of the tags in the field, whose tags are shown as radio buttons; large groups are left out.
 * @param {FieldState} state
 */
export const groupsShown = ({ groups, tags }) => {
  const shown = tags.map((tag) => groupOf(groups, tag)).flatMap((group) => group ?? []);
  return [...new Set(shown)].filter(({ tags }) => tags.length <= MOST_CHOICES);
};

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
 * @param {{ isAtEnd: boolean, isRightToLeft?: boolean, isControl?: boolean }} caret  `isControl`: Control or Command is pressed too
 * @returns {FieldEvent | null}
 */
export function fieldKey(state, key, { isAtEnd, isRightToLeft = false, isControl = false }) {
  if (isControl) return key === "Enter" && state.text.trim() ? { type: "takenAsTyped" } : null;
  if (key === "Backspace") return state.recent && !state.text ? { type: "recalled" } : null;
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
  return !!first && (first.kind === "create" || first.isMeant === true);
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
