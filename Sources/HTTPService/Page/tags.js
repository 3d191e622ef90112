// Tags: the field, what it offers and takes, and what can be done with a chip.

import { namesIn } from "./text.js";
import { Combobox } from "./combobox.js";
import { chips, isSelected, offered } from "./model.js";
import { openMenu, ask } from "./dialogs.js";
import { command, dispatch, field, inSet, part, server, state, tell, undoAction } from "./app.js";

/**
 * @typedef {import("./model.js").State} State
 * @typedef {import("./model.js").Event} Event
 * @typedef {import("./model.js").Suggestion} Suggestion
 */

export const box = new Combobox(field, part("options"), { search, choose, submit: () => {} });

/**
 * What goes with the selection and is not in it.
 * @returns {Suggestion[]}
 */
export function ghosts() {
  return state.next.list.filter((found) => !isSelected(state, found.tag) && found.because.some((reason) => reason.startsWith("with ")));
}

/**
 * @param {string} text
 * @param {boolean} [isAsked]
 */
function search(text, isAsked = false) {
  dispatch({ type: "typed", text });
  if (text.trim()) return state.answer.text === text ? box.show(text, offered(state)) : undefined;
  const list = isAsked ? state.next.list : [];
  box.show(text, list.map((found) => ({ text: found.tag, value: found.tag, kind: "tag", note: found.because.join(", ") })));
}

/** @param {import("./combobox.js").Option} option */
function choose(option) {
  const name = option.value ?? option.text;
  box.clear();
  dispatch({ type: "typed", text: "" });
  if (isSelected(state, name)) dispatch({ type: "selectionChanged", tags: [name], isOn: false });
  else take(name);
}

/**
 * Selects a tag, and adds it to the set if it is not there.
 * @param {string} tag
 */
export function take(tag) {
  const isDrawn = chips(state).some((chip) => chip.tag === tag);
  if (isDrawn) dispatch({ type: "selectionChanged", tags: [tag], isOn: true });
  else dispatch({ type: "added", tags: [tag], done: `${tag} added and selected` });
}

/** @param {ClipboardEvent} event */
export async function paste(event) {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  const names = namesIn(text);
  if (names.length < 2 || state.isReadOnly || document.querySelector("dialog")) return;
  event.preventDefault();
  const done = (/** @type {string[]} */ tags) => `${tags.length} tags added and selected`;
  const alike = await alikes(names);
  const others = names.filter((name) => !alike.some(({ tag }) => tag === name));
  if (others.length > 0) dispatch({ type: "added", tags: others, done: done(others) });
  if (alike.length === 0) return;
  const [mine, theirs] = [alike.map(({ tag }) => tag), alike.map(({ other }) => other)];
  tell(alike.slice(0, 3).map(({ tag, other }) => `“${tag}” looks like “${other}”`).join(", ") + (alike.length > 3 ? " …" : "."), [
    { text: `Take ${theirs.length > 1 ? "those that exist" : theirs[0]}`, event: { type: "added", tags: theirs, done: done(theirs) } },
    { text: `Add ${mine.length > 1 ? "them all the same" : mine[0]}`, event: { type: "added", tags: mine, done: done(mine) } },
  ]);
}

/**
 * The names that may be misspellings of tags.
 * @param {string[]} names
 * @returns {Promise<{ tag: string, other: string }[]>}
 */
async function alikes(names) {
  if (state.connection !== "live") return [];
  const query = names.slice(0, 100).map((name) => `to=${encodeURIComponent(name)}`).join("&");
  try {
    return query.length > 6_000 ? [] : (await server.read(`similar-tags?${query}`)).similar;
  } catch {
    // To warn is a help alone.
    return [];
  }
}

/**
 * @param {import("./model.js").Chip} chip
 * @param {number} x
 * @param {number} y
 */
export function openChipMenu({ tag }, x, y) {
  const items = [
    { text: isSelected(state, tag) ? "Deselect" : "Select", note: "Space", run: () => dispatch({ type: "toggled", tag }) },
    { text: "Move earlier", note: "Alt+←", run: () => step(tag, -1) },
    { text: "Move later", note: "Alt+→", run: () => step(tag, 1) },
    { text: "", isLine: true },
    { text: "Rename…", note: "F2", run: () => renameTag(tag) },
    { text: "Merge into…", run: () => mergeTag(tag) },
    { text: "Remove from this set", note: "Delete", run: () => removeTag(tag) },
    { text: "Delete everywhere…", run: () => deleteTag(tag) },
  ];
  openMenu({ x, y }, state.isReadOnly ? [{ text: "This token only reads" }] : items, tag);
}

/**
 * @param {string} tag
 * @param {number} by
 */
function step(tag, by) {
  const all = chips(state);
  const index = all.findIndex((chip) => chip.tag === tag);
  if (by < 0 && index > 0) move(tag, all[index - 1].tag);
  if (by > 0 && index < all.length - 1) move(tag, all[index + 2]?.tag ?? null);
}

/**
 * @param {string} tag
 * @param {string | null} before
 */
export function move(tag, before) {
  const request = { method: "PATCH", path: inSet(`/tags/${encodeURIComponent(tag)}`), body: { before } };
  dispatch({ type: "commanded", tags: [tag], request, done: `${tag} moved ${before ? `before ${before}` : "to the end"}` });
}

/** @param {string} tag */
export async function renameTag(tag) {
  const name = (await ask({ title: `Rename “${tag}”`, text: "It is renamed in all sets.", label: "New name", value: tag, button: "Rename" }))?.trim();
  if (name && name !== tag) command("PATCH", `tags/${encodeURIComponent(tag)}`, `${tag} is ${name} now`, { tag: name });
}

/** @param {string} tag */
async function mergeTag(tag) {
  const suggest = async (/** @type {string} */ text) => {
    const { suggestions } = await server.read(`suggestions?limit=6&q=${encodeURIComponent(text)}`);
    return suggestions.filter((/** @type {Suggestion} */ found) => found.tag !== tag)
      .map((/** @type {Suggestion} */ found) => ({ text: found.tag, value: found.tag, match: found.match }));
  };
  const text = `What has “${tag}” has the other tag then, and “${tag}” leads to it.`;
  const into = (await ask({ title: `Merge “${tag}” into another tag`, text, label: "The other tag", button: "Merge", suggest }))?.trim();
  if (into) merge(tag, into);
}

/**
 * @param {string} tag
 * @param {string} into
 */
export function merge(tag, into) {
  command("POST", `tags/${encodeURIComponent(tag)}/merge`, `${tag} was merged into ${into}`, { into });
}

/** @param {string} tag */
export function removeTag(tag) {
  command("DELETE", inSet(`/tags/${encodeURIComponent(tag)}`), `${tag} removed`);
  tell(`“${tag}” was removed from this set.`, [undoAction]);
}

/** @param {string} tag */
async function deleteTag(tag) {
  const text = "It leaves all sets and saved selections. It can be undone.";
  if (await ask({ title: `Delete “${tag}” everywhere?`, text, button: "Delete it" }) !== null) {
    command("DELETE", `tags/${encodeURIComponent(tag)}`, `${tag} deleted`);
    tell(`“${tag}” was deleted.`, [undoAction]);
  }
}
