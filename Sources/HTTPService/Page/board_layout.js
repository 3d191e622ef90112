// The chips as they lie on the board: as the server laid them out, or in groups, or only those with the typed text.

import { plain } from "./text.js";

/**
 * @typedef {import("./board_model.js").State} State
 * @typedef {import("./board_model.js").Chip} Chip
 * @typedef {{ name: string, y: number }} Group  the heading of the tags with one namespace
 * @typedef {{ chips: Chip[], groups: Group[], height: number }} Arrangement
 */

/** The height of a slice, in points. */
export const SLICE = 2048;
/** The tallest board, in slices, that is read as a whole in order to group or filter it. */
export const WHOLE = 16;
/** The space between chips, and the height of a heading, in points. */
const [GAP, HEADING] = [8, 40];
/** The size of the page's text in relation to that of pictures. */
export const TEXT_SCALE = 0.875;

/**
 * The height in the page of chips and the space between them, whose lines are closer or farther apart than in pictures.
 * @param {number} height  in a picture
 * @param {State} state
 */
export const stretched = (height, { stretch }) => (height > 0 ? (height + GAP) * stretch - GAP : 0);

/** The number of slices of a board. */
export function sliceCount(/** @type {State} */ { boardHeight }) {
  return Math.max(1, Math.ceil(boardHeight / SLICE));
}

/** Whether the whole board is needed, and not too large for that. */
export function needsWhole(/** @type {State} */ state) {
  return (state.isGrouped || state.typed.trim() !== "") && sliceCount(state) <= WHOLE;
}

/** @type {{ of: unknown[], arrangement: Arrangement }} */
let latest = { of: [], arrangement: { chips: [], groups: [], height: 0 } };

/**
 * Arranges the known chips.
 * @param {State} state
 * @param {Chip[]} known  in the order of the set
 * @returns {Arrangement}
 */
export function arranged(state, known) {
  const isWhole = needsWhole(state) && state.slices.size >= sliceCount(state);
  if (!isWhole) return { chips: known, groups: [], height: state.boardHeight };
  const of = [state.slices, state.typed, state.isGrouped, state.width];
  if (of.some((value, place) => value !== latest.of[place]))
    latest = { of, arrangement: flowed(filtered(known, state.typed), state, isRightToLeft(known)) };
  return latest.arrangement;
}

/**
 * @param {Chip[]} chips
 * @param {string} typed
 */
function filtered(chips, typed) {
  const text = plain(typed);
  return text ? chips.filter(({ tag }) => plain(tag).includes(text)) : chips;
}

/** @param {Chip[]} chips */
function isRightToLeft(chips) {
  return chips.some((chip, place) => chips[place + 1]?.line === chip.line && chips[place + 1].x < chip.x);
}

/**
 * Lays out chips in lines, with a heading above each namespace.
 * @param {Chip[]} chips
 * @param {State} state
 * @param {boolean} isFromRight
 * @returns {Arrangement}
 */
function flowed(chips, { isGrouped, width }, isFromRight) {
  /** @type {Arrangement} */
  const made = { chips: [], groups: [], height: 0 };
  let [line, y] = [-1, 0];
  for (const [name, members] of isGrouped ? namespaces(chips) : new Map([["", chips]])) {
    if (name) {
      made.groups.push({ name, y });
      y += HEADING;
    }
    let x = Infinity;
    for (const chip of members) {
      if (x > 0 && x + chip.width > width) {
        if (x < Infinity) y += chip.height + GAP;
        [line, x] = [line + 1, 0];
      }
      made.chips.push({ ...chip, line, y, x: isFromRight ? width - x - chip.width : x });
      x += chip.width + GAP;
    }
    y += (members[0]?.height ?? 0) + GAP;
  }
  return { ...made, height: Math.max(0, y - GAP) };
}

/**
 * The chips by namespace: those without one first, then each namespace in the order of its first tag.
 * @param {Chip[]} chips
 * @returns {Map<string, Chip[]>}
 */
function namespaces(chips) {
  /** @type {Map<string, Chip[]>} */
  const groups = new Map([["", []]]);
  for (const chip of chips) {
    const name = /^(.+?)(?:::|\/)./.exec(chip.tag)?.[1] ?? "";
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name)?.push(chip);
  }
  if (groups.get("")?.length === 0) groups.delete("");
  return groups;
}
