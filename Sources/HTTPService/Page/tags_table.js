// The table of tags. Only the rows around the window are in the document, so that 100,000 tags scroll smoothly.

import { element, icon, link, number, relativeDate, t } from "./shell.js";
import { current, dispatch } from "./tags_store.js";
import { byNames, isAllSelected, isTree, places, queryOf, rows, totalOf, windowed } from "./tags_model.js";
import { renameEditor } from "./tags_rename.js";
import { colorDot } from "./tag_looks.js";

/** @typedef {import("./tags_model.js").State} State */
/** @typedef {import("./tags_model.js").Tag} Tag */
/** @typedef {{ row: HTMLElement, of: unknown[] }} Drawn */

/**
 * The address of the items with a tag.
 * @param {string} tag
 */
export function itemsLink(tag) {
  return link(`/?${new URLSearchParams({ q: queryOf(tag) })}`);
}

export class TagTable {
  /** @type {Map<string, Drawn>} */
  #drawn = new Map();
  #row = 44;
  /** @type {string | undefined} */
  #lastToggled;

  /** @param {(tag: string, anchor: HTMLElement) => void} openMenu */
  constructor(openMenu) {
    this.openMenu = openMenu;
    this.all = element("input", {
      type: "checkbox",
      "aria-label": t("tags.selectAll"),
      onchange: () => dispatch({ type: "allToggled" }),
    });
    this.heads = /** @type {const} */ (["name", "uses", "recent"]).map((sort) => {
      const button = element(
        "button",
        { "data-sort": sort, onclick: () => dispatch({ type: "sorted", sort }) },
        element("span", { text: t(`tags.column.${sort}`) }),
        icon("down"),
      );
      return element("th", { role: "columnheader", scope: "col", class: `cell-${sort}` }, button);
    });
    const check = element(
      "td",
      { role: "cell", class: "cell-check writes" },
      element("label", { class: "hit" }, this.all),
    );
    this.head = element(
      "tr",
      { role: "row", class: "tag-row", "aria-rowindex": 1 },
      check,
      ...this.heads,
      element("td", { role: "cell", class: "cell-actions writes" }),
    );
    this.body = element("tbody", { role: "rowgroup" });
    this.element = element(
      "table",
      { role: "table", class: "tag-table", "aria-label": t("shell.tags") },
      element("thead", { role: "rowgroup" }, this.head),
      this.body,
    );
    this.body.addEventListener("change", (/** @type {Event} */ event) => this.#checked(event));
    this.body.addEventListener("click", (/** @type {MouseEvent} */ event) => this.#clicked(event));
  }

  /** @param {State} state */
  draw(state) {
    const list = rows(state);
    this.#row = parseFloat(getComputedStyle(this.element).getPropertyValue("--row")) || 44;
    this.body.style.height = `${list.length * this.#row}px`;
    this.element.classList.toggle("tree", isTree(state));
    this.element.setAttribute("aria-rowcount", state.isComplete ? list.length + 1 : -1);
    this.#drawHead(state);
    this.#drawRows(state, list);
  }

  /** @param {State} state */
  #drawHead(state) {
    const direction = (/** @type {string} */ sort) =>
      (sort === "name") === state.isReversed ? "descending" : "ascending";
    for (const head of this.heads) {
      const { sort } = head.firstChild.dataset;
      if (sort === state.sort) head.setAttribute("aria-sort", direction(sort));
      else head.removeAttribute("aria-sort");
    }
    this.all.checked = isAllSelected(state);
    this.all.indeterminate = state.selected.size > 0 && !this.all.checked;
  }

  /** @param {State} state @param {Tag[]} list */
  #drawRows(state, list) {
    const { first, last } = windowed(list.length, -this.body.getBoundingClientRect().top, innerHeight, this.#row);
    const shown = new Map(list.slice(first, last).map((tag, index) => [tag.tag, first + index]));
    // The row with the focus stays in the document, wherever it is.
    const focused = this.focused ?? state.renaming?.tag;
    if (focused !== undefined && !shown.has(focused)) {
      const place = list.findIndex(({ tag }) => tag === focused);
      if (place >= 0) shown.set(focused, place);
    }
    for (const [tag, { row }] of this.#drawn)
      if (!shown.has(tag)) {
        row.remove();
        this.#drawn.delete(tag);
      }
    for (const [, place] of shown) this.#drawRow(state, list[place], place);
    this.#sortRows(shown);
  }

  /** @param {State} state @param {Tag} tag @param {number} place */
  #drawRow(state, tag, place) {
    const renaming = state.renaming?.tag === tag.tag ? state.renaming : null;
    const { level = 0, isOpen } = places(state).get(tag.tag) ?? {};
    const of = [tag, renaming, isOpen];
    const drawn = this.#drawn.get(tag.tag);
    const isSame = drawn?.of.every((value, index) => value === of[index]);
    const row = drawn?.row ?? element("tr", { role: "row", class: "tag-row", "data-tag": tag.tag });
    if (!isSame) this.#fill(row, tag, state);
    row.setAttribute("aria-rowindex", String(place + 2));
    row.style.transform = `translateY(${place * this.#row}px)`;
    row.style.setProperty("--level", String(level));
    const isSelected = state.selected.has(tag.tag);
    row.classList.toggle("selected", isSelected);
    const box = row.querySelector("input[type=checkbox]");
    if (box) box.checked = isSelected;
    this.#drawn.set(tag.tag, { row, of });
  }

  /** @param {HTMLElement} row @param {Tag} tag @param {State} state */
  #fill(row, tag, state) {
    const part = row.contains(document.activeElement)
      ? /** @type {HTMLElement} */ (document.activeElement).dataset.part
      : undefined;
    const name = tag.tag;
    const renaming = state.renaming?.tag === name ? state.renaming : null;
    const button = (
      /** @type {string} */ part,
      /** @type {string} */ kind,
      /** @type {Record<string, any>} */ more = {},
    ) =>
      element(
        "button",
        { class: `icon-button ${part}`, "data-part": part, "aria-label": t(`tags.${part}Of`, { tag: name }), ...more },
        icon(kind),
      );
    const { isOpen } = places(state).get(name) ?? {};
    row.classList.toggle("renaming", renaming !== null);
    row.replaceChildren(
      element(
        "td",
        { role: "cell", class: "cell-check writes" },
        element(
          "label",
          { class: "hit" },
          element("input", { type: "checkbox", "data-part": "check", "aria-label": t("tags.select", { tag: name }) }),
        ),
      ),
      element(
        "th",
        { role: "rowheader", scope: "row", class: "cell-name" },
        isOpen === undefined
          ? null
          : element(
              "button",
              {
                class: "fold",
                "data-part": "fold",
                "aria-expanded": String(isOpen),
                "aria-label": t("tags.below", { tag: name }),
              },
              icon(isOpen ? "down" : "right"),
            ),
        renaming
          ? renameEditor(state, tag)
          : element(
              "a",
              { href: itemsLink(name), "data-part": "link" },
              colorDot(tag, t),
              element("bdi", { text: name }),
            ),
        renaming ? null : secondLine(tag),
      ),
      element(
        "td",
        { role: "cell", class: "cell-uses" },
        element("span", { class: "short", text: number(totalOf(tag)) }),
        element("span", { class: "label", text: t("tags.uses", { n: totalOf(tag) }) }),
      ),
      element("td", { role: "cell", class: "cell-recent", text: tag.last ? relativeDate(tag.last) : "" }),
      element(
        "td",
        { role: "cell", class: "cell-actions writes" },
        button("rename", "edit"),
        button("actions", "more", { "aria-haspopup": "menu", "aria-expanded": "false" }),
      ),
    );
    if (renaming) /** @type {HTMLElement | null} */ (row.querySelector("input[type=text]"))?.focus();
    else if (part)
      (/** @type {HTMLElement | null} */ (row.querySelector(`[data-part="${part}"]`)) ?? row.querySelector("a"))?.focus(
        { preventScroll: true },
      );
  }

  /**
   * Reading order follows the places.
   * @param {Map<string, number>} places
   */
  #sortRows(places) {
    const order = [...places].sort((a, b) => a[1] - b[1]).map(([tag]) => this.#drawn.get(tag)?.row);
    order.forEach((row, index) => {
      const at = this.body.children[index];
      // Moving the row with the focus would take the focus away, so the others are moved around it.
      if (row && at !== row)
        row.contains(document.activeElement) ? at && this.body.append(at) : this.body.insertBefore(row, at ?? null);
    });
  }

  // MARK: Keys and pointers

  /**
   * The tag whose row has the focus.
   * @returns {string | undefined}
   */
  get focused() {
    const row = /** @type {HTMLElement | null} */ (document.activeElement?.closest(".tag-row[data-tag]"));
    return row?.dataset.tag;
  }

  /**
   * Moves the focus by rows.
   * @param {number} by
   */
  move(by) {
    const list = rows(current());
    const from = list.findIndex(({ tag }) => tag === this.focused);
    const place = from < 0 ? Math.max(0, Math.ceil(-this.body.getBoundingClientRect().top / this.#row)) : from + by;
    this.focus(list[Math.max(0, Math.min(list.length - 1, place))]?.tag);
  }

  /**
   * Shows or hides the tags below the tag with the focus; to hide those of a tag without any, moves to the tag above.
   * @param {boolean} isOpen
   */
  fold(isOpen) {
    const state = current();
    const tag = byNames(state.tags).get(this.focused ?? "");
    const place = tag && places(state).get(tag.tag);
    if (!place) return;
    if (place.isOpen === !isOpen) dispatch({ type: "folded", tag: tag.tag });
    else if (!isOpen) this.focus(tag.parent);
  }

  /**
   * Scrolls to a tag, and gives it the focus.
   * @param {string | undefined} tag
   */
  focus(tag) {
    const place = rows(current()).findIndex((row) => row.tag === tag);
    if (place < 0 || tag === undefined) return;
    const top = this.body.getBoundingClientRect().top + place * this.#row;
    const [least, most] = [this.head.getBoundingClientRect().bottom, innerHeight - 2.5 * this.#row];
    if (top < least) scrollBy(0, top - least);
    else if (top > most) scrollBy(0, top - most);
    this.draw(current());
    this.#drawn.get(tag)?.row.querySelector("a")?.focus({ preventScroll: true });
  }

  /** @param {Event} event */
  #checked(event) {
    const box = /** @type {HTMLInputElement} */ (event.target);
    const tag = /** @type {HTMLElement} */ (box.closest(".tag-row"))?.dataset.tag;
    if (box.type !== "checkbox" || tag === undefined) return;
    if (this.#isRange && this.#lastToggled !== undefined && box.checked)
      dispatch({ type: "rangeToggled", from: this.#lastToggled, to: tag });
    else dispatch({ type: "toggled", tag });
    this.#lastToggled = tag;
  }

  #isRange = false;

  /** @param {MouseEvent} event */
  #clicked(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    // The click on a box comes before its change.
    this.#isRange = event.shiftKey;
    const button = /** @type {HTMLElement | null} */ (target.closest("button[data-part]"));
    const tag = /** @type {HTMLElement | null} */ (target.closest(".tag-row"))?.dataset.tag;
    if (!button || tag === undefined || !byNames(current().tags).has(tag)) return;
    if (button.dataset.part === "fold") dispatch({ type: "folded", tag });
    else if (button.dataset.part === "rename") dispatch({ type: "renameStarted", tag });
    else if (button.dataset.part === "actions") this.openMenu(tag, button);
  }
}

/**
 * The description, aliases and implications of a tag, other than of the tag above, if there are any; the row's menu shows them in full.
 * @param {Tag} tag
 */
function secondLine({ aliases, implies: all, parent, description = "" }) {
  const implies = all.filter((name) => name !== parent);
  const part = (/** @type {string} */ label, /** @type {string[]} */ names) =>
    names.length === 0
      ? []
      : [t(label), ...names.flatMap((name, index) => [index > 0 ? ", " : "", element("bdi", { text: name })])];
  const described = description ? [element("bdi", { text: description })] : [];
  const parts = [described, part("tags.aliasesLabel", aliases), part("tags.impliesLabel", implies)].filter(
    ({ length }) => length > 0,
  );
  const content = parts.flatMap((words, index) => [index > 0 ? " · " : "", ...words]);
  return content.length > 0 ? element("small", { class: "second-line" }, ...content) : null;
}
