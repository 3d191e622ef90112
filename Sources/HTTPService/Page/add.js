// The Add view: the capture form, which the address, a bookmarklet or the share sheet of a phone fills in.
//
// 1. `capture_form.js` is the form. Its state is kept as a draft.
// 2. Save puts an entry into `add_queue.js`, which sends it, or keeps it until the server is there.

import {
  announce,
  api,
  canHover,
  canWorkOffline,
  canWrite,
  dateLanguage,
  element,
  link,
  live,
  openDialog,
  Refusal,
  root,
  shortcuts,
  start,
  t,
  tell,
  undoAction,
} from "./shell.js";
import { draftOf, fieldsShown, initialAdd, isAddEmpty } from "./add_model.js";
import { bookmarklet } from "./bookmarklet.js";
import { draftFor, keepDraft } from "./add_drafts.js";
import { CaptureForm } from "./capture_form.js";
import { UnsentQueue, part } from "./add_queue.js";
import { newKey } from "./unsent.js";
import { followTagDetails, lookOf, tagGroups } from "./tag_details.js";

let address = window.location.pathname + window.location.search;
let opened = initialAdd(new URLSearchParams(window.location.search));
const isFetching = document.documentElement.dataset.fetches !== "false";

start("add");
document.title = `${t("shell.add")} · tagflow`;
document.documentElement.toggleAttribute("data-window", opened.closes);

const queue = new UnsentQueue({ reopen });
const begun = initialAdd(new URLSearchParams(window.location.search), draftFor(address));
const form = new CaptureForm(part("capture"), {
  state: isFetching ? begun : { ...begun, fetching: "no" },
  t,
  language: dateLanguage,
  announce,
  request: (path, signal) => api("GET", path, undefined, { signal }),
  pageOf: (id) => link(`/items/${id}`),
  store: (entry) => queue.save(entry),
  stored,
  canWrite,
  stamp: () => ({ id: newKey(), root, at: new Date().toISOString() }),
  changed: drawAround,
  lookOf,
  saveKey: canHover() ? "Ctrl ↵" : "",
});
const [fetchButton, clearButton] = addButtons();
followTagDetails(() => form.field.configure({ groups: tagGroups() }));

/** Draws the parts around the form, and keeps the draft. */
function drawAround() {
  const { state } = form;
  if (!part("heading")) return;
  const shown = fieldsShown(state);
  part("heading").textContent = t(state.item ? "add.headingEdit" : "add.heading");
  drawBanner(state);
  if (!fetchButton) return;
  fetchButton.hidden =
    state.fetching === "no" ||
    shown.title.trim() !== "" ||
    !/^https?:\/\/./i.test(state.location.trim()) ||
    state.connection !== "live";
  fetchButton.disabled = state.fetching === "running";
  clearButton.hidden = isAddEmpty(state) || state.closes;
  if (!state.isSaving) keepDraft(address, draftOf(state, opened));
}

/**
 * The line above the form: a draft that came back, or that this browser may only read; then there is no form.
 * @param {import("./add_model.js").AddState} state
 */
function drawBanner({ isRestored, connection }) {
  const isForbidden = !canWrite() || connection === "forbidden";
  const key = isForbidden ? "add.readOnly" : isRestored ? "add.restored" : "";
  const banner = part("banner");
  form.form.hidden = isForbidden;
  if (banner.dataset.shown === key) return;
  banner.dataset.shown = key;
  banner.hidden = !key;
  const again = element("button", { class: "quiet", type: "button", text: t("add.startOver"), onclick: clear });
  banner.replaceChildren(...(key ? [element("span", { text: t(key) })] : []), ...(isForbidden || !key ? [] : [again]));
}

function addButtons() {
  const fetching = element("button", {
    id: "fetch",
    class: "second",
    type: "button",
    text: t("add.fetch"),
    hidden: true,
    onclick: fetchTitle,
  });
  const clearing = element("button", {
    id: "clear",
    class: "quiet",
    type: "button",
    text: t("add.clear"),
    hidden: true,
    onclick: clear,
  });
  part("title-line").append(fetching);
  part("status").before(clearing);
  return [fetching, clearing];
}

async function fetchTitle() {
  const location = form.state.location.trim();
  form.dispatch({ type: "fetching" });
  try {
    const found = await api("GET", `items/lookup?${new URLSearchParams({ location, fetch: "true" })}`);
    if (location === form.state.location.trim())
      form.dispatch({
        type: "fetched",
        title: found.title ?? "",
        note: found.description ?? "",
        text: found.text ?? "",
      });
    if (!found.title) tell(t("add.noTitle"));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Servers read pages only with an option.
    const isOffered = ![400, 403, 404, 501].includes(error.status);
    form.dispatch(isOffered ? { type: "fetched", title: "", note: "" } : { type: "fetchRefused" });
    tell(isOffered ? error.message : t("add.cantFetch"), { wrong: isOffered });
  }
}

/** The server is back: sends waiting items, and requests missing data. */
function reconnected() {
  form.askAgain();
  queue.flush();
}

// MARK: Saving

/**
 * Ends with the item saved or kept: closes the window of the bookmarklet, or begins the next item.
 * @param {(import("./unsent.js").Outcome & { isKept?: boolean }) | null} outcome
 * @param {import("./unsent.js").Unsent | null} entry
 */
function stored(outcome, entry) {
  const { closes } = form.state;
  const connection = outcome?.state === "waiting" && outcome.because !== "signedOut" ? outcome.because : "live";
  const item = outcome?.state === "saved" ? outcome.item : undefined;
  const text = !outcome
    ? t("add.unchanged")
    : outcome.state !== "saved"
      ? t("add.kept")
      : entry?.item
        ? t("add.changedIn", { set: item?.set ?? "" })
        : t("add.savedTo", { set: item?.set ?? "" });
  keepDraft(address, null);
  address = link("/add");
  opened = initialAdd(new URLSearchParams());
  if (!closes) history.replaceState(null, "", address);
  form.dispatch({ type: "stored", connection, set: entry?.item ? undefined : item?.set });
  const show = { label: t("add.show"), act: () => window.location.assign(link(`/items/${item?.id}`)) };
  tell(text, { actions: item === undefined ? [] : [undoAction(), ...(item && !closes ? [show] : [])] });
  // Whoever is signed out sees the sign-in form instead.
  if (!closes) return void (form.form.isConnected && form.focusFirst());
  // Someone who is offline reads that first.
  setTimeout(() => window.close(), connection === "live" ? 0 : 2_000);
  setTimeout(() => tell(t("add.closeWindow", { text })), connection === "live" ? 500 : 3_000);
}

function clear() {
  const draft = draftOf(form.state);
  form.dispatch({ type: "stored" });
  tell(t("add.cleared"), {
    actions: [{ label: t("shell.undo"), act: () => form.dispatch({ type: "reopened", draft }) }],
  });
  form.focusFirst();
}

/**
 * Puts an unsent item back into the form.
 * @param {import("./unsent.js").Unsent} entry
 */
async function reopen(entry) {
  if (!isAddEmpty(form.state)) return tell(t("add.finishFirst"));
  await queue.take(entry);
  const { location = "", title = "", note = "", text = "", set = "", tags = [] } = entry.body;
  form.dispatch({ type: "reopened", draft: { location, title, note, text, set, added: tags } });
  form.drawing.show("title");
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

shortcuts.remove("a");
drawWays();
form.dispatch({ type: "opened" });
// On phones the keyboard would cover the form.
if (!matchMedia("(pointer: coarse)").matches) form.focusFirst();
queue.flush();
live((commit) => {
  if (commit === null) reconnected();
});
new MutationObserver(() => {
  form.draw();
  drawAround();
}).observe(document.documentElement, { attributeFilter: ["data-scope"] });
