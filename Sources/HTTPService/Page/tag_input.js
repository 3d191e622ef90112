// <tag-input>: a field for tags on anyone's page, which completes from a tagflow server or a list and is a plain field without them.
//
//   <tag-input name="tags" server="https://tags.example" token="…" value="sea, map" required></tag-input>
//
// A plain `<input name="tags">` inside it is used until this script has run, and permanently if it can't be loaded.

import { element, namesIn, plain } from "./text.js";
import { TagField } from "./tag_field.js";
import { evidenceFields, evidenceIn } from "./evidence.js";
import { localSuggestions } from "./local_suggestions.js";

/**
 * @typedef {import("./suggestions.js").Suggestion} Suggestion
 * @typedef {import("./suggestions.js").Suggested} Suggested
 */

/** The styles that the page's views load; the server puts the files here when it joins the modules. */
const SHARED_STYLES = ["{tokens.css}", "{chips.css}", "{tag_field.css}"];
const INPUT_STYLE = `
:host { display: block; position: relative; text-align: start; }
:host([hidden]) { display: none; }
:host(:disabled) .field { opacity: .7; cursor: default; }
`;

/** How many bytes of a query go into the address of a request; a longer one is its body. */
const ADDRESS_ROOM = 6_000;

/** The element. Its `value` is its tags with commas between them. */
class TagInput extends HTMLElement {
  static formAssociated = true;
  static observedAttributes = [
    "value",
    "placeholder",
    "required",
    "aria-label",
    "max",
    "create",
    "pattern",
    "options",
    "server",
    "for",
  ];

  constructor() {
    super();
    this.internals = this.attachInternals();
    this.isTouched = false;
    /** @type {Suggestion[]} */
    this.listed = [];
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    root.adoptedStyleSheets = [...SHARED_STYLES, INPUT_STYLE].map((text) => {
      const style = new CSSStyleSheet();
      style.replaceSync(text);
      return style;
    });
    const host = element("div");
    this.live = element("div", { class: "unseen", "aria-live": "polite" });
    root.append(host);
    this.editor = new TagField(host, {
      suggest: (text, given, signal) => this.suggest(text, given, signal),
      onChange: (_, change) => this.changed(change),
      onText: () => this.store(),
      onEnter: () => this.internals.form?.requestSubmit(),
      // A text that is the same as before is read again only if it differs.
      announce: (text) => {
        this.live.textContent = this.live.textContent === text ? `${text}\u00a0` : text;
      },
    });
    host.append(this.live);
    this.noticed = (/** @type {Event} */ event) => this.evidenceChanged(event);
  }

  // MARK: What a form asks

  get form() {
    return this.internals.form;
  }
  get name() {
    return this.getAttribute("name") ?? "";
  }
  get type() {
    return this.localName;
  }
  get validity() {
    return this.internals.validity;
  }
  get validationMessage() {
    return this.internals.validationMessage;
  }
  get willValidate() {
    return this.internals.willValidate;
  }
  checkValidity() {
    return this.internals.checkValidity();
  }
  reportValidity() {
    return this.internals.reportValidity();
  }

  /** The tags with commas between them; a typed name that isn't taken yet counts as one. */
  get value() {
    const { tags, state } = this.editor;
    const kept = state.editing ? tags.filter((_, index) => index !== state.editing?.index) : tags;
    const typed = state.canCreate
      ? namesIn(state.text).filter((name) => !kept.some((tag) => plain(tag) === plain(name)))
      : [];
    return [...kept, ...typed].join(", ");
  }
  set value(text) {
    this.isTouched = true;
    this.fill(String(text));
  }

  /** The tags. */
  get tags() {
    return this.editor.tags;
  }

  /** The tags that are offered without a server, as names or as `{ tag, uses }`. */
  get options() {
    return this.listed;
  }
  set options(list) {
    this.listed = list.map((option) => (typeof option === "string" ? { tag: option } : option));
    this.editor.refresh();
  }

  get disabled() {
    return this.hasAttribute("disabled");
  }
  set disabled(isOff) {
    this.toggleAttribute("disabled", isOff);
  }
  get required() {
    return this.hasAttribute("required");
  }
  set required(isNeeded) {
    this.toggleAttribute("required", isNeeded);
  }

  connectedCallback() {
    this.replacePlainField();
    this.label();
    this.store();
    this.ownerDocument.addEventListener("input", this.noticed);
  }

  disconnectedCallback() {
    this.ownerDocument.removeEventListener("input", this.noticed);
  }

  /** Takes the place of a field that a page put inside for those who can't load this script. */
  replacePlainField() {
    const plain = this.querySelector("input");
    if (!plain) return;
    if (!this.hasAttribute("value") && plain.value) this.value = plain.value;
    plain.remove();
  }

  /**
   * @param {string} name
   * @param {string | null} _before
   * @param {string | null} value
   */
  attributeChangedCallback(name, _before, value) {
    if (name === "value" && !this.isTouched) this.fill(value ?? "");
    if (name === "placeholder") this.editor.input.placeholder = value ?? "";
    if (name === "aria-label") this.label();
    if (name === "max")
      this.editor.configure({
        max: Number.parseInt(value ?? "", 10) >= 0 ? Number.parseInt(value ?? "", 10) : Infinity,
      });
    if (name === "create") this.editor.configure({ canCreate: value !== "off" });
    if (name === "pattern") this.editor.configure({ pattern: value ?? "" });
    if (name === "options") this.options = namesIn(value ?? "").map((tag) => ({ tag }));
    if (name === "server" || name === "for") this.editor.refresh();
    this.store();
  }

  formAssociatedCallback() {
    this.label();
  }
  formResetCallback() {
    this.isTouched = false;
    this.fill(this.getAttribute("value") ?? "");
  }

  /** @param {boolean} isOff */
  formDisabledCallback(isOff) {
    this.editor.isDisabled = isOff;
  }

  /** @param {string} state */
  formStateRestoreCallback(state) {
    this.value = state;
  }

  /** Names the field as the page's label does. */
  label() {
    const labels = [...this.internals.labels].map((label) => label.textContent?.trim() ?? "");
    this.editor.input.setAttribute(
      "aria-label",
      this.getAttribute("aria-label") ?? (labels.join(" ") || this.getAttribute("placeholder") || "Tags"),
    );
  }

  /** @param {string} text */
  fill(text) {
    this.editor.text = "";
    this.editor.tags = namesIn(text);
    this.store();
  }

  /** Reports the value to the form, and whether it is valid. */
  store() {
    const {
      value,
      editor: { tags, state, t },
    } = this;
    this.internals.setFormValue(value);
    const flaws =
      this.required && !value
        ? { valueMissing: true }
        : tags.length > state.max
          ? { rangeOverflow: true }
          : state.problem
            ? { customError: true }
            : {};
    // The browser's sentence is in its user's language.
    const usual = /** @type {HTMLInputElement} */ (element("input", { required: true }));
    const missing = usual.validationMessage || "Please fill in this field.";
    const text = flaws.valueMissing
      ? missing
      : flaws.rangeOverflow
        ? t("field.full", { n: state.max })
        : state.problem
          ? t(state.problem.key, state.problem.values)
          : "";
    this.internals.setValidity(flaws, text, this.editor.input);
  }

  /** @param {import("./tag_field_model.js").Change} change */
  changed({ added, removed, reason }) {
    this.isTouched = true;
    this.store();
    for (const [type, tags] of /** @type {[string, string[]][]} */ ([
      ["tag-removed", removed],
      ["tag-added", added],
    ])) {
      for (const tag of tags)
        this.dispatchEvent(new CustomEvent(type, { detail: { tag, reason }, bubbles: true, composed: true }));
    }
    this.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    this.dispatchEvent(new Event("change", { bubbles: true }));
  }

  // MARK: Suggestions

  get evidence() {
    const root = /** @type {Document | ShadowRoot} */ (this.getRootNode());
    return "getElementById" in root ? evidenceFields(root, this.getAttribute("for") ?? "") : [];
  }

  /** @param {Event} event */
  evidenceChanged(event) {
    if (event.target !== this && this.hasAttribute("for") && this.evidence.includes(/** @type {any} */ (event.target)))
      this.editor.refresh();
  }

  /**
   * @param {string} text
   * @param {string[]} given
   * @param {AbortSignal} signal
   * @returns {Promise<Suggested>}
   */
  async suggest(text, given, signal) {
    const listed = () => localSuggestions(this.listed, text);
    if (!this.hasAttribute("server")) return listed();
    try {
      return await this.ask({ q: text, ...evidenceIn(this.evidence) }, given.slice(-50), signal);
    } catch (error) {
      if (this.listed.length === 0) throw error;
      return listed();
    }
  }

  /**
   * @param {{ q: string } & import("./evidence.js").Evidence} query
   * @param {string[]} given
   * @param {AbortSignal} signal
   * @returns {Promise<Suggested>}
   */
  async ask({ q, ...evidence }, given, signal) {
    const server = (this.getAttribute("server") ?? "").replace(/\/+$/, "");
    const authorization = { Authorization: `Bearer ${this.getAttribute("token") ?? ""}` };
    const set = this.getAttribute("set");
    const fields = { limit: 8, ...evidence };
    const settings = new URLSearchParams({ similar: String(q !== ""), ...(set ? { set } : {}) });
    const parameters = new URLSearchParams([
      ...settings,
      ["q", q],
      ...Object.entries(fields).map(([name, value]) => [name, String(value)]),
      ...given.map((tag) => ["given", tag]),
    ]);
    const isLong = parameters.toString().length > ADDRESS_ROOM;
    const body = isLong
      ? {
          method: "POST",
          body: `${JSON.stringify({ query: q, given, ...fields })}\n`,
          headers: { ...authorization, "Content-Type": "application/x-ndjson" },
        }
      : { headers: authorization };
    const response = await fetch(`${server}/api/v1/suggestions?${isLong ? settings : parameters}`, {
      signal,
      credentials: "omit",
      ...body,
    });
    if (!response.ok) throw new Error(response.statusText);
    return await response.json();
  }
}

if (!customElements.get("tag-input")) customElements.define("tag-input", TagInput);
