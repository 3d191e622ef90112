// The state of an item's address after its last check, by the rule of the server.

const DAY = 86_400_000;

/**
 * Whether the page of an item is gone, or the item has a new address.
 * @param {import("./items_model.js").Item} item
 * @returns {"" | "dead" | "moved"}
 */
export function linkState({ checked }) {
  if (!checked) return "";
  if (checked.location) return "moved";
  const { status, at, since = at } = checked;
  const isSilent = status === 0 && Date.parse(at) - Date.parse(since) >= DAY;
  return isSilent || status === 404 || status === 410 ? "dead" : "";
}
