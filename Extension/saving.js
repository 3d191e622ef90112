// Saving: what is sent to the server for an item of the form, and for a link.

/**
 * @typedef {import("./server.js").Item} Item
 * @typedef {import("./server.js").Server} Server
 * @typedef {{ title: string, location: string, note: string, tags: string[], text: string }} Draft
 */

/**
 * Returns the request that saves a draft.
 *
 * An item that is already saved is changed only in the fields that differ, so that a change made elsewhere meanwhile stays.
 * @param {Draft} draft
 * @param {Item | null} item  the saved item that the draft began with
 * @param {string} set
 * @returns {{ method: string, path: string, fields: Record<string, unknown> } | null} `null` if nothing has changed
 */
export function requestOf(draft, item, set) {
  const { title, location, note, tags, text } = draft;
  if (!item)
    return { method: "POST", path: "items", fields: { ...filled({ set, title, location, note, text }), tags } };
  const fields = {
    ...(title !== item.title && { title }),
    ...(location !== (item.location ?? "") && { location }),
    ...(note !== (item.note ?? "") && { note }),
    ...Object.fromEntries(Object.entries(tagChanges(item.tags, tags)).filter(([, list]) => list.length > 0)),
  };
  return Object.keys(fields).length > 0 ? { method: "PATCH", path: `items/${item.id}`, fields } : null;
}

/** @param {Record<string, string>} fields */
function filled(fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
}

/**
 * Saves a draft and returns the item.
 * @param {Server} server
 * @param {Draft} draft
 * @param {Item | null} item
 * @param {string} key  equal for repetitions of the same attempt
 * @returns {Promise<Item>}
 */
export async function save(server, draft, item, key) {
  const request = requestOf(draft, item, server.set);
  if (!request) return /** @type {Item} */ (item);
  return server.send(request.method, request.path, { body: JSON.stringify(request.fields), key });
}

/**
 * Saves a link without tags, unless it is already saved.
 * @param {Server} server
 * @param {string} location
 * @param {string} title
 * @returns {Promise<boolean>} whether it was new
 */
export async function saveLink(server, location, title) {
  if (await server.itemAt(location)) return false;
  await save(server, { title, location, note: "", tags: [], text: "" }, null, crypto.randomUUID());
  return true;
}

/**
 * Returns the tags to add to and remove from an item.
 * @param {string[]} before
 * @param {string[]} after
 */
export function tagChanges(before, after) {
  return { add: after.filter((tag) => !before.includes(tag)), remove: before.filter((tag) => !after.includes(tag)) };
}
