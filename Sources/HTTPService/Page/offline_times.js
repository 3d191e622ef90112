// Times in queries, as the server reads them: `2026-01`, `yesterday`, `last monday`, `3 days ago`.

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const MINUTE = 60_000;

/**
 * The beginning and the end of a period; `start` is later than the beginning for "3 days ago", which keeps the time of day.
 * @typedef {{ start: number, begin: number, end: number }} Period
 */

/**
 * The period that a text names, in milliseconds; null if it isn't a time.
 * @param {string} text
 * @param {Date} [now]
 * @returns {Period | null}
 */
export function periodOf(text, now = new Date()) {
  const name = text.trim().replace(/\s+/g, " ").toLowerCase();
  if (name === "now") return period(now.getTime(), now.getTime() + 1);
  return ago(name, now) ?? moment(name) ?? timeOfDay(name, now) ?? days(name, now);
}

/**
 * @param {number} begin
 * @param {number} end
 */
const period = (begin, end) => ({ start: begin, begin, end });

/**
 * The days from one date to another, which may be outside their month.
 * @param {number} year
 * @param {number} month  from 0
 * @param {number} day
 * @param {{ months?: number, days?: number }} length
 */
function span(year, month, day, length) {
  const begin = new Date(year, month, day).getTime();
  return period(begin, new Date(year, month + (length.months ?? 0), day + (length.days ?? 0)).getTime());
}

/**
 * `3 days ago`, `an hour ago`.
 * @param {string} text
 * @param {Date} now
 */
function ago(text, now) {
  const found = /^(a|an|one|\d{1,6}) (minute|hour|day|week|month|year)s?( ago)?$/.exec(text);
  if (!found) return null;
  const count = /^\d/.test(found[1]) ? Number(found[1]) : 1;
  const unit = found[2];
  if (unit === "minute" || unit === "hour") {
    const length = unit === "minute" ? MINUTE : 60 * MINUTE;
    return period(now.getTime() - count * length, now.getTime() - (count - 1) * length);
  }
  const time = new Date(now);
  if (unit === "day" || unit === "week") time.setDate(time.getDate() - count * (unit === "day" ? 1 : 7));
  else setBackMonths(time, count * (unit === "month" ? 1 : 12));
  return { ...span(time.getFullYear(), time.getMonth(), time.getDate(), { days: 1 }), start: time.getTime() };
}

/**
 * Goes back by months, to the last day of a month that is shorter.
 * @param {Date} time
 * @param {number} months
 */
function setBackMonths(time, months) {
  const day = time.getDate();
  time.setMonth(time.getMonth() - months);
  if (time.getDate() !== day) time.setDate(0);
}

/**
 * A time with its zone, such as `2026-01-31T08:30:00Z`.
 * @param {string} text
 */
function moment(text) {
  const found = /^\d{4}-\d{2}-\d{2}[t ]\d{2}:\d{2}:\d{2}(\.\d+)?(z|[+-]\d{2}:\d{2})$/.exec(text);
  const time = found ? Date.parse(text.toUpperCase().replace(" ", "T")) : NaN;
  return Number.isNaN(time) ? null : period(time, time + (found?.[1] ? 1 : 1_000));
}

/**
 * `08:30`, `yesterday 22:00`, `2026-01-31 8:30`.
 * @param {string} text
 * @param {Date} now
 */
function timeOfDay(text, now) {
  const found = /^(.*?)(?:(?:^| | at |t)(\d{1,2}):(\d{2})(?::(\d{2}))?)$/.exec(text);
  if (!found || Number(found[2]) > 23 || Number(found[3]) > 59) return null;
  const day = days(found[1].replace(/ at$/, "") || "today", now);
  if (!day || day.end - day.begin > 26 * 60 * MINUTE) return null;
  const time = new Date(day.begin).setHours(Number(found[2]), Number(found[3]), Number(found[4] ?? 0));
  return period(time, time + (found[4] ? 1_000 : MINUTE));
}

/**
 * The name of a day, week, month or year.
 * @param {string} text
 * @param {Date} now
 */
function days(text, now) {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const weekday = (now.getDay() + 6) % 7;
  const named = {
    today: () => span(year, month, day, { days: 1 }),
    yesterday: () => span(year, month, day - 1, { days: 1 }),
    "this week": () => span(year, month, day - weekday, { days: 7 }),
    "last week": () => span(year, month, day - weekday - 7, { days: 7 }),
    "this month": () => span(year, month, 1, { months: 1 }),
    "last month": () => span(year, month - 1, 1, { months: 1 }),
    "this year": () => span(year, 0, 1, { months: 12 }),
    "last year": () => span(year - 1, 0, 1, { months: 12 }),
  };
  if (Object.hasOwn(named, text)) return named[/** @type {keyof typeof named} */ (text)]();
  const written = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(text);
  if (written) return calendarDays(written.slice(1).map((part) => part && Number(part)));
  return lastWeekday(text, now, weekday) ?? dateWithName(text, now);
}

/** @param {any[]} parts  year, month and day; only the year is required */
function calendarDays([year, month, day]) {
  if (day) return isDate(year, month, day) ? span(year, month - 1, day, { days: 1 }) : null;
  if (month) return month <= 12 ? span(year, month - 1, 1, { months: 1 }) : null;
  return span(year, 0, 1, { months: 12 });
}

/**
 * @param {number} year
 * @param {number} month  from 1
 * @param {number} day
 */
function isDate(year, month, day) {
  const date = new Date(year, month - 1, day);
  return date.getMonth() === month - 1 && date.getDate() === day;
}

/**
 * @param {string} word
 * @param {string[]} names  which may be abbreviated to three letters
 */
const placeOf = (word, names) => names.findIndex((name) => word === name || word === name.slice(0, 3));

/**
 * `monday`, `last mon`.
 * @param {string} text
 * @param {Date} now
 * @param {number} weekday  today's, from 0 for Monday
 */
function lastWeekday(text, now, weekday) {
  const [, last, word] = /^(last )?([a-z]+)$/.exec(text) ?? [];
  const wanted = placeOf(word ?? "", WEEKDAYS);
  if (wanted < 0) return null;
  const difference = (weekday - wanted + 7) % 7 || (last ? 7 : 0);
  return span(now.getFullYear(), now.getMonth(), now.getDate() - difference, { days: 1 });
}

/**
 * `23 nov`, `nov 23, 2025`, `november`: without a year the most recent one.
 * @param {string} text
 * @param {Date} now
 */
function dateWithName(text, now) {
  const words = text.replace(",", "").split(" ");
  const year = /^\d{4}$/.test(words.at(-1) ?? "") ? Number(words.pop()) : 0;
  const place = words.findIndex((word) => placeOf(word, MONTHS) >= 0);
  if (place < 0 || words.length > 2) return null;
  const month = placeOf(words.splice(place, 1)[0], MONTHS) + 1;
  const day = words.length ? Number(/^\d{1,2}$/.exec(words[0])?.[0] ?? NaN) : 0;
  if (Number.isNaN(day)) return null;
  // Leap days may be eight years apart.
  const years = year ? [year] : Array.from({ length: 9 }, (_, back) => now.getFullYear() - back);
  const found = years.find(
    (one) => isDate(one, month, day || 1) && (year || new Date(one, month - 1, day || 1).getTime() <= now.getTime()),
  );
  return found === undefined ? null : calendarDays([found, month, day]);
}
