// The page as a whole: where it is, its state, and what sends, says and undoes.

import { initialState, isUndoOwn, update } from "./model.js";
import { ask, said } from "./dialogs.js";
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

export let state = initialState({ set: setInAddress(), isImplying: Boolean(localStorage.implying) });

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
  if (event.type !== "sent") for (const id of event.ids ?? []) awaited.get(id)?.(event);
  server.work();
}

/**
 * Who waits for the answers to changes, by their numbers.
 * @type {Map<number, (event: Event) => void>}
 */
const awaited = new Map();

/**
 * Sends a change in its turn.
 * @param {{ method: string, path: string, body?: any }} request
 * @param {string} done  what is said then
 * @returns {Promise<any>} what the server answers, or an error with what it says against it
 */
export function sent(request, done) {
  return new Promise((resolve, reject) => {
    if (state.connection === "offline") return reject(new TypeError());
    awaited.set(state.nextID, (/** @type {any} */ { type, content, message }) => type === "confirmed" ? resolve(content) : reject(new Error(message)));
    commanded(request, done, { isAsked: true, actions: [undoAction] });
  });
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
  commanded({ method, path, body }, done, { actions: [undoAction] });
}

/**
 * @param {import("./changes.js").Request} request
 * @param {string} done
 * @param {Partial<import("./changes.js").Change>} [more]
 */
const commanded = (request, done, more) => dispatch({ type: "commanded", request, done, isTold: true, ...more });

/** @param {string} path @param {string} done */
const travel = (path, done) => commanded({ method: "POST", path }, done);
export const redo = () => travel("redo", "Redone");
export const undo = () => isUndoOwn(state) ? travel("undo", "Undone") : attempt(async () => {
  const [newest] = (await server.read("changes?limit=1")).changes;
  const act = () => travel("undo", "Undone");
  newest ? ask({ title: "Undo a change made elsewhere?", text: newest.change, button: "Undo", act }) : act();
});
export const undoAction = { text: "Undo", run: undo };

/** Puts the focus where one goes on; a finger gets no keyboard. */
export function goOn() {
  const chip = /** @type {HTMLElement | null} */ (board.grid.querySelector("[tabindex='0']"));
  (chip ?? field).focus({ preventScroll: true });
}

/**
 * @param {string} text
 * @param {{ text: string, run: () => void }[]} [actions]
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
    dispatch({ type: "noticed", text: said(error), tone: "wrong" });
  }
}
