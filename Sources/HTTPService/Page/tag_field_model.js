// The model of a tag field: what Enter, comma, Tab, arrows, mouse and touch take. It knows neither the document nor the network.
//
// 1. A person does something, or suggestions arrive: a `FieldEvent`.
// 2. `updateField` returns the next `FieldState`, with the change of the tags and the announcement, if any.
// 3. `tag_field.js` draws the state and asks for suggestions.
//
// Enter takes the tag that the text names, or the best tag that begins like it, or else a new tag; Ctrl+Enter and a comma take the
// text as it is typed. Backspace right after that brings the text back. Tab and the right arrow take the completion that is shown in
// gray. An arrow key, the mouse or a finger can choose any option. So a name that merely resembles the text isn't taken by accident.

import { SEPARATORS, namesIn } from "./text.js";
import { namedTag } from "./suggestions.js";
import { displacedBy } from "./tag_looks.js";
import {
  bestBeginning,
  fieldCompletion,
  fieldOptions,
  fits,
  isSame,
  meansFirst,
  meantTag,
  nameIn,
  otherTags,
  without,
} from "./tag_field_options.js";

/**
 * @typedef {import("./suggestions.js").Suggestion} Suggestion
 * @typedef {import("./suggestions.js").SimilarTag} SimilarTag
 * @typedef {{ text: string, list: Suggestion[], key?: string, tag?: string, similar?: SimilarTag[] }} Answer  the response for a text
 * @typedef {{ key: string, values: Record<string, string | number> }} Phrase  a key of the catalogue and its values
 * @typedef {"typed" | "completed" | "chosen" | "pasted" | "left" | "edited" | "swapped" | "resolved" | "removed" | "undone" | "redone" | "set"} Reason
 * @typedef {{ added: string[], removed: string[], displaced: string[], reason: Reason, number: number }} Change  displaced: those of the removed tags that an added tag of their group displaced
 * @typedef {{ type: string, [field: string]: any }} FieldEvent
 */

/**
 * @typedef {object} FieldState
 * @property {string[]} tags
 * @property {string} text  the typed text
 * @property {Answer | null} answer  the newest suggestions
 * @property {boolean} isOpen  whether options are shown
 * @property {number} active  the option that the arrow keys moved to, or -1
 * @property {{ index: number, tag: string } | null} editing  the chip that is being edited
 * @property {string[][]} past  earlier tags, for undo
 * @property {string[][]} future  undone tags, for redo
 * @property {Map<string, string>} keys  the keys of new tags, by their names
 * @property {string[]} unchecked  names taken before it was known whether they are tags, aliases or near duplicates
 * @property {string[]} beginnings  those of them that Enter took, and so may become a tag that begins like them
 * @property {{ text: string, tags: string[] } | null} recent  the typed text and the tags before the newest key
 * @property {{ text: string, reason: Reason, isEntered?: boolean } | null} waiting  a text that is taken once its suggestions are there
 * @property {{ name: string, other: string, uses?: number } | null} notice  a new tag and the near duplicate to swap it for
 * @property {Phrase | null} problem  why the typed text wasn't taken
 * @property {{ tag: string, number: number }} flash  the chip to flash, as it was entered again
 * @property {{ phrases: Phrase[], number: number }} said  the newest announcement
 * @property {Change} change  the newest change of the tags
 * @property {number} max  the maximum number of tags
 * @property {string} pattern  a regular expression for whole names, or empty
 * @property {boolean} canCreate  whether tags that don't exist may be taken
 * @property {import("./tag_looks.js").TagGroup[]} groups  groups whose tags exclude each other
 */

/**
 * The state of a field with tags.
 * @param {Partial<FieldState>} [known]
 * @returns {FieldState}
 */
export function initialField(known = {}) {
  return {
    tags: [],
    text: "",
    answer: null,
    isOpen: false,
    active: -1,
    editing: null,
    past: [],
    future: [],
    keys: new Map(),
    unchecked: [],
    beginnings: [],
    recent: null,
    waiting: null,
    notice: null,
    problem: null,
    flash: { tag: "", number: 0 },
    said: { phrases: [], number: 0 },
    change: { added: [], removed: [], displaced: [], reason: "set", number: 0 },
    max: Infinity,
    pattern: "",
    canCreate: true,
    groups: [],
    ...known,
  };
}

/**
 * The state after an event.
 * @param {FieldState} state
 * @param {FieldEvent} event
 * @returns {FieldState}
 */
export function updateField(state, event) {
  const next = fieldSteps[event.type](state, event);
  // Backspace brings a text back only right after it was taken.
  const isOver =
    next !== state && next.recent !== null && next.recent === state.recent && !passiveEvents.has(event.type);
  return isOver ? { ...next, recent: null } : next;
}

/** The events that no person causes. */
const passiveEvents = new Set(["configured", "suggested", "checked", "opened", "closed"]);

/** @type {Record<string, (state: FieldState, event: any) => FieldState>} */
const fieldSteps = {
  configured: (state, { type, ...settings }) => ({ ...state, ...settings }),
  tagsSet: (state, { tags }) =>
    isSameList(tags, state.tags)
      ? state
      : { ...state, tags, editing: null, unchecked: [], notice: null, problem: null, past: [], future: [] },
  opened: (state) => ({ ...state, isOpen: true }),
  closed: (state) => ({ ...state, isOpen: false, active: -1 }),
  typed: typedText,
  suggested: (state, { type, ...answer }) => suggested(state, answer),
  checked: (state, { type, ...answer }) => checkedName(state, answer),
  moved: (state, { by }) => moved(state, by),
  entered: (state) => (state.active >= 0 ? chosen(state, state.active) : recallable(state, enteredText(state))),
  takenAsTyped: (state) => recallable(state, takenText(state, "typed")),
  recalled: (state) => (state.recent ? recalledText(state, state.recent) : state),
  completed: (state) => (state.active >= 0 ? chosen(state, state.active) : completedText(state)),
  chosen: (state, { index }) => chosen(state, index),
  pasted: (state, { names }) => takenNames(state, names, "pasted"),
  offered: (state, { tags }) => takenNames(state, tags, "chosen"),
  left: leftField,
  escaped,
  removed: (state, { index }) => removedAt(state, index),
  editBegun: (state, { index }) => edited(leftField(state), state.tags[index]),
  swapped: swappedNotice,
  dismissed: (state) => ({ ...state, notice: null, problem: null }),
  undone: (state) => travelled(state, "past", "future", "undone"),
  redone: (state) => travelled(state, "future", "past", "redone"),
};

// MARK: Typing and suggestions

/**
 * @param {FieldState} state
 * @param {{ text: string }} event
 * @returns {FieldState}
 */
function typedText(state, { text }) {
  const next = {
    ...state,
    text,
    isOpen: true,
    active: -1,
    problem: null,
    waiting: null,
    notice: text ? null : state.notice,
  };
  if (!SEPARATORS.test(text)) return next;
  return recallable({ ...state, text: text.replace(SEPARATORS, "") }, takenText(next, "typed"));
}

/**
 * @param {FieldState} state
 * @param {Answer} answer
 * @returns {FieldState}
 */
function suggested(state, answer) {
  const { text } = answer;
  if (text !== state.text) return state;
  const kept = fieldOptions(state)[state.active]?.tag;
  const next = { ...state, answer };
  if (state.waiting?.text === text)
    return state.waiting.isEntered
      ? enteredText({ ...next, waiting: null })
      : takenText({ ...next, waiting: null }, state.waiting.reason);
  return { ...next, active: kept === undefined ? -1 : fieldOptions(next).findIndex(({ tag }) => tag === kept) };
}

/**
 * @param {FieldState} state
 * @param {number} by
 * @returns {FieldState}
 */
function moved(state, by) {
  if (!state.isOpen) return { ...state, isOpen: true };
  const count = fieldOptions(state).length;
  if (count === 0) return state;
  // The first option is what Enter takes anyway, so the first step down goes past it.
  const isFirstMeant = state.active < 0 && state.text.trim() !== "" && meansFirst(state);
  const start = state.active >= 0 ? state.active : isFirstMeant ? 0 : by > 0 ? -1 : 0;
  return { ...state, active: (start + by + count) % count };
}

/** @param {FieldState} state @returns {FieldState} */
function escaped(state) {
  if (state.isOpen && fieldOptions(state).length > 0) return { ...state, isOpen: false, active: -1 };
  return { ...state, text: "", editing: null, notice: null, problem: null, waiting: null, isOpen: false, active: -1 };
}

// MARK: Taking

/**
 * Takes the known tag that the typed text means, or else the text.
 * @param {FieldState} state
 * @returns {FieldState}
 */
function enteredText(state) {
  if (state.editing || namesIn(state.text).length !== 1) return takenText(state, "typed");
  const meant = meantTag(state);
  if (meant && !meant.isNamed) return taken(state, [meant.tag], "typed");
  const next = takenText(state, "typed");
  if (next.waiting) return { ...next, waiting: { ...next.waiting, isEntered: true } };
  const [name] = next.unchecked.filter((other) => !state.unchecked.includes(other));
  return name === undefined ? next : { ...next, beginnings: [...next.beginnings, name] };
}

/**
 * Remembers the typed text before a key takes it.
 * @param {FieldState} before
 * @param {FieldState} next
 * @returns {FieldState}
 */
const recallable = (before, next) =>
  next.change === before.change ? next : { ...next, recent: { text: before.text, tags: before.tags } };

/**
 * Brings back the text that a key just took.
 * @param {FieldState} state
 * @param {{ text: string, tags: string[] }} recent
 * @returns {FieldState}
 */
function recalledText(state, { text, tags }) {
  const next = changedTags(
    { ...state, notice: null, problem: null, recent: null, unchecked: [], beginnings: [] },
    tags,
    "undone",
  );
  return saying({ ...next, text, isOpen: true, active: -1 }, { key: "field.recalled", values: { text } });
}

/**
 * Takes the typed text: the tag with that key or alias, or else a new tag.
 * @param {FieldState} state
 * @param {Reason} reason
 * @returns {FieldState}
 */
function takenText(state, reason) {
  const names = namesIn(state.text);
  if (names.length === 0)
    return state.editing
      ? removedAt({ ...state, text: "", editing: null }, state.editing.index)
      : { ...state, text: "" };
  if (names.length > 1) return takenNames(state, names, reason);
  const [name] = names;
  const answer = state.answer && nameIn(state.answer.text) === name ? state.answer : null;
  const same = answer && namedTag(answer);
  if (!state.canCreate && !same) {
    if (!answer) return { ...state, text: name, waiting: { text: name, reason } };
    return refusedText(state, { key: "field.unknown", values: { tag: name } });
  }
  const next = taken(same ? state : withKey(state, name, answer?.key), [same?.tag ?? name], reason);
  if (next.change === state.change) return next;
  if (!answer) return { ...next, said: state.said, unchecked: [...next.unchecked, name] };
  return same ? next : noticed(next, name, answer.similar);
}

/** @param {FieldState} state @returns {FieldState} */
function completedText(state) {
  const found = fieldCompletion(state);
  return found ? taken(state, [found.tag], "completed") : state;
}

/**
 * @param {FieldState} state
 * @param {number} index
 * @returns {FieldState}
 */
function chosen(state, index) {
  const option = fieldOptions(state)[index];
  if (!option) return state;
  const isNew = option.kind === "create";
  const known = isNew ? withKey(state, option.tag, state.answer?.key) : state;
  const next = taken(known, [option.tag], option.kind === "create" ? "typed" : "chosen");
  return option.kind === "create" && next.change !== state.change
    ? noticed(next, option.tag, state.answer?.similar)
    : next;
}

/**
 * Takes a list of names until the field is full.
 * @param {FieldState} state
 * @param {string[]} names
 * @param {Reason} reason
 * @returns {FieldState}
 */
function takenNames(state, names, reason) {
  return taken({ ...state, editing: null }, names, reason);
}

/**
 * Adds names, each once; flashes those that are there already.
 * @param {FieldState} state
 * @param {string[]} names
 * @param {Reason} reason
 * @returns {FieldState}
 */
function taken(state, names, reason) {
  const { editing } = state;
  const others = otherTags(state);
  const there = (/** @type {string} */ name) => others.find((tag) => isSame(state, tag, name));
  const added = names.filter((name) => there(name) === undefined);
  const [unfit] = added.filter((name) => !fits(state, name));
  if (unfit !== undefined) return refusedText(state, { key: "field.unfit", values: { tag: unfit } });
  const tags = editing
    ? [...others.slice(0, editing.index), ...added, ...others.slice(editing.index)]
    : [...others, ...added];
  if (tags.length - displacedBy(state.groups, tags, added).length > state.max)
    return refusedText(state, { key: "field.full", values: { n: state.max } });
  const clear = {
    ...state,
    text: "",
    editing: null,
    waiting: null,
    problem: null,
    notice: null,
    active: -1,
    isOpen: false,
  };
  if (added.length === 0) {
    const tag = there(names[0]) ?? names[0];
    const next = { ...clear, flash: { tag, number: state.flash.number + 1 } };
    return saying(editing ? changedTags(next, others, "edited") : next, { key: "field.there", values: { tag } });
  }
  if (editing?.tag === added[0]) return clear;
  const phrase = editing ? { key: "field.edited", values: { tag: added[0], before: editing.tag } } : addedPhrase(added);
  return sayingChange(changedTags(clear, tags, editing ? "edited" : reason), phrase);
}

/**
 * What was typed becomes a tag when the field is left, unless it can't be one.
 * @param {FieldState} state
 * @returns {FieldState}
 */
function leftField(state) {
  const closed = { ...state, isOpen: false, active: -1 };
  if (!state.text.trim()) return { ...closed, text: "", editing: null };
  if (state.editing?.tag === nameIn(state.text)) return { ...closed, text: "", editing: null };
  return takenText(closed, "left");
}

/**
 * Puts a chip into the text field, at the chip's place.
 * @param {FieldState} state
 * @param {string} tag
 * @returns {FieldState}
 */
function edited(state, tag) {
  const index = state.tags.indexOf(tag);
  return index < 0 ? state : { ...state, text: tag, editing: { index, tag }, notice: null };
}

/**
 * Remembers the key of a new tag, so that another spelling of it counts as the same.
 * @param {FieldState} state
 * @param {string} name
 * @param {string} [key]
 */
const withKey = (state, name, key) =>
  key === undefined ? state : { ...state, keys: new Map(state.keys).set(name, key) };

// MARK: Names that are checked after they were taken

/**
 * Replaces a taken name by the tag it names, or offers its near duplicate; then announces it.
 * @param {FieldState} state
 * @param {Answer} answer
 * @returns {FieldState}
 */
function checkedName(state, { text: name, similar, ...answer }) {
  if (!state.unchecked.includes(name)) return state;
  const [unchecked, beginnings] = [state.unchecked, state.beginnings].map((all) =>
    all.filter((other) => other !== name),
  );
  const next = withKey({ ...state, unchecked, beginnings }, name, answer.key);
  if (!state.tags.includes(name)) return next;
  // The server leaves out the tags that are there.
  const others = state.tags.filter((tag) => tag !== name).map((tag) => ({ tag }));
  const begun = state.beginnings.includes(name)
    ? bestBeginning(next, name, [...answer.list, ...others])?.tag
    : undefined;
  const found = namedTag(answer)?.tag ?? state.tags.find((tag) => tag !== name && isSame(next, tag, name)) ?? begun;
  if (found === undefined) return noticed(saying(next, addedPhrase([name])), name, similar);
  if (found === name) return saying(next, addedPhrase([name]));
  const isThere = state.tags.includes(found);
  const tags = state.tags.flatMap((tag) => (tag !== name ? [tag] : isThere ? [] : [found]));
  const resolved = { ...changedTags(next, tags, "resolved"), past: next.past };
  if (!isThere) return sayingChange(resolved, addedPhrase([found]));
  return saying(
    { ...resolved, flash: { tag: found, number: state.flash.number + 1 } },
    { key: "field.there", values: { tag: found } },
  );
}

/**
 * Offers the tag that a new name nearly duplicates, in the same announcement.
 * @param {FieldState} state
 * @param {string} name
 * @param {SimilarTag[]} [similar]  as the server sent them
 * @returns {FieldState}
 */
function noticed(state, name, similar = []) {
  const [near] = similar;
  if (!near || state.tags.includes(near.other)) return state;
  const notice = { name, other: near.other, ...(near.otherUses === undefined ? {} : { uses: near.otherUses }) };
  const phrases = [...state.said.phrases, noticePhrase(notice), { key: "field.tabSwaps", values: {} }];
  return { ...state, notice, said: { ...state.said, phrases } };
}

/**
 * The sentence of a notice.
 * @param {{ name: string, other: string, uses?: number }} notice
 * @returns {Phrase}
 */
export function noticePhrase({ name, other, uses }) {
  if (uses === undefined) return { key: "field.near", values: { name, other } };
  return { key: "field.nearUsed", values: { name, other, n: uses } };
}

/** @param {FieldState} state @returns {FieldState} */
function swappedNotice(state) {
  const { notice } = state;
  if (!notice || !state.tags.includes(notice.name)) return { ...state, notice: null };
  const tags = state.tags.map((tag) => (tag === notice.name ? notice.other : tag));
  return sayingChange(changedTags({ ...state, notice: null }, tags, "swapped"), {
    key: "field.swapped",
    values: { tag: notice.other, before: notice.name },
  });
}

// MARK: Removing and undoing

/**
 * @param {FieldState} state
 * @param {number} index
 * @returns {FieldState}
 */
function removedAt(state, index) {
  const tag = state.tags[index];
  if (tag === undefined) return state;
  const notice = state.notice?.name === tag ? null : state.notice;
  const next = changedTags({ ...state, notice, problem: null }, without(state.tags, index), "removed");
  return saying(next, { key: "field.removed", values: { tag } });
}

/**
 * @param {FieldState} state
 * @param {"past" | "future"} from
 * @param {"past" | "future"} to
 * @param {"undone" | "redone"} reason
 * @returns {FieldState}
 */
function travelled(state, from, to, reason) {
  const tags = state[from].at(-1);
  if (!tags) return state;
  const lists = { [from]: state[from].slice(0, -1), [to]: [...state[to], state.tags] };
  const next = { ...changedTags({ ...state, notice: null, editing: null }, tags, reason), ...lists };
  return saying(next, { key: `field.${reason}`, values: { tags: tags.join(", ") } });
}

/**
 * The state with other tags, without those that an added tag of their group displaces.
 * @param {FieldState} state
 * @param {string[]} wanted
 * @param {Reason} reason
 * @returns {FieldState}
 */
function changedTags(state, wanted, reason) {
  const before = new Set(state.tags);
  const added = wanted.filter((tag) => !before.has(tag));
  const displaced = reason === "undone" || reason === "redone" ? [] : displacedBy(state.groups, wanted, added);
  const tags = wanted.filter((tag) => !displaced.includes(tag));
  const after = new Set(tags);
  const removed = state.tags.filter((tag) => !after.has(tag));
  return {
    ...state,
    tags,
    past: [...state.past, state.tags],
    future: [],
    change: {
      added: added.filter((tag) => after.has(tag)),
      removed,
      displaced: displaced.filter((tag) => before.has(tag)),
      reason,
      number: state.change.number + 1,
    },
  };
}

/** @param {string[]} first @param {string[]} second */
const isSameList = (first, second) =>
  first.length === second.length && first.every((tag, index) => tag === second[index]);

// MARK: Announcements

/** @param {string[]} tags @returns {Phrase} */
const addedPhrase = (tags) => ({ key: "field.added", values: { tags: tags.join(", ") } });

/** @param {FieldState} state @param {Phrase} problem @returns {FieldState} */
const refusedText = (state, problem) => saying({ ...state, problem, isOpen: false, active: -1 }, problem);

/**
 * Announces a change, and the tags that it displaced.
 * @param {FieldState} state
 * @param {Phrase} phrase
 * @returns {FieldState}
 */
const sayingChange = (state, phrase) => {
  const displaced = state.change.displaced.map((tag) => ({ key: "field.removed", values: { tag } }));
  return { ...state, said: { phrases: [phrase, ...displaced], number: state.said.number + 1 } };
};

/** @param {FieldState} state @param {Phrase} phrase @returns {FieldState} */
const saying = (state, phrase) => ({ ...state, said: { phrases: [phrase], number: state.said.number + 1 } });
