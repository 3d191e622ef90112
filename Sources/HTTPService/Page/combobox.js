// A text field with a list of options, after the WAI-ARIA pattern: the focus stays in the field.
//
// If an element with the class `completion` follows the field, it shows in gray the first option that begins with the typed text;
// Tab and the right arrow take it.

import { element, marked } from "./text.js";

/**
 * @typedef {object} Option  Something that can be chosen.
 * @property {string} text  the shown text
 * @property {number[][]} [match]  the parts of it that were typed
 * @property {string} [note]  why it is offered
 * @property {string} [kind]  a class of the element
 * @property {string} [value]  the name of the tag
 */

/**
 * @typedef {object} ComboboxActions
 * @property {(text: string, isAsked?: boolean) => void} search  the text has changed and is not being composed, or its options are asked for
 * @property {(option: Option) => void} choose
 * @property {(text: string, isSeen: boolean, isExact?: boolean) => void} submit  Enter was pressed without options, or before they came; or Ctrl+Enter
 */

/** The keys of a combobox, its list, and texts that an input method composes. */
export class Combobox {
  /**
   * @param {HTMLInputElement} input
   * @param {HTMLElement} list
   * @param {ComboboxActions} actions
   */
  constructor(input, list, actions) {
    this.input = input;
    this.list = list;
    this.actions = actions;
    /** @type {Option[]} */
    this.options = [];
    this.active = -1;
    this.isComposing = false;
    /** The text that the options answer. */
    this.answered = "";
    /** Whether the text is being edited by its user, so that Ctrl-Z is the field's own. */
    this.isEdited = false;
    /** Whether options are to be shown when they come. */
    this.isWanted = false;
    /** Whether the arrow keys chose the active option. */
    this.hasMoved = false;
    const next = input.nextElementSibling;
    this.completion = next?.classList.contains("completion") ? /** @type {HTMLElement} */ (next) : null;
    this.listen();
  }

  listen() {
    const { input, list } = this;
    input.addEventListener("compositionstart", () => {
      this.isComposing = true;
      this.close();
    });
    input.addEventListener("compositionend", () => {
      this.isComposing = false;
      this.changed();
    });
    input.addEventListener("input", (event) => {
      this.isEdited = true;
      if (!this.isComposing && !(/** @type {InputEvent} */ (event).isComposing)) this.changed();
    });
    input.addEventListener("keydown", (event) => this.pressed(event));
    input.addEventListener("blur", () => this.close());
    // The field keeps the focus when an option is pressed.
    list.addEventListener("pointerdown", (event) => event.preventDefault());
    list.addEventListener("click", (event) => {
      const item = /** @type {Element} */ (event.target).closest("[role=option]");
      if (item) this.choose([...list.children].indexOf(item));
    });
  }

  changed() {
    this.isWanted = true;
    this.hasMoved = false;
    this.complete();
    this.actions.search(this.input.value);
  }

  /**
   * Shows the options for a text; options for an older text are dropped.
   * @param {string} text
   * @param {Option[]} options
   */
  show(text, options) {
    if (text !== this.input.value || this.isComposing || !this.isWanted) return;
    const isSame = this.answered === text && !this.list.hidden;
    const kept = isSame ? this.options[this.active]?.value : undefined;
    this.answered = text;
    this.options = options;
    this.active = Math.max(
      options.findIndex((option) => option.value === kept),
      text.trim() ? 0 : -1,
    );
    if (options.length === 0) this.active = -1;
    this.draw();
    this.complete();
  }

  /** The option that the completion shows, if the text is the beginning of its name. */
  get completed() {
    const start = this.input.value.toLowerCase();
    if (!this.completion || !start.trim() || !this.isOpen || this.hasMoved || this.isComposing) return undefined;
    return this.options.find(
      ({ kind, text }) => kind === "tag" && text.length > start.length && text.toLowerCase().startsWith(start),
    );
  }

  /** Draws the completion behind the text, unless the text is wider than the field. */
  complete() {
    if (!this.completion) return;
    const { value, scrollWidth, clientWidth } = this.input;
    const rest = [...(this.completed?.text ?? "")].slice([...value].length).join("");
    this.completion.replaceChildren(
      ...(rest && scrollWidth <= clientWidth ? [element("span", { text: value }), rest] : []),
    );
  }

  draw() {
    const items = this.options.map((option, index) => this.item(option, index));
    this.list.replaceChildren(...items);
    this.list.hidden = items.length === 0;
    this.input.setAttribute("aria-expanded", String(items.length > 0));
    this.point();
  }

  /**
   * @param {Option} option
   * @param {number} index
   */
  item(option, index) {
    const note = option.note ? [element("small", { text: option.note })] : [];
    return element(
      "li",
      { role: "option", id: `${this.list.id}-${index}`, class: option.kind },
      marked(option.text, option.match),
      ...note,
    );
  }

  /** Marks the active option, for the eye and for screen readers. */
  point() {
    [...this.list.children].forEach((item, index) => {
      item.setAttribute("aria-selected", String(index === this.active));
    });
    const item = this.list.children[this.active];
    if (item) this.input.setAttribute("aria-activedescendant", item.id);
    else this.input.removeAttribute("aria-activedescendant");
    item?.scrollIntoView({ block: "nearest" });
  }

  get isOpen() {
    return !this.list.hidden;
  }

  close() {
    this.isWanted = false;
    this.hasMoved = false;
    this.list.hidden = true;
    this.active = -1;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
    this.complete();
  }

  /** Hides options that may be for earlier letters until others come. */
  wait() {
    const { isWanted } = this;
    this.close();
    this.isWanted = isWanted;
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    // 229 is a key that the input method takes; Safari ends the composition before it reports the Enter that ended it.
    if (event.isComposing || this.isComposing || event.keyCode === 229) return;
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter" && this.input.value.trim()) {
      event.preventDefault();
      event.stopPropagation();
      return this.actions.submit(this.input.value, this.answered === this.input.value, true);
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const taken = this.completionKey(event);
    const take = taken && (() => this.choose(this.options.indexOf(taken)));
    const act =
      take ??
      {
        ArrowDown: () => this.step(1),
        ArrowUp: () => this.step(-1),
        Enter: () => this.submit(),
        Escape: () => this.escape(),
      }[event.key];
    if (!act || (event.key === "Escape" && !this.isOpen && !this.input.value)) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /**
   * The option that Tab or the right arrow takes: the option that the arrow keys reached, or the completion.
   * @param {KeyboardEvent} event
   */
  completionKey({ key, shiftKey }) {
    const { selectionStart, selectionEnd, value } = this.input;
    const isAtEnd = selectionStart === value.length && selectionEnd === value.length;
    const forward = getComputedStyle(this.input).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    if (!this.completion || shiftKey || !(key === "Tab" || (key === forward && isAtEnd))) return undefined;
    return key === "Tab" && this.hasMoved ? this.options[this.active] : this.completed;
  }

  /** @param {number} by */
  step(by) {
    this.isWanted = true;
    this.hasMoved = this.isOpen;
    this.complete();
    if (!this.isOpen) return this.actions.search(this.input.value, true);
    const count = this.options.length;
    this.active = this.active < 0 ? (by > 0 ? 0 : count - 1) : (this.active + by + count) % count;
    this.point();
  }

  escape() {
    if (this.isOpen) return this.close();
    this.clear();
    this.actions.search("");
  }

  submit() {
    const isSeen = this.answered === this.input.value;
    if (isSeen && this.options[this.active]) this.choose(this.active);
    else this.actions.submit(this.input.value, isSeen);
  }

  /** @param {number} index */
  choose(index) {
    const option = this.options[index];
    this.close();
    if (option) this.actions.choose(option);
  }

  /** Empties the field. */
  clear() {
    this.input.value = this.answered = "";
    this.isEdited = false;
    this.close();
  }
}
