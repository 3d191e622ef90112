// The elements of a tag field, drawn from its state.

import { element, marked } from "./text.js";
import { reasonsText } from "./reasons.js";
import { colorDot, groupOf, tagTooltip } from "./tag_looks.js";
import { noticePhrase } from "./tag_field_model.js";
import { fieldCompletion, fieldOptions, groupsShown, meansFirst } from "./tag_field_options.js";

/**
 * @typedef {import("./tag_field_model.js").FieldState} FieldState
 * @typedef {object} FieldViewSettings
 * @property {(key: string, values?: Record<string, any>) => string} t
 * @property {string} [label]
 * @property {string} [placeholder]
 * @property {boolean} isInline
 * @property {(tag: string) => import("./tag_looks.js").Look | undefined} lookOf
 * @property {boolean} showsGroups  whether the tags of a chosen tag's group are shown as radio buttons
 * @property {() => void} swap  takes the tag that the notice offers
 * @property {(tag: string) => void} choose  adds a tag that a radio button is for
 */

let fieldCount = 0;

export class FieldView {
  /**
   * @param {HTMLElement} host
   * @param {FieldViewSettings} settings
   */
  constructor(host, settings) {
    const { t, label = t("field.label"), placeholder = t("field.placeholder") } = settings;
    const id = `tag-options-${(fieldCount += 1)}`;
    this.settings = settings;
    /** The state that is drawn already. */
    this.drawn = /** @type {Record<string, any>} */ ({});
    this.input = /** @type {HTMLInputElement} */ (
      element("input", {
        part: "input",
        class: "input",
        type: "text",
        role: "combobox",
        "aria-expanded": "false",
        "aria-controls": id,
        "aria-autocomplete": "both",
        autocomplete: "off",
        autocapitalize: "none",
        spellcheck: "false",
        enterkeyhint: "done",
        placeholder,
        "aria-label": label,
      })
    );
    this.completion = element("span", { part: "completion", class: "completion", "aria-hidden": "true" });
    this.entry = element("span", { class: "entry" }, this.completion, this.input);
    this.field = element("div", { part: "field", class: "field" }, this.entry);
    this.list = element("ul", {
      part: "options",
      class: "options",
      id,
      role: "listbox",
      "aria-label": t("field.options"),
      hidden: true,
    });
    this.hint = element("div", { part: "notice", class: "hint", hidden: true });
    this.groups = element("div", { class: "groups", hidden: true });
    this.groups.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.moveChoice(event));
    host.classList.add("tag-field");
    host.classList.toggle("inline", settings.isInline);
    host.replaceChildren(element("div", { class: "frame" }, this.field, this.groups, this.list), this.hint);
  }

  /** @param {boolean} isOff */
  disable(isOff) {
    this.input.disabled = isOff;
    for (const part of [this.field, this.groups])
      for (const button of part.querySelectorAll("button")) button.disabled = isOff;
  }

  /**
   * @param {FieldState} state
   * @param {boolean} isComposing  whether an input method composes a text, which must not be touched
   */
  draw(state, isComposing) {
    const { drawn } = this;
    if (this.input.value !== state.text && !isComposing) this.input.value = state.text;
    if (drawn.tags !== state.tags || drawn.editing !== state.editing || drawn.groups !== state.groups) {
      this.drawChips(state);
      this.drawGroups(state);
    }
    this.drawCompletion(state, isComposing);
    this.drawOptions(state, isComposing);
    if (drawn.notice !== state.notice || drawn.problem !== state.problem) this.drawHint(state);
    if (state.flash.number !== (drawn.flash?.number ?? 0)) this.flash(state.tags.indexOf(state.flash.tag));
    Object.assign(drawn, {
      tags: state.tags,
      editing: state.editing,
      groups: state.groups,
      notice: state.notice,
      problem: state.problem,
      flash: state.flash,
    });
  }

  /** @param {FieldState} state */
  drawChips({ tags, editing, groups }) {
    // The focus must not leave the field with a chip that is removed.
    if (this.field.querySelector("button:focus")) this.input.focus();
    const chips = tags.map((tag, index) => {
      const button = element("button", {
        part: "remove",
        class: "remove",
        type: "button",
        tabindex: "-1",
        "aria-label": this.settings.t("field.remove", { tag }),
        text: "×",
        disabled: this.input.disabled,
      });
      const { lookOf, t } = this.settings;
      const group = groupOf(groups, tag);
      const chip = element(
        "span",
        {
          part: "chip",
          class: group ? "chip one" : "chip",
          title: tagTooltip(lookOf(tag), group, t),
          hidden: editing?.index === index,
        },
        colorDot(lookOf(tag), t),
        element("bdi", { text: tag }),
        button,
      );
      chip.style.order = String(index);
      return chip;
    });
    this.entry.style.order = String(editing ? editing.index : tags.length);
    // The input comes first, since the focus is delegated to the first element that can have it, and it stays in the document:
    // moving it would end a composition.
    while (this.entry.nextSibling) this.entry.nextSibling.remove();
    this.field.append(...chips);
  }

  /**
   * The groups of the chosen tags: one radio button for each tag; that of the chosen tag is on.
   * @param {FieldState} state
   */
  drawGroups(state) {
    const { lookOf, t, choose, showsGroups } = this.settings;
    const shown = showsGroups ? groupsShown(state) : [];
    const hadFocus = this.groups.contains(
      /** @type {Document | ShadowRoot} */ (this.groups.getRootNode()).activeElement,
    );
    this.groups.hidden = shown.length === 0;
    this.groups.replaceChildren(
      ...shown.map(({ group, tags }) =>
        element(
          "div",
          { class: "group", role: "radiogroup", "aria-label": group },
          element("span", { class: "group-name", "aria-hidden": "true", text: group }),
          ...tags.map((tag) => {
            const isOn = state.tags.includes(tag);
            return element(
              "button",
              {
                type: "button",
                role: "radio",
                "aria-checked": String(isOn),
                class: "chip one",
                tabindex: isOn ? 0 : -1,
                title: lookOf(tag)?.description || undefined,
                disabled: this.input.disabled,
                onclick: () => isOn || choose(tag),
              },
              colorDot(lookOf(tag), t),
              element("bdi", { text: tag }),
            );
          }),
        ),
      ),
    );
    if (hadFocus) (this.groups.querySelector("[aria-checked=true]") ?? this.input).focus();
  }

  /**
   * The arrow keys choose the next or previous tag of a group, as in a group of radio buttons.
   * @param {KeyboardEvent} event
   */
  moveChoice(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const radio = /** @type {HTMLElement} */ (event.target);
    const group = radio.closest(".group");
    if (!step || !group || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const radios = /** @type {HTMLElement[]} */ ([...group.querySelectorAll("[role=radio]")]);
    radios[(radios.indexOf(radio) + step + radios.length) % radios.length].click();
  }

  /** @param {FieldState} state @param {boolean} isComposing */
  drawCompletion(state, isComposing) {
    const found = isComposing ? null : fieldCompletion(state);
    const { text } = state;
    const rest = found ? [...found.tag].slice([...text].length).join("") : "";
    this.completion.replaceChildren(...(rest ? [element("span", { text }), rest] : []));
    // A text that is wider than the field scrolls, and nothing can be behind its end.
    this.completion.hidden = this.input.scrollWidth > this.input.clientWidth;
  }

  /** @param {FieldState} state @param {boolean} isComposing */
  drawOptions(state, isComposing) {
    const options = isComposing ? [] : fieldOptions(state);
    const key = JSON.stringify(options);
    if (key !== this.drawn.options)
      this.list.replaceChildren(...options.map((option, index) => this.item(option, index)));
    this.drawn.options = key;
    if (this.list.hidden !== (options.length === 0)) this.openList(options.length > 0);
    const entered = state.active >= 0 ? state.active : meansFirst(state) ? 0 : -1;
    const completion = fieldCompletion(state)?.tag;
    [...this.list.children].forEach((item, index) => {
      item.setAttribute("aria-selected", String(index === state.active));
      item.classList.toggle("meant", index === entered);
      // The key that takes the option is drawn next to it.
      item.classList.toggle("by-enter", index === entered);
      item.classList.toggle("by-tab", index !== entered && options[index].tag === completion);
      item.classList.toggle("by-control", index !== entered && options[index].kind === "create");
    });
    const item = this.list.children[state.active];
    if (item) this.input.setAttribute("aria-activedescendant", item.id);
    else this.input.removeAttribute("aria-activedescendant");
    item?.scrollIntoView({ block: "nearest" });
  }

  /** @param {boolean} isOpen */
  openList(isOpen) {
    this.list.hidden = !isOpen;
    this.input.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) return;
    const { top, bottom } = this.field.getBoundingClientRect();
    const below = innerHeight - bottom;
    this.list.classList.toggle("above", below < Math.min(240, this.list.scrollHeight) && top > below);
  }

  /**
   * @param {import("./tag_field_options.js").FieldOption} option
   * @param {number} index
   */
  item({ kind, tag, match, because = [], uses, displaces }, index) {
    const { lookOf, t } = this.settings;
    const look = lookOf(tag);
    const name =
      kind === "create" ? element("bdi", { text: this.settings.t("field.create", { tag }) }) : marked(tag, match);
    const note =
      kind === "chosen"
        ? t("field.chosen")
        : displaces
          ? t("field.instead", { tags: displaces.join(", ") })
          : reasonsText(because, t) || look?.description;
    const count =
      uses === undefined
        ? []
        : [
            element(
              "span",
              { class: "count" },
              element("span", { "aria-hidden": "true", text: uses.toLocaleString() }),
              element("span", { class: "unseen", text: this.settings.t("field.uses", { n: uses }) }),
            ),
          ];
    return element(
      "li",
      {
        part: "option",
        class: kind,
        role: "option",
        id: `${this.list.id}-${index}`,
        title: look?.description || undefined,
      },
      colorDot(look, t),
      name,
      ...(note ? [element("small", { text: note })] : []),
      ...count,
    );
  }

  /** @param {FieldState} state */
  drawHint({ notice, problem }) {
    const phrase = problem ?? (notice ? noticePhrase(notice) : null);
    const button =
      notice && !problem
        ? [
            element(
              "button",
              { type: "button", onclick: this.settings.swap },
              this.settings.t("field.swap", notice),
              element("kbd", { "aria-hidden": "true", text: "Tab" }),
            ),
          ]
        : [];
    this.hint.replaceChildren(
      ...(phrase ? [element("span", { text: this.settings.t(phrase.key, phrase.values) })] : []),
      ...button,
    );
    this.hint.hidden = !phrase;
    this.hint.classList.toggle("wrong", !!problem);
    this.input.setAttribute("aria-invalid", String(!!problem));
  }

  /**
   * Points at a chosen tag that was entered again.
   * @param {number} index
   */
  flash(index) {
    const chip = [...this.field.querySelectorAll(".chip")][index];
    chip?.scrollIntoView({ block: "nearest" });
    chip?.classList.add("flash");
    setTimeout(() => chip?.classList.remove("flash"), 1_000);
  }
}
