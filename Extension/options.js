// The options: the server and how to connect to it, the set of new items, and the badge.

import { element, part } from "./elements.js";
import { localize, message } from "./messages.js";
import { baseOf, changeSettings, isExposed, originsOf, readSettings } from "./settings.js";
import { Server, ServerError } from "./server.js";

/** Whether the browser asks for consent to send data (Firefox). It must be known before a click, since a request for permissions must be the first thing after it. */
const asksForConsent = "data_collection" in (await chrome.permissions.getAll());

localize(document);
listen();
await draw();

async function draw() {
  const settings = await readSettings();
  if (document.activeElement !== part("base")) part("base").value = settings.base;
  part("asks-for-tags").checked = settings.asksForTags;
  part("shows-badge").checked = settings.showsBadge && (await chrome.permissions.contains({ permissions: ["tabs"] }));
  part("disconnect").hidden = !settings.token;
  drawExposed();
  await drawShortcut();
  await drawConnection(settings);
}

/** @param {import("./settings.js").Settings} settings */
async function drawConnection(settings) {
  if (!settings.base || !settings.token) {
    part("status").textContent = message("notConnected");
    part("set").disabled = true;
    return;
  }
  try {
    const sets = await new Server(settings).sets();
    const names = settings.set && !sets.includes(settings.set) ? [...sets, settings.set] : sets;
    part("set").replaceChildren(
      element("option", { value: "", text: message("chosenSet") }),
      ...names.map((name) => element("option", { value: name, text: name })),
    );
    part("set").value = settings.set;
    part("set").disabled = false;
    part("status").textContent = message("connectedTo", settings.base);
  } catch (error) {
    part("set").disabled = true;
    part("status").textContent = problemOf(error, settings.base);
  }
}

async function drawShortcut() {
  const commands = await chrome.commands.getAll();
  const shortcut = commands.find(({ name }) => name === "_execute_action")?.shortcut;
  part("shortcut").textContent = shortcut ? message("shortcut", shortcut) : message("noShortcut");
}

function drawExposed() {
  const base = baseOf(part("base").value);
  part("exposed").hidden = !base || !isExposed(base);
}

/**
 * @param {unknown} error
 * @param {string} base
 */
function problemOf(error, base) {
  if (!(error instanceof ServerError)) return String(error);
  if (error.status === 0) return message("noResponseFrom", new URL(base).host);
  if (error.status === 401) return message("tokenRefused");
  return error.status === 403 ? message("scopeRefused") : message("serverSays", error.message);
}

/** @param {string} problem */
function show(problem) {
  part("trouble").textContent = problem;
  part("trouble").hidden = !problem;
}

/**
 * Asks for access to the typed server, and returns its address.
 *
 * Nothing may be awaited before the request, because Firefox accepts it only as the first thing after a click.
 * @returns {Promise<string | null>}
 */
async function allowedBase() {
  show("");
  const base = baseOf(part("base").value);
  if (!base) {
    show(message("badAddress"));
    return null;
  }
  const isAllowed = await chrome.permissions.request({ origins: originsOf(base) });
  if (!isAllowed) show(message("accessRefused", new URL(base).host));
  return isAllowed ? base : null;
}

async function connect() {
  const base = await allowedBase();
  if (base) await chrome.runtime.sendMessage({ type: "connect", base });
}

async function useToken() {
  const token = part("token").value.trim();
  const base = await allowedBase();
  if (!base) return;
  try {
    await new Server({ base, token }).sets();
    await changeSettings({ base, token, set: "" });
    part("token").value = "";
  } catch (error) {
    show(problemOf(error, base));
  }
}

async function disconnect() {
  const { base } = await readSettings();
  await changeSettings({ base: "", token: "", set: "", showsBadge: false });
  // Access and the permission for the badge end with the connection.
  if (base) await chrome.permissions.remove({ origins: originsOf(base), permissions: ["tabs"] }).catch(() => false);
}

async function setBadge() {
  const isOn = part("shows-badge").checked;
  const wanted = { permissions: ["tabs"], ...(asksForConsent && { data_collection: ["browsingActivity"] }) };
  const isAllowed = isOn
    ? await chrome.permissions.request(wanted)
    : await chrome.permissions.remove({ permissions: ["tabs"] }).then(
        () => false,
        () => false,
      );
  await changeSettings({ showsBadge: isAllowed });
  part("shows-badge").checked = isAllowed;
}

function listen() {
  part("base").addEventListener("input", drawExposed);
  part("base").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" && !event.isComposing) void connect();
  });
  part("connect").addEventListener("click", () => void connect());
  part("use-token").addEventListener("click", () => void useToken());
  part("disconnect").addEventListener("click", () => void disconnect());
  part("set").addEventListener("change", () => void changeSettings({ set: part("set").value }));
  part("asks-for-tags").addEventListener(
    "change",
    () => void changeSettings({ asksForTags: part("asks-for-tags").checked }),
  );
  part("shows-badge").addEventListener("change", () => void setBadge());
  chrome.storage.local.onChanged.addListener(() => void draw());
}
