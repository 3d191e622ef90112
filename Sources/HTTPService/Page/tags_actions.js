// What people do with tags: each action sends its requests, updates the state, and offers Undo.

import { api, attempt, t, tell } from "./shell.js";
import { current, dispatch, readGroups, readRules, refresh } from "./tags_store.js";
import { countBelow, holderOf, rows } from "./tags_model.js";
import {
  addRuleRequest,
  aliasRequest,
  deleteGroupRequest,
  deleteRequest,
  describeRequest,
  distinctRequest,
  groupRequest,
  implicationRequest,
  mergeRequest,
  removeRuleRequest,
  renameRequest,
} from "./tags_changes.js";

/** @typedef {import("./tags_changes.js").Request} Request */
/** @typedef {import("./tags_model.js").Pair} Pair */

/**
 * Changes are sent one after the other.
 * @type {Promise<unknown>}
 */
let queue = Promise.resolve();

/**
 * Sends a change, in its turn.
 * @param {Request} request
 * @returns {Promise<{ body: any } | undefined>} undefined if it was refused
 */
function sendNext({ method, path, body }) {
  const work = queue.then(() => attempt(async () => ({ body: await api(method, path, body) })));
  queue = work;
  return work;
}

/**
 * Reports a change, with Undo.
 * @param {string} kind
 * @param {string[]} names of the tags, to read again when it is undone
 * @param {string} text
 * @param {{ removed?: string[], tags?: any[], pair?: Pair }} [outcome]
 */
async function report(kind, names, text, outcome = {}) {
  const newest = await attempt(() => api("GET", "changes?limit=1"));
  dispatch({ type: "changed", kind, names, after: newest?.changes[0]?.id ?? 0, ...outcome });
  const made = current().change;
  tell(text, { actions: [{ label: t("shell.undo"), act: () => undoChange(made) }] });
}

/**
 * Gives the focus to the row that takes the place of the row that had it.
 * @param {string | undefined} tag
 */
function focusTag(tag) {
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body && !activeElement.closest(".tag-row")) return;
  document.dispatchEvent(new CustomEvent("tags-focus", { detail: tag }));
}

/**
 * Undoes a change that was made here, unless something else was changed since.
 * @param {import("./tags_model.js").Change | null} change
 */
export async function undoChange(change) {
  if (!change || change !== current().change) return;
  const undone = await sendNext({ method: "POST", path: "undo", body: { change: change.after } });
  if (!undone) return;
  tell(undone.body.kept ? t("shell.kept") : t("shell.undone", { change: undone.body.change }));
  dispatch({ type: "undone" });
  const read = { rule: readRules, group: readGroups }[change.kind] ?? (() => refresh(change.names));
  await read();
}

/**
 * @param {string} tag
 * @param {string} text
 * @returns {Promise<boolean>} whether the field can be closed
 */
export async function renameTag(tag, text) {
  const name = text.trim().replace(/\s+/g, " ");
  if (!name || name === tag) return true;
  const holder = holderOf(current(), name, tag);
  if (holder) {
    dispatch({ type: "renameClashed", text: name, other: holder.tag });
    return false;
  }
  const n = countBelow(current().tags, tag);
  const renamed = await sendNext(renameRequest(tag, name));
  if (!renamed) return false;
  dispatch({ type: "renameEnded" });
  const names = { tag, name: renamed.body.tag, n };
  await report("rename", [tag, renamed.body.tag], t(n > 0 ? "tags.renamedBelow" : "tags.renamed", names), {
    removed: [tag],
    tags: [renamed.body],
  });
  await refresh([renamed.body.tag]);
  focusTag(renamed.body.tag);
  return true;
}

/**
 * @param {string[]} tags
 * @param {string} into
 * @param {Pair} [pair]
 */
export async function mergeTags(tags, into, pair) {
  const others = tags.filter((tag) => tag !== into);
  const merged = await sendNext(mergeRequest(others, into));
  if (!merged) return;
  const survivor = merged.body;
  const text =
    others.length === 1
      ? t("tags.mergedOne", { tag: others[0], into: survivor.tag })
      : t("tags.merged", { n: others.length, into: survivor.tag });
  dispatch({ type: "renameEnded" });
  await report("merge", [...others, survivor.tag], text, { removed: others, tags: [survivor], pair });
  if (!pair) focusTag(survivor.tag);
}

/** @param {string[]} tags */
export async function deleteTags(tags) {
  const place = rows(current()).findIndex(({ tag }) => tags.includes(tag));
  if (!(await sendNext(deleteRequest(tags)))) return;
  const text = tags.length === 1 ? t("tags.deletedOne", { tag: tags[0] }) : t("tags.deleted", { n: tags.length });
  await report("delete", tags, text, { removed: tags });
  const left = rows(current());
  focusTag(left[Math.min(place, left.length - 1)]?.tag);
}

/** @param {Pair} pair */
export async function distinguish(pair) {
  const done = await sendNext(distinctRequest(pair.tag, pair.other));
  if (done) await report("distinct", [], t("tags.distinguished", { tag: pair.tag, other: pair.other }), { pair });
}

/**
 * @param {string} tag
 * @param {string} alias
 * @param {boolean} isOn
 */
export async function changeAlias(tag, alias, isOn) {
  if (!(await sendNext(aliasRequest(tag, alias, isOn)))) return false;
  await refresh([tag]);
  await report("alias", [tag], t(isOn ? "tags.aliasAdded" : "tags.aliasRemoved", { tag, alias }));
  return true;
}

/**
 * Makes tags imply another, or ends that.
 * @param {string[]} tags
 * @param {string} implied
 * @param {boolean} isOn
 */
export async function changeImplication(tags, implied, isOn) {
  const others = tags.filter((tag) => tag !== implied);
  if (!(await sendNext(implicationRequest(others, implied, isOn)))) return;
  await refresh(others);
  const key = isOn ? "tags.implied" : "tags.unimplied";
  await report(
    "imply",
    others,
    others.length === 1 ? t(key, { tag: others[0], implied }) : t("tags.impliedMany", { n: others.length, implied }),
  );
}

/**
 * Changes the description or the color of a tag.
 * @param {string} tag
 * @param {{ description?: string, color?: string }} fields
 */
export async function describeTag(tag, fields) {
  const changed = await sendNext(describeRequest(tag, fields));
  await refresh([tag]);
  if (changed) await report("describe", [tag], t("tags.described", { tag }));
}

/**
 * Makes a group of tags, or replaces its tags.
 * @param {string} group
 * @param {string[]} tags
 * @returns {Promise<boolean>} whether it was saved
 */
export async function putGroup(group, tags) {
  const saved = await sendNext(groupRequest(group, tags));
  if (!saved) return false;
  await report("group", [], t("groups.kept", { group: saved.body.group }));
  await readGroups();
  return true;
}

/** @param {string} group */
export async function deleteGroup(group) {
  if (!(await sendNext(deleteGroupRequest(group)))) return;
  await report("group", [], t("groups.deleted", { group }));
  await readGroups();
}

/**
 * Adds a rule: new items that match a query get a tag.
 * @param {string} query
 * @param {string} tag
 * @param {boolean} isAutomatic whether they get it when they are saved, rather than as a suggestion
 * @returns {Promise<boolean>} whether it was added
 */
export async function addRule(query, tag, isAutomatic) {
  const added = await sendNext(addRuleRequest(query, tag, isAutomatic));
  if (!added) return false;
  await report("rule", [], t("tags.ruleAdded", { query: added.body.q, tag: added.body.tag }));
  await readRules();
  await refresh([added.body.tag]);
  return true;
}

/** @param {import("./tags_model.js").Rule} rule */
export async function removeRule({ id, q, tag }) {
  if (!(await sendNext(removeRuleRequest(id)))) return;
  // Whoever sees the list change finds Undo for it.
  await report("rule", [], t("tags.ruleRemoved", { query: q, tag }));
  await readRules();
}

/**
 * How often tags are used, in words.
 * @param {string[]} tags
 * @param {Map<string, { uses: number }>} names
 */
export function usesOf(tags, names) {
  return t("tags.uses", { n: tags.reduce((sum, tag) => sum + (names.get(tag)?.uses ?? 0), 0) });
}
