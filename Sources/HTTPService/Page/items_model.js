// The state of the Items view, and how events change it. Knows neither document nor network.

import { setOf } from "./items_query.js";
import { plain } from "./text.js";

/**
 * @typedef {{ id: number, set: string, title: string, location?: string, note?: string, tags: string[], at: string, day?: string, checked?: { status: number, at: string, since?: string, location?: string }, isWaiting?: boolean, unpushed?: boolean }} Item
 *   `day` is that of an item of a daily set; `isWaiting` whether changes of it weren't sent yet
 * @typedef {{ tag: string, probability?: number, because: string[], score: number, match?: number[][], uses?: number }} Suggestion
 * @typedef {{ view: string, q: string, count: number, shared?: { page: boolean } }} View
 * @typedef {{ tag: string, count: number, parent?: string }} Facet  parent: the nearest tag above
 * @typedef {{ all: number, untagged: number, single: number }} Counts
 * @typedef {{ set: string, tags: number, saved: number, chosen: boolean, daily?: boolean }} Summary
 *
 * @typedef {object} State
 * @property {string} query  the query whose results are shown or loading
 * @property {string} set  the set whose items are shown, or "" for all
 * @property {number} stamp  counts what made the results outdated
 * @property {number} shownStamp  the stamp of the shown results; behind `stamp` while they load
 * @property {number} total  the length of the list
 * @property {number} count  the number of matches now, which differs from the list after changes in it
 * @property {Map<number, Item[]>} pages  the loaded items
 * @property {Set<number>} asked  the pages that are being loaded
 * @property {Facet[]} facets
 * @property {string} problem  why there are no results
 * @property {{ name?: string, nearest?: string }} named  an unknown name in the query, and the most similar known one
 * @property {number} focus  the row of the keyboard, or -1
 * @property {Map<number, Item>} selected  the selected items by id
 * @property {boolean} areAllSelected  all results, also those that aren't loaded
 * @property {number} anchor  where a selected range begins
 * @property {number} editing  the id of the item whose tags are being edited, or 0
 * @property {Map<number, Suggestion[]>} suggestions
 * @property {Counts | null} counts
 * @property {View[]} views
 * @property {Summary[]} sets
 * @property {Set<string>} unfolded  the open namespaces
 * @property {boolean} hasMoreFacets
 * @property {number} described  counts how often colors, descriptions and groups of tags were read
 *
 * @typedef {{ type: "searched", query: string }
 *   | { type: "setChosen", set: string } | { type: "outdated" }
 *   | { type: "asked", page: number }
 *   | { type: "pageRead", stamp: number, page: number, items: Item[], total: number, facets?: Facet[] }
 *   | { type: "facetsRead", query: string, total: number, facets: Facet[] }
 *   | { type: "refused", stamp: number, page: number, message: string, named?: { name?: string, nearest?: string } }
 *   | { type: "countsRead", counts: Counts } | { type: "viewsRead", views: View[] }
 *   | { type: "setsRead", sets: Summary[] }
 *   | { type: "suggested", id: number, suggestions: Suggestion[] }
 *   | { type: "changed", item: Item }
 *   | { type: "focused", index: number }
 *   | { type: "toggled", index: number, isRange?: boolean }
 *   | { type: "selectedAll" } | { type: "deselected" }
 *   | { type: "edited", id: number } | { type: "dismissed", id: number, tag: string }
 *   | { type: "folded", name: string } | { type: "moreFacets" } | { type: "tagsDescribed" }} Event
 */

/** How many items are loaded in one request. */
export const PAGE = 100;

/** @param {string} query @param {string} [set] @returns {State} */
export function initial(query, set = "", unfolded = new Set()) {
  return {
    query,
    set,
    stamp: 1,
    shownStamp: 0,
    total: 0,
    count: 0,
    pages: new Map(),
    asked: new Set(),
    facets: [],
    problem: "",
    named: {},
    focus: -1,
    selected: new Map(),
    areAllSelected: false,
    anchor: -1,
    editing: 0,
    suggestions: new Map(),
    counts: null,
    views: [],
    sets: [],
    unfolded,
    hasMoreFacets: false,
    described: 0,
  };
}

/**
 * @param {State} state
 * @param {Event} event
 * @returns {State}
 */
export function update(state, event) {
  switch (event.type) {
    case "searched": {
      if (event.query === state.query && !state.problem) return state;
      return { ...nothingChosen(state), query: event.query, stamp: state.stamp + 1, asked: new Set() };
    }
    case "setChosen":
      return { ...nothingChosen(state), set: event.set, stamp: state.stamp + 1, asked: new Set() };
    case "outdated":
      return { ...state, stamp: state.stamp + 1, asked: new Set() };
    case "asked":
      return { ...state, asked: new Set(state.asked).add(event.page) };
    case "pageRead":
      return pageRead(state, event);
    case "facetsRead":
      return event.query === state.query ? { ...state, count: event.total, facets: event.facets } : state;
    case "refused":
      return refused(state, event);
    case "countsRead":
      return { ...state, counts: event.counts };
    case "viewsRead":
      return { ...state, views: event.views };
    case "setsRead":
      return { ...state, sets: event.sets };
    case "suggested":
      return { ...state, suggestions: new Map(state.suggestions).set(event.id, event.suggestions) };
    case "changed":
      return itemChanged(state, event.item);
    case "focused":
      return { ...state, focus: Math.max(-1, Math.min(event.index, state.total - 1)) };
    case "toggled":
      return toggled(state, event);
    case "selectedAll":
      return { ...state, areAllSelected: true };
    case "deselected":
      return { ...state, selected: new Map(), areAllSelected: false, anchor: -1 };
    case "edited":
      return { ...state, editing: event.id };
    case "dismissed":
      return dismissed(state, event);
    case "folded":
      return { ...state, unfolded: toggledIn(state.unfolded, event.name) };
    case "moreFacets":
      return { ...state, hasMoreFacets: true };
    case "tagsDescribed":
      return { ...state, described: state.described + 1 };
    default:
      return state;
  }
}

/**
 * The state before other results are shown.
 * @param {State} state
 * @returns {State}
 */
function nothingChosen(state) {
  return {
    ...state,
    focus: -1,
    anchor: -1,
    editing: 0,
    selected: new Map(),
    areAllSelected: false,
    problem: "",
    hasMoreFacets: false,
  };
}

/**
 * @param {State} state
 * @param {Extract<Event, { type: "pageRead" }>} event
 * @returns {State}
 */
function pageRead(state, { stamp, page, items, total, facets }) {
  if (stamp !== state.stamp) return state;
  // The old results stay until the first page of the new ones is there.
  const isFirst = state.shownStamp !== stamp;
  const pages = (isFirst ? new Map() : new Map(state.pages)).set(page, items);
  const asked = new Set(state.asked);
  asked.delete(page);
  const selected = new Map(state.selected);
  for (const item of items) if (selected.has(item.id)) selected.set(item.id, item);
  return {
    ...state,
    pages,
    asked,
    selected,
    shownStamp: stamp,
    total,
    count: total,
    facets: facets ?? state.facets,
    problem: "",
    focus: Math.min(state.focus, total - 1),
    suggestions: isFirst ? new Map() : state.suggestions,
  };
}

/**
 * @param {State} state
 * @param {Extract<Event, { type: "refused" }>} event
 * @returns {State}
 */
function refused(state, { stamp, message, named = {} }) {
  if (stamp !== state.stamp) return state;
  return {
    ...state,
    shownStamp: stamp,
    pages: new Map(),
    asked: new Set(),
    total: 0,
    count: 0,
    facets: [],
    problem: message,
    named,
  };
}

/**
 * @param {State} state
 * @param {Item} item
 * @returns {State}
 */
function itemChanged(state, item) {
  const pages = new Map(state.pages);
  for (const [number, items] of pages) {
    const index = items.findIndex(({ id }) => id === item.id);
    if (index >= 0)
      pages.set(
        number,
        items.map((other) => (other.id === item.id ? item : other)),
      );
  }
  const selected = state.selected.has(item.id) ? new Map(state.selected).set(item.id, item) : state.selected;
  const suggestions = new Map(state.suggestions);
  const left = suggestions.get(item.id)?.filter(({ tag }) => !item.tags.includes(tag));
  if (left) suggestions.set(item.id, left);
  return { ...state, pages, selected, suggestions };
}

/**
 * @param {State} state
 * @param {Extract<Event, { type: "toggled" }>} event
 * @returns {State}
 */
function toggled(state, { index, isRange = false }) {
  const item = itemAt(state, index);
  if (!item) return state;
  // Of all results, those that are loaded stay selected without this one.
  const loaded = state.areAllSelected ? [...state.pages.values()].flat() : [];
  const selected = new Map([...state.selected, ...loaded.map((each) => /** @type {const} */ ([each.id, each]))]);
  const isOn = !selected.has(item.id);
  const [from, to] =
    isRange && state.anchor >= 0 ? [Math.min(state.anchor, index), Math.max(state.anchor, index)] : [index, index];
  for (let place = from; place <= to; place += 1) {
    const other = itemAt(state, place);
    if (other && (isOn || isRange)) selected.set(other.id, other);
    else if (other) selected.delete(other.id);
  }
  return { ...state, selected, areAllSelected: false, anchor: index };
}

/**
 * @param {State} state
 * @param {{ id: number, tag: string }} event
 * @returns {State}
 */
function dismissed(state, { id, tag }) {
  const left = (state.suggestions.get(id) ?? []).filter((suggestion) => suggestion.tag !== tag);
  return { ...state, suggestions: new Map(state.suggestions).set(id, left) };
}

/**
 * @param {Set<string>} set
 * @param {string} name
 */
function toggledIn(set, name) {
  const result = new Set(set);
  if (!result.delete(name)) result.add(name);
  return result;
}

// MARK: What is asked about the state

/**
 * @param {State} state
 * @param {number} index
 * @returns {Item | undefined}
 */
export function itemAt(state, index) {
  return state.pages.get(Math.floor(index / PAGE))?.[index % PAGE];
}

/**
 * @param {State} state
 * @param {number} id
 */
export function indexOf(state, id) {
  for (const [page, items] of state.pages) {
    const index = items.findIndex((item) => item.id === id);
    if (index >= 0) return page * PAGE + index;
  }
  return -1;
}

/**
 * The pages to load for the rows of a window.
 * @param {State} state
 * @param {number} first
 * @param {number} last
 */
export function wantedPages(state, first, last) {
  if (state.shownStamp !== state.stamp) {
    const page = Math.max(0, Math.floor(first / PAGE));
    return state.asked.size > 0 ? [] : [state.total > 0 ? page : 0];
  }
  const pages = [];
  for (
    let page = Math.max(0, Math.floor(first / PAGE));
    page <= Math.floor(last / PAGE) && page * PAGE < state.total;
    page += 1
  ) {
    if (!state.pages.has(page) && !state.asked.has(page)) pages.push(page);
  }
  return pages;
}

/**
 * The set that all of the items are in, or an empty text.
 * @param {Item[]} items
 */
export function commonSet(items) {
  return items.length > 0 && items.every(({ set }) => set === items[0].set) ? items[0].set : "";
}

/**
 * The set that all selected items are in, or an empty text.
 * @param {State} state
 */
export function setOfSelected(state) {
  return state.areAllSelected ? setOf(state.query) || state.set : commonSet([...state.selected.values()]);
}

/**
 * The text of a notice about items, with their set if they have one in common.
 * @param {string} text
 * @param {string} set
 */
export const withSetName = (text, set) => (set ? `${text} · ${set}` : text);

/** @param {State} state */
export function selectedCount(state) {
  return state.areAllSelected ? state.count : state.selected.size;
}

/**
 * @param {State} state
 * @param {Item} item
 */
export function isSelected(state, item) {
  return state.areAllSelected || state.selected.has(item.id);
}

/**
 * Whether there is nothing yet that a query could find.
 * @param {State} state
 */
export function isFirstVisit(state) {
  return state.counts?.all === 0 && state.shownStamp === state.stamp && state.total === 0;
}

/**
 * The suggestions that a row offers: more for an item with few tags.
 * @param {State} state
 * @param {Item} item
 */
export function offeredFor(state, item) {
  const [limit, least] = item.tags.length === 0 ? [5, 0.12] : item.tags.length === 1 ? [4, 0.2] : [2, 0.45];
  return (state.suggestions.get(item.id) ?? [])
    .filter(({ tag, probability = 0 }) => probability >= least && !item.tags.includes(tag))
    .slice(0, limit);
}

/**
 * The tags that suit most of the selected items that are loaded, best first.
 * @param {State} state
 * @param {number} limit
 */
export function offeredForSelected(state, limit = 3) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const item of state.selected.values()) {
    for (const { tag, probability = 0 } of state.suggestions.get(item.id) ?? [])
      if (!item.tags.includes(tag)) sums.set(tag, (sums.get(tag) ?? 0) + probability);
  }
  return [...sums]
    .filter(([, sum]) => sum > 0.15 * state.selected.size)
    .sort((one, other) => other[1] - one[1])
    .slice(0, limit)
    .map(([tag]) => tag);
}

/**
 * The tags of the selected items, most frequent first.
 * @param {State} state
 */
export function tagsOfSelected(state) {
  if (state.areAllSelected) return state.facets.map(({ tag }) => tag);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const item of state.selected.values()) for (const tag of item.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1]).map(([tag]) => tag);
}

/**
 * @typedef {{ tag: string, label: string, count: number, level: number, space?: string, isOpen?: boolean }} FacetRow
 *   space: the name by which the rows below are folded; tag is empty for a namespace that isn't a tag
 */

/**
 * The facets in the order of the sidebar: as a tree of tags and those below them. Tags of a namespace with two or more tags are below
 * its name, if it isn't a tag.
 * @param {State} state
 * @returns {FacetRow[]}
 */
export function facetRows(state) {
  const known = new Set(state.facets.map(({ tag }) => tag));
  /** @type {Map<string, Facet[]>} */
  const below = new Map();
  for (const facet of state.facets) {
    const space = facet.parent !== undefined && known.has(facet.parent) ? facet.parent : namespaceOf(facet.tag);
    below.set(space, [...(below.get(space) ?? []), facet]);
  }
  /** @type {Set<string>} */
  const done = new Set();
  /** @returns {FacetRow[]} */
  const row = (/** @type {Facet} */ facet, /** @type {number} */ level, /** @type {string} */ space) => {
    const { tag, count } = facet;
    const isInside = plain(tag).startsWith(plain(space));
    const label = isInside ? tag.slice(space.length).replace(/^(\/|::)(?=.)/, "") : tag;
    const inside = below.get(tag) ?? [];
    if (inside.length === 0) return [{ tag, label, count, level }];
    const isOpen = state.unfolded.has(tag);
    return [
      { tag, label, count, level, space: tag, isOpen },
      ...(isOpen ? inside.flatMap((each) => row(each, level + 1, tag)) : []),
    ];
  };
  return state.facets.flatMap((facet) => {
    if (facet.parent !== undefined && known.has(facet.parent)) return [];
    const space = namespaceOf(facet.tag);
    const inside = below.get(space) ?? [];
    if (inside.length < 2 || !space) return row(facet, 0, "");
    if (done.has(space)) return [];
    done.add(space);
    const isOpen = state.unfolded.has(space);
    const count = inside.reduce((sum, each) => sum + each.count, 0);
    const head = { tag: "", label: space, count, level: 0, space, isOpen };
    return [head, ...(isOpen ? inside.flatMap((each) => row(each, 1, space)) : [])];
  });
}

/**
 * `role::` of `role::program`, `city:` of `city:oslo`, `a/` of `a/b`; "" without.
 * @param {string} tag
 */
export function namespaceOf(tag) {
  return /^([^:/\s]{2,}(?:::|:|\/))(?=[^:/])/.exec(tag)?.[1] ?? "";
}
