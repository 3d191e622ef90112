// The form that captures an item, for the Add view, the bookmarklet's window and the browser extension.
//
//   const form = new CaptureForm(host, { state, t, announce, request, store, … });
//
// 1. `add_model.js` has the state; `dispatch` updates it, draws it (`capture_drawing.js`) and requests missing data.
// 2. Save gives an entry to `store`, which the Add view and the extension implement, and `stored` gets the outcome.

import { TagField } from "./tag_field.js";
import {
  entryToSave,
  fieldsShown,
  isAddEmpty,
  lookupNeeded,
  offeredTags,
  placeOf,
  suggestionsNeeded,
  suggestionsPath,
  updateAdd,
} from "./add_model.js";
import { CaptureDrawing } from "./capture_drawing.js";

/**
 * @typedef {import("./add_model.js").AddState} AddState
 * @typedef {import("./add_model.js").AddEvent} AddEvent
 * @typedef {import("./unsent.js").Unsent} Unsent
 * @typedef {import("./unsent.js").Outcome & { isKept?: boolean }} Outcome
 *
 * @typedef {object} CaptureSettings
 * @property {AddState} state
 * @property {(key: string, values?: Record<string, any>) => string} t
 * @property {string} language
 * @property {(text: string) => void} announce
 * @property {(path: string, signal?: AbortSignal) => Promise<any>} request  the JSON of a GET request; its errors have a `status`
 * @property {(id: number) => string} pageOf  the address of an item's page
 * @property {(entry: Unsent) => Promise<Outcome>} store
 * @property {(outcome: Outcome | null, entry: Unsent | null) => void} stored  the item is saved or kept; null if nothing was changed
 * @property {() => boolean} canWrite
 * @property {() => { id: string, root: string, at: string }} stamp  of a new entry
 * @property {(state: AddState) => void} [changed]
 * @property {(error: any) => void} [failed]  a request failed
 * @property {(tag: string) => import("./tag_looks.js").Look | undefined} [lookOf]  the colors and descriptions of tags
 * @property {string} [saveKey]  the key of Save as it is shown
 */

/** How long typing pauses before the server is asked, in milliseconds. */
const CAPTURE_PAUSES = { lookup: 250, suggestions: 120 };
/** How long to wait before a request that failed is sent again, in milliseconds. */
const RETRY_PAUSE = 5_000;

export class CaptureForm {
  /**
   * @param {HTMLElement} host
   * @param {CaptureSettings} settings
   */
  constructor(host, settings) {
    this.settings = settings;
    this.state = settings.state;
    /** @type {Record<string, { about: string | null, timer: any, controller: AbortController }>} */
    this.asked = {};
    this.drawing = new CaptureDrawing(host, settings);
    this.form = this.drawing.form;
    this.field = new TagField(this.drawing.tagHost, {
      tags: fieldsShown(this.state).tags,
      lookOf: settings.lookOf,
      suggest: (text, given, signal) =>
        settings.request(suggestionsPath(this.state, text, given) || "suggestions?limit=8", signal),
      onChange: (tags) => this.dispatch({ type: "tagsChanged", tags }),
      onEnter: () => this.entered(),
      // They are shown below the field.
      suggestsOnFocus: false,
      label: settings.t("add.tags"),
      announce: settings.announce,
      t: settings.t,
    });
    this.listen();
    this.readSets();
  }

  /** @param {AddEvent} event */
  dispatch(event) {
    this.state = updateAdd(this.state, event);
    const { tags } = fieldsShown(this.state);
    if (tags.join("\n") !== this.field.tags.join("\n")) this.field.tags = tags;
    this.draw();
    this.settings.changed?.(this.state);
    this.askForMissing();
  }

  draw() {
    // Whoever is signed out sees the sign-in form instead.
    if (this.form.isConnected) this.drawing.draw(this.state, this.settings.canWrite());
  }

  focusFirst() {
    const { location, title } = fieldsShown(this.state);
    if (location || title) this.field.focus();
    else this.drawing.parts.location.focus();
  }

  // MARK: Requests

  /** Requests missing data. Suggestions come after the lookup, since the tags of a stored item are evidence. */
  askForMissing() {
    const location = lookupNeeded(this.state);
    this.ask("lookup", location, (signal) => this.lookUp(location ?? "", signal));
    if (location !== null) return;
    const path = suggestionsNeeded(this.state);
    this.ask("suggestions", path, (signal) => this.suggest(path ?? "", signal));
  }

  /** Requests missing data again, after the server was away. */
  askAgain() {
    this.asked = {};
    this.dispatch({ type: "connected" });
    this.readSets();
  }

  /**
   * Sends a request after typing pauses, and drops the previous one.
   * @param {"lookup" | "suggestions"} what
   * @param {string | null} about  null if nothing is needed
   * @param {(signal: AbortSignal) => Promise<void>} request
   */
  ask(what, about, request) {
    const before = this.asked[what];
    if (before?.about === about) return;
    clearTimeout(before?.timer);
    before?.controller.abort();
    const controller = new AbortController();
    this.asked[what] = { about, controller, timer: undefined };
    if (about === null) return;
    const send = () =>
      request(controller.signal).catch((error) => {
        if (!controller.signal.aborted) this.failed(what, error);
      });
    this.asked[what].timer = setTimeout(send, before ? CAPTURE_PAUSES[what] : 0);
  }

  /**
   * @param {string} location
   * @param {AbortSignal} signal
   */
  async lookUp(location, signal) {
    const query = new URLSearchParams({ location, ...(this.state.set && { set: this.state.set }) });
    const item = location ? (await this.settings.request(`items/lookup?${query}`, signal)).item : null;
    const { title } = fieldsShown(this.state);
    this.dispatch({ type: "lookedUp", location, item });
    if (item && this.state.item === item)
      this.settings.announce(this.settings.t("add.knownAnnounced", { title: item.title || title }));
  }

  /**
   * @param {string} path
   * @param {AbortSignal} signal
   */
  async suggest(path, signal) {
    const body = path ? await this.settings.request(path, signal) : {};
    if (!signal.aborted) this.dispatch({ type: "suggested", key: path, body });
  }

  /** Reads the sets, and the set that an item is saved in unless another is chosen. */
  async readSets() {
    const body = await this.settings.request("set-summaries").catch(() => null);
    if (!body) return;
    // The set of a new database doesn't count until something is in it.
    const sets = body.sets.filter((/** @type {any} */ { set, tags, saved }) => set !== "default" || tags + saved > 0);
    this.dispatch({ type: "setsRead", sets, usual: body.usual ?? usualAmong(sets) });
  }

  /**
   * @param {string} what
   * @param {any} error
   */
  failed(what, error) {
    if (error?.status === undefined) throw error;
    this.settings.failed?.(error);
    if (error.status === 403) return this.dispatch({ type: "failed", connection: "forbidden" });
    if (error.status !== 0 && error.status !== 429 && error.status < 500) return;
    this.dispatch({ type: "failed", connection: error.status ? "busy" : "offline" });
    setTimeout(() => {
      delete this.asked[what];
      this.askForMissing();
    }, RETRY_PAUSE);
  }

  // MARK: Saving

  /** Takes the likely tags; if there are none left, saves. */
  entered() {
    const tags = offeredTags(this.state).likely.map(({ tag }) => tag);
    if (tags.length > 0) this.field.add(tags);
    else this.save();
  }

  async save() {
    const { settings } = this;
    if (this.state.isSaving || !settings.canWrite()) return;
    this.field.take();
    if (isAddEmpty(this.state)) return this.refuse("location", settings.t("add.nothing"));
    const entry = entryToSave(this.state, settings.stamp());
    if (!entry) return settings.stored(null, null);
    this.dispatch({ type: "saving" });
    const outcome = await settings.store(entry);
    if (outcome.state === "refused") return this.refuse(placeOf(outcome.refused.pointer), outcome.refused.message);
    if (outcome.state === "waiting" && !outcome.isKept)
      return this.refuse("form", outcome.message || settings.t("add.cantKeep"));
    settings.stored(outcome, entry);
  }

  /**
   * @param {import("./add_model.js").Place} place
   * @param {string} message
   */
  refuse(place, message) {
    this.dispatch({ type: "refused", place, message });
    this.settings.announce(message);
    if (place === "tags" || place === "form") this.field.focus();
    else this.drawing.show(place);
  }

  // MARK: Events

  listen() {
    const { form, drawing } = this;
    const { parts } = drawing;
    for (const field of /** @type {const} */ (["location", "title", "note"]))
      parts[field].addEventListener("input", () => this.dispatch({ type: "typed", field, value: parts[field].value }));
    parts.set.addEventListener("change", () => this.dispatch({ type: "setChosen", set: parts.set.value }));
    drawing.act = {
      accept: (tags) => this.field.add(tags),
      more: () => {
        this.field.focus();
        this.field.dispatch({ type: "opened" });
      },
    };
    form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.save();
    });
    form.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" || event.isComposing || event.defaultPrevented) return;
      const isSave = event.ctrlKey || event.metaKey;
      // Enter goes on to the tags; an unfinished item isn't saved by accident.
      const goesOn = event.target === parts.location || event.target === parts.title;
      if (!isSave && !goesOn) return;
      event.preventDefault();
      if (isSave) this.save();
      else this.field.focus();
    });
  }
}

/**
 * The only ordinary set, if there is one, of a server that doesn't report the usual set.
 * @param {{ set: string, daily?: boolean }[]} sets
 */
function usualAmong(sets) {
  const ordinary = sets.filter(({ daily }) => !daily);
  return ordinary.length === 1 ? ordinary[0].set : "";
}
