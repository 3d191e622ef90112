// The catalogues of texts: the same keys and placeholders in every language, and every key that the page uses

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../../Sources/HTTPService/Page/", import.meta.url);
const languages = ["en", "de", "es", "fr", "ja", "zh"];
/** @type {Record<string, Record<string, string>>} */
const catalogues = Object.fromEntries(
  await Promise.all(
    languages.map(async (language) => {
      const read = async (/** @type {string} */ name) =>
        (await import(new URL(`${name}_${language}.js`, folder).href)).default;
      const all = await Promise.all(["text", "text_stats", "text_tags", "text_settings", "text_order"].map(read));
      return [language, Object.assign({}, ...all)];
    }),
  ),
);
const english = catalogues.en;
const sources = readdirSync(folder)
  .filter((name) => /\.(js|html)$/.test(name) && !name.startsWith("text_"))
  .map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") }));
const prefixes = [...new Set(Object.keys(english).map((key) => key.split(".")[0]))];

/** The keys that a language needs: languages without a plural have only the form "other". @param {string} language */
function neededKeys(language) {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return Object.keys(english).filter(
    (key) => !key.endsWith(".one") || !(key.replace(/one$/, "other") in english) || forms.includes("one"),
  );
}

/** @param {string} text */
function placeholders(text) {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
}

for (const language of languages.slice(1)) {
  test(`${language} has every key and no other`, () => {
    assert.deepEqual(Object.keys(catalogues[language]).sort(), neededKeys(language).sort());
  });

  test(`${language} has the placeholders of English`, () => {
    for (const [key, text] of Object.entries(catalogues[language])) {
      // The form for one may name the number or not.
      const without = (/** @type {string} */ name) => !(key.endsWith(".one") && name === "n");
      assert.deepEqual(
        placeholders(text).filter(without),
        placeholders(english[key]).filter(without),
        `${language}: ${key}`,
      );
    }
  });

  test(`${language} has no text that is empty, untranslated or has stray spaces`, () => {
    // Names of formats and words that are the same in several languages.
    const isName = (/** @type {string} */ text) =>
      /^[\p{L}.-]{1,12}( JSON)?$/u.test(text) || !/\p{L}/u.test(text.replace(/\{\w+\}/g, ""));
    for (const [key, text] of Object.entries(catalogues[language])) {
      assert.ok(text.trim().length > 0 || key === "tags.into", key);
      assert.ok(text !== english[key] || isName(text), `${language}: ${key} is still English: ${text}`);
      assert.equal(/^\s|\s$/.test(text) && !/^\s|\s$/.test(english[key]), false, `${language}: ${key}`);
    }
  });
}

test("keys with plural forms have the form for other numbers", () => {
  for (const key of Object.keys(english))
    if (key.endsWith(".one")) assert.ok(key.replace(/one$/, "other") in english, key);
});

test("catalogues keep one order, so that they can be compared line by line", () => {
  for (const language of ["de", "es", "fr"])
    assert.deepEqual(Object.keys(catalogues[language]), Object.keys(catalogues.de), language);
  assert.deepEqual(Object.keys(catalogues.zh), Object.keys(catalogues.ja));
});

test("every key that the page names exists", () => {
  const pattern = new RegExp(`["'\`](?:${prefixes.join("|")})\\.[\\w.-]+["'\`]`, "g");
  for (const { name, text } of sources) {
    for (const [quoted] of text.matchAll(pattern)) {
      const key = quoted.slice(1, -1);
      // A path such as "tags.js" is no key.
      if (/\.(js|css|html|json|md|csv|ndjson)$/.test(key)) continue;
      assert.ok(key in english || `${key}.other` in english, `${name}: ${key}`);
    }
  }
});

test("every key is used", () => {
  const all = sources.map(({ text }) => text).join("\n");
  // Keys that are put together, such as t(`stats.by.${unit}`).
  const beginnings = [...all.matchAll(/[`"']([a-z]+\.[\w.-]*?)\$\{/g)].map(([, beginning]) => beginning);
  const unused = Object.keys(english).filter((key) => {
    const plain = key.replace(/\.(one|other)$/, "");
    return (
      ![`"${key}"`, `"${plain}"`].some((quoted) => all.includes(quoted)) &&
      !beginnings.some((beginning) => key.startsWith(beginning))
    );
  });
  assert.deepEqual(unused, []);
});
