// The texts of the capture form, which are those of the server's page, in the language of the browser.

const languages = ["en", "de", "fr", "es", "ja", "zh"];
const wanted = chrome.i18n.getUILanguage().slice(0, 2).toLowerCase();
/** The language of the texts. */
export const language = languages.includes(wanted) ? wanted : "en";
/** The language of dates: 3 Nov. */
export const dateLanguage = language === "en" ? "en-GB" : language;
/** @type {Record<string, string>} */
const texts = (await import(`./page/text_${language}.js`)).default;
const plurals = new Intl.PluralRules(language);

/**
 * Returns a text of the page's catalogue.
 * @param {string} key
 * @param {Record<string, any>} [values]
 */
export function t(key, values = {}) {
  const text = texts[key] ?? texts[`${key}.${plurals.select(Number(values.n ?? 0))}`] ?? texts[`${key}.other`] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) =>
    typeof values[name] === "number"
      ? new Intl.NumberFormat(language).format(values[name])
      : String(values[name] ?? ""),
  );
}
