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

/**
 * The suggestion for the tag that a typed text is the name or an alias of, or null.
 * @param {{ list: Suggestion[], key?: string, tag?: string }} answer  `key` is the key of the text, and `tag` the tag
 * @returns {Suggestion | null}
 */
export function namedTag({ list, key, tag }) {
  const found = list.find((each) => each.tag === tag || (key !== undefined && each.key === key));
  return found ?? (tag === undefined ? null : { tag });
}

/** The reasons of a suggestion that begins like the typed text, or has a word that does. */
const BEGINNINGS = ["prefix", "word prefix"];

/**
 * Whether a tag begins like a name, or has a word that does.
 * @param {string} name
 * @param {{ tag: string, because?: string[] }} found
 */
export function isBeginning(name, { tag, because = [] }) {
  const [start, whole] = [name.toLowerCase(), tag.toLowerCase()];
  const words = [
    whole,
    ...[...whole.matchAll(/[^\p{L}\p{N}]+/gu)].map(({ index = 0, 0: gap }) => whole.slice(index + gap.length)),
  ];
  return because.some((reason) => BEGINNINGS.includes(reason)) || words.some((word) => word.startsWith(start));
}
