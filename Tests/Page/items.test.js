// The models of the Items view: queries, heights and the state.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  completed,
  excludedTags,
  hasWords,
  setOf,
  setTerm,
  shownQuery,
  sortOf,
  tagState,
  tagTerm,
  terms,
  toggledTag,
  typedAt,
  withBeginning,
  withSet,
  withSort,
  withTerm,
} from "../../Sources/HTTPService/Page/items_query.js";
import { Heights } from "../../Sources/HTTPService/Page/items_window.js";
import { changeOfTags, changedFields, replacesOthers } from "../../Sources/HTTPService/Page/items_changes.js";
import {
  PAGE,
  facetRows,
  initial,
  isFirstVisit,
  itemAt,
  namespaceOf,
  offeredFor,
  offeredForSelected,
  selectedCount,
  update,
  wantedPages,
} from "../../Sources/HTTPService/Page/items_model.js";

const item = (id, tags = ["a"]) => ({ id, set: "s", title: `item ${id}`, tags, at: "2026-01-01T00:00:00Z" });
const read = (state, page, items, total, facets = []) =>
  update(state, { type: "pageRead", stamp: state.stamp, page, items, total, facets });

test("terms are those of the server", () => {
  const kinds = (text) => terms(text).map(({ kind, key, value, isNot }) => [kind, key, value, isNot].join(" ").trim());
  assert.deepEqual(kinds(`#movie -#seen "two words" site:swift.org`), [
    "tag tag movie false",
    "tag tag seen true",
    "word  two words false",
    "key site swift.org false",
  ]);
  assert.deepEqual(kinds(`#"to \\"read\\"" tag:'a b' (x|y) or not untagged`), [
    `tag tag to "read" false`,
    "tag tag a b false",
    "sign  ( false",
    "word  x false",
    "sign  | false",
    "word  y false",
    "sign  ) false",
    "operator or  false",
    "operator not  false",
    "key untagged  false",
  ]);
  assert.deepEqual(kinds("https://swift.org --#a"), ["key location https://swift.org false", "tag tag a false"]);
});

test("tags are quoted if the query needs it", () => {
  assert.equal(tagTerm("swift"), "#swift");
  assert.equal(tagTerm("role::program"), "#role::program");
  assert.equal(tagTerm("to read"), `#"to read"`);
  assert.equal(tagTerm(`say "hi"`), `#"say \\"hi\\""`);
  assert.equal(tagTerm("c|d"), `#"c|d"`);
  assert.equal(tagTerm("'70s"), `#"'70s"`);
});

test("a click requires a tag, a second click doesn't", () => {
  assert.equal(toggledTag("", "sea"), "#sea");
  assert.equal(toggledTag("walk #map", "to read"), `walk #map #"to read"`);
  assert.equal(toggledTag("#sea walk #map", "Sea"), "walk #map");
  assert.equal(toggledTag("-#sea walk", "sea"), "walk #sea");
  assert.equal(toggledTag("#sea", "sea", true), "-#sea");
  assert.equal(toggledTag("-#sea", "sea", true), "");
});

test("alternatives are kept together", () => {
  assert.equal(toggledTag("#a or #b", "c"), "(#a or #b) #c");
  assert.equal(tagState("#a or #b", "a"), "");
  assert.equal(tagState("(#a or #b) #c", "c"), "with");
  assert.equal(tagState("#a|#b", "a"), "");
  assert.equal(tagState("not #a", "a"), "");
  assert.equal(withTerm("", "x"), "x");
});

test("every toggle is undone by the same toggle", () => {
  const queries = ["", "walk", "#a", "-#b walk", `#"to read"`, "(x or y) #c"];
  for (const query of queries)
    for (const tag of ["new", "to do", "x|y"])
      for (const isNot of [false, true]) {
        assert.equal(toggledTag(toggledTag(query, tag, isNot), tag, isNot), query);
      }
});

test("excluded tags are those that no result may have", () => {
  assert.deepEqual(excludedTags(`#movie -#seen -#"to read" -word`), ["seen", "to read"]);
  assert.deepEqual(excludedTags("#a (-#b | #c)"), []);
  assert.equal(hasWords("id:1-340"), false);
});

test("sorting replaces the old order", () => {
  assert.equal(withSort("walk sort:old", "title"), "walk sort:title");
  assert.equal(withSort("sort:old walk sort:new", ""), "walk");
  assert.equal(sortOf("walk SORT:Title"), "title");
  assert.equal(hasWords("#a sort:old -word"), false);
  assert.equal(hasWords("#a word"), true);
});

test("the part that is typed is completed", () => {
  const at = (text, place = text.length) => typedAt(text, place);
  assert.deepEqual(at("walk #sw"), { kind: "tag", key: "tag", typed: "sw", start: 5, end: 8 });
  assert.deepEqual(at("-#sw"), { kind: "tag", key: "tag", typed: "sw", start: 1, end: 4 });
  assert.deepEqual(at("#"), { kind: "tag", key: "tag", typed: "", start: 0, end: 1 });
  assert.deepEqual(at(`#"to r`), { kind: "tag", key: "tag", typed: "to r", start: 0, end: 6 });
  assert.deepEqual(at("sort:ti"), { kind: "value", key: "sort", typed: "ti", start: 5, end: 7 });
  assert.equal(at("#swift walk", 2), null);
  assert.equal(at(`#"to read"`), null);
  assert.deepEqual(completed("walk #sw", at("walk #sw"), "#swift"), { text: "walk #swift ", place: 12 });
  assert.deepEqual(completed("si", at("si"), "site:"), { text: "site:", place: 5 });
  assert.deepEqual(completed("-#sw x", at("-#sw x", 4), "#swift"), { text: "-#swift x", place: 8 });
});

test("Enter makes the word that is typed a beginning", () => {
  assert.equal(withBeginning("#a swi"), "#a swi*");
  for (const text of ["", "swi*", "#swi", '"swi"', "-swi", "not swi", "site:swi", "(swi)", "https://swi", "a or", "&"])
    assert.equal(withBeginning(text), text);
  assert.equal(typedAt("swi*", 4), null);
});

test("a URL is one term", () => {
  const [url, word] = terms("(-https://a.org/b_(c)#d) www").filter(({ kind }) => kind !== "sign");
  assert.deepEqual([url.kind, url.value, url.isNot, word.kind], ["key", "https://a.org/b_(c)#d", true, "word"]);
  assert.equal(hasWords("www.swift.org"), false);
  assert.equal(typedAt("https://a", 9), null);
});

test("heights agree with adding them up", () => {
  let seed = 42;
  const random = (limit) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % limit;
  };
  for (const count of [0, 1, 2, 3, 7, 64, 100, 1000]) {
    const heights = new Heights(count, 80);
    const plain = Array(count).fill(80);
    for (let step = 0; step < count * 2; step += 1) {
      const index = random(count);
      const height = 20 + random(200);
      assert.equal(heights.set(index, height), height - plain[index]);
      plain[index] = height;
    }
    let top = 0;
    for (let index = 0; index < count; index += 1) {
      assert.equal(heights.top(index), top);
      assert.equal(heights.at(top), index);
      assert.equal(heights.at(top + plain[index] - 1), index);
      top += plain[index];
    }
    assert.equal(heights.total, top);
    if (count) assert.deepEqual([heights.at(-50), heights.at(top + 50)], [0, count - 1]);
  }
});

test("pages are loaded for the window, and each only once", () => {
  let state = initial("");
  assert.deepEqual(wantedPages(state, 0, 30), [0]);
  state = update(state, { type: "asked", page: 0 });
  assert.deepEqual(wantedPages(state, 0, 30), []);
  state = read(state, 0, [item(1), item(2)], 1000);
  assert.deepEqual(wantedPages(state, 0, 30), []);
  assert.deepEqual(wantedPages(state, 90, 250), [1, 2]);
  assert.deepEqual(wantedPages(state, 950, 1200), [9]);
  assert.equal(itemAt(state, 1).id, 2);
  assert.equal(itemAt(state, PAGE), undefined);
});

test("old results stay until new results are there, and late results are ignored", () => {
  let state = read(initial("a"), 0, [item(1)], 1);
  const late = { type: "pageRead", stamp: state.stamp, page: 0, items: [item(9)], total: 9, facets: [] };
  state = update(state, { type: "searched", query: "b" });
  assert.equal(itemAt(state, 0).id, 1);
  assert.equal(itemAt(update(state, late), 0).id, 1);
  state = read(state, 0, [item(2)], 1);
  assert.equal(itemAt(state, 0).id, 2);
  state = update(state, { type: "refused", stamp: state.stamp, page: 0, message: "unknown tag" });
  assert.deepEqual([state.problem, state.total], ["unknown tag", 0]);
});

test("items are selected one by one, as a range, and all", () => {
  let state = read(
    initial(""),
    0,
    [1, 2, 3, 4, 5].map((id) => item(id)),
    5,
  );
  state = update(state, { type: "toggled", index: 1 });
  state = update(state, { type: "toggled", index: 3, isRange: true });
  assert.deepEqual([...state.selected.keys()], [2, 3, 4]);
  state = update(state, { type: "toggled", index: 2 });
  assert.deepEqual([...state.selected.keys()], [2, 4]);
  assert.equal(selectedCount(update(state, { type: "selectedAll" })), 5);
  assert.equal(selectedCount(update(state, { type: "deselected" })), 0);
  assert.equal(selectedCount(update(state, { type: "searched", query: "other" })), 0);
});

test("one of all results can be left out", () => {
  const items = [item(1), item(2), item(3)];
  const all = update(read(initial(""), 0, items, 3), { type: "selectedAll" });
  const state = update(all, { type: "toggled", index: 1 });
  assert.deepEqual([...state.selected.keys()], [1, 3]);
  assert.equal(selectedCount(state), 2);
});

test("a change shows in the list, the selection and the suggestions", () => {
  let state = read(initial(""), 0, [item(1), item(2)], 2);
  state = update(state, { type: "toggled", index: 1 });
  state = update(state, {
    type: "suggested",
    id: 2,
    suggestions: [
      { tag: "b", probability: 0.9, because: [] },
      { tag: "c", probability: 0.8, because: [] },
    ],
  });
  state = update(state, { type: "changed", item: item(2, ["a", "b"]) });
  assert.deepEqual(itemAt(state, 1).tags, ["a", "b"]);
  assert.deepEqual(state.selected.get(2).tags, ["a", "b"]);
  assert.deepEqual(
    offeredFor(state, itemAt(state, 1)).map(({ tag }) => tag),
    ["c"],
  );
  assert.deepEqual(offeredForSelected(state), ["c"]);
  state = update(state, { type: "dismissed", id: 2, tag: "c" });
  assert.deepEqual(offeredFor(state, itemAt(state, 1)), []);
});

test("namespaces fold", () => {
  assert.deepEqual(["role::x", "city:Oslo", "a/b", "lang/go", "10:30", "x", "::x", "http://x"].map(namespaceOf), [
    "role::",
    "city:",
    "",
    "lang/",
    "10:",
    "",
    "",
    "",
  ]);
  const facets = [
    { tag: "role::a", count: 5 },
    { tag: "sea", count: 4 },
    { tag: "role::b", count: 3 },
    { tag: "city:Oslo", count: 1 },
  ];
  let state = read(initial(""), 0, [item(1)], 1, facets);
  assert.deepEqual(
    facetRows(state).map(({ label, count, level }) => [label, count, level]),
    [
      ["role::", 8, 0],
      ["sea", 4, 0],
      ["city:Oslo", 1, 0],
    ],
  );
  state = update(state, { type: "folded", name: "role::" });
  assert.deepEqual(
    facetRows(state).map(({ label, level }) => [label, level]),
    [
      ["role::", 0],
      ["a", 1],
      ["b", 1],
      ["sea", 0],
      ["city:Oslo", 0],
    ],
  );
});

test("facets are a tree of tags and those below them", () => {
  const facets = [
    { tag: "travel", count: 6 },
    { tag: "Travel/Italy", count: 4, parent: "travel" },
    { tag: "sea", count: 3 },
    { tag: "travel/italy/rome", count: 2, parent: "Travel/Italy" },
    { tag: "lang/go", count: 1, parent: "lang" },
  ];
  let state = read(initial("", "", new Set(["travel"])), 0, [item(1)], 1, facets);
  const shown = () => facetRows(state).map(({ tag, label, level, isOpen }) => [tag, label, level, isOpen]);
  assert.deepEqual(shown(), [
    ["travel", "travel", 0, true],
    ["Travel/Italy", "Italy", 1, false],
    ["sea", "sea", 0, undefined],
    ["lang/go", "lang/go", 0, undefined],
  ]);
  state = update(state, { type: "folded", name: "Travel/Italy" });
  assert.deepEqual(shown()[2], ["travel/italy/rome", "rome", 2, undefined]);
  state = update(state, { type: "folded", name: "travel" });
  assert.deepEqual(
    shown().map(([tag]) => tag),
    ["travel", "sea", "lang/go"],
  );
});

test("the first visit has no items at all", () => {
  let state = read(initial(""), 0, [], 0);
  assert.equal(isFirstVisit(state), false);
  state = update(state, { type: "countsRead", counts: { all: 0, untagged: 0, single: 0 } });
  assert.equal(isFirstVisit(state), true);
  assert.equal(isFirstVisit(update(state, { type: "countsRead", counts: { all: 3, untagged: 0, single: 0 } })), false);
});

test("added and removed tags are sent", () => {
  assert.deepEqual(changeOfTags(["a", "b"], ["b", "c"]), { add: ["c"], remove: ["a"] });
  assert.deepEqual(changeOfTags(["a"], ["a", "b"]), { add: ["b"] });
  assert.equal(changeOfTags(["a", "b"], ["b", "a"]), null);
});

test("only edited fields are sent, and only those can replace edits of others", () => {
  const known = { id: 1, set: "s", at: "", title: "A", tags: ["a"] };
  const fields = changedFields(known, { title: "B", location: "", note: "", tags: ["a", "b"] });
  assert.deepEqual(fields, { title: "B", add: ["b"] });
  assert.equal(replacesOthers(known, { ...known, note: "theirs", tags: [] }, fields), false);
  assert.equal(replacesOthers(known, { ...known, title: "C" }, fields), true);
  assert.equal(replacesOthers(known, { ...known, title: "B" }, fields), false);
});

test("the switch of the sets changes one term of the query", () => {
  assert.equal(withSet("#swift", "habits"), "#swift set:habits");
  assert.equal(withSet("#swift set:habits", "old days"), '#swift set:"old days"');
  assert.equal(withSet('#swift set:"old days" words', ""), "#swift words");
  assert.equal(withSet("a or b", "habits"), "(a or b) set:habits");
  assert.equal(setOf('set:"old days" #swift'), "old days");
  assert.equal(setOf("-set:habits"), "");
  assert.equal(setOf("a or set:habits"), "");
  const sets = [{ set: "links" }, { set: "days", daily: true }, { set: "old days", daily: true }];
  assert.equal(shownQuery("a or b", "links", sets), "(a or b) set:links");
  assert.equal(shownQuery("", "", sets), '-set:days -set:"old days"');
  assert.equal(shownQuery("set:days", "links", sets), "set:days");
  assert.equal(setTerm('say "hi"'), 'set:"say \\"hi\\""');
});
