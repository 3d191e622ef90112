// Sets: which one is shown, and what can be done with it.

import { t } from "./shell.js";
import { localDay } from "./text.js";
import { openMenu, ask } from "./board_dialogs.js";
import { addressOf, dispatch, field, inSet, part, sent, server, state } from "./board_app.js";

/** @param {string} set */
function open(set) {
  history.pushState(null, "", addressOf(set));
  dispatch({ type: "setOpened", set });
}

export function openSets() {
  const items = (state.sets ?? []).map(({ set, tags }) => ({
    text: set,
    note: tags.toLocaleString(),
    isChosen: set === state.set,
    run: () => open(set),
  }));
  const changing = [
    { text: "", isLine: true },
    { text: t("board.newSetMore"), run: makeSet },
    { text: t("board.renameSetMore"), run: renameSet },
    { text: t("board.deleteSetMore"), isDanger: true, run: deleteSet },
  ];
  openMenu(part("sets"), [...items, ...(state.isReadOnly ? [] : changing)], t("board.sets"));
}

function makeSet() {
  ask({
    title: t("board.newSet"),
    label: t("board.name"),
    button: t("board.create"),
    act: (set) => changeSet("POST", "sets", set, t("board.created", { set })),
  });
}

/** Makes the set again that is shown and gone. */
export const remakeSet = () => changeSet("POST", "sets", state.set, t("board.created", { set: state.set }));

/**
 * Makes or renames a set, and shows it.
 * @param {string} method
 * @param {string} path
 * @param {string} name
 * @param {string} done
 */
async function changeSet(method, path, name, done) {
  open((await sent({ method, path, body: { set: name } }, done)).set);
  field.focus();
}

function renameSet() {
  const { set } = state;
  ask({
    title: t("board.renameTitle", { name: set }),
    label: t("board.newName"),
    value: set,
    button: t("tags.rename"),
    act: async (name) => {
      if (name !== set) await changeSet("PATCH", inSet(), name, t("board.renamed", { old: set, name }));
    },
  });
}

function deleteSet() {
  const { set } = state;
  ask({
    title: t("board.deleteSet", { set }),
    text: t("board.deleteSetText"),
    button: t("tags.delete"),
    isDanger: true,
    act: async () => {
      await sent({ method: "DELETE", path: inSet() }, t("board.deletedSet", { set }));
      const { notice } = state;
      const body = await server.read(`set-summaries?date=${localDay()}`);
      const { sets } = body;
      dispatch({ type: "setsRead", body });
      open(sets.find((/** @type {any} */ other) => other.chosen)?.set ?? sets[0].set);
      dispatch({ type: "noticed", ...notice });
    },
  });
}
