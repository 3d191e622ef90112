// Tags: the field and its options, and what the keys do to a chip.

import { SEPARATORS, element, link, namesIn, segment, t } from "./shell.js";
import { reasonsText } from "./reasons.js";
import { Combobox } from "./combobox.js";
import { chips, exactOption, isAddress, isSelected, offered, selection, swapNotice } from "./board_model.js";
import {
  attempt,
  board,
  command,
  dispatch,
  field,
  goOn,
  inSet,
  part,
  sent,
  server,
  state,
  tell,
  undo,
} from "./board_app.js";

/**
 * @typedef {import("./board_model.js").State} State
 * @typedef {import("./board_model.js").Event} Event
 * @typedef {import("./board_model.js").Suggestion} Suggestion
 */

export const box = new Combobox(field, part("options"), { search, choose, submit });

/**
 * Tags that go with the selection and aren't in it.
 * @returns {Suggestion[]}
 */
export function ghosts() {
  return state.next.list.filter(
    (found) => !isSelected(state, found.tag) && found.because.some((reason) => /^with | implies it$/.test(reason)),
  );
}

/** Draws the chips of the suggestions next to the board. */
export function drawSuggestions() {
  const list = state.isReadOnly || selection(state).size === 0 ? [] : ghosts();
  const key = list.map((found) => found.tag).join("\n");
  if (drawSuggestions.key === key) return;
  drawSuggestions.key = key;
  const items = list.map((found, index) =>
    element(
      "button",
      {
        class: "chip likely ghost",
        title: reasonsText(found.because, t),
        "aria-label": t("items.addThis", { tag: found.tag, reason: reasonsText(found.because, t) }),
        // The second click of two would take the suggestion that has moved there.
        onclick: (/** @type {MouseEvent} */ event) => {
          if (event.detail < 2) {
            take(found.tag);
            goOn();
          }
        },
      },
      element("bdi", { text: found.tag }),
      ...(index === 0 ? [element("kbd", { text: "→", "aria-hidden": "true" })] : []),
    ),
  );
  const hadFocus = part("ghosts").contains(document.activeElement);
  part("ghosts").replaceChildren(...(list.length > 0 ? [element("span", { text: t("board.related") })] : []), ...items);
  if (hadFocus) goOn();
}
drawSuggestions.key = "";

/**
 * @param {string} text
 * @param {boolean} [isAsked]
 */
function search(text, isAsked = false) {
  const isList = SEPARATORS.test(text);
  // A comma behind a name takes it as it is typed.
  if (isList && namesIn(text).length === 1) return submit(text, state.answer.text === namesIn(text)[0], true);
  dispatch({ type: "typed", text: isList ? "" : text });
  if (isList) return box.show(text, []);
  if (text.trim()) return state.answer.text === text ? box.show(text, offered(state)) : undefined;
  const list = isAsked ? state.next.list : [];
  box.show(
    text,
    list.map((found) => ({ text: found.tag, value: found.tag, kind: "tag", note: reasonsText(found.because, t) })),
  );
}

/** @param {import("./combobox.js").Option} option */
function choose(option) {
  const name = option.value ?? option.text;
  const { similar, text } = state.answer;
  const isThere = isSelected(state, name);
  taken(name);
  recent = isThere ? "" : text.trim();
  if (isThere) return tell(t("board.isThere", { tag: name }));
  take(name);
  const notice = option.kind === "new" ? swapNotice(name, similar) : null;
  if (notice) dispatch({ type: "noticed", ...notice });
}

/**
 * Merges a new tag into the known tag that a notice offers.
 * @param {{ name: string, other: string }} pair
 */
export function swap({ name, other }) {
  dispatch({ type: "dismissed" });
  attempt(() => merge(name, other));
}

/**
 * Tab in the empty field takes the tag that a notice offers.
 * @param {KeyboardEvent} event
 */
export function swapKey(event) {
  if (event.key !== "Tab" || event.shiftKey || field.value || !state.notice?.swap) return;
  event.preventDefault();
  swap(state.notice.swap);
}

/**
 * Takes the typed text, even if its suggestions aren't there yet.
 * @param {string} text
 * @param {boolean} isSeen
 * @param {boolean} [isExact]  whether it is taken as it is typed
 */
function submit(text, isSeen, isExact = false) {
  const names = namesIn(text);
  if (names.length === 0 || state.isReadOnly) return;
  if (isAddress(text)) return offerItem(text.trim());
  const options = isSeen ? offered(state) : [];
  const first = isExact ? exactOption(options, state.answer.tag, names[0]) : options[0];
  taken(names[0]);
  recent = names.length > 1 ? "" : names[0];
  if (names.length > 1) addAll(names);
  else if (first) choose(first);
  else dispatch({ type: "entered", text: names[0], isExact });
}

/** What Enter or a comma took last, until another key is pressed. */
let recent = "";

/**
 * Backspace right after a text was taken brings it back.
 * @param {KeyboardEvent} event
 */
export function recallKey(event) {
  const text = recent;
  if (["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
  recent = "";
  if (event.key !== "Backspace" || !text || field.value) return;
  // Otherwise the key would delete the last letter.
  event.preventDefault();
  field.value = text;
  attempt(undo);
  dispatch({ type: "typed", text });
}

/**
 * An address is the location of an item, and not a tag.
 * @param {string} location
 */
function offerItem(location) {
  tell(t("board.isAddress"), [
    { text: t("board.addItem"), run: () => window.location.assign(link(`/add?${new URLSearchParams({ location })}`)) },
  ]);
}

/**
 * Empties the field, and scrolls to the taken tag.
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
  if (isDrawn)
    dispatch({ type: "selectionChanged", tags: [tag], isOn: true, done: t("board.selected", { tags: tag }) });
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
  tell(
    alike
      .slice(0, 3)
      .map(({ tag, other }) => t("board.looksLike", { tag, other }))
      .join(", ") + (alike.length > 3 ? " …" : ""),
    [
      { text: t("board.useExisting"), run: () => dispatch({ type: "added", tags: theirs }) },
      { text: t("board.addAnyway"), run: () => dispatch({ type: "added", tags: mine }) },
    ],
  );
}

/**
 * The names that may be misspellings of tags.
 * @param {string[]} names
 * @returns {Promise<{ tag: string, other: string }[]>}
 */
async function alikes(names) {
  if (state.connection !== "live") return [];
  const query = names
    .slice(0, 100)
    .map((name) => `to=${encodeURIComponent(name)}`)
    .join("&");
  try {
    return query.length > 6_000 ? [] : (await server.read(`similar-tags?${query}`)).similar;
  } catch {
    // To warn is a help alone.
    return [];
  }
}

/**
 * @param {string} tag
 * @param {string | null} before
 */
export function move(tag, before) {
  attempt(() => {
    const request = { method: "PATCH", path: inSet(`/${pathOf(tag)}`), body: { before } };
    const done = before ? t("board.movedBefore", { tag, other: before }) : t("board.movedToEnd", { tag });
    dispatch({ type: "commanded", tags: [tag], request, done });
  });
}

/** @param {string} tag */
export const pathOf = (tag) => `tags/${segment(tag)}`;

/**
 * @param {string} tag
 * @param {string} into
 */
export async function merge(tag, into) {
  return sent({ method: "POST", path: `${pathOf(tag)}/merge`, body: { into } }, t("tags.mergedOne", { tag, into }));
}

/** @param {string} tag */
export function removeTag(tag) {
  attempt(() => command("DELETE", inSet(`/${pathOf(tag)}`), t("board.removed", { tag })));
}
