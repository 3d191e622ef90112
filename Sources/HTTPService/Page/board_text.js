// The texts of the board. The model is tested without a page, so the catalogue is given to it when the page begins.

/** @type {(key: string, values?: Record<string, any>) => string} */
let translate = (key) => key;

/** @param {(key: string, values?: Record<string, any>) => string} t */
export function useTexts(t) {
  translate = t;
}

/**
 * A text of the catalogue.
 * @param {string} key
 * @param {Record<string, any>} [values]
 */
export function words(key, values) {
  return translate(key, values);
}
