// The state of the Tags view: every tag, what is shown of it, and what was changed. Knows neither the document nor the network.

import { plain } from "./text.js";

/**
 * @typedef {TagDocument & { text: string }} Tag
 * @typedef {import("./tag_looks.js").TagGroup} TagGroup
 * @typedef {"uses" | "name" | "recent"} Sort
 * @typedef {"alike" | "same"} PairKind  tags that look alike, or that mean the same; both are listed together
 * @typedef {"all" | "once" | "unused" | "alike" | "rules" | "groups"} Show
 * @typedef {"merge" | "distinct"} PairOutcome
 * @typedef {{ tag: string, other: string, likeness: string, words?: string[], together?: number, of?: PairKind, outcome?: PairOutcome, change?: number }} Pair  change: the number of the change that decided it
 * @typedef {{ number: number, kind: string, names: string[], after: number }} Change  after: the id of the newest undo step
 * @typedef {{ id: number, q: string, tag: string, auto: boolean, problem?: string }} Rule
 * @typedef {{ q: string, tag: string, hits: number, items: number, kind?: string, value?: string }} SuggestedRule
 * @typedef {{ rules: Rule[], suggested: SuggestedRule[] }} Rules
 * @typedef {{ tag: string, text: string, other: string }} Renaming  other: the existing tag that the typed text names
 * @typedef {{
 *   tags: Tag[], order: Sort, isComplete: boolean,
 *   sort: Sort, isReversed: boolean, show: Show, find: string, untagged: number | null,
 *   selected: Set<string>, folded: Set<string>, renaming: Renaming | null, pairs: Pair[] | null, unlistedPairs: Record<PairKind, number | null>, rules: Rules | null, groups: TagGroup[] | null, change: Change | null, changes: number,
 * }} State
 * @typedef {{ tag: string, key: string, uses: number, aliases: string[], implies: string[], sets: number, last?: string, description?: string, color?: string, parent?: string, total?: number }} TagDocument  parent: the nearest tag above; total: the uses with those of the tags below
 * @typedef {(
 *   { type: "addressed", search: string } | { type: "sorted", sort: Sort } | { type: "shown", show: Show } |
 *   { type: "found", text: string } | { type: "untaggedRead", count: number } |
 *   { type: "tagsRead", tags: TagDocument[], order: Sort, isFirst: boolean, isLast: boolean } |
 *   { type: "pairsRead", of: PairKind, pairs: Pair[], count: number } | { type: "rulesRead", rules: Rules } | { type: "groupsRead", groups: TagGroup[] } | { type: "swapped", pair: Pair } |
 *   { type: "folded", tag: string } | { type: "toggled", tag: string } | { type: "rangeToggled", from: string, to: string } | { type: "allToggled" } | { type: "cleared" } |
 *   { type: "renameStarted", tag: string } | { type: "renameClashed", text: string, other: string } | { type: "renameEnded" } |
 *   { type: "refreshed", removed: string[], tags: TagDocument[] } |
 *   { type: "changed", kind: string, names: string[], after: number, removed?: string[], tags?: TagDocument[], pair?: Pair } |
 *   { type: "undone" }
 * )} Event
 */

/** @type {Sort[]} */
export const SORTS = ["name", "uses", "recent"];
/** @type {Show[]} */
export const SHOWS = ["all", "once", "unused", "alike", "rules", "groups"];

/**
 * @param {string} search the query of the address
 * @param {Set<string>} folded the tags whose tags below are hidden
 */
export function initialState(search = "", folded = new Set()) {
  return update(
    /** @type {State} */ ({
      tags: [],
      order: "uses",
      isComplete: false,
      sort: "uses",
      isReversed: false,
      show: "all",
      find: "",
      untagged: null,
      selected: new Set(),
      folded,
      renaming: null,
      pairs: null,
      unlistedPairs: { alike: null, same: null },
      rules: null,
      groups: null,
      change: null,
      changes: 0,
    }),
    { type: "addressed", search },
  );
}

/**
 * A text for finding: without case and accents.
 * @param {string} text
 */
function folded(text) {
  const lower = plain(text.normalize("NFKC"));
  return /^[\0-\x7f]*$/.test(lower) ? lower : lower.normalize("NFD").replace(/\p{M}/gu, "");
}

/** @param {TagDocument} tag @returns {Tag} */
function known(tag) {
  return { ...tag, text: folded([tag.tag, ...tag.aliases].join("\n")) };
}

// MARK: The address

/** @param {State} state */
export function addressOf(state) {
  const query = new URLSearchParams();
  const sort = (state.isReversed ? "-" : "") + state.sort;
  if (sort !== "uses") query.set("sort", sort);
  if (state.show !== "all") query.set("show", state.show);
  if (state.find) query.set("find", state.find);
  const text = query.toString();
  return text && `?${text}`;
}

/** @param {string} search */
function fieldsOf(search) {
  const query = new URLSearchParams(search);
  const sort = query.get("sort") ?? "uses";
  const name = /** @type {Sort} */ (sort.replace(/^-/, ""));
  // Earlier addresses had two lists of pairs.
  const show = /** @type {Show} */ ((query.get("show") ?? "").replace(/^same$/, "alike"));
  const isKnown = SORTS.includes(name);
  return {
    sort: isKnown ? name : /** @type {Sort} */ ("uses"),
    isReversed: isKnown && sort.startsWith("-"),
    show: SHOWS.includes(show) ? show : /** @type {Show} */ ("all"),
    find: query.get("find") ?? "",
  };
}

/**
 * The query that finds the items with a tag.
 * @param {string} tag
 */
export function queryOf(tag) {
  return /^[^\s"'()|\\]+$/.test(tag) ? `#${tag}` : `#"${tag.replace(/["\\]/g, "\\$&")}"`;
}

// MARK: Events

/**
 * @param {State} state
 * @param {Event} event
 * @returns {State}
 */
export function update(state, event) {
  switch (event.type) {
    case "addressed":
      return { ...state, ...fieldsOf(event.search), renaming: null };
    case "sorted":
      return { ...state, sort: event.sort, isReversed: event.sort === state.sort && !state.isReversed };
    case "shown":
      return {
        ...state,
        show: event.show,
        renaming: null,
        selected: new Set(),
        pairs: isPairs(event.show) ? openPairs(state) : state.pairs,
      };
    case "found":
      return { ...state, find: event.text, renaming: null };
    case "untaggedRead":
      return { ...state, untagged: event.count };
    case "tagsRead":
      return tagsRead(state, event);
    case "pairsRead":
      return pairsRead(state, event);
    case "rulesRead":
      return { ...state, rules: event.rules };
    case "groupsRead":
      return { ...state, groups: event.groups };
    case "swapped":
      return { ...state, pairs: replaced(state, event.pair, { tag: event.pair.other, other: event.pair.tag }) };
    case "folded":
      return { ...state, folded: toggled(state.folded, event.tag) };
    case "toggled":
      return { ...state, selected: toggled(state.selected, event.tag) };
    case "rangeToggled":
      return { ...state, selected: new Set([...state.selected, ...between(state, event.from, event.to)]) };
    case "allToggled":
      return { ...state, selected: new Set(isAllSelected(state) ? [] : rows(state).map(({ tag }) => tag)) };
    case "cleared":
      return { ...state, selected: new Set() };
    case "renameStarted":
      return { ...state, renaming: { tag: event.tag, text: event.tag, other: "" } };
    case "renameClashed":
      return { ...state, renaming: state.renaming && { ...state.renaming, text: event.text, other: event.other } };
    case "renameEnded":
      return { ...state, renaming: null };
    case "refreshed":
      return withTags(state, event.removed, event.tags);
    case "changed":
      return tagsChanged(state, event);
    case "undone":
      return {
        ...state,
        change: null,
        pairs:
          state.pairs &&
          state.pairs.map((pair) => (pair.change === state.change?.number ? { ...pair, outcome: undefined } : pair)),
      };
  }
}

/** @param {State} state @param {Extract<Event, { type: "tagsRead" }>} event @returns {State} */
function tagsRead(state, { tags: list, order, isFirst, isLast }) {
  const tags = [...(isFirst ? [] : state.tags), ...list.map(known)];
  if (isLast) tags.sort(byName);
  return prunedSelection({ ...state, tags, order, isComplete: isLast });
}

/** @param {State} state @param {Extract<Event, { type: "changed" }>} event @returns {State} */
function tagsChanged(state, { kind, names, after, removed = [], tags = [], pair }) {
  const number = state.changes + 1;
  const next = withTags(state, removed, tags);
  const outcome = /** @type {PairOutcome} */ (kind);
  return {
    ...next,
    changes: number,
    change: { number, kind, names, after },
    pairs: pair ? replaced(next, pair, { outcome, change: number }) : next.pairs,
  };
}

/**
 * Replaces tags by newer versions of them.
 * @param {State} state
 * @param {string[]} removed
 * @param {TagDocument[]} documents
 */
function withTags(state, removed, documents) {
  const news = new Map(documents.map((tag) => [tag.tag, known(tag)]));
  const gone = new Set(removed.filter((tag) => !news.has(tag)));
  const tags = state.tags.filter(({ tag }) => !gone.has(tag));
  tags.forEach(({ tag }, place) => {
    const newer = news.get(tag);
    if (newer) tags[place] = newer;
    news.delete(tag);
  });
  return prunedSelection({ ...state, tags: news.size > 0 ? [...tags, ...news.values()].sort(byName) : tags });
}

/** @param {State} state */
function prunedSelection(state) {
  if (state.selected.size === 0) return state;
  const names = byNames(state.tags);
  const selected = [...state.selected].filter((tag) => names.has(tag) || !state.isComplete);
  return selected.length === state.selected.size ? state : { ...state, selected: new Set(selected) };
}

/** @param {State} state @param {Pair} pair @param {Partial<Pair>} fields */
function replaced(state, pair, fields) {
  return state.pairs && state.pairs.map((other) => (other === pair ? { ...other, ...fields } : other));
}

/**
 * The pairs that nothing was decided about.
 * @param {State} state
 */
function openPairs(state) {
  return state.pairs && state.pairs.filter((pair) => isOpen(state, pair));
}

/** @param {Set<string>} selected @param {string} tag */
function toggled(selected, tag) {
  const tags = new Set(selected);
  if (!tags.delete(tag)) tags.add(tag);
  return tags;
}

// MARK: What is shown

/**
 * Computes once for each list of tags.
 * @template T
 * @param {(tags: Tag[]) => T} compute
 */
function forEachList(compute) {
  /** @type {WeakMap<Tag[], T>} */
  const values = new WeakMap();
  return (/** @type {Tag[]} */ tags) => {
    let value = values.get(tags);
    if (value === undefined) values.set(tags, (value = compute(tags)));
    return value;
  };
}

/** The tags by name. */
export const byNames = forEachList((tags) => new Map(tags.map((tag) => [tag.tag, tag])));

/** The tags by their names and aliases as a person types them. */
const byTexts = forEachList((tags) => {
  const texts = new Map(tags.map((tag) => [plain(tag.tag), tag]));
  for (const tag of tags) for (const alias of tag.aliases) if (!texts.has(plain(alias))) texts.set(plain(alias), tag);
  return texts;
});

/**
 * The tag that a typed text is the name or an alias of, or undefined.
 * @param {Tag[]} tags
 * @param {string} text
 */
export const typedTag = (tags, text) => byTexts(tags).get(plain(text));

const tally = forEachList((tags) => ({
  all: tags.length,
  once: tags.filter(({ uses }) => uses === 1).length,
  unused: tags.filter(({ uses }) => uses === 0).length,
}));

/**
 * How many tags or pairs each filter shows.
 * @param {State} state
 * @returns {Record<Show, number>}
 */
export function counts(state) {
  const alike =
    foundPairs(state).filter((pair) => isOpen(state, pair)).length + (state.find ? 0 : (unlistedPairs(state) ?? 0));
  return { ...tally(found(state)), alike, rules: state.rules?.rules.length ?? 0, groups: state.groups?.length ?? 0 };
}

/** Whether any tag is below another. */
const hasLevels = forEachList((tags) => tags.some(({ parent }) => parent !== undefined));

/**
 * Whether the table is a tree: all tags, some of them below others.
 * @param {State} state
 */
export function isTree({ tags, isComplete, show, find }) {
  return isComplete && show === "all" && !find && hasLevels(tags);
}

/** @typedef {{ level: number, isOpen?: boolean }} Place  isOpen is undefined for a tag without tags below */

/** @type {{ of: unknown[], rows: Tag[], places: Map<string, Place> }} */
let latest = { of: [], rows: [], places: new Map() };

/**
 * The places of the rows in the tree; empty if the table isn't a tree.
 * @param {State} state
 */
export function places(state) {
  rows(state);
  return latest.places;
}

/**
 * The tags of the table, in its order.
 * @param {State} state
 * @returns {Tag[]}
 */
export function rows(state) {
  const of = [state.tags, state.sort, state.isReversed, state.show, state.find, state.isComplete, state.folded];
  if (of.every((value, place) => value === latest.of[place])) return latest.rows;
  const isShown = state.show === "once" ? uses(1) : state.show === "unused" ? uses(0) : () => true;
  const shown = found(state).filter(isShown);
  // Pages that arrive in the requested order are already sorted.
  const isSorted = !state.isComplete && state.order === state.sort && !state.isReversed;
  const list = isSorted ? shown : sorted(shown, state);
  latest = { of, ...(isTree(state) ? tree(list, state.folded) : { rows: list, places: new Map() }) };
  return latest.rows;
}

/**
 * The tags in the order of a tree, without those below folded tags.
 * @param {Tag[]} list
 * @param {Set<string>} folded
 */
function tree(list, folded) {
  const names = new Set(list.map(({ tag }) => tag));
  /** @type {Map<string | undefined, Tag[]>} */
  const below = new Map();
  for (const tag of list) {
    const parent = tag.parent !== undefined && names.has(tag.parent) ? tag.parent : undefined;
    const inside = below.get(parent);
    if (inside) inside.push(tag);
    else below.set(parent, [tag]);
  }
  /** @type {Tag[]} */
  const rows = [];
  /** @type {Map<string, Place>} */
  const places = new Map();
  const add = (/** @type {string | undefined} */ parent, /** @type {number} */ level) => {
    for (const tag of below.get(parent) ?? []) {
      const isOpen = below.has(tag.tag) ? !folded.has(tag.tag) : undefined;
      rows.push(tag);
      places.set(tag.tag, { level, isOpen });
      if (isOpen) add(tag.tag, level + 1);
    }
  };
  add(undefined, 0);
  return { rows, places };
}

/**
 * The uses of a tag with those of the tags below it.
 * @param {Tag} tag
 */
export const totalOf = ({ uses, total }) => total ?? uses;

/**
 * How many tags are below a tag.
 * @param {Tag[]} tags
 * @param {string} tag
 */
export function countBelow(tags, tag) {
  const above = byNames(tags);
  const isBelow = (/** @type {Tag | undefined} */ one) => {
    for (; one?.parent !== undefined; one = above.get(one.parent)) if (one.parent === tag) return true;
    return false;
  };
  return tags.filter(isBelow).length;
}

/** @type {{ tags: Tag[], find: string, found: Tag[] }} */
let latestFound = { tags: [], find: "", found: [] };

/**
 * The tags with the typed text.
 * @param {State} state
 */
function found({ tags, find }) {
  if (!find) return tags;
  if (latestFound.tags === tags && latestFound.find === find) return latestFound.found;
  const words = folded(find).split(" ").filter(Boolean);
  latestFound = { tags, find, found: tags.filter(({ text }) => words.every((word) => text.includes(word))) };
  return latestFound.found;
}

/** @param {number} count @returns {(tag: Tag) => boolean} */
function uses(count) {
  return (tag) => tag.uses === count;
}

/** @param {Tag} a @param {Tag} b */
function byName(a, b) {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}

/** @param {Tag[]} tags @param {State} state */
function sorted(tags, { sort, isReversed, isComplete }) {
  // All tags are kept by name, and sorting keeps the order of equal tags.
  if (sort === "uses") tags.sort((a, b) => totalOf(b) - totalOf(a));
  else if (sort === "name") isComplete || tags.sort(byName);
  else tags.sort((a, b) => compareText(b.last, a.last));
  return isReversed ? tags.reverse() : tags;
}

/** @param {string | undefined} a @param {string | undefined} b */
function compareText(a, b) {
  return (a ?? "") < (b ?? "") ? -1 : (a ?? "") > (b ?? "") ? 1 : 0;
}

/** @param {State} state */
export function isAllSelected(state) {
  return state.selected.size > 0 && state.selected.size >= rows(state).length;
}

/** @param {State} state @param {string} from @param {string} to */
function between(state, from, to) {
  const names = rows(state).map(({ tag }) => tag);
  const places = [names.indexOf(from), names.indexOf(to)].sort((a, b) => a - b);
  return names.slice(Math.max(0, places[0]), places[1] + 1);
}

/**
 * The rows of a window, with a window more above and below.
 * @param {number} count
 * @param {number} top the distance from the top of the first row to the top of the window
 * @param {number} height of the window
 * @param {number} row the height of a row
 */
export function windowed(count, top, height, row) {
  const first = Math.max(0, Math.floor((top - height / 2) / row));
  const last = Math.min(count, Math.ceil((top + height * 1.5) / row));
  return { first: Math.min(first, last), last };
}

/**
 * The tag that a merge keeps unless another is chosen: the most used.
 * @param {Tag[]} tags
 */
export function survivorOf(tags) {
  return [...tags].sort(
    (a, b) => b.uses - a.uses || b.aliases.length - a.aliases.length || a.tag.length - b.tag.length,
  )[0];
}

/**
 * The tag that already has a name or alias, other than the tag that gets it.
 * @param {State} state
 * @param {string} name
 * @param {string} tag
 */
export function holderOf(state, name, tag) {
  const holder = typedTag(state.tags, name);
  return holder && holder.tag !== tag ? holder : undefined;
}

/**
 * Tags to choose from for a typed text: equal, then beginning with it, then containing it; the most used first.
 * @param {State} state
 * @param {string} text
 * @param {string[]} without
 */
export function choices(state, text, without, limit = 8) {
  const typed = folded(text);
  const rank = (/** @type {Tag} */ tag) => (tag.text === typed ? 0 : tag.text.startsWith(typed) ? 1 : 2);
  return state.tags
    .filter((tag) => tag.text.includes(typed) && !without.includes(tag.tag))
    .sort((a, b) => rank(a) - rank(b) || b.uses - a.uses)
    .slice(0, limit);
}

// MARK: Pairs

/**
 * Keeps the pairs at their places when they are read again, so that no other pair slides under the pointer.
 * @param {State} state
 * @param {Extract<Event, { type: "pairsRead" }>} event
 */
function pairsRead(state, { of, pairs, count }) {
  const news = new Map(pairs.map((pair) => [pairID(pair), { ...pair, of }]));
  const kept = (state.pairs ?? []).map((pair) =>
    pair.of === of && news.delete(pairID(pair)) ? { ...pair, outcome: undefined } : pair,
  );
  return {
    ...state,
    pairs: [...kept, ...news.values()],
    unlistedPairs: { ...state.unlistedPairs, [of]: Math.max(0, count - pairs.length) },
  };
}

/** @param {Show} show */
export function isPairs(show) {
  return show === "alike";
}

/**
 * Whether a filter lists single tags, rather than pairs, rules or groups.
 * @param {Show} show
 */
export function isTagList(show) {
  return show === "all" || show === "once" || show === "unused";
}

/**
 * Whether everything that a filter lists was read.
 * @param {State} state
 * @param {Show} show
 */
export function isKnown(state, show) {
  if (isPairs(show)) return unlistedPairs(state) !== null;
  if (show === "rules") return state.rules !== null;
  return show === "groups" ? state.groups !== null : state.isComplete;
}

/**
 * How many pairs weren't read because there are too many; null until the pairs of both kinds are there.
 * @param {State} state
 */
export function unlistedPairs({ unlistedPairs: { alike, same } }) {
  return alike === null || same === null ? null : alike + same;
}

/** @param {State} state @param {Pair} pair */
export function isOpen(state, pair) {
  const names = byNames(state.tags);
  return pair.outcome !== "distinct" && names.has(pair.tag) && names.has(pair.other);
}

/** @param {Pair} pair */
const pairID = (pair) => [pair.tag, pair.other].sort().join("\n");

/**
 * The pairs with a text, each once with its strongest reason: those that look alike come first.
 * @param {State} state
 */
function foundPairs({ pairs, find }) {
  const typed = folded(find);
  const all = pairs ?? [];
  const alike = new Set(all.filter(({ of }) => of === "alike").map(pairID));
  const isFirst = (/** @type {Pair} */ pair) => pair.of !== "same" || !alike.has(pairID(pair));
  return all.filter((pair) => isFirst(pair) && folded(`${pair.tag}\n${pair.other}`).includes(typed));
}

/**
 * The pairs with a text; none for the lists of single tags.
 * @param {State} state
 */
export function shownPairs(state) {
  return isPairs(state.show) ? foundPairs(state) : [];
}

/**
 * Whether a pair's change is the newest and can be undone.
 * @param {State} state
 * @param {Pair} pair
 */
export function isUndoable(state, pair) {
  return state.change !== null && pair.change === state.change.number && !isOpen(state, pair);
}

// MARK: Rules

/**
 * The rules and the suggestions for rules with a text, without suggestions that are rules already.
 * @param {State} state
 * @returns {Rules}
 */
export function shownRules(state) {
  const typed = folded(state.find);
  const { rules, suggested } = state.rules ?? { rules: [], suggested: [] };
  const has = (/** @type {{ q: string, tag: string }} */ { q, tag }) => folded(`${q}\n${tag}`).includes(typed);
  const isNew = (/** @type {SuggestedRule} */ one) => !rules.some(({ q, tag }) => q === one.q && tag === one.tag);
  return { rules: rules.filter(has), suggested: suggested.filter((one) => has(one) && isNew(one)) };
}

/**
 * The groups with a text in their name or in a tag.
 * @param {State} state
 */
export function shownGroups({ groups, find }) {
  const typed = folded(find);
  return (groups ?? []).filter(({ group, tags }) => folded([group, ...tags].join("\n")).includes(typed));
}

/** How many items a suggested rule must be about. */
const RULE_ITEMS = 10;

/**
 * The suggested rules that are worth a place in the list: about enough items, and not about a day.
 * @param {State} state
 * @param {Set<string>} days  the names of days
 */
export function cleanUpRules(state, days) {
  const isDay = (/** @type {SuggestedRule} */ { value, q }) =>
    days.has((value ?? q.replace(/["']/g, "")).toLowerCase());
  return shownRules({ ...state, find: "" }).suggested.filter((rule) => rule.items >= RULE_ITEMS && !isDay(rule));
}
