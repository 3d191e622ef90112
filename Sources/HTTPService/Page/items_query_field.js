// The query field: colored terms, and completion of tags, operators and values.

import { canWrite, element, hostOf, icon, link, marked, plain, t } from "./shell.js";
import { dispatch, onState, search, state } from "./items_store.js";
import { OPERATORS, VALUES, completed, tagTerm, terms, typedAt, withBeginning } from "./items_query.js";
import { suggest } from "./items_server.js";

/** @typedef {{ text: string, replacement: string, match?: number[][], hint: string, isTag?: boolean, isLink?: boolean }} Option */

const field = /** @type {HTMLInputElement} */ (document.getElementById("query"));
const ink = /** @type {HTMLElement} */ (document.getElementById("ink"));
const optionList = /** @type {HTMLElement} */ (document.getElementById("query-options"));
const clear = /** @type {HTMLButtonElement} */ (document.getElementById("clear"));

/** @type {Option[]} */
let options = [];
let chosenOption = -1;
/** @type {ReturnType<typeof typedAt>} */
let typed = null;
let question = new AbortController();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Puts a query into the field that was changed elsewhere.
 * @param {string} query
 */
function show(query) {
  if (field.value.trim() === query.trim()) return;
  field.value = query;
  paint();
}

/** Draws the terms behind the transparent text of the field. */
function paint() {
  const text = field.value;
  const parts = /** @type {(Node | string)[]} */ ([]);
  let place = 0;
  for (const { start, end, kind, isNot } of terms(text)) {
    parts.push(
      text.slice(place, start),
      element("span", { class: `term-${kind}${isNot ? " not" : ""}`, text: text.slice(start, end) }),
    );
    place = end;
  }
  ink.replaceChildren(element("span", { class: "text", dir: "auto" }, ...parts, text.slice(place)));
  ink.scrollLeft = field.scrollLeft;
  clear.hidden = text === "";
}

/** The query without a tag that is being typed: its beginning would match nothing. */
function finishedQuery() {
  const { value, selectionStart } = field;
  const part = typedAt(value, selectionStart ?? 0);
  if (part?.kind !== "tag") return value.trim();
  const dashes = /-*$/.exec(value.slice(0, part.start))?.[0].length ?? 0;
  return (value.slice(0, part.start - dashes) + value.slice(part.end)).trim();
}

/**
 * @param {string} query
 * @param {boolean} typing
 */
function searchSoon(query, typing) {
  clearTimeout(timer);
  timer = setTimeout(() => search(query, { typing }), 40);
}

// MARK: Completion

/** @type {import("./suggestions.js").Suggested} */
const NOTHING = { suggestions: [] };

async function ask() {
  question.abort();
  question = new AbortController();
  const { signal } = question;
  typed = field.selectionStart === field.selectionEnd ? typedAt(field.value, field.selectionStart ?? 0) : null;
  if (isLink(field.value)) return offerToSave();
  if (!typed) return close();
  const fixed = fixedOptions(typed);
  const wantsTags = typed.kind === "tag" || (typed.kind === "word" && typed.typed.length > 1);
  let tags = /** @type {Option[]} */ ([]);
  if (wantsTags) {
    const limit = typed.kind === "tag" ? 8 : 5;
    const { suggestions: found, tag: named } = await suggest(typed.typed, [], {}, limit, signal).catch(() => NOTHING);
    if (signal.aborted) return;
    if (typed.kind === "tag" && named !== undefined) searchSoon(field.value.trim(), true);
    tags = found.map(({ tag, match, uses }) => ({
      text: tag,
      replacement: tagTerm(tag),
      match,
      hint: uses === undefined ? t("items.tag") : t("field.uses", { n: uses }),
      isTag: true,
    }));
  }
  options = [...fixed, ...tags].slice(0, 9);
  // A list with only the typed text would cover the results for nothing.
  if (options.length === 1 && plain(options[0].text) === plain(typed.typed)) options = [];
  chosenOption = -1;
  drawOptions();
}

/** @param {NonNullable<typeof typed>} part @returns {Option[]} */
function fixedOptions({ kind, key, typed: text }) {
  const begins = (/** @type {string} */ word) => word.startsWith(text.toLowerCase()) && word !== text.toLowerCase();
  if (kind === "value")
    return (VALUES[key] ?? [])
      .filter(begins)
      .map((value) => ({ text: value, replacement: value, hint: t(`items.operator.${key}`) }));
  if (kind !== "word" || text.length < 2) return [];
  return OPERATORS.filter(begins).map((word) => ({
    text: word,
    replacement: word,
    match: [[0, text.length]],
    hint: t(`items.operator.${word.replace(":", "")}`),
  }));
}

/**
 * Whether a query is a link, which can be saved.
 * @param {string} text
 */
const isLink = (text) => /^https?:\/\/[^\s]+\.[^\s]+$/i.test(text.trim());

/** Offers to save a pasted link, which Enter does. */
function offerToSave() {
  if (!canWrite()) return close();
  options = [{ text: t("items.saveLink"), replacement: "", hint: hostOf(field.value.trim()), isLink: true }];
  chosenOption = 0;
  drawOptions();
}

function drawOptions() {
  const items = options.map(({ text, match = [], hint, isTag, isLink }, index) =>
    element(
      "li",
      {
        role: "option",
        id: `query-option-${index}`,
        "aria-selected": String(index === chosenOption),
        onpointerdown: (/** @type {Event} */ event) => {
          event.preventDefault();
          take(index);
        },
      },
      isTag
        ? element("span", { class: "chip" }, marked(text, match))
        : element(isLink ? "strong" : "code", {}, marked(text, match)),
      element("small", { text: hint }),
    ),
  );
  optionList.replaceChildren(...items);
  optionList.hidden = options.length === 0;
  field.setAttribute("aria-expanded", String(options.length > 0));
  if (chosenOption >= 0) field.setAttribute("aria-activedescendant", `query-option-${chosenOption}`);
  else field.removeAttribute("aria-activedescendant");
  items[chosenOption]?.scrollIntoView({ block: "nearest" });
}

function close() {
  question.abort();
  options = [];
  chosenOption = -1;
  drawOptions();
}

/** @param {number} index */
function take(index) {
  const option = options[index];
  if (option?.isLink)
    return window.location.assign(link(`/add?${new URLSearchParams({ location: field.value.trim() })}`));
  if (!option || !typed) return;
  const { text, place } = completed(field.value, typed, option.replacement);
  field.value = text;
  field.setSelectionRange(place, place);
  paint();
  close();
  // A key needs its value before anything can be found.
  if (option.replacement.endsWith(":")) ask();
  else searchSoon(text.trim(), false);
}

// MARK: Events

/** @param {KeyboardEvent} event */
function queryPressed(event) {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  const act = action(event);
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

/** @param {KeyboardEvent} event @returns {(() => void) | undefined} */
function action({ key, shiftKey }) {
  const count = options.length;
  if (key === "ArrowDown" && count)
    return () => {
      chosenOption = chosenOption + 1 >= count ? -1 : chosenOption + 1;
      drawOptions();
    };
  if (key === "ArrowUp" && count)
    return () => {
      chosenOption = chosenOption < 0 ? count - 1 : chosenOption - 1;
      drawOptions();
    };
  if (key === "ArrowDown" && state.total > 0)
    return () => {
      field.blur();
      dispatch({ type: "focused", index: 0 });
      leave.act();
    };
  if (key === "Tab" && !shiftKey && count) return () => take(Math.max(chosenOption, 0));
  if (key === "Enter" && chosenOption >= 0) return () => take(chosenOption);
  if (key === "Enter")
    return () => {
      close();
      clearTimeout(timer);
      field.value = withBeginning(field.value.trim());
      paint();
      search(field.value);
    };
  if (key === "Escape" && count) return close;
  if (key === "Escape") return () => field.blur();
  return undefined;
}

/** What happens when the arrow key leaves the field; set by items.js. */
export const leave = { act() {} };

export function focusQuery() {
  field.focus();
  field.select();
}

/**
 * Focuses the search and types a sign behind the query.
 * @param {string} sign
 */
export function typeIntoQuery(sign) {
  field.focus();
  const text = field.value.trimEnd();
  field.value = text ? `${text} ${sign}` : sign;
  field.setSelectionRange(field.value.length, field.value.length);
  paint();
  ask();
}

field.before(icon("search"));
clear.append(icon("close"));
clear.addEventListener("click", () => {
  field.value = "";
  paint();
  close();
  search("");
  field.focus();
});
field.addEventListener("input", (event) => {
  paint();
  if (/** @type {InputEvent} */ (event).isComposing) return;
  searchSoon(finishedQuery(), true);
  ask();
});
field.addEventListener("compositionend", () => {
  searchSoon(finishedQuery(), true);
  ask();
});
field.addEventListener("keydown", queryPressed);
field.addEventListener("scroll", () => {
  ink.scrollLeft = field.scrollLeft;
});
field.addEventListener("blur", close);
onState((now, before) => {
  if (now.query !== before.query && document.activeElement !== field) show(now.query);
});

/** Shows the query of the address, also while the field has the focus. */
export function showQuery() {
  show(state.query);
  paint();
}
