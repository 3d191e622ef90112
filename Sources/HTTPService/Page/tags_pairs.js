// The pairs of tags that look alike or mean the same. A pair that was decided stays at its place, so that a second click never hits the next one.

import { announce, element, number, t } from "./shell.js";
import { current, dispatch } from "./tags_store.js";
import { byNames, isOpen, isUndoable, shownPairs, unlistedPairs } from "./tags_model.js";
import { distinguish, mergeTags, undoChange } from "./tags_actions.js";
import { itemsLink } from "./tags_table.js";

/** @typedef {import("./tags_model.js").State} State */
/** @typedef {import("./tags_model.js").Pair} Pair */

/** How many of the words that two tags share are shown. */
const SHARED_WORDS = 5;

export class PairList {
  /** @type {Map<string, { item: HTMLElement, of: string }>} */
  #drawn = new Map();
  /** @type {Set<string>} */
  #busy = new Set();

  /** @param {number} [limit]  how many pairs are listed */
  constructor(limit = Infinity) {
    this.limit = limit;
    this.list = element("ul", { class: "pairs" });
    this.empty = element("p", { class: "empty" });
    this.rest = element("p", { class: "soft" });
    this.element = element(
      "div",
      {},
      element("p", { class: "soft pairs-help writes", text: t("tags.alikeHelp") }),
      this.list,
      this.rest,
      this.empty,
    );
  }

  /** @param {State} state */
  draw(state) {
    const pairs = shownPairs(state).slice(0, this.limit);
    const ids = new Set(pairs.map(idOf));
    for (const [id, { item }] of this.#drawn)
      if (!ids.has(id)) {
        item.remove();
        this.#drawn.delete(id);
      }
    pairs.forEach((pair, place) => {
      const item = this.#item(state, pair);
      if (this.list.children[place] !== item) this.list.insertBefore(item, this.list.children[place] ?? null);
    });
    const unlisted = unlistedPairs(state);
    this.empty.textContent = unlisted === null ? "" : t(state.find ? "tags.noneFound" : "tags.noPairs");
    this.empty.hidden = pairs.length > 0;
    this.rest.textContent = t("tags.morePairs", { n: unlisted ?? 0 });
    this.rest.hidden = !unlisted;
  }

  /** @param {State} state @param {Pair} pair */
  #item(state, pair) {
    const id = idOf(pair);
    const names = byNames(state.tags);
    const of = JSON.stringify([pair, names.get(pair.tag)?.uses, names.get(pair.other)?.uses, isUndoable(state, pair)]);
    const drawn = this.#drawn.get(id);
    if (drawn?.of === of) return drawn.item;
    const item = drawn?.item ?? element("li", { class: "pair" });
    const part = item.contains(document.activeElement)
      ? /** @type {HTMLElement} */ (document.activeElement).dataset.part
      : undefined;
    item.classList.toggle("decided", !isOpen(state, pair));
    item.replaceChildren(this.#tags(state, pair), this.#buttons(state, pair));
    if (part)
      /** @type {HTMLElement | null} */ (item.querySelector(`[data-part="${part}"]`))?.focus({ preventScroll: true });
    this.#drawn.set(id, { item, of });
    return item;
  }

  /** @param {State} state @param {Pair} pair */
  #tags(state, pair) {
    const names = byNames(state.tags);
    const side = (/** @type {string} */ name, /** @type {string} */ kind) =>
      element(
        "span",
        { class: kind },
        names.has(name)
          ? element("a", { href: itemsLink(name) }, element("bdi", { text: name }))
          : element("bdi", { text: name }),
        names.has(name)
          ? element("small", {
              text: ` ${number(names.get(name)?.uses ?? 0)}`,
              "aria-label": t("tags.uses", { n: names.get(name)?.uses ?? 0 }),
            })
          : null,
      );
    const outcome = isOpen(state, pair)
      ? t(`tags.like.${pair.likeness}`, { words: (pair.words ?? []).slice(0, SHARED_WORDS).join(", ") })
      : t(pair.outcome === "distinct" ? "tags.different" : "tags.mergedShort");
    const undo = isUndoable(state, pair)
      ? element("button", {
          class: "quiet",
          "data-part": "undo",
          text: t("shell.undo"),
          onclick: (/** @type {MouseEvent} */ event) => {
            if (event.detail < 2) void undoChange(current().change);
          },
        })
      : null;
    return element(
      "div",
      { class: "pair-tags" },
      side(pair.tag, "loser"),
      element("span", { class: "arrow", "aria-hidden": "true", text: pair.outcome === "distinct" ? "≠" : "→" }),
      element("span", { class: "hidden", text: t("tags.into") }),
      side(pair.other, "survivor"),
      element("span", { class: "outcome" }, element("small", { text: outcome }), undo),
    );
  }

  /** @param {State} state @param {Pair} pair */
  #buttons(state, pair) {
    const isDecided = !isOpen(state, pair);
    const names = { tag: pair.tag, other: pair.other };
    // The second click of a double click counts 2, and does nothing.
    const once = (/** @type {() => unknown} */ act) => (/** @type {MouseEvent} */ event) => {
      if (event.detail < 2 && !isDecided) void this.#once(pair, act);
    };
    const button = (
      /** @type {string} */ part,
      /** @type {string} */ kind,
      /** @type {string} */ label,
      /** @type {any} */ content,
      /** @type {() => unknown} */ act,
    ) =>
      element(
        "button",
        {
          class: kind,
          "data-part": part,
          "aria-label": label,
          "aria-disabled": isDecided ? "true" : undefined,
          onclick: once(act),
        },
        content,
      );
    return element(
      "div",
      { class: "pair-buttons writes" },
      button("merge", "second", t("tags.mergePair", names), t("tags.merge"), () =>
        mergeTags([pair.tag], pair.other, pair),
      ),
      button(
        "swap",
        "icon-button",
        t("tags.swapPair", names),
        element("span", { "aria-hidden": "true", text: "⇄" }),
        () => {
          dispatch({ type: "swapped", pair });
          announce(t("tags.mergePair", { tag: pair.other, other: pair.tag }));
        },
      ),
      button("distinct", "quiet", t("tags.distinctPair", names), t("tags.distinct"), () => distinguish(pair)),
    );
  }

  /** @param {Pair} pair @param {() => unknown} act */
  async #once(pair, act) {
    const id = idOf(pair);
    if (this.#busy.has(id)) return;
    this.#busy.add(id);
    await act();
    this.#busy.delete(id);
  }
}

/** @param {Pair} pair */
function idOf(pair) {
  return [pair.tag, pair.other].sort().join("\n");
}
