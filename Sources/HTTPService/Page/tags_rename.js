// The field that renames a tag in its row.

import { element, t } from "./shell.js";
import { current, dispatch } from "./tags_store.js";
import { byNames } from "./tags_model.js";
import { mergeTags, renameTag } from "./tags_actions.js";

/**
 * @param {import("./tags_model.js").State} state
 * @param {import("./tags_model.js").Tag} tag
 */
export function renameEditor(state, tag) {
  const { text, other } = /** @type {import("./tags_model.js").Renaming} */ (state.renaming);
  const input = element("input", {
    type: "text",
    value: text,
    "aria-label": t("tags.newName", { tag: tag.tag }),
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    dir: "auto",
  });
  const clash = other ? clashQuestion(tag, other) : null;
  const save = element("button", { class: clash ? "second" : "main", text: t("tags.rename") });
  const cancel = element("button", {
    type: "button",
    class: "quiet",
    text: t("shell.cancel"),
    onclick: () => end(tag.tag),
  });
  const form = element("form", { class: "rename-form" }, input, save, cancel, clash);
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (input.value.trim() === tag.tag) return end(tag.tag);
    await renameTag(tag.tag, input.value);
  });
  form.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    end(tag.tag);
  });
  if (!other) queueMicrotask(() => input.select());
  return form;
}

/** @param {import("./tags_model.js").Tag} tag @param {string} other */
function clashQuestion(tag, other) {
  const holder = byNames(current().tags).get(other);
  const question = t("tags.nameExists", { other, uses: t("tags.uses", { n: holder?.uses ?? 0 }) });
  const merge = element("button", {
    type: "button",
    class: "main",
    text: t("tags.mergeIntoIt"),
    onclick: () => mergeTags([tag.tag], other),
  });
  return element("div", { class: "clash", role: "alert" }, element("span", { text: question }), merge);
}

/** @param {string} tag */
function end(tag) {
  dispatch({ type: "renameEnded" });
  document.dispatchEvent(new CustomEvent("tags-focus", { detail: tag }));
}
