// A row of the list: an item as elements. Chips and suggestions appear in the row of the pointer or the keyboard, in the room that is
// there already, so that nothing moves.

import { date, element, hostOf, icon, relativeDate, safeLink, t } from "./shell.js";
import { linkState } from "./links.js";
import { reasonsText } from "./reasons.js";
import { tagTerm, tagState } from "./items_query.js";
import { nameOf } from "./items_name.js";
import { isSelected, offeredFor } from "./items_model.js";
import { groupOfTag, lookOf } from "./tag_details.js";
import { colorDot, tagTooltip } from "./tag_looks.js";

/**
 * @typedef {import("./items_model.js").Item} Item
 * @typedef {import("./items_model.js").State} State
 */

/**
 * Draws an item into a row; its tags are left alone while they are edited.
 * @param {HTMLElement} row
 * @param {State} state
 * @param {Item} item
 */
export function drawRow(row, state, item) {
  const name = nameOf(item);
  const box = element("input", {
    type: "checkbox",
    class: "pick",
    "aria-label": t("items.select", { title: name }),
    checked: isSelected(state, item),
  });
  const host = hostOf(item.location);
  const letter = [...(host || name).replace(/^[^\p{L}\p{N}]+/u, "")][0] ?? "·";
  const head = element(
    "div",
    { class: "line" },
    element("div", { class: "name" }, titleOf(item, name), placePart(item), linkMark(item), unpushedMark(item)),
    element("time", { datetime: item.at, text: relativeDate(item.at) }),
  );
  const tile = element("span", { class: "tile", "aria-hidden": "true", text: letter.toUpperCase() });
  tile.style.setProperty("--hue", String(hueOf(host || name)));
  // Without a title and a location, the note is the name.
  const note =
    item.note && (item.title || item.location)
      ? element("p", { class: "note" }, element("bdi", { text: item.note.slice(0, 400) }))
      : null;
  const tags = element("div", { class: "tags" });
  row.replaceChildren(
    element("label", { class: "pick-area" }, tile, box),
    element("div", { class: "content" }, head, note, tags),
    element(
      "div",
      { class: "row-tools" },
      element(
        "button",
        {
          class: "icon-button add-tag writes",
          "aria-label": t("items.editTags", { title: name }),
          title: t("items.tagsOf"),
        },
        icon("edit"),
      ),
      element(
        "button",
        { class: "icon-button more", "aria-label": t("items.more", { title: name }), "aria-haspopup": "menu" },
        icon("more"),
      ),
    ),
  );
  drawTags(tags, state, item);
}

/**
 * The hue of the tile of a host, in degrees: items of one site have one color, so that the eye finds them.
 * @param {string} text
 */
export function hueOf(text) {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return 30 * (sum % 12);
}

/**
 * @param {Item} item
 * @param {string} name
 */
function titleOf(item, name) {
  const href = safeLink(item.location);
  const isOutside = /^(https?:)?\/\//i.test(href);
  const text = element("bdi", { text: name });
  const inside = href
    ? element("a", { href, rel: "noreferrer noopener", target: isOutside ? "_blank" : undefined }, text)
    : text;
  return element("h2", { class: "title", title: name.length > 40 ? name : undefined }, inside);
}

/**
 * The place of an item: its host, or its path or text without one.
 * @param {Item} item
 */
function placePart(item) {
  const host = hostOf(item.location);
  const place = host || (item.title ? (item.location ?? "") : "");
  return place ? element("span", { class: "place", title: item.location }, element("bdi", { text: place })) : null;
}

/**
 * The result of the last check of the address, in words; "" if the page is fine.
 * @param {Item} item
 */
export function linkText(item) {
  const state = linkState(item);
  const { checked } = item;
  if (!checked || !state) return "";
  if (state === "moved") return t("items.moved", { location: checked.location ?? "" });
  const since = date(checked.since ?? checked.at);
  return checked.status ? t("items.gone", { status: checked.status, date: since }) : t("items.silent", { date: since });
}

/**
 * The sign of an item whose page is gone or moved.
 * @param {Item} item
 */
function linkMark(item) {
  const text = linkText(item);
  const sign = linkState(item) === "moved" ? "moved" : "unlink";
  return text
    ? element("span", { class: "link-mark", role: "img", "aria-label": text, title: text }, icon(sign))
    : null;
}

/**
 * The sign of an item whose tags aren't pushed to the program that it comes from.
 * @param {Item} item
 */
function unpushedMark({ unpushed }) {
  const text = unpushed ? t("items.unpushed") : "";
  return text
    ? element("span", { class: "link-mark", role: "img", "aria-label": text, title: text }, icon("upload"))
    : null;
}

/**
 * @param {HTMLElement} part
 * @param {State} state
 * @param {Item} item
 */
export function drawTags(part, state, item) {
  const line = element(
    "p",
    { class: "tag-line" },
    ...item.tags.flatMap((tag) => [colorDot(lookOf(tag), t), element("bdi", { text: `#${tag}` }), " "]),
  );
  const chips = item.tags.map((tag) => {
    const isSought = tagState(state.query, tag) === "with";
    return element(
      "a",
      {
        class: isSought ? "chip tag likely" : "chip tag",
        href: `?q=${encodeURIComponent(tagTerm(tag))}`,
        "data-tag": tag,
        title: tagTooltip(lookOf(tag), groupOfTag(tag), t),
      },
      colorDot(lookOf(tag), t),
      element("bdi", { text: tag }),
    );
  });
  const add =
    item.tags.length === 0
      ? element("button", { class: "add-tag quiet writes", "data-edit": "" }, icon("add"), t("items.addTag"))
      : null;
  part.replaceChildren(line, element("div", { class: "tag-chips" }, ...chips, add, ghosts(state, item)));
}

/**
 * The suggestions of an item; they are drawn in free space, so that their arrival moves nothing.
 * @param {State} state
 * @param {Item} item
 */
export function ghosts(state, item) {
  const offered = offeredFor(state, item).map(({ tag, because }) =>
    element(
      "span",
      { class: "offer" },
      element(
        "button",
        {
          class: "chip likely",
          tabindex: -1,
          "data-add": tag,
          title: reasonsText(because, t),
          "aria-label": t("items.addThis", { tag, reason: reasonsText(because.slice(0, 2), t) }),
        },
        colorDot(lookOf(tag), t),
        element("bdi", { text: `+ ${tag}` }),
      ),
      element(
        "button",
        { class: "dismiss", tabindex: -1, "data-dismiss": tag, "aria-label": t("items.notHere", { tag }) },
        icon("close"),
      ),
    ),
  );
  return element("div", { class: "ghosts writes" }, ...offered);
}
