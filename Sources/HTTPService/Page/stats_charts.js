// The drawings of the Stats view: bars, growth and calendars as SVG.

import { element, link, number } from "./shell.js";
import { addressOf, bars, calendar, growthLine, labelled, periodQuery } from "./stats_model.js";

const BAR_HEIGHT = 180;
const LINE_HEIGHT = 90;
/** The room for the labels of the periods, in two lines. */
const LABELS = 38;
/** The room for the numbers of the scale. */
const NUMBERS = 44;

/**
 * Makes an SVG element.
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 */
function drawn(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/**
 * A drawing that assistive technology skips; a table next to it has the same numbers.
 * @param {string} kind
 * @param {number} width
 * @param {number} height
 * @param {Node[]} content
 */
function picture(kind, width, height, content) {
  return drawn(
    "svg",
    {
      class: `chart ${kind}`,
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      "aria-hidden": "true",
      focusable: "false",
    },
    ...content,
  );
}

/** @param {{ value: number, y: number }[]} values @param {number} width */
function scaleLines(values, width) {
  return values.flatMap(({ value, y }) => [
    drawn("line", { class: value === 0 ? "base" : "grid", x1: NUMBERS, x2: width, y1: y + 8, y2: y + 8 }),
    drawn("text", { class: "value", x: NUMBERS - 8, y: y + 12 }, number(value)),
  ]);
}

/**
 * The bars of the periods; each links to its items.
 * @param {import("./stats_model.js").Period[]} periods
 * @param {import("./stats_model.js").Place} place
 * @param {number} width
 * @param {(start: string, by: import("./stats_model.js").Unit) => string[]} label  one or two lines
 */
export function barChart(periods, place, width, label) {
  const { values, slot, bars: boxes } = bars(periods, { width: width - NUMBERS, height: BAR_HEIGHT });
  const lines = boxes.map(({ start }) => label(start, place.by));
  const chosen = labelled(periods, place.by, slot, 48);
  const columns = boxes.map((box, index) => {
    const middle = NUMBERS + box.x + box.width / 2;
    const target = drawn(
      "a",
      { href: itemsLink(box.start, place), tabindex: -1, "data-index": index },
      drawn("rect", { class: "slot", x: NUMBERS + index * slot, y: 0, width: slot, height: BAR_HEIGHT + 8 }),
      drawn("rect", {
        class: "bar",
        x: NUMBERS + box.x,
        y: box.y + 8,
        width: Math.max(1, box.width),
        height: box.height,
        rx: Math.min(3, box.width / 3),
      }),
    );
    if (!chosen.includes(index)) return target;
    const previous = lines[chosen[chosen.indexOf(index) - 1]];
    const text = drawn("text", { class: "label", x: middle, y: BAR_HEIGHT + 24 }, lines[index][0]);
    // The year is repeated only when it changes.
    const isNewYear = lines[index].length > 1 && lines[index][1] !== previous?.[1];
    return drawn(
      "g",
      {},
      target,
      text,
      ...(isNewYear ? [drawn("text", { class: "label year", x: middle, y: BAR_HEIGHT + 38 }, lines[index][1])] : []),
    );
  });
  return picture("bars", width, BAR_HEIGHT + 8 + LABELS, [...scaleLines(values, width), ...columns]);
}

/**
 * The number of items so far, as an area.
 * @param {import("./stats_model.js").Period[]} periods
 * @param {number} before
 * @param {number} width
 */
export function growthChart(periods, before, width) {
  const { values, points } = growthLine(periods, before, { width: width - NUMBERS - 4, height: LINE_HEIGHT });
  const path = points
    .map(([x, y], index) => `${index === 0 ? "M" : "L"}${(NUMBERS + x).toFixed(1)} ${(y + 8).toFixed(1)}`)
    .join("");
  const [end, endY] = points[points.length - 1];
  // Few numbers are enough for a low chart.
  const ends = [values[0], values[values.length - 1]];
  return picture("growth", width, LINE_HEIGHT + 16, [
    ...scaleLines(ends, width),
    drawn("path", {
      class: "area",
      d: `${path}L${(NUMBERS + end).toFixed(1)} ${LINE_HEIGHT + 8}L${NUMBERS} ${LINE_HEIGHT + 8}Z`,
    }),
    drawn("path", { class: "line", d: path }),
    drawn("circle", { class: "end", cx: NUMBERS + end, cy: endY + 8, r: 3.5 }),
  ]);
}

/**
 * The days of the last weeks, a column a week.
 * @param {string[]} days
 * @param {string} today
 * @param {number} width
 * @param {(day: string) => string} month  the short name of a day's month
 */
export function calendarChart(days, today, width, month) {
  const [step, size, top] = [16, 12, 18];
  const weeks = calendar(days, today, Math.max(4, Math.min(26, Math.floor(width / step))));
  const cells = weeks.flatMap((week, column) =>
    week.flatMap((cell, row) =>
      !cell
        ? []
        : drawn("rect", {
            class: `day${cell.isDone ? " done" : ""}${cell.day === today ? " today" : ""}`,
            x: column * step + 1,
            y: top + row * step + 1,
            width: size,
            height: size,
            rx: 3,
          }),
    ),
  );
  // A month is named above its first whole week, unless the previous name would touch it.
  const names = weeks.flatMap((week, column) => {
    const day = week[0]?.day ?? "";
    return column > 0 && Number(day.slice(8)) <= 7 ? [drawn("text", { x: column * step, y: 10 }, month(day))] : [];
  });
  return picture("calendar", weeks.length * step, top + 7 * step, [...names, ...cells]);
}

/**
 * The address of the items of a period.
 * @param {string} start
 * @param {import("./stats_model.js").Place} place
 */
export function itemsLink(start, place) {
  return link(`/?q=${encodeURIComponent(periodQuery(start, place.by, place))}`);
}

/**
 * A link to another place of this view, which the view follows without loading.
 * @param {import("./stats_model.js").Place} place
 */
export function placeLink(place) {
  return link(`/stats${addressOf(place)}`);
}

/**
 * Tags with a bar of their share of the most used.
 * @param {import("./stats_model.js").TagCount[]} tags
 * @param {(tag: string) => string} href
 * @param {number} most  the count of a full bar
 */
export function tagBars(tags, href, most) {
  return element(
    "ol",
    { class: "tag-bars" },
    ...tags.map(({ tag, count }) => {
      const bar = element("span", { class: "share", "aria-hidden": "true" });
      bar.style.setProperty("--share", String(count / Math.max(1, most)));
      return element(
        "li",
        {},
        element("a", { href: href(tag) }, element("bdi", { text: tag })),
        bar,
        element("span", { class: "count", text: number(count) }),
      );
    }),
  );
}
