// The dialog of the Items view for files that were dropped or chosen; loaded when the first file comes.

import { changed, element, openDialog, t } from "./shell.js";
import "./settings_texts.js";
import { importInto, readFile, showWrong } from "./import.js";

/**
 * Imports files one after the other, and shows what became of each.
 * @param {File[]} files
 * @returns {Promise<string>} when the dialog is closed: the query for the items of the last file
 */
export async function importFiles(files) {
  const stages = files.map(() => element("section", { class: "import-result" }));
  const done = element("button", {
    class: "main",
    text: t("items.showItems"),
    disabled: true,
    onclick: () => dialog.close(),
  });
  const dialog = openDialog(t("settings.import"), ...stages, element("div", { class: "buttons" }, done));
  const closed = new Promise((resolve) => dialog.addEventListener("close", resolve));
  let query = "";
  for (const [index, file] of files.entries()) query = (await bringIn(stages[index], file)) ?? query;
  done.disabled = false;
  done.focus();
  changed();
  await closed;
  return query;
}

/**
 * @param {HTMLElement} stage
 * @param {File} file
 * @param {boolean} [areFoldersTags]
 * @returns {Promise<string | undefined>} the query for the imported items
 */
async function bringIn(stage, file, areFoldersTags = false) {
  const content = await readFile(file, { folders: areFoldersTags });
  if (!content) return void showWrong(stage, t("settings.unreadable", { file: file.name }));
  const report = await importInto(stage, file.name, content);
  if (!report) return undefined;
  if (content.folders > 0 && !areFoldersTags) {
    // The same bookmarks once more: an import adds to what is there.
    const again = async () => {
      await bringIn(stage, file, true);
      changed();
    };
    stage.append(
      element("button", { class: "second", text: t("settings.folders", { n: content.folders }), onclick: again }),
    );
  }
  return report.q ?? "";
}
