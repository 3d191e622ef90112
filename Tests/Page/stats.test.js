// The model of the Stats view, without a browser

import assert from "node:assert/strict";
import { test } from "node:test";
import * as model from "../../Sources/HTTPService/Page/stats_model.js";

const TODAY = "2026-03-04";

/** @param {Partial<model.Place>} place */
function started(place = {}) {
  return model.initialState(TODAY, { by: "month", q: "", set: "", back: 0, ...place });
}

test("an address that names a place gives it back", () => {
  for (const text of ["", "?by=week", "?by=day&q=%23swift+-old&set=my+set&back=2"]) {
    assert.equal(model.addressOf(model.placeOf(new URLSearchParams(text))), text);
  }
  assert.deepEqual(model.placeOf(new URLSearchParams("by=century&back=-3")), { by: "month", q: "", set: "", back: 0 });
});

test("periods begin where the server's do", () => {
  assert.equal(model.startOf("2026-03-01", "week"), "2026-02-23");
  assert.equal(model.startOf("2026-03-02", "week"), "2026-03-02");
  assert.equal(model.startOf("1969-12-31", "week"), "1969-12-29");
  assert.equal(model.startOf("2026-03-31", "month"), "2026-03-01");
  assert.equal(model.nextStart("2026-01-01", "month"), "2026-02-01");
  assert.equal(model.nextStart("2024-01-01", "year"), "2025-01-01");
  assert.equal(model.nextStart("2025-12-29", "week"), "2026-01-05");
});

test("the chart ends today and has no gaps", () => {
  const periods = model.untilToday(
    [
      { start: "2025-12-01", count: 2 },
      { start: "2026-01-01", count: 1 },
    ],
    "month",
    TODAY,
  );
  assert.deepEqual(
    periods.map(({ count }) => count),
    [2, 1, 0, 0],
  );
  assert.deepEqual(model.untilToday([], "month", TODAY), []);
  const ahead = model.untilToday([{ start: "2026-05-01", count: 1 }], "month", TODAY);
  assert.deepEqual(ahead, [{ start: "2026-05-01", count: 1 }]);
});

test("thousands of years are not filled", () => {
  const periods = [
    { start: "0100-01-01", count: 1 },
    { start: "2026-03-04", count: 1 },
  ];
  assert.equal(model.untilToday(periods, "day", TODAY), periods);
});

test("a streak goes on until a day was missed", () => {
  assert.deepEqual(model.streaks(["2026-03-02", "2026-03-03"], TODAY), { current: 2, longest: 2 });
  assert.deepEqual(model.streaks(["2026-03-04", "2026-03-03", "2026-03-03"], TODAY), { current: 2, longest: 2 });
  assert.deepEqual(model.streaks(["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"], TODAY), {
    current: 0,
    longest: 4,
  });
  assert.deepEqual(model.streaks([], TODAY), { current: 0, longest: 0 });
});

test("a streak equals that of counting day by day, for any days", () => {
  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let round = 0; round < 200; round += 1) {
    const today = model.dayNumber(TODAY);
    const days = Array.from({ length: 40 }, (_, back) => today - back).filter(() => random() < 0.7);
    let [longest, length, current] = [0, 0, 0];
    for (let day = today - 40; day <= today; day += 1) {
      length = days.includes(day) ? length + 1 : 0;
      longest = Math.max(longest, length);
    }
    for (let day = days.includes(today) ? today : today - 1; days.includes(day); day -= 1) current += 1;
    assert.deepEqual(model.streaks(days.map(model.dayText), TODAY), { current, longest }, `round ${round}`);
  }
});

test("the calendar ends with the week of today, and its future days are empty", () => {
  const weeks = model.calendar(["2026-03-02"], TODAY, 2);
  assert.equal(weeks.length, 2);
  assert.deepEqual(weeks[1].slice(0, 4), [
    { day: "2026-03-02", isDone: true },
    { day: "2026-03-03", isDone: false },
    { day: "2026-03-04", isDone: false },
    null,
  ]);
});

test("the calendar doesn't begin long before the first day", () => {
  assert.equal(model.calendar(["2026-03-02"], TODAY, 26).length, 8);
  assert.equal(model.calendar(["2026-03-02", "2026-01-01"], TODAY, 26).length, 10);
  assert.equal(model.calendar(["2016-01-01"], TODAY, 26).length, 26);
});

test("a period's query keeps the filter", () => {
  const query = (/** @type {string} */ start, /** @type {model.Unit} */ by, q = "", set = "") =>
    model.periodQuery(start, by, { q, set });
  assert.equal(query("2026-01-01", "month", "#swift"), "#swift since:2026-01-01 before:2026-02-01");
  assert.equal(query("2026-01-01", "day"), "on:2026-01-01");
  assert.equal(
    query("2026-01-05", "week", "#a or #b", "my set"),
    'set:"my set" (#a or #b) since:2026-01-05 before:2026-01-12',
  );
});

test("a tag becomes one term of a query", () => {
  assert.equal(model.tagTerm("swift"), "#swift");
  assert.equal(model.tagTerm("early night"), '#"early night"');
});

test("the scale has round steps and contains the largest value", () => {
  for (let most = 0; most < 3_000; most += 1) {
    const values = model.scale(most);
    assert.ok(
      values[values.length - 1] >= most && values.length <= 6 && Number.isInteger(values[1]),
      `${most}: ${values}`,
    );
  }
  assert.deepEqual(model.scale(7), [0, 2, 4, 6, 8]);
});

test("bars stay in their box, and one item is visible next to thousands", () => {
  const { bars } = model.bars(
    [
      { start: "2026-01-01", count: 5_000 },
      { start: "2026-02-01", count: 1 },
      { start: "2026-03-01", count: 0 },
    ],
    { width: 90, height: 100 },
  );
  for (const bar of bars)
    assert.ok(bar.x >= 0 && bar.x + bar.width <= 90 && bar.y >= 0 && bar.y + bar.height <= 100.001);
  assert.equal(bars[1].height, 2);
  assert.equal(bars[2].height, 0);
});

test("labels don't touch", () => {
  const days = model.untilToday([{ start: "2026-02-23", count: 1 }], "day", TODAY);
  assert.deepEqual(model.labelled(days, "day", 10, 40), [1, 5, 9]);
  assert.deepEqual(model.labelled(days.slice(0, 3), "day", 50, 40), [0, 1, 2]);
});

test("months are labelled from January", () => {
  const months = model.untilToday([{ start: "2025-05-01", count: 1 }], "month", TODAY);
  assert.deepEqual(
    model.labelled(months, "month", 20, 50).map((index) => months[index].start.slice(0, 7)),
    ["2025-07", "2025-10", "2026-01"],
  );
});

test("earlier and later stay within the periods", () => {
  let state = model.update(started({ back: 9 }), {
    type: "counted",
    periods: [
      { start: "2021-01-01", count: 3 },
      { start: "2026-03-01", count: 4 },
    ],
    tags: [],
  });
  assert.equal(state.place.back, 1);
  const { periods, before, hasEarlier, hasLater } = model.shownPeriods(state);
  assert.deepEqual([periods[0].start, before, hasEarlier, hasLater], ["2021-01-01", 0, false, true]);
  state = model.update(state, { type: "page", by: -1 });
  assert.deepEqual([model.shownPeriods(state).hasEarlier, model.shownPeriods(state).before], [true, 3]);
  assert.equal(model.update(state, { type: "page", by: -1 }).place.back, 0);
});

test("another filter starts at the newest page", () => {
  const state = model.update(started({ back: 2 }), { type: "find", q: " #swift " });
  assert.deepEqual([state.place.q, state.place.back, state.status], ["#swift", 0, "loading"]);
});

test("growth continues from the items before the page", () => {
  const line = model.growthLine(
    [
      { start: "a", count: 2 },
      { start: "b", count: 3 },
    ],
    5,
    { width: 100, height: 100 },
  );
  assert.equal(line.total, 10);
  assert.deepEqual(
    line.points.map(([x]) => x),
    [0, 50, 100],
  );
});

test("the figures are those of all periods", () => {
  const state = {
    ...started(),
    periods: [
      { start: "a", count: 5 },
      { start: "b", count: 9 },
      { start: "c", count: 1 },
    ],
    tags: [{ tag: "x", count: 9 }],
  };
  const { total, current, previous, busiest, tags } = model.figures(state);
  assert.deepEqual([total, current, previous, busiest.start, tags], [15, 1, 9, "b", 1]);
});
