// The text of a query: its terms, how a click changes them, and what can complete them.

import { plain } from "./text.js";

/**
 * @typedef {"tag" | "key" | "word" | "operator" | "sign"} Kind
 * @typedef {{ kind: Kind, start: number, end: number, isNot: boolean, key: string, value: string }} Term
 * `key` is `tag`, `site`, `sort`…; `value` is without quotes.
 */

const KEYS = ["id", "site", "since", "before", "on", "set", "tag", "tags", "sort"];

/** The words that a query can contain in addition to tags and text; those that end in a colon need a value. */
export const OPERATORS = [
  "site:",
  "since:",
  "before:",
  "on:",
  "untagged",
  "tags:",
  "set:",
  "sort:",
  "missing",
  "dead",
  "moved",
  "not",
  "or",
];

const QUERY_SORTS = ["new", "old", "title", "relevance"];

/** Values that a key is completed with. */
export const VALUES = /** @type {Record<string, string[]>} */ ({
  sort: QUERY_SORTS,
  since: ["today", "yesterday", "monday", "'1 week ago'", "'1 month ago'"],
  before: ["today", "monday", "'1 month ago'", "'1 year ago'"],
  on: ["today", "yesterday"],
  tags: ["1", "2", ">2", ">5"],
});

/**
 * The terms of a query, nearly as the server reads them.
 * @param {string} text
 * @returns {Term[]}
 */
export function terms(text) {
  /** @type {Term[]} */
  const found = [];
  const pattern =
    /(-*)(?:((?:https?:\/\/|www\.)(?:[^\s()|]|\([^\s()|]*\))*)|(#|[a-z]+:)?"((?:\\.|[^"\\])*)(?:"|$)|(#|[a-z]+:)'([^']*)'(?=[\s()|]|$)|(#)?([^\s()|"]+))|([()|])/gi;
  for (const match of text.matchAll(pattern)) {
    const [whole, dashes, url, quotedKey, quoted, singleKey, single, hash, plain, sign] = match;
    const start = match.index ?? 0;
    const place = { start, end: start + whole.length, isNot: (dashes ?? "").length % 2 === 1 };
    if (sign) found.push({ ...place, kind: "sign", key: "", value: sign });
    else if (url) found.push({ ...place, kind: "key", key: "location", value: url });
    else if (quoted !== undefined) found.push({ ...place, ...keyed(quotedKey, quoted.replace(/\\(["\\])/g, "$1")) });
    else if (single !== undefined) found.push({ ...place, ...keyed(singleKey, single) });
    else if (hash) found.push({ ...place, kind: "tag", key: "tag", value: plain });
    else found.push({ ...place, ...word(plain, place.isNot) });
  }
  return found;
}

/**
 * @param {string | undefined} key
 * @param {string} value
 * @returns {{ kind: Kind, key: string, value: string }}
 */
function keyed(key, value) {
  const name = key === "#" ? "tag" : (key ?? "").slice(0, -1).toLowerCase();
  if (name === "tag") return { kind: "tag", key: "tag", value };
  return KEYS.includes(name)
    ? { kind: "key", key: name, value }
    : { kind: "word", key: "", value: (key ?? "") + value };
}

/**
 * @param {string} text
 * @param {boolean} isNot
 * @returns {{ kind: Kind, key: string, value: string }}
 */
function word(text, isNot) {
  const split = /^([a-z]+:)(.*)$/i.exec(text);
  if (split && KEYS.includes(split[1].slice(0, -1).toLowerCase())) return keyed(split[1], split[2]);
  const lower = text.toLowerCase();
  if (/^(and|or|not)$/.test(lower) && !isNot) return { kind: "operator", key: lower, value: "" };
  if (/^(untagged|missing|dead|moved)$/.test(lower)) return { kind: "key", key: lower, value: "" };
  return { kind: "word", key: "", value: text };
}

/**
 * The term of a tag: `#swift`, `#"to read"`.
 * @param {string} tag
 */
export function tagTerm(tag) {
  return /[\s()|"]|^'/.test(tag) ? `#"${tag.replace(/["\\]/g, "\\$&")}"` : `#${tag}`;
}

/**
 * The term of a set: `set:habits`, `set:"old habits"`.
 * @param {string} set
 */
export function setTerm(set) {
  return `set:${/[\s()|"'\\]/.test(set) ? `"${set.replace(/["\\]/g, "\\$&")}"` : set}`;
}

/**
 * The set that every result has to be in, or "".
 * @param {string} text
 */
export const setOf = (text) => setTermIn(text)?.value ?? "";

/** @param {string} text */
const setTermIn = (text) => required(text).find(({ key, isNot }) => key === "set" && !isNot);

/**
 * The query for the items of a set instead.
 * @param {string} text
 * @param {string} set  "" for all sets
 */
export function withSet(text, set) {
  const term = setTermIn(text);
  const rest = term ? withoutTerm(text, term) : text;
  return set ? withTerm(rest, setTerm(set)) : rest;
}

/** Whether a query names sets itself, so that the set that is shown doesn't count. */
export const namesSets = (/** @type {string} */ text) => /(^|[\s(|-])set:/i.test(text);

/**
 * The query for the items that the list shows: those of the set that is shown or, for all sets, not those of daily sets.
 * @param {string} text
 * @param {string} set  "" for all sets
 * @param {{ set: string, daily?: boolean }[]} sets
 */
export function shownQuery(text, set, sets) {
  if (namesSets(text)) return text;
  if (set) return withTerm(text, setTerm(set));
  return sets.filter(({ daily }) => daily).reduce((query, other) => withTerm(query, `-${setTerm(other.set)}`), text);
}

/**
 * The terms that every result has to match: not those within parentheses or an "or".
 * @param {string} text
 */
function required(text) {
  const all = terms(text);
  let depth = 0;
  if (hasAlternatives(all)) return [];
  return all.filter((term, index) => {
    if (term.value === "(" && term.kind === "sign") depth += 1;
    if (term.value === ")" && term.kind === "sign") depth -= 1;
    const isAlternative = [all[index - 1], all[index + 1]].some(
      (other) => other?.kind === "sign" && other.value === "|",
    );
    return depth === 0 && term.kind !== "sign" && !isAlternative && all[index - 1]?.key !== "not";
  });
}

/** @param {Term[]} all */
function hasAlternatives(all) {
  let depth = 0;
  for (const { kind, value, key } of all) {
    if (kind === "sign") depth += value === "(" ? 1 : value === ")" ? -1 : 0;
    if (kind === "operator" && key === "or" && depth === 0) return true;
  }
  return false;
}

/**
 * The tags that the results must not have.
 * @param {string} text
 */
export function excludedTags(text) {
  return required(text).flatMap(({ kind, value, isNot }) => (kind === "tag" && isNot ? value : []));
}

/**
 * Whether the results must have a tag ("with"), must not have it ("without"), or neither ("").
 * @param {string} text
 * @param {string} tag
 */
export function tagState(text, tag) {
  const term = tagTermIn(text, tag);
  return term ? (term.isNot ? "without" : "with") : "";
}

/**
 * @param {string} text
 * @param {string} tag
 */
function tagTermIn(text, tag) {
  return required(text).find(({ kind, value }) => kind === "tag" && plain(value) === plain(tag));
}

/**
 * The query after a click at a tag: the tag is required or excluded, or no longer so if it was.
 * @param {string} text
 * @param {string} tag
 * @param {boolean} isNot
 */
export function toggledTag(text, tag, isNot = false) {
  const term = tagTermIn(text, tag);
  if (term && term.isNot === isNot) return withoutTerm(text, term);
  return withTerm(term ? withoutTerm(text, term) : text, (isNot ? "-" : "") + tagTerm(tag));
}

/**
 * @param {string} text
 * @param {string} term
 */
export function withTerm(text, term) {
  const before = text.trim();
  if (!before) return term;
  return `${hasAlternatives(terms(before)) ? `(${before})` : before} ${term}`;
}

/**
 * @param {string} text
 * @param {{ start: number, end: number }} place
 */
function withoutTerm(text, { start, end }) {
  return `${text.slice(0, start).trimEnd()} ${text.slice(end).trimStart()}`.trim();
}

/**
 * Whether results can be sorted by relevance.
 * @param {string} text
 */
export function hasWords(text) {
  return terms(text).some(({ kind, isNot }) => kind === "word" && !isNot);
}

/** @param {string} text */
export function sortOf(text) {
  return (
    terms(text)
      .filter(({ key }) => key === "sort")
      .pop()
      ?.value.toLowerCase() ?? ""
  );
}

/**
 * @param {string} text
 * @param {string} sort  "" for the default
 */
export function withSort(text, sort) {
  const old = terms(text)
    .filter(({ key }) => key === "sort")
    .reverse();
  const rest = old.reduce(withoutTerm, text.trim());
  return sort ? `${rest} sort:${sort}`.trim() : rest;
}

/**
 * The query that finds what was found while its last word was typed: the word is then a beginning, `swi*`.
 * @param {string} text
 */
export function withBeginning(text) {
  const all = terms(text);
  const [before, last] = [all.at(-2), all.at(-1)];
  if (!last || last.kind !== "word" || last.isNot || before?.key === "not") return text;
  return last.end === text.length && /[\p{L}\p{N}]$/u.test(text) ? `${text}*` : text;
}

// MARK: Completion

/**
 * What is being typed at a place of the query.
 * @param {string} text
 * @param {number} place
 * @returns {{ kind: "tag" | "value" | "word", key: string, typed: string, start: number, end: number } | null}
 */
export function typedAt(text, place) {
  const term = terms(text).find(({ start, end, kind }) => kind !== "sign" && start < place && place <= end);
  if (!term || term.end !== place) return null;
  const source = text.slice(term.start, term.end);
  const dashes = /^-*/.exec(source)?.[0].length ?? 0;
  const start = term.start + dashes;
  const key = /^[a-z]+:/i.exec(text.slice(start))?.[0].slice(0, -1).toLowerCase() ?? "";
  const isDone = /^(#|[a-z]+:)?".*"$/.test(source.slice(dashes)) && source.length > dashes + 2;
  if (isDone || term.key === "location" || (term.kind === "word" && source.endsWith("*"))) return null;
  if (term.kind === "tag") return { kind: "tag", key: "tag", typed: term.value, start, end: place };
  if (term.kind === "key" && KEYS.includes(key))
    return { kind: "value", key, typed: term.value, start: start + key.length + 1, end: place };
  // A lone "#" asks for tags.
  if (source.slice(dashes) === "#") return { kind: "tag", key: "tag", typed: "", start, end: place };
  return { kind: "word", key: "", typed: source.slice(dashes), start, end: place };
}

/**
 * The text and the place of the cursor after an option was taken.
 * @param {string} text
 * @param {{ start: number, end: number }} typed
 * @param {string} replacement
 */
export function completed(text, typed, replacement) {
  const rest = text.slice(typed.end);
  const space = replacement.endsWith(":") || /^\s/.test(rest) ? "" : " ";
  const begin = text.slice(0, typed.start) + replacement + space;
  return { text: begin + rest, place: begin.length + (space || replacement.endsWith(":") ? 0 : 1) };
}
