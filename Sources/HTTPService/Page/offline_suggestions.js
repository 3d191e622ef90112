// Suggests tags from the kept items, for when the server can't be reached: tags that were used together with an item's tags, for its
// site, and for words of its title.

import { localSuggestions } from "./local_suggestions.js";
import { foldedWords } from "./offline_search.js";
import { hostOf, plain } from "./text.js";

/**
 * @typedef {import("./items_model.js").Item} Item
 * @typedef {import("./items_model.js").Suggestion} Suggestion
 * @typedef {{ count: number, tags: Map<string, number> }} Companions  how many items have the evidence, and how many of them a tag
 * @typedef {{ title?: string, location?: string, tags?: string[], set?: string }} Described
 */

/** How many items more each evidence seems to have, so that a single item proves little. */
const DOUBT = 1.5;
/** The most tags and words of an item that count. */
const MOST_CLUES = 40;

/** The tags that go with each other in the items of a set. */
class Learned {
  /** @param {Item[]} items */
  constructor(items) {
    /** @type {Map<string, Companions>} by clue */
    this.clues = new Map();
    for (const item of items) for (const clue of cluesOf(item)) this.learn(clue, item.tags);
  }

  /**
   * @param {string} clue
   * @param {string[]} tags
   */
  learn(clue, tags) {
    const found = this.clues.get(clue) ?? { count: 0, tags: new Map() };
    found.count += 1;
    for (const tag of tags.slice(0, MOST_CLUES)) found.tags.set(tag, (found.tags.get(tag) ?? 0) + 1);
    this.clues.set(clue, found);
  }
}

/**
 * The evidence of an item: its tags, its host, and the words of its title.
 * @param {Described} item
 */
function cluesOf({ title = "", location, tags = [] }) {
  const words = foldedWords(title)
    .split(" ")
    .filter((word) => word.length > 2);
  const host = hostOf(location);
  return [
    ...tags.slice(0, MOST_CLUES).map((tag) => `#${plain(tag)}`),
    ...(host ? [`site:${host}`] : []),
    ...new Set(words.slice(0, MOST_CLUES)),
  ];
}

/** Suggestions from a list of items. */
export class KeptSuggestions {
  /**
   * @param {Item[]} items
   * @param {{ tag: string, uses?: number }[]} tags  all known tags, the most used first
   */
  constructor(items, tags) {
    this.items = items;
    this.tags = tags;
    /** @type {Map<string, Learned>} by set */
    this.learned = new Map();
  }

  /** @param {string} set  "" for all */
  learnedFrom(set) {
    let learned = this.learned.get(set);
    if (!learned) {
      learned = new Learned(set ? this.items.filter((item) => item.set === set) : this.items);
      this.learned.set(set, learned);
    }
    return learned;
  }

  /**
   * Tags for a typed text, the most used first.
   * @param {string} text
   * @param {number} limit
   */
  forText(text, limit) {
    return localSuggestions(this.tags, text, limit);
  }

  /**
   * Tags that suit an item and that it doesn't have, best first.
   * @param {Described} item
   * @param {number} limit
   * @returns {Suggestion[]}
   */
  forItem(item, limit) {
    const { clues } = this.learnedFrom(item.set ?? "");
    const has = new Set((item.tags ?? []).map(plain));
    /** @type {Map<string, { unlikely: number, because: string, best: number }>} */
    const found = new Map();
    for (const clue of cluesOf(item)) {
      const { count, tags } = clues.get(clue) ?? { count: 0, tags: new Map() };
      for (const [tag, together] of tags) {
        if (has.has(plain(tag))) continue;
        const share = together / (count + DOUBT);
        const before = found.get(tag) ?? { unlikely: 1, because: "", best: 0 };
        const isBest = share > before.best;
        found.set(tag, {
          unlikely: before.unlikely * (1 - share),
          because: isBest ? clue : before.because,
          best: Math.max(share, before.best),
        });
      }
    }
    return [...found]
      .map(([tag, { unlikely, because }]) => ({
        tag,
        probability: 1 - unlikely,
        score: 1 - unlikely,
        because: [because],
      }))
      .sort((one, other) => other.score - one.score)
      .slice(0, limit);
  }
}
