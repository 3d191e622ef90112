// What the Items view asks of the server.

import { api, contentOf, segment, send } from "./shell.js";
import { PAGE } from "./items_model.js";
import { localDay } from "./text.js";

/**
 * @typedef {import("./items_model.js").Item} Item
 * @typedef {import("./items_model.js").Suggestion} Suggestion
 */

export const FACETS = 60;

/**
 * @param {string} query
 * @param {number} page
 * @param {{ isTyping: boolean, hasFacets: boolean }} options
 * @param {AbortSignal} [signal]
 */
export function readPage(query, page, { isTyping, hasFacets }, signal) {
  const parameters = new URLSearchParams({ q: query, limit: String(PAGE) });
  if (hasFacets) parameters.set("facets", String(FACETS));
  if (isTyping) {
    parameters.set("typing", "true");
    parameters.set("lenient", "true");
  }
  if (page > 0) parameters.set("offset", String(page * PAGE));
  return api("GET", `items?${parameters}`, undefined, { signal });
}

/** @param {string} query */
export function readFacets(query) {
  return api("GET", `items?${new URLSearchParams({ q: query, limit: "1", facets: String(FACETS), lenient: "true" })}`);
}

/** @returns {Promise<import("./items_model.js").Counts>} */
export function readCounts() {
  return api("GET", "items/counts");
}

/**
 * Suggestions for many items in one request; calls `act` for each as it arrives.
 * @param {Item[]} items
 * @param {(id: number, suggestions: Suggestion[]) => void} act
 */
export async function readSuggestions(items, act) {
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
  const found = await api("GET", `suggestions?${parameters}`, undefined, { signal });
  // A tag that nothing has is offered only to someone who begins to type it.
  const isOffered = (/** @type {Suggestion} */ { uses }) => text !== "" || uses !== 0;
  return { ...found, suggestions: found.suggestions.filter(isOffered) };
}

/** @param {number} id @returns {Promise<Item>} */
export function readItem(id) {
  return api("GET", `items/${id}`);
}

/**
 * An item, and the version that a change of it can name.
 * @param {number} id
 * @returns {Promise<{ item: Item, version: string }>}
 */
export async function readVersion(id) {
  const answer = await send("GET", `items/${id}`);
  return { item: await contentOf(answer), version: answer.headers.get("ETag") ?? "" };
}

/**
 * @param {number} id
 * @param {Record<string, any>} fields
 * @param {string} [version]  the only version to change
 * @returns {Promise<Item>}
 */
export function editItem(id, fields, version = "") {
  return api("PATCH", `items/${id}`, fields, { headers: version ? { "If-Match": version } : {} });
}

/**
 * @param {{ q: string } | { ids: number[] }} which
 * @param {{ add?: string[], remove?: string[] }} change
 * @returns {Promise<number>}
 */
export async function tagItems(which, change) {
  return (await api("POST", "items/tag", { ...which, ...change })).changed;
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

/** The sets, and notices that are to be shown once. */
export async function readSets() {
  const { sets, notices = [] } = await api("GET", `set-summaries?date=${localDay()}`);
  return { sets, notices };
}

export async function readViews() {
  return (await api("GET", "views")).views;
}

/**
 * Remembers that a tag isn't meant for an item.
 * @param {number} id
 * @param {string} tag
 */
export async function dismissTag(id, tag) {
  return api("PUT", `items/${id}/dismissed/${segment(tag)}`);
}
