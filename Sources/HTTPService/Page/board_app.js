// The board as a whole: its address, its state, and sending and undoing changes.

import { link, root, segment, t } from "./shell.js";
import { initialState, isUndoOwn, update } from "./board_model.js";
import { ask, said } from "./board_dialogs.js";
import { Server } from "./board_server.js";
import { BoardView } from "./board_view.js";

/**
 * @typedef {import("./board_model.js").State} State
 * @typedef {import("./board_model.js").Event} Event
 */

/** @param {string} id @returns {any} */
export const part = (id) => document.getElementById(id);

/** The path of the shown set or a part of it. */
export const inSet = (rest = "") => `sets/${segment(state.set)}${rest}`;

export let state = initialState({
  set: setInAddress(),
  isImplying: Boolean(localStorage.implying),
  isGrouped: Boolean(localStorage.grouped),
});

export const server = new Server(`${root}/api/v1`, { state: () => state, dispatch });
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
 * @param {string} done  the text that is announced then
 * @returns {Promise<any>} the content of the response; an error if the server refused the change
 */
export function sent(request, done) {
  return new Promise((resolve, reject) => {
    if (state.connection === "offline") return reject(new TypeError());
    awaited.set(state.nextID, (/** @type {any} */ { type, content, message }) =>
      type === "confirmed" ? resolve(content) : reject(new Error(message)),
    );
    commanded(request, done, { isAsked: true, actions: [undoAction] });
  });
}

/** The set that the address names; empty if it names none. */
export function setInAddress() {
  try {
    return decodeURIComponent(/\/board\/([^/]+)$/.exec(location.pathname)?.[1] ?? "");
  } catch {
    return "";
  }
}

/** @param {string} set */
export function addressOf(set) {
  return link(`/board/${encodeURIComponent(set)}`);
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
 * @param {import("./board_changes.js").Request} request
 * @param {string} done
 * @param {Partial<import("./board_changes.js").Change>} [more]
 */
const commanded = (request, done, more) => dispatch({ type: "commanded", request, done, isTold: true, ...more });

/** @param {string} path @param {string} done */
const travel = (path, done) => commanded({ method: "POST", path }, done);
export const redo = () => travel("redo", t("board.redone"));
export const undo = () =>
  isUndoOwn(state)
    ? travel("undo", t("board.undone"))
    : attempt(async () => {
        const [newest] = (await server.read("changes?limit=1")).changes;
        const act = () => travel("undo", t("board.undone"));
        newest ? ask({ title: t("board.undoOther"), text: newest.change, button: t("shell.undo"), act }) : act();
      });
export const undoAction = { text: t("shell.undo"), run: undo };

/** Moves the focus to the board, or to the field if it is empty; on phones this opens no keyboard. */
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
 * Does something outside the queue of changes, and shows its error.
 * @param {() => Promise<void> | void} act
 */
export async function attempt(act) {
  try {
    await act();
  } catch (error) {
    dispatch({ type: "noticed", text: said(error), tone: "wrong" });
  }
}
