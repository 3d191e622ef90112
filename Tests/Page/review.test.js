// The model of the Review view without a browser: which tags an item gets, the next item, and undo.

import assert from "node:assert/strict";
import test from "node:test";

import {
  currentEntry,
  fieldTags,
  initialReview,
  isDone,
  needsItems,
  progressOf,
  swipeOf,
  updateReview,
} from "../../Sources/HTTPService/Page/review_model.js";

const item = (id, tags = []) => ({ id, set: "links", title: `item ${id}`, tags, at: "2026-01-01T00:00:00Z" });
const suggestion = (tag, probability) => ({ tag, probability, because: [] });
const after = (state, ...events) => events.reduce(updateReview, state);

/** A review whose first page of items was read. */
function review(items, { next = null, total = items.length, groups = [], tag = "" } = {}) {
  return after(
    initialReview(tag),
    { type: "groupsRead", groups },
    { type: "asked" },
    { type: "pageRead", items, next, total },
  );
}

const SWIFT = {
  item: item(1, ["read"]),
  suggestions: [suggestion("swift", 0.9), suggestion("ios", 0.6), suggestion("java", 0.59)],
};
const OTHERS = [2, 3, 4, 5, 6, 7].map((id) => ({ item: item(id), suggestions: [suggestion("swift", 0.2)] }));

test("likely suggestions are on already, next to the tags that the item has", () => {
  const state = review([SWIFT, ...OTHERS]);
  assert.deepEqual(currentEntry(state).tags, ["read", "swift", "ios"]);
  assert.deepEqual(fieldTags(state), ["read"]);
});

test("a suggestion is toggled, and the tags of the field stay with it", () => {
  const state = after(
    review([SWIFT]),
    { type: "toggled", index: 0 },
    { type: "toggled", index: 2 },
    { type: "toggled", index: 8 },
    { type: "fieldChanged", tags: ["read", "new"] },
  );
  assert.deepEqual(currentEntry(state).tags, ["ios", "java", "read", "new"]);
  assert.deepEqual(fieldTags(state), ["read", "new"]);
  assert.equal(state.highlighted, 2);
});

test("a suggestion that is typed is on, and isn't in the field", () => {
  const state = after(review([SWIFT]), { type: "fieldChanged", tags: ["read", "java"] });
  assert.deepEqual(currentEntry(state).tags.toSorted(), ["ios", "java", "read", "swift"]);
  assert.deepEqual(fieldTags(state), ["read"]);
});

test("of a group, an item has one tag at most, and a likely tag displaces no tag that it has", () => {
  const groups = [{ group: "state", tags: ["todo", "doing", "done"] }];
  const entry = { item: item(1, ["todo"]), suggestions: [suggestion("done", 0.9), suggestion("doing", 0.1)] };
  const state = review([entry], { groups });
  assert.deepEqual(currentEntry(state).tags, ["todo"]);
  const toggled = updateReview(state, { type: "toggled", index: 0 });
  assert.deepEqual(currentEntry(toggled).tags, ["done"]);
  assert.deepEqual(currentEntry(updateReview(toggled, { type: "toggled", index: 1 })).tags, ["doing"]);
  assert.deepEqual(currentEntry(updateReview(toggled, { type: "fieldChanged", tags: ["todo"] })).tags, ["todo"]);
});

test("the next item is there immediately, and more are read ahead", () => {
  let state = review([SWIFT, ...OTHERS], { next: "more", total: 319 });
  assert.equal(needsItems(state), false);
  state = after(state, { type: "decided", kind: "saved" }, { type: "decided", kind: "skipped" });
  assert.equal(currentEntry(state).item.id, 3);
  assert.deepEqual(progressOf(state), { n: 3, all: 319, isMore: false });
  assert.equal(needsItems(state), true);
  state = after(state, { type: "asked" });
  assert.equal(needsItems(state), false);
  // A page may repeat an item, and later totals count only the rest.
  state = after(state, { type: "pageRead", items: [OTHERS[5], { item: item(8) }], next: null, total: 317 });
  assert.deepEqual(
    state.entries.map((entry) => entry.item.id),
    [1, 2, 3, 4, 5, 6, 7, 8],
  );
  assert.equal(progressOf(state).all, 319);
  assert.equal(isDone(state), false);
  for (let n = 0; n < 6; n += 1) state = updateReview(state, { type: "decided", kind: "saved" });
  assert.equal(isDone(state), true);
  assert.equal(currentEntry(state), undefined);
});

test("undo goes back to the item of the last step, with the tags that were chosen", () => {
  let state = after(review([SWIFT, ...OTHERS]), { type: "toggled", index: 2 }, { type: "decided", kind: "saved" });
  state = updateReview(state, { type: "decided", kind: "skipped" });
  assert.deepEqual(
    state.steps.map(({ number, kind, place }) => [number, kind, place]),
    [
      [1, "saved", 0],
      [2, "skipped", 1],
    ],
  );
  state = after(state, { type: "undone" }, { type: "undone" }, { type: "undone" });
  assert.equal(state.place, 0);
  assert.deepEqual(currentEntry(state).tags, ["read", "swift", "ios", "java"]);
  assert.deepEqual(state.steps, []);
});

test("a dismissed suggestion is gone until it is undone", () => {
  const state = after(review([SWIFT]), { type: "highlighted", index: 1 }, { type: "dismissed", index: 1 });
  assert.deepEqual(
    currentEntry(state).suggestions.map(({ tag }) => tag),
    ["swift", "java"],
  );
  assert.deepEqual(currentEntry(state).tags, ["read", "swift"]);
  assert.equal(state.highlighted, 1);
  assert.deepEqual(currentEntry(updateReview(state, { type: "undone" })), currentEntry(review([SWIFT])));
  assert.equal(updateReview(state, { type: "highlighted", index: 9 }).highlighted, 1);
});

test("a decision that couldn't be sent is shown again, even after later ones", () => {
  let state = review([SWIFT, ...OTHERS]);
  for (const kind of ["saved", "saved", "skipped"]) state = updateReview(state, { type: "decided", kind });
  state = updateReview(state, { type: "refused", number: 1 });
  assert.equal(currentEntry(state).item.id, 1);
  state = after(state, { type: "refused", number: 2 }, { type: "refused", number: 3 });
  assert.deepEqual([state.place, state.steps.length], [0, 0]);
});

test("an item that was deleted meanwhile is left out", () => {
  const decided = after(
    review([SWIFT, ...OTHERS]),
    { type: "decided", kind: "saved" },
    { type: "decided", kind: "saved" },
  );
  const gone = updateReview(decided, { type: "gone", id: 1 });
  assert.equal(currentEntry(gone).item.id, 3);
  assert.deepEqual([progressOf(gone).n, progressOf(gone).all], [2, 6]);
  assert.equal(currentEntry(updateReview(gone, { type: "undone" })).item.id, 2);
  assert.equal(updateReview(decided, { type: "gone", id: 99 }), decided);
});

test("the items of a tag aren't counted before they are read", () => {
  const state = review(
    [
      { item: item(1), probability: 0.8 },
      { item: item(2), probability: 0.5 },
    ],
    { tag: "swift", next: "x" },
  );
  assert.deepEqual(progressOf(state), { n: 1, all: 2, isMore: true });
  assert.equal(currentEntry(state).probability, 0.8);
});

test("a problem stops reading until someone tries again", () => {
  const state = after(initialReview(), { type: "asked" }, { type: "failed", message: "away" });
  assert.deepEqual([state.problem, needsItems(state), isDone(state)], ["away", false, false]);
  assert.equal(updateReview(state, { type: "asked" }).problem, "");
});

test("a finger that moves far enough to a side saves or skips", () => {
  assert.deepEqual(
    [swipeOf(79, 0), swipeOf(80, 40), swipeOf(80, 41), swipeOf(-200, -50), swipeOf(0, 300)],
    [null, "saved", null, "skipped", null],
  );
});
