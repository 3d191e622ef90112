// The page as a whole: where it is, its state, and what sends, says and undoes.

import { initialState, update } from "./model.js";
import { Server } from "./server.js";
import { BoardView } from "./board.js";

/**
 * @typedef {import("./model.js").State} State
 * @typedef {import("./model.js").Event} Event
 */

/** @param {string} id @returns {any} */
export const part = (id) => document.getElementById(id);

export const base = document.documentElement.dataset.base ?? "";
export const space = location.pathname.slice(base.length).match(/^\/spaces\/([^/]+)/)?.[1];
const root = `${base}${space ? `/spaces/${space}` : ""}/api/v1`;

/** Where the shown set or a part of it is. */
export const inSet = (rest = "") => `sets/${encodeURIComponent(state.set)}${rest}`;

export let state = initialState({ set: setInAddress() });

export const server = new Server(root, { state: () => state, dispatch });
export const board = new BoardView(part("board"));
export const field = /** @type {HTMLInputElement} */ (part("field"));

/**
 * Who hears of each event, with the state before it.
 * @type {((event: Event, before: State) => void)[]}
 */
export const listeners = [];

/** @param {Event} event */
export function dispatch(event) {
  const before = state;
  state = update(state, event);
  for (const listener of listeners) listener(event, before);
  server.work();
}

/** The set that the address names; empty if it names none. */
export function setInAddress(address = location.href) {
  try {
    return decodeURIComponent(address.split("#")[1] ?? "");
  } catch {
    return "";
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {string} done
 * @param {any} [body]
 */
export function command(method, path, done, body) {
  dispatch({ type: "commanded", request: { method, path, body }, done });
}

export const undoEvent = { type: "commanded", request: { method: "POST", path: "undo" }, done: "Undone", isTold: true };
export const undoAction = { text: "Undo", event: undoEvent };
export const undo = () => dispatch(undoEvent);
export const redo = () => dispatch({ type: "commanded", request: { method: "POST", path: "redo" }, done: "Redone", isTold: true });

/**
 * @param {string} text
 * @param {{ text: string, event: Event }[]} [actions]
 */
export function tell(text, actions) {
  dispatch({ type: "noticed", text, actions });
}

/**
 * Does something that waits for no queue, and says what went wrong.
 * @param {() => Promise<void>} act
 */
export async function attempt(act) {
  try {
    await act();
  } catch (error) {
    const text = error instanceof TypeError ? "The server is away; nothing was changed." : String(/** @type {Error} */ (error).message);
    dispatch({ type: "noticed", text, tone: "wrong" });
  }
}
