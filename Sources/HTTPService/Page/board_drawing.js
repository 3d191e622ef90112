// What is drawn around the board.

import { dateLanguage, element, space, t } from "./shell.js";
import { offered, selection, waitingTags } from "./board_model.js";
import { attempt, board, dispatch, field, goOn, part, server, state } from "./board_app.js";
import { box, drawSuggestions, swap } from "./board_suggestions.js";

/** What can be done with sets, which is loaded when it is asked for. */
const sets = () => import("./board_sets.js");

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
  if (key !== draw.answered) {
    draw.answered = key;
    box.show(text, offered(state));
  }
  const { number, text: news } = state.announcement;
  if (number === draw.announced) return;
  draw.announced = number;
  part("live").textContent = news;
  // Who walks there later should not take it for news.
  setTimeout(() => {
    if (number === draw.announced) part("live").textContent = "";
  }, 20_000);
}
draw.answered = "";
draw.announced = 0;

function drawTools() {
  drawTitle();
  const isClosed = state.connection === "closed" || !state.set;
  for (const id of ["undo", "redo", "save"])
    part(id).hidden = isClosed || state.isReadOnly || state.connection === "connecting";
  part("sets").disabled = isClosed;
  part("more").disabled = field.disabled = isClosed || !!state.missing;
  part("save").disabled = selection(state).size === 0;
  drawStep("undo", "Ctrl+Z", state.steps.undo);
  drawStep("redo", "Ctrl+Shift+Z", state.steps.redo);
  field.placeholder = t(state.isReadOnly ? "tags.find" : "board.findOrAdd");
}

/** The name of the set; of a daily set, also the day, which phones show in a second line. */
function drawTitle() {
  const isDaily = state.sets?.some(({ set, daily }) => set === state.set && daily);
  const day = new Intl.DateTimeFormat(dateLanguage, { weekday: "long", day: "numeric", month: "long" }).format(
    new Date(),
  );
  const name = state.set || "tagflow";
  const key = isDaily ? `${name} · ${day}` : name;
  if (part("set-name").textContent === key) return;
  part("set-name").replaceChildren(
    name,
    ...(isDaily ? [element("span", { class: "set-day" }, element("i", { text: " · " }), day)] : []),
  );
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
  const {
    text = "",
    tone = "plain",
    swap: pair,
    actions = pair ? [{ text: t("field.swap", { other: pair.other }), run: () => swap(pair) }] : [],
  } = /** @type {Partial<import("./board_model.js").Notice>} */ (state.notice ?? {});
  const buttons = actions.map(({ text, run }) =>
    element("button", {
      text,
      onclick: () => {
        dispatch({ type: "dismissed" });
        goOn();
        run();
      },
    }),
  );
  part("notice").replaceChildren(text, ...buttons);
  part("notice").className = `board-notice ${tone}`;
  part("notice").hidden = !text;
  clearTimeout(drawNotice.timer);
  if (tone === "plain" && text) drawNotice.timer = setTimeout(fadeNotice, 8_000);
}
drawNotice.shown = /** @type {any} */ (null);
drawNotice.timer = /** @type {any} */ (0);

/** Takes a notice away that nobody points at; beneath a dialog it waits, since nobody could. */
function fadeNotice() {
  if (document.querySelector("dialog[open], #notice:hover, #notice:focus-within"))
    drawNotice.timer = setTimeout(fadeNotice, 4_000);
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
  const text = isGone
    ? `${t("board.noSet", { set: state.set })} `
    : state.missing || (isEmpty && !known?.tags ? t("board.empty") : "");
  const shown = state.connection === "closed" ? undefined : text;
  if (drawEmpty.shown === shown) return;
  drawEmpty.shown = shown;
  if (shown === undefined) return;
  part("empty").hidden = !text;
  const ways = isGone
    ? [
        [t("board.chooseSet"), async () => (await sets()).openSets()],
        ...(state.isReadOnly ? [] : [[t("board.createAgain"), () => attempt(async () => (await sets()).remakeSet())]]),
      ]
    : [];
  part("empty").replaceChildren(
    text,
    ...ways.map(([text, onclick]) => element("button", { class: "second", text, onclick })),
  );
  if (isGone) part("empty").querySelector("button").focus();
}
drawEmpty.shown = /** @type {any} */ ("");

function drawFoot() {
  const count = state.sets?.find((set) => set.set === state.set)?.tags;
  const selected = selection(state).size;
  const text = t("board.count", { n: selected, all: Math.max(count ?? 0, selected) });
  const hidden = state.hidden > 0 ? `; ${t("board.hidden", { n: state.hidden })}` : "";
  part("count").textContent = state.set && state.selected && count !== undefined ? text + hidden : "";
  part("clear").hidden = selected === 0 || state.isReadOnly;
  part("copy").hidden = selected === 0;
  const waits = state.changes.filter((change) => change.doneAt === undefined).length;
  const isOff = state.connection === "offline";
  const trouble = [sentence(state.trouble) || t("board.unreachable"), waits && t("board.waitingChanges", { n: waits })]
    .filter(Boolean)
    .join("; ");
  const line = isOff ? trouble : state.isReadOnly ? t("board.readOnly") : "";
  if (part("connection").textContent !== line) part("connection").textContent = line;
  part("connection").classList.toggle("wrong", isOff);
}

/** @param {string} text */
function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// MARK: Signing in

/**
 * Replaces the board until the browser is signed in; what was typed stays.
 * @param {number | undefined} status
 * @param {string} message
 */
export async function showClosed(status, message) {
  const { showSpaces, signInAbove, signInForm } = await import("./shell_sign_in.js");
  if (status === 404 && !space) return void showSpaces();
  if (signInAbove(server.token ? message : "", (token, stays) => server.signIn(token, stays))) return;
  document.documentElement.dataset.scope = "none";
  part("empty").hidden = false;
  part("empty").replaceChildren(
    signInForm(server.token ? message : "", (token, stays) => {
      part("empty").replaceChildren();
      server.signIn(token, stays);
    }),
  );
  part("token").focus();
}

/** @param {string | null} scope */
export function showOpen(scope) {
  document.documentElement.dataset.scope = scope ?? "";
}
