// The reasons of suggestions in the page's language. The server sends them in English words (Reason.swift).

/** The patterns of reasons, and the keys of their texts. */
const REASONS = /** @type {[RegExp, string][]} */ ([
  [/^title has "(.*)"$/, "reason.title"],
  [/^location has "(.*)"$/, "reason.location"],
  [/^note has "(.*)"$/, "reason.note"],
  [/^text has "(.*)"$/, "reason.text"],
  [/^similar to "(.*)" \((\d+) items\)$/, "reason.similarMany"],
  [/^similar to "(.*)"$/, "reason.similar"],
  [/^(\d+) similar items? of others$/, "reason.others"],
  [/^(?:goes )?with (.*)$/, "reason.goesWith"],
  [/^(.*) implies it$/, "reason.implied"],
  [/^site (.*)$/, "reason.site"],
  [/^word "(.*)"$/, "reason.word"],
  [/^alias (.*)$/, "reason.alias"],
  [/^rule (.*)$/, "reason.rule"],
  [/^often used$/, "reason.used"],
  [/^not used yet$/, "reason.unused"],
  [/^(?:typo|typo in prefix|typo of 2 edits|letters in order)$/, "reason.typo"],
  [/^without accents$/, "reason.accents"],
]);

/** Reasons that the bold letters of a name show already, and the key that names the tag. */
const SHOWN_BY_LETTERS = new Set(["exact", "prefix", "word prefix", "substring", "alias"]);

/**
 * The reasons that are worth a reader's time, in words; a reason without a translation stays as the server sent it.
 * @param {string[]} because
 * @param {(key: string, values?: Record<string, any>) => string} t
 */
export function reasonsText(because, t) {
  return because
    .filter((reason) => !SHOWN_BY_LETTERS.has(reason))
    .map((reason) => reasonText(reason, t))
    .join(", ");
}

/**
 * @param {string} reason
 * @param {(key: string, values?: Record<string, any>) => string} t
 */
function reasonText(reason, t) {
  for (const [pattern, key] of REASONS) {
    const [, a = "", b = ""] = pattern.exec(reason) ?? [];
    if (!pattern.test(reason)) continue;
    const text = t(key, { a, b });
    return text === key ? reason : text;
  }
  return reason;
}
