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
