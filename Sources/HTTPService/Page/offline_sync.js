// Keeps the newest items up to date while the server responds.

/**
 * @typedef {import("./items_model.js").Item} Item
 * @typedef {import("./offline_store.js").OfflineStore} OfflineStore
 * @typedef {(path: string) => Promise<{ body: any, next: string }>} Read  reads a page of a list; `next` is the path of the next page
 */

/** The most items that are kept, the newest. */
export const MOST_ITEMS = 5_000;
/** The most letters of an item, as JSON, that is kept, and of all items together. */
const LONGEST_ITEM = 16_000;
const MOST_LETTERS = 20_000_000;
const PAGE_OF_ITEMS = 1_000;
/** The most tags that are kept with their aliases and implications, the most used first. */
const MOST_TAGS = 5_000;
/** How long the kept items count as complete, in milliseconds: changes that are seen meanwhile are kept one by one. */
const FRESH = 10 * 60_000;
/** The most changed items that are read one by one. */
const MOST_CHANGED = 50;

/**
 * Reads the newest items, and what searching and suggestions need, unless that was done a moment ago.
 * @param {OfflineStore} store
 * @param {string} root
 * @param {Read} read
 * @param {{ now?: number, isFew?: boolean }} options  whether the person wants to save data
 * @returns {Promise<boolean>} whether anything was kept
 */
export async function keepNewest(store, root, read, { now = Date.now(), isFew = false } = {}) {
  const about = await store.begin(root);
  if (now - about.at < FRESH) return false;
  const kept = new Set();
  let room = MOST_LETTERS;
  for (let path = `items?limit=${PAGE_OF_ITEMS}`; path;) {
    const { body, next } = await read(path);
    const items = /** @type {Item[]} */ (body.items).filter((item) => {
      const { length } = JSON.stringify(item);
      if (length > LONGEST_ITEM || length > room || kept.size >= MOST_ITEMS) return false;
      room -= length;
      return kept.add(item.id);
    });
    if (!(await store.write(about.epoch, { put: items }))) return false;
    path = kept.size < MOST_ITEMS && !isFew && room > LONGEST_ITEM ? next : "";
  }
  const rest = await readNames(read);
  const ids = await store.ids();
  const remove = isFew && ids.length <= MOST_ITEMS ? [] : ids.filter((id) => !kept.has(id));
  return store.write(about.epoch, { put: [rest, { ...about, at: now }], remove });
}

/**
 * Reads tags and views; a token that is limited to sets may not read all of them.
 * @param {Read} read
 */
async function readNames(read) {
  const list = async (/** @type {string} */ path, /** @type {string} */ name) =>
    read(path).then(
      ({ body }) => body[name] ?? [],
      (error) => {
        if (error?.status !== 403) throw error;
        return [];
      },
    );
  const [tags, views] = await Promise.all([list(`tags?order=uses&limit=${MOST_TAGS}`, "tags"), list("views", "views")]);
  const few = /** @type {import("./offline_search.js").KnownTag[]} */ (tags).map(
    ({ tag, uses, aliases, implies, parent }) => ({ tag, uses, aliases, implies, ...(parent && { parent }) }),
  );
  return { id: /** @type {const} */ ("rest"), tags: few, views };
}

/**
 * Keeps the items that a commit changed.
 * @param {OfflineStore} store
 * @param {string} root
 * @param {Read} read
 * @param {{ id: number, operation: string }[]} changes
 */
export async function keepChanged(store, root, read, changes) {
  if (changes.length === 0 || changes.length > MOST_CHANGED) return;
  const { epoch } = await store.begin(root);
  const query = changes.map(({ id }) => `id:${id}`).join(" or ");
  const { body } = await read(`items?${new URLSearchParams({ q: query, limit: String(MOST_CHANGED) })}`);
  const put = /** @type {Item[]} */ (body.items).filter((item) => JSON.stringify(item).length <= LONGEST_ITEM);
  const found = new Set(put.map(({ id }) => id));
  await store.write(epoch, { put, remove: changes.map(({ id }) => id).filter((id) => !found.has(id)) });
}
