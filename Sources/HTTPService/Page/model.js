// The model of the page: a state, and the events that change it. It knows neither the document nor the network.
//
// 1. A person does something, or the server answers: an `Event`.
// 2. `update` makes the next `State` of it.
// 3. `requests.js` tells what the state lacks; `server.js` asks for it, and each answer is an event.
// 4. `board.js` and `page.js` draw the state.

import { isFarFetched, keyOf } from "./text.js";
import { firstBatch, selectionOf } from "./changes.js";

/**
 * @typedef {import("./changes.js").Change} Change
 * @typedef {{ tag: string, selected: boolean, line: number, x: number, y: number, width: number, height: number }} Chip
 * @typedef {{ chips: Chip[], stamp: number }} Slice  the chips that begin within one height of the board
 * @typedef {{ set: string, tags: number, selected: number, saved: number, chosen: boolean }} Summary
 * @typedef {{ tag: string, match: number[][], because: string[] }} Suggestion
 * @typedef {{ text: string, tone: "plain" | "wrong", actions?: { text: string, run: () => void }[] }} Notice
 * @typedef {{ type: string, [field: string]: any }} Event
 */

/**
 * @typedef {object} State
 * @property {string} set  the set that is shown; empty until it is known
 * @property {Summary[] | null} sets
 * @property {boolean} areSetsStale
 * @property {{ undo?: string, redo?: string }} steps  what undo and redo would do
 * @property {number} width  of the board, in points
 * @property {number} top  where the window begins on the board
 * @property {number} height  of the window
 * @property {string} boardKey  which set and width the slices belong to
 * @property {Map<number, Slice>} slices
 * @property {number} boardHeight
 * @property {number} hidden  how many chips the set's limit of lines leaves out
 * @property {number} stamp  grows whenever something on the server may have changed
 * @property {number} confirmed  grows with each answer to a change of the selection
 * @property {Set<string> | null} selected  as the server said last
 * @property {number} selectedStamp
 * @property {Change[]} changes
 * @property {number} nextID
 * @property {number[]} sending  the changes on their way
 * @property {number} sentStamp  the stamp when they were sent
 * @property {"connecting" | "live" | "offline" | "closed"} connection
 * @property {string} trouble  what the server said when it could not answer; empty if it is away
 * @property {boolean} isReadOnly
 * @property {boolean} isImplying  whether what selected tags imply is selected too
 * @property {string} typed
 * @property {{ key: string, text: string, list: Suggestion[], near: string | null }} answer  suggestions for a typed text
 * @property {{ key: string, list: Suggestion[] }} next  what goes with the selection
 * @property {Record<string, any>} reading  what is asked for now
 * @property {string} missing  why there is no board, if the server said so
 * @property {boolean} isGone  whether that is because there is no such set
 * @property {number} own  how many of the newest changes were made by this page
 * @property {number} echoes  how many of them the server will still tell as commits
 * @property {Notice | null} notice
 * @property {{ text: string, number: number }} announcement
 */

/** The height of a slice, in points. */
export const SLICE = 2048;

/**
 * The state before anything is known.
 * @param {Partial<State>} [known]
 * @returns {State}
 */
export function initialState(known = {}) {
  return {
    set: "", sets: null, areSetsStale: true, steps: {}, width: 600, top: 0, height: 800,
    boardKey: "", slices: new Map(), boardHeight: 0, hidden: 0, stamp: 1, confirmed: 0,
    selected: null, selectedStamp: 0, changes: [], nextID: 1, sending: [], sentStamp: 0,
    connection: "connecting", trouble: "", isReadOnly: false, isImplying: false, typed: "",
    answer: { key: "", text: "", list: [], near: null }, next: { key: "", list: [] },
    reading: {}, missing: "", isGone: false, own: 0, echoes: 0, notice: null, announcement: { text: "", number: 0 }, ...known,
  };
}

/**
 * The state after an event.
 * @param {State} state
 * @param {Event} event
 * @returns {State}
 */
export function update(state, event) {
  return steps[event.type](state, event);
}

/** @type {Record<string, (state: State, event: any) => State>} */
const steps = {
  // What a person does.
  setOpened: (state, { set }) => set === state.set ? state : opened(state, set),
  measured: renewed,
  scrolled: renewed,
  toggled: (state, { tag }) => changed(state, { kind: "select", tags: [tag], isOn: !isSelected(state, tag) }),
  selectionChanged: (state, { tags, isOn }) => changed(state, { kind: "select", tags, isOn }),
  added: (state, { tags }) => changed(state, adding(spelled(state, tags))),
  // What cannot be looked for now is added as it was typed.
  entered: (state, { text }) => state.connection === "offline" ? steps.added(state, { tags: [text] }) : changed(state, { kind: "enter", tags: [text] }),
  commanded: (state, { type, tags = [], ...change }) => changed(state, { kind: "command", tags, ...change }),
  typed: (state, { text }) => ({ ...state, typed: text }),
  noticed: (state, { text, tone = "plain", actions = [] }) => ({ ...state, notice: { text, tone, actions } }),
  implyingSet: (state, { isOn }) => ({ ...state, isImplying: isOn }),
  dismissed: (state) => ({ ...state, notice: null }),

  // What the server says.
  asked: (state, { what, about }) => ({ ...state, reading: { ...state.reading, [what]: about } }),
  // What was asked of another set, or before something else, says nothing of this one.
  failed: (state, event) => state.reading[event.what] === event.about ? notAnswered(state, event) : state,
  setsRead: (state, { body }) => setsRead(answered(state, "sets"), body),
  boardRead: (state, event) => boardRead(answered(state, "board"), event),
  selectionRead: (state, event) => selectionRead(answered(state, "selection"), event),
  answerRead: (state, { key, text, list, near }) => ({ ...answered(state, "answer", key), answer: { key, text, list, near } }),
  nextRead: (state, { key, list }) => ({ ...answered(state, "next", key), next: { key, list } }),
  sent: (state, { ids }) => ({ ...state, sending: ids, sentStamp: state.stamp }),
  confirmed,
  refused,
  signedIn: (state) => ({ ...state, connection: "offline", trouble: "", reading: {}, isReadOnly: false }),
  connected: (state, { scope }) => ({ ...stale(state), connection: "live", areSetsStale: true, isReadOnly: scope === "read", echoes: 0 }),
  disconnected: (state, { message = "" }) => ({ ...state, connection: "offline", trouble: message, sending: [], reading: {} }),
  closed: (state) => ({ ...state, connection: "closed", sending: [], reading: {} }),
  committed: (state, { sets, tags }) => ({ ...(concerns(state, sets, tags) ? stale(state) : state), ...counted(state), areSetsStale: true }),
};

/**
 * What is known anew.
 * @param {State} state
 * @param {Event} event
 */
function renewed(state, { type, ...known }) {
  return { ...state, ...known };
}

/**
 * @param {State} state
 * @param {string} set
 * @returns {State}
 */
function opened(state, set) {
  return { ...stale(state), set, selected: null, selectedStamp: 0, slices: new Map(), boardKey: "", boardHeight: 0, top: 0, missing: "", notice: null, next: { key: "", list: [] }, reading: {} };
}

/**
 * A commit that this page did not make lies upon those that it made.
 * @param {State} state
 */
function counted({ sending, echoes, own }) {
  return sending.length > 0 || echoes > 0 ? { echoes: echoes - 1 } : { own: 0 };
}

/** @param {State} state */
function stale(state) {
  return { ...state, stamp: state.stamp + 1, missing: "" };
}

/**
 * @param {State} state
 * @param {string[] | undefined} sets
 * @param {string[] | undefined} tags
 */
function concerns(state, sets, tags) {
  return !sets || !tags || tags.length > 0 || sets.includes(state.set);
}

// MARK: Changes

/**
 * @param {State} state
 * @param {Partial<Change>} change
 * @returns {State}
 */
function changed(state, change) {
  if (state.isReadOnly) return { ...state, notice: { text: "This requires a token that can write", tone: "wrong" } };
  if (!state.set && change.kind !== "command") return state;
  const whole = /** @type {Change} */ ({ set: state.set, ...change, id: state.nextID, key: `${keySeed}-${state.nextID}` });
  return { ...state, notice: null, nextID: state.nextID + 1, changes: [...state.changes, whole] };
}

const keySeed = Math.random();

/**
 * How many changes can be undone afterwards that could not before.
 * @param {Change} change
 */
const stepOf = ({ kind, request }) => kind === "enter" ? 0 : request?.path === "undo" ? -1 : 1;

/**
 * Whether undoing takes back what was done on this page.
 * @param {State} state
 */
export function isUndoOwn({ changes, own }) {
  return changes.reduce((sum, change) => change.doneAt === undefined ? sum + (stepOf(change) || 1) : sum, own) > 0;
}

/**
 * Names as the set has them, where it has them in other letters.
 * @param {State} state
 * @param {string[]} tags
 */
function spelled(state, tags) {
  const known = new Map([...chips(state).map(({ tag }) => tag), ...selection(state)].map((tag) => [keyOf(tag), tag]));
  return tags.map((tag) => known.get(keyOf(tag)) ?? tag);
}

/**
 * @param {string[]} tags
 * @returns {Pick<Change, "kind" | "tags" | "done">}
 */
const adding = (tags) => ({ kind: "add", tags, done: list(tags, "added and selected") });

/**
 * What was entered becomes what would have been offered first.
 * @param {State} state
 * @param {Change} change
 * @param {{ suggestions: Suggestion[], near?: string | null }} content
 * @returns {State}
 */
function looked(state, change, { suggestions, near = null }) {
  const tag = offered({ ...state, answer: { key: "", text: change.tags[0], list: suggestions, near } })[0]?.text ?? change.tags[0];
  const found = { ...change, ...adding([tag]) };
  return { ...state, sending: [], changes: state.changes.map((each) => each === change ? found : each) };
}

/**
 * @param {State} state
 * @param {{ ids: number[], selected?: string[], content?: any }} event
 * @returns {State}
 */
function confirmed(state, { ids, selected, content }) {
  const done = state.changes.filter((change) => ids.includes(change.id));
  if (done[0]?.kind === "enter") return looked(state, done[0], content);
  let next = { ...state, sending: [], changes: state.changes.filter((change) => !ids.includes(change.id)) };
  if (done[0]) next = { ...next, own: Math.max(0, state.own + stepOf(done[0])), echoes: state.echoes + 1 };
  if (selected && done[0]?.set === state.set) {
    // A selection read since then may be newer than this answer, which was late: it is read again.
    const selectedStamp = state.sentStamp === state.stamp ? state.selectedStamp : 0;
    next = { ...next, selected: new Set(selected), selectedStamp, confirmed: state.confirmed + 1 };
  }
  // What was added stays drawn until a board shows it.
  const additions = done.filter((change) => change.kind === "add").map((change) => ({ ...change, doneAt: state.stamp }));
  next.changes = [...additions, ...next.changes];
  const text = done.map((change) => change.done ?? "").filter(Boolean).join(". ");
  const whole = content?.change ? `${text}: ${content.change}` : text;
  if (done.some((change) => change.isTold)) next.notice = { text: whole, tone: "plain", actions: done[0].actions };
  return whole ? announced(next, whole) : next;
}

/**
 * @param {State} state
 * @param {{ ids: number[], message: string, isForbidden?: boolean }} event
 * @returns {State}
 */
function refused(state, { ids, message, isForbidden = false }) {
  if (ids.length > 1 && !isForbidden) {
    // One of several was wrong: each is sent by itself, and only that one is taken back.
    const changes = state.changes.map((change) => ids.includes(change.id) ? { ...change, alone: true } : change);
    return { ...state, sending: [], changes };
  }
  const changes = state.changes.filter((change) => !ids.includes(change.id));
  const next = { ...stale(state), sending: [], changes: isForbidden ? [] : changes, isReadOnly: isForbidden || state.isReadOnly };
  return state.changes.some((change) => change.isAsked && ids.includes(change.id)) ? next : { ...next, notice: { text: message, tone: "wrong" } };
}

// MARK: Answers

/**
 * @param {State} state
 * @param {string} what
 * @param {string} [key]  which question was answered; a newer one is still open
 * @returns {State}
 */
function answered(state, what, key) {
  if (key !== undefined && state.reading[what] !== key) return state;
  const { [what]: _, ...reading } = state.reading;
  return { ...state, reading };
}

/**
 * @param {State} state
 * @param {{ what: string, about: any, message: string, status: number }} event
 * @returns {State}
 */
function notAnswered(state, { what, about: key, message, status }) {
  const next = answered(state, what);
  if (what === "board") return { ...next, missing: message, isGone: status === 404, slices: new Map(), boardHeight: 0 };
  if (what === "selection") return { ...next, selected: state.selected ?? new Set(), selectedStamp: state.stamp };
  // Nothing is offered; the next key that is pressed asks again.
  if (what === "answer") return { ...next, answer: { key, text: state.typed, list: [], near: null } };
  if (what === "next") return { ...next, next: { key, list: [] } };
  return { ...next, sets: state.sets ?? [], areSetsStale: false };
}

/**
 * @param {State} state
 * @param {{ sets: Summary[], undo?: string, redo?: string }} body
 * @returns {State}
 */
function setsRead(state, { sets, ...steps }) {
  const next = { ...state, sets, steps, areSetsStale: false };
  if (state.set || sets.length === 0) return next;
  return opened(next, (sets.find((set) => set.chosen) ?? sets[0]).set);
}

/**
 * @param {State} state
 * @param {{ key: string, stamp: number, first: number, last: number, board: any }} event
 * @returns {State}
 */
function boardRead(state, { key, stamp, first, last, board }) {
  if (key !== boardKey(state)) return state;
  const isSame = key === state.boardKey;
  const slices = new Map([...(isSame ? state.slices : [])].filter(([place, slice]) => {
    return slice.stamp === stamp && Math.abs(place - first) <= KEPT;
  }));
  const chips = board.chips.map(chipOf);
  for (let place = first; place <= last; place += 1) {
    slices.set(place, { stamp, chips: chips.filter((/** @type {Chip} */ chip) => Math.floor(chip.y / SLICE) === place) });
  }
  const changes = state.changes.filter((change) => change.doneAt === undefined || change.doneAt >= stamp);
  return { ...state, slices, changes, boardKey: key, boardHeight: board.size.height, hidden: board.hidden, missing: "" };
}

/** How many slices on either side are kept. */
const KEPT = 8;

/** @param {any} chip @returns {Chip} */
const chipOf = ({ frame, ...chip }) => ({ ...chip, ...frame });

/**
 * @param {State} state
 * @param {{ set: string, stamp: number, confirmed: number, selected: string[] }} event
 * @returns {State}
 */
function selectionRead(state, { set, stamp, confirmed, selected }) {
  // An answer to a change that came meanwhile is newer than this.
  if (set !== state.set || confirmed !== state.confirmed) return state;
  const next = { ...state, selected: new Set(selected), selectedStamp: stamp };
  if (!state.selected) return next;
  const text = difference(selection(state), selection(next));
  return text ? announced(next, text) : next;
}

/**
 * @param {Set<string>} before
 * @param {Set<string>} after
 */
function difference(before, after) {
  const on = [...after].filter((tag) => !before.has(tag));
  const off = [...before].filter((tag) => !after.has(tag));
  return [list(on, "selected"), list(off, "no longer selected")].filter(Boolean).join("; ");
}

/** @param {string[]} tags @param {string} end */
function list(tags, end) {
  if (tags.length === 0) return "";
  return tags.length > 5 ? `${tags.length} tags ${end}` : `${tags.join(", ")} ${end}`;
}

/**
 * @param {State} state
 * @param {string} text
 * @returns {State}
 */
export function announced(state, text) {
  return { ...state, announcement: { text, number: state.announcement.number + 1 } };
}

// MARK: What is drawn

/** @param {State} state */
export function boardKey(state) {
  return `${state.width} ${state.set}`;
}

/**
 * The selected tags, with the changes that wait.
 * @param {State} state
 * @returns {Set<string>}
 */
export function selection(state) {
  const known = selections.get(state);
  if (known) return known;
  const tags = new Set(state.selected ?? drawnAsSelected(state));
  for (const [tag, isOn] of selectionOf(state.changes, state.set)) isOn ? tags.add(tag) : tags.delete(tag);
  selections.set(state, tags);
  return tags;
}

/** @type {WeakMap<State, Set<string>>} */
const selections = new WeakMap();

/** @param {State} state */
function drawnAsSelected(state) {
  return [...state.slices.values()].flatMap((slice) => slice.chips.filter((chip) => chip.selected).map((chip) => chip.tag));
}

/** @param {State} state @param {string} tag */
export function isSelected(state, tag) {
  return selection(state).has(tag);
}

/**
 * The chips that are known, in their order.
 * @param {State} state
 * @returns {Chip[]}
 */
export function chips(state) {
  if (state.boardKey !== boardKey(state) && !state.boardKey.endsWith(` ${state.set}`)) return [];
  return [...state.slices.keys()].sort((a, b) => a - b).flatMap((place) => state.slices.get(place)?.chips ?? []);
}

/**
 * The chips in and around the window, whole lines, as many as the document may hold.
 * @param {State} state
 * @param {number} limit
 * @returns {Chip[]}
 */
export function visibleChips(state, limit = 320) {
  const known = chips(state);
  const isSeen = (/** @type {Chip} */ chip) => chip.y + chip.height >= state.top && chip.y <= state.top + state.height;
  let first = known.findIndex(isSeen);
  if (first < 0) return [];
  let end = first;
  while (end < known.length && isSeen(known[end])) end += 1;
  const room = Math.max(0, limit - (end - first)) / 2;
  return known.slice(Math.max(0, first - Math.floor(room)), Math.min(known.length, end + Math.floor(room)));
}

/**
 * The tags that were added and stand on no board yet.
 * @param {State} state
 * @returns {string[]}
 */
export function waitingTags(state) {
  const drawn = new Set(chips(state).map((chip) => keyOf(chip.tag)));
  const added = state.changes.filter((change) => /add|enter/.test(change.kind) && change.set === state.set).flatMap((change) => change.tags);
  return [...new Set(added)].filter((tag) => !drawn.has(keyOf(tag)));
}

/**
 * What the field offers for what is typed: tags, those that are selected already, and a new one.
 * @param {State} state
 * @returns {import("./combobox.js").Option[]}
 */
export function offered(state) {
  const { text, list, near } = state.answer;
  const name = text.trim().replace(/\s+/g, " ");
  const key = keyOf(name);
  const option = (/** @type {Suggestion} */ { tag, match, because }) => ({
    text: tag, value: tag, match, kind: "tag", note: isSelected(state, tag) ? "selected" : because.join(", "),
  });
  const held = key ? [...selection(state)].filter((tag) => keyOf(tag).startsWith(key) && !list.some((found) => found.tag === tag)) : [];
  held.sort((a, b) => a.length - b.length);
  const isHeld = held.some((tag) => keyOf(tag) === key);
  const isKnown = !key || isHeld || state.isReadOnly || list.some((found) => keyOf(found.tag) === key);
  const made = isKnown ? [] : [{ text: name, value: name, kind: near ? "new warning" : "new", note: near ? `a new tag, similar to “${near}”` : "a new tag" }];
  const isMissing = near && !isKnown && !list.some((found) => found.tag === near);
  const options = list.map(option);
  const other = held.slice(0, 3).map((tag) => option({ tag, match: [[0, [...name].length]], because: [] }));
  const alike = isMissing ? [{ text: near, value: near, kind: "tag", note: "looks alike" }] : [];
  const isFar = isFarFetched(list);
  return (isFar && !near ? [other, made, options] : isFar || isHeld ? [other, options, alike, made] : [options, other, alike, made]).flat();
}

/** @param {State} state */
export function hasUnsaved(state) {
  return firstBatch(state.changes).length > 0;
}
