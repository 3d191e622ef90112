// The messages in the language of the browser, from _locales.

/**
 * Returns a message with its placeholders filled in.
 * @param {string} key
 * @param {...(string | number)} values
 */
export function message(key, ...values) {
  return chrome.i18n.getMessage(key, values.map(String)) || key;
}

/**
 * Fills in the texts of a document: `data-text` is the content of an element, `data-label`, `data-placeholder` and `data-hint` are its attributes.
 * @param {Document} page
 */
export function localize(page) {
  page.documentElement.lang = chrome.i18n.getUILanguage();
  page.documentElement.dir = chrome.i18n.getMessage("@@bidi_dir") || "ltr";
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-text]")))
    element.textContent = message(element.dataset.text ?? "");
  for (const [name, attribute] of [
    ["label", "aria-label"],
    ["placeholder", "placeholder"],
    ["hint", "title"],
  ]) {
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll(`[data-${name}]`)))
      element.setAttribute(attribute, message(element.dataset[name] ?? ""));
  }
}

/** The reasons of the server that have a translation: a pattern, and the message for it. */
const REASONS = /** @type {[RegExp, string][]} */ ([
  [/^title has "(.*)"$/, "reasonTitle"],
  [/^location has "(.*)"$/, "reasonLocation"],
  [/^note has "(.*)"$/, "reasonNote"],
  [/^text has "(.*)"$/, "reasonText"],
  [/^similar to "(.*)" \((\d+) items\)$/, "reasonSimilarMany"],
  [/^similar to "(.*)"$/, "reasonSimilar"],
  [/^goes with (.*)$/, "reasonGoesWith"],
  [/^with (.*)$/, "reasonGoesWith"],
  [/^(.*) implies it$/, "reasonImplied"],
  [/^site (.*)$/, "reasonSite"],
  [/^word "(.*)"$/, "reasonWord"],
  [/^alias (.*)$/, "reasonAlias"],
  [/^often used$/, "reasonUsed"],
  [/^not used yet$/, "reasonUnused"],
]);

/** Reasons that repeat what the list of matches shows anyway. */
const OBVIOUS = new Set(["exact", "prefix", "alias"]);

/**
 * Returns the reasons of a suggestion in the language of the browser; a reason without a translation stays as the server sent it.
 * @param {string[]} reasons
 */
export function reasonsText(reasons) {
  return reasons
    .filter((reason) => !OBVIOUS.has(reason))
    .map((reason) => {
      for (const [pattern, key] of REASONS) {
        const found = pattern.exec(reason);
        if (found) return message(key, ...found.slice(1));
      }
      return reason;
    })
    .join(", ");
}
