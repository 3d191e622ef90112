// The state of the Review view: the items to review, the tags that each will have, and the steps that can be undone. Knows neither
// document nor network.

import { displacedBy, groupOf } from "./tag_looks.js";

/**
 * @typedef {import("./items_model.js").Item} Item
 * @typedef {import("./tag_looks.js").TagGroup} TagGroup
 * @typedef {{ tag: string, probability?: number, because?: string[] }} Suggestion
 * @typedef {{ item: Item, suggestions: Suggestion[], tags: string[], probability?: number }} Entry
 *   `tags` are those that the item will have; `probability` is that of the tag whose items are reviewed
 * @typedef {{ number: number, kind: "saved" | "skipped" | "dismissed", place: number, entry: Entry }} Step
 *   `entry` is the entry before the step
 *
 * @typedef {object} State
 * @property {string} tag  the tag whose items are reviewed, or "" for the items of a query
 * @property {TagGroup[]} groups
 * @property {Entry[]} entries  those that were read
 * @property {number} place  the entry that is shown
 * @property {number} total  how many items there were to review, without those that were deleted meanwhile
 * @property {string | null} next  the place of the next page: "" for the first, null after the last
 * @property {boolean} isLoading
 * @property {string} problem  why no items could be read
 * @property {number} highlighted  the suggestion that the arrow keys moved to
 * @property {Step[]} steps
 * @property {number} stepCount  the number of the newest step
 *
 * @typedef {{ type: "asked" } | { type: "failed", message: string }
 *   | { type: "pageRead", items: { item: Item, suggestions?: Suggestion[], probability?: number }[], next: string | null, total?: number }
 *   | { type: "groupsRead", groups: TagGroup[] }
 *   | { type: "toggled", index: number } | { type: "fieldChanged", tags: string[] }
 *   | { type: "highlighted", index: number }
 *   | { type: "decided", kind: "saved" | "skipped" } | { type: "dismissed", index: number }
 *   | { type: "undone" } | { type: "refused", number: number } | { type: "gone", id: number }} Event
 */

/** The probability from which on a suggestion is on already. */
const LIKELY = 0.6;
/** How many items are read ahead, so that a key shows the next item immediately. */
const AHEAD = 5;

/** @param {string} [tag] @returns {State} */
export function initialReview(tag = "") {
  return {
    tag,
    groups: [],
    entries: [],
    place: 0,
    total: 0,
    next: "",
    isLoading: false,
    problem: "",
    highlighted: 0,
    steps: [],
    stepCount: 0,
  };
}

/**
 * @param {State} state
 * @param {Event} event
 * @returns {State}
 */
export function updateReview(state, event) {
  switch (event.type) {
    case "asked":
      return { ...state, isLoading: true, problem: "" };
    case "failed":
      return { ...state, isLoading: false, problem: event.message };
    case "pageRead":
      return pageRead(state, event);
    case "groupsRead":
      return { ...state, groups: event.groups };
    case "toggled":
      return toggledSuggestion(state, event.index);
    case "fieldChanged":
      return fieldChanged(state, event.tags);
    case "highlighted":
      return { ...state, highlighted: Math.max(0, Math.min(event.index, suggestionCount(state) - 1)) };
    case "decided":
      return { ...withStep(state, event.kind), place: state.place + 1, highlighted: 0 };
    case "dismissed":
      return dismissed(state, event.index);
    case "undone":
      return undone(state, state.steps.at(-1));
    case "refused":
      return undone(
        state,
        state.steps.find(({ number }) => number === event.number),
      );
    case "gone":
      return withoutItem(state, event.id);
    default:
      return state;
  }
}

/**
 * @param {State} state
 * @param {Extract<Event, { type: "pageRead" }>} event
 * @returns {State}
 */
function pageRead(state, { items, next, total }) {
  const known = new Set(state.entries.map(({ item }) => item.id));
  const entries = items
    .filter(({ item }) => !known.has(item.id))
    .map(({ item, suggestions = [], probability }) => ({
      item,
      suggestions,
      probability,
      tags: [...item.tags, ...likelyTags(state, item, suggestions)],
    }));
  return {
    ...state,
    entries: [...state.entries, ...entries],
    next,
    total: state.next === "" && total !== undefined ? total : state.total,
    isLoading: false,
    problem: "",
  };
}

/**
 * The suggestions that are on already: likely tags, but none that would displace a tag of the item.
 * @param {State} state
 * @param {Item} item
 * @param {Suggestion[]} suggestions
 */
function likelyTags({ groups }, item, suggestions) {
  const isFree = (/** @type {string} */ tag) =>
    !groupOf(groups, tag)?.tags.some((/** @type {string} */ other) => item.tags.includes(other));
  return suggestions.filter(({ probability = 0, tag }) => probability >= LIKELY && isFree(tag)).map(({ tag }) => tag);
}

/**
 * @param {State} state
 * @param {(entry: Entry) => Entry} change
 * @returns {State}
 */
function withCurrent(state, change) {
  const entry = currentEntry(state);
  if (!entry) return state;
  return { ...state, entries: state.entries.map((other) => (other === entry ? change(other) : other)) };
}

/** @param {State} state @param {number} index @returns {State} */
function toggledSuggestion(state, index) {
  const tag = currentEntry(state)?.suggestions[index]?.tag;
  if (tag === undefined) return state;
  const next = withCurrent(state, (entry) => ({ ...entry, tags: withToggled(state.groups, entry.tags, tag) }));
  return { ...next, highlighted: index };
}

/** @param {TagGroup[]} groups @param {string[]} tags @param {string} tag */
function withToggled(groups, tags, tag) {
  if (tags.includes(tag)) return tags.filter((other) => other !== tag);
  const all = [...tags, tag];
  const displaced = displacedBy(groups, all, [tag]);
  return all.filter((other) => !displaced.includes(other));
}

/**
 * Takes the tags of the field, which has all but the suggested tags.
 * @param {State} state
 * @param {string[]} tags
 * @returns {State}
 */
function fieldChanged(state, tags) {
  const before = fieldTags(state);
  const added = tags.filter((tag) => !before.includes(tag));
  return withCurrent(state, (entry) => {
    const suggested = entry.tags.filter((tag) => !before.includes(tag));
    const all = [...suggested, ...tags.filter((tag) => !suggested.includes(tag))];
    const displaced = displacedBy(state.groups, all, added);
    return { ...entry, tags: all.filter((tag) => !displaced.includes(tag)) };
  });
}

/** @param {State} state @param {"saved" | "skipped" | "dismissed"} kind @returns {State} */
function withStep(state, kind) {
  const entry = currentEntry(state);
  if (!entry) return state;
  const number = state.stepCount + 1;
  return { ...state, stepCount: number, steps: [...state.steps, { number, kind, place: state.place, entry }] };
}

/** @param {State} state @param {number} index @returns {State} */
function dismissed(state, index) {
  const tag = currentEntry(state)?.suggestions[index]?.tag;
  if (tag === undefined) return state;
  const next = withCurrent(withStep(state, "dismissed"), (entry) => ({
    ...entry,
    suggestions: entry.suggestions.filter((found) => found.tag !== tag),
    tags: entry.tags.filter((other) => other !== tag),
  }));
  return updateReview(next, { type: "highlighted", index });
}

/**
 * Goes back to the entry of a step, as it was before.
 * @param {State} state
 * @param {Step | undefined} step
 * @returns {State}
 */
function undone(state, step) {
  if (!step) return state;
  const entries = state.entries.map((entry) => (entry.item.id === step.entry.item.id ? step.entry : entry));
  return {
    ...state,
    entries,
    place: Math.min(state.place, step.place),
    steps: state.steps.filter((other) => other !== step),
    highlighted: 0,
  };
}

/** @param {State} state @param {number} id @returns {State} */
function withoutItem(state, id) {
  const at = state.entries.findIndex(({ item }) => item.id === id);
  if (at < 0) return state;
  const earlier = (/** @type {number} */ place) => (place > at ? place - 1 : place);
  return {
    ...state,
    entries: state.entries.filter((_, place) => place !== at),
    place: earlier(state.place),
    total: Math.max(0, state.total - 1),
    steps: state.steps
      .filter(({ entry }) => entry.item.id !== id)
      .map((step) => ({ ...step, place: earlier(step.place) })),
  };
}

// MARK: Questions about the state

/**
 * The entry that is shown; undefined if there is none.
 * @param {State} state
 */
export const currentEntry = ({ entries, place }) => entries[place];

/** @param {State} state */
const suggestionCount = (state) => currentEntry(state)?.suggestions.length ?? 0;

/**
 * The tags in the field: those that no suggestion is for.
 * @param {State} state
 */
export function fieldTags(state) {
  const entry = currentEntry(state);
  if (!entry) return [];
  return entry.tags.filter((tag) => !entry.suggestions.some((found) => found.tag === tag));
}

/** @param {State} state */
export const isDone = (state) => state.place >= state.entries.length && state.next === null;

/**
 * Whether more items are needed now.
 * @param {State} state
 */
export const needsItems = (state) =>
  state.next !== null && !state.isLoading && !state.problem && state.entries.length - state.place <= AHEAD;

/**
 * The number of the shown item and of all; the items of a tag aren't counted before they are read.
 * @param {State} state
 * @returns {{ n: number, all: number, isMore: boolean }}
 */
export function progressOf({ tag, place, entries, total, next }) {
  return tag
    ? { n: place + 1, all: entries.length, isMore: next !== null }
    : { n: place + 1, all: Math.max(total, place + 1), isMore: false };
}

/**
 * The meaning of a horizontal movement of a finger: to save, to skip, or neither.
 * @param {number} dx  in pixels
 * @param {number} dy
 * @returns {"saved" | "skipped" | null}
 */
export function swipeOf(dx, dy) {
  if (Math.abs(dx) < 80 || Math.abs(dx) < 2 * Math.abs(dy)) return null;
  return dx > 0 ? "saved" : "skipped";
}
