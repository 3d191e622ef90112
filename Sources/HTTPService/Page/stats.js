// The Stats view: items per period as bars, growth, streaks of daily sets, and the most and least used tags.

import "./stats_texts.js";
import {
  announce,
  api,
  attempt,
  element,
  icon,
  language,
  link,
  live,
  number,
  Refusal,
  shortcuts,
  start,
  t,
  withoutDailySets,
} from "./shell.js";
import {
  addressOf,
  dayNumber,
  dayText,
  figures,
  filterQuery,
  initialState,
  nextStart,
  placeOf,
  rankedTags,
  shownPeriods,
  streaks,
  tagTerm,
  UNITS,
  update,
} from "./stats_model.js";
import { localDay } from "./text.js";
import { CLOUD_LIMIT, drawCloud } from "./stats_cloud.js";
import { barChart, calendarChart, growthChart, itemsLink, placeLink, tagBars } from "./stats_charts.js";

/**
 * @typedef {import("./stats_model.js").State} State
 * @typedef {import("./stats_model.js").Event} Event
 * @typedef {import("./stats_model.js").Unit} Unit
 */

/** The number of tags in a ranking. */
const RANKED = 15;
/** The number of rarely used tags that are shown. */
const RARE = 30;

let state = initialState(localDay(), placeOf(new URLSearchParams(location.search)));
let asked = new AbortController();

start("stats");

// MARK: The frame

const field = element("input", {
  id: "stats-query",
  type: "search",
  placeholder: t("stats.filter"),
  "aria-label": t("stats.filter"),
  autocomplete: "off",
  autocapitalize: "none",
  spellcheck: "false",
  enterkeyhint: "search",
  value: state.place.q,
});
const sets = element("select", { "aria-label": t("stats.set"), hidden: true });
const units = element(
  "div",
  { class: "segments", role: "radiogroup", "aria-label": t("stats.by") },
  ...UNITS.map(unitChoice),
);
const refusal = element("p", { class: "wrong", id: "stats-refusal", hidden: true });
const tiles = element("dl", { class: "tiles" });
const chart = element("section", { class: "card", "aria-labelledby": "chart-title" });
const growth = element("section", { class: "card", "aria-labelledby": "growth-title" });
const habits = element("section", { class: "card habits", "aria-labelledby": "habits-title" });
const used = element("section", { class: "card", "aria-labelledby": "used-title" });
const words = element("section", { class: "card", "aria-labelledby": "cloud-title" });
const rare = element("section", { class: "card", "aria-labelledby": "rare-title" });
const readout = element("p", { class: "readout" });

const form = element("form", { class: "stats-filter", role: "search" }, field, sets, units);
const numbers = element("div", { class: "stats-body" }, tiles, chart, growth);
const columns = element("div", { class: "columns" }, used, rare);
/** @type {HTMLElement} */ (document.querySelector("main")).append(
  element("header", { class: "view-head" }, element("h1", { text: t("stats.title") }), form),
  refusal,
  numbers,
  columns,
  words,
  habits,
);

form.addEventListener("submit", (/** @type {globalThis.Event} */ event) => {
  event.preventDefault();
  find();
});
// The cross in a search field sends no submit.
field.addEventListener("search", find);
sets.addEventListener("change", () => go({ type: "choose", set: sets.value }));
chart.addEventListener("pointermove", point);
chart.addEventListener("pointerleave", () => dispatch({ type: "point", index: null }));
addEventListener("popstate", () => {
  dispatch({ type: "go", place: placeOf(new URLSearchParams(location.search)) });
  field.value = state.place.q;
  load();
});
shortcuts.add("[", "stats.earlier", () => page(1));
shortcuts.add("]", "stats.later", () => page(-1));

/** @param {Unit} unit */
function unitChoice(unit) {
  const choice = element("input", {
    type: "radio",
    name: "by",
    value: unit,
    checked: unit === state.place.by,
    onchange: () => go({ type: "by", by: unit }),
  });
  return element("label", {}, choice, element("span", { text: t(`stats.by.${unit}`) }));
}

function find() {
  if (field.value.trim() !== state.place.q) go({ type: "find", q: field.value });
}

// MARK: Events

/** @param {Event} event */
function dispatch(event) {
  const previous = state;
  state = update(state, event);
  draw(previous);
}

/**
 * Follows an event to another address.
 * @param {Event} event
 */
function go(event) {
  dispatch(event);
  history.pushState(null, "", `${location.pathname}${addressOf(state.place)}`);
  if (state.status === "loading") load();
}

/** @param {number} by */
function page(by) {
  go({ type: "page", by });
  const { periods } = shownPeriods(state);
  if (periods.length > 0)
    announce(
      `${periodName(periods[0].start, state.place.by)} – ${periodName(periods[periods.length - 1].start, state.place.by)}`,
    );
}

/** @param {PointerEvent} event */
function point(event) {
  const bar = /** @type {Element} */ (event.target).closest("[data-index]");
  const index = bar ? Number(bar.getAttribute("data-index")) : null;
  if (index !== state.active) dispatch({ type: "point", index });
}

// MARK: Requests

async function load() {
  asked.abort();
  asked = new AbortController();
  const { by, q, set } = state.place;
  const query = new URLSearchParams({ by, ...(q && { q }), ...(set ? { set } : withoutDailySets()) });
  try {
    const found = await api("GET", `stats?${query}`, undefined, { signal: asked.signal });
    dispatch({ type: "counted", periods: found.periods, tags: found.tags });
  } catch (error) {
    if (error instanceof Refusal && error.status !== 401) dispatch({ type: "failed", message: error.message });
    else if (!(error instanceof Refusal || error instanceof DOMException)) throw error;
  }
}

async function loadSets() {
  const found = await api("GET", "sets");
  dispatch({ type: "sets", sets: found.sets.map((/** @type {any} */ { set }) => set) });
  const daily = found.sets.filter((/** @type {any} */ { daily }) => daily).slice(0, 12);
  dispatch({ type: "habits", habits: await Promise.all(daily.map((/** @type {any} */ { set }) => habit(set))) });
}

/** @param {string} set @returns {Promise<import("./stats_model.js").Habit>} */
async function habit(set) {
  const since = `since:${dayText(dayNumber(state.today) - 29)}`;
  const [all, recent] = await Promise.all(
    ["", since].map((q) => api("GET", `stats?${new URLSearchParams({ by: "day", set, q })}`)),
  );
  return {
    set,
    days: all.periods
      .filter((/** @type {any} */ { count }) => count > 0)
      .map((/** @type {any} */ period) => period.start),
    tags: recent.tags,
  };
}

async function loadUnused() {
  const { tags } = await api("GET", "tags?filter=unused&order=name&limit=1000");
  dispatch({ type: "unused", tags: tags.map((/** @type {any} */ { tag }) => tag) });
}

function loadAll() {
  load();
  attempt(loadSets);
  attempt(loadUnused);
}

// MARK: Drawing

/** @param {State} [previous] */
function draw(previous) {
  const isSame = previous?.periods === state.periods && previous.place === state.place;
  refusal.hidden = state.status !== "failed";
  refusal.textContent = state.message;
  numbers.hidden = columns.hidden = state.status === "failed";
  numbers.classList.toggle("loading", state.status === "loading");
  for (const input of units.querySelectorAll("input")) input.checked = input.value === state.place.by;
  if (previous?.sets !== state.sets || previous.place !== state.place) drawSets();
  if (!isSame) drawNumbers();
  if (previous?.unused !== state.unused || !isSame) drawRare();
  if (!isSame) drawWords();
  if (previous?.habits !== state.habits) drawHabits();
  drawReadout();
}

function drawSets() {
  sets.hidden = state.sets.length < 2 && !state.place.set;
  const names =
    state.sets.includes(state.place.set) || !state.place.set ? state.sets : [state.place.set, ...state.sets];
  sets.replaceChildren(
    element("option", { value: "", text: t("stats.allSets") }),
    ...names.map((set) => element("option", { value: set, text: set })),
  );
  sets.value = state.place.set;
}

function drawNumbers() {
  const { by } = state.place;
  const { total, current, previous, busiest, tags } = figures(state);
  const isEmpty = total === 0 && state.status === "ready";
  tiles.replaceChildren(
    tile(t("stats.items"), number(total)),
    tile(t(`stats.this.${by}`), number(current), t(`stats.last.${by}`, { n: previous })),
    tile(t("stats.tags"), number(tags)),
    tile(t(`stats.busiest.${by}`), number(busiest.count), busiest.start && periodName(busiest.start, by)),
  );
  growth.hidden = isEmpty || total === 0;
  if (isEmpty)
    chart.replaceChildren(
      element("h2", { id: "chart-title", text: t("stats.chart") }),
      element("p", { class: "soft", text: t(state.place.q || state.place.set ? "stats.nothing" : "stats.empty") }),
    );
  else drawCharts();
  drawUsed();
}

/** @param {string} name @param {string} value @param {string} [more] */
function tile(name, value, more = "") {
  return element(
    "div",
    {},
    element("dt", { text: name }),
    element("dd", {}, element("strong", { text: value }), more && element("small", { text: more })),
  );
}

function drawCharts() {
  const { periods, before, hasEarlier, hasLater } = shownPeriods(state);
  if (periods.length === 0) return;
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.step;
  const steps = element(
    "div",
    { class: "steps", hidden: !hasEarlier && !hasLater },
    step("earlier", 1, hasEarlier),
    step("later", -1, hasLater),
  );
  const head = element(
    "div",
    { class: "card-head" },
    element("h2", { id: "chart-title", text: t("stats.chart") }),
    readout,
    steps,
  );
  chart.replaceChildren(head, barChart(periods, state.place, innerWidthOf(chart), axisLabel), periodTable(periods));
  // A button that was pressed stays focused, or its neighbor if there is nothing more.
  if (focused)
    (
      chart.querySelector(`[data-step=${focused}]:not(:disabled)`) ?? chart.querySelector("[data-step]:not(:disabled)")
    )?.focus();
  growth.replaceChildren(
    element(
      "div",
      { class: "card-head" },
      element("h2", { id: "growth-title", text: t("stats.growth") }),
      element("p", {
        class: "readout",
        text: t("stats.grown", { from: before, to: before + periods.reduce((total, { count }) => total + count, 0) }),
      }),
    ),
    growthChart(periods, before, innerWidthOf(growth)),
  );
}

/** @param {"earlier" | "later"} name @param {number} by @param {boolean} isPossible */
function step(name, by, isPossible) {
  return element(
    "button",
    {
      type: "button",
      class: `icon-button ${name}`,
      "data-step": name,
      "aria-label": t(`stats.${name}`),
      disabled: !isPossible,
      onclick: () => page(by),
    },
    icon("right"),
  );
}

/**
 * The same numbers for everyone who doesn't see the chart or wants to copy them.
 * @param {import("./stats_model.js").Period[]} periods
 */
function periodTable(periods) {
  const { place } = state;
  const details = element("details", { class: "as-table" }, element("summary", { text: t("stats.asTable") }));
  details.addEventListener("toggle", () => {
    if (!details.open || details.children.length > 1) return;
    const rows = [...periods]
      .reverse()
      .map(({ start, count }) =>
        element(
          "tr",
          {},
          element(
            "th",
            { scope: "row" },
            count > 0
              ? element("a", { href: itemsLink(start, place), text: periodName(start, place.by) })
              : periodName(start, place.by),
          ),
          element("td", { text: number(count) }),
        ),
      );
    details.append(
      element(
        "div",
        {
          class: "table-box",
          tabindex: 0,
          role: "region",
          "aria-label": `${t("stats.chart")} · ${t(`stats.by.${place.by}`)}`,
        },
        element(
          "table",
          {},
          element(
            "thead",
            {},
            element(
              "tr",
              {},
              element("th", { scope: "col", text: t(`stats.by.${place.by}`) }),
              element("th", { scope: "col", text: t("stats.items") }),
            ),
          ),
          element("tbody", {}, ...rows),
        ),
      ),
    );
  });
  return details;
}

function drawReadout() {
  const { periods } = shownPeriods(state);
  const period = state.active === null ? undefined : periods[state.active];
  const { by } = state.place;
  if (period) readout.textContent = `${periodName(period.start, by)} · ${t("stats.count", { n: period.count })}`;
  else if (periods.length > 0)
    readout.textContent = `${periodName(periods[0].start, by)} – ${periodName(periods[periods.length - 1].start, by)}`;
}

function drawUsed() {
  const { most } = rankedTags(state.tags, RANKED);
  const filter = filterQuery(state.place);
  const href = (/** @type {string} */ tag) => link(`/?q=${encodeURIComponent(`${filter} ${tagTerm(tag)}`.trim())}`);
  used.hidden = most.length === 0;
  used.replaceChildren(
    element(
      "div",
      { class: "card-head" },
      element("h2", { id: "used-title", text: t("stats.mostUsed") }),
      element("a", { href: link("/tags?sort=uses"), text: t("stats.allTags") }),
    ),
    tagBars(most, href, most[0]?.count ?? 0),
  );
}

function drawWords() {
  const most = [...state.tags].sort((a, b) => b.count - a.count).slice(0, CLOUD_LIMIT);
  words.hidden = most.length < 2;
  words.replaceChildren(
    element("div", { class: "card-head" }, element("h2", { id: "cloud-title", text: t("stats.cloud") })),
    drawCloud(most.map(({ tag, count }) => ({ tag, uses: count }))),
  );
}

function drawRare() {
  const { once } = rankedTags(state.tags, RANKED);
  const isWhole = !state.place.q && !state.place.set;
  const unused = isWhole ? (state.unused ?? []) : [];
  rare.hidden = once.length + unused.length === 0;
  rare.replaceChildren(
    element("div", { class: "card-head" }, element("h2", { id: "rare-title", text: t("stats.leastUsed") })),
    ...rareTags(t("stats.once", { n: once.length }), once, "/tags?show=once"),
    ...rareTags(t("stats.unused", { n: unused.length }), unused, "/tags?show=unused"),
  );
}

/** @param {string} title @param {string[]} tags @param {string} path */
function rareTags(title, tags, path) {
  if (tags.length === 0) return [];
  const chips = tags
    .slice(0, RARE)
    .map((tag) =>
      element(
        "li",
        {},
        element(
          "a",
          { class: "chip", href: link(`/?q=${encodeURIComponent(tagTerm(tag))}`) },
          element("bdi", { text: tag }),
        ),
      ),
    );
  const rest = tags.length - RARE;
  return [
    element("h3", { text: title }),
    element(
      "ul",
      { class: "chips" },
      ...chips,
      rest > 0 && element("li", {}, element("a", { href: link(path), text: t("stats.more", { n: rest }) })),
    ),
  ];
}

function drawHabits() {
  const cards = state.habits.map(({ set, days, tags }) => {
    const { current, longest } = streaks(days, state.today);
    const done = days.filter((day) => dayNumber(day) > dayNumber(state.today) - 30).length;
    const numbers = element(
      "dl",
      { class: "tiles small" },
      tile(t("stats.streak"), t("stats.days", { n: current })),
      tile(t("stats.longest"), t("stats.days", { n: longest })),
      tile(t("stats.recent"), t("stats.ofDays", { done, n: 30 })),
    );
    const href = (/** @type {string} */ tag) => placeLink({ by: "week", q: tagTerm(tag), set, back: 0 });
    const heading = element(
      "h3",
      {},
      element("a", { href: link(`/board/${encodeURIComponent(set)}`) }, element("bdi", { text: set })),
    );
    const month = (/** @type {string} */ day) => SHORT.month.format(new Date(`${day}T00:00:00Z`));
    return element(
      "article",
      { class: "habit", "aria-label": set },
      heading,
      numbers,
      element(
        "div",
        { class: "habit-days" },
        calendarChart(days, state.today, innerWidthOf(habits), month),
        tagBars(tags.slice(0, 8), href, 30),
      ),
    );
  });
  const hint = element(
    "p",
    { class: "soft" },
    t("stats.noHabits"),
    " ",
    element("a", { href: link("/settings#layout"), text: t("stats.openSettings") }),
  );
  // Streaks come first for people who have some.
  (cards.length > 0 ? numbers : columns).after(habits);
  habits.replaceChildren(
    element("div", { class: "card-head" }, element("h2", { id: "habits-title", text: t("stats.streaks") })),
    ...(cards.length > 0 ? cards : [hint]),
  );
}

/** @param {HTMLElement} box */
function innerWidthOf(box) {
  const style = getComputedStyle(box);
  return Math.max(
    240,
    Math.floor(
      (box.clientWidth || numbers.clientWidth) - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight),
    ),
  );
}

// MARK: Names of periods

/** @param {Intl.DateTimeFormatOptions} options */
function format(options) {
  return new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
}

const FORMATS = {
  day: format({ dateStyle: "medium" }),
  week: format({ day: "numeric", month: "short", year: "numeric" }),
  month: format({ month: "long", year: "numeric" }),
  year: format({ year: "numeric" }),
};
const SHORT = {
  day: format({ day: "numeric", month: "short" }),
  month: format({ month: "short" }),
  year: format({ year: "numeric" }),
};

/** @param {string} start @param {Unit} by */
function periodName(start, by) {
  const first = new Date(`${start}T00:00:00Z`);
  if (by !== "week") return FORMATS[by].format(first);
  return FORMATS.week.formatRange(first, new Date(`${dayText(dayNumber(nextStart(start, "week")) - 1)}T00:00:00Z`));
}

/** @param {string} start @param {Unit} by @returns {string[]} */
function axisLabel(start, by) {
  const first = new Date(`${start}T00:00:00Z`);
  if (by === "year") return [SHORT.year.format(first)];
  return [(by === "month" ? SHORT.month : SHORT.day).format(first), SHORT.year.format(first)];
}

// MARK: Beginning

let width = numbers.clientWidth;
new ResizeObserver(() => {
  if (numbers.clientWidth === width || numbers.clientWidth === 0) return;
  width = numbers.clientWidth;
  if (state.status === "ready") drawNumbers();
  drawHabits();
}).observe(numbers);

/** @type {ReturnType<typeof setTimeout> | undefined} */
let pause;
live(() => {
  clearTimeout(pause);
  pause = setTimeout(loadAll, 400);
});
draw();
loadAll();
