// The rules for new items: those that there are, those that the stored items suggest, and a form for another.

import { element, icon, number, t } from "./shell.js";
import { shownRules } from "./tags_model.js";
import { addRule, removeRule } from "./tags_actions.js";

/** @typedef {import("./tags_model.js").State} State */
/** @typedef {import("./tags_model.js").Rule} Rule */
/** @typedef {import("./tags_model.js").SuggestedRule} SuggestedRule */

export class RuleList {
  #drawn = "";

  constructor() {
    this.list = element("ul", { class: "pairs" });
    this.suggested = element("ul", { class: "pairs" });
    this.empty = element("p", { class: "empty", text: t("tags.noRules") });
    this.suggestions = element("section", {}, element("h2", { text: t("tags.suggestedRules") }), this.suggested);
    this.element = element(
      "div",
      { class: "rules" },
      element("p", { class: "soft pairs-help", text: t("tags.rulesHelp") }),
      ruleForm(),
      this.list,
      this.empty,
      this.suggestions,
    );
  }

  /** @param {State} state */
  draw(state) {
    const shown = shownRules(state);
    const drawn = JSON.stringify(shown);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.list.replaceChildren(...shown.rules.map(ruleItem));
    this.suggested.replaceChildren(...shown.suggested.map(suggestionItem));
    this.empty.hidden = state.rules === null || shown.rules.length > 0;
    this.suggestions.hidden = shown.suggested.length === 0;
  }
}

/** @param {Rule} rule */
function ruleItem(rule) {
  const remove = element(
    "button",
    {
      class: "icon-button",
      "aria-label": t("tags.removeRule", { query: rule.q, tag: rule.tag }),
      onclick: once(() => removeRule(rule)),
    },
    icon("trash"),
  );
  const note = element("small", {
    class: rule.problem ? "wrong" : "",
    text: rule.problem ?? t(rule.auto ? "tags.ruleAutomatic" : "tags.ruleSuggests"),
  });
  return element(
    "li",
    { class: "pair" },
    ruleText(rule, note),
    element("div", { class: "pair-buttons writes" }, remove),
  );
}

/** @param {SuggestedRule} rule */
export function suggestionItem(rule) {
  const { q, tag, hits, items } = rule;
  const accept = element("button", {
    class: "second",
    text: t("tags.addRule"),
    "aria-label": t("tags.addThisRule", { query: q, tag }),
    onclick: once(() => addRule(q, tag, false)),
  });
  const note = element("small", { text: t("tags.ruleHits", { hits: number(hits), n: items }) });
  return element(
    "li",
    { class: "pair" },
    ruleText(rule, note),
    element("div", { class: "pair-buttons writes" }, accept),
  );
}

/** @param {{ q: string, tag: string }} rule @param {HTMLElement} note */
function ruleText({ q, tag }, note) {
  return element(
    "div",
    { class: "pair-tags" },
    element("code", {}, element("bdi", { text: q })),
    element("span", { class: "arrow", "aria-hidden": "true", text: "→" }),
    element("span", { class: "hidden", text: t("tags.into") }),
    element("span", { class: "survivor" }, element("bdi", { text: tag })),
    element("span", { class: "outcome" }, note),
  );
}

function ruleForm() {
  const input = (/** @type {string} */ hint) =>
    element("input", {
      type: "text",
      required: true,
      maxlength: 1000,
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
      dir: "auto",
      placeholder: hint,
    });
  const [query, tag] = [input("site:youtube.com"), input("video")];
  const isAutomatic = element("input", { type: "checkbox" });
  const labeled = (/** @type {string} */ text, /** @type {HTMLElement} */ field) =>
    element("label", {}, element("span", { class: "label", text: t(text) }), field);
  const form = element(
    "form",
    { class: "inline-form rule-form writes" },
    labeled("tags.ruleQuery", query),
    labeled("tags.ruleTag", tag),
    element("label", { class: "choice" }, isAutomatic, element("span", { text: t("tags.ruleAutomatically") })),
    element("button", { class: "second", text: t("tags.addRule") }),
  );
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!(await addRule(query.value.trim(), tag.value.trim(), isAutomatic.checked))) return;
    for (const field of [query, tag]) field.value = "";
    query.focus();
  });
  return form;
}

/**
 * Ignores the second click of a double click.
 * @param {() => unknown} act
 */
function once(act) {
  return (/** @type {MouseEvent} */ event) => {
    if (event.detail < 2) act();
  };
}
