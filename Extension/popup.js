// The capture form, in the toolbar popup or, for a link, in a small window.
//
// 1. The page in the tab fills the form, before the server has responded.
// 2. The server is asked whether the location is already saved; if so, the form edits that item.
// 3. Suggestions follow every change of the evidence, the tags and the typed text.
// 4. The background saves, so that closing the popup doesn't cancel it.

import { captureOf } from "./capture.js";
import { part } from "./elements.js";
import { localize, message } from "./messages.js";
import { originsOf, readSettings } from "./settings.js";
import { Server, ServerError } from "./server.js";
import { SuggestionStrip } from "./suggestion_strip.js";
import { TagField } from "./tag_field.js";

/** How long changes may pause before suggestions are requested again, in milliseconds. */
const PAUSE = 150;

const settings = await readSettings();
const server = new Server(settings);
const isMac = navigator.userAgent.includes("Mac OS");
/**
 * The saved item that is edited.
 * @type {import("./server.js").Item | null}
 */
let item = null;
let text = "";
let selection = "";
/** @type {number | undefined} */
let tabID;
let isSaving = false;
/** The content that was sent last, and its key. */
let attempt = { content: "", key: "" };
let isLookedUp = Promise.resolve();
/**
 * The location that was looked up last.
 * @type {string | null}
 */
let lookedUp = null;
/**
 * The location that the popup began with; `null` until a kept draft was restored.
 * @type {string | null}
 */
let startLocation = null;
let asked = new AbortController();
let suggestTimer = 0;
let keepTimer = 0;

/** @type {TagField} */
const field = new TagField({
  search: async (typed, signal) => {
    const given = { typed, given: field.tags, set: item?.set, signal };
    const { suggestions: list, key, tag } = await server.suggestions(evidence(), given);
    return { list, key, tag };
  },
  tag: (name) => server.tag(name),
  similar: async (name) => (await server.read(`similar-tags?${new URLSearchParams({ to: name })}`)).similar ?? [],
  changed: () => {
    strip.draw();
    edited(0);
  },
  typed: () => {
    drawHint();
    keepLater();
  },
  submitted: () => {
    const { likely } = strip;
    if (likely.length === 0) return void save();
    strip.isTaken = true;
    field.add(likely);
  },
});
const strip = new SuggestionStrip({
  tags: () => field.tags,
  take: (tags) => {
    field.add(tags);
    field.input.focus();
  },
  create: (name) => {
    field.enter([name]);
    field.input.focus();
  },
});

localize(document);
listen();
await begin();

async function begin() {
  if (!settings.base || !settings.token) {
    part("welcome").hidden = false;
    return;
  }
  part("capture").hidden = false;
  part("save-text").textContent = message("save");
  part("save-key").textContent = isMac ? "⌘↵" : "Ctrl+↵";
  const captured = await capture();
  fill({ ...captured, note: captured.selection, tags: [] });
  ({ text, selection } = captured);
  field.input.focus();
  if (!captured.location) fail(message("noLocation"));
  isLookedUp = lookUp();
  await isLookedUp;
  await restoreDraft();
  await suggest();
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

/** @param {{ title: string, location: string, note: string, tags: string[] }} fields */
function fill(fields) {
  for (const name of /** @type {const} */ (["title", "location", "note"])) part(name).value = fields[name];
  field.fill(fields.tags);
}

function evidence() {
  return {
    title: part("title").value.trim(),
    location: part("location").value.trim(),
    note: part("note").value.trim(),
    text,
  };
}

/** @returns {import("./saving.js").Draft} */
function draft() {
  return { ...evidence(), tags: field.allTags };
}

// MARK: Looking up

/** Looks the location up, and edits the item that is saved there. */
async function lookUp() {
  const typed = part("location").value.trim();
  try {
    const found = await server.itemAt(typed);
    // The location was changed meanwhile, and another look-up is on its way.
    if (part("location").value.trim() !== typed) return;
    lookedUp = typed;
    if (typed) part("trouble").hidden = true;
    if (found && !item) editItem(found);
    else if (found && found.id !== item?.id) fail(message("otherItem"));
  } catch (error) {
    await failed(error);
  }
}

/** Returns whether the item at the form's location is known; if it isn't, saving could remove its tags and note. */
async function isLocationKnown() {
  await isLookedUp;
  if (lookedUp !== evidence().location) await (isLookedUp = lookUp());
  return lookedUp === evidence().location;
}

/** @param {import("./server.js").Item} found */
function editItem(found) {
  const { title, note } = evidence();
  const entered = field.tags;
  const known = found.note ?? "";
  const isTyped = note && note !== selection && !known.includes(note);
  item = found;
  fill({
    title: found.title || title,
    location: found.location ?? "",
    note: isTyped ? [known, note].filter(Boolean).join("\n\n") : known,
    tags: found.tags,
  });
  // Tags that were chosen before the server responded are meant for this item.
  if (entered.length > 0) field.add(entered);
  part("add-selection").hidden = !selection || (found.note ?? "").includes(selection);
  drawSaved();
}

function drawSaved() {
  part("saved").hidden = !item;
  part("save-text").textContent = message(item ? "saveChanges" : "save");
  if (!item) return;
  const day = item.at
    ? new Intl.DateTimeFormat(chrome.i18n.getUILanguage(), { dateStyle: "medium" }).format(new Date(item.at))
    : "";
  part("saved-text").textContent = day ? message("savedOn", day) : message("alreadySaved");
  part("saved-link").href = server.pageOf(item.id);
}

// MARK: Suggestions

/** @param {number} pause */
function edited(pause = PAUSE) {
  clearTimeout(suggestTimer);
  suggestTimer = setTimeout(() => void suggest(), pause);
  keepLater();
}

async function suggest() {
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  try {
    const { suggestions, newNames } = await server.suggestions(evidence(), {
      given: field.tags,
      set: item?.set,
      signal,
    });
    if (!signal.aborted) strip.show(suggestions, newNames);
  } catch (error) {
    if (!signal.aborted) await failed(error);
  }
  drawHint();
}

/** Shows the effect of Enter in the empty field. */
function drawHint() {
  const { length } = strip.likely;
  const isEmpty = field.input.value.trim() === "";
  part("hint").textContent =
    isEmpty && length > 0 ? message(length === 1 ? "enterTakesOne" : "enterTakes", length) : "";
}

// MARK: Drafts

function keepLater() {
  clearTimeout(keepTimer);
  keepTimer = setTimeout(() => void keepDraft(), PAUSE);
}

/** Keeps the entered text, because a click outside the popup closes it. */
async function keepDraft() {
  if (isSaving || startLocation === null) return;
  const { title, location, note } = evidence();
  await chrome.storage.session.set({
    draft: { title, location, note, tags: field.tags, typed: field.input.value, id: item?.id, page: startLocation },
  });
}

async function restoreDraft() {
  startLocation = part("location").value;
  const { draft: kept } = await chrome.storage.session.get("draft");
  if (!kept || kept.page !== startLocation || kept.id !== item?.id) return;
  // What was selected or chosen since then is newer.
  const note =
    !item && selection && !kept.note.includes(selection)
      ? [kept.note, selection].filter(Boolean).join("\n\n")
      : kept.note;
  const tags = field.tags.length > (item?.tags.length ?? 0) ? field.tags : kept.tags;
  const typed = field.input.value || kept.typed;
  fill({ ...kept, note, tags });
  field.type(typed);
}

// MARK: Saving

async function save() {
  if (isSaving) return;
  isSaving = true;
  part("save").disabled = true;
  part("trouble").hidden = true;
  clearTimeout(keepTimer);
  try {
    if (!(await isLocationKnown())) return stopSaving();
    checkFields();
    const answer = await chrome.runtime.sendMessage({
      type: "save",
      draft: draft(),
      item,
      key: attemptKey(),
      tab: tabID,
    });
    if (!answer?.item) throw new ServerError(answer?.status ?? 0, answer?.detail ?? "");
    saved();
  } catch (error) {
    stopSaving();
    await failed(error);
  }
}

/** Returns an equal key for equal content, so that saving again after a lost response makes no second item. */
function attemptKey() {
  const content = JSON.stringify([draft(), item?.id]);
  if (content !== attempt.content) attempt = { content, key: crypto.randomUUID() };
  return attempt.key;
}

function stopSaving() {
  isSaving = false;
  part("save").disabled = false;
}

/** An item without title and location would be nothing that can be found again. */
function checkFields() {
  const { title, location } = evidence();
  if (!title && !location) throw new ServerError(422, message("nothingToSave"));
}

function saved() {
  part("save-text").textContent = message("saved");
  part("live").textContent = message("saved");
  setTimeout(() => window.close(), 400);
}

// MARK: Errors

/** @param {unknown} error */
async function failed(error) {
  if (!(error instanceof ServerError)) throw error;
  if (error.status === 401) return fail(message("tokenRefused"));
  if (error.status === 403) return fail(message("scopeRefused"));
  if (error.status !== 0) return fail(message("serverSays", error.message));
  const isAllowed = await chrome.permissions.contains({ origins: originsOf(settings.base) });
  fail(
    isAllowed
      ? message("noResponseFrom", new URL(settings.base).host)
      : message("notAllowed", new URL(settings.base).host),
  );
}

/** @param {string} problem */
function fail(problem) {
  part("trouble").textContent = problem;
  part("trouble").hidden = false;
}

function listen() {
  for (const name of ["open-options", "settings"])
    part(name).addEventListener("click", () => chrome.runtime.openOptionsPage().then(() => window.close()));
  part("swap").addEventListener("click", () => field.swap());
  for (const name of ["title", "note"]) part(name).addEventListener("input", () => edited());
  part("location").addEventListener("change", () => {
    isLookedUp = lookUp();
    edited();
  });
  part("add-selection").addEventListener("click", () => {
    const { note } = evidence();
    part("note").value = [note, selection].filter(Boolean).join("\n\n");
    part("add-selection").hidden = true;
    edited();
  });
  part("form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    void save();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing || part("capture").hidden)
      return;
    event.preventDefault();
    void save();
  });
}
