// Drafts of the Add form: one for each address it was opened with, so that a reload or a closed window loses nothing.

/**
 * @typedef {{ address: string, at: number, state: Partial<import("./add_model.js").AddState> }} Draft
 */

const DRAFTS_KEY = "tagflow.drafts";
const MOST_DRAFTS = 10;
const DRAFT_AGE = 7 * 86_400_000;

/** Removes all drafts: they are for whoever is signed in. */
export function forgetDrafts() {
  localStorage.removeItem(DRAFTS_KEY);
}

/** @returns {Draft[]} newest first */
function keptDrafts() {
  try {
    const all = JSON.parse(localStorage.getItem(DRAFTS_KEY) ?? "[]");
    return all.filter((/** @type {Draft} */ draft) => Date.now() - draft.at < DRAFT_AGE);
  } catch {
    return [];
  }
}

/** @param {string} address */
export function draftFor(address) {
  return keptDrafts().find((draft) => draft.address === address)?.state ?? null;
}

/**
 * @param {string} address
 * @param {Partial<import("./add_model.js").AddState> | null} state  null removes the draft
 */
export function keepDraft(address, state) {
  const others = keptDrafts().filter((draft) => draft.address !== address);
  const all = state ? [{ address, at: Date.now(), state }, ...others].slice(0, MOST_DRAFTS) : others;
  try {
    localStorage.setItem(DRAFTS_KEY, JSON.stringify(all));
  } catch {
    // A note that is larger than what the browser keeps is lost on a reload only.
  }
}
