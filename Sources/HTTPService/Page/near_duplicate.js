// Names that are the same tag, and names that are nearly one: plurals, spacing, accents and single typing errors.

import { keyOf } from "./text.js";

/**
 * @typedef {object} Suggestion
 * @property {string} tag
 * @property {number[][]} [match]  the matched parts of the name: beginnings and lengths, in characters
 * @property {string[]} [because]  reasons in words
 * @property {number} [uses]
 * @property {number} [probability]
 */

/** Reasons that the bold letters of a name show already, and the key that names the tag. */
const SHOWN_BY_LETTERS = new Set(["exact", "prefix", "word prefix", "substring", "alias"]);

/**
 * The reasons that are worth a reader's time.
 * @param {string[]} because
 */
export const usefulReasons = (because) => because.filter((reason) => !SHOWN_BY_LETTERS.has(reason));

/** How many letters both names need before a single edit counts as a typing error. */
const LETTERS_FOR_EDIT = 6;

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

/**
 * The suggestion that a new name nearly duplicates, or null: first one that differs in number, spacing or accents, then one
 * that differs by an edit.
 * @param {string} name
 * @param {Suggestion[]} list
 * @returns {Suggestion | null}
 */
export function nearDuplicate(name, list) {
  if (equalTag(name, list)) return null;
  const variant = variantKey(name);
  return (
    list.find(({ tag }) => variantKey(tag) === variant) ??
    list.find(({ tag }) => isEditApart(keyOf(name), keyOf(tag))) ??
    null
  );
}

/**
 * What plural, spacing, hyphen and accent variants of a name have in common.
 * @param {string} name
 */
function variantKey(name) {
  const plain = keyOf(name).normalize("NFD").replace(/\p{M}/gu, "");
  const words = plain
    .split(/[\s\-_.'’]+/)
    .filter(Boolean)
    .map(singular);
  return words.join("") || plain;
}

/** @param {string} word */
function singular(word) {
  if (word.length <= 3 || !word.endsWith("s") || word.endsWith("ss")) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return /(x|z|ch|sh|ss)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/**
 * Whether one letter was left out, added, replaced or swapped with the next. Digits are meant: `2024` is not `2025`.
 * @param {string} first
 * @param {string} second
 */
function isEditApart(first, second) {
  const [a, b] = [[...first], [...second]].sort((x, y) => x.length - y.length);
  if (a.length < LETTERS_FOR_EDIT || b.length - a.length > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (/\d/.test([...left, ...right].join(""))) return false;
  const isSwap = left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
  return isSwap || right.length <= 1;
}
