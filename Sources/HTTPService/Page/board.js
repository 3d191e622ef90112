// The Board view: the tags of a set as chips, and its selection. This module has the keys and pointers, and begins.
//
// 1. A person does something, or the server answers: an event of board_model.js.
// 2. board_requests.js lists what the new state lacks, and board_server.js asks for it.
// 3. board_view.js draws the chips, board_drawing.js everything around them.

import { start, t } from "./shell.js";
import { useTexts } from "./board_text.js";
import { hasUnsaved, selection } from "./board_model.js";
import { Gestures } from "./board_gestures.js";
import {
  addressOf,
  board,
  dispatch,
  field,
  goOn,
  listeners,
  part,
  redo,
  server,
  setInAddress,
  state,
  tell,
  undo,
  undoAction,
} from "./board_app.js";
import { box, ghosts, move, paste, recallKey, removeTag, take, swapKey } from "./board_suggestions.js";
import { drawSoon, showClosed, showOpen } from "./board_drawing.js";

/** The commands for the whole board, which are loaded for the first of them. */
const commands = () => import("./board_commands.js");
const save = async () => (await commands()).save();
const openMore = async () => (await commands()).openMore();
const openKeys = async () => (await commands()).openKeys();
const openSets = async () => (await import("./board_sets.js")).openSets();
/** What the menu of a chip does, which is loaded with it. */
const chipMenu = () => import("./board_chips.js");

/** @param {KeyboardEvent} event */
function pressed(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.defaultPrevented || event.isComposing || target.closest("dialog, [popover]")) return;
  const isText = target instanceof HTMLInputElement && (target !== field || target.value !== "" || box.isEdited);
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
  const key = event.key.toLowerCase();
  if (isCommand && key === "s") {
    event.preventDefault();
    save();
  }
  if (isCommand && /^[yz]$/.test(key) && !isText && !state.isReadOnly) {
    event.preventDefault();
    event.shiftKey || key === "y" ? redo() : undo();
  }
  if (isCommand || event.altKey || target instanceof HTMLInputElement) return;
  if (event.key === "/") {
    event.preventDefault();
    field.focus();
  } else if (event.key === "?") {
    event.preventDefault();
    openKeys();
  }
  // A letter that is typed anywhere is meant for the field.
  else if (event.key.length === 1 && event.key !== " ") field.focus();
}

function showSet() {
  document.title = state.set ? `${state.set} · tagflow` : "tagflow";
  if (setInAddress() !== state.set) history.replaceState(null, "", addressOf(state.set));
  scrollTo(0, 0);
}

/** @param {KeyboardEvent} event */
function pressedInField(event) {
  if (
    event.key !== "ArrowRight" ||
    field.value !== "" ||
    event.ctrlKey ||
    event.altKey ||
    event.shiftKey ||
    event.metaKey
  )
    return;
  const first = selection(state).size > 0 ? ghosts()[0] : undefined;
  if (!first || state.isReadOnly) return;
  event.preventDefault();
  take(first.tag);
}

/** @param {ClipboardEvent} event */
function copied(event) {
  const input = /** @type {any} */ (document.activeElement);
  const isText = !getSelection()?.isCollapsed || input.selectionStart !== input.selectionEnd;
  if (isText || selection(state).size === 0) return;
  event.preventDefault();
  event.clipboardData?.setData("text/plain", [...selection(state)].join(", "));
  tell(t("items.copied"));
}

function scrolled() {
  const top = Math.max(0, -part("board").getBoundingClientRect().top);
  dispatch({ type: "scrolled", top, height: innerHeight });
}

const isTouch = matchMedia("(pointer: coarse)");

function measured() {
  const width = Math.floor(part("board").clientWidth);
  // Chips of 28 pixels, or of 36 for fingers, with 8 between them; the server's have 32.
  const stretch = isTouch.matches ? 1.1 : 0.9;
  if (width > 0 && (width !== state.width || stretch !== state.stretch)) dispatch({ type: "measured", width, stretch });
  if (innerHeight !== state.height) scrolled();
}

/**
 * @param {import("./board_model.js").Event} event
 * @param {import("./board_model.js").State} before
 */
function heard(event, before) {
  if (state.set !== before.set) showSet();
  if (event.type === "closed") showClosed(event.status, event.message);
  if (event.type === "connected" && before.connection !== "live") showOpen(event.scope);
  if (state.connection === "offline") box.wait();
  if (event.type === "refused") giveBack(before.changes.find((change) => event.ids.includes(change.id)));
  drawSoon();
}

/**
 * A name that was refused is there to be mended.
 * @param {import("./board_changes.js").Change | undefined} refused
 */
function giveBack(refused) {
  if (refused && /add|enter/.test(refused.kind) && !field.value) field.value = refused.tags.join(", ");
}

function begin() {
  listeners.push(heard);
  new Gestures(board, {
    toggle: (tag) => dispatch({ type: "toggled", tag }),
    move,
    menu: async (chip, x, y) => (await chipMenu()).openChipMenu(chip, x, y),
    rename: async (tag) => (await chipMenu()).renameTag(tag),
    remove: removeTag,
    canChange: () => !state.isReadOnly,
  });
  const clicks = {
    sets: openSets,
    undo,
    redo,
    more: openMore,
    save,
    clear: clear,
    copy: () => document.execCommand("copy"),
  };
  for (const [id, act] of Object.entries(clicks)) part(id).addEventListener("click", act);
  document.addEventListener("keydown", pressed);
  field.addEventListener("keydown", pressedInField);
  field.addEventListener("keydown", swapKey);
  field.addEventListener("keydown", recallKey, true);
  document.addEventListener("paste", paste);
  document.addEventListener("copy", copied);
  document.addEventListener("scroll", scrolled, { passive: true });
  addEventListener("popstate", () => dispatch({ type: "setOpened", set: setInAddress() }));
  // A browser has few connections to a server: a page that nobody sees holds none.
  document.addEventListener("visibilitychange", () => (document.hidden ? server.stream.abort() : server.listen()));
  addEventListener("online", () => server.retry());
  addEventListener("beforeunload", (event) => {
    if (hasUnsaved(state)) event.preventDefault();
  });
  new ResizeObserver(measured).observe(part("board"));
  addEventListener("resize", measured);
  isTouch.addEventListener("change", measured);
  measured();
  scrolled();
  server.listen();
  server.watch();
  if (matchMedia("(pointer: fine)").matches) field.focus();
}

function clear() {
  const tags = [...selection(state)];
  dispatch({ type: "selectionChanged", tags, isOn: false });
  tell(t("board.cleared"), [undoAction]);
  goOn();
}

useTexts(t);
start("board", { hasOwnKeys: true });
begin();
