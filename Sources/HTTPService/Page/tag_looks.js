// The looks of tags: their colors, and the groups of tags that exclude each other.

import { element } from "./text.js";

/**
 * @typedef {{ color?: string, description?: string }} Look
 * @typedef {{ group: string, tags: string[] }} TagGroup
 * @typedef {(key: string, values?: Record<string, any>) => string} Translate
 */

/** The colors that a tag can have, as the server names them. */
export const TAG_COLORS = ["red", "orange", "yellow", "green", "blue", "purple", "gray"];

/**
 * A dot in the color of a tag, which is named for people who don't see it; null for a tag without a color.
 * @param {Look | undefined} look
 * @param {Translate} t
 * @returns {HTMLElement | null}
 */
export function colorDot(look, t) {
  const { color = "" } = look ?? {};
  if (!TAG_COLORS.includes(color)) return null;
  const name = t(`color.${color}`);
  return element("span", { class: "dot", "data-color": color, role: "img", "aria-label": name, title: name });
}

/**
 * The tooltip of a tag: its description, and the tags that exclude it; undefined if there is nothing to say.
 * @param {Look | undefined} look
 * @param {TagGroup | undefined} group
 * @param {Translate} t
 */
export function tagTooltip(look, group, t) {
  const parts = [look?.description ?? "", group ? groupText(group, t) : ""].filter(Boolean);
  return parts.join(" · ") || undefined;
}

/** How many tags of a group a text names. */
const MOST_NAMED = 8;

/**
 * @param {TagGroup} group
 * @param {Translate} t
 */
function groupText({ group, tags }, t) {
  const named = tags.slice(0, MOST_NAMED).join(", ");
  return t("group.oneOf", { group, tags: tags.length > MOST_NAMED ? `${named}, …` : named });
}

/**
 * The group of a tag, if it is in one.
 * @param {TagGroup[]} groups
 * @param {string} tag
 */
export const groupOf = (groups, tag) => groups.find(({ tags }) => tags.includes(tag));

/**
 * The tags of a list that added tags displace: of those in one group, the tag that was added last stays.
 * @param {TagGroup[]} groups
 * @param {string[]} tags  with the added tags
 * @param {string[]} added
 */
export function displacedBy(groups, tags, added) {
  return groups.flatMap(({ tags: members }) => {
    const last = added.filter((tag) => members.includes(tag)).at(-1);
    return last === undefined ? [] : tags.filter((tag) => tag !== last && members.includes(tag));
  });
}
