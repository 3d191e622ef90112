// Items whose locations differ only in http or https, "www." or a slash at the end, with a merge; loaded when they are asked for.

import { api, attempt, changed, date, element, nextPage, openDialog, send, t, tell, undoAction } from "./shell.js";
import { nameOf } from "./items_name.js";

/** @typedef {import("./items_model.js").Item} Item */

/** Shows the duplicates in a dialog. */
export async function openDuplicates() {
  const list = element("ul", { class: "duplicates", "aria-busy": "true" });
  const text = element("p", { class: "soft", text: t("items.duplicatesText") });
  const more = element("button", { class: "quiet", text: t("shell.more"), hidden: true });
  openDialog(t("items.duplicates"), text, list, more);
  let path = "items/duplicates?limit=100";
  const load = async () => {
    const answer = await attempt(() => send("GET", path));
    if (!answer) return;
    const body = await answer.json();
    path = nextPage(answer);
    more.hidden = !path;
    list.removeAttribute("aria-busy");
    list.append(...body.duplicates.map((/** @type {{ items: Item[] }} */ { items }) => groupRow(items)));
    if (body.count === 0) text.textContent = t("items.noDuplicates");
  };
  more.addEventListener("click", load);
  await load();
}

/**
 * A group: which item is kept can be chosen. It stays in its place after the merge, so that no second click hits the next one.
 * @param {Item[]} group
 */
function groupRow(group) {
  const name = `duplicate-${group[0].id}`;
  const choices = group.map((item, index) => {
    const choice = element("input", { type: "radio", name, value: item.id, checked: index === 0 });
    return element(
      "label",
      { class: "choice" },
      choice,
      element(
        "span",
        {},
        element("bdi", { text: nameOf(item) }),
        element("small", { dir: "ltr", text: item.location }),
        element("small", { text: [date(item.at), ...item.tags].join(" · ") }),
      ),
    );
  });
  const merge = element("button", { class: "second writes", text: t("tags.merge") });
  const row = element(
    "li",
    { class: "duplicate" },
    element("fieldset", {}, element("legend", { class: "hidden", text: t("items.keepWhich") }), ...choices),
    merge,
  );
  const setMerged = (/** @type {boolean} */ isMerged) => {
    if (isMerged) merge.setAttribute("aria-disabled", "true");
    else merge.removeAttribute("aria-disabled");
    merge.textContent = t(isMerged ? "tags.mergedShort" : "tags.merge");
    changed();
  };
  merge.addEventListener("click", async (/** @type {MouseEvent} */ event) => {
    if (event.detail > 1 || merge.hasAttribute("aria-disabled")) return;
    const into = Number(row.querySelector("input:checked")?.value);
    const ids = group.map(({ id }) => id).filter((id) => id !== into);
    if (!(await attempt(() => api("POST", "items/merge", { ids, into })))) return;
    const { label, act } = undoAction();
    setMerged(true);
    const undo = async () => {
      if (await act()) setMerged(false);
    };
    tell(t("items.duplicatesMerged", { n: group.length }), { actions: [{ label, act: undo }] });
  });
  return row;
}
