// What the field of the board offers and Enter takes, without a browser.

import assert from "node:assert/strict";
import test from "node:test";

import "./english.js";
import { firstBatch, requestOf } from "../../Sources/HTTPService/Page/board_changes.js";
import { initialState, offered, swapNotice, update, waitingTags } from "../../Sources/HTTPService/Page/board_model.js";
import { batchWanted } from "../../Sources/HTTPService/Page/board_requests.js";

const after = (state, ...events) => events.reduce(update, state);

/** A board that is connected, with a selection. */
function live(selected = []) {
  const state = after(initialState({ set: "habits" }), { type: "connected" });
  const { stamp, confirmed } = state;
  return after(state, { type: "selectionRead", set: "habits", stamp, confirmed, selected });
}

/** What is offered for a text with suggestions. */
const found = (text, list = [], selected = [], tag = undefined) =>
  offered({ ...live(selected), answer: { key: "k", text, list, tag } }).map(({ text, note = "" }) => [text, note]);

test("a tag that begins so is first and a new tag last; without one, the first option creates the tag", () => {
  for (const because of ["letters in order", "typo", "typo in prefix", "typo of 2 edits"]) {
    assert.deepEqual(found(" draw ", [{ tag: "rap", match: [], because: [because] }]), [
      ["Create “draw”", ""],
      ["rap", "similar spelling"],
    ]);
  }
  // Bold letters show these reasons.
  for (const because of ["prefix", "word prefix"]) {
    assert.deepEqual(found(" ra ", [{ tag: "rap", match: [], because: [because, "with jazz"] }]), [
      ["rap", "goes with jazz"],
      ["Create “ra”", ""],
    ]);
  }
  assert.deepEqual(found(" ap ", [{ tag: "rap", match: [], because: ["substring"] }]), [
    ["Create “ap”", ""],
    ["rap", ""],
  ]);
});

test("the tag with an equal key or alias is the first option", () => {
  const reading = { tag: "reading", match: [[0, 7]], because: ["exact"] };
  assert.deepEqual(found("READING", [{ tag: "rereading", match: [], because: ["substring"] }, reading]), [
    ["reading", ""],
    ["rereading", ""],
  ]);
  assert.deepEqual(found("movie", [{ tag: "film", match: [], because: ["alias", "alias movie"] }], [], "film"), [
    ["film", "also known as movie"],
  ]);
  assert.deepEqual(found("mov", [{ tag: "film", match: [], because: ["alias", "alias movie"] }]), [
    ["Create “mov”", ""],
    ["film", "also known as movie"],
  ]);
});

test("a selected tag is found by its name in any case and by its beginning, and no duplicate is offered", () => {
  assert.deepEqual(found("Reading", [], ["reading"]), [["reading", "selected"]]);
  assert.deepEqual(found("rea", [], ["reading"]), [
    ["reading", "selected"],
    ["Create “rea”", ""],
  ]);
  const rest = { tag: "rest", match: [], because: ["prefix"] };
  assert.deepEqual(
    found("re", [rest], ["reading"]).map(([text]) => text),
    ["rest", "reading", "Create “re”"],
  );
});

test("a reader of the board is offered no new tag", () => {
  const state = {
    ...live(),
    isReadOnly: true,
    answer: { key: "k", text: "wat", list: [{ tag: "water", match: [], because: ["prefix"] }] },
  };
  assert.deepEqual(
    offered(state).map(({ text }) => text),
    ["water"],
  );
});

test("Enter before the suggestions takes the typed text, or the tag with that key or alias, in order", () => {
  const state = after(
    live(),
    { type: "entered", text: "yoga" },
    { type: "typed", text: "tai" },
    { type: "entered", text: "Movie" },
  );
  assert.deepEqual([waitingTags(state), state.typed], [["yoga", "Movie"], "tai"]);
  const { batch, path } = batchWanted(state);
  assert.match(path, /^suggestions\?q=yoga&/);
  const list = [{ tag: "yogurt", match: [], because: ["typo in prefix"] }];
  const first = after(
    state,
    { type: "sent", ids: [1] },
    { type: "confirmed", ids: [1], content: { suggestions: list } },
  );
  assert.deepEqual(requestOf(firstBatch(first.changes)).body, { tags: ["yoga"], selected: true });
  const stored = after(
    first,
    { type: "sent", ids: [1] },
    { type: "confirmed", ids: [batch[0].id], content: {} },
    { type: "sent", ids: [2] },
  );
  const alias = [{ tag: "film", match: [], because: ["alias", "alias movie"] }];
  const second = update(stored, { type: "confirmed", ids: [2], content: { suggestions: alias, tag: "film" } });
  assert.deepEqual(requestOf(firstBatch(second.changes)).body, { tags: ["film"], selected: true });
});

test("a near duplicate is created, and a notice offers the known tag", () => {
  const similar = [{ tag: "films", other: "film", otherUses: 41 }];
  const state = after(
    live(),
    { type: "entered", text: "films" },
    { type: "sent", ids: [1] },
    { type: "confirmed", ids: [1], content: { suggestions: [], similar } },
  );
  assert.deepEqual(requestOf(firstBatch(state.changes)).body, { tags: ["films"], selected: true });
  assert.deepEqual(
    [state.notice.text, state.notice.swap],
    ["“films” is new; use “film” (41 uses)?", { name: "films", other: "film" }],
  );
  assert.equal(swapNotice("draw", []), null);
  assert.equal(swapNotice("films", [{ tag: "films", other: "film" }]).text, "“films” is new; use “film”?");
});

test("selecting a tag by its name is announced once it is confirmed", () => {
  const state = after(
    live(),
    { type: "selectionChanged", tags: ["water"], isOn: true, done: "water selected" },
    { type: "sent", ids: [1] },
  );
  assert.equal(update(state, { type: "confirmed", ids: [1], selected: ["water"] }).announcement.text, "water selected");
});
