// The dialogs of the Tags view: merge, delete, implications, and one tag's aliases and implications.

import { confirmed, element, icon, number, openDialog, t } from "./shell.js";
import { current, dispatch } from "./tags_store.js";
import { byNames, choices, survivorOf, typedTag } from "./tags_model.js";
import { changeAlias, changeImplication, deleteTags, mergeTags, usesOf } from "./tags_actions.js";

/** @param {string} name */
function knownTag(name) {
  return byNames(current().tags).get(name);
}

/**
 * A field that finds a tag, and buttons for the tags that it finds; Enter takes only a tag with exactly this name or alias.
 * @param {string} label
 * @param {() => string[]} without tags that can't be chosen
 * @param {(tag: string) => void} act
 */
function picker(label, without, act) {
  const options = element("div", { class: "picks" });
  const draw = () => {
    const found = input.value.trim() ? choices(current(), input.value, without()) : [];
    const none = input.value.trim() && found.length === 0 ? element("small", { text: t("tags.noneFound") }) : null;
    options.replaceChildren(
      ...found.map(({ tag, uses }) =>
        element(
          "button",
          { type: "button", class: "chip", onclick: () => choose(tag) },
          element("bdi", { text: tag }),
          element("small", { text: number(uses) }),
        ),
      ),
      ...(none ? [none] : []),
    );
  };
  const choose = (/** @type {string} */ tag) => {
    input.value = "";
    draw();
    input.focus();
    act(tag);
  };
  const input = element("input", {
    type: "text",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    dir: "auto",
    oninput: draw,
  });
  input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" || event.isComposing || !input.value.trim()) return;
    event.preventDefault();
    const tag = typedTag(current().tags, input.value);
    if (tag && !without().includes(tag.tag)) choose(tag.tag);
  });
  return element(
    "div",
    { class: "picker" },
    element("label", {}, element("span", { class: "label", text: label }), input),
    options,
  );
}

// MARK: Merge

/**
 * Asks which tag survives a merge.
 * @param {string[]} names
 */
export function askMerge(names) {
  const tags = names.flatMap((name) => knownTag(name) ?? []).sort((a, b) => b.uses - a.uses);
  let survivor = tags.length > 1 ? survivorOf(tags).tag : "";
  const radios = element("div", { class: "survivors", role: "radiogroup", "aria-label": t("tags.survivor") });
  const submit = element("button", { class: "main" });
  const draw = () => {
    radios.replaceChildren(
      ...tags.map(({ tag, uses }) =>
        radio(tag, uses, tag === survivor, () => {
          survivor = tag;
          draw();
          radios.querySelector("input:checked")?.focus();
        }),
      ),
    );
    radios.hidden = tags.length < 2;
    submit.disabled = !survivor;
    submit.textContent = survivor ? t("tags.mergeInto", { into: survivor }) : t("tags.merge");
  };
  const other = picker(
    t(tags.length > 1 ? "tags.orInto" : "tags.mergeWhere"),
    () => tags.map(({ tag }) => tag),
    (name) => {
      const tag = knownTag(name);
      if (!tag) return;
      tags.push(tag);
      survivor = name;
      draw();
      submit.focus();
    },
  );
  const form = element(
    "form",
    {},
    element("p", { class: "soft", text: t("tags.mergeHelp") }),
    radios,
    other,
    buttons(() => dialog.close(), submit),
  );
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!survivor) return;
    dialog.close();
    dispatch({ type: "cleared" });
    void mergeTags(
      tags.map(({ tag }) => tag),
      survivor,
    );
  });
  draw();
  const dialog = openDialog(
    names.length > 1 ? t("tags.mergeTitle", { n: names.length }) : t("tags.mergeTitleOne", { tag: names[0] }),
    form,
  );
  /** @type {HTMLElement | null} */ (form.querySelector("input:checked, input"))?.focus();
}

/** @param {string} tag @param {number} uses @param {boolean} checked @param {() => void} act */
function radio(tag, uses, checked, act) {
  return element(
    "label",
    { class: "choice" },
    element("input", { type: "radio", name: "survivor", value: tag, checked, onchange: act }),
    element("bdi", { text: tag }),
    element("small", { text: t("tags.uses", { n: uses }) }),
  );
}

/** @param {() => void} cancel @param {HTMLElement} submit */
function buttons(cancel, submit) {
  return element(
    "div",
    { class: "buttons" },
    element("button", { type: "button", class: "second", text: t("shell.cancel"), onclick: cancel }),
    submit,
  );
}

// MARK: Delete

/**
 * Deletes tags; asks first if anything is tagged with them.
 * @param {string[]} names
 */
export async function askDelete(names) {
  const all = byNames(current().tags);
  const isUsed = names.some((tag) => (all.get(tag)?.uses ?? 0) > 0);
  const title =
    names.length === 1 ? t("tags.deleteTitleOne", { tag: names[0] }) : t("tags.deleteTitle", { n: names.length });
  const text =
    names.length === 1
      ? t("tags.deleteTextOne", { n: all.get(names[0])?.uses ?? 0 })
      : t("tags.deleteText", { uses: usesOf(names, all) });
  const label = names.length === 1 ? t("tags.delete") : t("tags.deleteMany", { n: names.length });
  if (isUsed && !(await confirmed(title, text, label))) return;
  dispatch({ type: "cleared" });
  await deleteTags(names);
}

// MARK: Implications

/**
 * Asks which tag others imply.
 * @param {string[]} names
 */
export function askImplication(names) {
  const title =
    names.length === 1 ? t("tags.impliesTitleOne", { tag: names[0] }) : t("tags.impliesTitle", { n: names.length });
  const dialog = openDialog(
    title,
    element("p", { class: "soft", text: t("tags.impliesHelp") }),
    picker(
      t("tags.find"),
      () => names,
      (tag) => {
        dialog.close();
        dispatch({ type: "cleared" });
        void changeImplication(names, tag, true);
      },
    ),
  );
  /** @type {HTMLElement} */ (dialog.querySelector("input")).focus();
}

// MARK: One tag

/**
 * Shows a tag in full, with its description, color, aliases and implications to edit.
 * @param {string} name
 */
export async function openTag(name) {
  const { describingSection } = await import("./tags_describe.js");
  const known = knownTag(name);
  if (!known) return;
  const describing = describingSection(known);
  const aliases = element("ul", { class: "chips" });
  const implies = element("ul", { class: "chips" });
  const facts = element("p", { class: "soft" });
  const draw = () => {
    const tag = knownTag(name);
    if (!tag) return;
    describing.draw(tag);
    const total = tag.total === undefined ? [] : [t("tags.total", { n: tag.total })];
    facts.textContent = [t("tags.uses", { n: tag.uses }), ...total, t("tags.sets", { n: tag.sets })].join(" · ");
    chips(aliases, tag.aliases, "removeAlias", (alias) => changeAlias(name, alias, false));
    // That a tag counts as the tag above can't be removed.
    const removable = tag.implies.filter((other) => other !== tag.parent);
    chips(implies, removable, "removeImplication", (implied) => changeImplication([name], implied, false));
  };
  const dialog = openDialog(
    name,
    facts,
    describing.section,
    section("tags.column.aliases", "tags.aliasesHelp", aliases, aliasForm(name)),
    section(
      "tags.column.implies",
      "tags.impliesHelp",
      implies,
      picker(
        t("tags.addImplication"),
        () => [name, ...(knownTag(name)?.implies ?? [])],
        (tag) => void changeImplication([name], tag, true),
      ),
    ),
  );
  dialog.classList.add("tag-dialog");
  document.addEventListener("tags-drawn", draw);
  dialog.addEventListener("close", () => document.removeEventListener("tags-drawn", draw));
  draw();
}

/** @param {string} title @param {string} help @param {...HTMLElement} content */
function section(title, help, ...content) {
  return element(
    "section",
    {},
    element("h3", { text: t(title) }),
    element("p", { class: "soft", text: t(help) }),
    ...content,
  );
}

/** @param {HTMLElement} host @param {string[]} names @param {string} label @param {(name: string) => unknown} remove */
function chips(host, names, label, remove) {
  // Drawing again between press and release would lose the click.
  if (host.dataset.names === JSON.stringify(names)) return;
  const hadFocus = host.contains(document.activeElement);
  host.dataset.names = JSON.stringify(names);
  host.hidden = names.length === 0;
  host.replaceChildren(
    ...names.map((name) =>
      element(
        "li",
        {},
        element(
          "span",
          { class: "chip" },
          element("bdi", { text: name }),
          element(
            "button",
            {
              type: "button",
              class: "remove writes",
              "aria-label": t(`tags.${label}`, { name }),
              onclick: (/** @type {MouseEvent} */ event) => {
                if (event.detail < 2) remove(name);
              },
            },
            icon("close"),
          ),
        ),
      ),
    ),
  );
  if (hadFocus)
    /** @type {HTMLElement | null} */ (
      host.querySelector("button") ?? host.closest("section")?.querySelector("input")
    )?.focus();
}

/** @param {string} name */
function aliasForm(name) {
  const input = element("input", {
    type: "text",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    dir: "auto",
    required: true,
  });
  const form = element(
    "form",
    { class: "inline-form writes" },
    element("label", {}, element("span", { class: "label", text: t("tags.newAlias") }), input),
    element("button", { class: "second", text: t("tags.add") }),
  );
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const alias = input.value.trim();
    if (alias && (await changeAlias(name, alias, true))) input.value = "";
  });
  return form;
}
