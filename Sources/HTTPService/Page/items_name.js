// The name of an item, which most views show.

import { t } from "./shell.js";

/**
 * The name of an item: its title, or else what it has.
 * @param {{ title?: string, location?: string, note?: string }} item
 */
export function nameOf(item) {
  return item.title || item.location || (item.note ?? "").split("\n")[0].slice(0, 120) || t("items.untitled");
}
