// Elements of a page.

/**
 * Makes an element.
 * @param {string} name
 * @param {Record<string, any>} [properties]  attributes; `on…` are listeners, `text` is the content
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

/**
 * Returns the element with an id.
 * @param {string} id
 * @returns {any}
 */
export const part = (id) => document.getElementById(id);
