// The model of the Tags view without a browser: the address, the shown tags, selection, renaming and pairs.

import assert from "node:assert/strict";
import test from "node:test";

import {
  aliasRequest,
  deleteRequest,
  distinctRequest,
  implicationRequest,
  mergeRequest,
  renameRequest,
} from "../../Sources/HTTPService/Page/tags_changes.js";
import {
  addressOf,
  choices,
  cleanUpRules,
  countBelow,
  counts,
  holderOf,
  initialState,
  isOpen,
  isTree,
  isUndoable,
  places,
  queryOf,
  rows,
  shownGroups,
  shownPairs,
  shownRules,
  survivorOf,
  update,
  windowed,
} from "../../Sources/HTTPService/Page/tags_model.js";

/** @type {(tag: string, uses: number, more?: any) => any} */
const tag = (name, uses, more = {}) => ({
  tag: name,
  key: name.toLowerCase(),
  uses,
  aliases: [],
  implies: [],
  sets: 1,
  ...more,
});
const TAGS = [
  tag("film", 41, { aliases: ["Movie"], last: "2026-09-01T10:00:00Z" }),
  tag("Zoo", 3),
  tag("café", 3, { last: "2026-10-01T10:00:00Z" }),
  tag("books", 1),
  tag("book", 94),
  tag("映画", 1),
  tag("someday", 0),
];
const PAIRS = [
  { tag: "books", other: "book", likeness: "plural" },
  { tag: "Zoo", other: "book", likeness: "letter" },
];

/** A state after events. */
const after = (state, ...events) => events.reduce(update, state);
const names = (state) => rows(state).map((row) => row.tag);

/** @param {string} search */
function live(search = "", tags = TAGS) {
  return after(
    initialState(search),
    { type: "tagsRead", tags, order: "uses", isFirst: true, isLast: true },
    { type: "pairsRead", of: "alike", pairs: PAIRS, count: 2 },
  );
}

test("the address has the state of the view, and brings it back", () => {
  assert.equal(addressOf(live()), "");
  const state = after(
    live(),
    { type: "sorted", sort: "recent" },
    { type: "sorted", sort: "recent" },
    { type: "shown", show: "once" },
    { type: "found", text: "映 a&b" },
  );
  const address = addressOf(state);
  assert.equal(new URLSearchParams(address).get("sort"), "-recent");
  assert.equal(addressOf(initialState(address)), address);
  assert.equal(addressOf(initialState("?sort=size&show=many&view=map")), "");
});

test("tags are sorted by uses, name and recency, and each column turns around", () => {
  assert.deepEqual(names(live()), ["book", "film", "café", "Zoo", "books", "映画", "someday"]);
  assert.deepEqual(names(live("?sort=name")), ["book", "books", "café", "film", "someday", "Zoo", "映画"]);
  assert.deepEqual(names(live("?sort=-uses"))[0], "someday");
  assert.deepEqual(names(live("?sort=recent")).slice(0, 2), ["café", "film"]);
  assert.equal(after(live(), { type: "sorted", sort: "uses" }).isReversed, true);
  assert.equal(after(live("?sort=-uses"), { type: "sorted", sort: "name" }).isReversed, false);
});

test("pages that arrive in the requested order are shown as they are", () => {
  const first = update(initialState(), {
    type: "tagsRead",
    tags: [tag("z", 9), tag("a", 8)],
    order: "uses",
    isFirst: true,
    isLast: false,
  });
  assert.deepEqual(names(first), ["z", "a"]);
  const second = update(first, { type: "tagsRead", tags: [tag("b", 8)], order: "uses", isFirst: false, isLast: true });
  assert.deepEqual(names(second), ["z", "a", "b"]);
  assert.equal(second.isComplete, true);
});

test("filters count and show tags that are used once or never", () => {
  assert.deepEqual(counts(live()), { all: 7, once: 2, unused: 1, alike: 2, rules: 0, groups: 0 });
  assert.deepEqual(names(live("?show=once")), ["books", "映画"]);
  assert.deepEqual(names(live("?show=unused")), ["someday"]);
  assert.deepEqual(counts(live("?find=book")), { all: 2, once: 1, unused: 0, alike: 2, rules: 0, groups: 0 });
});

test("finding ignores case and accents, and looks at aliases", () => {
  assert.deepEqual(names(live("?find=CAFE")), ["café"]);
  assert.deepEqual(names(live("?find=movie")), ["film"]);
  assert.deepEqual(names(live("?find=%E6%98%A0")), ["映画"]);
  assert.deepEqual(names(live("?find=xyz")), []);
});

test("a tag's query quotes the characters that would end it", () => {
  assert.equal(queryOf("film"), "#film");
  assert.equal(queryOf("to read"), '#"to read"');
  assert.equal(queryOf('a "b" \\c'), '#"a \\"b\\" \\\\c"');
  assert.equal(queryOf("a|b"), '#"a|b"');
  assert.equal(queryOf("映画"), "#映画");
});

test("tags are selected one by one, in ranges and all together", () => {
  let state = after(live(), { type: "toggled", tag: "film" }, { type: "rangeToggled", from: "film", to: "Zoo" });
  assert.deepEqual([...state.selected], ["film", "café", "Zoo"]);
  state = after(state, { type: "allToggled" });
  assert.equal(state.selected.size, 7);
  assert.equal(update(state, { type: "allToggled" }).selected.size, 0);
  assert.equal(update(state, { type: "shown", show: "once" }).selected.size, 0, "hidden tags aren't selected");
});

test("a deleted tag is no longer selected, listed or counted", () => {
  const state = after(
    live(),
    { type: "toggled", tag: "film" },
    { type: "changed", kind: "delete", names: ["film"], after: 5, removed: ["film"] },
  );
  assert.equal(state.selected.size, 0);
  assert.equal(counts(state).all, 6);
  assert.deepEqual(state.change, { number: 1, kind: "delete", names: ["film"], after: 5 });
});

test("a renamed tag keeps its uses; its old name is gone", () => {
  const state = update(live(), {
    type: "changed",
    kind: "rename",
    names: ["film", "cinema"],
    after: 1,
    removed: ["film"],
    tags: [tag("cinema", 41, { aliases: ["film"] })],
  });
  assert.deepEqual(names(state).slice(0, 2), ["book", "cinema"]);
});

test("a new name that another tag has, by name, key or alias, is found before it is sent", () => {
  assert.equal(holderOf(live(), "BOOK", "books")?.tag, "book");
  assert.equal(holderOf(live(), "movie", "books")?.tag, "film");
  assert.equal(holderOf(live(), "Film", "film"), undefined, "the same name in another case");
  assert.equal(holderOf(live(), "new", "books"), undefined);
  const state = after(
    live(),
    { type: "renameStarted", tag: "books" },
    { type: "renameClashed", text: "BOOK", other: "book" },
  );
  assert.deepEqual(state.renaming, { tag: "books", text: "BOOK", other: "book" });
});

test("a merge keeps the most used tag unless another is chosen", () => {
  assert.equal(survivorOf(/** @type {any} */ (TAGS)).tag, "book");
  assert.equal(survivorOf(/** @type {any} */ ([tag("aa", 1), tag("b", 1)])).tag, "b");
});

test("choices begin with the equal name, then names that begin with the text", () => {
  const tags = [tag("art", 1), tag("party", 90), tag("artist", 5)];
  assert.deepEqual(
    choices(live("", tags), "ART", []).map((choice) => choice.tag),
    ["art", "artist", "party"],
  );
  assert.deepEqual(
    choices(live("", tags), "art", ["art"]).map((choice) => choice.tag),
    ["artist", "party"],
  );
});

// Pairs

const merged = {
  type: "changed",
  kind: "merge",
  names: ["books", "book"],
  after: 7,
  removed: ["books"],
  tags: [tag("book", 95)],
};

test("a merged pair stays at its place, can be undone, and no longer counts", () => {
  const before = live("?show=alike");
  const state = update(before, /** @type {any} */ ({ ...merged, pair: before.pairs[0] }));
  assert.deepEqual(
    shownPairs(state).map((pair) => pair.tag),
    ["books", "Zoo"],
  );
  assert.deepEqual(
    shownPairs(state).map((pair) => isOpen(state, pair)),
    [false, true],
  );
  assert.deepEqual(
    shownPairs(state).map((pair) => isUndoable(state, pair)),
    [true, false],
  );
  assert.equal(counts(state).alike, 1);
});

test("only the newest change can be undone in its place", () => {
  const before = live("?show=alike");
  const first = update(before, /** @type {any} */ ({ ...merged, pair: before.pairs[0] }));
  const state = update(first, { type: "changed", kind: "distinct", names: [], after: 8, pair: first.pairs[1] });
  assert.deepEqual(
    shownPairs(state).map((pair) => isUndoable(state, pair)),
    [false, true],
  );
});

test("undoing opens a pair again", () => {
  const before = live("?show=alike");
  const distinct = update(before, { type: "changed", kind: "distinct", names: [], after: 8, pair: before.pairs[0] });
  assert.equal(isOpen(distinct, distinct.pairs[0]), false);
  const undone = update(distinct, { type: "undone" });
  assert.equal(isOpen(undone, undone.pairs[0]), true);
});

test("pairs that are read again keep their places; new pairs come last", () => {
  const before = live("?show=alike");
  const state = update(update(before, /** @type {any} */ ({ ...merged, pair: before.pairs[0] })), {
    type: "pairsRead",
    of: "alike",
    pairs: [{ tag: "cafe", other: "café", likeness: "accents" }, PAIRS[1]],
    count: 12,
  });
  assert.deepEqual(
    state.pairs.map((pair) => pair.tag),
    ["books", "Zoo", "cafe"],
  );
  assert.equal(state.unlistedPairs.alike, 10);
});

test("a swapped pair merges the other way, and opening the list again leaves out the decided pairs", () => {
  const before = live("?show=alike");
  const state = update(before, { type: "swapped", pair: before.pairs[1] });
  assert.deepEqual([state.pairs[1].tag, state.pairs[1].other], ["book", "Zoo"]);
  const decided = update(state, { type: "changed", kind: "distinct", names: [], after: 9, pair: state.pairs[0] });
  assert.equal(update(decided, { type: "shown", show: "alike" }).pairs.length, 1);
});

test("pairs that look alike or mean the same are one list, each once with its strongest reason", () => {
  const same = [{ tag: "Zoo", other: "film", likeness: "words", words: ["lion"] }, PAIRS[0]];
  const state = update(live("?show=same"), { type: "pairsRead", of: "same", pairs: same, count: 12 });
  assert.deepEqual(
    shownPairs(state).map((pair) => pair.other),
    ["book", "book", "film"],
  );
  assert.equal(state.show, "alike", "an address of earlier versions");
  assert.equal(counts(state).alike, 13);
  const decided = update(state, { type: "changed", kind: "distinct", names: [], after: 8, pair: shownPairs(state)[0] });
  assert.equal(counts(decided).alike, 12);
});

test("a suggestion that has become a rule is no longer suggested", () => {
  const rule = { id: 1, q: "site:youtube.com", tag: "video", auto: false };
  const suggested = [
    { q: "site:youtube.com", tag: "video", hits: 41, items: 43 },
    { q: "site:imdb.com", tag: "movie", hits: 9, items: 9 },
  ];
  const state = update(live("?show=rules"), { type: "rulesRead", rules: { rules: [], suggested } });
  assert.equal(shownRules(state).suggested.length, 2);
  const accepted = update(state, { type: "rulesRead", rules: { rules: [rule], suggested } });
  assert.deepEqual(
    shownRules(accepted).suggested.map(({ tag }) => tag),
    ["movie"],
  );
  assert.deepEqual([counts(accepted).rules, shownRules({ ...accepted, find: "imdb" }).rules.length], [1, 0]);
});

test("rules that are worth cleaning up are about ten items or more, and no day", () => {
  const suggested = [
    { q: "site:youtube.com", tag: "video", hits: 41, items: 43 },
    { q: "site:imdb.com", tag: "movie", hits: 9, items: 9 },
    { q: "monday", tag: "week", hits: 30, items: 30, kind: "word", value: "Monday" },
  ];
  const state = update(live(), { type: "rulesRead", rules: { rules: [], suggested } });
  assert.deepEqual(
    cleanUpRules(state, new Set(["monday"])).map(({ tag }) => tag),
    ["video"],
  );
});

// The window

test("only the rows around the window are drawn", () => {
  assert.deepEqual(windowed(100_000, 42_000, 800, 42), { first: 990, last: 1029 });
  assert.deepEqual(windowed(10, 0, 800, 42), { first: 0, last: 10 });
  assert.deepEqual(windowed(0, 0, 800, 42), { first: 0, last: 0 });
  assert.deepEqual(windowed(5, 90_000, 800, 42), { first: 5, last: 5 });
});

test("100,000 tags are sorted, found and changed without comparing each with each", () => {
  const many = Array.from({ length: 100_000 }, (_, index) => tag(`tag ${(index * 7919) % 100_000}`, index % 50));
  const time = (act) => {
    const start = process.cpuUsage();
    act();
    return process.cpuUsage(start).user;
  };
  const state = live("", many);
  const sorting = time(() => many.map((row) => row.tag).sort());
  const work = time(() => {
    assert.equal(rows(state).length, 100_000);
    assert.equal(rows(update(state, { type: "found", text: "9999" })).length > 0, true);
    assert.equal(
      rows(update(state, { type: "refreshed", removed: ["tag 5"], tags: [tag("tag 6", 2)] })).length,
      99_999,
    );
  });
  assert.ok(work < 100 * sorting, `${work} µs; sorting takes ${sorting} µs`);
});

// Requests

test("requests name tags that have slashes, spaces and other scripts", () => {
  assert.deepEqual(renameRequest("a/b", "c"), { method: "PATCH", path: "tags/a%2Fb", body: { tag: "c" } });
  assert.deepEqual(mergeRequest(["to read", "later"], "reading"), {
    method: "POST",
    path: "tags/merge",
    body: { tags: ["to read", "later"], into: "reading" },
  });
  assert.deepEqual(deleteRequest(["#x?"]), { method: "POST", path: "tags/delete", body: { tags: ["#x?"] } });
  assert.deepEqual(aliasRequest("film", "映画", true), { method: "PUT", path: "tags/film/aliases/%E6%98%A0%E7%94%BB" });
  assert.deepEqual(implicationRequest(["a"], "b", false), {
    method: "POST",
    path: "implications",
    body: { tags: ["a"], implies: "b", remove: true },
  });
  assert.deepEqual(distinctRequest("a", "b"), { method: "PUT", path: "tags/a/distinct/b" });
});

// MARK: The tree

const TREE = [
  tag("rome", 9),
  tag("travel", 1, { total: 8 }),
  tag("travel/italy", 5, { parent: "travel", total: 6 }),
  tag("travel/italy/rome", 1, { parent: "travel/italy" }),
  tag("travel/peru", 2, { parent: "travel" }),
];
const treeRead = (folded) =>
  after(initialState("", folded), { type: "tagsRead", tags: TREE, order: "uses", isFirst: true, isLast: true });
const drawn = (state) => rows(state).map((row) => [row.tag, places(state).get(row.tag)]);

test("tags are below the tags above them, in the order of their uses with those below", () => {
  const state = treeRead();
  assert.ok(isTree(state));
  assert.deepEqual(drawn(state), [
    ["rome", { level: 0, isOpen: undefined }],
    ["travel", { level: 0, isOpen: true }],
    ["travel/italy", { level: 1, isOpen: true }],
    ["travel/italy/rome", { level: 2, isOpen: undefined }],
    ["travel/peru", { level: 1, isOpen: undefined }],
  ]);
  assert.deepEqual(
    names(after(state, { type: "sorted", sort: "name" })),
    TREE.map((one) => one.tag),
  );
  assert.deepEqual([countBelow(state.tags, "travel"), countBelow(state.tags, "rome")], [3, 0]);
});

test("a folded tag hides all tags below it", () => {
  const state = after(treeRead(new Set(["travel/italy"])), { type: "toggled", tag: "rome" });
  assert.deepEqual(names(state), ["rome", "travel", "travel/italy", "travel/peru"]);
  const folded = after(state, { type: "folded", tag: "travel" });
  assert.deepEqual(names(folded), ["rome", "travel"]);
  assert.deepEqual([...folded.folded], ["travel/italy", "travel"]);
  assert.deepEqual(names(after(folded, { type: "folded", tag: "travel" })), names(state));
});

test("found and filtered tags are a plain list, and so are tags without levels", () => {
  const found = after(treeRead(new Set(["travel"])), { type: "found", text: "rome" });
  assert.ok(!isTree(found));
  assert.deepEqual(names(found), ["rome", "travel/italy/rome"]);
  assert.equal(places(found).size, 0);
  const flat = TREE.map(({ parent, total, ...one }) => one);
  const state = after(initialState(), { type: "tagsRead", tags: flat, order: "uses", isFirst: true, isLast: true });
  assert.ok(!isTree(state));
  // A tag whose tag above isn't listed is at the top.
  const lost = after(initialState(), {
    type: "tagsRead",
    tags: TREE.slice(2),
    order: "uses",
    isFirst: true,
    isLast: true,
  });
  assert.deepEqual(names(lost), ["travel/italy", "travel/italy/rome", "travel/peru"]);
});

test("groups are found by their name or a tag", () => {
  const groups = [
    { group: "state", tags: ["todo", "done"] },
    { group: "size", tags: ["klein", "größer"] },
  ];
  const state = update(initialState("?show=groups"), { type: "groupsRead", groups });
  assert.equal(state.show, "groups");
  assert.equal(counts(state).groups, 2);
  const found = (/** @type {string} */ find) => shownGroups({ ...state, find }).map(({ group }) => group);
  assert.deepEqual(
    [found(""), found("DONE"), found("großer"), found("nothing")],
    [["state", "size"], ["state"], ["size"], []],
  );
});
