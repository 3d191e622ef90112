// The list at the top of the Tags view: what is worth cleaning up, in order of benefit.

import { element, language, link, t } from "./shell.js";
import { current, dispatch } from "./tags_store.js";
import { counts, cleanUpRules, shownPairs, unlistedPairs } from "./tags_model.js";
import { PairList } from "./tags_pairs.js";
import { suggestionItem } from "./tags_rules.js";

/** @typedef {import("./tags_model.js").State} State */

/** How many pairs and rules are listed; the filters have all. */
const [FEW_PAIRS, FEW_RULES] = [5, 3];

/** The names of days, in English and in the page's language: notes of days aren't worth a rule. */
const DAYS = new Set(
  ["en", language].flatMap((name) => {
    const format = new Intl.DateTimeFormat(name, { weekday: "long", timeZone: "UTC" });
    return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2024, 0, day + 1)).toLowerCase());
  }),
);

/** The list has one height, and each row comes below the rows before it: what is read later moves nothing. */
export class CleanUpList {
  #drawn = "";
  #takesFocus = false;

  constructor() {
    this.pairs = new PairList(FEW_PAIRS);
    this.list = element("ul", { class: "pairs" });
    this.nothing = element("p", { class: "soft", text: t("tags.allClean") });
    this.element = element(
      "section",
      { class: "clean", "aria-labelledby": "clean-heading" },
      element("h2", { id: "clean-heading", text: t("tags.cleanUp") }),
      element("div", { class: "clean-rows" }, this.pairs.list, this.list, this.nothing),
    );
  }

  /** Focuses the first thing to clean up, once the pairs are there, which come first. */
  focus() {
    this.#takesFocus = true;
    if (this.element.hidden) {
      dispatch({ type: "found", text: "" });
      dispatch({ type: "shown", show: "all" });
    } else this.draw(current());
  }

  #focusFirst() {
    const first = /** @type {HTMLElement | null} */ (this.element.querySelector(".pair-buttons :is(a, button)"));
    if (!this.#takesFocus || !first) return;
    this.#takesFocus = false;
    first.focus();
  }

  /** @param {State} state */
  draw(state) {
    this.#draw(state);
    if (unlistedPairs(state) !== null && state.untagged !== null) this.#focusFirst();
  }

  /** @param {State} state */
  #draw(state) {
    this.pairs.draw({ ...state, show: "alike", find: "" });
    const { untagged } = state;
    const all = counts({ ...state, find: "" });
    const rules = cleanUpRules(state, DAYS).slice(0, FEW_RULES);
    const more = unlistedPairs(state) === null ? 0 : Math.max(0, all.alike - FEW_PAIRS);
    const once = untagged === null ? 0 : all.once;
    const of = JSON.stringify([more, untagged, once, rules]);
    if (of === this.#drawn) return;
    this.#drawn = of;
    this.list.replaceChildren(
      ...[
        more > 0 &&
          row(t("tags.morePairsToDecide", { n: more }), { act: () => dispatch({ type: "shown", show: "alike" }) }),
        untagged && row(t("tags.untagged", { n: untagged }), { href: link("/?q=untagged"), review: link("/review") }),
        once > 0 && row(t("tags.onceCount", { n: once }), { act: () => dispatch({ type: "shown", show: "once" }) }),
        ...rules.map(suggestionItem),
      ].filter(Boolean),
    );
    this.nothing.hidden =
      state.rules === null || this.list.children.length + shownPairs({ ...state, show: "alike" }).length > 0;
  }
}

/**
 * @param {string} text
 * @param {{ href?: string, act?: () => void, review?: string }} to  `review` is the address of a review of the items
 */
function row(text, { href, act, review }) {
  const label = t("tags.showThese");
  const named = { class: "second", text: label, "aria-label": `${label}: ${text}` };
  return element(
    "li",
    { class: "pair" },
    element("div", { class: "pair-tags", text }),
    element(
      "div",
      { class: "pair-buttons" },
      review ? element("a", { class: "second writes", href: review, text: t("review.untagged") }) : null,
      href ? element("a", { ...named, href }) : element("button", { ...named, onclick: act }),
    ),
  );
}
