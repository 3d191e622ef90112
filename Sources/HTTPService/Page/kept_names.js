// Names that the browser keeps between visits, such as those of the folded tags.

/** The maximum number of names, so that the browser's storage never fills. */
const MOST = 1_000;

/**
 * The names that were kept; none if another program changed them.
 * @param {string} key
 * @returns {Set<string>}
 */
export function keptNames(key) {
  try {
    const names = JSON.parse(localStorage.getItem(key) ?? "[]");
    return new Set(Array.isArray(names) ? names.filter((name) => typeof name === "string") : []);
  } catch {
    return new Set();
  }
}

/**
 * Keeps the newest of the names.
 * @param {string} key
 * @param {Set<string>} names
 */
export function keepNames(key, names) {
  if (names.size === 0) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify([...names].slice(-MOST)));
}
