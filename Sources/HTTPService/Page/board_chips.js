// The menu of a chip, and the dialogs that it opens.

import { t } from "./shell.js";
import { chips, isSelected } from "./board_model.js";
import { openMenu, ask } from "./board_dialogs.js";
import { dispatch, sent, server, state } from "./board_app.js";
import { merge, move, pathOf, removeTag } from "./board_suggestions.js";

/** @typedef {import("./board_model.js").Suggestion} Suggestion */

/**
 * @param {import("./board_model.js").Chip} chip
 * @param {number} x
 * @param {number} y
 */
export function openChipMenu({ tag }, x, y) {
  // A chip may be too narrow for its name.
  const title = { text: tag, isTitle: true };
  const items = [
    title,
    {
      text: t(isSelected(state, tag) ? "items.deselect" : "items.selectOne"),
      key: "␣",
      run: () => dispatch({ type: "toggled", tag }),
    },
    { text: t("board.earlier"), key: "Alt ←", run: () => step(tag, -1) },
    { text: t("board.later"), key: "Alt →", run: () => step(tag, 1) },
    { text: "", isLine: true },
    { text: t("board.renameMore"), key: "F2", run: () => renameTag(tag) },
    { text: t("board.mergeMore"), run: () => mergeTag(tag) },
    { text: t("board.removeFromSet"), key: "Delete", run: () => removeTag(tag) },
    { text: t("board.deleteMore"), isDanger: true, run: () => deleteTag(tag) },
  ];
  openMenu({ x, y }, state.isReadOnly ? [title, { text: t("board.needsWrite") }] : items, tag);
}

/**
 * @param {string} tag
 * @param {number} by
 */
function step(tag, by) {
  const all = chips(state);
  const index = all.findIndex((chip) => chip.tag === tag);
  if (by < 0 && index > 0) move(tag, all[index - 1].tag);
  if (by > 0 && index < all.length - 1) move(tag, all[index + 2]?.tag ?? null);
}

/** @param {string} tag */
export function renameTag(tag) {
  ask({
    title: t("board.renameTitle", { name: tag }),
    text: t("board.renameText"),
    label: t("board.newName"),
    value: tag,
    button: t("tags.rename"),
    act: async (name) => {
      if (name !== tag)
        await sent({ method: "PATCH", path: pathOf(tag), body: { tag: name } }, t("board.renamed", { old: tag, name }));
    },
  });
}

/** @param {string} tag */
function mergeTag(tag) {
  const suggest = async (/** @type {string} */ text) => {
    const { suggestions } = await server.read(`suggestions?limit=6&q=${encodeURIComponent(text)}`);
    return suggestions
      .filter((/** @type {Suggestion} */ found) => found.tag !== tag)
      .map((/** @type {Suggestion} */ found) => ({ text: found.tag, value: found.tag, match: found.match }));
  };
  ask({
    title: t("tags.mergeTitleOne", { tag }),
    text: t("tags.mergeHelp"),
    label: t("tags.mergeWhere"),
    button: t("tags.merge"),
    suggest,
    act: (into) => merge(tag, into),
  });
}

/** @param {string} tag */
function deleteTag(tag) {
  ask({
    title: t("tags.deleteTitleOne", { tag }),
    text: t("board.deleteText"),
    button: t("tags.delete"),
    isDanger: true,
    act: async () => sent({ method: "DELETE", path: pathOf(tag) }, t("tags.deletedOne", { tag })),
  });
}
