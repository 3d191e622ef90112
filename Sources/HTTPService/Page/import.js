// Importing a file: reading it, sending it with progress, and the report.

import { announce, element, problemText, Refusal, root, t, typedToken } from "./shell.js";
import "./settings_texts.js";
import { prepared } from "./import_model.js";

/**
 * @typedef {{ title: string, location?: string, place: string, changed: string[], lost: Record<string, string> }} JoinedLine
 * @typedef {{ newTags: number, newItems: number, replaced: number, unchanged: number, stored: number, joined: number, skipped: number,
 *   lines: JoinedLine[], fieldChanges: Record<string, number>, split?: number, q?: string }} Report
 */

/**
 * Reads a file; `null` if it can't be imported.
 * @param {File} file
 * @param {{ folders?: boolean }} [options]
 */
export async function readFile(file, options) {
  return prepared(file.name, await file.text(), options);
}

/**
 * Imports a file, and shows the progress and the report in an element.
 * @param {HTMLElement} stage
 * @param {string} name
 * @param {import("./import_model.js").Prepared} content
 * @param {string} [set]  the set for items without one; without it, the chosen set
 * @returns {Promise<Report | null>} `null` if the server refused the file
 */
export async function importInto(stage, name, content, set = "") {
  const bar = element("progress", { max: 1, "aria-label": t("settings.importing", { file: name }) });
  const text = element("p", { text: t("settings.importing", { file: name }) });
  stage.replaceChildren(text, bar);
  announce(text.textContent);
  try {
    const report = await sendImport(content, set, (share) => {
      if (share !== null) bar.value = share;
      else bar.removeAttribute("value");
      if (share === null) text.textContent = t("settings.saving");
    });
    report.split = content.split;
    report.fieldChanges.leftOutAttributes += content.leftOut ?? 0;
    stage.replaceChildren(element("strong", { text: t("settings.imported", { file: name }) }), reportList(report));
    announce([t("settings.imported", { file: name }), ...reportTexts(report).map(([, text]) => text)].join(". "));
    return report;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    showWrong(stage, t("settings.importFailed", { file: name, reason: error.message }));
    return null;
  }
}

/**
 * Shows why a file wasn't imported.
 * @param {HTMLElement} stage
 * @param {string} text
 */
export function showWrong(stage, text) {
  announce(text);
  stage.replaceChildren(element("p", { class: "wrong", text }));
}

/**
 * Sends a file to the server.
 *
 * The whole import is one undo step.
 * @param {import("./import_model.js").Prepared} content
 * @param {string} set  the name of the set for items without one, or "" for the chosen set
 * @param {(share: number | null) => void} progress  the part that was sent, then `null` while the server works
 * @returns {Promise<Report>}
 */
function sendImport(content, set, progress) {
  const query = new URLSearchParams({ from: content.from, "skip-invalid": "true", ...(set && { set }) });
  // fetch doesn't report how much was sent.
  const request = new XMLHttpRequest();
  request.open("POST", `${root}/api/v1/import?${query}`);
  request.setRequestHeader("Content-Type", "application/x-ndjson");
  const token = typedToken();
  if (token) request.setRequestHeader("Authorization", `Bearer ${token}`);
  return new Promise((resolve, reject) => {
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      progress(loaded < total ? loaded / total : null),
    );
    request.addEventListener("error", () => reject(new Refusal(0, t("shell.unreachable"))));
    request.addEventListener("load", () => {
      const body = parsed(request.responseText);
      if (request.status === 200) resolve(body);
      else reject(new Refusal(request.status, problemText(request.status, body)));
    });
    request.send(content.body);
  });
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** @param {Report} report */
function reportList(report) {
  const parts = reportTexts(report).map(([name, text]) => element("li", { class: name, text }));
  const list = element("ul", { class: "report" }, ...parts);
  return report.lines.length > 0 ? element("div", {}, list, joinedLines(report)) : list;
}

/**
 * The lines that were joined with an item of the file, with the fields that changed or are lost.
 * @param {Report} report
 */
function joinedLines({ lines, joined }) {
  const parts = lines.map(({ title, location, changed, lost }) => {
    const values = Object.entries(lost).map(([field, text]) => `${fieldName(field)} “${text}”`);
    const facts = [
      values.length > 0 && t("settings.report.lost", { fields: values.join(", ") }),
      changed.length > 0 && t("settings.report.added", { fields: changed.map(fieldName).join(", ") }),
    ];
    return element(
      "li",
      {},
      element("strong", { text: title || location || "" }),
      " ",
      facts.filter(Boolean).join(" · "),
    );
  });
  return element(
    "details",
    { class: "joined" },
    element("summary", { text: t("settings.report.joined", { n: joined }) }),
    element("ul", {}, ...parts),
  );
}

/** @param {string} field */
function fieldName(field) {
  return t(
    { title: "add.title", note: "add.note", tags: "add.tags", at: "settings.report.time" }[field] ??
      `settings.report.${field}`,
  );
}

/**
 * What an import did: a name and a text for each number.
 * @param {Report} report
 */
function reportTexts({ newItems, replaced, stored, joined, skipped, newTags, fieldChanges, split }) {
  const parts = /** @type {[string, number][]} */ ([
    ["new", newItems],
    ["changed", replaced],
    ["known", stored],
    ["joined", joined],
    ["skipped", skipped],
    ["tags", newTags],
    ["split", split ?? 0],
    ...Object.entries(fieldChanges),
  ]);
  return parts
    .filter(([name, count]) => count > 0 || name === "new")
    .map(([name, n]) => [name, t(`settings.report.${name}`, { n })]);
}
