// The model of Settings: layout settings, tokens and their expiry. Knows neither document nor network.

/**
 * @typedef {Record<string, string | number | boolean | null | undefined>} Layout
 * @typedef {{ id: number, name: string, scope: string, sets?: string[], made: string, expires?: string, used?: string, current?: boolean }} Token
 * @typedef {{ name: string, kind: "choice", values: string[], fallback: string } | { name: string, kind: "number", least: number }
 *   | { name: string, kind: "switch", fallback?: boolean }} LayoutField
 */

/**
 * The settings of a set, in the order of the form.
 * @type {LayoutField[]}
 */
export const LAYOUT_FIELDS = [
  { name: "daily", kind: "switch" },
  { name: "hierarchy", kind: "switch", fallback: true },
  {
    name: "alignment",
    kind: "choice",
    values: ["leading", "center", "trailing", "spaceBetween", "spaceAround", "spaceEvenly"],
    fallback: "leading",
  },
  { name: "layoutDirection", kind: "choice", values: ["leftToRight", "rightToLeft"], fallback: "leftToRight" },
  { name: "verticalDirection", kind: "choice", values: ["down", "up"], fallback: "down" },
  { name: "lineBreaking", kind: "choice", values: ["greedy", "balanced"], fallback: "greedy" },
  { name: "maxLines", kind: "number", least: 1 },
  { name: "spacing", kind: "number", least: 0 },
  { name: "lineSpacing", kind: "number", least: 0 },
  { name: "justified", kind: "switch" },
];

/** The greatest number of cells or lines that the server takes. */
const GREATEST = 10_000;

/**
 * The value of a field as it was typed, for the server; `null` removes the setting, `undefined` means an invalid value.
 * @param {LayoutField} field
 * @param {string | boolean} typed
 */
export function layoutValue(field, typed) {
  if (field.kind === "switch") return Boolean(typed);
  if (field.kind === "choice") return field.values.includes(String(typed)) ? String(typed) : undefined;
  const text = String(typed).trim();
  if (text === "") return null;
  const value = Number(text.replace(",", "."));
  const isValid = value >= field.least && value <= GREATEST && (field.name !== "maxLines" || Number.isInteger(value));
  return isValid ? value : undefined;
}

// MARK: Tokens

export const SCOPES = ["suggest", "read", "write", "admin", "sync"];

/** The lifetimes that a new token can have, in days; 0 is without end. */
export const LIFETIMES = [30, 90, 365, 0];

/**
 * The body of the request for a new token.
 * @param {{ name: string, scope: string, sets: string[], days: number }} form
 * @param {Date} now
 */
export function tokenRequest({ name, scope, sets, days }, now) {
  const expires =
    days > 0 ? new Date(now.getTime() + days * 86_400_000).toISOString().replace(/\.\d+Z$/, "Z") : undefined;
  return { name: name.trim(), scope, ...(sets.length > 0 && { sets }), ...(expires && { expires }) };
}

/**
 * Tokens from the newest, with those that expired last.
 * @param {Token[]} tokens
 * @param {Date} now
 */
export function sortedTokens(tokens, now) {
  const isOver = (/** @type {Token} */ { expires }) => expires !== undefined && new Date(expires) <= now;
  return tokens
    .map((token) => ({ ...token, isOver: isOver(token) }))
    .sort((a, b) => Number(a.isOver) - Number(b.isOver) || b.id - a.id);
}

// MARK: Connections

const PROPOSED_NAME = "Browser extension";

/**
 * The request in the address of /connect.
 * @param {URLSearchParams} fields
 * @returns {{ name: string, scope: "read" | "write", state: string } | { wrong: "client" | "version" | "scope" | "state" }}
 */
export function connectionOf(fields) {
  const scope = fields.get("scope") ?? "write";
  const state = fields.get("state") ?? "";
  if (fields.get("client") !== "extension") return { wrong: "client" };
  if ((fields.get("version") ?? "1") !== "1") return { wrong: "version" };
  // A token for an extension never manages tokens or imports.
  if (scope !== "read" && scope !== "write") return { wrong: "scope" };
  if (!/^[A-Za-z0-9_-]{43}$/.test(state)) return { wrong: "state" };
  const name = [...(fields.get("name") ?? "").replace(/[\p{Cc}\p{Cf}]+/gu, " ").trim()].slice(0, 100).join("");
  return { name: name || PROPOSED_NAME, scope, state };
}

/**
 * @typedef {"waiting" | "lonely" | "asking" | "sending" | "handing" | "done" | "canceled" | "failed"} Step
 * @typedef {{ step: Step, reason: string, by: string, id: number | null }} Connection
 *   `by` is the name of the extension, `id` the number of the new token
 * @typedef {{ type: "ready", name: string } | { type: "late" } | { type: "approve" } | { type: "created", id: number } | { type: "received" }
 *   | { type: "refused", reason: string } | { type: "cancel" }} ConnectionEvent
 */

/** @type {Connection} */
export const FIRST_STEP = { step: "waiting", reason: "", by: "", id: null };

/**
 * @param {Connection} state
 * @param {ConnectionEvent} event
 * @returns {Connection}
 */
export function connectionUpdate(state, event) {
  const { step } = state;
  switch (event.type) {
    // An extension may also answer late, or more than once.
    case "ready":
      return step === "waiting" || step === "lonely"
        ? { ...state, step: "asking", by: event.name.slice(0, 100) }
        : state;
    case "late":
      return step === "waiting"
        ? { ...state, step: "lonely" }
        : step === "handing"
          ? { ...state, step: "failed", reason: "silence" }
          : state;
    case "approve":
      return step === "asking" ? { ...state, step: "sending" } : state;
    case "created":
      return step === "sending" ? { ...state, step: "handing", id: event.id } : state;
    case "received":
      return step === "handing" ? { ...state, step: "done" } : state;
    case "refused":
      return step === "handing" || step === "sending" ? { ...state, step: "failed", reason: event.reason } : state;
    case "cancel":
      return step === "asking" ? { ...state, step: "canceled" } : state;
  }
}
