// The English texts of a tag field, for pages without a catalogue. text_en.js has the same.

/** @type {Record<string, string>} */
export const FIELD_TEXTS = {
  "field.label": "Tags",
  "field.options": "Tags",
  "field.placeholder": "Add a tag",
  "field.remove": "Remove {tag}",
  "field.create": "Create “{tag}”",
  "field.chosen": "already there",
  "field.instead": "instead of {tags}",
  "field.uses.one": "{n} use",
  "field.uses.other": "{n} uses",
  "field.added": "{tags} added",
  "field.removed": "{tag} removed",
  "field.there": "{tag} is already there",
  "field.edited": "{before} changed to {tag}",
  "field.swapped": "{before} replaced by {tag}",
  "field.undone": "Undone. Tags: {tags}",
  "field.redone": "Redone. Tags: {tags}",
  "field.recalled": "“{text}” can be edited again",
  "field.near": "“{name}” is new; use “{other}”?",
  "field.nearUsed.one": "“{name}” is new; use “{other}” ({n} use)?",
  "field.nearUsed.other": "“{name}” is new; use “{other}” ({n} uses)?",
  "field.swap": "Use “{other}”",
  "field.tabSwaps": "Tab replaces it",
  "field.unknown": "There is no tag “{tag}”",
  "field.unfit": "“{tag}” doesn't have the requested format",
  "field.full.one": "At most {n} tag",
  "field.full.other": "At most {n} tags",
};

const FIELD_PLURALS = new Intl.PluralRules("en");

/**
 * The English text for a key, for a field whose page has no catalogue.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function fieldText(key, values = {}) {
  const text = FIELD_TEXTS[key] ?? FIELD_TEXTS[`${key}.${FIELD_PLURALS.select(Number(values.n ?? 0))}`] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) =>
    typeof values[name] === "number" ? values[name].toLocaleString("en") : String(values[name] ?? ""),
  );
}

/**
 * An announcement as one text.
 * @param {{ key: string, values: Record<string, string | number> }[]} phrases
 * @param {(key: string, values?: Record<string, any>) => string} t
 */
export function spokenPhrases(phrases, t) {
  return phrases
    .map(({ key, values }) => t(key, values))
    .reduce((text, next) => (text ? `${text}${/[?!？！]$/.test(text) ? "" : "."} ${next}` : next), "");
}
