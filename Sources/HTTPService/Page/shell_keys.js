// The dialog that lists the keys of a view, which is loaded when it is opened.

import { element } from "./text.js";
import { t } from "./shell_text.js";
import { openDialog } from "./shell_dialogs.js";
import { shortcuts } from "./shell_frame.js";

const SIGNS = /** @type {Record<string, string>} */ ({
  Delete: "Del",
  ArrowDown: "↓",
  ArrowUp: "↑",
  Enter: "↵",
  " ": "␣",
});

/** @param {Map<string, { text: string }>} keys  the text of each key */
export function openKeys(keys) {
  /** @type {Map<string, string[]>} */
  const rows = new Map();
  for (const [key, { text }] of keys) rows.set(text, [...(rows.get(text) ?? []), SIGNS[key] ?? key]);
  const list = element(
    "dl",
    { class: "keys" },
    ...[...rows].flatMap(([text, all]) => [
      element("dt", {}, ...all.map((key) => element("kbd", { text: key }))),
      element("dd", { text: t(text) }),
    ]),
  );
  const isOn = element("input", { type: "checkbox", checked: shortcuts.areOn });
  isOn.addEventListener("change", () => localStorage.setItem("tagflow.shortcuts", isOn.checked ? "on" : "off"));
  openDialog(
    t("shell.keys"),
    list,
    element("label", { class: "choice" }, isOn, element("span", { text: t("shell.singleKeys") })),
  );
}
