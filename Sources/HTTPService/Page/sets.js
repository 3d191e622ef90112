// Sets: which one is shown, and what can be done with it.

import { openMenu, ask } from "./dialogs.js";
import { attempt, dispatch, field, inSet, part, server, setInAddress, state, tell, undoAction } from "./app.js";

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

async function makeSet() {
  const name = (await ask({ title: "New set", label: "Its name", button: "Make it" }))?.trim();
  if (name) changeSet("POST", "sets", name);
}

/**
 * Makes or renames a set, and shows it.
 * @param {string} method
 * @param {string} path
 * @param {string} name
 */
function changeSet(method, path, name) {
  return attempt(async () => {
    open((await (await server.send(method, path, { body: { set: name } })).json()).set);
    field.focus();
  });
}

async function renameSet() {
  const name = (await ask({ title: `Rename “${state.set}”`, label: "New name", value: state.set, button: "Rename" }))?.trim();
  if (name && name !== state.set) changeSet("PATCH", inSet(), name);
}

async function dropSet() {
  const { set } = state;
  const text = "Its saved selections go with it. It can be undone.";
  if (await ask({ title: `Drop the set “${set}”?`, text, button: "Drop it" }) === null) return;
  await attempt(async () => {
    await server.send("DELETE", inSet());
    const { sets } = await server.read("set-summaries");
    dispatch({ type: "setsRead", sets });
    open(sets.find((/** @type {any} */ other) => other.chosen)?.set ?? sets[0].set);
    tell(`“${set}” was dropped.`, [undoAction]);
  });
}
