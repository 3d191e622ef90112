// The section of Settings for import and export.

import { announce, api, attempt, element, icon, link, root, t, undoAction } from "./shell.js";
import "./settings_texts.js";
import { importInto, readFile, showWrong } from "./import.js";

const ACCEPTED = ".html,.htm,.json,.ndjson,.jsonl,.csv,.md,.txt";

/** The exports: the path below the resources, and the name of the file. */
const EXPORTS = [
  { name: "netscape", path: "export?format=netscape", file: "bookmarks.html" },
  { name: "pinboard", path: "export?format=pinboard", file: "pinboard.json" },
  { name: "csv", path: "export?format=items-csv", file: "items.csv" },
  { name: "links", path: "export?format=links", file: "links.md" },
  { name: "ndjson", path: "export?format=ndjson", file: "tagflow.ndjson" },
  { name: "backup", path: "backup", file: "tagflow.sqlite" },
];

/** Makes the content of the section. */
export function filesSection() {
  const input = element("input", { type: "file", id: "import-file", accept: ACCEPTED, class: "hidden" });
  const zone = element(
    "label",
    { class: "drop", for: "import-file" },
    icon("upload"),
    element("span", {}, element("strong", { text: t("settings.chooseFile") }), " ", t("settings.orDrop")),
    element("small", { text: t("settings.formats") }),
  );
  const stage = element("div", { class: "stage" });
  input.addEventListener("change", () => {
    if (input.files?.[0]) offer(stage, input.files[0]);
    input.value = "";
  });
  acceptDrops(zone, (file) => offer(stage, file));
  const exports = element(
    "ul",
    { class: "exports" },
    ...EXPORTS.map(({ name, path, file }) => {
      const anchor = element(
        "a",
        {
          class: "second",
          href: `${root}/api/v1/${path}`,
          download: file,
          "data-path": path,
          "aria-label": t("settings.downloadFile", { name: t(`settings.export.${name}`) }),
        },
        icon("download"),
        t("settings.download"),
      );
      return element(
        "li",
        {},
        element(
          "div",
          {},
          element("strong", { text: t(`settings.export.${name}`) }),
          element("small", { text: t(`settings.export.${name}.more`) }),
        ),
        anchor,
      );
    }),
  );
  return [
    element("p", { class: "soft no-admins", text: t("settings.onlyAdmins") }),
    element(
      "div",
      { class: "admins" },
      element("h3", { text: t("settings.import") }),
      input,
      zone,
      stage,
      element("h3", { text: t("settings.export") }),
      exports,
    ),
  ];
}

/** @param {HTMLElement} zone @param {(file: File) => void} act */
function acceptDrops(zone, act) {
  const holdsFile = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (!holdsFile(event)) return;
    event.preventDefault();
    zone.classList.add("over");
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) zone.classList.remove("over");
  });
  addEventListener("drop", (event) => {
    zone.classList.remove("over");
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    // A file that misses the zone would replace the page.
    event.preventDefault();
    act(file);
    zone.scrollIntoView({ block: "center" });
  });
}

/**
 * Shows what a file contains, and asks whether to import it.
 * @param {HTMLElement} stage
 * @param {File} file
 */
async function offer(stage, file) {
  const content = await readFile(file);
  if (!content) return showWrong(stage, t("settings.unreadable", { file: file.name }));
  const folders = element("input", { type: "checkbox" });
  const sets = element("select", { id: "import-set" });
  const found = await attempt(() => api("GET", "sets"));
  sets.append(
    element("option", { value: "", text: t("settings.chosenSet") }),
    ...(found?.sets ?? []).map((/** @type {any} */ { set }) => element("option", { value: set, text: set })),
  );
  const begin = element("button", { class: "main", text: t("settings.importFile") });
  begin.addEventListener("click", async () => {
    const read = folders.checked ? await readFile(file, { folders: true }) : content;
    if (read) await run(stage, file.name, read, sets.value);
  });
  const facts = [
    t(`settings.kind.${content.kind}`),
    content.count === null ? "" : t("settings.entries", { n: content.count }),
  ]
    .filter(Boolean)
    .join(" · ");
  stage.replaceChildren(
    element(
      "div",
      { class: "offer" },
      element("div", {}, element("strong", { text: file.name }), element("small", { text: facts })),
      content.folders > 0 &&
        element(
          "label",
          { class: "choice" },
          folders,
          element("span", { text: t("settings.folders", { n: content.folders }) }),
        ),
      (found?.sets.length ?? 0) > 1 &&
        element("div", { class: "into" }, element("label", { for: "import-set", text: t("settings.intoSet") }), sets),
      element(
        "div",
        { class: "buttons" },
        element("button", { class: "second", text: t("shell.cancel"), onclick: () => stage.replaceChildren() }),
        begin,
      ),
    ),
  );
  announce(`${file.name}: ${facts}`);
  begin.focus();
}

/**
 * @param {HTMLElement} stage
 * @param {string} name
 * @param {import("./import_model.js").Prepared} content
 * @param {string} set
 */
async function run(stage, name, content, set) {
  const report = await importInto(stage, name, content, set);
  if (!report) return;
  const hasChanges = report.newItems + report.replaced + report.newTags > 0;
  const open = element("a", {
    class: "main",
    href: link(report.q ? `/?q=${encodeURIComponent(report.q)}` : "/"),
    text: t("settings.openItems"),
  });
  const undo = hasChanges ? undoAction() : null;
  const revert =
    undo &&
    element("button", {
      class: "quiet",
      text: undo.label,
      onclick: async () => {
        if (await undo.act()) stage.replaceChildren();
      },
    });
  stage.replaceChildren(
    element("div", { class: "offer done" }, ...stage.childNodes, element("div", { class: "buttons" }, revert, open)),
  );
  open.focus();
}
