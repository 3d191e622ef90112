// An editor of a list of tags: chips, a text field with a gray completion, and options.
//
//   const field = new TagField(element, { tags: ["sea"], suggest: async (text, given) => …, onChange: (tags) => …, announce, t });
//   field.tags = ["map"];  field.focus();  field.take();  field.refresh();
//
// tag_field_model.js has the effects of keys and pointers, tag_field_options.js the options; tag_field_view.js draws it.

import { namesIn } from "./text.js";
import { fieldKey } from "./tag_field_options.js";
import { initialField, updateField } from "./tag_field_model.js";
import { fieldText, spokenPhrases } from "./tag_field_text.js";
import { FieldView } from "./tag_field_view.js";

/**
 * @typedef {import("./suggestions.js").Suggested} Suggested
 * @typedef {import("./tag_field_model.js").FieldState} FieldState
 * @typedef {import("./tag_field_model.js").FieldEvent} FieldEvent
 * @typedef {import("./tag_field_model.js").Change} Change
 */

/**
 * @typedef {object} TagFieldSettings
 * @property {string[]} [tags]
 * @property {(text: string, given: string[], signal: AbortSignal) => Promise<Suggested>} [suggest]
 *   the response for a typed text, or for the given tags if the text is empty
 * @property {(tags: string[], change: Change) => void} [onChange]  a person changed the tags
 * @property {(text: string) => void} [announce]  puts a text into the live region
 * @property {(event: KeyboardEvent) => void} [onEnter]  Enter was pressed in the empty field
 * @property {(text: string) => void} [onText]  the typed text changed, or was refused
 * @property {(key: string, values?: Record<string, any>) => string} [t]  the catalogue; English without it
 * @property {string} [label]  the name for screen readers
 * @property {string} [placeholder]
 * @property {number} [max]
 * @property {string} [pattern]
 * @property {boolean} [canCreate]  false: only existing tags are taken
 * @property {boolean} [isInline]  the options push the following content down instead of covering it, for dialogs and sheets
 * @property {boolean} [suggestsOnFocus]  true if left out
 * @property {(tag: string) => import("./tag_looks.js").Look | undefined} [lookOf]  the colors and descriptions of tags
 * @property {import("./tag_looks.js").TagGroup[]} [groups]  the groups of which an item has at most one tag
 * @property {boolean} [showsGroups]  whether the group of a chosen tag is shown as radio buttons
 */

/** How long suggestions may take before a name is taken as typed, in milliseconds. */
const FIELD_PATIENCE = 1_500;

export class TagField {
  /**
   * @param {HTMLElement} host  an empty element that the field is built in
   * @param {TagFieldSettings} [settings]
   */
  constructor(host, settings = {}) {
    this.host = host;
    this.settings = settings;
    this.t = settings.t ?? fieldText;
    const { tags = [], max = Infinity, pattern = "", canCreate = true, groups = [] } = settings;
    this.state = initialField({ tags, max, pattern, canCreate, groups });
    this.revision = 0;
    this.asked = { key: "", controller: new AbortController() };
    this.isComposing = false;
    const { label, placeholder, isInline = false, lookOf = () => undefined, showsGroups = false } = settings;
    this.view = new FieldView(host, {
      t: this.t,
      label,
      placeholder,
      isInline,
      lookOf,
      showsGroups,
      swap: () => this.swap(),
      choose: (tag) => this.add([tag]),
    });
    /** @type {HTMLElement} */
    this.field = this.view.field;
    /** @type {HTMLInputElement} */
    this.input = this.view.input;
    /** @type {HTMLElement} */
    this.list = this.view.list;
    this.listen();
    this.draw();
  }

  listen() {
    const { field, input, list } = this;
    field.addEventListener("pointerdown", (event) => this.pointed(event));
    field.addEventListener("click", (event) => this.clicked(event));
    field.addEventListener("dblclick", (event) => this.doubleClicked(event));
    field.addEventListener("keydown", (event) => this.pressed(event));
    input.addEventListener("compositionstart", () => {
      this.isComposing = true;
      this.dispatch({ type: "closed" });
    });
    input.addEventListener("compositionend", () => {
      this.isComposing = false;
      this.typed();
    });
    input.addEventListener("input", (event) => {
      if (!this.isComposing && !(/** @type {InputEvent} */ (event).isComposing)) this.typed();
    });
    input.addEventListener("paste", (event) => this.pasted(event));
    input.addEventListener("focus", (event) => this.focused(event));
    this.host.addEventListener("focusout", (event) => this.focusLeft(event));
    // The field keeps the focus when an option is pressed.
    for (const part of [list, this.view.hint])
      part.addEventListener("pointerdown", (/** @type {Event} */ event) => event.preventDefault());
    list.addEventListener("click", (event) => this.optionClicked(event));
  }

  // MARK: For the page

  /** The tags, without the typed text. */
  get tags() {
    return [...this.state.tags];
  }
  set tags(tags) {
    this.dispatch({ type: "tagsSet", tags: [...tags] });
  }

  /** The typed text. */
  get text() {
    return this.state.text;
  }
  set text(text) {
    this.dispatch({ type: "typed", text });
    this.dispatch({ type: "closed" });
  }

  /** Takes the typed text like Enter, and returns the tags. */
  take() {
    this.dispatch({ type: "left" });
    return this.tags;
  }

  /**
   * Adds tags as if a person had chosen them, in one undo step and with one announcement.
   * @param {string[]} tags
   */
  add(tags) {
    this.dispatch({ type: "offered", tags });
  }

  focus() {
    this.input.focus();
  }

  /** Asks for suggestions again, since the evidence has changed. */
  refresh() {
    this.revision += 1;
    this.ask();
  }

  /** @param {Partial<Pick<FieldState, "max" | "pattern" | "canCreate" | "groups">>} settings */
  configure(settings) {
    this.dispatch({ type: "configured", ...settings });
  }

  get isDisabled() {
    return this.input.disabled;
  }
  set isDisabled(isOff) {
    this.view.disable(isOff);
  }

  draw() {
    this.view.draw(this.state, this.isComposing);
  }

  // MARK: Events

  /** @param {FieldEvent} event */
  dispatch(event) {
    const before = this.state;
    this.state = updateField(before, event);
    this.draw();
    const { state, settings } = this;
    if (state.text !== before.text || state.problem !== before.problem) settings.onText?.(state.text);
    if (state.change.number !== before.change.number) settings.onChange?.([...state.tags], state.change);
    if (state.said.number !== before.said.number) settings.announce?.(spokenPhrases(state.said.phrases, this.t));
    for (const name of state.unchecked) if (!before.unchecked.includes(name)) this.check(name);
    this.ask();
  }

  typed() {
    this.dispatch({ type: "typed", text: this.input.value });
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    // 229 is a key that the input method takes; Safari ends the composition before it reports the Enter that ended it.
    if (event.isComposing || this.isComposing || event.keyCode === 229) return;
    // Any other key ends the time in which Backspace brings a text back.
    if (!["Backspace", "Shift", "Control", "Alt", "Meta"].includes(event.key))
      this.state = { ...this.state, recent: null };
    const buttons = [...this.field.querySelectorAll("button")];
    const index = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const act =
      this.undoKey(event) ?? (index >= 0 ? this.chipKey(event, index, buttons) : this.inputKey(event, buttons));
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /** @param {KeyboardEvent} event */
  undoKey({ key, ctrlKey, metaKey, shiftKey }) {
    // While a text is typed, Ctrl+Z is the text's.
    if (!(ctrlKey || metaKey) || this.state.text || this.state.editing) return undefined;
    const isUndo = key.toLowerCase() === "z" && !shiftKey && this.state.past.length > 0;
    const isRedo =
      (key.toLowerCase() === "y" || (key.toLowerCase() === "z" && shiftKey)) && this.state.future.length > 0;
    return isUndo || isRedo ? () => this.dispatch({ type: isUndo ? "undone" : "redone" }) : undefined;
  }

  /**
   * @param {KeyboardEvent} event
   * @param {HTMLButtonElement[]} buttons
   * @returns {(() => void) | undefined}
   */
  inputKey(event, buttons) {
    if (event.altKey || (event.shiftKey && event.key === "Tab")) return undefined;
    const { input, settings } = this;
    const isControl = event.ctrlKey || event.metaKey;
    if (isControl || (event.key === "Backspace" && !input.value)) {
      const caused = fieldKey(this.state, event.key, { isAtEnd: true, isControl });
      if (caused || isControl) return caused ? () => this.dispatch(caused) : undefined;
    }
    const { value, selectionStart: start, selectionEnd: end } = input;
    const [back] = this.isRightToLeft ? ["ArrowRight"] : ["ArrowLeft"];
    const last = buttons[buttons.length - 1];
    if (last && start === 0 && end === 0) {
      if (event.key === back) return () => last.focus();
      if (event.key === "Backspace") return value ? () => last.focus() : () => this.remove(buttons.length - 1);
    }
    const isAtEnd = start === value.length && end === value.length;
    const caused = fieldKey(this.state, event.key, { isAtEnd, isRightToLeft: this.isRightToLeft });
    if (caused) return () => this.dispatch(caused);
    return event.key === "Enter" && settings.onEnter ? () => settings.onEnter?.(event) : undefined;
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} index
   * @param {HTMLButtonElement[]} buttons
   * @returns {(() => void) | undefined}
   */
  chipKey(event, index, buttons) {
    if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
    const back = () => buttons[Math.max(0, index - 1)].focus();
    const on = () => (buttons[index + 1] ?? this.input).focus();
    const [left, right] = this.isRightToLeft ? [on, back] : [back, on];
    return {
      ArrowLeft: left,
      ArrowRight: right,
      Home: () => buttons[0].focus(),
      End: () => this.input.focus(),
      Escape: () => this.input.focus(),
      Delete: () => this.remove(index),
      Backspace: () => this.remove(index),
      F2: () => this.edit(index),
    }[event.key];
  }

  get isRightToLeft() {
    return getComputedStyle(this.field).direction === "rtl";
  }

  /** @param {number} index */
  remove(index) {
    this.dispatch({ type: "removed", index });
    this.input.focus();
  }

  /** @param {number} index */
  edit(index) {
    this.dispatch({ type: "editBegun", index });
    this.input.focus();
    this.input.select();
  }

  swap() {
    this.dispatch({ type: "swapped" });
    this.input.focus();
  }

  /** @param {PointerEvent} event */
  pointed(event) {
    if (event.target !== this.field && event.target !== this.view.entry) return;
    event.preventDefault();
    this.input.focus();
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const button = target.closest("button");
    // The second click of two would remove the chip that has moved there.
    if (button && event.detail < 2) return this.remove([...this.field.querySelectorAll("button")].indexOf(button));
    if (target === this.input && !this.state.isOpen && this.suggestsOnFocus) this.dispatch({ type: "opened" });
  }

  /** @param {MouseEvent} event */
  doubleClicked(event) {
    const target = /** @type {Element} */ (event.target);
    const chip = target.closest(".chip");
    if (!chip || target.closest("button") || this.isDisabled) return;
    this.edit([...this.field.querySelectorAll(".chip")].indexOf(chip));
  }

  /** @param {MouseEvent} event */
  optionClicked(event) {
    const item = /** @type {Element} */ (event.target).closest("[role=option]");
    // The second click of two would take the option that has moved there.
    if (!item || event.detail > 1) return;
    this.dispatch({ type: "chosen", index: [...this.list.children].indexOf(item) });
    if (this.suggestsOnFocus) this.dispatch({ type: "opened" });
  }

  /** @param {ClipboardEvent} event */
  pasted(event) {
    const names = namesIn(event.clipboardData?.getData("text/plain") ?? "");
    if (names.length < 2) return;
    event.preventDefault();
    this.dispatch({ type: "pasted", names });
  }

  get suggestsOnFocus() {
    return this.settings.suggestsOnFocus ?? true;
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const isFromHere = this.host.contains(/** @type {Node | null} */ (event.relatedTarget));
    if (this.suggestsOnFocus && !isFromHere && !this.state.editing) this.dispatch({ type: "opened" });
  }

  /**
   * The typed text becomes a tag when the field is left.
   * @param {FocusEvent} event
   */
  focusLeft(event) {
    if (this.host.contains(/** @type {Node | null} */ (event.relatedTarget))) return;
    this.isComposing = false;
    this.keepRoom();
    // The window lost the focus, but the field gets it back with the window.
    const isStill = /** @type {Document | ShadowRoot} */ (this.host.getRootNode()).activeElement === event.target;
    this.dispatch({ type: isStill ? "closed" : "left" });
  }

  /**
   * Keeps the room of inline options until the click that took the focus is over: a button below would move away from
   * under the pointer, and the click would miss it.
   */
  keepRoom() {
    if (!this.settings.isInline) return;
    const { style } = this.host;
    style.minHeight = `${this.host.offsetHeight}px`;
    const end = () => {
      clearTimeout(timer);
      removeEventListener("click", end, true);
      style.minHeight = "";
    };
    const timer = setTimeout(end, 500);
    addEventListener("click", end, true);
  }

  // MARK: Suggestions

  /** Asks for the suggestions that the state lacks. */
  async ask() {
    const { text, tags, isOpen, waiting } = this.state;
    if (!this.settings.suggest || (!isOpen && !waiting)) return;
    const key = JSON.stringify([text, tags, this.revision]);
    if (key === this.asked.key) return;
    this.asked.controller.abort();
    const controller = new AbortController();
    this.asked = { key, controller };
    const found = await this.suggestions(text, tags, controller);
    if (this.asked.key !== key) return;
    this.dispatch({ type: "suggested", text, ...answerOf(found) });
    // A failed question is asked again with the next key.
    if (!found) this.asked = { ...this.asked, key: "" };
  }

  /**
   * Finds out whether a name that was taken is a tag, an alias or a near duplicate.
   * @param {string} name
   */
  async check(name) {
    const found = this.settings.suggest
      ? await this.suggestions(
          name,
          this.tags.filter((tag) => tag !== name),
          new AbortController(),
        )
      : null;
    this.dispatch({ type: "checked", text: name, ...answerOf(found) });
  }

  /**
   * @param {string} text
   * @param {string[]} given
   * @param {AbortController} controller
   * @returns {Promise<Suggested | null>}  null if there was no response in time
   */
  async suggestions(text, given, controller) {
    const timer = setTimeout(() => controller.abort(), FIELD_PATIENCE);
    try {
      const late = new Promise((resolve) => controller.signal.addEventListener("abort", () => resolve(null)));
      return (await Promise.race([this.settings.suggest?.(text.trim(), [...given], controller.signal), late])) ?? null;
    } catch {
      // Without suggestions it is a plain field.
      return null;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** @param {Suggested | null} found */
function answerOf(found) {
  const { suggestions = [], key, tag, similar } = found ?? /** @type {Partial<Suggested>} */ ({});
  return { list: suggestions, key, tag, similar };
}
