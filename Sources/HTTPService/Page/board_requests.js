// Requests to the server for the data that a state lacks. Each is sent once, and again after the state has changed.

import { SLICE, TEXT_SCALE, needsWhole, sliceCount } from "./board_layout.js";
import { boardKey, selection } from "./board_model.js";
import { firstBatch, requestOf } from "./board_changes.js";
import { namedTag } from "./suggestions.js";
import { localDay } from "./text.js";

/**
 * @typedef {import("./board_model.js").State} State
 * @typedef {import("./board_changes.js").Request} Request
 * @typedef {Request & { what: string, about: any, key?: string, answer: (body: any) => import("./board_model.js").Event }} Wanted
 */

/**
 * The requests that the state needs now and that are not under way.
 * @param {State} state
 * @returns {Wanted[]}
 */
export function wanted(state) {
  if (state.connection === "closed" || state.connection === "offline") return [];
  // The visible parts are requested first.
  return [selectionWanted, boardWanted, groupsWanted, looksWanted, setsWanted, answerWanted, nextWanted].flatMap(
    (want) => want(state) ?? [],
  );
}

/**
 * The changes that are to be sent now.
 * @param {State} state
 */
export function batchWanted(state) {
  if (state.connection !== "live" || state.sending.length > 0) return null;
  const batch = firstBatch(state.changes);
  if (batch.length === 0) return null;
  const [{ kind, set, tags, key }] = batch;
  return {
    batch,
    ...(kind === "enter" ? question({ ...state, set }, tags[0], 8) : requestOf(batch, state.isImplying)),
    key,
  };
}

/** @param {State} state @returns {Wanted | null} */
function boardWanted(state) {
  if (!state.set || state.missing || state.reading.board) return null;
  const key = boardKey(state);
  const isFresh = (/** @type {number} */ place) => {
    return key === state.boardKey && state.slices.get(place)?.stamp === state.stamp;
  };
  const end = Math.max(0, Math.ceil(state.boardHeight / SLICE) - 1);
  const places = slicesAround(state).filter((place) => key !== state.boardKey || place <= end || place === 0);
  const missing = places.filter((place) => !isFresh(place));
  if (missing.length === 0) return null;
  const [first, last] = [missing[0], missing[missing.length - 1]];
  const { stamp, stretch } = state;
  const top = Math.floor((first * SLICE) / stretch);
  const query = `date=${localDay()}&width=${Math.floor(state.width / TEXT_SCALE) + MARGINS}&top=${top}&height=${Math.ceil(((last + 1) * SLICE) / stretch) - top}`;
  return {
    what: "board",
    about: key,
    method: "GET",
    path: `sets/${encodeURIComponent(state.set)}/board?${query}`,
    answer: (board) => ({ type: "boardRead", key, stamp, first, last, board }),
  };
}

/** The margins of a picture at its left and its right together; the page has margins already. */
const MARGINS = 32;

/**
 * The slices that the window shows, and those that scrolling will show next; all of them if the chips are arranged again.
 * @param {State} state
 */
function slicesAround(state) {
  if (needsWhole(state)) return Array.from({ length: sliceCount(state) }, (_, place) => place);
  const { top, height } = state;
  const first = Math.max(0, Math.floor((top - height) / SLICE));
  const last = Math.max(0, Math.floor((top + 2 * height) / SLICE));
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** @param {State} state @returns {Wanted | null} */
function selectionWanted(state) {
  if (!state.set || state.missing || state.reading.selection || state.selectedStamp === state.stamp) return null;
  const { set, stamp, confirmed } = state;
  return {
    what: "selection",
    about: set,
    method: "GET",
    path: `sets/${encodeURIComponent(set)}/selection?date=${localDay()}`,
    answer: ({ selected }) => ({ type: "selectionRead", set, stamp, confirmed, selected }),
  };
}

/** @param {State} state @returns {Wanted | null} */
function groupsWanted(state) {
  const { tagStamp: stamp, groupStamp, reading } = state;
  if (!state.set || state.missing || groupStamp === stamp || reading.groups) return null;
  return {
    what: "groups",
    about: stamp,
    method: "GET",
    path: "groups",
    answer: ({ groups }) => ({ type: "groupsRead", stamp, groups }),
  };
}

/** @param {State} state @returns {Wanted | null} */
function looksWanted(state) {
  const { tagStamp: stamp, lookStamp, reading } = state;
  if (!state.set || state.missing || lookStamp === stamp || reading.looks) return null;
  return {
    what: "looks",
    about: stamp,
    method: "GET",
    path: "descriptions?limit=10000",
    answer: ({ descriptions }) => ({ type: "looksRead", stamp, descriptions }),
  };
}

/** @param {State} state @returns {Wanted | null} */
function setsWanted(state) {
  if (!state.areSetsStale || state.reading.sets) return null;
  return {
    what: "sets",
    about: true,
    method: "GET",
    path: `set-summaries?date=${localDay()}`,
    answer: (body) => ({ type: "setsRead", body }),
  };
}

/** @param {State} state @returns {Wanted | null} */
function answerWanted(state) {
  const text = state.typed;
  const key = JSON.stringify([text, state.set, state.stamp]);
  if (!text.trim() || key === state.answer.key || key === state.reading.answer) return null;
  return {
    what: "answer",
    about: key,
    ...question(state, text, 8),
    answer: ({ suggestions: list, similar, ...named }) => {
      return { type: "answerRead", key, text, list, tag: namedTag({ list, ...named })?.tag, similar };
    },
  };
}

/** @param {State} state @returns {Wanted | null} */
function nextWanted(state) {
  if (!state.set || state.missing || !state.selected) return null;
  const key = JSON.stringify([state.set, [...selection(state)].slice(0, 50), state.stamp]);
  if (key === state.next.key || key === state.reading.next) return null;
  return {
    what: "next",
    about: key,
    ...question(state, "", 5),
    answer: ({ suggestions }) => ({ type: "nextRead", key, list: suggestions }),
  };
}

/**
 * @param {State} state
 * @param {string} text
 * @param {number} limit
 */
function question(state, text, limit) {
  const query = new URLSearchParams({ q: text, limit: String(limit), set: state.set });
  if (!state.set) query.delete("set");
  if (text) query.set("similar", "true");
  // Selected tags beyond several dozen wouldn't change the response, and would make the address too long.
  let room = 4_000;
  for (const tag of selection(state)) {
    room -= encodeURIComponent(tag).length + 7;
    if (room < 0) break;
    query.append("given", tag);
  }
  return { method: "GET", path: `suggestions?${query}` };
}
