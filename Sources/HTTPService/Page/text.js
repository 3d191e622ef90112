// Texts and elements: what the page and the tag input share.

/** @typedef {Node | string | number | null | undefined | false | (Node | string | null | false)[]} Child */

/**
 * Makes an element.
 * @param {string} name
 * @param {Record<string, any>} [properties] attributes; `on…` are listeners, `text` is the content
 * @param {...Child} children  null, false and empty texts are left out
 * @returns {any}
 */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "text") made.textContent = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "value" || key === "checked") /** @type {any} */ (made)[key] = value;
    else made.setAttribute(key, value === true ? "" : String(value));
  }
  for (const child of children.flat()) if (child || child === 0) made.append(/** @type {any} */ (child));
  return made;
}

/** What stands between the names of a list. */
export const SEPARATORS = /[,;\t\r\n\u3001\uff0c]+/;

/**
 * The names in a pasted list: separated by commas, semicolons, tabs or lines, each once.
 * @param {string} text
 * @returns {string[]}
 */
export function namesIn(text) {
  const names = text.split(SEPARATORS).map((name) => name.trim().replace(/\s+/g, " "));
  const seen = new Set();
  return names.filter((name) => name && !seen.has(plain(name)) && seen.add(plain(name)));
}

/**
 * A text for finding it on the screen: trimmed and in lower case. Whether two names are the same tag is the server's to say.
 * @param {string} text
 */
export const plain = (text) => text.trim().replace(/\s+/g, " ").toLowerCase();

/**
 * The date of a moment in the browser's time zone, such as 2026-01-31.
 * @param {Date} [time]
 */
export const localDay = (time = new Date()) =>
  new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

/**
 * A text whose marked ranges stand in `<mark>`, isolated from the direction of its surroundings.
 * @param {string} text
 * @param {number[][]} [ranges] beginnings and lengths, in characters
 */
export function marked(text, ranges = []) {
  const letters = [...text];
  const whole = element("bdi");
  let place = 0;
  for (const [start, length] of ranges) {
    whole.append(letters.slice(place, start).join(""));
    whole.append(element("mark", { text: letters.slice(start, start + length).join("") }));
    place = start + length;
  }
  whole.append(letters.slice(place).join(""));
  return whole;
}

/**
 * The host of a web address without `www.`; "" for any other location.
 * @param {string | undefined} place
 */
export function hostOf(place = "") {
  return /^https?:\/\/(?:[^/@?#]*@)?(?:www\.)?([^/:?#]+)/i.exec(place)?.[1].toLowerCase() ?? "";
}
