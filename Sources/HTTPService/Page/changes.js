// What a person did and the server has not confirmed yet: drawn at once, sent in order, taken back where it is refused.

/**
 * @typedef {object} Change
 * @property {number} id
 * @property {"select" | "add" | "command"} kind
 * @property {string} set  the set that it concerns
 * @property {string[]} tags
 * @property {boolean} [isOn]  what a change of the selection makes of the tags
 * @property {Request} [request]  what a command sends
 * @property {string} [done]  what is announced when it is confirmed
 * @property {boolean} [isTold]  whether that is shown as well
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
 * @returns {Request}
 */
export function requestOf(batch) {
  const first = batch[0];
  if (first.kind === "command" && first.request) return first.request;
  const set = encodeURIComponent(first.set);
  if (first.kind === "add") {
    return { method: "POST", path: `sets/${set}/tags`, body: { tags: first.tags, selected: true } };
  }
  const wanted = selectionOf(batch);
  return { method: "PATCH", path: `sets/${set}/selection`, body: { select: tagsThat(wanted, true), deselect: tagsThat(wanted, false) } };
}

/**
 * What changes make of tags; the last one counts.
 * @param {Change[]} changes
 * @param {string} [set]  only those of a set
 * @returns {Map<string, boolean>}
 */
export function selectionOf(changes, set) {
  /** @type {Map<string, boolean>} */
  const wanted = new Map();
  for (const change of changes) {
    if (change.kind === "command" || (set !== undefined && change.set !== set)) continue;
    for (const tag of change.tags) wanted.set(tag, change.kind === "add" || change.isOn === true);
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
