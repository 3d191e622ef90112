// Commands for a board as a whole: saving its selection, pictures of it, its settings, and the list of keys.

import { element, link, openDialog, t } from "./shell.js";
import { selection } from "./board_model.js";
import { setTerm } from "./items_query.js";
import { localDay } from "./text.js";
import { openMenu, ask } from "./board_dialogs.js";
import { attempt, dispatch, inSet, part, sent, server, state } from "./board_app.js";

export function save() {
  const tags = [...selection(state)];
  if (tags.length === 0 || document.querySelector("dialog[open]")) return;
  const saved = (/** @type {string} */ title) =>
    sent(
      { method: "POST", path: `items?date=${localDay()}`, body: { set: state.set, title, selection: true } },
      title ? t("board.savedAs", { title }) : t("board.savedTo", { set: state.set }),
    );
  // A day has one item, which needs no title.
  if (state.sets?.some(({ set, daily }) => set === state.set && daily)) return void attempt(() => saved(""));
  ask({
    title: t("board.saveTitle"),
    text: some(tags),
    label: t("board.optionalTitle"),
    button: t("board.save"),
    isOptional: true,
    act: saved,
  });
}

/** @param {string[]} tags */
const some = (tags) =>
  tags.slice(0, 20).join(", ") + (tags.length > 20 ? ` ${t("board.andMore", { n: tags.length - 20 })}` : "");

/** @param {string} format */
const exportBoard = (format) =>
  attempt(async () => {
    const theme =
      getComputedStyle(document.documentElement).colorScheme === "dark" ||
      (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches)
        ? "dark"
        : "light";
    const answer = await server.send(
      "GET",
      inSet(`/board.${format}?date=${localDay()}&width=${state.width + 32}&theme=${theme}`),
    );
    const address = URL.createObjectURL(await answer.blob());
    element("a", { href: address, download: `${state.set}.${format}` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  });

export function openMore() {
  const items = [
    { text: t("board.items"), run: () => location.assign(link(`/?${new URLSearchParams({ q: setTerm(state.set) })}`)) },
    { text: t("board.alike"), run: () => location.assign(link("/tags?show=alike")) },
    { text: "", isLine: true },
    { text: t("board.grouped"), isOn: state.isGrouped, run: toggleGroups },
    { text: t("board.implying"), isOn: state.isImplying, run: toggleImplying },
    { text: "", isLine: true },
    ...["PNG", "SVG", "PDF"].map((format) => ({
      text: t("board.export", { format }),
      run: () => exportBoard(format.toLowerCase()),
    })),
    { text: t("shell.keys"), key: "?", run: openKeys },
  ];
  openMenu(part("more"), items, t("shell.more"));
}

/** Remembers in this browser whether tags that selected tags imply are selected too. */
function toggleImplying() {
  localStorage.implying = state.isImplying ? "" : "on";
  dispatch({ type: "implyingSet", isOn: !state.isImplying });
}

/** Remembers in this browser whether tags are grouped by their namespaces. */
function toggleGroups() {
  localStorage.grouped = state.isGrouped ? "" : "on";
  dispatch({ type: "groupedSet", isOn: !state.isGrouped });
}

const KEYS = [
  [["A"], "letter"],
  [["→"], "first"],
  [["Tab", "↓", "␣"], "walk"],
  [["Alt", "→"], "move"],
  [["F2"], "rename"],
  [["Delete"], "remove"],
  [["Shift", "F10"], "menu"],
  [["Ctrl", "Z"], "undo"],
  [["Ctrl", "Shift", "Z"], "redo"],
  [["Ctrl", "S"], "save"],
  [["Ctrl", "C"], "copy"],
  [["Ctrl", "V"], "paste"],
];

export function openKeys() {
  openDialog(
    t("shell.keys"),
    element(
      "dl",
      { class: "keys" },
      ...KEYS.flatMap(([keys, name]) => [
        element("dt", {}, ...[...keys].map((key) => element("kbd", { text: key }))),
        element("dd", { text: t(`board.key.${name}`) }),
      ]),
    ),
  );
}
