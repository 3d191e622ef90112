// The service worker: shows the page while the server is away, and sends the items that waited for it.

import { flushUnsent, openUnsent, sendTo } from "./unsent.js";

const worker = /** @type {any} */ (globalThis);
const SHELL = "tagflow shell";
/** How long the server may take before a kept file is shown instead, in milliseconds. */
const SHELL_PATIENCE = 4_000;
const baseAddress = new URL("./", worker.location.href);
/** The folder of a version's files, in an address. */
const FOLDER = /\/assets\/[0-9a-f]+\//;

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

// MARK: The shell

/**
 * The address that a file of the page is kept under; "" for everything else, such as items, events and sign-in links.
 * The part of an address after `?` is for the scripts, and isn't kept.
 * @param {URL} url
 */
function shellAddress(url) {
  if (url.origin !== baseAddress.origin || !url.pathname.startsWith(baseAddress.pathname)) return "";
  const path = url.pathname.slice(baseAddress.pathname.length);
  const [space, inside] = /^(spaces\/[^/]+\/)?(.*)$/.exec(path)?.slice(1) ?? ["", path];
  const isFile = /^(assets\/[0-9a-f]+\/[\w-]+\.(js|css|svg|png)|manifest\.webmanifest)$/.test(inside);
  const isView = /^(|add|tags|review|stats|settings|board|(items|board)\/[^/]*)$/.test(inside);
  // All items are shown by the page of their list, and all boards by the same page.
  const name = inside.replace(/^items\/.*/, "").replace(/^board\/.*/, "board/");
  return isFile || isView ? baseAddress.href + (space ?? "") + name : "";
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const address = request.method === "GET" ? shellAddress(new URL(request.url)) : "";
  const isView = request.mode === "navigate";
  if (address && isView === !/\.\w+$/.test(address)) event.respondWith(fromServer(event, address));
});

/**
 * The server's file or, if the server is away or slow, the kept one.
 * @param {any} event
 * @param {string} address
 */
async function fromServer(event, address) {
  const cache = await caches.open(SHELL);
  const kept = await cache.match(address);
  const sent = fetch(event.request).then((response) => {
    if (event.request.mode === "navigate" && response.status < 500) event.waitUntil(sendAll());
    if (response.status >= 500 && kept) return kept;
    if (isWhole(response)) event.waitUntil(cache.put(address, response.clone()));
    return response;
  });
  if (!kept) return sent;
  event.waitUntil(sent.catch(() => {}));
  const patience = new Promise((resolve) => setTimeout(resolve, SHELL_PATIENCE, kept));
  return Promise.race([sent.catch(() => kept), patience]);
}

function isWhole(/** @type {Response} */ response) {
  return response.status === 200 && !response.redirected && response.type === "basic";
}

worker.addEventListener("message", (/** @type {any} */ event) => {
  // A page that began to load before the worker was active isn't claimed yet.
  if (event.data?.type === "keep") event.waitUntil(Promise.all([worker.clients.claim(), keep(event.data)]));
});

/** The entry of the cache that names the version and the views that it has completely. */
const COMPLETE = new URL("assets/complete", baseAddress).href;

/**
 * Keeps the files of a view that was loaded before the worker ran, the views that work offline, and all files that these load, now or
 * later; then drops everything of other versions.
 * @param {{ files: string[], views?: string[] }} wanted
 */
async function keep({ files, views = [] }) {
  const cache = await caches.open(SHELL);
  const addresses = new Set([...files, ...views].map((file) => shellAddress(new URL(file))).filter(Boolean));
  const kept = (await cache.keys()).map(({ url }) => url);
  const folder = [...addresses].map(folderOf).find(Boolean) ?? "";
  const isNew = folder !== "" && kept.some((address) => folderOf(address) && folderOf(address) !== folder);
  const mark = [folder, ...views].join("\n");
  const isComplete = (await (await cache.match(COMPLETE))?.text()) === mark;
  if (!isNew && isComplete && [...addresses].every((address) => kept.includes(address))) return;
  const namesIn = async (/** @type {string} */ address) => {
    const isOld = isNew && !folderOf(address);
    const response = (!isOld && (await cache.match(address))) || (await fetched(cache, address));
    return response && namedFiles(address, await response.text());
  };
  // Files name others, which name others in turn.
  for (let wave = [...addresses]; wave.length > 0;) {
    const names = await Promise.all(wave.map(namesIn));
    // The server is away: the files of the earlier version stay.
    if (names.includes(null)) return;
    wave = [...new Set(names.flatMap((all) => all ?? []))].filter((address) => !addresses.has(address));
    for (const address of wave) addresses.add(address);
  }
  await cache.put(COMPLETE, new Response(mark));
  addresses.add(COMPLETE);
  if (isNew) for (const address of kept) if (!addresses.has(address)) await cache.delete(address);
}

const folderOf = (/** @type {string} */ address) => FOLDER.exec(address)?.[0] ?? "";

/**
 * @param {Cache} cache
 * @param {string} address
 * @returns {Promise<Response | null>} null if the server can't be reached
 */
async function fetched(cache, address) {
  const response = await fetch(address, { headers: { Accept: "text/html, */*" } }).catch(() => null);
  if (response && isWhole(response)) await cache.put(address, response.clone());
  return response && response.status < 500 ? (isWhole(response) ? response : new Response("")) : null;
}

/**
 * The files of the page that a page, script or style sheet names.
 * @param {string} address
 * @param {string} text
 */
function namedFiles(address, text) {
  if (/\.(svg|png|webmanifest)$/.test(address)) return [];
  const names = /\.\w+$/.test(address)
    ? [...text.matchAll(/["'`](\.\/[\w-]+\.(?:js|css))["'`]/g)]
    : [...text.matchAll(/(?:href|src)="([^"]+\.\w+)"/g)];
  return names.map(([, name]) => shellAddress(new URL(name, address))).filter(Boolean);
}

// MARK: Unsent items

worker.addEventListener("sync", (/** @type {any} */ event) => {
  if (event.tag === "unsent") event.waitUntil(sendAll());
});

/** Sends the waiting entries of each space. The page's cookie goes along; a page with a token sends by itself. */
async function sendAll() {
  const store = await openUnsent();
  const roots = new Set((await store.all()).map(({ root }) => root));
  for (const root of roots) await flushUnsent(root, sendTo(root), store);
}
