// The Add view: a form for one item, which the address, a bookmarklet or the share sheet of a phone fills in.
//
// 1. `add_model.js` has the state; `dispatch` updates it, draws it (`add_drawing.js`), keeps it as a draft and requests missing data.
// 2. Save puts an entry into `add_queue.js`, which sends it, or keeps it until the server is there.

import {
  announce,
  api,
  canWorkOffline,
  canWrite,
  link,
  live,
  openDialog,
  Refusal,
  root,
  sentence,
  shortcuts,
  start,
  t,
  tell,
  undoAction,
} from "./shell.js";
import { TagField } from "./tag_field.js";
import {
  draftOf,
  entryToSave,
  fieldsShown,
  initialAdd,
  isAddEmpty,
  lookupNeeded,
  offeredTags,
  placeOf,
  suggestionsNeeded,
  suggestionsPath,
  updateAdd,
} from "./add_model.js";
import { bookmarklet } from "./bookmarklet.js";
import { draftFor, keepDraft } from "./add_drafts.js";
import { drawForm, part } from "./add_drawing.js";
import { UnsentQueue } from "./add_queue.js";
import { newKey } from "./unsent.js";

/** How long typing pauses before the server is asked, in milliseconds. */
const PAUSES = { lookup: 250, suggestions: 120 };
/** How long to wait before a request that failed is sent again, in milliseconds. */
const RETRY_PAUSE = 5_000;

let address = window.location.pathname + window.location.search;
let opened = initialAdd(new URLSearchParams(window.location.search));
let addState = initialAdd(new URLSearchParams(window.location.search), draftFor(address));
if (document.documentElement.dataset.fetches === "false") addState = { ...addState, fetching: "no" };

start("add");
document.title = `${t("shell.add")} · tagflow`;
document.documentElement.toggleAttribute("data-window", addState.closes);

const queue = new UnsentQueue({ reopen });
const tagField = new TagField(part("tags"), {
  tags: fieldsShown(addState).tags,
  suggest: (text, given, signal) => api("GET", suggestionsPath(addState, text, given), undefined, { signal }),
  onChange: (tags) => dispatch({ type: "tagsChanged", tags }),
  onEnter: acceptLikely,
  // They are shown below the field.
  suggestsOnFocus: false,
  label: t("add.tags"),
  announce,
  t,
});

/** @param {import("./add_model.js").AddEvent} event */
function dispatch(event) {
  addState = updateAdd(addState, event);
  const { tags } = fieldsShown(addState);
  if (tags.join("\n") !== tagField.tags.join("\n")) tagField.tags = tags;
  draw();
  if (!addState.isSaving) keepDraft(address, draftOf(addState, opened));
  askForMissing();
}

function draw() {
  // Whoever is signed out sees the sign-in form instead.
  if (part("form")) drawForm(addState, { accept: (names) => tagField.add(names), clear });
}

// MARK: Requests

/** @type {Record<string, { about: string | null, timer: any, controller: AbortController }>} */
const asked = {};

/** Requests missing data. Suggestions come after the lookup, since the tags of a stored item are evidence. */
function askForMissing() {
  const location = lookupNeeded(addState);
  ask("lookup", location, () => lookUp(location ?? ""));
  if (location !== null) return;
  const path = suggestionsNeeded(addState);
  ask("suggestions", path, () => suggest(path ?? ""));
}

/**
 * Sends a request after typing pauses, and drops the previous one.
 * @param {"lookup" | "suggestions"} what
 * @param {string | null} about  null if nothing is needed
 * @param {() => Promise<void>} request
 */
function ask(what, about, request) {
  const before = asked[what];
  if (before?.about === about) return;
  clearTimeout(before?.timer);
  before?.controller.abort();
  const controller = new AbortController();
  asked[what] = { about, controller, timer: undefined };
  if (about === null) return;
  asked[what].timer = setTimeout(
    async () => {
      try {
        await request();
      } catch (error) {
        if (!controller.signal.aborted) failed(what, error);
      }
    },
    before ? PAUSES[what] : 0,
  );
}

/** @param {string} location */
async function lookUp(location) {
  const item = location
    ? (
        await api(
          "GET",
          `items/lookup?${new URLSearchParams({ location, ...(addState.set && { set: addState.set }) })}`,
        )
      ).item
    : null;
  const { title } = fieldsShown(addState);
  dispatch({ type: "lookedUp", location, item });
  if (item && addState.item === item) announce(t("add.knownAnnounced", { title: item.title || title }));
}

/** @param {string} path */
async function suggest(path) {
  const { signal } = asked.suggestions.controller;
  const body = path ? await api("GET", path, undefined, { signal }) : {};
  if (!signal.aborted) dispatch({ type: "suggested", key: path, body });
}

/**
 * @param {string} what
 * @param {unknown} error
 */
function failed(what, error) {
  if (!(error instanceof Refusal)) throw error;
  if (error.status === 403) return dispatch({ type: "failed", connection: "forbidden" });
  if (error.status !== 0 && error.status !== 429 && error.status < 500) return;
  dispatch({ type: "failed", connection: error.status ? "busy" : "offline" });
  setTimeout(() => {
    delete asked[what];
    askForMissing();
  }, RETRY_PAUSE);
}

async function fetchTitle() {
  const location = addState.location.trim();
  dispatch({ type: "fetching" });
  try {
    const found = await api("GET", `items/lookup?${new URLSearchParams({ location, fetch: "true" })}`);
    if (location === addState.location.trim())
      dispatch({ type: "fetched", title: found.title ?? "", note: found.description ?? "", text: found.text ?? "" });
    if (!found.title) tell(t("add.noTitle"));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Servers read pages only with an option.
    const isOffered = ![400, 403, 404, 501].includes(error.status);
    dispatch(isOffered ? { type: "fetched", title: "", note: "" } : { type: "fetchRefused" });
    tell(isOffered ? sentence(error.message) : t("add.cantFetch"), { wrong: isOffered });
  }
}

/** The server is back: sends waiting items, and requests missing data. */
function reconnected() {
  delete asked.lookup;
  delete asked.suggestions;
  dispatch({ type: "connected" });
  queue.flush();
}

// MARK: Saving

async function save() {
  if (addState.isSaving || !canWrite()) return;
  tagField.take();
  if (isAddEmpty(addState)) return refuse("location", t("add.nothing"));
  const entry = entryToSave(addState, { id: newKey(), root, at: new Date().toISOString() });
  if (!entry) return stored(t("add.unchanged"));
  const { title, location, note } = fieldsShown(addState);
  const isEdit = entry.item !== null;
  dispatch({ type: "saving" });
  const outcome = await queue.save(entry);
  if (outcome.state === "saved")
    return stored(t(isEdit ? "add.changed" : "add.saved", { title: title || location || note }), outcome.item);
  if (outcome.state === "refused") return refuse(placeOf(outcome.refused.pointer), outcome.refused.message);
  if (outcome.isKept)
    return stored(t("add.kept"), undefined, outcome.because === "signedOut" ? "live" : outcome.because);
  refuse("form", outcome.message || t("add.cantKeep"));
}

/**
 * @param {import("./add_model.js").Place} place
 * @param {string} message
 */
function refuse(place, message) {
  dispatch({ type: "refused", place, message });
  announce(sentence(message));
  (place === "tags" || place === "form" ? tagField : part(place)).focus();
}

/**
 * Ends with the item saved or kept: closes the window of the bookmarklet, or begins the next item.
 * @param {string} text
 * @param {{ id: number } | null} [item]  the item that was saved, if it's known; undefined if none was
 * @param {string} [connection]
 */
function stored(text, item, connection = "live") {
  const { closes } = addState;
  keepDraft(address, null);
  address = link("/add");
  opened = initialAdd(new URLSearchParams());
  if (!closes) history.replaceState(null, "", address);
  dispatch({ type: "stored", connection });
  const show = { label: t("add.show"), act: () => window.location.assign(link(`/items/${item?.id}`)) };
  tell(text, { actions: item === undefined ? [] : [undoAction(), ...(item && !closes ? [show] : [])] });
  // Whoever is signed out sees the sign-in form instead.
  if (!closes) return void part("location")?.focus();
  // Someone who is offline reads that first.
  setTimeout(() => window.close(), connection === "live" ? 0 : 2_000);
  setTimeout(() => tell(t("add.closeWindow", { text })), connection === "live" ? 500 : 3_000);
}

/** Takes the likely suggestions: Enter in the empty tag field. */
function acceptLikely() {
  const tags = offeredTags(addState).likely.map(({ tag }) => tag);
  if (tags.length > 0) tagField.add(tags);
}

function clear() {
  const draft = draftOf(addState);
  dispatch({ type: "stored" });
  tell(t("add.cleared"), { actions: [{ label: t("shell.undo"), act: () => dispatch({ type: "reopened", draft }) }] });
  part("location").focus();
}

/**
 * Puts an unsent item back into the form.
 * @param {import("./unsent.js").Unsent} entry
 */
async function reopen(entry) {
  if (!isAddEmpty(addState)) return tell(t("add.finishFirst"));
  await queue.take(entry);
  const { location = "", title = "", note = "", text = "", set = "", tags = [] } = entry.body;
  dispatch({ type: "reopened", draft: { location, title, note, text, set, added: tags } });
  part("title").focus();
}

// MARK: Other ways

/** @type {any} */
let installation = null;

function drawWays() {
  const address = new URL(link("/add"), window.location.href).href;
  part("bookmarklet").href = bookmarklet(address);
  part("app-how").textContent = t(canWorkOffline ? "add.appHow" : "add.appNeedsHTTPS");
  // A click would run it on this page, which is useless.
  part("bookmarklet").addEventListener("click", (/** @type {Event} */ event) => {
    event.preventDefault();
    tell(t("add.dragIt"));
  });
  part("copy-bookmarklet").addEventListener("click", copyBookmarklet);
  // The event may come while the page asks to sign in, which replaces the button.
  const install = part("install");
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    installation = event;
    install.hidden = false;
  });
  install.addEventListener("click", () => {
    installation?.prompt();
    install.hidden = true;
  });
}

async function copyBookmarklet() {
  const code = part("bookmarklet").href;
  try {
    await navigator.clipboard.writeText(code);
    tell(t("add.copied"));
  } catch {
    // Without HTTPS pages can't copy; the text is there to be copied by hand.
    const text = Object.assign(document.createElement("textarea"), { value: code, readOnly: true, rows: 6 });
    text.setAttribute("aria-label", t("add.bookmarklet"));
    openDialog(t("add.copyBookmarklet"), text);
    text.select();
  }
}

// MARK: Keys

function listenToForm() {
  const form = part("form");
  for (const field of ["location", "title", "note"])
    part(field).addEventListener("input", () => dispatch({ type: "typed", field, value: part(field).value }));
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    save();
  });
  form.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    const isSave = event.ctrlKey || event.metaKey;
    const next = event.target === part("location") ? part("title") : event.target === part("title") ? tagField : null;
    if (!isSave && !next) return;
    // Enter goes on to the tags; an unfinished item isn't saved by accident.
    event.preventDefault();
    if (isSave) save();
    else next.focus();
  });
  part("fetch").addEventListener("click", fetchTitle);
  part("clear").addEventListener("click", clear);
}

function focusFirst() {
  // On phones the keyboard would cover the form.
  if (matchMedia("(pointer: coarse)").matches) return;
  const { location, title } = fieldsShown(addState);
  (!location && !title ? part("location") : title ? tagField : part("title")).focus();
}

shortcuts.remove("a");
listenToForm();
drawWays();
dispatch({ type: "opened" });
focusFirst();
queue.flush();
live((commit) => {
  if (commit === null) reconnected();
});
new MutationObserver(draw).observe(document.documentElement, { attributeFilter: ["data-scope"] });
