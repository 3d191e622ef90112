// Sets: which one is shown, and what can be done with it.

import { openMenu, ask } from "./dialogs.js";
import { dispatch, field, inSet, part, sent, server, setInAddress, state } from "./app.js";

export function showSet() {
  document.title = state.set ? `${state.set} · tagflow` : "tagflow";
  if (setInAddress() !== state.set) history.replaceState(null, "", `#${encodeURIComponent(state.set)}`);
  scrollTo(0, 0);
}

/** @param {string} set */
function open(set) {
  history.pushState(null, "", `#${encodeURIComponent(set)}`);
  dispatch({ type: "setOpened", set });
}

export function openSets() {
  const items = (state.sets ?? []).map(({ set, tags }) => ({ text: set, note: tags.toLocaleString(), isChosen: set === state.set, run: () => open(set) }));
  const changing = [
    { text: "", isLine: true },
    { text: "New set…", run: makeSet },
    { text: "Rename this set…", run: renameSet },
    { text: "Drop this set…", run: dropSet },
  ];
  openMenu(part("sets"), [...items, ...(state.isReadOnly ? [] : changing)], "Sets");
}

function makeSet() {
  ask({ title: "New set", label: "Name", button: "Create", act: (name) => changeSet("POST", "sets", name, `“${name}” was created`) });
}

/** Makes the set again that is shown and gone. */
export const remakeSet = () => changeSet("POST", "sets", state.set, `“${state.set}” was created`);

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
    title: `Rename “${set}”`, label: "New name", value: set, button: "Rename",
    act: async (name) => { if (name !== set) await changeSet("PATCH", inSet(), name, `“${set}” was renamed to “${name}”`); },
  });
}

function dropSet() {
  const { set } = state;
  const text = "Its items are deleted too. You can undo this.";
  ask({ title: `Drop the set “${set}”?`, text, button: "Drop", act: async () => {
    await sent({ method: "DELETE", path: inSet() }, `“${set}” was dropped`);
    const { notice } = state;
    const body = await server.read("set-summaries");
    const { sets } = body;
    dispatch({ type: "setsRead", body });
    open(sets.find((/** @type {any} */ other) => other.chosen)?.set ?? sets[0].set);
    dispatch({ type: "noticed", ...notice });
  } });
}
