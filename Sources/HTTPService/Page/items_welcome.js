// The first visit: importing a file, and tracking habits; loaded if there are no items. The search field above is the third way.

import { announce, api, attempt, element, icon, link, openDialog, t } from "./shell.js";
import { suggest } from "./items_server.js";
import { TagField } from "./tag_field.js";

/** @param {(files: FileList | null) => void} bringIn */
export function welcome(bringIn) {
  const input = element("input", {
    type: "file",
    class: "hidden",
    id: "import-file",
    multiple: true,
    accept: ".html,.htm,.json,.ndjson,.jsonl,.csv,.md,.txt",
    onchange: () => bringIn(input.files),
  });
  return element(
    "div",
    { class: "welcome" },
    element("h2", { text: t("items.welcome") }),
    element("p", { class: "soft", text: t("items.welcomeText") }),
    element(
      "div",
      { class: "ways" },
      input,
      element("label", { class: "second", for: "import-file" }, icon("upload"), t("items.wayImport")),
      element("button", { class: "second", onclick: openHabits }, icon("board"), t("items.waySet")),
    ),
    // Phones have no files to drop.
    element("p", { class: "soft drop-hint" }, element("small", { text: t("items.wayImportText") })),
  );
}

/** Asks for the name and the tags of a daily set, and opens its board. */
function openHabits() {
  const host = element("div");
  const name = element("input", { id: "set-name", required: true, autocomplete: "off", value: t("items.setNameHint") });
  const form = element(
    "form",
    { class: "form" },
    element("p", { class: "soft", text: t("items.waySetText") }),
    element("label", { for: "set-name", text: t("items.setName") }),
    name,
    element("span", { class: "label", text: t("items.tags") }),
    host,
    element("div", { class: "buttons" }, element("button", { class: "main", text: t("items.makeSet") })),
  );
  openDialog(t("items.waySet"), form);
  const field = new TagField(host, {
    t,
    announce,
    isInline: true,
    label: t("items.tags"),
    suggest: (text, given) => (text ? suggest(text, given) : Promise.resolve({ suggestions: [] })),
    onEnter: () => form.requestSubmit(),
    suggestsOnFocus: false,
  });
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const body = { set: name.value.trim(), tags: field.take(), daily: true };
    const made = await attempt(() => api("POST", "sets", body));
    if (made) window.location.assign(link(`/board/${encodeURIComponent(made.set)}`));
  });
  field.focus();
}
