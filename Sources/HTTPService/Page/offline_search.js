// Finds kept items by a query, by the rules of the server's search (items.md), for when the server can't be reached.

import { sortOf, terms } from "./items_query.js";
import { linkState } from "./links.js";
import { periodOf } from "./offline_times.js";
import { hostOf, plain } from "./text.js";

/**
 * @typedef {import("./items_model.js").Item} Item
 * @typedef {import("./items_query.js").Term} Term
 * @typedef {(item: Item) => boolean} Test  whether an item matches
 * @typedef {{ tag: string, key?: string, uses?: number, aliases?: string[], implies?: string[], parent?: string }} KnownTag
 */

/** A term that only the server can search for. */
export class UnsupportedTerm extends Error {
  /** @param {string} term */
  constructor(term) {
    super(term);
    this.term = term;
  }
}

/** Letters of scripts that don't separate words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/**
 * The words of a text without case and accents, each between spaces: " cafe au lait ".
 * @param {string} text
 */
export function foldedWords(text) {
  const folded = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return ` ${(folded.match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")} `;
}

/** The names of tags: which belong to one tag, and which count as another. */
export class TagNames {
  /** @param {KnownTag[]} tags */
  constructor(tags) {
    /** @type {Map<string, string>} the names and aliases of tags, with the tag's own name */
    this.names = new Map();
    /** @type {Map<string, string[]>} the tags that directly imply a tag */
    this.implying = new Map();
    /** @type {Map<string, string>} the nearest tag above a tag */
    this.above = new Map();
    for (const { tag, aliases = [], implies = [], parent } of tags) {
      if (parent !== undefined) this.above.set(tag, parent);
      for (const name of [tag, ...aliases]) this.names.set(plain(name), plain(tag));
      for (const other of implies) this.implying.set(plain(other), [...(this.implying.get(plain(other)) ?? []), tag]);
    }
  }

  /**
   * The plain names of the tags below `travel` for `travel/`; undefined for other names, and if there are none.
   * @param {string} name
   */
  branch(name) {
    const [, start] = BRANCH.exec(plain(name)) ?? [];
    if (start === undefined) return undefined;
    const top = this.names.get(start) ?? start;
    const below = [...this.names.values()].filter((tag) => tag.startsWith(`${top}/`) || tag.startsWith(`${top}::`));
    return below.length > 0 ? below : undefined;
  }

  /**
   * Tags with all tags above them, each once.
   * @param {string[]} tags
   */
  withAbove(tags) {
    const all = new Set(tags);
    for (const tag of all) {
      const parent = this.above.get(tag);
      if (parent !== undefined) all.add(parent);
    }
    return [...all];
  }

  /**
   * The plain names of all tags that count as a tag: its own, and those of the tags that imply it.
   * @param {string} name  a name or an alias
   */
  countingAs(name) {
    const found = new Set(this.branch(name) ?? [this.names.get(plain(name)) ?? plain(name)]);
    for (const tag of found) for (const other of this.implying.get(tag) ?? []) found.add(plain(other));
    return found;
  }
}

/** The separators of levels at the end of a typed name. */
const BRANCH = /^(.+?)(\/|::)$/;

/** Items of a query's results, found among the kept ones. */
export class Search {
  /** @param {TagNames} names */
  constructor(names) {
    this.names = names;
    /** @type {WeakMap<Item, { title: string, tags: string, all: string }>} */
    this.texts = new WeakMap();
  }

  /**
   * The items that a query finds, in its order.
   * @param {Item[]} items  the newest first
   * @param {string} query
   * @param {{ isTyping?: boolean, now?: Date }} options  while typing, the last word is a beginning
   * @throws {UnsupportedTerm}
   */
  find(items, query, { isTyping = false, now = new Date() } = {}) {
    const all = terms(query);
    const test = new QueryParser(all, (term) => this.test(term, query, isTyping, now)).parse();
    const found = items.filter(test);
    const words = all.filter(({ kind, isNot }) => kind === "word" && !isNot).map(({ value }) => foldedWords(value));
    const sort = sortOf(query) || (words.length ? "relevance" : "new");
    if (sort === "old") return found.reverse();
    if (sort === "title") return found.sort((one, other) => (one.title ?? "").localeCompare(other.title ?? ""));
    if (sort !== "relevance" || words.length === 0) return found;
    const scores = new Map(found.map((item) => [item, this.relevance(item, words)]));
    // Sorting keeps the newest first among equals.
    return found.sort((one, other) => (scores.get(other) ?? 0) - (scores.get(one) ?? 0));
  }

  /**
   * @param {Item} item
   * @param {string[]} words
   */
  relevance(item, words) {
    const { title, tags } = this.text(item);
    const has = (/** @type {string} */ text, /** @type {string} */ word) => text.includes(word.trimEnd());
    return words.reduce((sum, word) => sum + (has(title, word) ? 2 : 0) + (has(tags, word) ? 1 : 0), 0);
  }

  /** @param {Item} item */
  text(item) {
    let text = this.texts.get(item);
    if (!text) {
      const title = foldedWords(item.title ?? "");
      const tags = item.tags.map(foldedWords).join("\n");
      const place = (item.location ?? "").replace(/^[a-z][a-z0-9+.-]*:\/*(www\.)?/i, "");
      text = { title, tags, all: [title, foldedWords(item.note ?? ""), foldedWords(place), tags].join("\n") };
      this.texts.set(item, text);
    }
    return text;
  }

  /**
   * @param {Term} term
   * @param {string} query
   * @param {boolean} isTyping
   * @param {Date} now
   * @returns {Test | null}  null for a term without a condition
   */
  test(term, query, isTyping, now) {
    const { kind, key, value } = term;
    if (kind === "word") {
      const isLast = term.end === query.length && !query.endsWith('"');
      return this.wordTest(value.replace(/\*+$/, ""), (isTyping && isLast) || value.endsWith("*"));
    }
    switch (key) {
      case "tag":
        return value ? this.tagTest(value) : null;
      case "untagged":
        return ({ tags }) => tags.length === 0;
      case "dead":
      case "moved":
        return (item) => linkState(item) === key;
      case "tags":
        return countTest(value) ?? unsupported(query, term);
      case "set":
        return ({ set }) => plain(set) === plain(value);
      case "id":
        return idTest(value) ?? unsupported(query, term);
      case "site":
        return siteTest(value);
      case "location":
        return locationTest(value);
      case "since":
      case "before":
      case "on": {
        const period = periodOf(value, now);
        if (period) return timeTest(key, period);
        return isTyping ? null : unsupported(query, term);
      }
      default:
        return unsupported(query, term);
    }
  }

  /** @param {string} name @returns {Test} */
  tagTest(name) {
    const names = this.names.countingAs(name);
    return ({ tags }) => tags.some((tag) => names.has(plain(tag)));
  }

  /**
   * @param {string} text
   * @param {boolean} isBeginning
   * @returns {Test | null}
   */
  wordTest(text, isBeginning) {
    const words = foldedWords(text);
    if (!words.trim()) return null;
    const sought = UNSPACED.test(text) ? words.trim() : isBeginning ? words.trimEnd() : words;
    return (item) => this.text(item).all.includes(sought);
  }
}

/**
 * @param {string} query
 * @param {Term} term
 * @returns {never}
 */
function unsupported(query, { start, end }) {
  throw new UnsupportedTerm(query.slice(start, end));
}

/** @param {string} text @returns {Test | null} */
function countTest(text) {
  const [, sign, digits] = /^(<=|>=|<|>|=)?(\d+)$/.exec(text) ?? [];
  if (!digits) return null;
  const limit = Number(digits);
  return ({ tags: { length } }) => {
    if (sign === "<") return length < limit;
    if (sign === "<=") return length <= limit;
    if (sign === ">") return length > limit;
    return sign === ">=" ? length >= limit : length === limit;
  };
}

/** @param {string} text @returns {Test | null} */
function idTest(text) {
  const [, first, last] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  return first ? ({ id }) => id >= Number(first) && id <= Number(last ?? first) : null;
}

/** @param {string} text @returns {Test} */
function siteTest(text) {
  const site = hostOf(`http://${text.replace(/^https?:\/\//i, "")}`);
  return ({ location }) => {
    const host = hostOf(location);
    return host === site || host.endsWith(`.${site}`);
  };
}

/** A location without what makes no difference. */
const bare = (/** @type {string} */ place) =>
  place
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/^www\./, "")
    .replace(/\/$/, "");

/** @param {string} text @returns {Test} */
function locationTest(text) {
  const sought = bare(text);
  return ({ location }) => !!location && bare(location).startsWith(sought);
}

/**
 * @param {string} key
 * @param {import("./offline_times.js").Period} period
 * @returns {Test}
 */
function timeTest(key, { start, begin, end }) {
  return ({ at }) => {
    const time = Date.parse(at);
    if (key === "since") return time >= start;
    return key === "before" ? time < start : time >= begin && time < end;
  };
}

// MARK: The grammar

/**
 * Reads the terms of a query; from tightest to loosest, the operators are `|`, `not` and `-`, `and`, `or`. Parentheses that
 * are missing or have no partner are ignored, as while typing.
 */
class QueryParser {
  /**
   * @param {Term[]} all
   * @param {(term: Term) => Test | null} makeTest
   */
  constructor(all, makeTest) {
    this.all = all.filter(({ key }) => key !== "sort");
    this.makeTest = makeTest;
    this.place = 0;
  }

  /** @returns {Test} */
  parse() {
    /** @type {(Test | null)[]} */
    const parts = [];
    while (this.place < this.all.length) {
      parts.push(this.either());
      this.take("sign", ")");
    }
    return every(parts) ?? (() => true);
  }

  /**
   * Takes the next term if it is a sign or an operator.
   * @param {string} kind
   * @param {string} name
   */
  take(kind, name) {
    if (!this.isNext(kind, name)) return false;
    this.place += 1;
    return true;
  }

  /**
   * @param {string} kind
   * @param {string} name
   */
  isNext(kind, name) {
    const next = this.all[this.place];
    return next?.kind === kind && (kind === "sign" ? next.value : next.key) === name;
  }

  either() {
    const parts = [this.both()];
    while (this.take("operator", "or")) parts.push(this.both());
    return some(parts);
  }

  both() {
    /** @type {(Test | null)[]} */
    const parts = [];
    while (this.place < this.all.length && !this.isNext("operator", "or") && !this.isNext("sign", ")"))
      if (!this.take("operator", "and")) parts.push(this.negated());
    return every(parts);
  }

  /** @returns {Test | null} */
  negated() {
    let isNot = false;
    while (this.take("operator", "not") || this.takesMinus()) isNot = !isNot;
    if (this.all[this.place]?.isNot) isNot = !isNot;
    const parts = [this.primary()];
    while (this.take("sign", "|")) parts.push(this.alternative());
    return not(some(parts), isNot);
  }

  /** Takes a minus before a parenthesis, which is read as a word. */
  takesMinus() {
    const [minus, next] = this.all.slice(this.place, this.place + 2);
    if (minus?.kind !== "word" || minus.value !== "-" || next?.value !== "(" || next.start !== minus.end) return false;
    this.place += 1;
    return true;
  }

  alternative() {
    const isNot = this.all[this.place]?.isNot ?? false;
    return not(this.primary(), isNot);
  }

  /** @returns {Test | null} */
  primary() {
    if (this.take("sign", "(")) {
      const inside = this.either();
      this.take("sign", ")");
      return inside;
    }
    const term = this.all[this.place];
    this.place += 1;
    return !term || term.kind === "sign" || term.kind === "operator" ? null : this.makeTest(term);
  }
}

/**
 * @param {Test | null} test
 * @param {boolean} isNot
 * @returns {Test | null}
 */
const not = (test, isNot) => (isNot && test ? (item) => !test(item) : test);

/** @param {(Test | null)[]} tests @returns {Test | null} */
function every(tests) {
  const all = tests.flatMap((test) => test ?? []);
  return all.length === 0 ? null : (item) => all.every((test) => test(item));
}

/** @param {(Test | null)[]} tests @returns {Test | null} */
function some(tests) {
  const all = tests.flatMap((test) => test ?? []);
  return all.length === 0 ? null : (item) => all.some((test) => test(item));
}
