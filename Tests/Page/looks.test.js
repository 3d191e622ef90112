// The look of the page, the extension and the tag input: sizes of the scales in tokens.css, and no colors but its tokens.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const root = new URL("../../", import.meta.url);
const sheets = ["Sources/HTTPService/Page/", "Extension/"].flatMap((folder) =>
  readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith(".css") && name !== "tokens.css")
    .map((name) => ({ name: folder + name, text: readFileSync(new URL(folder + name, root), "utf8") })),
);
const tokens = readFileSync(new URL("Sources/HTTPService/Page/tokens.css", root), "utf8");

/** Sizes in px: lines, space, controls and chips, type with its lines, radii, rows, and columns. */
const SIZES = new Set([
  0, 1, 2, 4, 8, 12, 16, 24, 32, 48, 28, 36, 44, 13, 15, 18, 22, 30, 6, 10, 999, 60, 72, 82, 256, 400, 720,
]);
const TYPE = new Set([12, 13, 15, 18, 24]);
const RADII = new Set([0, 6, 10, 16, 999]);
/** The size that the extension's pages set for a body, for which Chromium would take 75 %. */
const EXTENSION_TYPE = 14;
/** Safari enlarges the page around a field whose text is smaller. */
const TOUCH_TYPE = 16;

/** The declarations of a style sheet, without comments and the conditions of @media. */
function declarations(text) {
  const code = text.replace(/\/\*[^]*?\*\//g, "").replace(/@media[^{]*\{/g, "{");
  return [...code.matchAll(/([\w-]+):\s*([^;{}]+);/g)].map(([, property, value]) => ({ property, value }));
}

const pixels = (value) => [...value.matchAll(/(-?\d*\.?\d+)px/g)].map(([, size]) => Math.abs(Number(size)));

for (const { name, text } of sheets) {
  test(`${name} has sizes of the scales only`, () => {
    for (const { property, value } of declarations(text)) {
      const allowed = /radius/.test(property)
        ? RADII
        : property === "font-size"
          ? new Set([...TYPE, TOUCH_TYPE, ...(name.startsWith("Extension") ? [EXTENSION_TYPE] : [])])
          : SIZES;
      for (const size of pixels(value)) assert.ok(allowed.has(size), `${property}: ${value}`);
    }
  });

  test(`${name} has no opacity below .7 and no weight but 400 and 600`, () => {
    for (const { property, value } of declarations(text)) {
      if (property === "opacity") assert.ok(Number(value) === 0 || Number(value) >= 0.7, `opacity: ${value}`);
      if (property === "font-weight") assert.match(value, /^(400|600|inherit)$/);
    }
  });

  test(`${name} has no colors but tokens`, () => {
    const system = /^(Highlight|HighlightText|CanvasText|Canvas|ButtonText|transparent|currentcolor)$/i;
    for (const { property, value } of declarations(text)) {
      assert.doesNotMatch(
        value,
        /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch|lab|lch|hwb|light-dark)a?\(/i,
        `${property}: ${value}`,
      );
      if (!/color$|^(fill|stroke|background)$/.test(property)) continue;
      for (const word of value.match(/(?<![\w-])[a-z]+(?![\w(-])/gi) ?? [])
        assert.ok(system.test(word) || !COLORS.has(word.toLowerCase()), `${property}: ${value}`);
    }
  });

  test(`${name} uses tokens that exist`, () => {
    const known = new Set(
      [...`${tokens}${text}${sheets.map((sheet) => sheet.text).join("")}`.matchAll(/(--[\w-]+):/g)].map(
        ([, token]) => token,
      ),
    );
    // A custom property that a script sets.
    known.add("--share");
    for (const [, token] of text.matchAll(/var\((--[\w-]+)/g)) assert.ok(known.has(token), token);
  });
}

/** The names of colors that somebody might write. */
const COLORS = new Set(
  "black white red green blue gray grey orange yellow gold silver navy teal purple pink brown".split(" "),
);

/** The channels of a token in one theme, from 0 to 1. @param {string} token @param {0 | 1} theme */
function channels(token, theme) {
  const [, ...shades] = new RegExp(`--${token}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(tokens) ?? [];
  return [1, 3, 5].map((place) => parseInt(shades[theme].slice(place, place + 2), 16) / 255);
}

/** The relative luminance of WCAG 2. @param {number[]} color */
function luminance(color) {
  const [red, green, blue] = color.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test("the colors of tags have a contrast of 4.5 to everything behind them, in both themes", () => {
  for (const theme of /** @type {const} */ ([0, 1]))
    for (const color of ["red", "orange", "yellow", "green", "blue", "purple", "gray"])
      for (const behind of ["back", "side", "raised", "chip", "tint"]) {
        const [dark, light] = [color, behind].map((token) => luminance(channels(token, theme))).sort((a, b) => a - b);
        assert.ok((light + 0.05) / (dark + 0.05) >= 4.5, `${color} on ${behind}: ${(light + 0.05) / (dark + 0.05)}`);
      }
});
