// The model of the page: a state, and the events that change it. It knows neither the document nor the network.
//
// 1. A person does something, or the server answers: an `Event`.
// 2. `update` makes the next `State` of it.
// 3. `board_requests.js` lists missing data; `board_server.js` requests it, and each response is an event.
// 4. `board_view.js` and `board_drawing.js` draw the state.

import { plain } from "./text.js";
import { reasonsText } from "./reasons.js";
import { isBeginning, namedTag } from "./suggestions.js";
import { firstBatch, selectionOf } from "./board_changes.js";
import { SLICE, TEXT_SCALE, WHOLE, arranged, stretched } from "./board_layout.js";
import { words } from "./board_text.js";

/**
 * @typedef {import("./board_changes.js").Change} Change
 * @typedef {{ tag: string, selected: boolean, line: number, x: number, y: number, width: number, height: number, color?: string }} Chip
 * @typedef {{ chips: Chip[], stamp: number }} Slice  the chips that begin within one height of the board
 * @typedef {{ set: string, tags: number, selected: number, saved: number, chosen: boolean, daily?: boolean }} Summary
 * @typedef {{ tag: string, match: number[][], because: string[], uses?: number }} Suggestion
 * @typedef {import("./suggestions.js").SimilarTag} SimilarTag
 * @typedef {{ text: string, tone: "plain" | "wrong", actions?: { text: string, run: () => void }[], swap?: { name: string, other: string } }} Notice  `swap` is a new tag and the near duplicate to merge it into
 * @typedef {{ type: string, [field: string]: any }} Event
 */

/**
 * @typedef {object} State
 * @property {string} set  the set that is shown; empty until it is known
 * @property {Summary[] | null} sets
 * @property {boolean} areSetsStale
 * @property {{ undo?: string, redo?: string }} steps  the changes that undo and redo would make
 * @property {number} width  of the board, in points
 * @property {number} stretch  how much farther apart lines are than the server lays them out
 * @property {number} top  the beginning of the window on the board
 * @property {number} height  of the window
 * @property {string} boardKey  which set and width the slices belong to
 * @property {Map<number, Slice>} slices
 * @property {number} boardHeight
 * @property {number} hidden  how many chips the set's limit of lines leaves out
 * @property {number} stamp  grows whenever something on the server may have changed
 * @property {number} confirmed  grows with each answer to a change of the selection
 * @property {Set<string> | null} selected  as the server last reported
 * @property {number} selectedStamp
 * @property {Change[]} changes
 * @property {number} nextID
 * @property {number[]} sending  the changes on their way
 * @property {number} sentStamp  the stamp when they were sent
 * @property {"connecting" | "live" | "offline" | "closed"} connection
 * @property {string} trouble  the server's message if it had a problem; empty if it can't be reached
 * @property {boolean} isReadOnly
 * @property {boolean} isGrouped  whether tags are grouped by their namespaces
 * @property {boolean} isImplying  whether tags that selected tags imply are selected too
 * @property {string} typed
 * @property {{ key: string, text: string, list: Suggestion[], tag?: string, similar?: SimilarTag[] }} answer  suggestions for a typed text, and the tag that it names
 * @property {{ key: string, list: Suggestion[] }} next  tags that go with the selection
 * @property {import("./tag_looks.js").TagGroup[]} groups  of which an item has at most one tag
 * @property {Map<string, import("./tag_looks.js").Look>} looks  the colors and descriptions of tags
 * @property {number} tagStamp  grows whenever tags may have changed
 * @property {number} groupStamp  the tag stamp when the groups were read
 * @property {number} lookStamp
 * @property {Record<string, any>} reading  the requests that are under way
 * @property {string} missing  the server's reason why there isn't a board
 * @property {boolean} isGone  whether the reason is that the set doesn't exist
 * @property {number} own  how many of the newest changes were made by this page
 * @property {number} echoes  how many of them the server will still report as commits
 * @property {Notice | null} notice
 * @property {{ text: string, number: number }} announcement
 */

/**
 * The state before anything is known.
 * @param {Partial<State>} [known]
 * @returns {State}
 */
export function initialState(known = {}) {
  return {
    set: "",
    sets: null,
    areSetsStale: true,
    steps: {},
    width: 600,
    stretch: 1,
    top: 0,
    height: 800,
    boardKey: "",
    slices: new Map(),
    boardHeight: 0,
    hidden: 0,
    stamp: 1,
    confirmed: 0,
    selected: null,
    selectedStamp: 0,
    changes: [],
    nextID: 1,
    sending: [],
    sentStamp: 0,
    connection: "connecting",
    trouble: "",
    isReadOnly: false,
    isGrouped: false,
    isImplying: false,
    typed: "",
    answer: { key: "", text: "", list: [] },
    next: { key: "", list: [] },
    groups: [],
    looks: new Map(),
    tagStamp: 1,
    groupStamp: 0,
    lookStamp: 0,
    reading: {},
    missing: "",
    isGone: false,
    own: 0,
    echoes: 0,
    notice: null,
    announcement: { text: "", number: 0 },
    ...known,
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
  // Actions of a person.
  setOpened: (state, { set }) => (set === state.set ? state : opened(state, set)),
  measured: renewed,
  scrolled: renewed,
  toggled: (state, { tag }) => changed(state, { kind: "select", tags: [tag], isOn: !isSelected(state, tag) }),
  selectionChanged: (state, { tags, isOn, done }) =>
    changed(state, { kind: "select", tags, isOn, ...(done ? { done } : {}) }),
  added: (state, { tags }) => changed(state, adding(spelled(state, tags))),
  // A text that can't be looked up now is added as it was typed.
  entered: (state, { text, isExact = false }) =>
    state.connection === "offline"
      ? steps.added(state, { tags: [text] })
      : changed(state, { kind: "enter", tags: [text], isExact }),
  commanded: (state, { type, tags = [], ...change }) => changed(state, { kind: "command", tags, ...change }),
  typed: (state, { text }) => ({ ...state, typed: text }),
  noticed: (state, { text, tone = "plain", actions = [], swap }) => ({
    ...state,
    notice: { text, tone, ...(swap ? { swap } : { actions }) },
  }),
  groupedSet: (state, { isOn }) => ({ ...state, isGrouped: isOn }),
  implyingSet: (state, { isOn }) => ({ ...state, isImplying: isOn }),
  dismissed: (state) => ({ ...state, notice: null }),

  // Responses and commits of the server.
  asked: (state, { what, about }) => ({ ...state, reading: { ...state.reading, [what]: about } }),
  // A response for another set, or to an older question, is dropped.
  failed: (state, event) => (state.reading[event.what] === event.about ? notAnswered(state, event) : state),
  setsRead: (state, { body }) => setsRead(answered(state, "sets"), body),
  boardRead: (state, event) => boardRead(answered(state, "board"), event),
  selectionRead: (state, event) => selectionRead(answered(state, "selection"), event),
  answerRead: (state, { type, ...answer }) => ({ ...answered(state, "answer", answer.key), answer }),
  groupsRead: (state, { stamp, groups }) => ({ ...answered(state, "groups"), groups, groupStamp: stamp }),
  looksRead: (state, { stamp, descriptions }) => ({
    ...answered(state, "looks"),
    looks: new Map(descriptions.map((/** @type {any} */ look) => [look.tag, look])),
    lookStamp: stamp,
  }),
  nextRead: (state, { key, list }) => ({ ...answered(state, "next", key), next: { key, list } }),
  sent: (state, { ids }) => ({ ...state, sending: ids, sentStamp: state.stamp }),
  confirmed,
  refused,
  signedIn: (state) => ({ ...state, connection: "offline", trouble: "", reading: {}, isReadOnly: false }),
  connected: (state, { scope }) => ({
    ...stale(state),
    connection: "live",
    tagStamp: state.tagStamp + 1,
    areSetsStale: true,
    isReadOnly: scope === "read",
    echoes: 0,
  }),
  disconnected: (state, { message = "" }) => ({
    ...state,
    connection: "offline",
    trouble: message,
    sending: [],
    reading: {},
  }),
  closed: (state) => ({ ...state, connection: "closed", sending: [], reading: {} }),
  committed: (state, { sets, tags }) => ({
    ...(concerns(state, sets, tags) ? stale(state) : state),
    ...counted(state),
    tagStamp: state.tagStamp + (tags?.length === 0 ? 0 : 1),
    areSetsStale: true,
  }),
};

/**
 * Takes over new values.
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
  return {
    ...stale(state),
    set,
    selected: null,
    selectedStamp: 0,
    slices: new Map(),
    boardKey: "",
    boardHeight: 0,
    top: 0,
    missing: "",
    notice: null,
    next: { key: "", list: [] },
    reading: {},
  };
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
  if (state.isReadOnly) return { ...state, notice: { text: words("board.needsWrite"), tone: "wrong" } };
  if (!state.set && change.kind !== "command") return state;
  const whole = /** @type {Change} */ ({
    set: state.set,
    ...change,
    id: state.nextID,
    key: `${keySeed}-${state.nextID}`,
  });
  return { ...state, notice: null, nextID: state.nextID + 1, changes: [...state.changes, whole] };
}

const keySeed = Math.random();

/**
 * How many changes can be undone afterwards that could not before.
 * @param {Change} change
 */
const stepOf = ({ kind, request }) => (kind === "enter" ? 0 : request?.path === "undo" ? -1 : 1);

/**
 * Whether undoing reverts a change of this page.
 * @param {State} state
 */
export function isUndoOwn({ changes, own }) {
  return changes.reduce((sum, change) => (change.doneAt === undefined ? sum + (stepOf(change) || 1) : sum), own) > 0;
}

/**
 * Names in the spelling of the set, if it has them in another.
 * @param {State} state
 * @param {string[]} tags
 */
function spelled(state, tags) {
  const known = new Map(
    [...knownChips(state).map(({ tag }) => tag), ...selection(state)].map((tag) => [plain(tag), tag]),
  );
  return tags.map((tag) => known.get(plain(tag)) ?? tag);
}

/**
 * @param {string[]} tags
 * @returns {Pick<Change, "kind" | "tags" | "done">}
 */
const adding = (tags) => ({ kind: "add", tags, done: list(tags, "board.added", "board.addedMany") });

/**
 * The entered text becomes the tag with that key or alias, or else a new tag.
 * @param {State} state
 * @param {Change} change
 * @param {{ suggestions: Suggestion[], key?: string, tag?: string, similar?: SimilarTag[] }} content
 * @returns {State}
 */
function looked(state, change, { suggestions, similar, ...named }) {
  const [name] = change.tags;
  const tag = namedTag({ list: suggestions, ...named })?.tag;
  const options = offered({ ...state, answer: { key: "", text: name, list: suggestions, tag } });
  const first = change.isExact ? exactOption(options, tag, name) : options[0];
  const found = { ...change, ...adding([first?.value ?? name]) };
  const notice = first?.kind === "new" ? swapNotice(name, similar) : null;
  return {
    ...state,
    notice: notice ?? state.notice,
    sending: [],
    changes: state.changes.map((each) => (each === change ? found : each)),
  };
}

/**
 * Offers the known tag that a new tag nearly duplicates, or returns null.
 * @param {string} name
 * @param {SimilarTag[]} [similar]  as the server sent them
 * @returns {Notice | null}
 */
export function swapNotice(name, similar = []) {
  const [near] = similar;
  if (!near) return null;
  const { other, otherUses: n } = near;
  const text = words(n === undefined ? "field.near" : "field.nearUsed", { name, other, n });
  return { text, tone: "plain", swap: { name, other } };
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
  // Added tags stay drawn until a board shows them.
  const additions = done
    .filter((change) => change.kind === "add")
    .map((change) => ({ ...change, doneAt: state.stamp }));
  next.changes = [...additions, ...next.changes];
  const text = done
    .map((change) => change.done ?? "")
    .filter(Boolean)
    .join(". ");
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
    // One of several was wrong: each is sent separately, so that only the wrong change is reverted.
    const changes = state.changes.map((change) => (ids.includes(change.id) ? { ...change, alone: true } : change));
    return { ...state, sending: [], changes };
  }
  const changes = state.changes.filter((change) => !ids.includes(change.id));
  const next = {
    ...stale(state),
    sending: [],
    changes: isForbidden ? [] : changes,
    isReadOnly: isForbidden || state.isReadOnly,
  };
  return state.changes.some((change) => change.isAsked && ids.includes(change.id))
    ? next
    : { ...next, notice: { text: message, tone: "wrong" } };
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
  if (what === "answer") return { ...next, answer: { key, text: state.typed, list: [] } };
  if (what === "next") return { ...next, next: { key, list: [] } };
  // A token for single sets may not read them.
  if (what === "groups") return { ...next, groupStamp: key };
  if (what === "looks") return { ...next, lookStamp: key };
  return { ...next, sets: state.sets ?? [], areSetsStale: false };
}

/**
 * @param {State} state
 * @param {{ sets: Summary[], notices?: string[], undo?: string, redo?: string }} body
 * @returns {State}
 */
function setsRead(state, { sets, notices = [], ...steps }) {
  const text = notices.join("\n");
  /** @type {State} */
  const next = { ...state, sets, steps, areSetsStale: false, notice: text ? { text, tone: "plain" } : state.notice };
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
  const slices = new Map(
    [...(isSame ? state.slices : [])].filter(([place, slice]) => {
      return slice.stamp === stamp && Math.abs(place - first) <= KEPT;
    }),
  );
  const chips = board.chips.map((/** @type {any} */ chip) => chipOf(chip, state));
  for (let place = first; place <= last; place += 1) {
    slices.set(place, {
      stamp,
      chips: chips.filter((/** @type {Chip} */ chip) => Math.floor(chip.y / SLICE) === place),
    });
  }
  const changes = state.changes.filter((change) => change.doneAt === undefined || change.doneAt >= stamp);
  return {
    ...state,
    slices,
    changes,
    boardKey: key,
    boardHeight: stretched(board.size.height, state),
    hidden: board.hidden,
    missing: "",
  };
}

/** How many slices on either side are kept. */
const KEPT = WHOLE;

/**
 * @param {any} chip
 * @param {State} state
 * @returns {Chip}
 */
function chipOf({ frame, ...chip }, state) {
  // Edges on whole pixels are sharp.
  const [x, end] = [frame.x, frame.x + frame.width].map((place) => Math.round(place * TEXT_SCALE));
  return { ...chip, x, width: end - x, y: frame.y * state.stretch, height: stretched(frame.height, state) };
}

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
  return [list(on, "board.selected", "board.selectedMany"), list(off, "board.deselected", "board.deselectedMany")]
    .filter(Boolean)
    .join("; ");
}

/**
 * The outcome for tags, which are counted if there are many.
 * @param {string[]} tags
 * @param {string} few
 * @param {string} many
 */
function list(tags, few, many) {
  if (tags.length === 0) return "";
  return tags.length > 5 ? words(many, { n: tags.length }) : words(few, { tags: tags.join(", ") });
}

/**
 * @param {State} state
 * @param {string} text
 * @returns {State}
 */
export function announced(state, text) {
  return { ...state, announcement: { text, number: state.announcement.number + 1 } };
}

// MARK: Drawing

/** @param {State} state */
export function boardKey(state) {
  return `${state.width}×${state.stretch} ${state.set}`;
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
  for (const [tag, isOn] of selectionOf(state.changes, state.set, state.groups))
    isOn ? tags.add(tag) : tags.delete(tag);
  selections.set(state, tags);
  return tags;
}

/** @type {WeakMap<State, Set<string>>} */
const selections = new WeakMap();

/** @param {State} state */
function drawnAsSelected(state) {
  return [...state.slices.values()].flatMap((slice) =>
    slice.chips.filter((chip) => chip.selected).map((chip) => chip.tag),
  );
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
  return arrangement(state).chips;
}

/**
 * The chips and headings as they lie on the board.
 * @param {State} state
 */
export function arrangement(state) {
  return arranged(state, knownChips(state));
}

/**
 * @param {State} state
 * @returns {Chip[]}
 */
function knownChips(state) {
  if (state.boardKey !== boardKey(state) && !state.boardKey.endsWith(` ${state.set}`)) return [];
  return [...state.slices.keys()].sort((a, b) => a - b).flatMap((place) => state.slices.get(place)?.chips ?? []);
}

/**
 * The chips in and around the window, whole lines, as many as the document may hold.
 * @param {State} state
 * @param {number} limit
 * @returns {Chip[]}
 */
export function visibleChips(state, limit = 280) {
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
 * The added tags that aren't on the board yet.
 * @param {State} state
 * @returns {string[]}
 */
export function waitingTags(state) {
  const drawn = new Set(knownChips(state).map((chip) => plain(chip.tag)));
  const added = state.changes
    .filter((change) => /add|enter/.test(change.kind) && change.set === state.set)
    .flatMap((change) => change.tags);
  return [...new Set(added)].filter((tag) => !drawn.has(plain(tag)));
}

/**
 * The options for the typed text: first the tag that Enter takes, which the text names or is the beginning of, then other tags, and
 * a new tag last, or first if no tag begins so. A reader of the board can't add tags, and Enter finds the best match.
 * @param {State} state
 * @returns {import("./combobox.js").Option[]}
 */
export function offered(state) {
  const { text, list, tag: named } = state.answer;
  const name = text.trim().replace(/\s+/g, " ");
  const key = plain(name);
  if (isAddress(name)) return [];
  const option = (/** @type {Suggestion} */ { tag, match, because }) => ({
    text: tag,
    value: tag,
    match,
    kind: "tag",
    note: isSelected(state, tag) ? words("board.isSelected") : reasonsText(because, words),
  });
  const held = key
    ? [...selection(state)].filter((tag) => plain(tag).startsWith(key) && !list.some((found) => found.tag === tag))
    : [];
  held.sort((a, b) => a.length - b.length);
  const found = [...list, ...held.slice(0, 3).map((tag) => ({ tag, match: [[0, [...name].length]], because: [] }))];
  const known = found.find(({ tag }) => (named === undefined ? plain(tag) === key : tag === named));
  const same = known ?? (named === undefined ? null : { tag: named, match: [], because: [] });
  const begins = key && !same ? found.filter((each) => isBeginning(name, each)) : [];
  const first = same ?? begins.find(({ tag }) => !isSelected(state, tag)) ?? begins[0];
  const others = found.filter((other) => other !== first).map(option);
  /** @type {import("./combobox.js").Option[]} */
  const made =
    key && !same && !state.isReadOnly ? [{ text: words("field.create", { tag: name }), value: name, kind: "new" }] : [];
  return first ? [option(first), ...others, ...made] : [...made, ...others];
}

/**
 * The option that takes a text as it is typed: the tag that it names, or a new tag.
 * @param {import("./combobox.js").Option[]} options
 * @param {string | undefined} tag  the tag that it names
 * @param {string} name
 */
export function exactOption(options, tag, name) {
  return options.find(({ kind, value = "" }) => kind === "new" || value === tag || plain(value) === plain(name));
}

/**
 * Whether a text is the location of an item, and not a tag.
 * @param {string} text
 */
export function isAddress(text) {
  return /^\s*[a-z][a-z0-9+.-]*:\/\/\S+\s*$/i.test(text);
}

/** @param {State} state */
export function hasUnsaved(state) {
  return firstBatch(state.changes).length > 0;
}
