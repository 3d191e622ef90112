// Requests of the Items view to the server.

import { Refusal, api, contentOf, segment, send, t, withoutDailySets } from "./shell.js";
import { PAGE } from "./items_model.js";
import { namesSets, withSet } from "./items_query.js";
import { changeMany, changeTags, connection, fromServer, withWaitingChanges } from "./offline.js";
import { localDay } from "./text.js";

/**
 * @typedef {import("./items_model.js").Item} Item
 * @typedef {import("./items_model.js").Suggestion} Suggestion
 */

export const FACETS = 60;

/**
 * The parameters for a set; for all sets, those whose items are shown: items of daily sets are on their boards and in Stats.
 * @param {string} set  "" for all sets
 * @param {string} [query]  which may name sets itself
 * @returns {Record<string, string>}
 */
export function setParameters(set, query = "") {
  if (namesSets(query)) return {};
  return set ? { set } : withoutDailySets();
}

/**
 * @param {string} query
 * @param {number} page
 * @param {{ isTyping: boolean, hasFacets: boolean, set: string }} options
 * @param {AbortSignal} [signal]
 */
export async function readPage(query, page, { isTyping, hasFacets, set }, signal) {
  const parameters = new URLSearchParams({ q: query, limit: String(PAGE), ...setParameters(set, query) });
  if (hasFacets) parameters.set("facets", String(FACETS));
  if (isTyping) {
    parameters.set("typing", "true");
    parameters.set("lenient", "true");
  }
  if (page > 0) parameters.set("offset", String(page * PAGE));
  const wanted = { page, size: PAGE, isTyping, facets: hasFacets ? FACETS : 0 };
  const request = () => api("GET", `items?${parameters}`, undefined, { signal });
  const found = await fromServer(request, "page", inSet(query, set), wanted);
  return { ...found, items: withWaitingChanges(found.items) };
}

/**
 * The query for the items kept in this browser, whose set is a term.
 * @param {string} query
 * @param {string} set
 */
const inSet = (query, set) => (setParameters(set, query).set ? withSet(query, set) : query);

/** @param {string} query @param {string} set */
export function readFacets(query, set) {
  const fields = { q: query, limit: "1", facets: String(FACETS), lenient: "true", ...setParameters(set, query) };
  const wanted = { page: 0, size: 1, facets: FACETS };
  return fromServer(() => api("GET", `items?${new URLSearchParams(fields)}`), "page", inSet(query, set), wanted);
}

/** @param {string} set @returns {Promise<import("./items_model.js").Counts>} */
export function readCounts(set) {
  return fromServer(() => api("GET", `items/counts?${new URLSearchParams(setParameters(set))}`), "counts");
}

/**
 * Suggestions for many items in one request; calls `act` for each as it arrives.
 * @param {Item[]} items
 * @param {(id: number, suggestions: Suggestion[]) => void} act
 */
export async function readSuggestions(items, act) {
  await fromServer(() => readSentSuggestions(items, act), "suggestEach", items, act);
}

/**
 * @param {Item[]} items
 * @param {(id: number, suggestions: Suggestion[]) => void} act
 */
async function readSentSuggestions(items, act) {
  const line = (/** @type {Item} */ { id, set, title, location, note, tags }) =>
    JSON.stringify({ id, set, savedItem: id, title, location, note, given: tags, limit: 8 });
  const answer = await send("POST", "suggestions", items.map((item) => `${line(item)}\n`).join(""), {
    type: "application/x-ndjson",
  });
  const reader = /** @type {any} */ (answer.body).pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    const texts = (rest + (value ?? "")).split("\n");
    rest = texts.pop() ?? "";
    for (const text of texts.filter(Boolean)) {
      const { id, suggestions } = JSON.parse(text);
      if (suggestions) act(id, suggestions);
    }
    if (done) return;
  }
}

/**
 * Tags for a typed text, and for the item that they are for.
 * @param {string} text
 * @param {string[]} given
 * @param {Partial<Item>} [item]
 * @param {number} [limit]
 * @param {AbortSignal} [signal]
 * @returns {Promise<import("./suggestions.js").Suggested>}
 */
export async function suggest(text, given, item = {}, limit = 8, signal = undefined) {
  const parameters = new URLSearchParams({ q: text, limit: String(limit), similar: String(text !== "") });
  if (item.id) parameters.set("saved-item", String(item.id));
  for (const name of /** @type {const} */ (["title", "location", "set"]))
    if (item[name]) parameters.set(name, item[name] ?? "");
  // Longer notes would make the address too long.
  if (item.note) parameters.set("note", item.note.slice(0, 1_000));
  for (const tag of given.slice(0, 50)) parameters.append("given", tag);
  const request = () => api("GET", `suggestions?${parameters}`, undefined, { signal });
  const found = await fromServer(request, "suggest", text, { ...item, tags: given }, limit);
  // A tag that nothing has is offered only to someone who begins to type it.
  const isOffered = (/** @type {Suggestion} */ { uses }) => text !== "" || uses !== 0;
  return { ...found, suggestions: found.suggestions.filter(isOffered) };
}

/** @param {number} id @returns {Promise<Item>} */
export function readItem(id) {
  return fromServer(() => api("GET", `items/${id}`), "item", id);
}

/**
 * An item, and the version that a change of it can name.
 * @param {number} id
 * @returns {Promise<{ item: Item, version: string }>}
 */
export async function readVersion(id) {
  const request = async () => {
    const answer = await send("GET", `items/${id}`);
    return { item: await contentOf(answer), version: answer.headers.get("ETag") ?? "" };
  };
  return fromServer(request, "itemVersion", id);
}

/**
 * @param {number} id
 * @param {Record<string, any>} fields
 * @param {string} [version]  the only version to change
 * @returns {Promise<Item>}
 */
export async function editItem(id, fields, version = "") {
  /** @type {Record<string, string>} */
  const condition = version ? { "If-Match": version } : {};
  const save = (/** @type {Record<string, string>} */ headers) => api("PATCH", `items/${id}`, fields, { headers });
  if (Object.keys(fields).every((name) => name === "add" || name === "remove"))
    return changeTags(id, fields, (key) => save({ ...condition, ...(key && { "Idempotency-Key": key }) }));
  // Texts don't merge: whoever writes last would replace what others wrote meanwhile.
  if (connection.since) throw new Refusal(0, t("offline.onlyTags"));
  return save(condition);
}

/**
 * @param {{ q: string } | { ids: number[] }} which
 * @param {{ add?: string[], remove?: string[] }} change
 * @returns {Promise<number>}
 */
export async function tagItems(which, change) {
  const request = async () => (await api("POST", "items/tag", { ...which, ...change })).changed;
  return changeMany(which, change, request);
}

/**
 * Deletes items, as one undo step.
 * @param {{ q: string } | { ids: number[] }} which
 * @returns {Promise<number>} how many
 */
export async function deleteItems(which) {
  return (await api("POST", "items/delete", which)).deleted;
}

/**
 * @param {string} name
 * @param {string} q
 */
export async function saveView(name, q) {
  return api("PUT", `views/${segment(name)}`, { q });
}

/** @param {string} name */
export async function deleteView(name) {
  return api("DELETE", `views/${segment(name)}`);
}

/**
 * Shares a view under a new secret address.
 * @param {string} name
 * @param {boolean} hasPage  whether the address also opens a page
 * @returns {Promise<{ atom: string, json: string, page?: string }>}
 */
export async function shareView(name, hasPage) {
  return api("PUT", `views/${segment(name)}/share`, { page: hasPage });
}

/** @param {string} name */
export async function unshareView(name) {
  return api("DELETE", `views/${segment(name)}/share`);
}

/** The sets, and notices that are to be shown once. */
export async function readSets() {
  const request = () => api("GET", `set-summaries?date=${localDay()}`);
  const { sets, notices = [] } = await fromServer(request, "sets");
  return { sets, notices };
}

export async function readViews() {
  const request = async () => (await api("GET", "views")).views;
  return fromServer(request, "views");
}

/**
 * Remembers that a tag isn't meant for an item.
 * @param {number} id
 * @param {string} tag
 */
export async function dismissTag(id, tag) {
  return api("PUT", `items/${id}/dismissed/${segment(tag)}`);
}
