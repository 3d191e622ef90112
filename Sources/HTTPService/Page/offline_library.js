// Answers the Items view from the kept items, as the server would.

import { withWaiting } from "./offline_model.js";
import { Search, TagNames } from "./offline_search.js";
import { KeptSuggestions } from "./offline_suggestions.js";

/**
 * @typedef {import("./items_model.js").Item} Item
 * @typedef {import("./unsent.js").Unsent} Unsent
 * @typedef {import("./offline_store.js").Contents} Contents
 * @typedef {{ page: number, size: number, isTyping?: boolean, facets?: number, hasDaily?: boolean }} Wanted
 *   `hasDaily` is false to leave out the items of daily sets
 */

export class Library {
  /**
   * @param {Contents} contents
   * @param {Unsent[]} waiting  the changes that weren't sent, the oldest first
   */
  constructor({ items, rest }, waiting) {
    this.items = items.map((item) => withWaiting(item, waiting));
    this.rest = rest;
    const tags =
      rest.tags.length > 0 ? rest.tags : usedTags(this.items).map(({ tag, count }) => ({ tag, uses: count }));
    this.names = new TagNames(tags);
    this.search = new Search(this.names);
    this.suggestions = new KeptSuggestions(this.items, tags);
    /** @type {{ key: string, items: Item[] }} */
    this.last = { key: "", items: [] };
  }

  /**
   * A page of a query's results.
   * @param {string} query
   * @param {Wanted} wanted
   */
  page(query, { page, size, isTyping = false, facets = 0, hasDaily = true }) {
    const key = JSON.stringify([query, isTyping, hasDaily]);
    if (this.last.key !== key) {
      const items = this.search.find(this.items, query, { isTyping });
      this.last = { key, items: hasDaily ? items : items.filter((item) => !Object.hasOwn(item, "day")) };
    }
    const { items } = this.last;
    return {
      items: items.slice(page * size, (page + 1) * size),
      total: items.length,
      facets: facets > 0 ? this.facets(items).slice(0, facets) : [],
    };
  }

  /**
   * The tags of items and those above them, the most frequent first.
   * @param {Item[]} items
   */
  facets(items) {
    return countedTexts(items.flatMap(({ tags }) => this.names.withAbove(tags))).map(([tag, count]) => {
      const parent = this.names.above.get(tag);
      return parent === undefined ? { tag, count } : { tag, count, parent };
    });
  }

  counts() {
    const { length: all } = this.items;
    const having = (/** @type {number} */ count) => this.items.filter(({ tags }) => tags.length === count).length;
    return { all, untagged: having(0), single: having(1) };
  }

  /** The views with the numbers of kept items that they find; 0 for queries that only the server can answer. */
  views() {
    return this.rest.views.map(({ view, q }) => {
      try {
        return { view, q, count: this.search.find(this.items, q).length };
      } catch {
        return { view, q, count: 0 };
      }
    });
  }

  /** @param {number} id */
  item(id) {
    return this.items.find((item) => item.id === id);
  }

  /** @param {number} id */
  itemVersion(id) {
    const item = this.item(id);
    return item && { item, version: "" };
  }

  /** The sets of the items, the most used first. */
  sets() {
    const names = countedTexts(this.items.map(({ set }) => set)).map(([set]) => ({ set, chosen: false }));
    return { sets: names };
  }

  /**
   * Tags for a typed text, or for an item if there is no text.
   * @param {string} text
   * @param {Partial<Item>} item
   * @param {number} limit
   * @returns {import("./suggestions.js").Suggested}
   */
  suggest(text, item, limit) {
    return text ? this.suggestions.forText(text, limit) : { suggestions: this.suggestions.forItem(item, limit) };
  }

  /**
   * Suggests tags for each of many items.
   * @param {Item[]} items
   * @param {(id: number, suggestions: import("./items_model.js").Suggestion[]) => void} act
   */
  suggestEach(items, act) {
    for (const item of items) act(item.id, this.suggestions.forItem(item, 8));
    return items.length;
  }
}

/**
 * Texts with how often each occurs, the most frequent first.
 * @param {string[]} texts
 */
function countedTexts(texts) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1]);
}

/**
 * The tags of items, the most frequent first.
 * @param {Item[]} items
 * @returns {{ tag: string, count: number }[]}
 */
const usedTags = (items) => countedTexts(items.flatMap(({ tags }) => tags)).map(([tag, count]) => ({ tag, count }));
