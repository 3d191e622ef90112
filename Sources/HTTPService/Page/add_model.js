// The model of the Add view: given, typed and stored fields, and how they are shown and saved. It knows neither document nor network.
//
// 1. The address or a draft begins the state: `initialAdd`. Everything that happens is an `AddEvent`.
// 2. `updateAdd` returns the next state; `fieldsShown` combines the user's input with the item that is stored at the location.
// 3. `lookupNeeded` and `suggestionsNeeded` are the requests that the state lacks; `entryToSave` is the request of Save.

import { joinedNote } from "./unsent.js";

/**
 * @typedef {{ id: number, set: string, title: string, location?: string, note?: string, tags: string[], at: string }} Item
 * @typedef {{ tag: string, probability?: number, because: string[] }} Suggestion
 * @typedef {"location" | "title" | "tags" | "note" | "form"} Place
 * @typedef {"live" | "offline" | "busy" | "forbidden"} Connection
 * @typedef {{ type: string, [field: string]: any }} AddEvent
 */

/**
 * @typedef {object} AddState
 * @property {string} location
 * @property {string} title
 * @property {string} note
 * @property {string} text  a page's text: evidence for suggestions, which isn't shown
 * @property {string} set  the chosen set, or "" for the usual one
 * @property {{ set: string, daily?: boolean }[]} sets
 * @property {string} usual  the set that the server saves in unless another is chosen; "" if it isn't known
 * @property {{ title: boolean, note: boolean }} typed  which fields the user changed; a stored item's values replace the others
 * @property {string[]} added  the tags that the user added
 * @property {string[]} removed  the tags of the stored item that the user removed
 * @property {Item | null} item  the item that is stored at the location
 * @property {string} lookedUp  the location that `item` is for
 * @property {{ key: string, likely: Suggestion[], others: Suggestion[], newNames: Suggestion[] }} suggestions
 * @property {Partial<Record<Place, string>>} wrong  why the server refused a field
 * @property {Connection} connection
 * @property {boolean} isSaving
 * @property {boolean} isRestored  whether the state comes from a draft
 * @property {boolean} closes  whether the bookmarklet opened the window
 * @property {"unknown" | "no" | "running"} fetching  whether the server reads titles, if that is known
 */

/** The probability from which suggestions are taken together by one key. */
const LIKELY = 0.6;
/** The probability below which a suggestion isn't worth the room. */
const UNLIKELY = 0.25;
/** How many known and new tags are offered at most. */
const [MOST_OFFERED, MOST_NEW] = [5, 3];
/** The set that the server creates if there is no ordinary one. */
const FIRST_SET = "bookmarks";

/**
 * The state for an address.
 * @param {URLSearchParams} given
 * @param {Partial<AddState> | null} [draft]
 * @returns {AddState}
 */
export function initialAdd(given, draft = null) {
  const shared = sharedFields(given);
  const added = given
    .getAll("tag")
    .flatMap((tags) => tags.split(","))
    .map((tag) => tag.trim())
    .filter(Boolean);
  return {
    ...shared,
    set: given.get("set") ?? "",
    sets: [],
    usual: "",
    typed: { title: false, note: false },
    added,
    removed: [],
    item: null,
    lookedUp: "",
    suggestions: { key: "", likely: [], others: [], newNames: [] },
    wrong: {},
    connection: "live",
    isSaving: false,
    isRestored: draft !== null,
    closes: given.has("close"),
    fetching: "unknown",
    ...draft,
  };
}

/**
 * The fields in an address. Phones share the address of a page as part of a text.
 * @param {URLSearchParams} given
 */
export function sharedFields(given) {
  const [place, title, note, text] = ["location", "title", "note", "text"].map((name) =>
    (given.get(name) ?? "").trim(),
  );
  const location = place || given.get("url")?.trim() || "";
  if (note) return { location, title, note, text };
  if (location) return { location, title, note: otherThan(title, withoutPlace(text, location)), text: "" };
  const found = placeIn(text);
  const rest = found ? withoutPlace(text, found) : text;
  const isTitle = found && !title && rest.length <= 200 && !rest.includes("\n");
  return { location: found, title: isTitle ? rest : title, note: isTitle ? "" : otherThan(title, rest), text: "" };
}

/** The first web address in a text, without the punctuation of the sentence around it. */
function placeIn(/** @type {string} */ text) {
  const found = /https?:\/\/[^\s<>"“”「」（）。、]+/i.exec(text)?.[0].replace(/[.,;:!?'’»\]}]+$/, "") ?? "";
  return found.endsWith(")") && !found.includes("(") ? found.slice(0, -1) : found;
}

/** A text without an address and the punctuation between the two. */
function withoutPlace(/** @type {string} */ text, /** @type {string} */ place) {
  return text
    .replace(place, "")
    .replace(/\(\s*\)/, "")
    .replace(/^[\s\-–—|:]+|[\s\-–—|:]+[.!?]?$/g, "");
}

function otherThan(/** @type {string} */ title, /** @type {string} */ text) {
  return text === title ? "" : text;
}

// MARK: Shown fields

/**
 * The fields as they are shown: the user's input, and the stored item.
 * @param {AddState} state
 */
export function fieldsShown(state) {
  const { location, typed, added, removed, item } = state;
  if (!item) return { location, title: state.title, note: state.note, tags: added };
  const kept = item.tags.filter((tag) => !removed.includes(tag));
  return {
    location,
    title: typed.title ? state.title : item.title || state.title,
    note: typed.note ? state.note : joinedNote(item.note, state.note),
    tags: [...kept, ...added.filter((tag) => !item.tags.includes(tag))],
  };
}

/**
 * The set that the item is or will be in.
 * @param {AddState} state
 */
export function setShown({ item, set, usual }) {
  return item?.set || set || usual || FIRST_SET;
}

/**
 * Whether there is anything to save.
 * @param {AddState} state
 */
export function isAddEmpty(state) {
  const { location, title, note, tags } = fieldsShown(state);
  return !location.trim() && !title.trim() && !note.trim() && tags.length === 0;
}

/**
 * The part of a state that outlives a reload; null if there's nothing to lose.
 * @param {AddState} state
 * @param {AddState} [opened]  the state that the address alone gives, which is no draft
 */
export function draftOf(state, opened) {
  const draft = partToKeep(state);
  const isLost = !isAddEmpty(state) && (!opened || JSON.stringify(draft) !== JSON.stringify(partToKeep(opened)));
  return isLost ? draft : null;
}

function partToKeep(/** @type {AddState} */ { location, title, note, text, set, typed, added, removed }) {
  return { location, title, note, text, set, typed, added, removed };
}

// MARK: Missing data

/**
 * The location to look up, or null.
 * @param {AddState} state
 */
export function lookupNeeded(state) {
  const location = state.location.trim();
  return location !== state.lookedUp ? location : null;
}

/**
 * The path of the suggestions for the state, or "" if there's no evidence.
 * @param {AddState} state
 * @param {string} [typed]  the text in the tag field
 * @param {string[]} [given]
 */
export function suggestionsPath(state, typed = "", given = fieldsShown(state).tags) {
  const { location, title, note } = fieldsShown(state);
  if (!typed && !location.trim() && !title.trim()) return "";
  const query = new URLSearchParams({ q: typed, limit: typed ? "8" : "12" });
  if (typed) query.set("similar", "true");
  if (state.set || state.item) query.set("set", state.item?.set ?? state.set);
  // The address of a request has room for 8,192 bytes; the last parts are the least important.
  const parts = [
    ["title", title],
    ["location", location],
    ...given.map((tag) => ["given", tag]),
    ["note", note.slice(0, 600)],
    ["text", state.text.slice(0, 600)],
  ];
  let room = 6_000;
  for (const [name, value] of parts) {
    room -= new URLSearchParams({ value }).toString().length + name.length + 2;
    if (value.trim() && room > 0) query.append(name, value);
  }
  return `suggestions?${query}`;
}

/**
 * The path of the suggestions that the state lacks, "" for no suggestions; null if they are there.
 * @param {AddState} state
 */
export function suggestionsNeeded(state) {
  const path = suggestionsPath(state);
  return path === state.suggestions.key ? null : path;
}

// MARK: Saving

/**
 * The entry that Save sends, with a key and a time that stay the same however often it is sent; null if nothing changed.
 * @param {AddState} state
 * @param {{ id: string, root: string, at: string }} stamp
 * @returns {import("./unsent.js").Unsent | null}
 */
export function entryToSave(state, { id, root, at }) {
  const fields = fieldsShown(state);
  const [location, title, note] = [fields.location, fields.title, fields.note].map((text) => text.trim());
  const { item, text, set } = state;
  if (!item || state.lookedUp !== location) {
    const body = {
      ...(location && { location }),
      ...(title && { title }),
      ...(note && { note }),
      ...(text && { text }),
      ...(set && { set }),
      tags: fields.tags,
      at,
    };
    return { id, root, item: null, body };
  }
  const add = fields.tags.filter((tag) => !item.tags.includes(tag));
  const remove = item.tags.filter((tag) => !fields.tags.includes(tag));
  const body = {
    ...(title !== item.title && { title }),
    ...(note !== (item.note ?? "").trim() && { note }),
    ...(add.length && { add }),
    ...(remove.length && { remove }),
  };
  return Object.keys(body).length ? { id, root, item: item.id, body: { ...body } } : null;
}

/**
 * The field of an error, from the pointer of the server.
 * @returns {Place}
 */
export function placeOf(/** @type {string} */ pointer) {
  const name = pointer.split("/")[1] ?? "";
  if (name === "add" || name === "remove") return "tags";
  return name === "location" || name === "title" || name === "tags" || name === "note" ? name : "form";
}

// MARK: Events

/**
 * The state after an event.
 * @param {AddState} state
 * @param {AddEvent} event
 * @returns {AddState}
 */
export function updateAdd(state, event) {
  switch (event.type) {
    case "typed":
      return typedInto(state, event.field, event.value);
    case "tagsChanged":
      return { ...tagged(state, event.tags), wrong: { ...state.wrong, tags: "", form: "" } };
    case "accepted":
      return tagged(state, [...fieldsShown(state).tags, ...event.tags]);
    case "lookedUp":
      return lookedUp(state, event.location, event.item);
    case "setsRead":
      return { ...state, sets: event.sets, usual: event.usual };
    case "setChosen":
      return { ...state, set: event.set, lookedUp: event.set === setShown(state) ? state.lookedUp : "\n" };
    case "suggested":
      return { ...state, connection: "live", suggestions: sorted(event.key, event.body) };
    case "failed":
      return { ...state, connection: event.connection, fetching: event.fetching ?? state.fetching };
    case "connected":
      return { ...state, connection: "live" };
    case "fetching":
      return { ...state, fetching: "running" };
    case "fetched":
      return fetched(state, /** @type {any} */ (event));
    case "fetchRefused":
      return { ...state, fetching: "no" };
    case "saving":
      return { ...state, isSaving: true, wrong: {} };
    case "refused":
      return { ...state, isSaving: false, wrong: { [event.place]: event.message } };
    case "stored":
      return {
        ...initialAdd(new URLSearchParams()),
        connection: event.connection ?? state.connection,
        fetching: state.fetching,
        sets: state.sets,
        usual: event.set ?? state.usual,
      };
    case "reopened":
      return {
        ...initialAdd(new URLSearchParams()),
        ...event.draft,
        connection: state.connection,
        fetching: state.fetching,
        sets: state.sets,
        usual: state.usual,
      };
    default:
      return state;
  }
}

/**
 * @param {AddState} state
 * @param {"location" | "title" | "note"} field
 * @param {string} value
 * @returns {AddState}
 */
function typedInto(state, field, value) {
  const next = { ...state, [field]: value, wrong: { ...state.wrong, [field]: "", form: "" } };
  if (field !== "location") return { ...next, typed: { ...state.typed, [field]: true } };
  // Another location is another item: fields that the stored item filled in are cleared.
  return value.trim() === state.lookedUp ? next : { ...next, item: null, lookedUp: "", removed: [] };
}

/**
 * @param {AddState} state
 * @param {string[]} tags  all tags that are to be shown
 * @returns {AddState}
 */
function tagged(state, tags) {
  const stored = state.item?.tags ?? [];
  const all = [...new Set(tags)];
  return {
    ...state,
    added: all.filter((tag) => !stored.includes(tag)),
    removed: stored.filter((tag) => !all.includes(tag)),
  };
}

/**
 * @param {AddState} state
 * @param {string} location
 * @param {Item | null} item
 * @returns {AddState}
 */
function lookedUp(state, location, item) {
  if (location !== state.location.trim()) return state;
  const removed = item ? state.removed.filter((tag) => item.tags.includes(tag)) : [];
  return { ...state, connection: "live", lookedUp: location, item, removed };
}

/**
 * @param {AddState} state
 * @param {{ title: string, note: string, text?: string }} page
 * @returns {AddState}
 */
function fetched(state, { title, note, text = "" }) {
  const next = { ...state, fetching: /** @type {const} */ ("unknown") };
  if (title && !fieldsShown(state).title.trim()) Object.assign(next, { title, typed: { ...state.typed, title: true } });
  if (note && !fieldsShown(state).note.trim()) next.note = note;
  // The text of the page is evidence for suggestions.
  if (text) next.text = text;
  return next;
}

/** The suggestions of a response: those that are likely, the others, and names that would be new. */
function sorted(/** @type {string} */ key, /** @type {any} */ body) {
  /** @type {Suggestion[]} */
  const list = body.suggestions ?? [];
  const likely = list.filter((found) => (found.probability ?? 0) >= LIKELY);
  const others = list.filter((found) => !likely.includes(found) && (found.probability ?? 0) >= UNLIKELY);
  const newNames = (body.newNames ?? []).map((/** @type {any} */ found) => {
    return typeof found === "string"
      ? { tag: found, because: [] }
      : { because: [], ...found, tag: found.tag ?? found.name };
  });
  return { key, likely, others, newNames };
}

/**
 * The suggestions that aren't chosen yet, as many as there is room for, and whether there is anything to suggest tags from.
 * @param {AddState} state
 */
export function offeredTags(state) {
  const { tags } = fieldsShown(state);
  const isOpen = (/** @type {Suggestion} */ found) => !tags.includes(found.tag);
  const { likely, others, newNames } = state.suggestions;
  const first = likely.filter(isOpen).slice(0, MOST_OFFERED);
  return {
    likely: first,
    others: others.filter(isOpen).slice(0, MOST_OFFERED - first.length),
    newNames: newNames.filter(isOpen).slice(0, MOST_NEW),
    hasEvidence: state.suggestions.key !== "",
  };
}
