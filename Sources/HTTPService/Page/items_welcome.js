// The first visit: three ways to begin; loaded if there are no items.

import { announce, api, attempt, element, icon, link, t } from "./shell.js";
import { suggest } from "./items_server.js";
import { bookmarklet } from "./bookmarklet.js";
import { TagField } from "./tag_field.js";

/** @param {(files: FileList | null) => void} bringIn */
export function welcome(bringIn) {
  return element(
    "div",
    { class: "welcome" },
    element("h2", { text: t("items.welcome") }),
    element("p", { class: "soft", text: t("items.welcomeText") }),
    element("div", { class: "ways" }, importCard(bringIn), bookmarkletCard(), setCard()),
  );
}

/** @param {(files: FileList | null) => void} bringIn */
function importCard(bringIn) {
  const input = element("input", {
    type: "file",
    class: "hidden",
    id: "import-file",
    multiple: true,
    accept: ".html,.htm,.json,.ndjson,.jsonl,.csv,.md,.txt",
    onchange: () => bringIn(input.files),
  });
  return element(
    "section",
    { class: "way drop" },
    icon("upload"),
    element("h3", { text: t("items.wayImport") }),
    element("p", { text: t("items.wayImportText") }),
    element("label", { class: "main", for: "import-file" }, t("items.chooseFile")),
    input,
  );
}

function bookmarkletCard() {
  const address = new URL(link("/add"), window.location.href).href;
  const anchor = element(
    "a",
    { class: "second bookmarklet", href: bookmarklet(address), draggable: "true" },
    icon("add"),
    t("items.bookmarkletName"),
  );
  // It belongs in the bookmarks bar; here a click would do nothing.
  anchor.addEventListener("click", (/** @type {Event} */ event) => {
    event.preventDefault();
    window.location.assign(link("/add"));
  });
  return element(
    "section",
    { class: "way" },
    icon("star"),
    element("h3", { text: t("items.wayBookmarklet") }),
    element("p", { text: t("items.wayBookmarkletText") }),
    anchor,
  );
}

function setCard() {
  const host = element("div");
  const name = element("input", {
    id: "set-name",
    required: true,
    autocomplete: "off",
    placeholder: t("items.setNameHint"),
  });
  const form = element(
    "form",
    { class: "form" },
    element("label", { for: "set-name", text: t("items.setName") }),
    name,
    element("span", { class: "label", text: t("items.tags") }),
    host,
    element("button", { class: "second", text: t("items.makeSet") }),
  );
  const field = new TagField(host, {
    t,
    announce,
    label: t("items.tags"),
    suggest: (text, given) => (text ? suggest(text, given) : Promise.resolve({ suggestions: [] })),
    onEnter: () => form.requestSubmit(),
    suggestsOnFocus: false,
  });
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const set = name.value.trim();
    const made = await attempt(() => api("POST", "sets", { set, tags: field.take() }));
    if (made) window.location.assign(link(`/board/${encodeURIComponent(made.set)}`));
  });
  return element(
    "section",
    { class: "way" },
    icon("board"),
    element("h3", { text: t("items.waySet") }),
    element("p", { text: t("items.waySetText") }),
    form,
  );
}
