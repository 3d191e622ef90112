// Items on their way to the server: kept in IndexedDB until the server has them, whoever sends them, a page or the service worker.

/**
 * @typedef {{ title?: string, location?: string, note?: string, text?: string, set?: string, tags?: string[], at?: string, add?: string[], remove?: string[] }} Body
 * @typedef {{ message: string, pointer: string, status: number }} Objection
 * @typedef {{ id: string, root: string, item: number | null, body: Body, at?: string, owner?: string, isTried?: boolean, refused?: Objection }} Unsent
 *   `id` is the Idempotency-Key, `root` the space's address, `item` the id of the stored item that the body changes, `at` when it was
 *   saved here, `owner` who saved it
 * @typedef {{ status: number, body: any }} Answer
 * @typedef {(method: string, path: string, body?: any, key?: string) => Promise<Answer>} Send  throws if the server can't be reached
 * @typedef {"offline" | "signedOut" | "forbidden" | "busy"} Hindrance
 * @typedef {{ state: "saved", item: any } | { state: "refused", refused: Objection } | { state: "waiting", because: Hindrance, message: string }} Outcome
 * @typedef {{ all: () => Promise<Unsent[]>, get: (id: string) => Promise<Unsent | undefined>, put: (entry: Unsent) => Promise<any>, delete: (id: string) => Promise<any>, owner: () => Promise<string>, forget: () => Promise<any>, isLasting: boolean }} UnsentStore
 *   `owner` is a random name for whoever uses this browser until they sign out, which is when `forget` removes all entries
 */

/** The channel on which pages and the worker hear that the unsent items changed. */
export const UNSENT_CHANNEL = "tagflow unsent";

/** The most entries that wait in this browser, and the most letters of all of them, as JSON. */
export const MOST_UNSENT = 1_000;
const MOST_UNSENT_LETTERS = 20_000_000;

/** How long the server may take for a request before the entry waits for the next attempt, in milliseconds. */
export const SEND_PATIENCE = 15_000;

/**
 * Whether more wait than this browser keeps.
 * @param {Unsent[]} all
 */
export function isTooMuch(all) {
  return all.length > MOST_UNSENT || JSON.stringify(all).length > MOST_UNSENT_LETTERS;
}

/** A key that no other request has; `randomUUID` exists only over HTTPS and on localhost. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// MARK: Sending

/**
 * Sends an entry, so that the server has it once, even if an earlier attempt arrived and only its response was lost.
 * @param {Unsent} entry
 * @param {Send} send
 * @returns {Promise<Outcome>}
 */
export async function sendUnsent(entry, send) {
  try {
    if (entry.item) return outcomeOf(await send("PATCH", `items/${entry.item}`, entry.body, entry.id));
    const known = await storedItem(entry, send);
    if (known.status !== 200) return outcomeOf(known);
    if (!known.body) return outcomeOf(await send("POST", "items", entry.body, entry.id));
    // The time of an item is its capture to the millisecond: an earlier attempt stored it.
    if (isSameTime(known.body.at, entry.body.at)) return { state: "saved", item: known.body };
    const change = joiningChange(known.body, entry.body);
    if (!change) return { state: "saved", item: known.body };
    // Without a key: the change only adds, so repeating it changes nothing.
    return outcomeOf(await send("PATCH", `items/${known.body.id}`, change));
  } catch (error) {
    return { state: "waiting", because: "offline", message: String(/** @type {any} */ (error)?.message ?? "") };
  }
}

/**
 * The stored item that an entry would duplicate or replace.
 * @param {Unsent} entry
 * @param {Send} send
 * @returns {Promise<Answer>} the item is the body
 */
async function storedItem({ body, isTried }, send) {
  if (body.location) {
    const query = new URLSearchParams({ location: body.location, ...(body.set && { set: body.set }) });
    const answer = await send("GET", `items/lookup?${query}`);
    return answer.status === 200 ? { status: 200, body: answer.body.item } : answer;
  }
  if (!isTried || !body.at) return { status: 200, body: null };
  // The server remembers keys for a day; an item without a location is recognized by its time after that.
  const end = new Date(Date.parse(body.at) + 1).toISOString();
  const answer = await send("GET", `items?${new URLSearchParams({ q: `since:${body.at} before:${end}` })}`);
  if (answer.status !== 200) return answer;
  const same = answer.body.items.find(
    (/** @type {any} */ item) => isSameTime(item.at, body.at) && item.title === (body.title ?? ""),
  );
  return { status: 200, body: same ?? null };
}

/** Whether two times are equal; the server leaves out milliseconds that are zero. */
function isSameTime(/** @type {string} */ one, /** @type {string | undefined} */ other) {
  return Date.parse(one) === Date.parse(other ?? "");
}

/**
 * The change that adds a captured item to the stored item at its location, which must lose nothing; null if nothing is new.
 * @param {any} item
 * @param {Body} body
 * @returns {Body | null}
 */
export function joiningChange(item, body) {
  /** @type {Body} */
  const change = {};
  const missing = (body.tags ?? []).filter((tag) => !item.tags.includes(tag));
  if (missing.length) change.add = missing;
  if (body.title && !item.title) change.title = body.title;
  if (body.note && !(item.note ?? "").includes(body.note)) change.note = joinedNote(item.note, body.note);
  return Object.keys(change).length ? change : null;
}

/**
 * Two notes as one, without saying anything twice.
 * @param {string | undefined} stored
 * @param {string} added
 */
export function joinedNote(stored, added) {
  if (!stored || added.includes(stored)) return added;
  return stored.includes(added) ? stored : `${stored}\n\n${added}`;
}

/**
 * @param {Answer} answer
 * @returns {Outcome}
 */
function outcomeOf({ status, body }) {
  const message = body?.detail ?? "";
  if (status < 300) return { state: "saved", item: body };
  if (status === 401) return { state: "waiting", because: "signedOut", message };
  if (status === 403) return { state: "waiting", because: "forbidden", message };
  if (status === 408 || status === 429 || status >= 500) return { state: "waiting", because: "busy", message };
  return { state: "refused", refused: { message, pointer: body?.pointer ?? "", status } };
}

/**
 * Sends the entries that wait for a server, oldest first, and stops when the server doesn't take anything.
 * @param {string} root
 * @param {Send} send
 * @param {UnsentStore} store
 * @param {string} [first]  the id of the entry to send before all others, except earlier changes of its item
 * @returns {Promise<{ outcomes: Map<string, Outcome>, left: Unsent[] }>}
 */
export function flushUnsent(root, send, store, first = "") {
  return alone(async () => {
    /** @type {Map<string, Outcome>} */
    const outcomes = new Map();
    /** Items with a change that wasn't sent, which later ones must not overtake. */
    const blocked = new Set();
    for (const entry of withFirst(first, await ownUnsent(root, store))) {
      if (entry.refused || blocked.has(entry.item)) continue;
      const outcome = await sendKept(entry, send, store);
      if (!outcome) continue;
      outcomes.set(entry.id, outcome);
      if (outcome.state !== "waiting") continue;
      if (outcome.because !== "busy") break;
      if (entry.item) blocked.add(entry.item);
    }
    if (outcomes.size) announceUnsent();
    return { outcomes, left: await ownUnsent(root, store) };
  });
}

/**
 * @param {string} first
 * @param {Unsent[]} all
 */
function withFirst(first, all) {
  const item = all.find(({ id }) => id === first)?.item;
  const isFirst = (/** @type {Unsent} */ entry) => entry.id === first || (!!item && entry.item === item);
  return [...all.filter(isFirst), ...all.filter((entry) => !isFirst(entry))];
}

/**
 * @param {Unsent} entry
 * @param {Send} send
 * @param {UnsentStore} store
 * @returns {Promise<Outcome | null>} null if the person removed the entry meanwhile
 */
async function sendKept(entry, send, store) {
  if (!(await store.get(entry.id))) return null;
  // Before the request, since a window that closes doesn't get the response.
  if (!entry.isTried) await store.put({ ...entry, isTried: true });
  const outcome = await sendUnsent(entry, send);
  if (outcome.state === "saved") await store.delete(entry.id);
  else if (outcome.state === "refused") await store.put({ ...entry, isTried: true, refused: outcome.refused });
  return outcome;
}

/**
 * The entries for a server or space, oldest first.
 * @param {string} root
 * @param {Unsent[]} all
 */
export function unsentOf(root, all) {
  const time = (/** @type {Unsent} */ entry) => entry.at ?? entry.body.at ?? "";
  return all.filter((entry) => entry.root === root).sort((one, other) => (time(one) < time(other) ? -1 : 1));
}

/**
 * The entries that whoever uses this browser now saved for a server or space, oldest first.
 * @param {string} root
 * @param {UnsentStore} store
 */
export async function ownUnsent(root, store) {
  const owner = await store.owner();
  return unsentOf(root, await store.all()).filter((entry) => (entry.owner ?? owner) === owner);
}

/** Lets one page or worker send at a time; browsers have locks only over HTTPS and on localhost. */
function alone(/** @type {() => Promise<any>} */ work) {
  return globalThis.navigator?.locks ? navigator.locks.request(UNSENT_CHANNEL, work) : work();
}

/** Lets other pages know that the unsent items changed. */
export function announceUnsent() {
  if (!globalThis.BroadcastChannel) return;
  const channel = new BroadcastChannel(UNSENT_CHANNEL);
  channel.postMessage("changed");
  channel.close();
}

/**
 * Makes the function that sends requests below a root.
 * @param {string} root
 * @param {() => Record<string, string>} [headers]  for the token of a page that doesn't use the cookie
 * @returns {Send}
 */
export function sendTo(root, headers = () => ({})) {
  return async (method, path, body, key) => {
    const all = {
      ...headers(),
      ...(body && { "Content-Type": "application/json" }),
      ...(key && { "Idempotency-Key": key }),
    };
    const response = await fetch(`${root}/api/v1/${path}`, {
      method,
      headers: all,
      body: body && JSON.stringify(body),
      signal: /** @type {any} */ (AbortSignal).timeout(SEND_PATIENCE),
    });
    return { status: response.status, body: await response.json().catch(() => null) };
  };
}

// MARK: Keeping

/** A promise for the result of an IndexedDB request. */
export function settled(/** @type {IDBRequest} */ request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Changes the unsent items; the promise is kept once the change is on the disk, since windows close after saving.
 * @param {IDBDatabase} database
 * @param {string} list
 * @param {(objects: IDBObjectStore) => void} change
 */
function written(database, list, change) {
  const transaction = database.transaction(list, "readwrite", { durability: "strict" });
  change(transaction.objectStore(list));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
}

/**
 * Opens a database with one list of objects.
 * @param {string} name
 * @param {string} list
 * @returns {Promise<IDBDatabase>}
 */
export function openDatabase(name, list) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(list, { keyPath: "id" });
  return settled(request);
}

/**
 * The name of whoever uses this browser, in a database of its own: workers can't read localStorage.
 * @param {IDBDatabase} owners
 * @returns {Promise<string>}
 */
async function ownerIn(owners) {
  const transaction = owners.transaction("owner", "readwrite");
  const list = transaction.objectStore("owner");
  const known = await settled(list.get("owner"));
  if (known) return known.name;
  const name = newKey();
  await settled(list.put({ id: "owner", name }));
  return name;
}

/**
 * Opens the unsent items of this browser; in memory only if the browser keeps nothing.
 * @returns {Promise<UnsentStore>}
 */
export async function openUnsent() {
  try {
    const database = await openDatabase("tagflow", "unsent");
    const owners = await openDatabase("tagflow owner", "owner");
    return {
      all: () => settled(database.transaction("unsent").objectStore("unsent").getAll()),
      get: (id) => settled(database.transaction("unsent").objectStore("unsent").get(id)),
      put: (entry) => written(database, "unsent", (objects) => objects.put(entry)),
      delete: (id) => written(database, "unsent", (objects) => objects.delete(id)),
      owner: () => ownerIn(owners),
      forget: async () => {
        await written(owners, "owner", (objects) => objects.clear());
        await written(database, "unsent", (objects) => objects.clear());
      },
      isLasting: true,
    };
  } catch {
    return memoryStore();
  }
}

/** @returns {UnsentStore} */
export function memoryStore() {
  const kept = new Map();
  let owner = newKey();
  return {
    all: async () => [...kept.values()],
    get: async (id) => kept.get(id),
    put: async (entry) => kept.set(entry.id, entry),
    delete: async (id) => kept.delete(id),
    owner: async () => owner,
    forget: async () => {
      owner = newKey();
      kept.clear();
    },
    isLasting: false,
  };
}
