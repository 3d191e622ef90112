// Evidence for suggestions from other fields of a page: a title, a location, a note and text.

/** @typedef {{ title?: string, location?: string, note?: string, text?: string }} Evidence */

/** What the names of fields say about their evidence. */
const EVIDENCE_NAMES = /** @type {[keyof Evidence, RegExp][]} */ ([
  ["location", /location|url|uri|link|href/i],
  ["title", /title|headline|subject/i],
  ["note", /note|description|summary|caption|comment/i],
  ["text", /text|body|content|article/i],
]);

/** The most words and letters of a field that the server uses. */
const WORDS = 1_000;
const LETTERS = { title: 250, location: 1_000, note: 8_000, text: 8_000 };

/** What isn't evidence: secrets, choices, and fields that hold no words. */
const OTHER_TYPES = new Set([
  "password",
  "hidden",
  "checkbox",
  "radio",
  "button",
  "submit",
  "reset",
  "file",
  "image",
  "color",
  "range",
  "number",
  "date",
  "time",
  "datetime-local",
  "month",
  "week",
]);

/**
 * The fields that ids name, where a form or another element counts for the fields inside it.
 * @param {Document | ShadowRoot} root
 * @param {string} ids  separated by spaces
 * @returns {(HTMLInputElement | HTMLTextAreaElement)[]}
 */
export function evidenceFields(root, ids) {
  const named = ids
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((id) => root.getElementById(id) ?? []);
  const fields = named.flatMap((element) =>
    element.matches("input, textarea") ? [element] : [...element.querySelectorAll("input, textarea")],
  );
  return /** @type {any[]} */ (fields).filter((field) => !OTHER_TYPES.has(field.type));
}

/**
 * What fields say about the thing that is tagged.
 * @param {{ name: string, id: string, type: string, value: string, dataset?: DOMStringMap }[]} fields
 * @returns {Evidence}
 */
export function evidenceIn(fields) {
  /** @type {Evidence} */
  const evidence = {};
  for (const field of fields) {
    const kind = kindOf(field);
    const value = shortened(field.value, LETTERS[kind]);
    if (value) evidence[kind] = evidence[kind] ? `${evidence[kind]}\n${value}` : value;
  }
  return evidence;
}

/**
 * The kind of evidence in a field: `data-evidence`, or else its type, name and id.
 * @param {{ name: string, id: string, type: string, dataset?: DOMStringMap }} field
 * @returns {keyof Evidence}
 */
function kindOf({ name, id, type, dataset = {} }) {
  const asked = EVIDENCE_NAMES.find(([kind]) => kind === dataset.evidence);
  if (asked) return asked[0];
  if (type === "url") return "location";
  const named =
    EVIDENCE_NAMES.find(([, pattern]) => pattern.test(name)) ?? EVIDENCE_NAMES.find(([, pattern]) => pattern.test(id));
  return named?.[0] ?? (type === "textarea" ? "text" : "title");
}

/** @param {string} text @param {number} letters */
function shortened(text, letters) {
  return [...text.trim().split(/\s+/, WORDS).join(" ")].slice(0, letters).join("");
}
