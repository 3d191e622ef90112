// The state of the Items view, its address, and loading missing items.

import { attempt, canWrite, drawInTime, live, link, noteDailySets, Refusal, root, tell } from "./shell.js";
import { keepNames, keptNames } from "./kept_names.js";
import { initial, itemAt, update, wantedPages } from "./items_model.js";
import { readCounts, readFacets, readPage, readSets, readSuggestions, readViews } from "./items_server.js";

/**
 * @typedef {import("./items_model.js").State} State
 * @typedef {import("./items_model.js").Event} Event
 * @typedef {import("./items_model.js").Item} Item
 */

/** Where the browser keeps the chosen set. */
const SET_KEY = `tagflow.set ${root}`;
/** Where the browser keeps the tags and namespaces that are open in the side column. */
const UNFOLDED_KEY = `tagflow.unfolded ${root}`;

/** @type {State} */
export let state = initial(queryInAddress(), localStorage.getItem(SET_KEY) ?? "", keptNames(UNFOLDED_KEY));

/** @type {((state: State, before: State) => void)[]} */
const drawings = [];

/**
 * Calls a function with every new state, before the next frame.
 * @param {(state: State, before: State) => void} draw
 */
export function onState(draw) {
  drawings.push(draw);
}

let drawn = state;
let isDrawing = false;

/** @param {Event} event */
export function dispatch(event) {
  const before = state;
  state = update(state, event);
  if (state === before) return;
  if (state.unfolded !== before.unfolded) keepNames(UNFOLDED_KEY, state.unfolded);
  load();
  drawSoon();
}

export function drawSoon() {
  if (isDrawing) return;
  isDrawing = true;
  drawInTime(drawNow);
}

/** Draws immediately, for callers that look at the result. */
export function drawNow() {
  isDrawing = false;
  const before = drawn;
  drawn = state;
  for (const each of drawings) each(state, before);
}

// MARK: The address

export function queryInAddress() {
  return new URLSearchParams(window.location.search).get("q") ?? "";
}

/** The id of the item in the address, or 0. */
export function itemInAddress() {
  return Number(/\/items\/(\d+)$/.exec(window.location.pathname)?.[1] ?? 0);
}

/** Whether an item is shown next to the list, and not in its place. */
export const hasRoomForDetail = () => matchMedia("(min-width: 1440px)").matches;

/**
 * @param {string} query
 * @param {number} [id]
 */
export function addressOf(query, id = 0) {
  const path = link(id ? `/items/${id}` : "/");
  return query ? `${path}?q=${encodeURIComponent(query).replaceAll("%20", "+")}` : path;
}

/** Whether the query is being typed: its last word is then a beginning. */
let isTyping = false;

/**
 * Shows the results of a query.
 * @param {string} query
 * @param {{ typing?: boolean }} options  while typing, the address of the last typed query is replaced
 */
export function search(query, { typing = false } = {}) {
  const isSame = query === state.query && typing === isTyping;
  if (isSame && !state.problem) return;
  const isReplacing = (typing && isTyping) || query === state.query;
  if (isReplacing) history.replaceState({}, "", addressOf(query));
  else history.pushState({}, "", addressOf(query));
  const wasTyping = isTyping;
  isTyping = typing;
  if (query !== state.query || state.problem) dispatch({ type: "searched", query });
  else if (wasTyping) dispatch({ type: "outdated" });
}

/**
 * Shows the items of one set, or of all; this browser keeps the choice.
 * @param {string} set  "" for all
 */
export function chooseSet(set) {
  localStorage.setItem(SET_KEY, set);
  dispatch({ type: "setChosen", set });
  loadCountsSoon(0);
}

/** The query of the address, after the person went back or forward. */
export function followAddress() {
  isTyping = false;
  dispatch({ type: "searched", query: queryInAddress() });
}

// MARK: Loading

/** The rows that are shown, or soon will be. */
export const range = { first: 0, last: 30 };

let controller = new AbortController();
let stamp = 0;
/** The query of the rows that are shown; null without rows. */
let shownQuery = /** @type {string | null} */ (null);

export function load() {
  if (stamp !== state.stamp) {
    controller.abort();
    controller = new AbortController();
    stamp = state.stamp;
  }
  for (const page of wantedPages(state, range.first, range.last)) loadPage(page, controller.signal);
}

/**
 * @param {number} page
 * @param {AbortSignal} signal
 */
async function loadPage(page, signal) {
  const { query, set, stamp: asked, shownStamp } = state;
  dispatch({ type: "asked", page });
  try {
    const body = await readPage(query, page, { isTyping, hasFacets: shownStamp !== asked, set }, signal);
    shownQuery = query;
    dispatch({
      type: "pageRead",
      stamp: asked,
      page,
      items: body.items,
      total: body.total,
      facets: shownStamp === asked ? undefined : body.facets,
    });
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof Refusal)) throw error;
    // The rows stay while the server is away.
    if (error.status === 0 && shownQuery === query) return;
    shownQuery = null;
    if (error.status !== 401)
      dispatch({ type: "refused", stamp: asked, page, message: error.message, named: error.named });
  }
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let countTimer;

export function loadCountsSoon(wait = 400) {
  clearTimeout(countTimer);
  countTimer = setTimeout(() => attempt(loadCounts), wait);
}

async function loadCounts() {
  const [views, { sets, notices }] = await Promise.all([readViews(), readSets()]);
  if (noteDailySets(sets) && !state.set) dispatch({ type: "outdated" });
  dispatch({ type: "countsRead", counts: await readCounts(state.set) });
  dispatch({ type: "viewsRead", views });
  dispatch({ type: "setsRead", sets });
  // A set that was renamed or deleted is chosen no more.
  if (state.set && !sets.some((/** @type {{ set: string }} */ { set }) => set === state.set)) chooseSet("");
  for (const notice of notices) tell(notice);
}

/** Loads the counts of the results, but leaves the list as it is. */
export async function loadFacets() {
  const { query, set } = state;
  const body = await readFacets(query, set).catch(() => null);
  if (body) dispatch({ type: "facetsRead", query, total: body.total, facets: body.facets });
}

/** @type {Set<string>} */
let suggestedKeys = new Set();
let suggestedStamp = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let suggestTimer;

/** Loads suggestions for the shown rows when scrolling has ended. */
export function loadSuggestionsSoon() {
  clearTimeout(suggestTimer);
  suggestTimer = setTimeout(loadSuggestions, 220);
}

/** @param {number} [id]  an item whose suggestions are outdated */
export function loadSuggestions(id) {
  if (!canWrite()) return;
  if (suggestedStamp !== state.shownStamp) {
    suggestedKeys = new Set();
    suggestedStamp = state.shownStamp;
  }
  const items = /** @type {Item[]} */ ([]);
  for (let index = range.first; index <= range.last; index += 1) {
    const item = itemAt(state, index);
    const key = item ? `${item.id} ${item.tags.join("\n")}` : "";
    if (!item || suggestedKeys.has(key) || (id && item.id !== id)) continue;
    suggestedKeys.add(key);
    items.push(item);
  }
  const shown = state.shownStamp;
  const take = (/** @type {number} */ about, /** @type {any} */ suggestions) => {
    if (shown === state.shownStamp) dispatch({ type: "suggested", id: about, suggestions });
  };
  if (items.length > 0) readSuggestions(items.slice(0, 60), take).catch(() => {});
}

// MARK: Changes

let ownChanges = 0;
let isOutdated = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let outdatedTimer;

/**
 * Changes tags or fields of shown items: the list keeps its rows, only the counts are loaded again.
 * @template T
 * @param {() => Promise<T>} change
 * @returns {Promise<T | undefined>}
 */
export async function changing(change) {
  ownChanges += 1;
  let result;
  try {
    result = await attempt(change);
  } finally {
    // The commit of this change arrives on the stream about now.
    setTimeout(() => {
      ownChanges -= 1;
    }, 1_000);
  }
  if (result !== undefined) {
    loadFacets();
    loadCountsSoon();
    loadSuggestionsSoon();
  }
  return result;
}

/** Loads everything again: others may have changed anything. */
export function reload() {
  clearTimeout(outdatedTimer);
  outdatedTimer = setTimeout(() => {
    if (state.editing) isOutdated = true;
    else dispatch({ type: "outdated" });
    loadCountsSoon(0);
  }, 120);
}

/** Called when the tags of a row are no longer edited. */
export function reloadIfOutdated() {
  if (isOutdated) {
    isOutdated = false;
    reload();
  }
}

export function followCommits() {
  live((commit) => {
    if (commit === null || ownChanges === 0) reload();
  });
}
