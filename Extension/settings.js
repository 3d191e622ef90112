// The settings of the extension. They are kept on this computer only, because they include the token.

/**
 * @typedef {object} Settings
 * @property {string} base  the server's address with its base path and space, without a trailing slash; empty if not connected
 * @property {string} token
 * @property {string} set  the set of new items; empty for the set that is chosen at the server
 * @property {boolean} showsBadge  whether each visited address is looked up
 * @property {boolean} asksForTags  whether "Save link" opens the form
 */

/** @type {Settings} */
const DEFAULTS = { base: "", token: "", set: "", showsBadge: false, asksForTags: true };

/** @returns {Promise<Settings>} */
export async function readSettings() {
  return /** @type {Settings} */ (await chrome.storage.local.get(DEFAULTS));
}

/** @param {Partial<Settings>} changes */
export async function changeSettings(changes) {
  await chrome.storage.local.set(changes);
}

/** Hides the settings from scripts in web pages; Firefox has no such call. */
export async function protectSettings() {
  await chrome.storage.local.setAccessLevel?.({ accessLevel: "TRUSTED_CONTEXTS" });
}

/**
 * Returns a typed server address in the form that is stored, or `null` if it isn't an http or https address.
 *
 * Without a scheme, this computer is reached over http and everything else over https.
 * @param {string} text
 */
export function baseOf(text) {
  const typed = text.trim();
  const isSchemed = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed);
  const isLocal = /^(localhost|127\.|\[::1\])/i.test(typed);
  try {
    const url = new URL(isSchemed ? typed : `${isLocal ? "http" : "https"}://${typed}`);
    if (!/^https?:$/.test(url.protocol) || !url.hostname || url.username || url.password) return null;
    const path = url.pathname.replace(/\/(api\/v1|connect|items|tags|stats|add)\/?$/, "").replace(/\/+$/, "");
    return url.origin + path;
  } catch {
    return null;
  }
}

/**
 * Returns the permission that requests to a server need.
 * @param {string} base
 */
export function originsOf(base) {
  // A match pattern has no port.
  const { protocol, hostname } = new URL(base);
  return [`${protocol}//${hostname}/*`];
}

/**
 * Returns whether the token would be sent readable for others on the way.
 * @param {string} base
 */
export function isExposed(base) {
  const { protocol, hostname } = new URL(base);
  return protocol === "http:" && !/^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}
