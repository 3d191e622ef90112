// Lets the Items view work while the server can't be reached, and prepares for that.
//
// 1. offline_sync.js keeps the newest items in offline_store.js while the server responds.
// 2. offline_library.js answers from them: offline_search.js and offline_times.js find, offline_suggestions.js suggests.
// 3. Changes of tags wait in unsent.js, with the items that were captured; offline_model.js applies them to items.
// 4. offline_notice.js shows since when the server is away, and the entries that wait or were rejected.

import {
  Refusal,
  base,
  canWorkOffline,
  live,
  nextPage,
  root,
  send,
  sendLater,
  t,
  tell,
  whenForgotten,
} from "./shell.js";
import { connection, isUnreachable, leave, shown, unreachable } from "./offline.js";
import { Library } from "./offline_library.js";
import { countedEntries, withWaiting } from "./offline_model.js";
import { drawNotice, openEntries } from "./offline_notice.js";
import { UnsupportedTerm } from "./offline_search.js";
import { FORGOTTEN_CHANNEL, MemoryStore, openOffline } from "./offline_store.js";
import { keepChanged, keepNewest } from "./offline_sync.js";
import { UNSENT_CHANNEL, announceUnsent, flushUnsent, isTooMuch, newKey, openUnsent, ownUnsent } from "./unsent.js";
import { sendFromPage } from "./unsent_page.js";

/**
 * @typedef {import("./items_model.js").Item} Item
 * @typedef {import("./unsent.js").Unsent} Unsent
 */

/** Someone whose token is forgotten with the tab leaves nothing behind on the disk, and neither does a page without a worker. */
const isLasting = canWorkOffline && !Object.keys(sessionStorage).some((key) => key.startsWith("token "));
const offline = openOffline(isLasting);
const unsent = openUnsent();

// MARK: Reading

/** @type {Promise<Library | null> | null} */
let opened = null;

/** The kept items with the waiting changes, or null without any. */
function library() {
  opened ??= offline
    .then(async (store) => {
      const [contents] = await Promise.all([store.read(root), readEntries()]);
      return contents && new Library(contents, entries);
    })
    .catch(() => null);
  return opened;
}

/**
 * An answer from the kept items.
 * @param {keyof Library} name  a function of the library
 * @param {any[]} values
 */
export async function answer(name, values) {
  // What is shown as changed is found with its change.
  await lastChange;
  const found = await library();
  if (!found) throw unreachable();
  try {
    const result = /** @type {any} */ (found)[name](...values);
    if (result === undefined) throw unreachable();
    return result;
  } catch (error) {
    if (!(error instanceof UnsupportedTerm)) throw error;
    throw new Refusal(422, t("offline.cantSearch", { term: error.term }));
  }
}

/** @param {Item[]} items */
export function withEntries(items) {
  return items.map((item) => withWaiting(item, entries));
}

// MARK: Leaving and returning

/** How long a request may take before the server is asked whether it is there, and how long that may take, in milliseconds. */
const PATIENCE = 5_000;
/** How long to wait before the server is asked again whether it is there, at first and at most, in milliseconds. */
const [FIRST_PAUSE, AGAIN] = [1_000, 30_000];
/** Since when the server is away, for a reload. */
const SINCE = "tagflow.offlineSince";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let pause = FIRST_PAUSE;
let returnedAt = 0;

/** Whether the server, which may be on this machine, can be reached. */
async function isThere() {
  try {
    const signal = /** @type {any} */ (AbortSignal).timeout(PATIENCE);
    const answer = await fetch(`${base}/healthz`, { signal, cache: "no-store" });
    // A network that asks for a sign-in answers everything with its page.
    return answer.ok && (await answer.text()).trim() === "ok";
  } catch {
    return false;
  }
}

/**
 * The result of a request, unless the connection doesn't carry anything any more: then the request may hang for minutes.
 * @template T
 * @param {Promise<T>} request
 * @returns {Promise<T>}
 */
export function patiently(request) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let limit;
  const late = new Promise((_, reject) => {
    limit = setTimeout(async () => (await isThere()) || reject(unreachable()), PATIENCE);
  });
  return Promise.race([request, late]).finally(() => clearTimeout(limit));
}

/** The server went away. */
export function left() {
  if (!connection.since) return;
  connection.since = Number(sessionStorage.getItem(SINCE)) || connection.since;
  sessionStorage.setItem(SINCE, String(connection.since));
  // A server that comes and goes is asked less and less often.
  if (Date.now() - returnedAt > AGAIN) pause = FIRST_PAUSE;
  askLater();
  drawConnection();
}

function askLater() {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    if (!document.hidden) await tryAgain();
    if (connection.since) askLater();
  }, pause);
  pause = Math.min(2 * pause, AGAIN);
}

/** The server is there again. */
function returned() {
  if (!connection.since) return;
  connection.since = 0;
  returnedAt = Date.now();
  sessionStorage.removeItem(SINCE);
  clearTimeout(timer);
  drawConnection();
  sendWaiting();
}

/** Asks whether the server is there; returns whether it is. */
async function tryAgain() {
  if (!(await isThere())) {
    leave();
    return false;
  }
  if (connection.since) {
    returned();
    connection.reload();
  }
  return true;
}

addEventListener("online", tryAgain);
addEventListener("offline", tryAgain);

// MARK: Keeping

/** @param {string} path */
async function read(path) {
  const answer = await send("GET", path);
  return { body: await answer.json(), next: nextPage(answer) };
}

/**
 * Does something with the store; whatever goes wrong, the page works without it.
 * @param {(store: import("./offline_store.js").OfflineStore) => Promise<unknown>} act
 */
async function keeping(act) {
  try {
    if (connection.since) return;
    await act(await offline);
    opened = null;
  } catch {
    // The server is away, or the disk is full.
  }
}

function keepAll() {
  const isFew = !!(/** @type {any} */ (navigator).connection?.saveData);
  return keeping((store) => keepNewest(store, root, read, { isFew }));
}

let hasStarted = false;

export async function startKeeping() {
  if (hasStarted) return;
  hasStarted = true;
  listen(UNSENT_CHANNEL, entriesChanged);
  listen(FORGOTTEN_CHANNEL, async () => {
    opened = null;
    shown.clear();
    const store = await offline;
    if (store instanceof MemoryStore) await store.forget();
  });
  // The stream of commits was opened again, or has a commit.
  live(returned);
  live(async (commit) => {
    if (commit?.items) await keeping((store) => keepChanged(store, root, read, commit.items));
    keepAll();
  });
  await readEntries();
  drawConnection();
  if (!connection.since) await sendWaiting();
  await whenForgotten();
  await keepAll();
}

/**
 * @param {string} name
 * @param {() => void} act
 */
function listen(name, act) {
  if (globalThis.BroadcastChannel) new BroadcastChannel(name).onmessage = act;
}

// MARK: Changing

/** @type {Promise<unknown>} the end of the changes that are being kept */
let lastChange = Promise.resolve();

/** @type {Unsent[]} the entries that wait or were rejected, the oldest first */
let entries = [];
let lastTime = 0;

async function readEntries() {
  const store = await unsent;
  entries = await ownUnsent(root, store).catch(() => []);
}

/** Another tab or the worker sent or kept something. */
async function entriesChanged() {
  const before = entries.length;
  await readEntries();
  opened = null;
  drawConnection();
  if (entries.length < before) connection.reload();
}

/**
 * @param {number} id
 * @param {{ add?: string[], remove?: string[] }} change
 * @param {(key: string) => Promise<Item>} send
 * @returns {Promise<Item>}
 */
export async function changeTags(id, change, send) {
  const key = newKey();
  const mustWait = entries.some((entry) => entry.item === id && !entry.refused);
  let isTried = false;
  if (!connection.since && !mustWait) {
    try {
      const item = await patiently(send(key));
      keeping(async (store) => store.write((await store.begin(root)).epoch, { put: [item] }));
      return item;
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      // The server may have the change already; it recognizes the key.
      isTried = true;
      leave();
    }
  }
  return keepChange({ id: key, root, item: id, body: change, isTried });
}

/**
 * @param {{ q: string } | { ids: number[] }} which
 * @param {{ add?: string[], remove?: string[] }} change
 * @param {() => Promise<number>} send
 */
export async function changeMany(which, change, send) {
  try {
    if (!connection.since) return await send();
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    leave();
  }
  // Only the server knows all results of a query.
  if (!("ids" in which)) throw unreachable();
  for (const id of which.ids) await keepChange({ id: newKey(), root, item: id, body: change });
  return which.ids.length;
}

/**
 * Keeps a change until it can be sent, after those before it.
 * @param {Unsent} entry
 * @returns {Promise<Item>} the changed item
 */
function keepChange(entry) {
  const kept = lastChange.then(() => keep(entry));
  lastChange = kept.catch(() => null);
  return kept;
}

/** @param {Unsent} entry */
async function keep(entry) {
  const store = await unsent;
  const item = await knownItem(entry.item ?? 0);
  if (!store.isLasting || !item) throw unreachable();
  if (isTooMuch([...entries, entry])) throw new Refusal(0, t("offline.full", { n: entries.length }));
  // Changes are sent in the order of their times.
  lastTime = Math.max(Date.now(), lastTime + 1);
  const whole = { ...entry, at: new Date(lastTime).toISOString(), owner: await store.owner() };
  await store.put(whole).catch(() => {
    throw new Refusal(0, t("add.cantKeep"));
  });
  entries = [...entries, whole];
  opened = null;
  announceUnsent();
  drawConnection();
  await sendLater();
  if (!connection.since) sendWaiting();
  return withWaiting(item, [whole]);
}

/**
 * An item with its waiting changes.
 * @param {number} id
 * @returns {Promise<Item | undefined>}
 */
async function knownItem(id) {
  const item = (await library())?.item(id);
  const other = shown.get(id);
  return item ?? (other && withWaiting(other, entries));
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let sendTimer;

/** Sends the waiting entries, reports that, and loads the view again. */
async function sendWaiting() {
  const store = await unsent;
  if (!entries.some(({ refused }) => !refused)) return;
  const { outcomes } = await flushUnsent(root, sendFromPage, store);
  await readEntries();
  opened = null;
  drawConnection();
  const count = (/** @type {string} */ state) => [...outcomes.values()].filter((one) => one.state === state).length;
  const [sent, rejected] = [count("saved"), count("refused")];
  const show = { label: t("offline.show"), act: showEntries };
  if (rejected > 0) tell(t("offline.rejected", { n: rejected }), { wrong: true, actions: [show] });
  else if (sent > 0) tell(t("offline.sent", { n: sent }));
  if (sent + rejected > 0) connection.reload();
  if ([...outcomes.values()].some((one) => one.state === "waiting" && one.because === "offline")) return leave();
  clearTimeout(sendTimer);
  // The server is too busy to take everything now.
  if (count("waiting") > 0) sendTimer = setTimeout(() => connection.since || sendWaiting(), AGAIN);
}

// MARK: Showing

export function drawConnection() {
  drawNotice({ since: connection.since, ...countedEntries(entries), tryAgain, show: showEntries });
}

function showEntries() {
  openEntries(entries, { nameOf: nameOfItem, discard, repeat });
}

/** @param {number | null} id */
async function nameOfItem(id) {
  const item = await knownItem(id ?? 0);
  return item?.title || item?.location || t("add.changeOf", { n: id ?? 0 });
}

/** @param {Unsent} entry */
async function discard(entry) {
  await (await unsent).delete(entry.id);
  announceUnsent();
  await readEntries();
  opened = null;
  drawConnection();
  connection.reload();
}

/**
 * Sends a rejected entry again, as a new request.
 * @param {Unsent} entry
 */
async function repeat(entry) {
  const store = await unsent;
  const { refused, ...rest } = entry;
  await store.put({ ...rest, id: newKey(), isTried: false });
  await store.delete(entry.id);
  await readEntries();
  await sendWaiting();
}
