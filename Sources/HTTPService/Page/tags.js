// The Tags view: what is worth cleaning up, every tag as a table, the pairs that look alike or mean the same, and the rules for new items. Events go to tags_store.js; this module draws the state.

import "./tags_texts.js";
import {
  announce,
  canWrite,
  drawInTime,
  element,
  icon,
  link,
  live,
  number,
  openMenu,
  shortcuts,
  start,
  t,
} from "./shell.js";
import { current, dispatch, heard, onChange, readMore, readTags } from "./tags_store.js";
import {
  SHOWS,
  addressOf,
  counts,
  isKnown,
  isPairs,
  isTagList,
  rows,
  shownGroups,
  shownPairs,
  shownRules,
} from "./tags_model.js";
import { askDelete, askImplication, askMerge, openTag } from "./tags_dialogs.js";
import { PairList } from "./tags_pairs.js";
import { RuleList } from "./tags_rules.js";
import { TagTable } from "./tags_table.js";
import { CleanUpList } from "./tags_clean.js";

/** @typedef {import("./tags_model.js").State} State */

const part = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));

start("tags");
const find = part("find");
const table = new TagTable(openActions);
const pairs = new PairList();
const rules = new RuleList();
const cleanUp = new CleanUpList();
/**
 * The groups, which are loaded when somebody looks at them.
 * @type {import("./tags_groups.js").GroupList | null}
 */
let groups = null;
const empty = element("p", { class: "empty" });

// MARK: Drawing

let isDrawing = false;

function draw() {
  isDrawing = false;
  const state = current();
  drawTools(state);
  drawContent(state);
  drawSelection(state);
  document.dispatchEvent(new CustomEvent("tags-drawn"));
}

/** @param {State} state */
function drawTools(state) {
  if (document.activeElement !== find && find.value !== state.find) find.value = state.find;
  const all = counts(state);
  for (const show of SHOWS) {
    const button = part(`show-${show}`);
    if (state.show === show && button.ariaPressed !== "true") button.parentElement.scrollLeft = button.offsetLeft - 60;
    button.setAttribute("aria-pressed", String(state.show === show));
    button.lastChild.textContent = isKnown(state, show) ? number(all[show]) : "";
  }
}

/** @param {State} state */
function drawContent(state) {
  const content = part("content");
  const isTags = isTagList(state.show);
  if (state.show === "groups" && !groups) return void loadGroups();
  content.setAttribute("aria-busy", String(!isKnown(state, state.show)));
  const list = isPairs(state.show) ? pairs : isTags ? table : state.show === "groups" && groups ? groups : rules;
  const host = list.element;
  cleanUp.element.hidden = state.show !== "all" || state.find !== "";
  if (!cleanUp.element.hidden) cleanUp.draw(state);
  // The table measures itself, so it is drawn in its place.
  if (list !== table) list.draw(state);
  if (content.firstChild !== host) content.replaceChildren(host, empty);
  if (list === table) table.draw(state);
  const isEmpty = isTags && state.isComplete && rows(state).length === 0;
  empty.hidden = !isEmpty;
  table.element.hidden = isEmpty;
  empty.textContent = isEmpty
    ? t(
        state.tags.length === 0
          ? "tags.noTags"
          : state.find
            ? "tags.noneFound"
            : state.show === "unused"
              ? "tags.noneUnused"
              : "tags.noneOnce",
      )
    : "";
}

async function loadGroups() {
  const { GroupList } = await import("./tags_groups.js");
  groups ??= new GroupList();
  draw();
}

/** @param {State} state */
function drawSelection(state) {
  const bar = part("selection");
  const names = [...state.selected];
  bar.hidden = names.length === 0;
  document.body.classList.toggle("has-selection", names.length > 0);
  if (names.length === 0) return bar.replaceChildren();
  if (bar.childElementCount === 0) {
    const button = (
      /** @type {string} */ text,
      /** @type {string} */ kind,
      /** @type {(names: string[]) => void} */ act,
    ) => element("button", { class: kind, text: t(text), onclick: () => act([...current().selected]) });
    bar.append(
      element("strong"),
      button("tags.mergeMore", "second", askMerge),
      button("tags.impliesMore", "second", askImplication),
      button("tags.delete", "second wrong", askDelete),
      element(
        "button",
        { class: "icon-button", "aria-label": t("tags.clear"), onclick: () => dispatch({ type: "cleared" }) },
        icon("close"),
      ),
    );
  }
  bar.firstChild.textContent = t("tags.selected", { n: names.length });
}

/** @param {State} state @param {State} before */
function drawLater(state, before) {
  if (!isDrawing) drawInTime(draw);
  isDrawing = true;
  const [address, old] = [addressOf(state), addressOf(before)];
  // Each letter in the field is no step to go back to.
  if (address !== old)
    history[state.find === before.find ? "pushState" : "replaceState"](null, "", `${location.pathname}${address}`);
  if (state.find !== before.find || state.show !== before.show) announceCount();
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let countTimer;

/** Reads out how many tags are shown, when typing pauses. */
function announceCount() {
  clearTimeout(countTimer);
  countTimer = setTimeout(() => {
    const state = current();
    if (isPairs(state.show)) announce(t("tags.pairCount", { n: shownPairs(state).length }));
    else if (state.show === "rules") announce(t("tags.ruleCount", { n: shownRules(state).rules.length }));
    else if (state.show === "groups") announce(t("tags.groupCount", { n: shownGroups(state).length }));
    else announce(t("tags.count", { n: rows(state).length }));
  }, 600);
}

// MARK: Actions

/** @param {string} tag @param {HTMLElement} anchor */
function openActions(tag, anchor) {
  const hint = (/** @type {string} */ key) =>
    shortcuts.areOn && matchMedia("(pointer: fine)").matches ? key : undefined;
  openMenu(anchor, [
    { label: t("tags.rename"), icon: "edit", hint: hint("e"), act: () => dispatch({ type: "renameStarted", tag }) },
    { label: t("tags.aliasesAndMore"), icon: "tags", hint: hint("i"), act: () => openTag(tag) },
    { label: t("tags.mergeMore"), icon: "merge", hint: hint("m"), act: () => askMerge([tag]) },
    {
      label: t("review.fit"),
      icon: "search",
      act: () => location.assign(link(`/review?${new URLSearchParams({ tag })}`)),
    },
    null,
    { label: t("tags.delete"), icon: "trash", wrong: true, hint: hint("Del"), act: () => askDelete([tag]) },
  ]);
}

/** The selected tags, or the tag whose row has the focus. */
function chosen() {
  const { selected } = current();
  return selected.size > 0 ? [...selected] : table.focused ? [table.focused] : [];
}

/** @param {(names: string[]) => void} act */
function withChosen(act) {
  return () => {
    const names = chosen();
    if (names.length > 0 && canWrite()) act(names);
  };
}

function addShortcuts() {
  const one = (/** @type {(tag: string) => void} */ act) => () => {
    if (table.focused && canWrite()) act(table.focused);
  };
  shortcuts.add("/", "tags.find", () => find.focus());
  shortcuts.add("c", "tags.cleanUp", () => cleanUp.focus());
  for (const [keys, text, by] of /** @type {[string[], string, number][]} */ ([
    [["j", "ArrowDown"], "tags.next", 1],
    [["k", "ArrowUp"], "tags.previous", -1],
  ])) {
    for (const key of keys) shortcuts.add(key, text, () => table.move(by));
  }
  shortcuts.add("ArrowRight", "tags.showBelow", () => table.fold(true));
  shortcuts.add("ArrowLeft", "tags.hideBelow", () => table.fold(false));
  shortcuts.add(
    "x",
    "tags.selectKey",
    one((tag) => dispatch({ type: "toggled", tag })),
  );
  for (const key of ["e", "F2"])
    shortcuts.add(
      key,
      "tags.rename",
      one((tag) => dispatch({ type: "renameStarted", tag })),
    );
  shortcuts.add("i", "tags.aliasesAndMore", one(openTag));
  shortcuts.add("m", "tags.mergeMore", withChosen(askMerge));
  shortcuts.add("Delete", "tags.delete", withChosen(askDelete));
  shortcuts.add("Escape", "tags.clear", () => dispatch({ type: "cleared" }));
}

function addTools() {
  part("clean").replaceWith(cleanUp.element);
  if (location.hash === "#clean") cleanUp.focus();
  part("filters").append(
    ...SHOWS.map((show) =>
      element(
        "button",
        { id: `show-${show}`, class: "filter", onclick: () => dispatch({ type: "shown", show }) },
        element("span", { text: t(`tags.show.${show}`) }),
        element("small"),
      ),
    ),
  );
  find.addEventListener("input", () => dispatch({ type: "found", text: find.value }));
  find.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "Enter") {
      event.preventDefault();
      table.focus(rows(current())[0]?.tag);
    }
    if (event.key === "Escape" && find.value) {
      event.preventDefault();
      find.value = "";
      dispatch({ type: "found", text: "" });
    }
  });
}

addTools();
addShortcuts();
onChange(drawLater);
addEventListener("popstate", () => {
  dispatch({ type: "addressed", search: location.search });
  find.value = current().find;
});
for (const event of ["scroll", "resize"])
  addEventListener(
    event,
    () => {
      if (!isDrawing) drawInTime(draw);
      isDrawing = true;
    },
    { passive: true },
  );
document.addEventListener("tags-focus", (event) => {
  draw();
  table.focus(/** @type {CustomEvent} */ (event).detail);
});
live(heard);
find.value = current().find;
draw();
await readTags();
await readMore();
