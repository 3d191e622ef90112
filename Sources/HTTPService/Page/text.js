// Texts and elements: what the page and the tag input share.

/**
 * Makes an element.
 * @param {string} name
 * @param {Record<string, any>} [properties] attributes; `on…` are listeners, `text` is the content
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue;
    if (key === "text") made.textContent = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
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
  return names.filter((name) => name && !seen.has(keyOf(name)) && seen.add(keyOf(name)));
}

/**
 * Whether nothing nearer was found than names that merely hold the letters in their order, or whose beginning is like them: these
 * are seldom meant, and Enter must not take one for what was typed.
 * @param {{ because: string[] }[]} found
 */
export function isFarFetched(found) {
  return /^(letters in order|typo in prefix)$/.test(found[0]?.because[0]);
}

/**
 * What two spellings of one tag have in common, nearly as the server sees it.
 * @param {string} name
 */
export function keyOf(name) {
  return name.normalize("NFKC").toLowerCase().trim().replace(/\s+/g, " ");
}

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
