// The elements of the capture form, drawn from its state. Nothing moves when suggestions or a saved item arrive: their room is there.

import { element, hostOf } from "./text.js";
import { fieldsShown, offeredTags, setShown } from "./add_model.js";
import { reasonsText } from "./reasons.js";
import { colorDot } from "./tag_looks.js";

/**
 * @typedef {import("./add_model.js").AddState} AddState
 * @typedef {import("./add_model.js").Suggestion} Suggestion
 * @typedef {import("./add_model.js").Place} Place
 */

export class CaptureDrawing {
  /**
   * @param {HTMLElement} host
   * @param {import("./capture_form.js").CaptureSettings} settings
   */
  constructor(host, settings) {
    this.settings = settings;
    this.t = settings.t;
    /** @type {{ accept: (tags: string[]) => void, more: () => void }} */
    this.act = { accept: () => {}, more: () => {} };
    this.isPlaceOpen = false;
    this.isNoteOpen = false;
    this.tagHost = element("div", { id: "tags" });
    this.parts = this.makeParts();
    this.form = this.makeForm();
    host.append(this.form);
    this.parts.place.addEventListener("click", () => this.show("location"));
    this.parts.addNote.addEventListener("click", () => this.show("note"));
    this.parts.location.addEventListener("blur", () => this.closePlace());
  }

  /** @returns {Record<string, any>} */
  makeParts() {
    const { t } = this;
    const field = (/** @type {string} */ id, /** @type {Record<string, any>} */ properties) => ({
      id,
      autocomplete: "off",
      dir: "auto",
      "aria-describedby": `${id}-wrong`,
      ...properties,
    });
    return {
      title: element(
        "input",
        field("title", {
          class: "capture-title",
          placeholder: t("add.title"),
          "aria-label": t("add.title"),
          enterkeyhint: "next",
        }),
      ),
      place: element("button", { id: "place", class: "capture-place", type: "button", hidden: true }),
      location: element(
        "input",
        field("location", {
          class: "capture-location",
          inputmode: "url",
          autocapitalize: "none",
          spellcheck: "false",
          enterkeyhint: "next",
          placeholder: t("add.locationHint"),
          "aria-label": t("add.location"),
        }),
      ),
      known: element("p", { id: "known", class: "capture-known" }),
      suggested: element("div", {
        id: "suggested",
        class: "suggested",
        role: "group",
        "aria-label": t("add.suggestions"),
      }),
      addNote: element("button", {
        id: "add-note",
        class: "quiet capture-add-note",
        type: "button",
        text: t("add.addNote"),
      }),
      note: element("textarea", field("note", { rows: 3, "aria-label": t("add.note"), hidden: true })),
      set: element("select", { id: "set", class: "capture-set", "aria-label": t("add.set") }),
      status: element("span", { id: "status", class: "capture-status", role: "status" }),
      save: element("button", { id: "save", class: "main writes", type: "submit" }),
    };
  }

  makeForm() {
    const { parts, settings } = this;
    const wrong = (/** @type {Place} */ place) =>
      element("p", { id: `${place}-wrong`, class: "wrong field-wrong", hidden: true });
    parts.saveText = element("span", { id: "save-text", text: this.t("add.save") });
    parts.save.append(
      parts.saveText,
      settings.saveKey ? element("kbd", { "aria-hidden": "true", text: settings.saveKey }) : "",
    );
    return element(
      "form",
      { id: "form", class: "capture", novalidate: true },
      element("div", { class: "capture-line", id: "title-line" }, parts.title),
      wrong("title"),
      element("div", { class: "capture-line" }, parts.place, parts.location, parts.known),
      wrong("location"),
      this.tagHost,
      wrong("tags"),
      parts.suggested,
      parts.addNote,
      parts.note,
      wrong("note"),
      wrong("form"),
      element("div", { class: "capture-footer" }, parts.status, parts.set, parts.save),
    );
  }

  /**
   * Opens a field that isn't shown, and focuses it.
   * @param {Place} place
   */
  show(place) {
    if (place === "location") this.isPlaceOpen = true;
    if (place === "note") this.isNoteOpen = true;
    if (this.last) this.draw(...this.last);
    this.parts[place].focus();
    if (place === "location") this.parts.location.select();
  }

  closePlace() {
    this.isPlaceOpen = false;
    if (this.last) this.draw(...this.last);
  }

  /**
   * @param {AddState} state
   * @param {boolean} canWrite
   */
  draw(state, canWrite) {
    this.last = /** @type {[AddState, boolean]} */ ([state, canWrite]);
    const { parts, t } = this;
    const shown = fieldsShown(state);
    for (const name of /** @type {const} */ (["location", "title", "note"])) {
      // Setting a value moves the cursor to its end.
      if (parts[name].value !== shown[name]) parts[name].value = shown[name];
    }
    for (const place of /** @type {const} */ (["location", "title", "tags", "note", "form"]))
      this.drawWrong(place, state.wrong[place] ?? "");
    const isEditing = this.isPlaceOpen || parts.location === parts.location.ownerDocument.activeElement;
    const isPlaceShown = shown.location.trim() !== "" && !isEditing && !state.wrong.location;
    parts.place.hidden = !isPlaceShown;
    parts.location.hidden = isPlaceShown;
    parts.place.textContent = hostOf(shown.location) || shown.location;
    parts.place.title = shown.location;
    parts.place.setAttribute("aria-label", t("add.editLocation", { location: shown.location }));
    const isNoteShown = this.isNoteOpen || shown.note !== "";
    parts.note.hidden = !isNoteShown;
    parts.addNote.hidden = isNoteShown;
    parts.save.disabled = state.isSaving;
    parts.saveText.textContent = t(state.item ? "add.saveChanges" : "add.save");
    this.drawKnown(state);
    this.drawSet(state);
    this.drawSuggestions(state);
    const connection = canWrite ? state.connection : "forbidden";
    const status = connection === "live" ? "" : t(`add.${connection}`);
    if (parts.status.textContent !== status) parts.status.textContent = status;
  }

  /**
   * @param {Place} place
   * @param {string} message
   */
  drawWrong(place, message) {
    const text = /** @type {HTMLElement} */ (this.form.querySelector(`#${place}-wrong`));
    const shown = message.charAt(0).toUpperCase() + message.slice(1);
    if (text.textContent !== shown) text.textContent = shown;
    text.hidden = !message;
    if (place === "tags" || place === "form") return;
    if (message) this.parts[place].setAttribute("aria-invalid", "true");
    else this.parts[place].removeAttribute("aria-invalid");
  }

  /**
   * Shows when the location was saved.
   * @param {AddState} state
   */
  drawKnown({ item }) {
    const { known } = this.parts;
    const key = item ? JSON.stringify([item.id, item.at]) : "";
    if (known.dataset.shown === key) return;
    known.dataset.shown = key;
    if (!item) return known.replaceChildren();
    const day = new Date(item.at);
    const isThisYear = day.getFullYear() === new Date().getFullYear();
    const year = isThisYear ? undefined : /** @type {const} */ ("numeric");
    const date = new Intl.DateTimeFormat(this.settings.language, { day: "numeric", month: "short", year }).format(day);
    known.replaceChildren(
      this.t("add.known", { date }),
      " · ",
      element("a", {
        id: "known-link",
        href: this.settings.pageOf(item.id),
        target: "_blank",
        rel: "noreferrer noopener",
        text: this.t("add.show"),
      }),
    );
  }

  /**
   * The set of the item: of a new item, any can be chosen.
   * @param {AddState} state
   */
  drawSet(state) {
    const select = this.parts.set;
    const current = setShown(state);
    const names = state.item ? [current] : [...new Set([current, ...state.sets.map(({ set }) => set)])];
    const key = JSON.stringify([names, current]);
    select.disabled = state.item !== null;
    if (select.dataset.shown === key) return;
    select.dataset.shown = key;
    const options = names.map((set) => element("option", { value: set, text: this.t("add.inSet", { set }) }));
    select.replaceChildren(...options);
    select.value = current;
  }

  // MARK: Suggestions

  /** @param {AddState} state */
  drawSuggestions(state) {
    const { likely, others, newNames, hasEvidence } = offeredTags(state);
    const box = this.parts.suggested;
    const key = JSON.stringify([likely, others, newNames, hasEvidence]);
    if (box.dataset.shown === key) return;
    box.dataset.shown = key;
    const buttons = () => /** @type {HTMLElement[]} */ ([...box.querySelectorAll("button")]);
    const focused = buttons().indexOf(/** @type {any} */ (box.ownerDocument.activeElement));
    const chips = [
      ...likely.map((found) => this.chip(found, "likely")),
      ...others.map((found) => this.chip(found, "tag")),
    ];
    const none = element("span", { class: "suggested-none", text: this.t("add.noLikely") });
    const more = element("button", {
      type: "button",
      class: "quiet suggested-more",
      text: this.t("add.more"),
      onclick: () => this.act.more(),
    });
    const first = chips.length > 0 ? [element("div", { class: "suggested-chips" }, ...chips), more] : [none, more];
    box.replaceChildren(
      element("div", { class: "suggested-line" }, ...(hasEvidence ? first : [])),
      element("div", { class: "suggested-line" }, ...newNames.map((found) => this.chip(found, "new"))),
    );
    // The chip that was taken is gone; the focus goes on to the next.
    const next = buttons();
    if (focused >= 0) (next[Math.min(focused, next.length - 1)] ?? this.tagHost.querySelector("input"))?.focus();
  }

  /**
   * @param {Suggestion} found
   * @param {"likely" | "tag" | "new"} kind
   */
  chip({ tag, probability, because }, kind) {
    const format = new Intl.NumberFormat(this.settings.language, { style: "percent", maximumFractionDigits: 0 });
    const share = probability === undefined ? "" : format.format(probability);
    const details = [share, reasonsText(because, this.t)].filter(Boolean).join(" · ");
    const label = this.t(kind === "new" ? "field.create" : "add.addTag", { tag });
    return element(
      "button",
      {
        class: kind === "tag" ? "chip" : `chip ${kind}`,
        type: "button",
        title: details,
        "aria-label": [label, details].filter(Boolean).join(": "),
        // The second click of two would take the suggestion that has moved there meanwhile.
        onclick: (/** @type {MouseEvent} */ event) => event.detail < 2 && this.act.accept([tag]),
      },
      colorDot(this.settings.lookOf?.(tag), this.t),
      element("bdi", { text: tag }),
    );
  }
}
