// Tags: the field, what it offers and takes, and what can be done with a chip.

import { SEPARATORS, element, namesIn } from "./text.js";
import { Combobox } from "./combobox.js";
import { chips, isSelected, offered, selection } from "./model.js";
import { openMenu, ask } from "./dialogs.js";
import { board, command, dispatch, field, goOn, inSet, part, sent, server, state, tell } from "./app.js";

/**
 * @typedef {import("./model.js").State} State
 * @typedef {import("./model.js").Event} Event
 * @typedef {import("./model.js").Suggestion} Suggestion
 */

export const box = new Combobox(field, part("options"), { search, choose, submit });

/**
 * What goes with the selection and is not in it.
 * @returns {Suggestion[]}
 */
export function ghosts() {
  return state.next.list.filter((found) => !isSelected(state, found.tag) && found.because.some((reason) => /^with | implies it$/.test(reason)));
}

/** Draws the chips of the suggestions next to the board. */
export function drawSuggestions() {
  const list = state.isReadOnly || selection(state).size === 0 ? [] : ghosts();
  const key = list.map((found) => found.tag).join("\n");
  if (drawSuggestions.key === key) return;
  drawSuggestions.key = key;
  const items = list.map((found, index) => element("button", {
    class: "ghost", title: found.because.join(", "), "aria-label": `Add ${found.tag}`,
    // The second click of two would take what has come there meanwhile.
    onclick: (/** @type {MouseEvent} */ event) => { if (event.detail < 2) { take(found.tag); goOn(); } },
  }, element("bdi", { text: found.tag }), ...(index === 0 ? [element("kbd", { text: "→", "aria-hidden": "true" })] : [])));
  const hadFocus = part("ghosts").contains(document.activeElement);
  part("ghosts").replaceChildren(...(list.length > 0 ? [element("span", { text: "Related tags" })] : []), ...items);
  if (hadFocus) goOn();
}
drawSuggestions.key = "";

/**
 * @param {string} text
 * @param {boolean} [isAsked]
 */
function search(text, isAsked = false) {
  const isList = SEPARATORS.test(text);
  dispatch({ type: "typed", text: isList ? "" : text });
  if (isList) return box.show(text, []);
  if (text.trim()) return state.answer.text === text ? box.show(text, offered(state)) : undefined;
  const list = isAsked ? state.next.list : [];
  box.show(text, list.map((found) => ({ text: found.tag, value: found.tag, kind: "tag", note: found.because.join(", ") })));
}

/** @param {import("./combobox.js").Option} option */
function choose(option) {
  const name = option.value ?? option.text;
  taken(name);
  if (isSelected(state, name)) tell(`“${name}” is already selected.`);
  else take(name);
}

/**
 * Enter: the text of this moment is taken, whatever is typed before its answer is there.
 * @param {string} text
 * @param {boolean} isSeen
 */
function submit(text, isSeen) {
  const names = namesIn(text);
  if (names.length === 0 || state.isReadOnly) return;
  taken(names[0]);
  if (SEPARATORS.test(text)) addAll(names);
  else if (isSeen) take(names[0]);
  else dispatch({ type: "entered", text: names[0] });
}

/**
 * Empties the field, and lets the window go to what was taken.
 * @param {string} name
 */
function taken(name) {
  box.clear();
  dispatch({ type: "typed", text: "" });
  field.focus();
  board.await(name);
}

/**
 * Selects a tag, and adds it to the set if it is not there.
 * @param {string} tag
 */
export function take(tag) {
  const isDrawn = chips(state).some((chip) => chip.tag === tag);
  if (isDrawn) dispatch({ type: "selectionChanged", tags: [tag], isOn: true });
  else dispatch({ type: "added", tags: [tag] });
}

/** @param {ClipboardEvent} event */
export function paste(event) {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  const names = namesIn(text);
  if (names.length < 2 || state.isReadOnly || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  addAll(names);
}

/**
 * Adds names, but asks about those that may be misspellings.
 * @param {string[]} names
 */
async function addAll(names) {
  const alike = await alikes(names);
  const others = names.filter((name) => !alike.some(({ tag }) => tag === name));
  if (others.length > 0) dispatch({ type: "added", tags: others });
  if (alike.length === 0) return;
  const [mine, theirs] = [alike.map(({ tag }) => tag), alike.map(({ other }) => other)];
  tell(alike.slice(0, 3).map(({ tag, other }) => `“${tag}” looks like “${other}”`).join(", ") + (alike.length > 3 ? " …" : "."), [
    { text: "Use existing tags", run: () => dispatch({ type: "added", tags: theirs }) },
    { text: "Add anyway", run: () => dispatch({ type: "added", tags: mine }) },
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
  openMenu({ x, y }, state.isReadOnly ? [{ text: "This requires a token that can write" }] : items, tag);
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
  const request = { method: "PATCH", path: inSet(`/${pathOf(tag)}`), body: { before } };
  dispatch({ type: "commanded", tags: [tag], request, done: `${tag} moved ${before ? `before ${before}` : "to the end"}` });
}

/** @param {string} tag */
const pathOf = (tag) => `tags/${encodeURIComponent(tag)}`;

/** @param {string} tag */
export function renameTag(tag) {
  ask({
    title: `Rename “${tag}”`, text: "This renames it in all sets; the old name becomes an alias.", label: "New name", value: tag, button: "Rename",
    act: async (name) => { if (name !== tag) await sent({ method: "PATCH", path: pathOf(tag), body: { tag: name } }, `“${tag}” was renamed to “${name}”`); },
  });
}

/** @param {string} tag */
function mergeTag(tag) {
  const suggest = async (/** @type {string} */ text) => {
    const { suggestions } = await server.read(`suggestions?limit=6&q=${encodeURIComponent(text)}`);
    return suggestions.filter((/** @type {Suggestion} */ found) => found.tag !== tag)
      .map((/** @type {Suggestion} */ found) => ({ text: found.tag, value: found.tag, match: found.match }));
  };
  const text = `Everything tagged “${tag}” gets the other tag, and “${tag}” becomes its alias.`;
  ask({ title: `Merge “${tag}” into another tag`, text, label: "The other tag", button: "Merge", suggest, act: (into) => merge(tag, into) });
}

/**
 * @param {string} tag
 * @param {string} into
 */
export function merge(tag, into) {
  return sent({ method: "POST", path: `${pathOf(tag)}/merge`, body: { into } }, `“${tag}” was merged into “${into}”`);
}

/** @param {string} tag */
export function removeTag(tag) {
  command("DELETE", inSet(`/${pathOf(tag)}`), `“${tag}” was removed from this set`);
}

/** @param {string} tag */
function deleteTag(tag) {
  const text = "This removes it from all sets and items. You can undo this.";
  ask({ title: `Delete “${tag}” everywhere?`, text, button: "Delete", act: () => sent({ method: "DELETE", path: pathOf(tag) }, `“${tag}” was deleted`) });
}
