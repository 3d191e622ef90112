// The capture form, in the toolbar popup or, for a link, in a small window. It is the form of the server's page (`page/capture_form.js`).
//
// 1. The page in the tab fills the form, before the server has responded.
// 2. The form asks the server whether the location is already saved, and for suggestions.
// 3. The background saves, so that closing the popup doesn't cancel it.

import { captureOf } from "./capture.js";
import { element, part } from "./elements.js";
import { localize, message } from "./messages.js";
import { CaptureForm } from "./page/capture_form.js";
import { draftOf, fieldsShown, initialAdd } from "./page/add_model.js";
import { originsOf, readSettings } from "./settings.js";
import { Server, ServerError } from "./server.js";
import { dateLanguage, t } from "./texts.js";

/** How long changes may pause before the draft is kept, in milliseconds. */
const PAUSE = 150;

const settings = await readSettings();
const server = new Server(settings);
const isMac = navigator.userAgent.includes("Mac OS");
/** @type {CaptureForm} */
let form;
/** The words of the page, which are evidence for suggestions. */
let text = "";
/** @type {number | undefined} */
let tabID;
/** The location that the popup began with. */
let startLocation = "";
/** The content that was sent last, and its key. */
let attempt = { content: "", key: "" };
let keepTimer = 0;

localize(document);
for (const button of document.querySelectorAll("#open-options"))
  button.addEventListener("click", () => void openOptions());
await begin();

async function begin() {
  if (!settings.base || !settings.token) {
    part("welcome").hidden = false;
    return;
  }
  const captured = await capture();
  text = captured.text;
  startLocation = captured.location;
  const { title, location, selection: note } = captured;
  const begun = initialAdd(new URLSearchParams({ title, location, ...(note && { note }), set: settings.set }));
  const { draft: kept } = await chrome.storage.session.get("draft");
  const isKept = kept?.page === startLocation && kept.state;
  form = makeForm(isKept ? { ...begun, ...kept.state, note: withSelection(kept.state.note, note) } : begun);
  form.drawing.parts.save.before(optionsButton());
  form.dispatch({ type: "opened" });
  part("capture").hidden = false;
  if (isKept && kept.typed) form.field.text = kept.typed;
  form.field.focus();
  if (!location) fail(message("noLocation"));
}

/** @param {import("./page/add_model.js").AddState} state */
function makeForm(state) {
  return new CaptureForm(part("capture"), {
    state,
    t,
    language: dateLanguage,
    announce: (said) => {
      part("live").textContent = said;
    },
    request,
    pageOf: (id) => server.pageOf(id),
    store,
    stored,
    canWrite: () => true,
    stamp: () => ({ id: "", root: "", at: "" }),
    changed: keepLater,
    failed: (error) => void failed(error),
    saveKey: isMac ? "⌘↵" : "Ctrl+↵",
  });
}

function optionsButton() {
  return element("button", {
    id: "settings",
    type: "button",
    class: "quiet",
    text: message("openOptions"),
    onclick: () => void openOptions(),
  });
}

async function openOptions() {
  await chrome.runtime.openOptionsPage();
  window.close();
}

/** Captures the page in the tab; a window for a link has it in its address. */
async function capture() {
  const given = new URLSearchParams(location.search);
  if (given.has("location"))
    return { title: given.get("title") ?? "", location: given.get("location") ?? "", selection: "", text: "" };
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  tabID = tab?.id;
  return captureOf(tab ?? {});
}

/**
 * Returns a kept note with the text that was selected since then.
 * @param {string} note
 * @param {string} selection
 */
function withSelection(note, selection) {
  return selection && !note.includes(selection) ? [note, selection].filter(Boolean).join("\n\n") : note;
}

/**
 * Sends a request of the form. Suggestions get all words of the page, for which an address has no room.
 * @param {string} path
 * @param {AbortSignal} [signal]
 */
async function request(path, signal) {
  if (!path.startsWith("suggestions?")) return server.read(path, signal);
  const query = new URLSearchParams(path.slice(path.indexOf("?")));
  const [title, location, note] = ["title", "location", "note"].map((name) => query.get(name) ?? "");
  return server.suggestions(
    { title, location, note, text },
    { typed: query.get("q") ?? "", given: query.getAll("given"), set: query.get("set") ?? undefined, signal },
  );
}

// MARK: Drafts

function keepLater() {
  clearTimeout(keepTimer);
  keepTimer = setTimeout(() => void keepDraft(), PAUSE);
}

/** Keeps what was entered, because a click outside the popup closes it. */
async function keepDraft() {
  if (form.state.isSaving) return;
  await chrome.storage.session.set({
    draft: { page: startLocation, state: draftOf(form.state), typed: form.field.text },
  });
}

// MARK: Saving

/**
 * Saves what the form shows.
 * @returns {Promise<import("./page/capture_form.js").Outcome>}
 */
async function store() {
  clearTimeout(keepTimer);
  part("trouble").hidden = true;
  try {
    const location = fieldsShown(form.state).location.trim();
    // Without the saved item, saving could remove its tags and its note.
    if (form.state.lookedUp !== location) await form.lookUp(location, new AbortController().signal);
    const { item, set } = form.state;
    const answer = await chrome.runtime.sendMessage({
      type: "save",
      draft: draft(),
      item,
      set,
      key: attemptKey(),
      tab: tabID,
    });
    if (!answer?.item) throw new ServerError(answer?.status ?? 0, answer?.detail ?? "");
    return { state: "saved", item: answer.item };
  } catch (error) {
    return { state: "refused", refused: { message: await textOf(error), pointer: "", status: 0 } };
  }
}

/** @returns {import("./saving.js").Draft} */
function draft() {
  const { title, location, note, tags } = fieldsShown(form.state);
  return { title: title.trim(), location: location.trim(), note: note.trim(), tags, text };
}

/** Returns an equal key for equal content, so that saving again after a lost response makes no second item. */
function attemptKey() {
  const content = JSON.stringify([draft(), form.state.item?.id, form.state.set]);
  if (content !== attempt.content) attempt = { content, key: crypto.randomUUID() };
  return attempt.key;
}

/** @param {import("./page/capture_form.js").Outcome | null} outcome */
function stored(outcome) {
  const set = outcome?.state === "saved" ? outcome.item.set : "";
  const said = outcome ? t(form.state.item ? "add.changedIn" : "add.savedTo", { set }) : t("add.unchanged");
  form.drawing.parts.status.textContent = said;
  part("live").textContent = said;
  setTimeout(() => window.close(), 600);
}

// MARK: Errors

/** @param {unknown} error */
async function failed(error) {
  fail(await textOf(error));
}

/**
 * Returns an error in the language of the browser.
 * @param {unknown} error
 */
async function textOf(error) {
  if (!(error instanceof ServerError)) throw error;
  if (error.status === 401) return message("tokenRefused");
  if (error.status === 403) return message("scopeRefused");
  if (error.status !== 0) return message("serverSays", error.message);
  const isAllowed = await chrome.permissions.contains({ origins: originsOf(settings.base) });
  return message(isAllowed ? "noResponseFrom" : "notAllowed", new URL(settings.base).host);
}

/** @param {string} problem */
function fail(problem) {
  part("trouble").textContent = problem;
  part("trouble").hidden = false;
}
