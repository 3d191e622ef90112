// Which tag a key takes. The rule is that Enter never turns a typed name into another tag.
//
// - Enter and comma take the typed text: the tag with an equal key or alias, else a new tag.
// - Tab or → takes the completion in gray behind the cursor.
// - Arrow keys, mouse and touch choose any option.
// - Enter in the empty field takes all likely suggestions.

/**
 * @typedef {import("./server.js").Suggestion} Suggestion
 * @typedef {{ name: string, isNew: boolean, suggestion?: Suggestion }} Option
 */

/** The probability from which Enter in the empty field takes a suggestion. */
export const LIKELY = 0.6;

/** The characters between the names of a list. */
export const SEPARATORS = /[,;\t\r\n\u3001\uff0c]+/;

/**
 * Returns the key that equal spellings of a tag share, nearly as on the server.
 * @param {string} name
 */
export function keyOf(name) {
  return name.normalize("NFKC").toLowerCase().trim().replace(/\s+/g, " ");
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
 * Returns the names without those whose key occurs before.
 * @param {string[]} names
 */
export function uniqueNames(names) {
  const seen = new Set();
  return names.filter((name) => !seen.has(keyOf(name)) && seen.add(keyOf(name)));
}

/**
 * Returns the suggestion whose name or matched alias equals the typed text.
 * @param {string} typed
 * @param {Suggestion[]} found
 */
export function equalOf(typed, found) {
  const key = keyOf(typed);
  return (
    found.find(({ tag }) => keyOf(tag) === key) ??
    found.find(({ because }) => because.some((reason) => reason.startsWith("alias ") && keyOf(reason.slice(6)) === key))
  );
}

/**
 * Returns the options for a typed text: the equal tag or else "create" first, then the other matches that aren't chosen yet.
 * @param {string} typed
 * @param {Suggestion[]} found
 * @param {string[]} chosen
 * @returns {Option[]}
 */
export function optionsFor(typed, found, chosen) {
  const name = typed.trim();
  if (!name) return [];
  const taken = new Set(chosen.map(keyOf));
  const equal = equalOf(name, found);
  const others = found.filter((suggestion) => suggestion !== equal && !taken.has(keyOf(suggestion.tag)));
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
  if (!start || equalOf(typed, found)?.tag === typed.trim()) return null;
  const taken = new Set(chosen.map(keyOf));
  for (const { tag } of found) {
    if (taken.has(keyOf(tag)) || tag.length <= start.length) continue;
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
  const taken = new Set(chosen.map(keyOf));
  return found.filter(({ tag, probability = 0 }) => probability > LIKELY && !taken.has(keyOf(tag)));
}

/**
 * Returns suggestions in the order of the form, without chosen tags: likely suggestions first, otherwise as the server ordered them.
 * @param {Suggestion[]} found
 * @param {string[]} chosen
 */
export function inOrder(found, chosen) {
  const likely = likelyOf(found, chosen);
  const taken = new Set(chosen.map(keyOf));
  return [
    ...likely,
    ...found.filter((suggestion) => !likely.includes(suggestion) && !taken.has(keyOf(suggestion.tag))),
  ];
}

/**
 * Returns the tags to add to and remove from an item.
 * @param {string[]} before
 * @param {string[]} after
 */
export function tagChanges(before, after) {
  const [had, has] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];
  return { add: after.filter((tag) => !had.has(keyOf(tag))), remove: before.filter((tag) => !has.has(keyOf(tag))) };
}
