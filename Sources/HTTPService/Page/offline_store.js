// The items that this browser keeps for when the server can't be reached: in IndexedDB until the person signs out, or in memory if
// the browser keeps nothing.
//
// Only the items of one space or server are kept, those of the last one that was open.

import { newKey, openDatabase, settled } from "./unsent.js";

/**
 * @typedef {import("./items_model.js").Item} Item
 * @typedef {import("./offline_search.js").KnownTag} KnownTag
 * @typedef {{ view: string, q: string, count: number }} View
 *
 * @typedef {{ id: "about", root: string, epoch: string, at: number }} About  whose items are kept, and when all of them were read;
 *   `epoch` is new after everything was forgotten, so that whoever began before can't write
 * @typedef {{ id: "rest", tags: KnownTag[], views: View[] }} Rest
 * @typedef {Item | About | Rest} Kept
 * @typedef {{ about: About, items: Item[], rest: Rest }} Contents
 *
 * @typedef {object} OfflineStore
 * @property {(root: string) => Promise<About>} begin  prepares for the items of a root, and forgets those of another
 * @property {(epoch: string, change: { put?: Kept[], remove?: number[] }) => Promise<boolean>} write  false if everything was
 *   forgotten since the epoch began
 * @property {() => Promise<number[]>} ids
 * @property {(root: string) => Promise<Contents | null>} read  null if nothing is kept for a root
 * @property {() => Promise<void>} forget
 */

const DATABASE = "tagflow offline";
const LIST = "kept";
/** The channel on which other tabs hear that everything was forgotten. */
export const FORGOTTEN_CHANNEL = "tagflow forgotten";

/** Items have numbers as keys, and everything else has texts. */
const ITEM_KEYS = () => IDBKeyRange.bound(-Infinity, Infinity);

/** @type {Rest} */
const NOTHING = { id: "rest", tags: [], views: [] };

/** @param {string} root @returns {About} */
const newAbout = (root) => ({ id: "about", root, epoch: newKey(), at: 0 });

/** @param {Item} one @param {Item} other */
const byTime = (one, other) => Date.parse(other.at) - Date.parse(one.at) || other.id - one.id;

/**
 * Opens the kept items of this browser.
 * @param {boolean} isLasting  whether they may outlive the tab
 * @returns {Promise<OfflineStore>}
 */
export async function openOffline(isLasting) {
  try {
    if (isLasting) return new LastingStore(await openDatabase(DATABASE, LIST));
  } catch {
    // In a private window, or if the person blocks it.
  }
  return new MemoryStore();
}

/** Forgets all items that this browser keeps, since another person may sign in. */
export async function forgetOffline() {
  await (await openOffline(true)).forget();
  if (!globalThis.BroadcastChannel) return;
  const channel = new BroadcastChannel(FORGOTTEN_CHANNEL);
  channel.postMessage("forgotten");
  channel.close();
}

/** @implements {OfflineStore} */
class LastingStore {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
  }

  /**
   * Does something in a transaction that is complete when the promise is kept.
   * @template T
   * @param {(objects: IDBObjectStore) => Promise<T>} act  awaits only requests of the transaction
   * @returns {Promise<T>}
   */
  async change(act) {
    const transaction = this.database.transaction(LIST, "readwrite");
    const end = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    const [result] = await Promise.all([act(transaction.objectStore(LIST)), end]);
    return result;
  }

  /** @param {string} root @returns {Promise<About>} */
  begin(root) {
    return this.change(async (objects) => {
      const about = await settled(objects.get("about"));
      if (about?.root === root) return about;
      const next = newAbout(root);
      objects.clear();
      objects.put(next);
      return next;
    });
  }

  /**
   * @param {string} epoch
   * @param {{ put?: Kept[], remove?: number[] }} change
   */
  write(epoch, { put = [], remove = [] }) {
    return this.change(async (objects) => {
      if ((await settled(objects.get("about")))?.epoch !== epoch) return false;
      for (const id of remove) objects.delete(id);
      for (const each of put) objects.put(each);
      return true;
    });
  }

  /** @returns {Promise<number[]>} */
  ids() {
    return settled(this.database.transaction(LIST).objectStore(LIST).getAllKeys(ITEM_KEYS()));
  }

  /** @param {string} root @returns {Promise<Contents | null>} */
  async read(root) {
    const objects = this.database.transaction(LIST).objectStore(LIST);
    const parts = [objects.get("about"), objects.get("rest"), objects.getAll(ITEM_KEYS())];
    const [about, rest, items] = await Promise.all(parts.map(settled));
    return about?.root === root && items.length > 0
      ? { about, rest: rest ?? NOTHING, items: items.sort(byTime) }
      : null;
  }

  async forget() {
    await this.change(async (objects) => void objects.clear());
  }
}

/** @implements {OfflineStore} */
export class MemoryStore {
  constructor() {
    /** @type {About} */
    this.about = newAbout("");
    /** @type {Map<number, Item>} */
    this.items = new Map();
    this.rest = NOTHING;
  }

  /** @param {string} root */
  async begin(root) {
    if (this.about.root !== root) {
      await this.forget();
      this.about.root = root;
    }
    return this.about;
  }

  /**
   * @param {string} epoch
   * @param {{ put?: Kept[], remove?: number[] }} change
   */
  async write(epoch, { put = [], remove = [] }) {
    if (this.about.epoch !== epoch) return false;
    for (const id of remove) this.items.delete(id);
    for (const each of put)
      if (each.id === "about") this.about = each;
      else if (each.id === "rest") this.rest = each;
      else this.items.set(each.id, each);
    return true;
  }

  async ids() {
    return [...this.items.keys()];
  }

  /** @param {string} root @returns {Promise<Contents | null>} */
  async read(root) {
    const { about, rest } = this;
    return about.root === root && this.items.size > 0
      ? { about, rest, items: [...this.items.values()].sort(byTime) }
      : null;
  }

  async forget() {
    this.about = newAbout("");
    this.items.clear();
    this.rest = NOTHING;
  }
}
