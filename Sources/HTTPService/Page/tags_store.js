// The state of the Tags view in the page, and its requests to the server.

import { api, attempt, nextPage, root, send, withoutDailySets } from "./shell.js";
import { byNames, initialState, update } from "./tags_model.js";
import { tagPath } from "./tags_changes.js";
import { keepNames, keptNames } from "./kept_names.js";

/**
 * @typedef {import("./tags_model.js").State} State
 * @typedef {import("./tags_model.js").Sort} Sort
 * @typedef {import("./tags_model.js").TagDocument} TagDocument
 */

/** A small first page, and then as many tags per page as the server sends. */
const [FIRST_PAGE, PAGE] = [100, 10_000];
/** How many pairs and suggested rules are read. */
const [PAIRS, SUGGESTED_RULES] = [1_000, 50];
/** How many changed tags are read one by one; with more, all tags are read again. */
const SINGLE_LIMIT = 20;

/** Where the browser keeps the folded tags. */
const FOLDED_KEY = `tagflow.folded ${root}`;

let state = initialState(location.search, keptNames(FOLDED_KEY));
/** @type {(state: State, before: State) => void} */
let drawState = () => {};

export function current() {
  return state;
}

/** @param {import("./tags_model.js").Event} event */
export function dispatch(event) {
  const before = state;
  state = update(state, event);
  if (state.folded !== before.folded) keepNames(FOLDED_KEY, state.folded);
  drawState(state, before);
}

/** @param {(state: State, before: State) => void} act */
export function onChange(act) {
  drawState = act;
}

/** @type {AbortController | undefined} */
let reading;

/** Reads all tags; the first time, each page is shown as it arrives. */
export async function readTags() {
  reading?.abort();
  const { signal } = (reading = new AbortController());
  const order = state.sort;
  const isFirstTime = !state.isComplete;
  /** @type {TagDocument[]} */
  let waiting = [];
  let [path, isFirst] = [`tags?order=${order}&limit=${isFirstTime ? FIRST_PAGE : PAGE}`, true];
  while (path) {
    const response = await attempt(() => send("GET", path, undefined, { signal }));
    const body = response && (await attempt(() => response.json()));
    if (!body || signal.aborted) return;
    path = nextPage(response).replace(/limit=\d+/, `limit=${PAGE}`);
    waiting.push(...body.tags);
    if (path && !isFirstTime) continue;
    dispatch({ type: "tagsRead", tags: waiting, order, isFirst, isLast: !path });
    [waiting, isFirst] = [[], false];
  }
}

/** Reads the pairs of each kind, how many items have no tags, and the rules: in the order of the list that they are for. */
export async function readMore() {
  for (const [of, kind] of /** @type {const} */ ([
    ["alike", "spelling"],
    ["same", "synonyms"],
  ])) {
    const body = await attempt(() => api("GET", `similar-tags?kind=${kind}&limit=${PAIRS}`));
    // Without a server, the rest is read when it is back.
    if (!body) return;
    dispatch({ type: "pairsRead", of, pairs: body.similar, count: body.count });
  }
  const counts = await attempt(() => api("GET", `items/counts?${new URLSearchParams(withoutDailySets())}`));
  if (counts) dispatch({ type: "untaggedRead", count: counts.untagged });
  await readRules();
  await readGroups();
}

export async function readGroups() {
  const body = await attempt(() => api("GET", "groups"));
  if (body) dispatch({ type: "groupsRead", groups: body.groups });
}

export async function readRules() {
  const rules = await attempt(() => api("GET", "rules"));
  const suggested = rules && (await attempt(() => api("GET", `rules/suggested?limit=${SUGGESTED_RULES}`)));
  if (suggested) dispatch({ type: "rulesRead", rules: { rules: rules.rules, suggested: suggested.rules } });
}

/** @type {Set<string>} */
const stale = new Set();
let isAllStale = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Reads the tags that a commit changed again; without a commit, everything.
 * @param {{ tags?: string[] } | null} commit
 */
export function heard(commit) {
  for (const tag of commit?.tags ?? []) stale.add(tag);
  if (!commit?.tags || stale.size > SINGLE_LIMIT) isAllStale = true;
  timer ??= setTimeout(async () => {
    const [tags, isAll] = [[...stale], isAllStale];
    stale.clear();
    [isAllStale, timer] = [false, undefined];
    await (isAll || !state.isComplete ? readTags() : refresh(tags));
    if (!isAll) await readGroups();
    if (isAll) await readMore();
  }, 200);
}

/**
 * Reads tags again; names that have become aliases, or nothing, are removed. If they are above or below others, these may have changed
 * as well, so all tags are read.
 * @param {string[]} names
 */
export async function refresh(names) {
  const answers = await Promise.all(names.map((name) => api("GET", tagPath(name)).catch(() => null)));
  const tags = answers.filter((tag) => tag !== null);
  const found = new Set(tags.map(({ tag }) => tag));
  const known = byNames(state.tags);
  const all = [...tags, ...names.map((name) => known.get(name))];
  if (all.some((tag) => tag && (tag.parent !== undefined || tag.total !== undefined))) return readTags();
  // A commit that renames or merges tags may name only the tag that is left.
  const gone = new Set([...names, ...tags.flatMap(({ aliases }) => aliases)]);
  dispatch({ type: "refreshed", removed: [...gone].filter((name) => !found.has(name) && known.has(name)), tags });
}
