// Lets the Items view read and write at the server or, while that can't be reached, in this browser.
//
//   fromServer(ask, name, ...values)   the server's answer, or else that of `library[name](...values)` (offline_library.js)
//   changeTags(id, change, send)       sends additions and removals, or keeps them until they can be sent
//   changeMany(which, change, send)    the same for many items
//   withWaitingChanges(items)          items as they will be once the waiting changes were sent
//   keepItems(reload)                  begins to keep items; `reload` loads the view again
//
// Everything else is in modules that are loaded once the page is idle: offline_here.js names them.

import { Refusal, t } from "./shell.js";

/**
 * @typedef {import("./items_model.js").Item} Item
 * @typedef {import("./offline_library.js").Library} Library
 */

/** `since` is when the server went away, in milliseconds, or 0 while it responds; `reload` loads the view again. */
export const connection = { since: 0, reload: () => {} };

const MOST_SHOWN = 2_000;
/**
 * The items that the server sent, newest last: items that are older than all kept items can be changed, too.
 * @type {Map<number, Item>}
 */
export const shown = new Map();

/** @type {typeof import("./offline_here.js") | null} */
let here = null;

/** Loads the modules; null if they can't be loaded, on a first visit without the server. */
async function loadHere() {
  here ??= await import("./offline_here.js").catch(() => null);
  return here;
}

/** @param {unknown} error */
export function isUnreachable(error) {
  return error instanceof Refusal && [0, 502, 504].includes(error.status);
}

/** The server can't be reached: the kept items are shown from now on. */
export function leave() {
  if (connection.since) return;
  connection.since = Date.now();
  loadHere().then((all) => all?.left());
}

export const unreachable = () => new Refusal(0, t("shell.unreachable"));

/**
 * @param {() => Promise<any>} ask
 * @param {keyof Library} name
 * @param {...any} values
 * @returns {Promise<any>}
 */
export async function fromServer(ask, name, ...values) {
  if (!connection.since) {
    try {
      return await (here ? here.patiently(ask()) : ask());
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      leave();
    }
  }
  const all = await loadHere();
  if (!all) throw unreachable();
  return all.answer(name, values);
}

/**
 * @param {number} id
 * @param {{ add?: string[], remove?: string[] }} change
 * @param {(key: string) => Promise<Item>} send  sends the change with an Idempotency-Key, so that it can be repeated
 * @returns {Promise<Item>}
 */
export async function changeTags(id, change, send) {
  const all = await loadHere();
  return all ? all.changeTags(id, change, send) : send("");
}

/**
 * @param {{ q: string } | { ids: number[] }} which
 * @param {{ add?: string[], remove?: string[] }} change
 * @param {() => Promise<number>} send
 * @returns {Promise<number>} how many were changed
 */
export async function changeMany(which, change, send) {
  const all = await loadHere();
  return all ? all.changeMany(which, change, send) : send();
}

/**
 * @param {Item[]} items
 * @returns {Item[]}
 */
export function withWaitingChanges(items) {
  for (const item of items) {
    // Last again, so that the item that was sent longest ago is the first.
    shown.delete(item.id);
    shown.set(item.id, item);
  }
  for (const id of shown.keys()) if (shown.size > MOST_SHOWN) shown.delete(id);
  return here ? here.withEntries(items) : items;
}

/**
 * Begins to keep items once the page is idle, and sends the waiting entries.
 * @param {() => void} reload
 */
export function keepItems(reload) {
  connection.reload = reload;
  const begin = async () => (await loadHere())?.startKeeping();
  if ("requestIdleCallback" in globalThis) requestIdleCallback(begin, { timeout: 5_000 });
  else setTimeout(begin, 1_000);
}
