// How chips lie on the board when they are grouped or filtered, without a browser.

import assert from "node:assert/strict";
import test from "node:test";

import { SLICE, WHOLE, arranged, needsWhole } from "../../Sources/HTTPService/Page/board_layout.js";
import { initialState } from "../../Sources/HTTPService/Page/board_model.js";

/** Chips 100 points wide, three to a line of 340 points, as the server lays them out. */
const chipsOf = (tags, isRightToLeft = false) =>
  tags.map((tag, index) => {
    const x = (index % 3) * 108;
    return {
      tag,
      selected: false,
      line: Math.floor(index / 3),
      x: isRightToLeft ? 340 - x - 100 : x,
      y: Math.floor(index / 3) * 40,
      width: 100,
      height: 32,
    };
  });

function state(known = {}) {
  return initialState({
    set: "habits",
    width: 340,
    boardHeight: 72,
    slices: new Map([[0, { stamp: 1, chips: [] }]]),
    ...known,
  });
}

const places = ({ chips }) => chips.map(({ tag, line, x, y }) => [tag, line, x, y]);
const TAGS = ["sea", "city::Oslo", "map", "role::cook", "city::Lyon", "a/b"];

test("without a text or groups, the chips lie where the server put them", () => {
  const chips = chipsOf(TAGS);
  assert.deepEqual(arranged(state(), chips), { chips, groups: [], height: 72 });
});

test("a typed text leaves the chips that contain it, closed up", () => {
  const found = arranged(state({ typed: "Ci" }), chipsOf(TAGS));
  assert.deepEqual(places(found), [
    ["city::Oslo", 0, 0, 0],
    ["city::Lyon", 0, 108, 0],
  ]);
  assert.equal(found.height, 32);
  assert.deepEqual(arranged(state({ typed: "nothing" }), chipsOf(TAGS)).chips, []);
});

test("namespaces get headings, after the tags without one", () => {
  const grouped = arranged(state({ isGrouped: true }), chipsOf(TAGS));
  assert.deepEqual(places(grouped), [
    ["sea", 0, 0, 0],
    ["map", 0, 108, 0],
    ["city::Oslo", 1, 0, 80],
    ["city::Lyon", 1, 108, 80],
    ["role::cook", 2, 0, 160],
    ["a/b", 3, 0, 240],
  ]);
  assert.deepEqual(grouped.groups, [
    { name: "city", y: 40 },
    { name: "role", y: 120 },
    { name: "a", y: 200 },
  ]);
  assert.equal(grouped.height, 272);
});

test("lines break at the width, and no chip lies outside", () => {
  const many = chipsOf(Array.from({ length: 20 }, (_, index) => `n::${index}`));
  const { chips, height } = arranged(state({ isGrouped: true }), many);
  assert.deepEqual(
    chips.map(({ line }) => line),
    many.map((_, index) => Math.floor(index / 3)),
  );
  assert.ok(chips.every(({ x, width, y, height: size }) => x >= 0 && x + width <= 340 && y + size <= height));
});

test("right-to-left sets are laid out from the right", () => {
  const found = arranged(state({ typed: "city" }), chipsOf(TAGS, true));
  assert.deepEqual(places(found), [
    ["city::Oslo", 0, 240, 0],
    ["city::Lyon", 0, 132, 0],
  ]);
});

test("a board that is too large, or not read as a whole, stays as it is", () => {
  assert.equal(needsWhole(state({ typed: "c", boardHeight: WHOLE * SLICE + 1 })), false);
  const partly = state({ typed: "c", boardHeight: 3 * SLICE });
  assert.equal(needsWhole(partly), true);
  assert.equal(arranged(partly, chipsOf(TAGS)).chips.length, TAGS.length);
});
