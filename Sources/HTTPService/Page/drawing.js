// What is drawn around the board, and what stands there before a browser is signed in.

import { element } from "./text.js";
import { offered, selection, waitingTags } from "./model.js";
import { attempt, base, board, dispatch, field, goOn, part, server, space, state } from "./app.js";
import { box, drawSuggestions } from "./suggestions.js";
import { openSets, remakeSet } from "./sets.js";

/** Draws the state in the next frame. */
export function drawSoon() {
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(draw);
}

let isDrawing = false;

function draw() {
  isDrawing = false;
  board.draw(state);
  drawTools();
  drawSuggestions();
  drawNotice();
  drawWaiting();
  drawEmpty();
  drawFoot();
  const { key, text } = state.answer;
  if (key !== draw.answered) { draw.answered = key; box.show(text, offered(state)); }
  const { number, text: news } = state.announcement;
  if (number === draw.announced) return;
  draw.announced = number;
  part("live").textContent = news;
  // Who walks there later should not take it for news.
  setTimeout(() => { if (number === draw.announced) part("live").textContent = ""; }, 20_000);
}
draw.answered = "";
draw.announced = 0;

function drawTools() {
  part("set-name").textContent = state.set || "tagflow";
  const isClosed = state.connection === "closed" || !state.set;
  for (const id of ["undo", "redo", "save"]) part(id).hidden = isClosed || state.isReadOnly || state.connection === "connecting";
  part("sets").disabled = isClosed;
  part("items").disabled = part("more").disabled = field.disabled = isClosed || !!state.missing;
  part("save").disabled = selection(state).size === 0;
  drawStep("undo", "Ctrl+Z", state.steps.undo);
  drawStep("redo", "Ctrl+Shift+Z", state.steps.redo);
  field.placeholder = state.isReadOnly ? "Find a tag" : "Find, select or add a tag";
}

/**
 * Says what undo or redo would do; a button that does nothing keeps the focus all the same.
 * @param {string} id
 * @param {string} keys
 * @param {string | undefined} step
 */
function drawStep(id, keys, step) {
  part(id).title = step ? `${step} (${keys})` : keys;
  part(id).setAttribute("aria-disabled", String(!step));
}

function drawNotice() {
  if (drawNotice.shown === state.notice) return;
  drawNotice.shown = state.notice;
  const { text = "", tone = "plain", actions = [] } = /** @type {Partial<import("./model.js").Notice>} */ (state.notice ?? {});
  const buttons = actions.map(({ text, run }) => element("button", { text, onclick: () => { dispatch({ type: "dismissed" }); goOn(); run(); } }));
  part("notice").replaceChildren(text, ...buttons);
  part("notice").className = `notice ${tone}`;
  part("notice").hidden = !text;
  clearTimeout(drawNotice.timer);
  if (tone === "plain" && text) drawNotice.timer = setTimeout(fadeNotice, 8_000);
}
drawNotice.shown = /** @type {any} */ (null);
drawNotice.timer = /** @type {any} */ (0);

/** Takes a notice away that nobody points at; beneath a dialog it waits, since nobody could. */
function fadeNotice() {
  if (document.querySelector("dialog[open], #notice:hover, #notice:focus-within")) drawNotice.timer = setTimeout(fadeNotice, 4_000);
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
  const isGone = state.missing && state.isGone;
  const text = isGone ? `There is no set “${state.set}”. ` : state.missing || (isEmpty && !known?.tags ? "This set has no tags yet. Type one above, or paste a list." : "");
  const shown = state.connection === "closed" ? undefined : text;
  if (drawEmpty.shown === shown) return;
  drawEmpty.shown = shown;
  if (shown === undefined) return;
  part("empty").hidden = !text;
  const ways = isGone ? [["Choose a set", openSets], ...(state.isReadOnly ? [] : [["Create it again", () => attempt(remakeSet)]])] : [];
  part("empty").replaceChildren(text, ...ways.map(([text, onclick]) => element("button", { class: "quiet", text, onclick })));
  if (isGone) part("empty").querySelector("button").focus();
}
drawEmpty.shown = /** @type {any} */ ("");

function drawFoot() {
  const count = state.sets?.find((set) => set.set === state.set)?.tags;
  const selected = selection(state).size;
  const all = count === undefined ? "" : ` of ${Math.max(count, selected).toLocaleString()}`;
  const hidden = state.hidden > 0 ? `; ${state.hidden.toLocaleString()} hidden by the set's line limit` : "";
  part("count").textContent = state.set && state.selected ? `${selected.toLocaleString()}${all} selected${hidden}` : "";
  part("clear").hidden = selected === 0 || state.isReadOnly;
  part("copy").hidden = selected === 0;
  const waits = state.changes.filter((change) => change.doneAt === undefined).length;
  const isOff = state.connection === "offline";
  const text = isOff ? `${sentence(state.trouble) || "Can't reach the server"}${waits ? `; ${waits} ${waits === 1 ? "change" : "changes"} waiting` : ""}` : state.isReadOnly ? "Read only" : "";
  if (part("connection").textContent !== text) part("connection").textContent = text;
  part("connection").classList.toggle("wrong", isOff);
}

// MARK: Signing in

/**
 * @param {number | undefined} status
 * @param {string} message
 * @returns {void}
 */
export function showClosed(status, message) {
  part("empty").hidden = false;
  if (status === 404 && !space) return void showSpaces();
  const input = /** @type {HTMLInputElement} */ (element("input", { id: "token", type: "password", autocomplete: "off" }));
  const form = element("form", { class: "form" }, element("label", { for: "token", text: "Token" }), element("div", { class: "search" }, input), element("button", { class: "main", text: "Sign in" }));
  form.addEventListener("submit", (event) => { event.preventDefault(); part("empty").replaceChildren(); server.signIn(input.value); });
  const hint = "Open the link that the server printed, or enter a token from 'tagflow token new NAME --scope write'.";
  part("empty").replaceChildren(element("span", { text: server.token ? `${sentence(message)}. ` : "" }), hint, form);
  input.focus();
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
  part("empty").replaceChildren("Each space has its own tags.", element("ul", { class: "list" }, ...links));
}
