// The edited fields of an item, as a request has them. Knows neither document nor network.

/** @typedef {import("./items_model.js").Item} Item */

/**
 * The tags to add and to remove, so that tags that others add or remove meanwhile stay as they are; null if there are none.
 * @param {string[]} before
 * @param {string[]} now
 * @returns {{ add?: string[], remove?: string[] } | null}
 */
export function changeOfTags(before, now) {
  const add = now.filter((tag) => !before.includes(tag));
  const remove = before.filter((tag) => !now.includes(tag));
  if (add.length + remove.length === 0) return null;
  return { ...(add.length > 0 && { add }), ...(remove.length > 0 && { remove }) };
}

const TEXTS = /** @type {const} */ (["title", "location", "note"]);

/**
 * The edited fields, for a request.
 * @param {Item} item
 * @param {{ title: string, location: string, note: string, tags: string[] }} now
 * @returns {Record<string, any>}
 */
export function changedFields(item, now) {
  const texts = TEXTS.filter((name) => now[name] !== (item[name] ?? "")).map((name) => [name, now[name]]);
  return { ...Object.fromEntries(texts), ...changeOfTags(item.tags, now.tags) };
}

/**
 * Whether fields replace a text that someone else wrote meanwhile.
 * @param {Item} known  the item when it was opened
 * @param {Item} found  the item as it is now
 * @param {Record<string, any>} fields
 */
export function replacesOthers(known, found, fields) {
  return TEXTS.some(
    (name) => name in fields && (found[name] ?? "") !== (known[name] ?? "") && found[name] !== fields[name],
  );
}
