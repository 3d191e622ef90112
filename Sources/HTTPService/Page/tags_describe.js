// The description and the color of a tag, as a part of the tag's dialog.

import { element, t } from "./shell.js";
import { describeTag } from "./tags_actions.js";
import { TAG_COLORS, colorDot } from "./tag_looks.js";
import "./order_texts.js";

/** @typedef {import("./tags_model.js").Tag} Tag */

/**
 * Makes the section; `draw` shows a newer version of the tag, but leaves a text alone that somebody types.
 * @param {Tag} tag
 * @returns {{ section: HTMLElement, draw: (tag: Tag) => void }}
 */
export function describingSection(tag) {
  const { tag: name } = tag;
  let saved = tag.description ?? "";
  const text = element("input", {
    type: "text",
    maxlength: 1000,
    autocomplete: "off",
    dir: "auto",
    value: saved,
    "aria-label": t("tags.description"),
  });
  const form = element(
    "form",
    { class: "inline-form writes" },
    element("label", {}, text),
    element("button", { class: "second", text: t("items.save") }),
  );
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    await describeTag(name, { description: text.value });
  });
  const radios = new Map(
    ["none", ...TAG_COLORS].map((color) => [
      color,
      element("input", {
        type: "radio",
        name: "color",
        value: color,
        onchange: () => describeTag(name, { color }),
      }),
    ]),
  );
  const colors = element(
    "div",
    { class: "colors writes", role: "radiogroup", "aria-label": t("tags.color") },
    ...[...radios].map(([color, radio]) =>
      element("label", { class: "choice" }, radio, dot(color), element("span", { text: t(`color.${color}`) })),
    ),
  );
  const draw = (/** @type {Tag} */ { description = "", color = "none" }) => {
    if (text.value === saved) text.value = description;
    saved = description;
    const radio = radios.get(color);
    if (radio) radio.checked = true;
  };
  const section = element(
    "section",
    { class: "describing" },
    element("h3", { text: t("tags.describe") }),
    element("p", { class: "soft", text: t("tags.descriptionHelp") }),
    form,
    colors,
  );
  draw(tag);
  return { section, draw };
}

/**
 * A dot whose name is next to it.
 * @param {string} color
 */
function dot(color) {
  const shown = colorDot({ color }, t);
  for (const name of ["role", "aria-label", "title"]) shown?.removeAttribute(name);
  return shown;
}
