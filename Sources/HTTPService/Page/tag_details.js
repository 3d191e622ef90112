// The colors, descriptions and groups of all tags, which a view reads once and again when tags have changed.

import { live, send } from "./shell.js";
import { groupOf } from "./tag_looks.js";

/**
 * @typedef {import("./tag_looks.js").Look} Look
 * @typedef {import("./tag_looks.js").TagGroup} TagGroup
 */

/** How many tags with a description or color are read; the newest are left out if there are more. */
const MOST_DESCRIBED = 10_000;

/** @type {(Look & { tag: string })[]} */
let described = [];
/** @type {Map<string, Look>} */
let looks = new Map();
/** @type {TagGroup[]} */
let groups = [];

/** @param {string} tag */
export const lookOf = (tag) => looks.get(tag);
export const tagGroups = () => groups;
/** @param {string} tag */
export const groupOfTag = (tag) => groupOf(groups, tag);

/**
 * Reads the details of tags, and calls `act` when they were read or have changed.
 * @param {() => void} act
 */
export function followTagDetails(act) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const read = async () => {
    timer = undefined;
    if (await readDetails()) act();
  };
  live((commit) => {
    if (commit === null || (commit.tags ?? [""]).length > 0) timer ??= setTimeout(read, 400);
  });
  void read();
}

/** Reads the details; returns whether they have changed. Without an answer, those that are known stay. */
async function readDetails() {
  const before = JSON.stringify([described, groups]);
  const lists = await Promise.all([
    readList(`descriptions?limit=${MOST_DESCRIBED}`, "descriptions"),
    readList("groups", "groups"),
  ]);
  described = lists[0] ?? described;
  groups = lists[1] ?? groups;
  looks = new Map(described.map((look) => [look.tag, look]));
  return JSON.stringify([described, groups]) !== before;
}

/**
 * A list of the server; null if it can't be read, which a token for single sets may not.
 * @param {string} path
 * @param {string} name
 * @returns {Promise<any[] | null>}
 */
async function readList(path, name) {
  try {
    return (await (await send("GET", path)).json())[name];
  } catch {
    return null;
  }
}
