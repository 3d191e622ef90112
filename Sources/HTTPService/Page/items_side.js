// The sidebar: views with their counts, and the tags of the results.

import { canWrite, element, icon, number, openDialog, openMenu, plain, t } from "./shell.js";
import { addressOf, chooseSet, dispatch, onState, search, state } from "./items_store.js";
import { facetRows } from "./items_model.js";
import { lookOf } from "./tag_details.js";
import { colorDot } from "./tag_looks.js";
import { excludedTags, setOf, tagState, toggledTag, withSet } from "./items_query.js";

/** @typedef {import("./items_model.js").State} State */

const side = /** @type {HTMLElement} */ (document.getElementById("side"));
const views = element("ul", { class: "views" });
const sets = element("ul", { class: "sets" });
const setSection = element("section", { hidden: true }, element("h2", { id: "sets-heading" }), sets);
const facets = element("ul", { class: "facets" });
const more = element("button", { class: "quiet more-facets", onclick: () => dispatch({ type: "moreFacets" }) });
const duplicatesButton = element("button", { class: "duplicates-button", onclick: showDuplicates }, icon("merge"));
const tagsHeading = element("h2", { id: "facets-heading" });

/** How many tags are shown at first. */
const FEW = 10;

/** Builds the sidebar. */
export function openSide() {
  tagsHeading.textContent = t("items.tagsInThese");
  duplicatesButton.append(t("items.duplicates"));
  side.setAttribute("aria-label", t("shell.filter"));
  /** @type {HTMLElement} */ (setSection.firstChild).textContent = t("board.sets");
  sets.setAttribute("aria-labelledby", "sets-heading");
  side.append(
    setSection,
    element(
      "section",
      { "aria-labelledby": "views-heading" },
      element("h2", { id: "views-heading", text: t("shell.views") }),
      views,
      duplicatesButton,
    ),
    element("section", { "aria-labelledby": "facets-heading" }, tagsHeading, facets, more),
  );
  facets.addEventListener("click", facetClicked);
  views.addEventListener("click", viewClicked);
  onState(drawSide);
}

async function showDuplicates() {
  const { openDuplicates } = await import("./items_duplicates.js");
  openDuplicates();
}

/** Shows the sidebar in a sheet, on phones. */
export function openFilter() {
  const home = /** @type {HTMLElement} */ (side.parentElement);
  const next = side.nextSibling;
  const dialog = openDialog(
    t("shell.filter"),
    side,
    element(
      "div",
      { class: "buttons" },
      element("button", { class: "main", onclick: () => dialog.close() }, t("items.showResults")),
    ),
  );
  dialog.classList.add("filter");
  dialog.addEventListener("close", () => home.insertBefore(side, next));
}

/**
 * @param {State} now
 * @param {State} before
 */
function drawSide(now, before) {
  if (now.sets !== before.sets || now.set !== before.set || now.query !== before.query) drawSets(now);
  if (
    now.counts !== before.counts ||
    now.views !== before.views ||
    now.query !== before.query ||
    views.childElementCount === 0
  )
    drawViews(now);
  if (
    now.facets !== before.facets ||
    now.described !== before.described ||
    now.query !== before.query ||
    now.unfolded !== before.unfolded ||
    now.hasMoreFacets !== before.hasMoreFacets
  )
    drawFacets(now);
}

// MARK: Sets

/**
 * Draws the switch for sets: all, then each; there is nothing to switch if there is one set.
 * @param {State} now
 */
function drawSets(now) {
  const shown = setOf(now.query) || now.set;
  // The set of a new database doesn't count until something is in it.
  const kept = now.sets.filter(({ set, tags, saved }) => set !== "default" || tags + saved > 0);
  setSection.hidden = kept.length < 2;
  const choice = (/** @type {string} */ text, /** @type {string} */ name, /** @type {string} */ sign) =>
    element(
      "li",
      { class: "view" },
      element(
        "button",
        { "aria-pressed": String(name === shown), onclick: () => setClicked(name) },
        icon(sign),
        element("bdi", { text }),
      ),
    );
  sets.replaceChildren(
    choice(t("items.allSets"), "", "all"),
    ...kept.map(({ set, daily }) => choice(set, set, daily ? "days" : "set")),
  );
}

/** @param {string} name */
function setClicked(name) {
  // A set in the query would hide the choice.
  if (setOf(state.query)) search(withSet(state.query, ""));
  chooseSet(name);
}

// MARK: Views

/** What is drawn, so that nothing is replaced under the pointer without need. */
const drawnSide = { views: "", facets: "" };

/** @param {State} now */
function drawViews(now) {
  const content = JSON.stringify([now.counts, now.views, now.query]);
  if (content === drawnSide.views) return;
  drawnSide.views = content;
  const focused = /** @type {HTMLElement | null} */ (
    views.contains(document.activeElement) ? document.activeElement : null
  )?.getAttribute("href");
  const { counts } = now;
  const fixed = [
    ["items", "items.all", ""],
    ["inbox", "items.untagged", "untagged"],
    ["single", "items.single", "tags:1"],
  ];
  const [all, untagged, single] = fixed.map(([sign, text, query], index) =>
    viewRow(now, sign, t(text), query, counts ? [counts.all, counts.untagged, counts.single][index] : undefined),
  );
  const saved = now.views.map(({ view, q, count }) => viewRow(now, "star", view, q, count, view));
  views.replaceChildren(all, ...saved, untagged, single);
  if (focused) /** @type {HTMLElement | null} */ (views.querySelector(`a[href="${CSS.escape(focused)}"]`))?.focus();
}

/**
 * @param {State} now
 * @param {string} sign
 * @param {string} text
 * @param {string} query
 * @param {number | undefined} count
 * @param {string} [name]  of a saved view
 */
function viewRow(now, sign, text, query, count, name) {
  const isCurrent = now.query.trim() === query;
  return element(
    "li",
    { class: "view" },
    element(
      "a",
      { href: addressOf(query), "data-query": query, "aria-current": isCurrent ? "page" : undefined },
      icon(sign),
      element("bdi", { text }),
      element("small", { text: count === undefined ? "" : number(count) }),
    ),
    name
      ? element(
          "button",
          {
            class: "icon-button writes",
            // The others are one Tab less on the way to the items; Enter opens them first.
            tabindex: isCurrent ? undefined : -1,
            "data-view": name,
            "data-query": query,
            "aria-label": t("items.viewMore", { view: name }),
            "aria-haspopup": "menu",
          },
          icon("more"),
        )
      : null,
  );
}

/** @param {MouseEvent} event */
function viewClicked(event) {
  const target = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-query]"));
  if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { view, query = "" } = target.dataset;
  if (view === undefined) return search(query);
  const isShared = state.views.some((other) => other.view === view && other.shared);
  const end = { label: t("items.viewUnshare"), icon: "close", act: async () => (await sharing()).unshare(view) };
  openMenu(target, [
    { label: t("items.viewUpdate"), icon: "check", act: async () => (await viewChanges()).keepView(view, state.query) },
    { label: t("items.viewRename"), icon: "edit", act: async () => (await viewChanges()).nameView(view, query) },
    { label: t("items.viewShare"), icon: "open", act: async () => (await sharing()).openSharing(view) },
    ...(isShared ? [end] : []),
    {
      label: t("items.viewDelete"),
      icon: "trash",
      wrong: true,
      act: async () => (await viewChanges()).removeView(view),
    },
  ]);
}

/** Sharing views, which is loaded when somebody begins. */
const sharing = () => import("./items_sharing.js");

/** Saving, renaming and deleting views, which is loaded when somebody begins. */
const viewChanges = () => import("./items_views.js");

/** Asks for the name of a view of the current query. */
export async function nameView() {
  (await viewChanges()).nameView();
}

/**
 * Whether the current query could be saved as a view.
 * @param {State} now
 */
export function canSaveView(now) {
  return canWrite() && now.query.trim() !== "" && !now.problem && !now.views.some(({ q }) => q === now.query.trim());
}

// MARK: Facets

/** @param {State} now */
function drawFacets(now) {
  const content = JSON.stringify([now.facets, now.query, [...now.unfolded], now.hasMoreFacets, now.described]);
  if (content === drawnSide.facets) return;
  drawnSide.facets = content;
  const focused = /** @type {HTMLElement | null} */ (
    facets.contains(document.activeElement) ? document.activeElement : null
  )?.dataset.key;
  const all = facetRows(now);
  // A tag of the query has all results; the bars compare the others.
  const most = Math.max(1, ...all.filter(({ tag }) => tagState(now.query, tag) !== "with").map(({ count }) => count));
  const shown = now.hasMoreFacets ? all : all.slice(0, FEW);
  // An excluded tag has no results; it stays here, so that it can be allowed again.
  const excluded = excludedTags(now.query)
    .filter((tag) => !now.facets.some((facet) => plain(facet.tag) === plain(tag)))
    .map((tag) => ({ tag, label: tag, count: 0, level: 0 }));
  facets.replaceChildren(...[...excluded, ...shown].map((row) => facetRow(now, row, most)));
  more.hidden = shown.length === all.length;
  more.textContent = t("items.moreTags", { n: all.length - shown.length });
  tagsHeading.hidden = all.length + excluded.length === 0;
  if (focused) /** @type {HTMLElement | null} */ (facets.querySelector(`[data-key="${CSS.escape(focused)}"]`))?.focus();
}

/**
 * @param {State} now
 * @param {ReturnType<typeof facetRows>[number]} row
 * @param {number} most
 */
function facetRow(now, row, most) {
  const bar = element("span", { class: "bar", "aria-hidden": "true" });
  bar.style.width = `${Math.min(100, Math.max(2, Math.round((100 * row.count) / most)))}%`;
  const count = element("small", { text: number(row.count) });
  const fold = { "data-space": row.space, "aria-expanded": String(row.isOpen) };
  if (row.tag === "") {
    return element(
      "li",
      { class: "facet space" },
      element(
        "button",
        { ...fold, "data-key": row.space },
        bar,
        icon(row.isOpen ? "down" : "right"),
        element("bdi", { text: row.label }),
        count,
      ),
    );
  }
  const place = tagState(now.query, row.tag);
  const labels = element("bdi", { text: row.label });
  const item = element(
    "li",
    { class: `facet level-${row.level} ${place}` },
    element(
      "a",
      {
        href: addressOf(toggledTag(now.query, row.tag, place === "without")),
        "data-tag": row.tag,
        "data-key": row.tag,
        "aria-current": place === "with" ? "true" : undefined,
        title: lookOf(row.tag)?.description || undefined,
      },
      bar,
      place === "with" ? icon("check") : null,
      colorDot(lookOf(row.tag), t),
      labels,
      count,
    ),
    place === "with"
      ? null
      : element(
          "button",
          {
            class: "exclude",
            // For keys, Alt+Enter on the tag does the same.
            tabindex: -1,
            "data-exclude": row.tag,
            "data-key": `-${row.tag}`,
            "aria-label": t("items.exclude", { tag: row.tag }),
            "aria-pressed": String(place === "without"),
          },
          "−",
        ),
    row.space === undefined
      ? null
      : element(
          "button",
          { class: "fold", ...fold, "data-key": `${row.space}/`, "aria-label": t("tags.below", { tag: row.tag }) },
          icon(row.isOpen ? "down" : "right"),
        ),
  );
  item.style.setProperty("--level", String(row.level));
  return item;
}

/** @param {MouseEvent} event */
function facetClicked(event) {
  const target = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-key]"));
  if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { space, tag, exclude } = target.dataset;
  if (space) dispatch({ type: "folded", name: space });
  else {
    const name = tag ?? exclude ?? "";
    const isNot = event.altKey || exclude !== undefined || tagState(state.query, name) === "without";
    search(toggledTag(state.query, name, isNot));
  }
}
