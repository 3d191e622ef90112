// Saving, items, look-alikes, pictures, and the keys.

import { element } from "./text.js";
import { selection } from "./model.js";
import { openMenu, openList, ask } from "./dialogs.js";
import { attempt, command, dispatch, field, inSet, part, sent, server, state, tell } from "./app.js";
import { merge } from "./suggestions.js";

export function save() {
  const tags = [...selection(state)];
  if (tags.length === 0 || document.querySelector("dialog[open]")) return;
  const text = some(tags);
  ask({
    title: "Save the selected tags", text, label: "Title (optional)", button: "Save", isOptional: true,
    act: (title) => sent({ method: "POST", path: "items", body: { set: state.set, title, selection: true } }, title ? `Saved as “${title}”` : "Saved"),
  });
}

export const openItems = () => attempt(async () => {
  const { items } = await server.read(`items?limit=1000&set=${encodeURIComponent(state.set)}`);
  openList("Items", "No items yet.", items.map(itemRow));
});

/** @param {string[]} tags */
const some = (tags) => tags.slice(0, 20).join(", ") + (tags.length > 20 ? ` and ${tags.length - 20} more` : "");

/** @param {{ id: number, title: string, at?: string, tags: string[] }} item */
function itemRow({ id, title, at, tags }) {
  const time = at ? new Date(at).toLocaleString() : "";
  const names = some(tags);
  const buttons = [
    { text: "Restore", run: () => command("POST", `items/${id}/restore`, `“${title || names}” is restored`) },
    { text: "Delete", keeps: true, run: () => command("DELETE", `items/${id}`, `“${title || names}” is deleted`) },
  ];
  return { text: title || names, note: [title ? names : "", time].filter(Boolean).join(" · "), buttons: state.isReadOnly ? [] : buttons };
}

const openAlikes = () => attempt(async () => {
  const { activeElement } = document;
  tell("Searching…");
  const { similar } = await server.read("similar-tags?limit=50");
  const rows = similar.map((/** @type {{ tag: string, other: string }} */ { tag, other }) => ({
    text: `${tag} → ${other}`, note: "", buttons: [{ text: "Merge", keeps: true, run: () => attempt(() => merge(tag, other)) }],
  }));
  const run = () => openList("Tags that look alike", "No tags look alike.", rows);
  // Who does something else by now is not interrupted.
  const isBusy = field.value || document.activeElement !== activeElement;
  tell(`Found: ${rows.length}`, [{ text: "Show", run }]);
  if (!isBusy) run();
});

/** @param {string} format */
const exportBoard = (format) => attempt(async () => {
  const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const answer = await server.send("GET", inSet(`/board.${format}?width=${state.width + 32}&theme=${theme}`));
  const address = URL.createObjectURL(await answer.blob());
  element("a", { href: address, download: `${state.set}.${format}` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
});

export function openMore() {
  const items = [
    ...["PNG", "SVG", "PDF"].map((format) => ({ text: `Export as ${format}`, run: () => exportBoard(format.toLowerCase()) })),
    { text: "", isLine: true },
    { text: "Tags that look alike…", run: openAlikes },
    { text: "Also select implied tags", note: state.isImplying ? "on" : "off", run: toggleImplying },
    { text: "Keys…", note: "?", run: openKeys },
  ];
  openMenu(part("more"), items, "More");
}

/** Remembers in this browser whether what selected tags imply is selected too. */
function toggleImplying() {
  localStorage.implying = state.isImplying ? "" : "on";
  dispatch({ type: "implyingSet", isOn: !state.isImplying });
}

export function openKeys() {
  const keys = [
    ["Any letter", "find or add a tag"], ["→ in the empty field", "add the first related tag"], ["Tab, arrows, Space", "move, select"],
    ["Alt and an arrow", "move the chip"], ["F2, Delete, Shift+F10", "rename, remove, open the menu"],
    ["Ctrl+Z, Ctrl+Shift+Z", "undo, redo"], ["Ctrl+S, Ctrl+C", "save, copy"], ["Paste", "add a list"],
  ];
  openList("Keys", "", keys.map(([text, note]) => ({ text, note, buttons: [] })));
}
