// What waiting changes do to items, and what is shown about them. Knows neither document nor network.

import { plain } from "./text.js";

/**
 * @typedef {import("./items_model.js").Item} Item
 * @typedef {import("./unsent.js").Unsent} Unsent
 */

/**
 * The tags after a change, which adds no tag twice.
 * @param {string[]} tags
 * @param {{ add?: string[], remove?: string[] }} change
 */
export function changedTags(tags, { add = [], remove = [] }) {
  const gone = new Set(remove.map(plain));
  const left = tags.filter((tag) => !gone.has(plain(tag)));
  const has = new Set(left.map(plain));
  return [...left, ...add.filter((tag) => !has.has(plain(tag)) && has.add(plain(tag)))];
}

/**
 * An item as it will be once the waiting changes were sent.
 * @param {Item} item
 * @param {Unsent[]} waiting  the oldest first
 * @returns {Item}  the same object if nothing changes it
 */
export function withWaiting(item, waiting) {
  const bodies = waiting.flatMap(({ item: id, body, refused }) => (id === item.id && !refused ? body : []));
  if (bodies.length === 0) return item;
  return bodies.reduce((changed, { add, remove, tags, title, location, note }) => {
    const texts = { ...(title !== undefined && { title }), ...(location && { location }), ...(note && { note }) };
    return { ...changed, ...texts, tags: changedTags(tags ?? changed.tags, { add, remove }), isWaiting: true };
  }, item);
}

/**
 * A change as it is shown: "+swift −old".
 * @param {{ add?: string[], remove?: string[], tags?: string[], title?: string }} body
 */
export function describedChange({ add = [], remove = [], tags = [], title }) {
  const signed = [...add, ...tags].map((tag) => `+${tag}`).concat(remove.map((tag) => `−${tag}`));
  return signed.join(" ") || (title ?? "");
}

/**
 * The key of the text that says why the server rejected a change.
 * @param {number} status
 */
export function reasonOf(status) {
  if (status === 404 || status === 410) return "offline.gone";
  return status === 409 || status === 412 ? "offline.conflict" : "offline.invalid";
}

/**
 * The entries by whether they wait or were rejected.
 * @param {Unsent[]} entries
 */
export function countedEntries(entries) {
  const rejected = entries.filter(({ refused }) => refused).length;
  return { waiting: entries.length - rejected, rejected };
}
