// Changes that the server hasn't confirmed yet: drawn immediately, sent in order, reverted if they are refused.

import { localDay } from "./text.js";
import { groupOf } from "./tag_looks.js";

/**
 * @typedef {object} Change
 * @property {number} id
 * @property {boolean} [isExact]  whether an entered text is taken as it is typed
 * @property {"select" | "add" | "enter" | "command"} kind  an entered text is looked up first, and then added
 * @property {string} set  the set that it concerns
 * @property {string[]} tags
 * @property {boolean} [isOn]  whether a change of the selection selects the tags
 * @property {Request} [request]  the request of a command
 * @property {string} [done]  the announcement when it is confirmed
 * @property {boolean} [isTold]  whether that is shown as well
 * @property {{ text: string, run: () => void }[]} [actions]  the buttons of the notice
 * @property {boolean} [isAsked]  whether the caller waits for the response and shows a refusal
 * @property {boolean} [alone]  whether it is sent by itself, since it was refused together with others
 * @property {number} [doneAt]  how old the board may be that shows it
 * @property {string} key  makes a repeated request harmless
 */

/**
 * @typedef {object} Request
 * @property {string} method
 * @property {string} path
 * @property {any} [body]
 */

/**
 * The first changes that can be sent as one request: a run of changes of one selection, or one other.
 * @param {Change[]} changes
 * @returns {Change[]}
 */
export function firstBatch(changes) {
  const waiting = changes.filter((change) => change.doneAt === undefined);
  const first = waiting[0];
  if (!first || first.kind !== "select" || first.alone) return waiting.slice(0, 1);
  const other = waiting.findIndex((change) => change.kind !== "select" || change.alone || change.set !== first.set);
  return other < 0 ? waiting : waiting.slice(0, other);
}

/**
 * The request that a batch is sent as.
 * @param {Change[]} batch
 * @param {boolean} [isImplying]  whether tags that the selected tags imply are selected too
 * @returns {Request}
 */
export function requestOf(batch, isImplying) {
  const first = batch[0];
  if (first.kind === "command" && first.request) return first.request;
  const set = encodeURIComponent(first.set);
  const more = isImplying ? { implied: true } : {};
  if (first.kind === "add") {
    return {
      method: "POST",
      path: `sets/${set}/tags?date=${localDay()}`,
      body: { tags: first.tags, selected: true, ...more },
    };
  }
  const wanted = selectionOf(batch);
  return {
    method: "PATCH",
    path: `sets/${set}/selection?date=${localDay()}`,
    body: { select: tagsThat(wanted, true), deselect: tagsThat(wanted, false), ...more },
  };
}

/**
 * Whether changes select or deselect each tag; the last change of a tag counts.
 * @param {Change[]} changes
 * @param {string} [set]  only those of a set
 * @param {import("./tag_looks.js").TagGroup[]} [groups]  whose selected tags deselect each other, as the server does it
 * @returns {Map<string, boolean>}
 */
export function selectionOf(changes, set, groups = []) {
  /** @type {Map<string, boolean>} */
  const wanted = new Map();
  for (const change of changes) {
    if (!/add|select/.test(change.kind) || (set !== undefined && change.set !== set)) continue;
    for (const tag of change.tags) {
      const isOn = change.kind === "add" || change.isOn === true;
      const others = isOn ? (groupOf(groups, tag)?.tags ?? []) : [];
      for (const other of others) wanted.set(other, false);
      wanted.set(tag, isOn);
    }
  }
  return wanted;
}

/**
 * @param {Map<string, boolean>} wanted
 * @param {boolean} isOn
 */
function tagsThat(wanted, isOn) {
  return [...wanted].filter(([, value]) => value === isOn).map(([tag]) => tag);
}
