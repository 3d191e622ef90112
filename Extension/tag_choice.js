// Which tag a key takes. The rule is that Enter never turns a typed name into another tag.
//
// - Enter and comma take the typed text: the tag with an equal key or alias, else a new tag.
// - Tab or → takes the completion in gray behind the cursor.
// - Arrow keys, mouse and touch choose any option.
// - Enter in the empty field takes all likely suggestions.

/**
 * @typedef {import("./server.js").Suggestion} Suggestion
 * @typedef {import("./server.js").Found} Found
 * @typedef {{ name: string, isNew: boolean, suggestion?: Suggestion }} Option
 */

/** The probability from which Enter in the empty field takes a suggestion. */
export const LIKELY = 0.6;

/** The characters between the names of a list. */
export const SEPARATORS = /[,;\t\r\n\u3001\uff0c]+/;

/**
 * Returns a name for comparing it with others in the form. Whether two names are the same tag is the server's to say.
 * @param {string} name
 */
export function plain(name) {
  return name.trim().replace(/\s+/g, " ").toLowerCase();
}

/**
 * Returns the names in a list, each once.
 * @param {string} text
 */
export function namesIn(text) {
  const names = text.split(SEPARATORS).map((name) => name.trim().replace(/\s+/g, " "));
  return uniqueNames(names.filter(Boolean));
}

/**
 * Returns the names without those that occur before.
 * @param {string[]} names
 */
export function uniqueNames(names) {
  const seen = new Set();
  return names.filter((name) => !seen.has(plain(name)) && seen.add(plain(name)));
}

/**
 * Returns the suggestion for the tag that the typed text is the name or an alias of.
 * @param {Found} found
 * @returns {Suggestion | undefined}
 */
export function equalOf({ list, key, tag }) {
  const equal = list.find((each) => each.tag === tag || (key !== undefined && each.key === key));
  return equal ?? (tag === undefined ? undefined : { tag, match: [], because: [] });
}

/**
 * Returns the options for a typed text: the equal tag or else "create" first, then the other matches that aren't chosen yet.
 * @param {string} typed
 * @param {Found} found
 * @param {string[]} chosen
 * @returns {Option[]}
 */
export function optionsFor(typed, found, chosen) {
  const name = typed.trim();
  if (!name) return [];
  const taken = new Set(chosen.map(plain));
  // Until the server's response is there, the matches of a shorter text may have the name.
  const equal = equalOf(found) ?? found.list.find(({ tag }) => plain(tag) === plain(name));
  const others = found.list.filter((suggestion) => suggestion.tag !== equal?.tag && !taken.has(plain(suggestion.tag)));
  const first = equal ? { name: equal.tag, isNew: equal.new ?? false, suggestion: equal } : { name, isNew: true };
  return [first, ...others.map((suggestion) => ({ name: suggestion.tag, isNew: suggestion.new ?? false, suggestion }))];
}

/**
 * Returns the tag that begins with the typed text and is shown in gray behind the cursor, or `null`.
 * @param {string} typed
 * @param {Suggestion[]} found
 * @param {string[]} chosen
 * @returns {{ tag: string, rest: string } | null}
 */
export function completionOf(typed, found, chosen) {
  // Only the text after a space at the end is still open: "to " may become "to read".
  const start = typed.trimStart().toLowerCase();
  if (!start || found.some(({ tag }) => tag === typed.trim())) return null;
  const taken = new Set(chosen.map(plain));
  for (const { tag } of found) {
    if (taken.has(plain(tag)) || tag.length <= start.length) continue;
    // Comparing a part of the same length keeps letters whose lowercase form is longer from shifting the rest.
    if (tag.slice(0, start.length).toLowerCase() === start) return { tag, rest: tag.slice(start.length) };
  }
  return null;
}

/**
 * Returns the suggestions that Enter in the empty field takes.
 * @param {Suggestion[]} found
 * @param {string[]} chosen
 */
export function likelyOf(found, chosen) {
  const taken = new Set(chosen.map(plain));
  return found.filter(({ tag, probability = 0 }) => probability > LIKELY && !taken.has(plain(tag)));
}

/**
 * Returns suggestions in the order of the form, without chosen tags: likely suggestions first, otherwise as the server ordered them.
 * @param {Suggestion[]} found
 * @param {string[]} chosen
 */
export function inOrder(found, chosen) {
  const likely = likelyOf(found, chosen);
  const taken = new Set(chosen.map(plain));
  return [
    ...likely,
    ...found.filter((suggestion) => !likely.includes(suggestion) && !taken.has(plain(suggestion.tag))),
  ];
}

/**
 * Returns the tags to add to and remove from an item.
 * @param {string[]} before
 * @param {string[]} after
 */
export function tagChanges(before, after) {
  const [had, has] = [new Set(before.map(plain)), new Set(after.map(plain))];
  return { add: after.filter((tag) => !had.has(plain(tag))), remove: before.filter((tag) => !has.has(plain(tag))) };
}
