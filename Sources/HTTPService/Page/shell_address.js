// Where the page and its space are, and what may be done with the locations of items.

const given = document.documentElement.dataset.base ?? "";
export const base = given.startsWith("{") ? "" : given;
const spacePath = /^\/spaces\/([a-z0-9_-]+)/.exec(location.pathname.slice(base.length));
export const space = spacePath?.[1] ?? "";
export const root = base + (spacePath?.[0] ?? "");

/** @param {string} path */
export function link(path) {
  return root + path;
}

/** @param {string | undefined} place */
export function safeLink(place = "") {
  // Browsers drop control characters and spaces before they look for the scheme.
  const text = place.replace(/[\u0000-\u0020\u007f]/g, "");
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1].toLowerCase();
  if (scheme) return ["http", "https", "mailto"].includes(scheme) ? place : "";
  return text && isHere(place) ? place : "";
}

/**
 * Whether a relative place leads to this server: browsers take "/\" for "//", which begins the name of another.
 * @param {string} place
 */
function isHere(place) {
  try {
    return new URL(place, location.href).origin === new URL(location.href).origin;
  } catch {
    return false;
  }
}

const DAILY_KEY = `tagflow.daily ${root}`;

/**
 * The parameters that leave out items of daily sets, which are on their boards and in Stats. This browser remembers whether there are
 * any, so that the first request knows it.
 * @returns {Record<string, string>}
 */
export const withoutDailySets = () => (localStorage.getItem(DAILY_KEY) ? { daily: "false" } : {});

/**
 * Remembers whether there are daily sets; returns whether that is new.
 * @param {{ daily?: boolean }[]} sets
 */
export function noteDailySets(sets) {
  const [before, now] = [localStorage.getItem(DAILY_KEY) ?? "", sets.some(({ daily }) => daily) ? "yes" : ""];
  if (now) localStorage.setItem(DAILY_KEY, now);
  else localStorage.removeItem(DAILY_KEY);
  return before !== now;
}
