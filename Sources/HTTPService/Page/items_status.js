// The row below the query: how much was found and how it is sorted, or what can be done with the selected items.

import { announce, canWrite, element, icon, link, openMenu, t } from "./shell.js";
import { dispatch, onState, search, state } from "./items_store.js";
import { offeredForSelected, selectedCount } from "./items_model.js";
import { hasWords, sortOf, withSort } from "./items_query.js";
import { canSaveView, nameView } from "./items_side.js";
import { actions } from "./items_list.js";

/** @typedef {import("./items_model.js").State} State */

const status = /** @type {HTMLElement} */ (document.getElementById("status"));
const SORTS = ["new", "old", "title", "relevance"];

/**
 * @param {State} now
 * @param {State} before
 */
function drawStatus(now, before) {
  const isSame = [
    "count",
    "counts",
    "query",
    "problem",
    "selected",
    "areAllSelected",
    "views",
    "suggestions",
    "stamp",
    "shownStamp",
  ].every((name) => Reflect.get(now, name) === Reflect.get(before, name));
  if (isSame && status.childElementCount > 0) return;
  const key = keyOfFocus();
  const selected = selectedCount(now);
  status.classList.toggle("bulk", selected > 0);
  document.documentElement.classList.toggle("selecting", selected > 0);
  status.replaceChildren(...(selected > 0 ? bulk(now, selected) : found(now)));
  if (key)
    /** @type {HTMLElement | null} */ (
      status.querySelector(`[data-key="${CSS.escape(key)}"]`) ?? status.querySelector("button")
    )?.focus();
  if (selected !== selectedCount(before)) announceSelected();
  if (now.shownStamp !== before.shownStamp && now.query !== said) {
    said = now.query;
    announce(now.problem || t("items.found", { n: now.count }));
  }
}

let said = "";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let selectedTimer;

/** Reads out how many items are selected, once the person pauses. */
function announceSelected() {
  clearTimeout(selectedTimer);
  selectedTimer = setTimeout(() => {
    const n = selectedCount(state);
    if (n > 0) announce(t("items.selected", { n }));
  }, 300);
}

function keyOfFocus() {
  return status.contains(document.activeElement)
    ? /** @type {HTMLElement} */ (document.activeElement).dataset.key
    : undefined;
}

/** @param {State} now */
function found(now) {
  const isAll = !now.query.trim() || !now.counts;
  const text =
    now.shownStamp === 0 || now.problem
      ? ""
      : isAll
        ? t("items.found", { n: now.count })
        : t("items.foundOf", { n: now.count, all: now.counts?.all ?? 0 });
  const usual = hasWords(now.query) ? "relevance" : "new";
  const sort = sortOf(now.query) || usual;
  const sorting = element(
    "button",
    { class: "quiet plain", "data-key": "sort", "aria-haspopup": "menu", "aria-expanded": "false" },
    element("span", { text: t(`items.sort.${sort}`) }),
    icon("down"),
  );
  sorting.addEventListener("click", () =>
    openMenu(
      sorting,
      SORTS.map((name) => ({
        label: t(`items.sort.${name}`),
        checked: name === sort,
        act: () => search(withSort(state.query, name === usual ? "" : name)),
      })),
    ),
  );
  const label = t("items.selectAll", { n: now.count });
  const all = element(
    "button",
    {
      class: "icon-button select-all writes",
      "data-key": "all",
      "aria-label": label,
      title: label,
      onclick: () => dispatch({ type: "selectedAll" }),
    },
    icon("square"),
  );
  return [
    now.total > 0 && text ? all : null,
    element("span", { class: "count", text }),
    /^untagged$/i.test(now.query.trim()) && now.total > 0
      ? element("a", {
          class: "quiet writes",
          "data-key": "review",
          href: link(now.set ? `/review?${new URLSearchParams({ set: now.set })}` : "/review"),
          text: t("review.untagged"),
        })
      : null,
    canSaveView(now)
      ? element(
          "button",
          { class: "quiet writes", "data-key": "save", onclick: () => nameView() },
          icon("star"),
          t("items.saveView"),
        )
      : element("span"),
    now.total > 1 ? sorting : element("span"),
  ].filter((part) => part !== null);
}

// MARK: Selected items

/**
 * @param {State} now
 * @param {number} count
 */
function bulk(now, count) {
  const button = (
    /** @type {string} */ key,
    /** @type {string} */ sign,
    /** @type {string} */ text,
    /** @type {() => void} */ act,
    kind = "second",
  ) =>
    element(
      "button",
      { class: `${kind} writes`, "data-key": key, onclick: act },
      icon(sign),
      element("span", { text }),
      key === "delete" ? null : touchIcon(),
    );
  // On phones, which have no room for words, the sign and a tag show what a button does.
  const touchIcon = () => {
    const tag = icon("tags");
    tag.classList.add("touch-icon");
    return tag;
  };
  const offered = offeredForSelected(now).map((tag) =>
    element(
      "button",
      { class: "chip likely writes", "data-key": `tag ${tag}`, onclick: () => addToSelected(tag) },
      element("bdi", { text: `+ ${tag}` }),
    ),
  );
  const all =
    !now.areAllSelected && now.count > count
      ? element("button", {
          class: "quiet",
          "data-key": "all",
          text: t("items.selectAll", { n: now.count }),
          onclick: () => dispatch({ type: "selectedAll" }),
        })
      : null;
  return [
    element(
      "button",
      {
        class: "icon-button",
        "data-key": "none",
        "aria-label": t("items.selectNone"),
        onclick: () => dispatch({ type: "deselected" }),
      },
      icon("close"),
    ),
    element("strong", { class: "count", text: t("items.selected", { n: count }) }),
    all,
    element("span", { class: "space" }),
    offered.length
      ? element("span", { class: "offers" }, element("small", { text: t("items.suggested") }), ...offered)
      : null,
    button("add", "add", t("items.bulkAdd"), () => openTagging(true)),
    button("remove", "minus", t("items.bulkRemove"), () => openTagging(false)),
    button("delete", "trash", t("items.delete"), removeSelected, "second wrong"),
  ].filter((part) => part !== null);
}

/** @param {string} tag */
async function addToSelected(tag) {
  (await import("./items_tagging.js")).changeTags({ add: [tag] });
}

/**
 * Asks for the tags that the selected items get or lose.
 * @param {boolean} isAdding
 */
export async function openTagging(isAdding) {
  if (canWrite()) (await import("./items_tagging.js")).openTagging(isAdding);
}

export function removeSelected() {
  if (state.areAllSelected) actions.removeAll();
  else actions.remove([...state.selected.values()]);
}

onState(drawStatus);
