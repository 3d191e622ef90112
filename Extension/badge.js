// The badge of the toolbar button: whether the page in a tab is already saved.

import { readSettings } from "./settings.js";
import { message } from "./messages.js";
import { Server } from "./server.js";

/** How long the response for an address is used again, in milliseconds. */
const MEMORY = 60_000;

/** The number of addresses whose responses are kept. */
const MEMORY_SIZE = 200;

/** @type {Map<string, { isSaved: boolean, time: number }>} */
const known = new Map();

/**
 * Shows whether the page in a tab is saved.
 * @param {number} tab
 * @param {boolean} isSaved
 */
export async function showSaved(tab, isSaved) {
  await show(tab, isSaved ? "✓" : "", message(isSaved ? "actionTitleSaved" : "actionTitle"), "#2457d6");
}

/**
 * Shows for a moment whether saving a link worked.
 * @param {number} tab
 * @param {string} sign
 * @param {string} title
 */
export async function flash(tab, sign, title) {
  await show(tab, sign, title, sign === "!" ? "#a3261c" : "#1f7a3d");
  // An error stays until the page changes, so that its message can be read.
  if (sign !== "!") setTimeout(() => void update(tab), 3_000);
}

/**
 * @param {number} tab
 * @param {string} text
 * @param {string} title
 * @param {string} color
 */
async function show(tab, text, title, color) {
  try {
    await chrome.action.setBadgeBackgroundColor({ tabId: tab, color });
    await chrome.action.setBadgeTextColor?.({ tabId: tab, color: "#ffffff" });
    await chrome.action.setBadgeText({ tabId: tab, text });
    await chrome.action.setTitle({ tabId: tab, title });
  } catch {
    // The tab is gone.
  }
}

/**
 * Looks up the page in a tab, if the person turned that on, and shows whether it is saved.
 * @param {number} tab
 */
export async function update(tab) {
  const settings = await readSettings();
  const isAllowed =
    settings.showsBadge && settings.base && (await chrome.permissions.contains({ permissions: ["tabs"] }));
  if (!isAllowed) return showSaved(tab, false);
  try {
    const { url = "", incognito } = await chrome.tabs.get(tab);
    const location = lookedUp(url);
    if (!location || incognito) return await showSaved(tab, false);
    const isSaved = await isSavedAt(location, new Server(settings));
    const current = await chrome.tabs.get(tab);
    if (lookedUp(current.url ?? "") === location) await showSaved(tab, isSaved);
  } catch {
    await showSaved(tab, false);
  }
}

/**
 * @param {string} location
 * @param {Server} server
 */
async function isSavedAt(location, server) {
  const found = known.get(location);
  if (found && Date.now() - found.time < MEMORY) return found.isSaved;
  const isSaved = (await server.itemAt(location)) !== null;
  known.set(location, { isSaved, time: Date.now() });
  for (const [old] of known) if (known.size > MEMORY_SIZE) known.delete(old);
  return isSaved;
}

/**
 * Returns the address to look up for a page, or an empty text if it isn't looked up.
 *
 * A fragment may be a secret of a sign-in page. The server ignores most fragments anyway.
 * @param {string} url
 */
export function lookedUp(url) {
  if (!/^https?:/i.test(url) || url.length > 4_000) return "";
  return url.replace(/#(?![/!]).*$/s, "");
}

/** Forgets all responses, after an item or a setting has changed. */
export function forget() {
  known.clear();
}

/** Looks up the pages in front in all windows. */
export async function updateAll() {
  forget();
  for (const { id } of await chrome.tabs.query({ active: true })) if (id !== undefined) await update(id);
}
