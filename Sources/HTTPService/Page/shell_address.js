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

/** @param {string | undefined} place */
export function hostOf(place = "") {
  return /^https?:\/\/(?:[^/@?#]*@)?(?:www\.)?([^/:?#]+)/i.exec(place)?.[1].toLowerCase() ?? "";
}
