// Saving, the history, look-alikes, pictures, and the keys.

import { element } from "./text.js";
import { selection } from "./model.js";
import { openMenu, openList, ask } from "./dialogs.js";
import { attempt, command, dispatch, inSet, part, server, state } from "./app.js";
import { merge } from "./tags.js";

export async function save() {
  const tags = [...selection(state)];
  if (tags.length === 0 || document.querySelector("dialog")) return;
  const text = tags.length > 12 ? `${tags.length} tags` : tags.join(", ");
  const label = await ask({ title: "Save what is selected", text, label: "A label, if you like", button: "Save" });
  if (label !== null) dispatch({ type: "commanded", isTold: true, request: { method: "POST", path: "selections", body: { set: state.set, label: label.trim() } }, done: label.trim() ? `Saved as “${label.trim()}”` : "Saved" });
}

export const openHistory = () => attempt(async () => {
  const { selections } = await server.read(`selections?limit=100&set=${encodeURIComponent(state.set)}`);
  openList("Saved selections", "Nothing is saved yet.", selections.map(historyRow));
});

/** @param {{ id: number, label: string, at?: string, tags: string[] }} saved */
function historyRow({ id, label, at, tags }) {
  const time = at ? new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" }) : "";
  const names = tags.slice(0, 20).join(", ") + (tags.length > 20 ? ` and ${tags.length - 20} more` : "");
  const buttons = [
    { text: "Restore", run: () => command("POST", `selections/${id}/restore`, `${label || "It"} is restored`) },
    { text: "Forget", keeps: true, run: () => command("DELETE", `selections/${id}`, "Forgotten") },
  ];
  return { text: label || names, note: [label ? names : "", time].filter(Boolean).join(" · "), buttons: state.isReadOnly ? [] : buttons };
}

const openAlikes = () => attempt(async () => {
  const { similar } = await server.read("similar-tags?limit=50");
  const rows = similar.map((/** @type {{ tag: string, other: string }} */ { tag, other }) => ({
    text: `${tag} → ${other}`, note: "", buttons: [{ text: "Merge", keeps: true, run: () => merge(tag, other) }],
  }));
  openList("Tags that look alike", "No tag looks like another one.", rows);
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
    { text: "Export as PNG", run: () => exportBoard("png") },
    { text: "Export as SVG", run: () => exportBoard("svg") },
    { text: "Export as PDF", run: () => exportBoard("pdf") },
    { text: "", isLine: true },
    { text: "Tags that look alike…", run: openAlikes },
    { text: "Keys…", note: "?", run: openKeys },
  ];
  openMenu(part("more"), items, "More");
}

export function openKeys() {
  const keys = [
    ["Any letter", "find or add a tag"], ["→ in the empty field", "take what goes with the selection"], ["Tab, arrows, Space", "walk over the chips, select"],
    ["Alt and an arrow", "move the chip"], ["F2, Delete", "rename, remove"], ["Shift+F10", "all else"],
    ["Ctrl+Z, Ctrl+Shift+Z", "undo, redo"], ["Ctrl+S, Ctrl+C", "save, copy what is selected"], ["Paste", "add a list, by commas or lines"],
  ];
  openList("Keys", "", keys.map(([text, note]) => ({ text, note, buttons: [] })));
}
