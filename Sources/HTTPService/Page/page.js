// The page: puts the model, the server and what is drawn together.

import { element, namesIn } from "./text.js";
import { Combobox } from "./combobox.js";
import { initialState, update, selection, chips, isSelected, offered, waitingTags, hasUnsaved } from "./model.js";
import { Server } from "./server.js";
import { BoardView } from "./board.js";
import { Gestures } from "./gestures.js";
import { openMenu, openList, ask } from "./dialogs.js";

/**
 * @typedef {import("./model.js").State} State
 * @typedef {import("./model.js").Event} Event
 * @typedef {import("./model.js").Suggestion} Suggestion
 */

/**
 * @param {string} id
 * @returns {any}
 */
const part = (id) => document.getElementById(id);

const base = document.documentElement.dataset.base ?? "";
const space = location.pathname.slice(base.length).match(/^\/spaces\/([^/]+)/)?.[1];
const root = `${base}${space ? `/spaces/${space}` : ""}/api/v1`;

/** Where the shown set or a part of it is. */
const inSet = (rest = "") => `sets/${encodeURIComponent(state.set)}${rest}`;

let state = initialState({ set: setInAddress() });
let isDrawing = false;

const server = new Server(root, { state: () => state, dispatch });
const board = new BoardView(part("board"));
const field = /** @type {HTMLInputElement} */ (part("field"));
const box = new Combobox(field, part("options"), { search, choose, submit: () => {} });

/** @param {Event} event */
function dispatch(event) {
  const before = state;
  state = update(state, event);
  if (state.set !== before.set) showSet();
  if (event.type === "closed") showClosed(event.status, event.message);
  server.work();
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(draw);
}

// MARK: What is drawn

function draw() {
  isDrawing = false;
  board.draw(state);
  drawTools();
  drawGhosts();
  drawNotice();
  drawWaiting();
  drawEmpty();
  drawFoot();
  const { key, text } = state.answer;
  if (key !== draw.answered) { draw.answered = key; box.show(text, offered(state)); }
  if (state.announcement.number !== draw.announced) {
    draw.announced = state.announcement.number;
    part("live").textContent = state.announcement.text;
  }
}
draw.answered = "";
draw.announced = 0;

function drawTools() {
  part("set-name").textContent = state.set || "tagflow";
  const isUseless = state.isReadOnly || state.connection === "closed";
  for (const id of ["undo", "redo", "save"]) part(id).hidden = isUseless;
  part("sets").disabled = part("history").disabled = part("more").disabled = field.disabled = state.connection === "closed" || !state.set;
  part("save").disabled = selection(state).size === 0;
  field.placeholder = state.isReadOnly ? "Find a tag" : "Find, select or add a tag";
}

function drawGhosts() {
  const list = state.isReadOnly || selection(state).size === 0 ? [] : ghosts();
  const key = list.map((found) => found.tag).join("\n");
  if (drawGhosts.key === key) return;
  drawGhosts.key = key;
  const items = list.map((found, index) => element("button", {
    class: "ghost", title: found.because.join(", "), "aria-label": `Add ${found.tag}`,
    onclick: () => take(found.tag),
  }, element("bdi", { text: found.tag }), ...(index === 0 ? [element("kbd", { text: "→", "aria-hidden": "true" })] : [])));
  part("ghosts").replaceChildren(...(list.length > 0 ? [element("span", { text: "Goes with it" })] : []), ...items);
}
drawGhosts.key = "";

/**
 * What goes with the selection and is not in it.
 * @returns {Suggestion[]}
 */
function ghosts() {
  return state.next.list.filter((found) => !isSelected(state, found.tag) && found.because.some((reason) => reason.startsWith("with ")));
}

function drawNotice() {
  if (drawNotice.shown === state.notice) return;
  drawNotice.shown = state.notice;
  const { text, tone, actions } = state.notice ?? { text: "", tone: "plain", actions: [] };
  const buttons = (actions ?? []).map(({ text, event }) => element("button", { text, onclick: () => { dispatch({ type: "dismissed" }); dispatch(event); field.focus(); } }));
  part("notice").replaceChildren(text, ...buttons);
  part("notice").className = `notice ${tone}`;
  part("notice").hidden = !text;
  clearTimeout(drawNotice.timer);
  if (tone === "plain" && text) drawNotice.timer = setTimeout(fadeNotice, 8_000);
}
drawNotice.shown = /** @type {any} */ (null);
drawNotice.timer = /** @type {any} */ (0);

/** Takes a notice away that nobody points at. */
function fadeNotice() {
  if (part("notice").matches(":hover, :focus-within")) drawNotice.timer = setTimeout(fadeNotice, 2_000);
  else dispatch({ type: "dismissed" });
}

function drawWaiting() {
  const tags = waitingTags(state);
  part("waiting").replaceChildren(...tags.map((tag) => element("span", { text: tag })));
  part("waiting").hidden = tags.length === 0;
}

function drawEmpty() {
  const known = state.sets?.find((set) => set.set === state.set);
  const isEmpty = state.boardKey !== "" && state.boardHeight === 0 && waitingTags(state).length === 0 && !state.missing;
  const text = state.missing || (isEmpty && !known?.tags ? "This set has no tags yet. Type one above, or paste a list." : "");
  if (state.connection === "closed") return;
  part("empty").hidden = !text;
  part("empty").textContent = text;
}

function drawFoot() {
  const count = state.sets?.find((set) => set.set === state.set)?.tags;
  const selected = selection(state).size;
  const all = count === undefined ? "" : ` of ${count.toLocaleString()}`;
  const hidden = state.hidden > 0 ? `; ${state.hidden.toLocaleString()} hidden by the set's limit of lines` : "";
  part("count").textContent = state.set && state.selected ? `${selected.toLocaleString()}${all} selected${hidden}` : "";
  part("clear").hidden = selected === 0 || state.isReadOnly;
  part("copy").hidden = selected === 0;
  const waits = state.changes.filter((change) => change.doneAt === undefined).length;
  const isOff = state.connection === "offline";
  const text = isOff ? `${sentence(state.trouble) || "The server is away"}${waits ? `; ${waits} ${waits === 1 ? "change waits" : "changes wait"} for it` : ""}` : state.isReadOnly ? "Read only" : "";
  if (part("connection").textContent !== text) part("connection").textContent = text;
  part("connection").classList.toggle("wrong", isOff);
}

// MARK: Sets

function setInAddress(address = location.href) {
  try {
    return decodeURIComponent(address.split("#")[1] ?? "");
  } catch {
    return "";
  }
}

function showSet() {
  document.title = state.set ? `${state.set} · tagflow` : "tagflow";
  if (setInAddress() !== state.set) history.replaceState(null, "", `#${encodeURIComponent(state.set)}`);
  scrollTo(0, 0);
}

/** @param {string} set */
function open(set) {
  history.pushState(null, "", `#${encodeURIComponent(set)}`);
  dispatch({ type: "setOpened", set });
}

function openSets() {
  const items = (state.sets ?? []).map(({ set, tags }) => ({ text: set, note: tags.toLocaleString(), isChosen: set === state.set, run: () => open(set) }));
  const changing = [
    { text: "", isLine: true },
    { text: "New set…", run: makeSet },
    { text: "Rename this set…", run: renameSet },
    { text: "Drop this set…", run: dropSet },
  ];
  openMenu(part("sets"), [...items, ...(state.isReadOnly ? [] : changing)], "Sets");
}

async function makeSet() {
  const name = (await ask({ title: "New set", label: "Its name", button: "Make it" }))?.trim();
  if (name) changeSet("POST", "sets", name);
}

/**
 * Makes or renames a set, and shows it.
 * @param {string} method
 * @param {string} path
 * @param {string} name
 */
function changeSet(method, path, name) {
  return attempt(async () => {
    open((await (await server.send(method, path, { body: { set: name } })).json()).set);
    field.focus();
  });
}

async function renameSet() {
  const name = (await ask({ title: `Rename “${state.set}”`, label: "New name", value: state.set, button: "Rename" }))?.trim();
  if (name && name !== state.set) changeSet("PATCH", inSet(), name);
}

async function dropSet() {
  const { set } = state;
  const text = "Its saved selections go with it. It can be undone.";
  if (await ask({ title: `Drop the set “${set}”?`, text, button: "Drop it" }) === null) return;
  await attempt(async () => {
    await server.send("DELETE", inSet());
    const { sets } = await server.read("set-summaries");
    dispatch({ type: "setsRead", sets });
    open(sets.find((/** @type {any} */ other) => other.chosen)?.set ?? sets[0].set);
    tell(`“${set}” was dropped.`, [undoAction]);
  });
}

// MARK: Tags

/**
 * @param {string} text
 * @param {boolean} [isAsked]
 */
function search(text, isAsked = false) {
  dispatch({ type: "typed", text });
  if (text.trim()) return state.answer.text === text ? box.show(text, offered(state)) : undefined;
  const list = isAsked ? state.next.list : [];
  box.show(text, list.map((found) => ({ text: found.tag, value: found.tag, kind: "tag", note: found.because.join(", ") })));
}

/** @param {import("./combobox.js").Option} option */
function choose(option) {
  const name = option.value ?? option.text;
  box.clear();
  dispatch({ type: "typed", text: "" });
  if (isSelected(state, name)) dispatch({ type: "selectionChanged", tags: [name], isOn: false });
  else take(name);
}

/**
 * Selects a tag, and adds it to the set if it is not there.
 * @param {string} tag
 */
function take(tag) {
  const isDrawn = chips(state).some((chip) => chip.tag === tag);
  if (isDrawn) dispatch({ type: "selectionChanged", tags: [tag], isOn: true });
  else dispatch({ type: "added", tags: [tag], done: `${tag} added and selected` });
}

/** @param {ClipboardEvent} event */
async function paste(event) {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  const names = namesIn(text);
  if (names.length < 2 || state.isReadOnly || document.querySelector("dialog")) return;
  event.preventDefault();
  const done = (/** @type {string[]} */ tags) => `${tags.length} tags added and selected`;
  const alike = await alikes(names);
  const others = names.filter((name) => !alike.some(({ tag }) => tag === name));
  if (others.length > 0) dispatch({ type: "added", tags: others, done: done(others) });
  if (alike.length === 0) return;
  const [mine, theirs] = [alike.map(({ tag }) => tag), alike.map(({ other }) => other)];
  tell(alike.slice(0, 3).map(({ tag, other }) => `“${tag}” looks like “${other}”`).join(", ") + (alike.length > 3 ? " …" : "."), [
    { text: `Take ${theirs.length > 1 ? "those that exist" : theirs[0]}`, event: { type: "added", tags: theirs, done: done(theirs) } },
    { text: `Add ${mine.length > 1 ? "them all the same" : mine[0]}`, event: { type: "added", tags: mine, done: done(mine) } },
  ]);
}

/**
 * The names that may be misspellings of tags.
 * @param {string[]} names
 * @returns {Promise<{ tag: string, other: string }[]>}
 */
async function alikes(names) {
  if (state.connection !== "live") return [];
  const query = names.slice(0, 100).map((name) => `to=${encodeURIComponent(name)}`).join("&");
  try {
    return query.length > 6_000 ? [] : (await server.read(`similar-tags?${query}`)).similar;
  } catch {
    // To warn is a help alone.
    return [];
  }
}

/**
 * @param {import("./model.js").Chip} chip
 * @param {number} x
 * @param {number} y
 */
function openChipMenu({ tag }, x, y) {
  const items = [
    { text: isSelected(state, tag) ? "Deselect" : "Select", note: "Space", run: () => dispatch({ type: "toggled", tag }) },
    { text: "Move earlier", note: "Alt+←", run: () => step(tag, -1) },
    { text: "Move later", note: "Alt+→", run: () => step(tag, 1) },
    { text: "", isLine: true },
    { text: "Rename…", note: "F2", run: () => renameTag(tag) },
    { text: "Merge into…", run: () => mergeTag(tag) },
    { text: "Remove from this set", note: "Delete", run: () => removeTag(tag) },
    { text: "Delete everywhere…", run: () => deleteTag(tag) },
  ];
  openMenu({ x, y }, state.isReadOnly ? [{ text: "This token only reads" }] : items, tag);
}

/**
 * @param {string} tag
 * @param {number} by
 */
function step(tag, by) {
  const all = chips(state);
  const index = all.findIndex((chip) => chip.tag === tag);
  if (by < 0 && index > 0) move(tag, all[index - 1].tag);
  if (by > 0 && index < all.length - 1) move(tag, all[index + 2]?.tag ?? null);
}

/**
 * @param {string} tag
 * @param {string | null} before
 */
function move(tag, before) {
  const request = { method: "PATCH", path: inSet(`/tags/${encodeURIComponent(tag)}`), body: { before } };
  dispatch({ type: "commanded", tags: [tag], request, done: `${tag} moved ${before ? `before ${before}` : "to the end"}` });
}

/** @param {string} tag */
async function renameTag(tag) {
  const name = (await ask({ title: `Rename “${tag}”`, text: "It is renamed in all sets.", label: "New name", value: tag, button: "Rename" }))?.trim();
  if (name && name !== tag) command("PATCH", `tags/${encodeURIComponent(tag)}`, `${tag} is ${name} now`, { tag: name });
}

/** @param {string} tag */
async function mergeTag(tag) {
  const suggest = async (/** @type {string} */ text) => {
    const { suggestions } = await server.read(`suggestions?limit=6&q=${encodeURIComponent(text)}`);
    return suggestions.filter((/** @type {Suggestion} */ found) => found.tag !== tag)
      .map((/** @type {Suggestion} */ found) => ({ text: found.tag, value: found.tag, match: found.match }));
  };
  const text = `What has “${tag}” has the other tag then, and “${tag}” leads to it.`;
  const into = (await ask({ title: `Merge “${tag}” into another tag`, text, label: "The other tag", button: "Merge", suggest }))?.trim();
  if (into) merge(tag, into);
}

/**
 * @param {string} tag
 * @param {string} into
 */
function merge(tag, into) {
  command("POST", `tags/${encodeURIComponent(tag)}/merge`, `${tag} was merged into ${into}`, { into });
}

/** @param {string} tag */
function removeTag(tag) {
  command("DELETE", inSet(`/tags/${encodeURIComponent(tag)}`), `${tag} removed`);
  tell(`“${tag}” was removed from this set.`, [undoAction]);
}

/** @param {string} tag */
async function deleteTag(tag) {
  const text = "It leaves all sets and saved selections. It can be undone.";
  if (await ask({ title: `Delete “${tag}” everywhere?`, text, button: "Delete it" }) !== null) {
    command("DELETE", `tags/${encodeURIComponent(tag)}`, `${tag} deleted`);
    tell(`“${tag}” was deleted.`, [undoAction]);
  }
}

// MARK: Commands

/**
 * @param {string} method
 * @param {string} path
 * @param {string} done
 * @param {any} [body]
 */
function command(method, path, done, body) {
  dispatch({ type: "commanded", request: { method, path, body }, done });
}

const undoEvent = { type: "commanded", request: { method: "POST", path: "undo" }, done: "Undone", isTold: true };
const undoAction = { text: "Undo", event: undoEvent };
const undo = () => dispatch(undoEvent);
const redo = () => dispatch({ type: "commanded", request: { method: "POST", path: "redo" }, done: "Redone", isTold: true });

/**
 * @param {string} text
 * @param {{ text: string, event: Event }[]} [actions]
 */
function tell(text, actions) {
  dispatch({ type: "noticed", text, actions });
}

/**
 * Does something that waits for no queue, and says what went wrong.
 * @param {() => Promise<void>} act
 */
async function attempt(act) {
  try {
    await act();
  } catch (error) {
    const text = error instanceof TypeError ? "The server is away; nothing was changed." : String(/** @type {Error} */ (error).message);
    dispatch({ type: "noticed", text, tone: "wrong" });
  }
}

async function save() {
  const tags = [...selection(state)];
  if (tags.length === 0 || document.querySelector("dialog")) return;
  const text = tags.length > 12 ? `${tags.length} tags` : tags.join(", ");
  const label = await ask({ title: "Save what is selected", text, label: "A label, if you like", button: "Save" });
  if (label !== null) dispatch({ type: "commanded", isTold: true, request: { method: "POST", path: "selections", body: { set: state.set, label: label.trim() } }, done: label.trim() ? `Saved as “${label.trim()}”` : "Saved" });
}

const openHistory = () => attempt(async () => {
  const { selections } = await server.read(`selections?limit=100&set=${encodeURIComponent(state.set)}`);
  openList("Saved selections", "Nothing is saved yet.", selections.map(historyRow));
});

/** @param {{ id: number, label: string, at?: string, tags: string[] }} saved */
function historyRow({ id, label, at, tags }) {
  const time = at ? new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" }) : "";
  const names = tags.slice(0, 20).join(", ") + (tags.length > 20 ? ` and ${tags.length - 20} more` : "");
  const buttons = [
    { text: "Restore", run: () => command("POST", `selections/${id}/restore`, `${label || "It"} is restored`) },
    { text: "Forget", keeps: true, run: () => command("DELETE", `selections/${id}`, "Forgotten") },
  ];
  return { text: label || names, note: [label ? names : "", time].filter(Boolean).join(" · "), buttons: state.isReadOnly ? [] : buttons };
}

const openAlikes = () => attempt(async () => {
  const { similar } = await server.read("similar-tags?limit=50");
  const rows = similar.map((/** @type {{ tag: string, other: string }} */ { tag, other }) => ({
    text: `${tag} → ${other}`, note: "", buttons: [{ text: "Merge", keeps: true, run: () => merge(tag, other) }],
  }));
  openList("Tags that look alike", "No tag looks like another one.", rows);
});

/** @param {string} format */
const exportBoard = (format) => attempt(async () => {
  const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const answer = await server.send("GET", inSet(`/board.${format}?width=${state.width + 32}&theme=${theme}`));
  const address = URL.createObjectURL(await answer.blob());
  element("a", { href: address, download: `${state.set}.${format}` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
});

function openMore() {
  const items = [
    { text: "Export as PNG", run: () => exportBoard("png") },
    { text: "Export as SVG", run: () => exportBoard("svg") },
    { text: "Export as PDF", run: () => exportBoard("pdf") },
    { text: "", isLine: true },
    { text: "Tags that look alike…", run: openAlikes },
    { text: "Keys…", note: "?", run: openKeys },
  ];
  openMenu(part("more"), items, "More");
}

function openKeys() {
  const keys = [
    ["Any letter", "find or add a tag"], ["→ in the empty field", "take what goes with the selection"], ["Tab, then arrows", "walk over the chips"],
    ["Space", "select or deselect"], ["Alt and an arrow", "move the chip"], ["F2, Delete", "rename, remove"], ["Shift+F10", "all that a chip can do"],
    ["Ctrl+Z, Ctrl+Shift+Z", "undo, redo"], ["Ctrl+S, Ctrl+C", "save, copy what is selected"], ["Paste", "add a list, by commas or lines"],
  ];
  openList("Keys", "", keys.map(([text, note]) => ({ text, note, buttons: [] })));
}

// MARK: Signing in

/**
 * @param {number | undefined} status
 * @param {string} message
 * @returns {void}
 */
function showClosed(status, message) {
  part("empty").hidden = false;
  if (status === 404 && !space) return void showSpaces();
  const input = /** @type {HTMLInputElement} */ (element("input", { id: "token", type: "password", autocomplete: "off" }));
  const form = element("form", { class: "form" }, element("label", { for: "token", text: "A token" }), element("div", { class: "search" }, input), element("button", { class: "main", text: "Sign in" }));
  form.addEventListener("submit", (event) => { event.preventDefault(); part("empty").replaceChildren(); server.signIn(input.value); });
  const hint = "Open the link that the server printed (“sign in once”), or give a token, as 'tagflow token new browser' makes one.";
  part("empty").replaceChildren(element("span", { text: server.token ? `${sentence(message)}. ` : "" }), hint, form);
}

/** @param {string} text */
function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

async function showSpaces() {
  const answer = await fetch(`${base}/spaces`);
  if (!answer.ok) return showClosed(answer.status, "");
  const { spaces } = await answer.json();
  const links = spaces.map((/** @type {{ space: string }} */ { space: name }) => element("li", {}, element("a", { href: `${base}/spaces/${name}/`, text: name })));
  part("empty").replaceChildren("Each space has tags of its own.", element("ul", { class: "list" }, ...links));
}

// MARK: Keys and pointers

/** @param {KeyboardEvent} event */
function pressed(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.defaultPrevented || event.isComposing || target.closest("dialog, [popover]")) return;
  const isText = target instanceof HTMLInputElement && (target !== field || target.value !== "");
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
  const key = event.key.toLowerCase();
  if (isCommand && key === "s") { event.preventDefault(); save(); }
  if (isCommand && key === "z" && !isText && !state.isReadOnly) { event.preventDefault(); event.shiftKey ? redo() : undo(); }
  if (isCommand && key === "y" && !isText && !state.isReadOnly) { event.preventDefault(); redo(); }
  if (isCommand || event.altKey || target instanceof HTMLInputElement) return;
  if (event.key === "?") { event.preventDefault(); openKeys(); }
  // A letter that is typed anywhere is meant for the field.
  else if (event.key.length === 1 && event.key !== " ") field.focus();
}

/** @param {KeyboardEvent} event */
function pressedInField(event) {
  if (event.key !== "ArrowRight" || field.value !== "" || event.ctrlKey || event.altKey || event.shiftKey || event.metaKey) return;
  const first = selection(state).size > 0 ? ghosts()[0] : undefined;
  if (!first || state.isReadOnly) return;
  event.preventDefault();
  take(first.tag);
}

/** @param {ClipboardEvent} event */
function copied(event) {
  const isText = !getSelection()?.isCollapsed || document.activeElement instanceof HTMLInputElement && document.activeElement.selectionStart !== document.activeElement.selectionEnd;
  if (isText || selection(state).size === 0) return;
  event.preventDefault();
  event.clipboardData?.setData("text/plain", [...selection(state)].join(", "));
  tell("Copied.");
}

function scrolled() {
  const top = Math.max(0, -part("board").getBoundingClientRect().top);
  dispatch({ type: "scrolled", top, height: innerHeight });
}

function measured() {
  const width = Math.floor(part("board").clientWidth);
  if (width > 0 && width !== state.width) dispatch({ type: "measured", width });
  if (innerHeight !== state.height) scrolled();
}

function start() {
  new Gestures(board, {
    toggle: (tag) => dispatch({ type: "toggled", tag }), move, menu: openChipMenu, rename: renameTag, remove: removeTag,
    canChange: () => !state.isReadOnly,
  });
  const clicks = { sets: openSets, undo, redo, history: openHistory, more: openMore, save, clear: clear, copy: () => document.execCommand("copy") };
  for (const [id, act] of Object.entries(clicks)) part(id).addEventListener("click", act);
  document.addEventListener("keydown", pressed);
  field.addEventListener("keydown", pressedInField);
  document.addEventListener("paste", paste);
  document.addEventListener("copy", copied);
  document.addEventListener("scroll", scrolled, { passive: true });
  addEventListener("hashchange", (event) => dispatch({ type: "setOpened", set: setInAddress(event.newURL) }));
  addEventListener("online", () => server.retry());
  addEventListener("beforeunload", (event) => { if (hasUnsaved(state)) event.preventDefault(); });
  new ResizeObserver(measured).observe(part("board"));
  addEventListener("resize", measured);
  measured();
  scrolled();
  server.listen();
  server.watch();
  if (matchMedia("(pointer: fine)").matches) field.focus();
}

function clear() {
  const tags = [...selection(state)];
  dispatch({ type: "selectionChanged", tags, isOn: false });
  tell("Nothing is selected any more.", [undoAction]);
}

start();
