// Suggestions as the server sends them, and the tag that a typed text names.

import { keyOf } from "./text.js";

/**
 * @typedef {object} Suggestion
 * @property {string} tag
 * @property {number[][]} [match]  the matched parts of the name: beginnings and lengths, in characters
 * @property {string[]} [because]  reasons in words
 * @property {number} [uses]
 * @property {number} [probability]
 *
 * @typedef {{ other: string, otherUses?: number }} SimilarTag  a known tag that a typed text may be a misspelling of
 *
 * @typedef {object} Suggested  the response to a typed text
 * @property {Suggestion[]} suggestions
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
 * The suggestion whose key or alias equals a name, or null.
 * @param {string} name
 * @param {Suggestion[]} list
 * @returns {Suggestion | null}
 */
export function equalTag(name, list) {
  const key = keyOf(name);
  const isAlias = (/** @type {string} */ reason) => reason.startsWith("alias ") && keyOf(reason.slice(6)) === key;
  return list.find(({ tag }) => keyOf(tag) === key) ?? list.find(({ because = [] }) => because.some(isAlias)) ?? null;
}
