// The groups of tags of which an item has at most one: a list, and a form that makes or changes one.

import { announce, element, icon, t } from "./shell.js";
import { current } from "./tags_store.js";
import { byNames, choices, shownGroups, typedTag } from "./tags_model.js";
import { deleteGroup, putGroup } from "./tags_actions.js";
import { TagField } from "./tag_field.js";
import { colorDot } from "./tag_looks.js";
import "./order_texts.js";

/** @typedef {import("./tags_model.js").State} State */
/** @typedef {import("./tag_looks.js").TagGroup} TagGroup */

export class GroupList {
  #drawn = "";

  constructor() {
    this.list = element("ul", { class: "pairs" });
    this.empty = element("p", { class: "empty", text: t("groups.none") });
    this.name = element("input", {
      type: "text",
      required: true,
      maxlength: 200,
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
      dir: "auto",
    });
    this.submit = element("button", { class: "second", text: t("groups.make") });
    this.wrong = element("p", { class: "wrong", role: "alert", hidden: true });
    const host = element("div", { class: "group-tags" });
    this.field = new TagField(host, {
      t,
      announce,
      isInline: true,
      label: t("groups.tags"),
      canCreate: false,
      suggest: async (text, given) => ({
        tag: typedTag(current().tags, text)?.tag,
        suggestions: choices(current(), text, given).map(({ tag, uses }) => ({ tag, uses })),
      }),
      onEnter: () => this.form.requestSubmit(),
      onText: () => (this.wrong.hidden = true),
      lookOf: (tag) => byNames(current().tags).get(tag),
    });
    this.form = element(
      "form",
      { class: "group-form writes" },
      element("label", {}, element("span", { class: "label", text: t("groups.name") }), this.name),
      element("div", { class: "group-field" }, element("span", { class: "label", text: t("groups.tags") }), host),
      this.submit,
      this.wrong,
    );
    this.form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.#save();
    });
    this.name.addEventListener("input", () => this.#drawSubmit());
    this.element = element(
      "div",
      { class: "rules groups" },
      element("p", { class: "soft pairs-help", text: t("groups.help") }),
      this.form,
      this.list,
      this.empty,
    );
  }

  async #save() {
    const tags = this.field.take();
    const name = this.name.value.trim();
    if (!name) return this.name.focus();
    this.wrong.hidden = tags.length > 1;
    this.wrong.textContent = t("groups.needsTwo");
    if (tags.length < 2) return this.field.focus();
    if (!(await putGroup(name, tags))) return;
    this.name.value = "";
    this.field.tags = [];
    this.#drawSubmit();
    this.name.focus();
  }

  #drawSubmit() {
    const name = this.name.value.trim().toLowerCase();
    const isKnown = (current().groups ?? []).some(({ group }) => group.toLowerCase() === name);
    this.submit.textContent = t(isKnown ? "groups.save" : "groups.make");
  }

  /** @param {TagGroup} group */
  #edit({ group, tags }) {
    this.name.value = group;
    this.field.tags = tags;
    this.#drawSubmit();
    this.field.focus();
  }

  /** @param {State} state */
  draw(state) {
    const shown = shownGroups(state);
    const colors = shown.flatMap(({ tags }) => tags.map((tag) => byNames(state.tags).get(tag)?.color));
    const drawn = JSON.stringify([shown, colors]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.list.replaceChildren(...shown.map((group) => this.#item(group, state)));
    this.empty.hidden = state.groups === null || shown.length > 0;
    this.#drawSubmit();
  }

  /** @param {TagGroup} group @param {State} state */
  #item(group, state) {
    const button = (/** @type {string} */ text, /** @type {string} */ sign, /** @type {() => void} */ act) =>
      element(
        "button",
        { class: "icon-button", "aria-label": t(text, { group: group.group }), onclick: act },
        icon(sign),
      );
    const chips = group.tags.map((tag) =>
      element("span", { class: "chip" }, colorDot(byNames(state.tags).get(tag), t), element("bdi", { text: tag })),
    );
    return element(
      "li",
      { class: "pair" },
      element("div", { class: "pair-tags" }, element("strong", {}, element("bdi", { text: group.group })), ...chips),
      element(
        "div",
        { class: "pair-buttons writes" },
        button("groups.edit", "edit", () => this.#edit(group)),
        button("groups.delete", "trash", () => void deleteGroup(group.group)),
      ),
    );
  }
}
