// The background of the extension: badge, context menu, saving after the popup has closed, and connecting.
//
// It may be stopped at any time and starts again with the next event, so all listeners are added while it starts and nothing that matters is only in memory.

import { answerBridge, bridge, closed, openConnectPage } from "./connect.js";
import { flash, forget, showSaved, update, updateAll } from "./badge.js";
import { linkText, savable } from "./capture.js";
import { message } from "./messages.js";
import { changeSettings, protectSettings, readSettings } from "./settings.js";
import { save, saveLink } from "./saving.js";
import { Server, ServerError } from "./server.js";

chrome.runtime.onInstalled.addListener(async ({ reason }) => {
  chrome.contextMenus.removeAll(() => {
    chrome.contextMenus.create({
      id: "save-link",
      contexts: ["link"],
      title: message("saveLink"),
      targetUrlPatterns: ["http://*/*", "https://*/*", "file:///*"],
    });
  });
  if (reason === "install" && !(await readSettings()).base) await chrome.runtime.openOptionsPage();
});
void protectSettings();

// MARK: The badge

chrome.tabs.onUpdated.addListener((tab, change) => {
  if (change.status === "complete") void bridge(tab);
  if (change.url || change.status === "complete") void updateIfOn(tab);
});
chrome.tabs.onActivated.addListener(({ tabId }) => void updateIfOn(tabId));
chrome.tabs.onRemoved.addListener((tab) => void closed(tab));

/**
 * Without the badge, nothing is asked of tabs or server.
 * @param {number} tab
 */
async function updateIfOn(tab) {
  if ((await readSettings()).showsBadge) await update(tab);
}

chrome.permissions.onRemoved.addListener(async ({ permissions = [] }) => {
  if (permissions.includes("tabs")) await changeSettings({ showsBadge: false });
});
chrome.storage.local.onChanged.addListener(() => void updateAll());

// MARK: Links

chrome.contextMenus.onClicked.addListener((click, tab) => void linkChosen(click, tab));

/**
 * Saves a link, or opens the form for it.
 * @param {{ menuItemId: string | number, linkUrl?: string, linkText?: string, frameId?: number }} click
 * @param {{ id?: number } | undefined} tab
 */
export async function linkChosen(click, tab) {
  const location = savable(click.linkUrl ?? "");
  if (click.menuItemId !== "save-link" || !location) return;
  const title = click.linkText || (await linkText(tab?.id, click.frameId ?? 0, location));
  const settings = await readSettings();
  if (!settings.base || settings.asksForTags) return openForm(location, title);
  const shownIn = tab?.id ?? -1;
  try {
    const isNew = await saveLink(new Server(settings), location, title);
    forget();
    await flash(shownIn, isNew ? "+" : "=", message(isNew ? "linkSaved" : "linkKnown"));
  } catch (error) {
    await flash(shownIn, "!", message("linkFailed", detailOf(error)));
  }
}

/**
 * @param {string} location
 * @param {string} title
 */
async function openForm(location, title) {
  const query = new URLSearchParams({ location, title });
  await chrome.windows.create({ url: `popup.html?${query}`, type: "popup", width: 480, height: 640 });
}

/** @param {unknown} error */
function detailOf(error) {
  return error instanceof ServerError && error.status === 0
    ? message("noResponse")
    : error instanceof Error
      ? error.message
      : String(error);
}

// MARK: Messages

chrome.runtime.onMessage.addListener((received, sender, respond) => {
  const isOwnPage = sender.url?.startsWith(chrome.runtime.getURL("")) ?? false;
  const work = isOwnPage ? answerPage(received) : answerBridge(received, sender);
  work.then(respond, (error) =>
    respond({ status: error.status ?? 0, detail: String(error.message ?? error), reason: "storage" }),
  );
  // The response comes later.
  return true;
});

/**
 * Returns the response to a message of the popup or the options page.
 * @param {any} received
 */
async function answerPage(received) {
  if (received.type === "connect") await openConnectPage(received.base);
  if (received.type === "save") return saveDraft(received);
  return {};
}

/**
 * Saves for the popup, which may be closed before the server has responded.
 * @param {{ draft: import("./saving.js").Draft, item: import("./server.js").Item | null, set: string, key: string, tab?: number }} content
 */
async function saveDraft({ draft, item, set, key, tab }) {
  const settings = await readSettings();
  const saved = await save(new Server({ ...settings, set }), draft, item, key);
  forget();
  await chrome.storage.session.remove("draft");
  if (tab !== undefined) await showSaved(tab, true);
  return { item: saved };
}
