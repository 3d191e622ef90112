// Suggestions from a fixed list of tags, for a field without a server.

import { plain } from "./text.js";

/**
 * @typedef {import("./suggestions.js").Suggestion} Suggestion
 * @typedef {import("./suggestions.js").Suggested} Suggested
 */

/**
 * The listed tags for a typed text: the name itself, beginnings, beginnings of words, and names that contain the text, each
 * in the order of the list.
 * @param {Suggestion[]} list
 * @param {string} text
 * @param {number} [limit]
 * @returns {Suggested}
 */
export function localSuggestions(list, text, limit = 8) {
  const key = plain(text);
  if (!key) return { suggestions: list.slice(0, limit) };
  const ranked = list.flatMap((found) => {
    const rank = rankOf(plain(found.tag), key);
    return rank ? [{ found: { ...found, match: rank.match }, rank: rank.order }] : [];
  });
  const suggestions = ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ found }) => found);
  return { suggestions, tag: suggestions.find(({ tag }) => plain(tag) === key)?.tag };
}

/**
 * @param {string} name
 * @param {string} key
 * @returns {{ order: number, match: number[][] } | null}
 */
function rankOf(name, key) {
  const length = [...key].length;
  const at = (/** @type {number} */ place) => [[[...name.slice(0, place)].length, length]];
  if (name.startsWith(key)) return { order: name === key ? 0 : 1, match: at(0) };
  const word = [...name.matchAll(/(?<=[\s\-_./:])\S/g)].find(({ index = 0 }) => name.startsWith(key, index));
  if (word) return { order: 2, match: at(word.index ?? 0) };
  const place = name.indexOf(key);
  return place >= 0 ? { order: 3, match: at(place) } : null;
}
