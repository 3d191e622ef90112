// Files of other programs, as what the server imports: bookmarks.html and Pinboard's JSON become lines of JSON. Knows no document.

/**
 * @typedef {"netscape" | "pinboard" | "ndjson" | "json" | "csv" | "markdown" | "text"} Kind
 * @typedef {{ title?: string, location?: string, note?: string, tags?: string[], at?: string, attributes?: Record<string, string>,
 *   folders?: string[] }} Line
 * @typedef {{ kind: Kind, from: string, body: string, count: number | null, folders: number, split?: number,
 *   leftOut?: number }} Prepared
 *   `count` is the number of items if known, `folders` the number of folders that can become tags, `split` the number of bookmarks whose
 *   tags were split at spaces, `leftOut` that of attributes that are too long for the server
 */

/**
 * Recognizes a file by its beginning, else by its name; `null` if it can't be imported.
 * @param {string} name
 * @param {string} text
 * @returns {Kind | null}
 */
export function kindOf(name, text) {
  const start = text.slice(0, 4_096).trimStart().replace(MARK, "");
  if (/^<!doctype netscape-bookmark|<dl>[^]*<dt>/i.test(start)) return "netscape";
  if (/^<|^%PDF|^PK\u0003|\u0000/i.test(start)) return null;
  const ending = /\.([a-z]+)$/i.exec(name)?.[1].toLowerCase() ?? "";
  if (start.startsWith("[")) return /"href"\s*:/.test(start) ? "pinboard" : "json";
  if (start.startsWith("{")) return ending === "json" && !/^\{.*\}\s*(\n|$)/.test(start) ? "json" : "ndjson";
  return KINDS.get(ending) ?? null;
}

/** The first line of a list that tagflow exported. */
const MARK = /^<!-- Written by tagflow -->\s*/;

const KINDS = new Map(
  /** @type {[string, Kind][]} */ ([
    ["csv", "csv"],
    ["md", "markdown"],
    ["markdown", "markdown"],
    ["txt", "text"],
    ["ndjson", "ndjson"],
    ["jsonl", "ndjson"],
  ]),
);

/**
 * Prepares a file for the server.
 * @param {string} name
 * @param {string} text
 * @param {{ folders?: boolean }} [options] whether the folders of bookmarks become tags
 * @returns {Prepared | null}
 */
export function prepared(name, text, options) {
  const kind = kindOf(name, text.replace(/^\ufeff/, ""));
  if (!kind) return null;
  if (kind === "netscape") {
    const found = bookmarksIn(text, options?.folders ?? false);
    const { items, ...numbers } = found;
    return { kind, from: "ndjson", body: linesOf(items), count: items.length, ...numbers };
  }
  if (kind === "pinboard") {
    const items = pinboardItems(text.replace(/^\ufeff/, ""));
    return items && { kind, from: "ndjson", body: linesOf(items), count: items.length, folders: 0 };
  }
  const count = kind === "ndjson" ? text.split("\n").filter((line) => line.trim()).length : null;
  return { kind, from: kind, body: text, count, folders: 0 };
}

/** @param {Line[]} items */
function linesOf(items) {
  return items.map((item) => `${JSON.stringify(item)}\n`).join("");
}

// MARK: Pinboard

/** @param {string} text @returns {Line[] | null} */
function pinboardItems(text) {
  /** @type {any} */
  let posts;
  try {
    posts = JSON.parse(text);
  } catch {
    return null;
  }
  return posts
    .filter((/** @type {any} */ post) => typeof post?.href === "string")
    .map((/** @type {any} */ post) => {
      const tags = String(post.tags ?? "")
        .split(/\s+/)
        .filter(Boolean);
      if (post.toread === "yes") tags.push("unread");
      const attributes = visibility(post);
      return lineOf({
        title: post.description,
        location: post.href,
        note: post.extended,
        tags,
        at: post.time,
        attributes,
      });
    });
}

/**
 * The attributes that Pinboard's bookmarks in HTML have; an export of tagflow always has the fields, so that there the usual values mean
 * none.
 * @param {any} post
 * @returns {Record<string, string>}
 */
function visibility(post) {
  if (post["written-by"] && post.shared !== "yes" && post.toread !== "yes") return {};
  return {
    ...(post.shared && { private: post.shared === "yes" ? "0" : "1" }),
    ...(post.toread && { toread: post.toread === "yes" ? "1" : "0" }),
  };
}

/**
 * Leaves out what is empty, and a title that only repeats the location.
 * @param {Line} line
 * @returns {Line}
 */
function lineOf({ title, location, note, tags, at, attributes, folders }) {
  return {
    ...(title && title !== location && { title }),
    ...(location && { location }),
    ...(note && { note }),
    // Without tags, the tags of an item that is already saved stay.
    ...(tags && tags.length > 0 && { tags }),
    ...(at && { at }),
    ...(attributes && Object.keys(attributes).length > 0 && { attributes }),
    ...(folders && folders.length > 0 && { folders }),
  };
}

// MARK: bookmarks.html

const ENTITIES = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00a0"],
]);

/** @param {string} text */
function decoded(text) {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES.get(name.toLowerCase()) ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}

/** @param {string} source @param {string} name */
function attribute(source, name) {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, "i").exec(source);
  return found ? decoded(found[1] ?? found[2] ?? found[3]) : "";
}

/**
 * The time of ADD_DATE, which programs write in seconds, milliseconds or microseconds.
 * @param {string} text
 */
function timeOf(text) {
  const number = Number(text);
  if (!text || !(number > 0)) return undefined;
  const milliseconds = number < 1e11 ? number * 1e3 : number < 1e14 ? number : number / 1e3;
  return milliseconds < 8.64e15 ? new Date(milliseconds).toISOString() : undefined;
}

/**
 * The tags and comments of a file, in order. What never ends is text.
 *
 * Each character is read once, also in a file without the signs that end a tag; a regular expression would begin again at each "<".
 * @param {string} text
 * @returns {Generator<{ start: number, past: number, tag: string, source: string }>}  `past` is the index behind the mark, `tag` its
 *   name with "/" if it closes, and "" for a comment, `source` the attributes
 */
function* marksIn(text) {
  const name = /<(\/?[a-z][a-z0-9]*)/iy;
  const end = endFinder(text);
  for (let start = text.indexOf("<"); start >= 0;) {
    name.lastIndex = start;
    const isComment = text.startsWith("<!--", start);
    const found = isComment ? null : name.exec(text);
    let next = start + 1;
    if (isComment) {
      const close = end("-->", start + 4);
      if (close >= 0) {
        next = close + 3;
        yield { start, past: next, tag: "", source: "" };
      }
    } else if (found) {
      const from = name.lastIndex;
      const { at, isClosed } = endOfTag(text, from, end);
      next = at;
      if (isClosed) yield { start, past: at, tag: found[1].toLowerCase(), source: text.slice(from, at - 1) };
    }
    start = text.indexOf("<", next);
  }
}

/**
 * Finds signs like `indexOf`, but doesn't search again for those that the rest of the text lacks.
 * @param {string} text
 */
function endFinder(text) {
  /** @type {Set<string>} */
  const missing = new Set();
  return (/** @type {string} */ signs, /** @type {number} */ from) => {
    const found = missing.has(signs) ? -1 : text.indexOf(signs, from);
    if (found < 0) missing.add(signs);
    return found;
  };
}

/**
 * The index behind a tag, whose quoted values may contain ">".
 * @param {string} text
 * @param {number} from
 * @param {(signs: string, from: number) => number} end
 */
function endOfTag(text, from, end) {
  const stop = /[>"']/g;
  stop.lastIndex = from;
  for (let found = stop.exec(text); found; found = stop.exec(text)) {
    if (found[0] === ">") return { at: stop.lastIndex, isClosed: true };
    const close = end(found[0], stop.lastIndex);
    if (close < 0) return { at: stop.lastIndex, isClosed: false };
    stop.lastIndex = close + 1;
  }
  return { at: text.length, isClosed: false };
}

const FOLDERS_OF_BROWSERS = /personal_toolbar_folder|unfiled_bookmarks_folder/i;

/**
 * The bookmarks of a file whose lists may be unclosed, as programs write them.
 * @param {string} text
 * @param {boolean} hasFolders
 */
function bookmarksIn(text, hasFolders) {
  /** @type {Bookmark[]} */
  const found = [];
  /** @type {Folder[]} */
  const open = [];
  const names = new Set();
  /** @type {{ source: string, title: string, note: string } | null} */
  let link = null;
  let part = "";
  /** @type {string | null} */
  let heading = null;
  let kind = "";

  const finish = () => {
    const location = link && attribute(link.source, "href").trim();
    if (link && location) found.push({ ...link, location, open: open.filter(({ name }) => name) });
    link = null;
    part = "";
  };
  const collect = (/** @type {string} */ piece) => {
    if (!link) heading = part === "heading" ? (heading ?? "") + piece : heading;
    else if (part === "title" || part === "note") link[part] += piece;
  };
  let end = 0;
  for (const { start, past, tag, source } of marksIn(text)) {
    collect(text.slice(end, start));
    end = past;
    if (["a", "h3", "dl", "dt", "/dl"].includes(tag)) finish();
    if (tag === "a") [link, part] = [{ source, title: "", note: "" }, "title"];
    else if (tag === "h3")
      [heading, part, kind] = ["", "heading", FOLDERS_OF_BROWSERS.exec(source)?.[0].toLowerCase() ?? ""];
    else if (tag === "dl") {
      const name = decoded(heading ?? "").trim();
      open.push({ name, kind });
      if (name && !kind) names.add(name);
      [heading, kind] = [null, ""];
    } else if (tag === "/dl") open.pop();
    else if (tag === "dd") part = link ? "note" : "";
    else if (tag === "br" && part === "note") collect("\n");
    else if (tag === "/a" || tag === "/h3") part = "";
  }
  collect(text.slice(end));
  finish();
  const lists = found.map(({ source }) => attribute(source, "tags"));
  // The whole file decides, as on the command line.
  const hasCommas = writesCommas(text.slice(0, 4_096)) || lists.some((list) => list.includes(","));
  const tags = lists.map((list) => list.split(hasCommas ? "," : /\s+/).filter((tag) => tag.trim()));
  const others = found.map(({ source }) => otherAttributes(source));
  return {
    items: found.map((link, index) => bookmark(link, tags[index], others[index].attributes, hasFolders)),
    leftOut: others.reduce((sum, { leftOut }) => sum + leftOut, 0),
    folders: names.size,
    split: hasCommas ? 0 : tags.filter((list) => list.length > 1).length,
  };
}

/**
 * @typedef {{ name: string, kind: string }} Folder  a folder built into the browser has an attribute as its kind
 * @typedef {{ source: string, title: string, note: string, location: string, open: Folder[] }} Bookmark
 */

/**
 * The attributes of a link that tagflow has no fields for; the server keeps those that are safe, and exports write them back.
 * @param {string} source
 */
function otherAttributes(source) {
  const found = new Map();
  let leftOut = 0;
  for (const [, written, double, single, plain] of source.matchAll(ATTRIBUTE)) {
    const name = written.toLowerCase();
    const value = double ?? single ?? plain ?? "";
    if (FIELDS.has(name) || found.has(name)) continue;
    if (value.length > MAX_VALUE || found.size >= MAX_ATTRIBUTES) leftOut += 1;
    else found.set(name, decoded(value));
  }
  return { attributes: /** @type {Record<string, string>} */ (Object.fromEntries(found)), leftOut };
}

const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g;
const FIELDS = new Set(["href", "add_date", "tags", "personal_toolbar_folder", "unfiled_bookmarks_folder"]);
const MAX_VALUE = 65_536;
const MAX_ATTRIBUTES = 50;

/**
 * Whether the program of a file writes commas: tagflow, browsers, Raindrop and Pinboard by their headers, linkding by an attribute.
 * @param {string} start
 */
function writesCommas(start) {
  const header = start.slice(0, start.search(/<(dl|dt|a)[\s>]|$/i));
  const link = /<a\s([^>]*)/i.exec(start)?.[1] ?? "";
  return WRITE_COMMAS.test(header) || /(^|\s)toread=/i.test(link);
}

const WRITE_COMMAS = /<!-- Written by tagflow -->|DO NOT EDIT!|Raindrop\.io|Pinboard/;

/** @param {Bookmark} link @param {string[]} listed @param {Record<string, string>} others @param {boolean} hasFolders */
function bookmark(link, listed, others, hasFolders) {
  const folders = hasFolders ? link.open.filter(({ kind }) => !kind) : [];
  const tags = [...listed, ...folders.map(({ name }) => name)].map((tag) => tag.trim()).filter(Boolean);
  // Folders around one that is built into the browser don't count.
  const path = link.open.slice(Math.max(0, link.open.map(({ kind }) => kind !== "").lastIndexOf(true)));
  const kind = path[0]?.kind;
  return lineOf({
    title: decoded(link.title).trim(),
    location: link.location,
    note: decoded(link.note).trim(),
    tags: [...new Set(tags)],
    at: timeOf(attribute(link.source, "add_date")),
    attributes: kind ? { ...others, [kind]: "true" } : others,
    folders: path.map(({ name }) => name),
  });
}
