// Connecting to a server: the person approves on the server's page /connect, and the token comes from that tab. See Documentation/connect.md.

import { changeSettings } from "./settings.js";

/** How long the person may take, in milliseconds. */
const LIFETIME = 600_000;

/** @typedef {{ base: string, state: string, time: number, tab?: number }} Pending */

/** @returns {Promise<Pending | null>} */
async function readPending() {
  const { connecting = null } = await chrome.storage.session.get("connecting");
  return connecting && Date.now() - connecting.time < LIFETIME ? connecting : null;
}

/**
 * Opens the server's page for connecting.
 * @param {string} base
 */
export async function openConnectPage(base) {
  const state = randomState();
  const pending = { base, state, time: Date.now() };
  const tab = await chrome.tabs.create({ url: connectURL(base, state, await browserName()) });
  await chrome.storage.session.set({ connecting: { ...pending, tab: tab.id } });
  // A fast server may have sent the page before the tab was noted.
  if (tab.id !== undefined && (await chrome.tabs.get(tab.id)).status === "complete") await bridge(tab.id);
}

/**
 * @param {string} base
 * @param {string} state
 * @param {string} name
 */
export function connectURL(base, state, name) {
  return `${base}/connect?${new URLSearchParams({ client: "extension", version: "1", name, scope: "write", state })}`;
}

/** Returns 32 random bytes as base64url. */
export function randomState() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** Returns the proposed name of the token, such as "Firefox on Linux". */
async function browserName() {
  const { os } = await chrome.runtime.getPlatformInfo();
  const system =
    /** @type {Record<string, string>} */ ({
      mac: "macOS",
      win: "Windows",
      linux: "Linux",
      android: "Android",
      cros: "ChromeOS",
      openbsd: "OpenBSD",
    })[os] ?? os;
  return `${/Firefox\//.test(navigator.userAgent) ? "Firefox" : "Chromium"} on ${system}`;
}

/**
 * Returns whether an address is the page for connecting that was opened.
 * @param {string | undefined} url
 * @param {Pending} pending
 */
export function isConnectPage(url, { base, state }) {
  try {
    const { origin, pathname, searchParams } = new URL(url ?? "");
    return origin + pathname === `${base}/connect` && searchParams.get("state") === state;
  } catch {
    return false;
  }
}

/**
 * Runs the script that receives the token, if a tab shows the page for connecting that was opened.
 * @param {number} tab
 */
export async function bridge(tab) {
  const pending = await readPending();
  if (pending?.tab !== tab) return;
  const { url } = await chrome.tabs.get(tab);
  if (isConnectPage(url, pending))
    await chrome.scripting.executeScript({ target: { tabId: tab }, files: ["connect_bridge.js"] });
}

/**
 * Returns the response to a message of the script in the server's page.
 * @param {any} received
 * @param {{ id?: string, frameId?: number, url?: string, tab?: { id?: number } }} sender
 * @param {(pending: Pending, token: string) => Promise<void>} [keep]
 */
export async function answerBridge(received, sender, keep = keepToken) {
  const pending = await readPending();
  if (!pending) return { reason: "expired" };
  const isFromPage =
    sender.id === chrome.runtime.id &&
    sender.frameId === 0 &&
    sender.tab?.id === pending.tab &&
    isConnectPage(sender.url, pending);
  if (!isFromPage) return { reason: "state" };
  if (received.type === "connect-hello")
    return {
      state: pending.state,
      name: `${chrome.i18n.getMessage("extensionName")} ${chrome.runtime.getManifest().version}`,
    };
  // The state works once.
  await forgetPending();
  if (received.type !== "connect-approved") return {};
  if (received.base !== pending.base) return { reason: "address" };
  if (typeof received.token !== "string" || !/^[\x21-\x7e]{1,500}$/.test(received.token)) return { reason: "storage" };
  await keep(pending, received.token);
  return {};
}

/**
 * @param {Pending} pending
 * @param {string} token
 */
async function keepToken({ base }, token) {
  await changeSettings({ base, token, set: "" });
}

/** Forgets that a page for connecting was opened. */
export async function forgetPending() {
  await chrome.storage.session.remove("connecting");
}

/**
 * Forgets the page for connecting after its tab was closed.
 * @param {number} tab
 */
export async function closed(tab) {
  if ((await readPending())?.tab === tab) await forgetPending();
}
