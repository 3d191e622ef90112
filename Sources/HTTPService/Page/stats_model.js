// @ts-check
// The numbers of the Stats view: periods, growth, streaks and the geometry of its charts. Knows neither document nor network.

/**
 * @typedef {"day" | "week" | "month" | "year"} Unit
 * @typedef {{ start: string, count: number }} Period  `start` is its first day, such as 2026-01-31
 * @typedef {{ tag: string, count: number }} TagCount
 * @typedef {{ set: string, days: string[], tags: TagCount[] }} Habit  a daily set: the days with an item, and its tags of the last 30 days
 * @typedef {{ by: Unit, q: string, set: string, back: number }} Place  what the address holds; `back` is the number of pages before today
 * @typedef {{
 *   place: Place, today: string, periods: Period[], tags: TagCount[], unused: string[] | null, sets: string[], habits: Habit[],
 *   status: "loading" | "ready" | "failed", message: string, active: number | null
 * }} State  `active` is the index of the bar under the pointer
 */

/** @type {Unit[]} */
export const UNITS = ["day", "week", "month", "year"];

/** The number of bars on a page of the chart. */
const PAGE = { day: 60, week: 52, month: 36, year: 30 };

const DAY = 86_400_000;

/** @param {string} today @param {Place} place @returns {State} */
export function initialState(today, place) {
  return {
    place,
    today,
    periods: [],
    tags: [],
    unused: null,
    sets: [],
    habits: [],
    status: "loading",
    message: "",
    active: null,
  };
}

/**
 * @typedef {{ type: "by", by: Unit } | { type: "find", q: string } | { type: "choose", set: string }
 *   | { type: "page", by: number } | { type: "point", index: number | null } | { type: "go", place: Place }
 *   | { type: "counted", periods: Period[], tags: TagCount[] } | { type: "failed", message: string }
 *   | { type: "sets", sets: string[] } | { type: "habits", habits: Habit[] } | { type: "unused", tags: string[] }} Event
 */

/**
 * @param {State} state
 * @param {Event} event
 * @returns {State}
 */
export function update(state, event) {
  switch (event.type) {
    case "by":
      return moved(state, { by: event.by });
    case "find":
      return moved(state, { q: event.q.trim() });
    case "choose":
      return moved(state, { set: event.set });
    case "go":
      return { ...state, place: event.place, status: "loading", active: null };
    case "page":
      return {
        ...state,
        place: { ...state.place, back: clampedBack(state, state.place.back + event.by) },
        active: null,
      };
    case "point":
      return { ...state, active: event.index };
    case "counted":
      return counted(state, event.periods, event.tags);
    case "failed":
      return { ...state, status: "failed", message: event.message };
    case "sets":
      return { ...state, sets: event.sets };
    case "habits":
      return { ...state, habits: event.habits };
    case "unused":
      return { ...state, unused: event.tags };
  }
}

/** @param {State} state @param {Partial<Place>} change @returns {State} */
function moved(state, change) {
  return { ...state, place: { ...state.place, ...change, back: 0 }, status: "loading", active: null };
}

/** @param {State} state @param {Period[]} periods @param {TagCount[]} tags @returns {State} */
function counted(state, periods, tags) {
  const known = {
    ...state,
    periods: untilToday(periods, state.place.by, state.today),
    tags,
    status: /** @type {const} */ ("ready"),
  };
  return { ...known, place: { ...state.place, back: clampedBack(known, state.place.back) } };
}

/** @param {State} state @param {number} back */
function clampedBack(state, back) {
  const last = Math.max(0, Math.ceil(state.periods.length / PAGE[state.place.by]) - 1);
  return Math.min(Math.max(0, back), last);
}

// MARK: The address

/** @param {URLSearchParams} fields @returns {Place} */
export function placeOf(fields) {
  const by = /** @type {Unit} */ (fields.get("by"));
  const back = Number.parseInt(fields.get("back") ?? "", 10);
  return {
    by: UNITS.includes(by) ? by : "month",
    q: fields.get("q") ?? "",
    set: fields.get("set") ?? "",
    back: back > 0 ? back : 0,
  };
}

/**
 * The query part of the address, with its question mark unless it is empty.
 * @param {Place} place
 */
export function addressOf(place) {
  const fields = new URLSearchParams();
  if (place.by !== "month") fields.set("by", place.by);
  if (place.q) fields.set("q", place.q);
  if (place.set) fields.set("set", place.set);
  if (place.back) fields.set("back", String(place.back));
  const text = fields.toString();
  return text && `?${text}`;
}

// MARK: Days and periods

/**
 * The number of a day since 1970.
 * @param {string} day
 */
export function dayNumber(day) {
  return Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY);
}

/** @param {number} number */
export function dayText(number) {
  return new Date(number * DAY).toISOString().slice(0, 10);
}

/**
 * The first day of the period of a day. Weeks begin on Monday, as the server's.
 * @param {string} day
 * @param {Unit} by
 */
export function startOf(day, by) {
  if (by === "year") return `${day.slice(0, 4)}-01-01`;
  if (by === "month") return `${day.slice(0, 7)}-01`;
  if (by === "day") return day;
  const number = dayNumber(day);
  // January 1, 1970, was a Thursday.
  return dayText(number - ((((number + 3) % 7) + 7) % 7));
}

/**
 * The first day of the next period.
 * @param {string} start
 * @param {Unit} by
 */
export function nextStart(start, by) {
  return startOf(dayText(dayNumber(start) + { day: 1, week: 7, month: 31, year: 366 }[by]), by);
}

/**
 * The periods without gaps, up to the current one, so that the chart ends today.
 * @param {Period[]} periods
 * @param {Unit} by
 * @param {string} today
 */
export function untilToday(periods, by, today) {
  if (periods.length === 0) return [];
  const counts = new Map(periods.map((period) => [period.start, period.count]));
  const last = [startOf(today, by), periods[periods.length - 1].start].sort()[1];
  /** @type {Period[]} */
  const whole = [];
  for (let start = periods[0].start; start <= last; start = nextStart(start, by)) {
    whole.push({ start, count: counts.get(start) ?? 0 });
    // Items with a time long ago would make the list endless; the rest is shown without gaps.
    if (whole.length > 10_000) return periods;
  }
  return whole;
}

/**
 * The query for the items of a period.
 * @param {string} start
 * @param {Unit} by
 * @param {{ q: string, set: string }} place
 */
export function periodQuery(start, by, place) {
  const time = by === "day" ? `on:${start}` : `since:${start} before:${nextStart(start, by)}`;
  return `${filterQuery(place)} ${time}`.trim();
}

/**
 * The filter as terms to which others can be added.
 * @param {{ q: string, set: string }} place
 */
export function filterQuery({ q, set }) {
  const text = /\b(or|and)\b|\|/i.test(q) ? `(${q})` : q;
  return [set && `set:${quotedTerm(set)}`, text].filter(Boolean).join(" ");
}

/**
 * A name in quotes if a query needs them.
 * @param {string} name
 */
function quotedTerm(name) {
  return /[\s"()|,]/.test(name) ? `"${name.replaceAll('"', '\\"')}"` : name;
}

/**
 * The page of periods that is shown.
 * @param {State} state
 */
export function shownPeriods({ periods, place }) {
  const size = PAGE[place.by];
  const end = periods.length - place.back * size;
  const begin = Math.max(0, end - size);
  return {
    periods: periods.slice(begin, end),
    before: sum(periods.slice(0, begin)),
    hasEarlier: begin > 0,
    hasLater: place.back > 0,
  };
}

/** @param { { count: number }[] } counts */
function sum(counts) {
  return counts.reduce((total, { count }) => total + count, 0);
}

/**
 * The figures above the chart.
 * @param {State} state
 */
export function figures({ periods, tags }) {
  const current = periods.at(-1)?.count ?? 0;
  const previous = periods.at(-2)?.count ?? 0;
  const busiest = periods.reduce((best, period) => (period.count > best.count ? period : best), {
    start: "",
    count: 0,
  });
  return {
    total: sum(periods),
    current,
    previous,
    busiest,
    tags: tags.length,
    average: periods.length > 0 ? sum(periods) / periods.length : 0,
  };
}

// MARK: Streaks

/**
 * @param {string[]} days
 * @param {string} today
 * @returns {{ current: number, longest: number }}  in days; the current streak goes on if today's item is still missing
 */
export function streaks(days, today) {
  let [longest, length, last] = [0, 0, Number.NEGATIVE_INFINITY];
  for (const number of [...new Set(days)].map(dayNumber).sort((a, b) => a - b)) {
    length = number === last + 1 ? length + 1 : 1;
    longest = Math.max(longest, length);
    last = number;
  }
  return { current: last >= dayNumber(today) - 1 ? length : 0, longest };
}

/**
 * The weeks of a calendar, from the oldest; a week has seven days from Monday, days to come are `null`.
 * @param {string[]} days
 * @param {string} today
 * @param {number} most  the number of weeks; fewer if there was nothing before, but at least eight
 */
export function calendar(days, today, most) {
  const done = new Set(days);
  const thisWeek = dayNumber(startOf(today, "week"));
  const oldest = days.length > 0 ? dayNumber(startOf([...days].sort()[0], "week")) : thisWeek;
  const count = Math.min(most, Math.max(8, (thisWeek - oldest) / 7 + 1));
  const first = thisWeek - (count - 1) * 7;
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const day = dayText(first + week * 7 + weekday);
      return day > today ? null : { day, isDone: done.has(day) };
    }),
  );
}

// MARK: Tags

/**
 * The tags most often used, and those used once.
 * @param {TagCount[]} tags
 * @param {number} limit
 */
export function rankedTags(tags, limit) {
  const sorted = [...tags].sort((a, b) => b.count - a.count);
  return { most: sorted.slice(0, limit), once: sorted.filter(({ count }) => count === 1).map(({ tag }) => tag) };
}

/**
 * A tag as a term of a query, in quotes if needed.
 * @param {string} tag
 */
export function tagTerm(tag) {
  return `#${quotedTerm(tag)}`;
}

// MARK: Charts

/**
 * The values of the lines of a scale from 0: at most five, in steps of 1, 2 or 5 times a power of ten.
 * @param {number} most
 */
export function scale(most) {
  const rough = Math.max(1, most) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough);
  return Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, index) => index * step);
}

/**
 * The bars of a chart in a box whose top is the last value of the scale.
 * @param {Period[]} periods
 * @param {{ width: number, height: number }} size
 */
export function bars(periods, { width, height }) {
  const values = scale(Math.max(0, ...periods.map(({ count }) => count)));
  const top = values[values.length - 1];
  // Few bars aren't made wider than a finger.
  const slot = Math.min(width / Math.max(1, periods.length), 56);
  const gap = Math.min(6, slot * 0.22);
  return {
    values: values.map((value) => ({ value, y: height - (value / top) * height })),
    slot,
    bars: periods.map(({ start, count }, index) => {
      // A count above 0 is always visible.
      const length = count === 0 ? 0 : Math.max(2, (count / top) * height);
      return { start, count, x: index * slot + gap / 2, y: height - length, width: slot - gap, height: length };
    }),
  };
}

/**
 * The indices of the bars that get a label, so that labels of a width don't touch.
 * @param {Period[]} periods
 * @param {Unit} by
 * @param {number} slot
 * @param {number} labelWidth
 */
export function labelled(periods, by, slot, labelWidth) {
  const least = Math.max(1, Math.ceil(labelWidth / slot));
  const step = by === "month" ? ([1, 2, 3, 4, 6, 12].find((size) => size >= least) ?? 12) : least;
  // Months are labelled from January, other periods so that the current one has a label.
  const isLabelled = (/** @type {Period} */ { start }, /** @type {number} */ index) =>
    by === "month" ? (Number(start.slice(5, 7)) - 1) % step === 0 : (periods.length - 1 - index) % step === 0;
  return periods.flatMap((period, index) => (isLabelled(period, index) ? [index] : []));
}

/**
 * The line of the number of items so far, as points of a box.
 * @param {Period[]} periods
 * @param {number} before  the number of items before the first period
 * @param {{ width: number, height: number }} size
 */
export function growthLine(periods, before, { width, height }) {
  let total = before;
  const totals = [before, ...periods.map(({ count }) => (total += count))];
  const values = scale(total);
  const top = values[values.length - 1];
  const step = width / Math.max(1, totals.length - 1);
  return {
    values: values.map((value) => ({ value, y: height - (value / top) * height })),
    points: totals.map((value, index) => [index * step, height - (value / top) * height]),
    total,
  };
}
