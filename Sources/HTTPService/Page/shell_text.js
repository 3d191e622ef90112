// Texts, numbers and dates in the language of the page.

const LANGUAGES = ["en", "de", "fr", "es", "ja", "zh"];
/** The setting of this browser, else what the server chose by Accept-Language. */
const wanted = [localStorage.getItem("tagflow.language") ?? "", document.documentElement.lang];
export const language = wanted.find((name) => LANGUAGES.includes(name)) ?? "en";
/**
 * Reads a catalogue of texts.
 * @param {string} name  "text" or the beginning of another file's name
 * @returns {Promise<Record<string, string>>}
 */
async function readTexts(name) {
  return import(`./${name}_${language}.js`)
    .catch(() => import(`./${name}_en.js`))
    .then(
      (module) => module.default,
      () => ({}),
    );
}

const texts = await readTexts("text");

/**
 * Adds a catalogue that only some views need.
 * @param {string} name
 */
export async function addTexts(name) {
  Object.assign(texts, await readTexts(name));
}

const plurals = new Intl.PluralRules(language);
document.documentElement.lang = language;

/**
 * @param {string} key
 * @param {Record<string, any>} [values]
 */
export function t(key, values = {}) {
  const text = texts[key] ?? texts[`${key}.${plurals.select(Number(values.n ?? 0))}`] ?? texts[`${key}.other`] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) =>
    typeof values[name] === "number" ? number(values[name]) : String(values[name] ?? ""),
  );
}

/** @param {number} value */
export function number(value) {
  return new Intl.NumberFormat(language).format(value);
}

/** @param {number} share */
export function percent(share) {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** The language of dates: 3 Nov, 09:12. */
export const dateLanguage = language === "en" ? "en-GB" : language;

/** @param {string | number | Date} when */
export function date(when) {
  return new Intl.DateTimeFormat(dateLanguage, { dateStyle: "medium" }).format(new Date(when));
}

const STEPS = /** @type {[Intl.RelativeTimeFormatUnit, number][]} */ ([
  ["minute", 60],
  ["hour", 3_600],
  ["day", 86_400],
]);
const shortDate = new Intl.DateTimeFormat(dateLanguage, { day: "numeric", month: "short" });
const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" });

/** @param {string | number | Date} when */
export function relativeDate(when) {
  const seconds = (new Date(when).getTime() - Date.now()) / 1000;
  const step = STEPS.filter(([, size]) => Math.abs(seconds) >= size).pop();
  if (!step) return relative.format(0, "minute");
  const count = Math.round(seconds / step[1]);
  if (step[0] !== "day" || Math.abs(count) < 7) return relative.format(count, step[0]);
  const isThisYear = new Date(when).getFullYear() === new Date().getFullYear();
  return isThisYear ? shortDate.format(new Date(when)) : date(when);
}

/** The direction of a text, for measuring and laying out. */
export function direction(/** @type {string} */ text) {
  return /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u.test(text) ? "rtl" : "ltr";
}
