// Requests of the Review view to the server.

import { api, segment, withoutDailySets } from "./shell.js";
import { changeOfTags } from "./items_changes.js";

/**
 * @typedef {import("./review_model.js").Entry} Entry
 * @typedef {{ query: string, tag: string, set: string, isAgain: boolean }} About  what is reviewed
 */

/**
 * Reads a page of the items to review.
 * @param {About} about
 * @param {string} after  "" for the first page
 */
export async function readEntries({ query, tag, set, isAgain }, after) {
  /** @type {Record<string, string>} */
  const fields = after ? { after } : {};
  if (set) fields.set = set;
  if (tag) {
    const { candidates, next = null } = await api(
      "GET",
      `tags/${segment(tag)}/candidates?${new URLSearchParams(fields)}`,
    );
    return { items: candidates, next };
  }
  if (query) fields.q = query;
  if (isAgain) fields.again = "true";
  // A query may name a daily set.
  if (!set && !query) Object.assign(fields, withoutDailySets());
  const { items, next = null, total } = await api("GET", `review?${new URLSearchParams(fields)}`);
  return { items, next, total };
}

/**
 * Saves or skips an item, or gives it the reviewed tag.
 * @param {Entry} entry
 * @param {"saved" | "skipped"} kind
 * @param {string} tag  the reviewed tag, or ""
 */
export async function sendDecision({ item, tags }, kind, tag) {
  const path = `items/${item.id}`;
  const change = kind === "skipped" ? null : tag ? { add: [tag] } : changeOfTags(item.tags, tags);
  if (!change) await api("PUT", `${path}/reviewed`);
  else await api("PATCH", path, tag ? change : { ...change, reviewed: true });
}

/**
 * Tags for a typed text and the item that they are for.
 * @param {string} text
 * @param {string[]} given
 * @param {number} item  its id
 * @param {AbortSignal} signal
 * @returns {Promise<import("./suggestions.js").Suggested>}
 */
export function suggestTags(text, given, item, signal) {
  const fields = new URLSearchParams({ q: text, limit: "8", similar: String(text !== ""), "saved-item": String(item) });
  for (const tag of given.slice(0, 50)) fields.append("given", tag);
  return api("GET", `suggestions?${fields}`, undefined, { signal });
}

/**
 * Remembers that a tag isn't meant for an item.
 * @param {number} id
 * @param {string} tag
 */
export async function sendDismissal(id, tag) {
  await api("PUT", `items/${id}/dismissed/${segment(tag)}`);
}

/**
 * The number of the newest change, which undo names.
 * @returns {Promise<number>}
 */
export async function newestChange() {
  return (await api("GET", "changes?limit=1")).changes[0]?.id ?? 0;
}

/**
 * Undoes a change, unless another is newer.
 * @param {number | undefined} change  undefined if nothing was stored
 */
export async function sendUndo(change) {
  if (change !== undefined) await api("POST", "undo", { change });
}
