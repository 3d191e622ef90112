// The elements of the Review view: the shown item, its suggestions, and the buttons.

import { announce, canHover, date, element, hostOf, link, percent, safeLink, t } from "./shell.js";
import { currentEntry, fieldTags, isDone, progressOf } from "./review_model.js";
import { nameOf } from "./items_name.js";
import { suggestTags } from "./review_server.js";
import { reasonsText } from "./reasons.js";
import { TagField } from "./tag_field.js";
import { groupOfTag, lookOf } from "./tag_details.js";
import { colorDot, tagTooltip } from "./tag_looks.js";
import "./order_texts.js";

/**
 * @typedef {import("./review_model.js").State} State
 * @typedef {import("./review_model.js").Entry} Entry
 * @typedef {object} Actions
 * @property {(index: number) => void} toggle
 * @property {(index: number) => void} highlight
 * @property {(tags: string[]) => void} fieldChanged
 * @property {(kind: "saved" | "skipped") => void} decide
 * @property {() => void} refuse
 * @property {() => void} undo
 * @property {() => void} again
 */

export class ReviewDrawing {
  /**
   * The state that is drawn.
   * @type {State | null}
   */
  #drawn = null;
  #canWrite = false;
  /**
   * The suggestions that have chips, and these.
   * @type {{ suggestions: Entry["suggestions"] | null, chips: HTMLButtonElement[] }}
   */
  #offered = { suggestions: null, chips: [] };
  /**
   * The suggestion that was clicked last.
   * @type {EventTarget | null}
   */
  #clicked = null;

  /**
   * @param {HTMLElement} main
   * @param {import("./review_server.js").About} about
   * @param {Actions} actions
   */
  constructor(main, about, actions) {
    this.main = main;
    this.about = about;
    this.actions = actions;
    const { tag, query } = about;
    const title = tag ? t("review.titleTag", { tag }) : query ? t("review.titleOf", { query }) : t("review.title");
    document.title = `${title} · tagflow`;
    this.progress = element("p", { class: "progress" });
    this.undo = element("button", {
      class: "quiet writes",
      text: t("shell.undo"),
      hidden: true,
      onclick: actions.undo,
    });
    this.outcome = element("span", { class: "outcome-text" });
    this.dot = element("span", { "aria-hidden": "true", text: "·" });
    this.result = element("p", { class: "result" });
    this.item = element("div", { class: "item" });
    this.suggested = element("div", { class: "suggested", role: "group", "aria-label": t("review.suggestions") });
    this.host = element("div", {});
    this.field = this.#makeField();
    this.card = element(
      "article",
      { class: "card", "aria-labelledby": "item-name" },
      this.item,
      ...(tag ? [] : [this.result, this.host, this.suggested]),
    );
    this.buttons = this.#makeButtons();
    this.rest = element("div", { class: "rest", hidden: true });
    main.append(
      element("div", { class: "review-head" }, element("h1", { text: title }), this.progress),
      element("div", { class: "outcome" }, this.outcome, this.dot, this.undo),
      this.card,
      this.buttons,
      this.rest,
    );
    this.suggested.addEventListener("focusin", (/** @type {FocusEvent} */ event) => {
      const index = [...this.suggested.children].indexOf(/** @type {Element} */ (event.target));
      if (index >= 0) actions.highlight(index);
    });
    // The field keeps the focus and its text: a text that it takes could move the chip away from under the pointer.
    this.suggested.addEventListener("mousedown", (/** @type {Event} */ event) => event.preventDefault());
  }

  /** @returns {TagField} */
  #makeField() {
    const shown = () => (this.#drawn && currentEntry(this.#drawn)?.item.id) ?? 0;
    return new TagField(this.host, {
      t,
      announce,
      label: t("review.key.tag"),
      placeholder: t("field.placeholder"),
      isInline: false,
      lookOf,
      showsGroups: true,
      suggestsOnFocus: false,
      suggest: (text, given, signal) => suggestTags(text, [...this.#on(), ...given], shown(), signal),
      onChange: (tags) => this.actions.fieldChanged(tags),
      onEnter: () => this.actions.decide("saved"),
    });
  }

  /**
   * The suggested tags that are on.
   * @returns {string[]}
   */
  #on() {
    const entry = this.#drawn && currentEntry(this.#drawn);
    return entry ? entry.tags.filter((tag) => !this.field.tags.includes(tag)) : [];
  }

  #makeButtons() {
    const { decide, refuse } = this.actions;
    const { tag } = this.about;
    const button = (
      /** @type {string} */ kind,
      /** @type {string} */ text,
      /** @type {string} */ key,
      /** @type {() => void} */ act,
    ) =>
      element(
        "button",
        {
          class: kind,
          // The second click of two would decide about the next item.
          onclick: (/** @type {MouseEvent} */ event) => event.detail < 2 && act(),
        },
        element("span", { text: t(text) }),
        canHover() ? element("kbd", { "aria-hidden": "true", text: key }) : null,
      );
    const skip = button(tag ? "quiet" : "second", "review.skip", "s", () => decide("skipped"));
    const no = tag ? button("second", "review.no", "n", refuse) : null;
    const save = button("main", tag ? "review.yes" : "review.save", "↵", () => decide("saved"));
    return element("div", { class: "review-buttons writes" }, skip, no, save);
  }

  // MARK: The field

  /** @param {EventTarget | null} target */
  isField(target) {
    return target === this.field.input;
  }

  /** Whether the field has a text, or a chip is edited in it. */
  get hasText() {
    return this.field.text !== "" || this.field.state.editing !== null;
  }

  focusField() {
    this.field.focus();
  }

  /** Whether Backspace brings back the text that was just taken. */
  get canRecall() {
    return this.field.state.recent !== null;
  }

  /**
   * Shows whether letters are the text of a tag, although the field is empty.
   * @param {boolean} isTagging
   */
  showTagging(isTagging) {
    this.host.classList.toggle("tagging", isTagging);
  }

  /** Takes the typed text as a tag. */
  takeText() {
    if (this.hasText) this.field.take();
  }

  // MARK: Drawing

  /**
   * @param {State} state
   * @param {boolean} canWrite
   */
  draw(state, canWrite) {
    const before = this.#drawn;
    if (state === before && canWrite === this.#canWrite) return;
    const wasWriting = this.#canWrite;
    this.#drawn = state;
    this.#canWrite = canWrite;
    const entry = currentEntry(state);
    const old = before ? currentEntry(before) : undefined;
    const isOther = entry?.item.id !== old?.item.id;
    const isWriting = canWrite !== wasWriting;
    this.main.setAttribute("aria-busy", String(!entry && !isDone(state) && !state.problem));
    this.card.hidden = this.buttons.hidden = !entry;
    this.undo.hidden = state.steps.length === 0;
    this.dot.hidden = this.undo.hidden || !this.outcome.textContent;
    const { n, all, isMore } = progressOf(state);
    this.progress.textContent = entry ? t("review.progress", { n, all: isMore ? `${all}+` : all }) : "";
    if (entry && isOther) this.#drawItem(entry);
    if (entry && (isOther || entry !== old || state.highlighted !== before?.highlighted || isWriting))
      this.#drawSuggestions(state, entry);
    if (entry && this.field.tags.join("\n") !== fieldTags(state).join("\n")) this.field.tags = fieldTags(state);
    if (state.groups !== before?.groups) this.field.configure({ groups: state.groups });
    this.field.isDisabled = !canWrite;
    this.#drawRest(state);
    if (entry && isOther && canHover() && canWrite && !this.about.tag && !this.isField(document.activeElement))
      this.focusField();
  }

  /** @param {Entry} entry */
  #drawItem({ item, probability }) {
    const href = safeLink(item.location);
    const name = element("bdi", { text: nameOf(item) });
    const place = hostOf(item.location) || item.location || "";
    const note = item.title || item.location ? (item.note ?? "") : "";
    const chips = item.tags.map((tag) =>
      element(
        "li",
        { class: "chip", title: tagTooltip(lookOf(tag), groupOfTag(tag), t) },
        colorDot(lookOf(tag), t),
        element("bdi", { text: tag }),
      ),
    );
    this.item.replaceChildren(
      ...[
        element(
          "h2",
          { id: "item-name", tabindex: -1 },
          href ? element("a", { href, target: "_blank", rel: "noreferrer noopener" }, name) : name,
        ),
        element(
          "p",
          { class: "facts" },
          place ? element("span", { class: "place", title: item.location }, element("bdi", { text: place })) : null,
          item.at ? element("time", { datetime: item.at, text: date(item.at) }) : null,
          element("span", {}, element("bdi", { text: item.set })),
          probability === undefined
            ? null
            : element("span", { text: t("review.fits", { percent: percent(probability) }) }),
        ),
        note ? element("p", { class: "note", dir: "auto", text: note.slice(0, 1_000) }) : null,
        this.about.tag && chips.length > 0 ? element("ul", { class: "item-tags" }, ...chips) : null,
      ].filter((part) => part !== null),
    );
  }

  /** @param {State} state @param {Entry} entry */
  #drawSuggestions(state, { suggestions, tags }) {
    // A chip that is replaced between the press and the release of a pointer gets no click.
    if (suggestions !== this.#offered.suggestions) this.#makeSuggestions(suggestions);
    this.#offered.chips.forEach((chip, index) => {
      const isOn = tags.includes(suggestions[index].tag);
      chip.className = `chip ${isOn ? "on" : "likely"}${index === state.highlighted ? " highlighted" : ""}`;
      chip.setAttribute("aria-pressed", String(isOn));
      chip.disabled = !this.#canWrite;
    });
    const text = tags.join(", ") || t("items.untagged");
    this.result.title = text;
    this.result.replaceChildren(element("span", { text: t("shell.tags") }), element("bdi", { text }));
  }

  /** @param {Entry["suggestions"]} suggestions */
  #makeSuggestions(suggestions) {
    const focused = [...this.suggested.children].indexOf(/** @type {Element} */ (document.activeElement));
    const chips = suggestions.map(
      ({ tag, probability = 0, because = [] }, index) =>
        /** @type {HTMLButtonElement} */ (
          element(
            "button",
            {
              title: [lookOf(tag)?.description, reasonsText(because, t)].filter(Boolean).join(" · ") || undefined,
              onclick: (/** @type {MouseEvent} */ event) => this.#suggestionClicked(event, index),
            },
            canHover() ? element("kbd", { "aria-hidden": "true", text: String(index + 1) }) : null,
            colorDot(lookOf(tag), t),
            element("bdi", { text: tag }),
            element("small", { text: percent(probability) }),
          )
        ),
    );
    this.#offered = { suggestions, chips };
    const none = element("p", { class: "soft", text: t("review.noSuggestions") });
    this.suggested.replaceChildren(...(chips.length > 0 ? chips : [none]));
    if (focused >= 0) (chips[Math.min(focused, chips.length - 1)] ?? this.field.input).focus();
  }

  /**
   * @param {MouseEvent} event
   * @param {number} index
   */
  #suggestionClicked({ detail, currentTarget }, index) {
    // The second click of two on a chip would undo the first; two quick taps on two chips count as two clicks too.
    const isRepeated = detail > 1 && this.#clicked === currentTarget;
    this.#clicked = currentTarget;
    if (!isRepeated) this.actions.toggle(index);
  }

  /**
   * Shows the result of the last decision.
   * @param {string} text
   */
  showOutcome(text) {
    this.outcome.textContent = this.outcome.title = text;
    this.dot.hidden = !text || this.undo.hidden;
  }

  /**
   * What is shown in the place of an item.
   * @param {State} state
   */
  #drawRest(state) {
    const isOver = !currentEntry(state) && isDone(state);
    this.rest.hidden = !isOver && !(state.problem && !currentEntry(state)) && this.#canWrite;
    if (this.rest.hidden) return;
    const { tag, query, set, isAgain } = this.about;
    const again = `/review?${new URLSearchParams({ ...(query && { q: query }), ...(set && { set }), again: "" })}`;
    const parts = state.problem
      ? [
          element("p", { class: "wrong", role: "alert", text: state.problem }),
          element("button", { class: "second", text: t("offline.tryAgain"), onclick: this.actions.again }),
        ]
      : isOver
        ? [
            element("h2", { text: t("review.done") }),
            element("p", { class: "soft", text: tag ? t("review.doneTag", { tag }) : t("review.doneText") }),
            element("a", {
              class: "main",
              href: link(tag ? "/tags" : "/"),
              text: t(tag ? "shell.tags" : "items.showAll"),
            }),
            tag || isAgain ? null : element("a", { class: "second", href: link(again), text: t("review.again") }),
          ]
        : [element("p", { class: "soft", text: t("review.readOnly") })];
    const key = parts.map((part) => part?.textContent).join("\n");
    if (this.rest.dataset.key === key) return;
    this.rest.dataset.key = key;
    this.rest.replaceChildren(...parts.filter((part) => part !== null));
  }

  /**
   * Moves the item with the finger, to the side only.
   * @param {number} dx  in pixels
   * @param {number} dy
   */
  shift(dx, dy) {
    const isAside = Math.abs(dx) > 2 * Math.abs(dy) && Math.abs(dx) > 8;
    this.card.style.translate = isAside ? `${dx}px 0` : "";
    this.card.dataset.way = isAside ? (dx > 0 ? "saved" : "skipped") : "";
  }
}
