// Suggestions as the server sends them, and the tag that a typed text names.

/**
 * @typedef {object} Suggestion
 * @property {string} tag
 * @property {string} [key]  the same for equal spellings of the name
 * @property {number[][]} [match]  the matched parts of the name: beginnings and lengths, in characters
 * @property {string[]} [because]  reasons in words
 * @property {number} [uses]
 * @property {number} [probability]
 *
 * @typedef {{ other: string, otherUses?: number }} SimilarTag  a known tag that a typed text may be a misspelling of
 *
 * @typedef {object} Suggested  the response to a typed text
 * @property {Suggestion[]} suggestions
 * @property {string} [key]  the key of the text
 * @property {string} [tag]  the tag that the text is the name or an alias of
 * @property {SimilarTag[]} [similar]
 */

/** Reasons that the bold letters of a name show already, and the key that names the tag. */
const SHOWN_BY_LETTERS = new Set(["exact", "prefix", "word prefix", "substring", "alias"]);

/**
 * The reasons that are worth a reader's time.
 * @param {string[]} because
 */
export const usefulReasons = (because) => because.filter((reason) => !SHOWN_BY_LETTERS.has(reason));

/**
 * The suggestion for the tag that a typed text is the name or an alias of, or null.
 * @param {{ list: Suggestion[], key?: string, tag?: string }} answer  `key` is the key of the text, and `tag` the tag
 * @returns {Suggestion | null}
 */
export function namedTag({ list, key, tag }) {
  const found = list.find((each) => each.tag === tag || (key !== undefined && each.key === key));
  return found ?? (tag === undefined ? null : { tag });
}
