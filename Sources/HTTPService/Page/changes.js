// What a person did and the server has not confirmed yet: drawn at once, sent in order, taken back where it is refused.

/**
 * @typedef {object} Change
 * @property {number} id
 * @property {"select" | "add" | "enter" | "command"} kind  what was entered is looked for first, and added then
 * @property {string} set  the set that it concerns
 * @property {string[]} tags
 * @property {boolean} [isOn]  what a change of the selection makes of the tags
 * @property {Request} [request]  what a command sends
 * @property {string} [done]  what is announced when it is confirmed
 * @property {boolean} [isTold]  whether that is shown as well
 * @property {{ text: string, run: () => void }[]} [actions]  what can be done about it then
 * @property {boolean} [isAsked]  whether somebody waits for the answer, and says himself what is refused
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
 * @param {boolean} [isImplying]  whether what the selected tags imply is selected too
 * @returns {Request}
 */
export function requestOf(batch, isImplying) {
  const first = batch[0];
  if (first.kind === "command" && first.request) return first.request;
  const set = encodeURIComponent(first.set);
  const more = isImplying ? { implied: true } : {};
  if (first.kind === "add") {
    return { method: "POST", path: `sets/${set}/tags`, body: { tags: first.tags, selected: true, ...more } };
  }
  const wanted = selectionOf(batch);
  return { method: "PATCH", path: `sets/${set}/selection`, body: { select: tagsThat(wanted, true), deselect: tagsThat(wanted, false), ...more } };
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
    if (!/add|select/.test(change.kind) || (set !== undefined && change.set !== set)) continue;
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
