// The field for tags: chips, the text being typed with its completion in gray, and the options below it. `tag_choice.js` decides which option a key takes.

import { element, marked, part } from "./elements.js";
import { message, reasonsText } from "./messages.js";
import { SEPARATORS, completionOf, namesIn, optionsFor, plain } from "./tag_choice.js";

/**
 * @typedef {import("./server.js").Found} Found
 * @typedef {import("./tag_choice.js").Option} Option
 *
 * @typedef {{ other: string, otherUses?: number }} Similar  a known tag that a new name may be a misspelling of
 *
 * @typedef {object} Source  the calls of the server that the field needs
 * @property {(typed: string, signal: AbortSignal) => Promise<Found>} search
 * @property {(name: string) => Promise<{ tag: string, uses: number } | null>} tag
 * @property {(name: string) => Promise<Similar[]>} similar
 * @property {() => void} changed  the tags have changed
 * @property {() => void} typed  the text has changed
 * @property {() => void} submitted  Enter was pressed in the empty field
 */

/** How long typing may pause before the server is asked, in milliseconds. */
const PAUSE = 40;

/** The field. */
export class TagField {
  /** @param {Source} source */
  constructor(source) {
    this.source = source;
    /** @type {string[]} */
    this.tags = [];
    /**
     * The keys of the tags that the server doesn't have yet.
     * @type {Set<string>}
     */
    this.newKeys = new Set();
    /** @type {Found & { text: string }} */
    this.found = { text: "", list: [] };
    /** The option chosen with the arrow keys; -1 for none. */
    this.highlighted = -1;
    /** @type {{ name: string, known: string } | null} */
    this.variant = null;
    this.asked = new AbortController();
    this.timer = 0;
    this.input = /** @type {HTMLInputElement} */ (part("tag"));
    this.list = /** @type {HTMLElement} */ (part("options"));
    this.listen();
  }

  listen() {
    const { input } = this;
    input.addEventListener("input", (event) => {
      if (!(/** @type {InputEvent} */ (event).isComposing)) this.edited();
    });
    input.addEventListener("compositionend", () => this.edited());
    input.addEventListener("keydown", (event) => this.pressed(event));
    input.addEventListener("paste", (event) => this.pasted(event));
    part("tags").addEventListener("click", (/** @type {MouseEvent} */ event) => this.clicked(event));
    part("tags").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.chipPressed(event));
    // Choosing with the mouse leaves the focus in the field.
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => this.optionClicked(event));
  }

  // MARK: Tags

  /** @param {string[]} tags */
  fill(tags) {
    this.tags = tags;
    this.draw();
  }

  /** The tags, and a typed name that wasn't entered. */
  get allTags() {
    const typed = namesIn(this.input.value).filter((name) => !this.has(name));
    return [...this.tags, ...typed];
  }

  /** @param {string} name */
  has(name) {
    return this.tags.some((tag) => plain(tag) === plain(name));
  }

  /**
   * Adds tags that the server has.
   * @param {string[]} tags
   */
  add(tags) {
    const added = tags.filter((tag) => !this.has(tag));
    this.variant = null;
    this.tags = [...this.tags, ...added];
    this.clear();
    this.announce(added.length > 0 ? message("tagAdded", added.join(", ")) : message("tagThere", tags.join(", ")));
    if (added.length === 0) this.flashChips(tags);
    this.source.changed();
  }

  /**
   * Adds typed names: tags with an equal key or alias, else new tags.
   * @param {string[]} names
   */
  enter(names) {
    const known = names.map((name) => this.equalIn(name) ?? name);
    this.add(known);
    for (const [index, name] of names.entries()) if (known[index] === name) void this.resolve(name);
  }

  /**
   * Returns the tag that a name means, if the matches that are shown include it.
   * @param {string} name
   */
  equalIn(name) {
    const [first] = this.found.text.trim() === name ? optionsFor(name, this.found, []) : [];
    return first?.suggestion?.tag ?? null;
  }

  /**
   * Asks the server which tag a typed name means. If none: the tag is new, and a known variant of it is offered.
   * @param {string} name
   */
  async resolve(name) {
    try {
      const tag = await this.source.tag(name);
      if (tag) return this.replace(name, tag.tag);
      if (!this.has(name)) return;
      this.newKeys.add(plain(name));
      this.draw();
      const [similar] = await this.source.similar(name);
      if (similar && this.has(name) && !this.has(similar.other)) this.offer(name, similar);
    } catch {
      // The name is saved as it was typed; the server finds its tag then.
    }
  }

  /**
   * Offers the tag that a new name may be a misspelling of.
   * @param {string} name
   * @param {Similar} similar
   */
  offer(name, { other: known, otherUses: uses = 0 }) {
    this.variant = { name, known };
    this.draw();
    const text = message(uses === 1 ? "variantUsedOnce" : "variant", name, known, uses);
    part("variant-text").textContent = text;
    this.announce(text);
  }

  /** Uses the known tag instead of the new one. */
  swap() {
    if (!this.variant) return;
    const { name, known } = this.variant;
    this.variant = null;
    this.replace(name, known);
    this.announce(message("tagSwapped", known, name));
    this.input.focus();
  }

  /**
   * @param {string} name
   * @param {string} tag
   */
  replace(name, tag) {
    if (name === tag || !this.has(name)) return;
    const isThere = this.tags.some((each) => plain(each) === plain(tag) && plain(each) !== plain(name));
    this.tags = isThere
      ? this.tags.filter((each) => plain(each) !== plain(name))
      : this.tags.map((each) => (plain(each) === plain(name) ? tag : each));
    this.newKeys.delete(plain(name));
    this.draw();
    this.source.changed();
  }

  /** @param {number} index */
  remove(index) {
    const [tag] = this.tags.slice(index, index + 1);
    if (tag === undefined) return;
    this.tags = this.tags.filter((_, place) => place !== index);
    if (this.variant?.name === tag) this.variant = null;
    this.draw();
    this.announce(message("tagRemoved", tag));
    this.source.changed();
    this.input.focus();
  }

  // MARK: Drawing

  draw() {
    const chips = this.tags.map((tag) =>
      element(
        "li",
        { class: this.newKeys.has(plain(tag)) ? "chip new" : "chip" },
        element("bdi", { text: tag }),
        ...(this.newKeys.has(plain(tag)) ? [element("small", { text: message("newMark") })] : []),
        element("button", {
          type: "button",
          class: "remove",
          tabindex: "-1",
          "aria-label": message("removeTag", tag),
          text: "×",
        }),
      ),
    );
    part("tags").replaceChildren(...chips);
    part("variant").hidden = !this.variant;
  }

  /** @param {string[]} names */
  flashChips(names) {
    for (const [index, chip] of [...part("tags").children].entries()) {
      if (names.some((name) => plain(name) === plain(this.tags[index]))) chip.classList.add("flash");
    }
  }

  drawOptions() {
    const { value } = this.input;
    const options = this.options;
    this.list.replaceChildren(...options.map((option, index) => this.drawOption(option, index)));
    this.list.hidden = options.length === 0;
    this.input.setAttribute("aria-expanded", String(options.length > 0));
    const chosen = options[this.highlighted];
    if (chosen) this.input.setAttribute("aria-activedescendant", `option-${this.highlighted}`);
    else this.input.removeAttribute("aria-activedescendant");
    const completion = chosen ? null : this.completion;
    part("typed").textContent = completion ? value : "";
    part("rest").textContent = completion?.rest ?? "";
  }

  /**
   * @param {Option} option
   * @param {number} index
   */
  drawOption({ name, isNew, suggestion }, index) {
    const text = suggestion ? marked(name, suggestion.match) : element("bdi", { text: message("createTag", name) });
    const reasons = suggestion ? reasonsText(suggestion.because) : "";
    const note = [isNew && suggestion ? message("newMark") : "", reasons].filter(Boolean).join(", ");
    return element(
      "li",
      { id: `option-${index}`, role: "option", "aria-selected": String(index === this.highlighted) },
      text,
      ...(note ? [element("small", { text: note })] : []),
    );
  }

  /** @returns {Option[]} */
  get options() {
    return optionsFor(this.input.value, this.found, this.tags);
  }

  get completion() {
    return completionOf(this.input.value, this.found.list, this.tags);
  }

  /** @param {string} text */
  announce(text) {
    part("live").textContent = text;
  }

  // MARK: Typing

  clear() {
    this.input.value = "";
    this.found = { text: "", list: [] };
    this.highlighted = -1;
    this.asked.abort();
    clearTimeout(this.timer);
    this.draw();
    this.drawOptions();
    this.source.typed();
  }

  /**
   * Puts a text in the field as if it were typed.
   * @param {string} text
   */
  type(text) {
    this.input.value = text;
    this.edited();
  }

  edited() {
    const { value } = this.input;
    if (SEPARATORS.test(value)) return this.separated(value);
    this.highlighted = -1;
    this.asked.abort();
    clearTimeout(this.timer);
    // Matches of a shorter text don't fit; those that begin with the longer text still do.
    this.found = {
      text: "",
      list: this.found.list.filter(({ tag }) => value.trim() && plain(tag).startsWith(plain(value))),
    };
    this.drawOptions();
    this.source.typed();
    if (value.trim()) this.timer = setTimeout(() => void this.search(value), PAUSE);
  }

  /**
   * Takes the names before the last comma; the text after it is still being typed.
   * @param {string} value
   */
  separated(value) {
    const place = value.search(/[^,;\t\r\n\u3001\uff0c]*$/);
    const rest = value.slice(place).trimStart();
    this.enter(namesIn(value.slice(0, place)));
    if (!rest) return;
    this.input.value = rest;
    this.edited();
  }

  /** @param {string} value */
  async search(value) {
    this.asked = new AbortController();
    const { signal } = this.asked;
    try {
      const found = await this.source.search(value.trim(), signal);
      if (signal.aborted) return;
      const chosen = this.options[this.highlighted]?.name;
      this.found = { text: value, ...found };
      // Options that arrive later never move the choice to another tag.
      this.highlighted = chosen === undefined ? -1 : this.options.findIndex(({ name }) => name === chosen);
      this.drawOptions();
    } catch {
      // Without the server, the field takes the typed text.
    }
  }

  /** @param {ClipboardEvent} event */
  pasted(event) {
    const names = namesIn(event.clipboardData?.getData("text/plain") ?? "");
    if (names.length < 2) return;
    event.preventDefault();
    this.enter(names);
  }

  // MARK: Keys and pointers

  /** @param {KeyboardEvent} event */
  pressed(event) {
    // 229: a key of an input method, which Safari and some keyboards report after the composition.
    if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.shiftKey && event.key === "Tab") return;
    const act = this.actionOf(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  }

  /**
   * Returns the effect of a key in the field; null if it has none.
   * @param {string} key
   * @returns {(() => void) | null}
   */
  actionOf(key) {
    const { value, selectionStart, selectionEnd } = this.input;
    const isAtEnd = selectionStart === value.length && selectionEnd === value.length;
    const { options, completion } = this;
    switch (key) {
      case "Enter":
        return () => this.entered();
      case "ArrowDown":
        return options.length > 0 ? () => this.move(1) : null;
      case "ArrowUp":
        return options.length > 0 ? () => this.move(-1) : null;
      case "Tab":
        if (completion) return () => this.add([completion.tag]);
        return this.variant && !value ? () => this.swap() : null;
      case "ArrowRight":
        return completion && isAtEnd ? () => this.add([completion.tag]) : null;
      case "Escape":
        return value ? () => this.clear() : this.variant ? () => this.dismiss() : null;
      case "Backspace":
        return !value && this.tags.length > 0 ? () => this.remove(this.tags.length - 1) : null;
      case "ArrowLeft":
        return selectionEnd === 0 && this.tags.length > 0 ? () => this.focusChip(this.tags.length - 1) : null;
      default:
        return null;
    }
  }

  entered() {
    const chosen = this.options[this.highlighted];
    const name = this.input.value.trim().replace(/\s+/g, " ");
    if (chosen) this.take(chosen);
    else if (name) this.enter([name]);
    else this.source.submitted();
  }

  /** @param {Option} option */
  take({ name, suggestion }) {
    if (suggestion) this.add([name]);
    else this.enter([name]);
  }

  dismiss() {
    this.variant = null;
    this.draw();
  }

  /** @param {number} by */
  move(by) {
    // -1 is the typed text itself.
    const count = this.options.length + 1;
    this.highlighted = ((this.highlighted + 1 + by + count) % count) - 1;
    this.drawOptions();
    this.list.children[this.highlighted]?.scrollIntoView({ block: "nearest" });
  }

  /** @param {number} index */
  focusChip(index) {
    (part("tags").querySelectorAll("button")[index] ?? this.input).focus();
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const button = /** @type {Element} */ (event.target).closest("button");
    if (button) this.remove([...part("tags").querySelectorAll("button")].indexOf(button));
  }

  /** @param {KeyboardEvent} event */
  chipPressed(event) {
    const index = [...part("tags").querySelectorAll("button")].indexOf(/** @type {any} */ (event.target));
    const act = {
      ArrowLeft: () => this.focusChip(Math.max(0, index - 1)),
      ArrowRight: () => this.focusChip(index + 1),
      Escape: () => this.input.focus(),
      Delete: () => this.remove(index),
      Backspace: () => this.remove(index),
    }[event.key];
    if (index < 0 || !act) return;
    event.preventDefault();
    act();
  }

  /** @param {MouseEvent} event */
  optionClicked(event) {
    const item = /** @type {Element} */ (event.target).closest("li");
    const option = item && this.options[[...this.list.children].indexOf(item)];
    if (option) this.take(option);
    this.input.focus();
  }
}
