// <tag-input>: a field for tags on anyone's page, which completes from a tagflow server and is a plain field without it.
//
//   <tag-input name="tags" server="https://tags.example" token="…" value="sea, map" required></tag-input>
//
// A plain `<input name="tags">` inside it stands there until this script has run, and for good where it cannot be had.

import { SEPARATORS, element, isFarFetched, keyOf, namesIn } from "./text.js";
import { Combobox } from "./combobox.js";

/** The look, which a page changes through the parts `field`, `chip`, `remove`, `input`, `options` and `option`. */
const STYLE = `
:host { display: block; position: relative; font: inherit; color: inherit; text-align: start; }
:host([hidden]) { display: none; }
:host * { box-sizing: border-box; font: inherit; }
.field { display: flex; flex-wrap: wrap; gap: 6px; min-height: 44px; padding: 5px 8px; border: 1px solid #8a94a3; border-radius: 10px; background: Field; color: FieldText; cursor: text; }
.field:focus-within { outline: 2px solid #2457d6; outline: 2px solid light-dark(#2457d6, #8db2ff); outline-offset: -1px; }
:host(:disabled) .field { opacity: .6; cursor: default; }
.chip { display: inline-flex; align-items: center; max-width: 100%; height: 32px; padding-inline-start: 12px; border: 1px solid #d3d9e2; border-color: light-dark(#d3d9e2, #3b434f); border-radius: 16px; background: #f3f5f8; background: light-dark(#f3f5f8, #232830); color: #2b3440; color: light-dark(#2b3440, #d6dce5); }
.chip bdi { overflow: hidden; text-overflow: ellipsis; white-space: pre; }
.remove { flex: none; width: 28px; height: 28px; margin-inline: 2px 1px; padding: 0; border: 0; border-radius: 14px; background: none; color: inherit; cursor: pointer; line-height: 1; }
.remove:hover { background: rgb(128 140 160 / 25%); }
.remove:focus-visible { outline: 2px solid currentColor; outline-offset: -2px; }
input { order: 1; flex: 1 1 8em; min-width: 4em; height: 32px; padding: 0 4px; border: 0; outline: 0; background: none; color: inherit; }
.options { position: absolute; z-index: 10; inset: 100% 0 auto; max-height: 320px; overflow: auto; margin: 4px 0 0; padding: 6px; list-style: none; border: 1px solid #d3d9e2; border-color: light-dark(#d3d9e2, #3b434f); border-radius: 12px; background: Canvas; color: CanvasText; box-shadow: 0 8px 30px rgb(20 30 50 / 18%); }
.options[hidden] { display: none; }
.options li { display: flex; flex-wrap: wrap; gap: 0 12px; padding: 8px 10px; border-radius: 8px; cursor: pointer; overflow-wrap: anywhere; }
.options li[aria-selected=true] { background: #e9edf3; background: light-dark(#e9edf3, #2c323c); color: inherit; }
.options mark { background: none; color: inherit; font-weight: 700; }
.options small { margin-inline-start: auto; font-size: .85em; opacity: .85; }
.live { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
@media (forced-colors: active) { .options li[aria-selected=true] { forced-color-adjust: none; background: Highlight; color: HighlightText; } }
`;

/** How long the server may take before the field goes on without it, in milliseconds. */
const PATIENCE = 1_500;

/** The element. Its `value` is its tags with commas between them. */
class TagInput extends HTMLElement {
  static formAssociated = true;
  static observedAttributes = ["value", "placeholder", "required", "aria-label"];

  constructor() {
    super();
    this.internals = this.attachInternals();
    /** @type {string[]} */
    this.list = [];
    /**
     * What Enter was pressed behind and is looked for.
     * @type {string[]}
     */
    this.entered = [];
    this.turn = Promise.resolve();
    this.isTouched = false;
    this.asked = new AbortController();
    this.input = /** @type {HTMLInputElement} */ (element("input", {
      part: "input", type: "text", role: "combobox", "aria-expanded": "false", "aria-controls": "options", "aria-autocomplete": "list",
      autocomplete: "off", autocapitalize: "none", spellcheck: "false", enterkeyhint: "done",
    }));
    this.field = element("div", { part: "field", class: "field" }, this.input);
    this.options = element("ul", { part: "options", class: "options", id: "options", role: "listbox", "aria-label": "Tags", hidden: true });
    this.live = element("div", { class: "live", "aria-live": "polite" });
    this.box = new Combobox(this.input, this.options, {
      search: (text, isAsked) => this.search(text, isAsked),
      choose: (option) => this.take([option.value ?? option.text]),
      submit: (text, isSeen) => {
        if (!text.trim()) this.internals.form?.requestSubmit();
        else if (isSeen) this.take([text.trim()]);
        else this.enter(text.trim());
      },
    });
    this.build(this.attachShadow({ mode: "open", delegatesFocus: true }));
    this.listen();
  }

  /** @param {ShadowRoot} root */
  build(root) {
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    root.adoptedStyleSheets = [style];
    root.append(this.field, this.options, this.live);
  }

  listen() {
    const { field, input } = this;
    field.addEventListener("pointerdown", (event) => {
      if (event.target !== field) return;
      event.preventDefault();
      input.focus();
    });
    field.addEventListener("keydown", (event) => this.pressed(event));
    field.addEventListener("click", (event) => this.clicked(event));
    input.addEventListener("paste", (event) => this.pasted(event));
    input.addEventListener("blur", () => this.left());
  }

  // MARK: What a form asks

  get form() { return this.internals.form; }
  get name() { return this.getAttribute("name") ?? ""; }
  get type() { return this.localName; }
  get validity() { return this.internals.validity; }
  get validationMessage() { return this.internals.validationMessage; }
  get willValidate() { return this.internals.willValidate; }
  checkValidity() { return this.internals.checkValidity(); }
  reportValidity() { return this.internals.reportValidity(); }

  /** The tags with commas between them; what is typed and not taken yet counts as one. */
  get value() { return [...this.list, ...this.entered, ...namesIn(this.input.value)].join(", "); }
  set value(text) {
    this.isTouched = true;
    this.fill(namesIn(String(text)));
  }

  /** The tags. */
  get tags() { return [...this.list]; }

  get disabled() { return this.hasAttribute("disabled"); }
  set disabled(isOff) { this.toggleAttribute("disabled", isOff); }
  get required() { return this.hasAttribute("required"); }
  set required(isNeeded) { this.toggleAttribute("required", isNeeded); }

  connectedCallback() {
    this.replacePlainField();
    this.label();
    this.store();
  }

  /** Takes the place of a field that a page put inside for those who cannot load this script. */
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
    if (name === "value" && !this.isTouched) this.fill(namesIn(value ?? ""));
    if (name === "placeholder") this.input.placeholder = value ?? "";
    if (name === "aria-label") this.label();
    this.store();
  }

  formAssociatedCallback() { this.label(); }
  formResetCallback() {
    this.isTouched = false;
    this.entered = [];
    this.box.clear();
    this.fill(namesIn(this.getAttribute("value") ?? ""));
  }

  /** @param {boolean} isOff */
  formDisabledCallback(isOff) {
    this.input.disabled = isOff;
    for (const button of this.field.querySelectorAll("button")) button.disabled = isOff;
  }

  /** @param {string} state */
  formStateRestoreCallback(state) { this.value = state; }

  /** Names the field as the page's label does. */
  label() {
    const labels = [...this.internals.labels].map((label) => label.textContent?.trim() ?? "");
    this.input.setAttribute("aria-label", this.getAttribute("aria-label") ?? (labels.join(" ") || this.getAttribute("placeholder") || "Tags"));
  }

  /** Tells the form the value, and whether it is valid. */
  store() {
    const { value } = this;
    this.internals.setFormValue(value);
    // The sentence is the browser's own, in its user's language.
    const usual = /** @type {HTMLInputElement} */ (element("input", { required: true }));
    if (this.required && !value) this.internals.setValidity({ valueMissing: true }, usual.validationMessage || "Please fill in this field.", this.input);
    else this.internals.setValidity({});
  }

  // MARK: Tags

  /** @param {string[]} tags */
  fill(tags) {
    this.list = tags;
    this.draw();
    this.store();
  }

  draw() {
    const chips = this.list.map((tag) => element("span", { part: "chip", class: "chip" }, element("bdi", { text: tag }), element("button", {
      part: "remove", class: "remove", type: "button", tabindex: "-1", "aria-label": `Remove ${tag}`, text: "×", disabled: this.input.disabled,
    })));
    // The field comes first, since the focus is delegated to the first thing that can have it.
    // It stays where it is: what is being composed in it would end.
    while (this.input.nextSibling) this.input.nextSibling.remove();
    this.field.append(...chips);
  }

  /**
   * Takes what was typed when Enter was pressed, as it would have been offered first; the field is free at once.
   * @param {string} text
   */
  enter(text) {
    this.box.clear();
    this.entered.push(text);
    this.store();
    this.turn = this.turn.then(async () => {
      const [first] = await this.suggested(text, new AbortController()) ?? [];
      if (!this.entered.includes(text)) return;
      this.entered.splice(this.entered.indexOf(text), 1);
      this.add([first?.value ?? text]);
    });
  }

  /**
   * Takes names and empties the field.
   * @param {string[]} names
   */
  take(names) {
    this.box.clear();
    this.add(names);
  }

  /**
   * Takes names, each once.
   * @param {string[]} names
   */
  add(names) {
    const known = new Set(this.list.map(keyOf));
    const added = names.filter((name) => !known.has(keyOf(name)));
    this.changed([...this.list, ...added], added.length > 0 ? `${added.join(", ")} added` : `${names.join(", ")} is already there`);
  }

  /** @param {number} index */
  leaveOut(index) {
    const [tag] = this.list.slice(index, index + 1);
    this.changed(this.list.filter((_, place) => place !== index), `${tag} removed`);
    this.input.focus();
  }

  /**
   * @param {string[]} tags
   * @param {string} said
   */
  changed(tags, said) {
    const isSame = tags.length === this.list.length;
    this.isTouched = true;
    this.fill(tags);
    this.live.textContent = said;
    if (isSame) return;
    this.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    this.dispatchEvent(new Event("change", { bubbles: true }));
  }

  // MARK: Keys and pointers

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.altKey || event.metaKey) return;
    const buttons = [...this.field.querySelectorAll("button")];
    const index = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const isAtStart = index < 0 && this.input.selectionStart === 0 && this.input.selectionEnd === 0;
    const act = index >= 0 ? this.chipKey(event.key, index, buttons) : isAtStart ? this.startKey(event.key, buttons) : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  }

  /**
   * The keys of a field whose caret stands before its text.
   * @param {string} key
   * @param {HTMLButtonElement[]} buttons
   */
  startKey(key, buttons) {
    const last = buttons[buttons.length - 1];
    if (!last) return undefined;
    const isEmpty = this.input.value === "";
    return { ArrowLeft: () => last.focus(), Backspace: isEmpty ? () => this.leaveOut(buttons.length - 1) : () => last.focus() }[key];
  }

  /**
   * The keys of a chip.
   * @param {string} key
   * @param {number} index
   * @param {HTMLButtonElement[]} buttons
   */
  chipKey(key, index, buttons) {
    return {
      ArrowLeft: () => buttons[Math.max(0, index - 1)].focus(), ArrowRight: () => (buttons[index + 1] ?? this.input).focus(),
      Home: () => buttons[0].focus(), End: () => this.input.focus(), Escape: () => this.input.focus(),
      Delete: () => this.leaveOut(index), Backspace: () => this.leaveOut(index),
    }[key];
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const button = /** @type {Element} */ (event.target).closest("button");
    if (button) this.leaveOut([...this.field.querySelectorAll("button")].indexOf(button));
  }

  /** @param {ClipboardEvent} event */
  pasted(event) {
    const names = namesIn(event.clipboardData?.getData("text/plain") ?? "");
    if (names.length < 2) return;
    event.preventDefault();
    this.take(names);
  }

  /** What was typed is a tag once the field is left. */
  left() {
    if (this.input.value.trim()) this.take(namesIn(this.input.value));
  }

  // MARK: The server

  /**
   * @param {string} text
   * @param {boolean} [isAsked]
   */
  async search(text, isAsked = false) {
    this.isTouched = true;
    this.store();
    if (SEPARATORS.test(text)) return this.take(namesIn(text));
    this.asked.abort();
    this.asked = new AbortController();
    const options = text.trim() || isAsked ? await this.suggested(text, this.asked) : [];
    if (options) this.box.show(text, options);
  }

  /**
   * The options for a text; none without the server, `null` if a newer text was typed.
   * @param {string} text
   * @param {AbortController} asked
   * @returns {Promise<import("./combobox.js").Option[] | null>}
   */
  async suggested(text, asked) {
    const timer = setTimeout(() => asked.abort(PATIENCE), PATIENCE);
    try {
      const { suggestions } = await this.ask(text, asked.signal);
      return this.offered(text, suggestions);
    } catch {
      // Away, hanging or closed to this page: the field is a plain one then.
      return asked.signal.aborted && asked.signal.reason !== PATIENCE ? null : this.offered(text, []);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * @param {string} text
   * @param {AbortSignal} signal
   */
  async ask(text, signal) {
    const query = new URLSearchParams({ q: text, limit: "8" });
    for (const tag of this.list.slice(-50)) query.append("given", tag);
    const server = (this.getAttribute("server") ?? "").replace(/\/+$/, "");
    const answer = await fetch(`${server}/api/v1/suggestions?${query}`, { signal, credentials: "omit", headers: { Authorization: `Bearer ${this.getAttribute("token") ?? ""}` } });
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.json();
  }

  /**
   * The tags that were found, and what was typed.
   * @param {string} text
   * @param {{ tag: string, match: number[][], because: string[] }[]} found
   */
  offered(text, found) {
    const chosen = new Set(this.list.map(keyOf));
    const options = found.filter(({ tag }) => !chosen.has(keyOf(tag)))
      .map(({ tag, match, because }) => ({ text: tag, value: tag, match, note: because.join(", ") }));
    const name = text.trim();
    const isKnown = !name || found.some(({ tag }) => keyOf(tag) === keyOf(name));
    if (isKnown || options.length === 0) return options;
    const typed = { text: name, value: name, note: "as typed" };
    return isFarFetched(found) ? [typed, ...options] : [...options, typed];
  }
}

if (!customElements.get("tag-input")) customElements.define("tag-input", TagInput);
