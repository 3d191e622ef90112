// The model of the page without a browser: states, events, and requests to the server.

import assert from "node:assert/strict";
import test from "node:test";

import { localDay, namesIn } from "../../Sources/HTTPService/Page/text.js";
import "./english.js";
import { firstBatch, requestOf } from "../../Sources/HTTPService/Page/board_changes.js";
import {
  boardKey,
  chips,
  initialState,
  isSelected,
  isUndoOwn,
  selection,
  update,
  visibleChips,
  waitingTags,
} from "../../Sources/HTTPService/Page/board_model.js";
import { SLICE } from "../../Sources/HTTPService/Page/board_layout.js";
import { batchWanted, wanted } from "../../Sources/HTTPService/Page/board_requests.js";

const TAGS = ["reading", "running", "water"];

/** A state after events. */
const after = (state, ...events) => events.reduce(update, state);
const kinds = (state) =>
  wanted(state)
    .map((request) => request.what)
    .sort();

/** A board as the server sends it, with one chip per line. */
function board(tags, { first = 0, selected = [] } = {}) {
  const frames = tags.map((tag, index) => ({
    tag,
    selected: selected.includes(tag),
    line: first + index,
    frame: { x: 0, y: (first + index) * 40, width: 80, height: 32 },
  }));
  return { chips: frames, size: { width: 80, height: (first + tags.length) * 40 }, hidden: 0 };
}

/** A page that shows a set and is connected. */
function live({ tags = TAGS, selected = [] } = {}) {
  const state = after(initialState({ set: "habits" }), { type: "connected" });
  const { stamp, confirmed } = state;
  return after(
    state,
    { type: "boardRead", key: boardKey(state), stamp, first: 0, last: 1, board: board(tags, { selected }) },
    { type: "selectionRead", set: "habits", stamp, confirmed, selected },
    { type: "groupsRead", stamp: state.tagStamp, groups: [] },
    { type: "looksRead", stamp: state.tagStamp, descriptions: [] },
    {
      type: "setsRead",
      body: { sets: [{ set: "habits", tags: tags.length, selected: selected.length, saved: 0, chosen: true }] },
    },
  );
}

test("chips are 28 pixels high with 8 between them, or 36 for fingers; the server's have 32", () => {
  for (const [stretch, height] of [
    [0.9, 28],
    [1.1, 36],
  ]) {
    const state = update(live(), { type: "measured", stretch });
    const key = boardKey(state);
    const [{ about, path }] = wanted(state).filter(({ what }) => what === "board");
    assert.equal(about, key);
    assert.match(path, /width=717&/, "600 pixels of smaller text, and the margins of a picture");
    const { stamp } = state;
    const drawn = update(state, { type: "boardRead", key, stamp, first: 0, last: 1, board: board(TAGS) });
    const places = chips(drawn).map((chip) => [chip.y, chip.height].map(Math.round));
    assert.deepEqual(
      places,
      [0, 1, 2].map((line) => [line * (height + 8), height]),
    );
    assert.equal(chips(drawn)[0].width, 70);
  }
});

test("a page without a set opens the chosen one", () => {
  const state = after(initialState(), { type: "connected" });
  assert.deepEqual(kinds(state), ["sets"]);
  const sets = [
    { set: "one", chosen: false },
    { set: "two", chosen: true },
  ];
  assert.equal(update(state, { type: "setsRead", body: { sets } }).set, "two");
});

test("the changes that undo and redo would make are known with the sets, and cleared when none is left", () => {
  const sets = [{ set: "one", chosen: true }];
  const some = after(
    initialState(),
    { type: "connected" },
    { type: "setsRead", body: { sets, undo: "select reading" } },
  );
  assert.deepEqual(some.steps, { undo: "select reading" });
  assert.deepEqual(update(some, { type: "setsRead", body: { sets, redo: "select reading" } }).steps, {
    redo: "select reading",
  });
  assert.deepEqual(update(some, { type: "setsRead", body: { sets } }).steps, {});
});

test("a toggle is drawn before it is sent, and is final once it is confirmed", () => {
  const toggled = update(live(), { type: "toggled", tag: "water" });
  assert.ok(isSelected(toggled, "water"));
  assert.equal(toggled.selected.has("water"), false);
  const { batch, method, path, body } = batchWanted(toggled);
  assert.deepEqual(
    [method, path, body],
    ["PATCH", `sets/habits/selection?date=${localDay()}`, { select: ["water"], deselect: [] }],
  );
  const sent = update(toggled, { type: "sent", ids: batch.map((change) => change.id) });
  assert.equal(batchWanted(sent), null);
  const confirmed = update(sent, { type: "confirmed", ids: sent.sending, selected: ["water"] });
  assert.deepEqual([confirmed.changes, [...confirmed.selected]], [[], ["water"]]);
});

test("simultaneous toggles are one request, and the last toggle of a tag wins", () => {
  const state = after(live(), ...["water", "reading", "water"].map((tag) => ({ type: "toggled", tag })));
  assert.deepEqual(requestOf(firstBatch(state.changes)).body, { select: ["reading"], deselect: ["water"] });
  assert.deepEqual([...selection(state)], ["reading"]);
});

test("with the setting, implied tags are requested too", () => {
  const set = update(live(), { type: "implyingSet", isOn: true });
  assert.deepEqual(batchWanted(update(set, { type: "toggled", tag: "water" })).body, {
    select: ["water"],
    deselect: [],
    implied: true,
  });
  assert.deepEqual(batchWanted(update(set, { type: "added", tags: ["dog"] })).body, {
    tags: ["dog"],
    selected: true,
    implied: true,
  });
  const off = update(set, { type: "implyingSet", isOn: false });
  assert.deepEqual(batchWanted(update(off, { type: "toggled", tag: "water" })).body, {
    select: ["water"],
    deselect: [],
  });
  assert.equal(initialState().isImplying, false);
});

test("changes keep their order, and changes of another kind are sent separately", () => {
  const command = { type: "commanded", request: { method: "POST", path: "undo" } };
  const state = after(live(), { type: "toggled", tag: "water" }, command, { type: "toggled", tag: "water" });
  assert.deepEqual(
    firstBatch(state.changes).map((change) => change.kind),
    ["select"],
  );
  const next = update(state, { type: "confirmed", ids: [state.changes[0].id], selected: ["water"] });
  assert.equal(requestOf(firstBatch(next.changes)).path, "undo");
});

test("a rejected change is reverted with the reason", () => {
  const state = update(live(), { type: "toggled", tag: "water" });
  const refused = update(state, { type: "refused", ids: [state.changes[0].id], message: "no such tag" });
  assert.equal(isSelected(refused, "water"), false);
  assert.deepEqual([refused.notice.text, refused.notice.tone], ["no such tag", "wrong"]);
});

test("if several changes are rejected together, only the invalid change is reverted", () => {
  const state = after(live(), { type: "toggled", tag: "water" }, { type: "toggled", tag: "gone" });
  const ids = state.changes.map((change) => change.id);
  const alone = update(state, { type: "refused", ids, message: "?" });
  assert.deepEqual(
    firstBatch(alone.changes).map((change) => change.tags),
    [["water"]],
  );
  assert.ok(isSelected(alone, "gone") && isSelected(alone, "water"));
});

test("nothing is lost while the server is unreachable, and everything is fetched again afterwards", () => {
  const state = after(
    live(),
    { type: "typed", text: "swi" },
    { type: "toggled", tag: "water" },
    { type: "disconnected" },
    { type: "toggled", tag: "reading" },
  );
  assert.deepEqual([kinds(state), batchWanted(state)], [[], null]);
  assert.deepEqual([[...selection(state)], state.typed], [["water", "reading"], "swi"]);
  const back = update(state, { type: "connected" });
  assert.deepEqual(kinds(back), ["answer", "board", "groups", "looks", "next", "selection", "sets"]);
  assert.equal(batchWanted(back).batch.length, 2);
});

test("a response older than a confirmed change is dropped and requested again", () => {
  const state = update(live(), { type: "toggled", tag: "water" });
  const { confirmed, stamp } = state;
  const next = after(
    state,
    { type: "confirmed", ids: [state.changes[0].id], selected: ["water"] },
    { type: "committed", sets: ["habits"], tags: [] },
  );
  const late = update(next, { type: "selectionRead", set: "habits", stamp, confirmed, selected: [] });
  assert.ok(isSelected(late, "water"));
  assert.ok(kinds(late).includes("selection"));
});

test("a commit of another process is fetched and announced", () => {
  const state = update(live(), { type: "committed", sets: ["habits"], tags: [] });
  assert.deepEqual(
    kinds(state).filter((kind) => kind !== "next"),
    ["board", "selection", "sets"],
  );
  const { stamp, confirmed } = state;
  const read = update(state, { type: "selectionRead", set: "habits", stamp, confirmed, selected: ["water"] });
  assert.equal(read.announcement.text, "water selected");
  const own = after(read, { type: "toggled", tag: "reading" });
  const echo = update(own, { type: "selectionRead", set: "habits", stamp, confirmed, selected: ["water", "reading"] });
  assert.equal(echo.announcement.number, read.announcement.number, "changes made on this page aren't announced");
});

test("a commit of another set doesn't change the board", () => {
  assert.deepEqual(
    kinds(update(live(), { type: "committed", sets: ["other"], tags: [] })).filter((kind) => kind !== "next"),
    ["sets"],
  );
});

test("a tag that is added waits in sight until a board shows it", () => {
  const state = update(live(), { type: "added", tags: ["tea"] });
  assert.deepEqual([waitingTags(state), isSelected(state, "tea")], [["tea"], true]);
  const confirmed = update(state, { type: "confirmed", ids: [state.changes[0].id] });
  assert.deepEqual(waitingTags(confirmed), ["tea"]);
  const stale = update(confirmed, { type: "committed", sets: ["habits"], tags: ["tea"] });
  const read = after(
    stale,
    { type: "boardRead", key: boardKey(stale), stamp: stale.stamp, first: 0, last: 1, board: board([...TAGS, "tea"]) },
    { type: "selectionRead", set: "habits", stamp: stale.stamp, confirmed: stale.confirmed, selected: ["tea"] },
  );
  assert.deepEqual([waitingTags(read), read.changes], [[], []]);
});

test("a read-only token changes nothing, and the drawn change is reverted", () => {
  const state = update(live(), { type: "toggled", tag: "water" });
  const refused = update(state, { type: "refused", ids: [1], message: "the scope", isForbidden: true });
  assert.deepEqual([refused.isReadOnly, refused.changes, isSelected(refused, "water")], [true, [], false]);
  assert.equal(update(refused, { type: "toggled", tag: "water" }).changes.length, 0);
});

test("only visible and upcoming parts of a large board are requested", () => {
  let state = after(initialState({ set: "many", height: 800 }), { type: "connected" });
  const request = wanted(state).find(({ what }) => what === "board");
  assert.match(request.path, /top=0&height=2048$/);
  const tags = Array.from({ length: 1_000 }, (_, index) => `t${index}`);
  const shown = { ...board(tags), chips: board(tags.slice(0, 52)).chips };
  state = update(state, request.answer(shown));
  assert.equal(state.boardHeight, 40_000);
  state = update(state, { type: "scrolled", top: 20_000, height: 800 });
  const next = wanted(state).find(({ what }) => what === "board");
  assert.equal(next.path.split("top=")[1], `${9 * SLICE}&height=${2 * SLICE}`);
  assert.deepEqual(visibleChips(state), []);
});

test("the page draws whole lines around the window, within the limit of the document", () => {
  const tags = Array.from({ length: 2_000 }, (_, index) => `t${index}`);
  let state = after(initialState({ set: "many" }), { type: "connected" });
  state = update(state, {
    type: "boardRead",
    key: boardKey(state),
    stamp: state.stamp,
    first: 0,
    last: 40,
    board: board(tags),
  });
  for (let top = 0; top < 79_000; top += 777) {
    const moved = update(state, { type: "scrolled", top, height: 800 });
    const shown = visibleChips(moved, 100);
    assert.ok(shown.length <= 100);
    const isSeen = (chip) => chip.y + 32 >= top && chip.y <= top + 800;
    const seen = chips(moved)
      .filter(isSeen)
      .map((chip) => chip.tag);
    assert.deepEqual(
      shown.filter(isSeen).map((chip) => chip.tag),
      seen,
    );
  }
});

test("a response for another set or width is dropped", () => {
  const state = live();
  const other = update(state, { type: "setOpened", set: "other" });
  const late = after(
    other,
    { type: "boardRead", key: boardKey(state), stamp: state.stamp, first: 0, last: 1, board: board(TAGS) },
    { type: "selectionRead", set: "habits", stamp: state.stamp, confirmed: 0, selected: TAGS },
  );
  assert.deepEqual([chips(late), late.selected], [[], null]);
});

test("while the server is unreachable, Enter adds the typed name, spelled as in the set", () => {
  const state = after(
    live({ selected: ["reading"] }),
    { type: "disconnected" },
    { type: "entered", text: "Reading" },
    { type: "entered", text: "chess" },
  );
  assert.deepEqual(
    [state.changes.map(({ kind, tags }) => [kind, ...tags]), selection(state).size],
    [
      [
        ["add", "reading"],
        ["add", "chess"],
      ],
      2,
    ],
  );
});

test("a rejection for the previous set doesn't affect this one", () => {
  const asked = after(
    update(live(), { type: "committed", sets: ["habits"], tags: [] }),
    { type: "asked", what: "selection", about: "habits" },
    { type: "asked", what: "board", about: "600 habits" },
  );
  const late = after(
    asked,
    { type: "setOpened", set: "other" },
    { type: "failed", what: "selection", about: "habits", message: "gone", status: 404 },
    { type: "failed", what: "board", about: "600 habits", message: "gone", status: 404 },
  );
  assert.deepEqual([late.missing, late.selected], ["", null]);
  assert.deepEqual(
    kinds(late).filter((kind) => kind !== "sets"),
    ["board", "selection"],
  );
});

test("a read-only token is recognized from the start", () => {
  const state = after(initialState({ set: "habits" }), { type: "connected", scope: "read" });
  assert.equal(state.isReadOnly, true);
  const toggled = update(state, { type: "toggled", tag: "water" });
  assert.deepEqual([toggled.changes, toggled.notice.tone], [[], "wrong"]);
  assert.equal(update(toggled, { type: "connected", scope: "write" }).isReadOnly, false);
});

test("undo reverts local changes, and asks before reverting changes from elsewhere", () => {
  const undo = { type: "commanded", request: { method: "POST", path: "undo" } };
  const commit = { type: "committed", sets: ["habits"], tags: [] };
  assert.equal(isUndoOwn(live()), false);
  const toggled = update(live(), { type: "toggled", tag: "water" });
  assert.equal(isUndoOwn(toggled), true);
  const stored = after(
    toggled,
    { type: "sent", ids: [1] },
    { type: "confirmed", ids: [1], selected: ["water"] },
    commit,
  );
  assert.equal(isUndoOwn(stored), true);
  assert.equal(isUndoOwn(update(stored, commit)), false, "somebody else's lies above it");
  const undone = update(stored, undo);
  assert.equal(isUndoOwn(undone), false);
  assert.equal(
    isUndoOwn(after(undone, { type: "sent", ids: [2] }, { type: "confirmed", ids: [2], content: {} }, commit)),
    false,
  );
});

test("a thousand selected tags don't make the address too long", () => {
  const tags = Array.from({ length: 1_000 }, (_, index) => `ein langer Name 名 ${index}`);
  const state = update(live({ tags, selected: tags }), { type: "typed", text: "x" });
  for (const { path } of wanted(state)) assert.ok(path.length < 6_000, path.length);
});

test("a pasted list is split at commas, tabs and lines, each name once", () => {
  assert.deepEqual(namesIn("a, b\nc"), ["a", "b", "c"]);
  assert.deepEqual(namesIn("  a  b ,\r\n,A B;x\t日本、中国，"), ["a b", "x", "日本", "中国"]);
  assert.deepEqual(namesIn(" \n,"), []);
});

test("a late answer to a change doesn't hide a newer selection", () => {
  let state = after(live(), { type: "toggled", tag: "water" });
  const { batch } = batchWanted(state);
  state = after(
    state,
    { type: "sent", ids: batch.map((change) => change.id) },
    { type: "committed", sets: ["habits"], tags: [] },
  );
  const request = wanted(state).find(({ what }) => what === "selection");
  // Another page selects "running" before the selection is read; the answer to the change was written before that.
  state = after(state, request.answer({ selected: ["running", "water"] }), {
    type: "confirmed",
    ids: [1],
    selected: ["water"],
  });
  assert.ok(kinds(state).includes("selection"), "the selection is read again");
});

test("pages and server converge despite lost or late messages", () => {
  const rounds = Number(process.env.ROUNDS ?? 300);
  const start = Number(process.env.SEED ?? Date.now() % 100_000);
  for (let seed = start; seed < start + rounds; seed += 1) converge(seed);
});

/** Two pages, a server and a network that loses and delays messages; in the end all of them agree. */
function converge(seed) {
  const random = numbers(seed);
  const selected = new Set();
  const pages = [live(), live()].map((state) => ({ state, mail: [] }));
  const notify = () => pages.forEach((page) => page.mail.push({ type: "committed", sets: ["habits"], tags: [] }));
  for (let step = 0; step < 60; step += 1) turn(pages[random(2)], random, selected, notify, random(10) < 2);
  for (let step = 0; step < 200; step += 1) turn(pages[step % 2], random, selected, notify, false, true);
  for (const { state } of pages) {
    assert.deepEqual([...selection(state)].sort(), [...selected].sort(), `SEED=${seed}`);
    assert.deepEqual(state.changes, [], `SEED=${seed}`);
  }
}

/** One thing that happens to a page: it toggles, loses the server, sends, asks, or hears. */
function turn(page, random, selected, notify, isLossy, isCalm = false) {
  const act = (...events) => {
    page.state = after(page.state, ...events);
  };
  if (!isCalm && random(3) === 0) act({ type: "toggled", tag: TAGS[random(3)] });
  if (isLossy) {
    act({ type: "disconnected" });
    page.mail = [];
    return;
  }
  if (page.state.connection === "offline") act({ type: "connected" });
  const next = batchWanted(page.state);
  if (next && (isCalm || random(2) === 0)) {
    for (const tag of next.body.select) selected.add(tag);
    for (const tag of next.body.deselect) selected.delete(tag);
    notify();
    act({ type: "sent", ids: next.batch.map((change) => change.id) });
    // The response may be lost; repeating the change has no effect.
    if (!isCalm && random(4) === 0) return act({ type: "disconnected" });
    page.mail.push({ type: "confirmed", ids: page.state.sending, selected: [...selected] });
  }
  const request = wanted(page.state).find(({ what }) => what === "selection");
  if (request) {
    act({ type: "asked", what: "selection", about: request.about });
    page.mail.push(request.answer({ selected: [...selected] }));
  }
  // Answers and events come in any order between the two, each kind in its own.
  while (page.mail.length > 0 && (isCalm || random(2) === 0)) {
    const event = page.mail.splice(random(10) < 3 ? lastOf(page.mail) : 0, 1)[0];
    const isLost = event.type === "confirmed" && page.state.sending.length === 0;
    if (!isLost) act(event);
  }
}

const lastOf = (mail) => mail.length - 1;

/** Small random numbers from a seed. */
function numbers(seed) {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0;
    return (state >>> 8) % below;
  };
}

test("what a daily board lost overnight is shown as a notice", () => {
  const body = { sets: [], notices: ["walk was on since yesterday, not saved; 'today yesterday --add walk'"] };
  assert.equal(after(initialState(), { type: "setsRead", body }).notice.text, body.notices[0]);
});

test("a tag of a group deselects the others as soon as it is chosen, and the server gets only the choice", () => {
  const groups = [{ group: "pace", tags: ["reading", "running"] }];
  let state = live({ selected: ["reading", "water"] });
  state = update(state, { type: "groupsRead", stamp: state.tagStamp, groups });
  state = update(state, { type: "toggled", tag: "running" });
  assert.deepEqual([...selection(state)].sort(), ["running", "water"]);
  assert.deepEqual(batchWanted(state).body, { select: ["running"], deselect: [] });
  state = update(state, { type: "added", tags: ["reading"] });
  assert.deepEqual([...selection(state)].sort(), ["reading", "water"]);
});

test("groups and colors are read again only after commits that concern tags", () => {
  const state = live();
  const asks = (/** @type {string[] | undefined} */ tags) =>
    kinds(update(state, { type: "committed", sets: ["habits"], tags })).filter((what) => /groups|looks/.test(what));
  assert.deepEqual(asks([]), []);
  assert.deepEqual(asks(["water"]), ["groups", "looks"]);
  assert.deepEqual(asks(undefined), ["groups", "looks"]);
  // A token for single sets may not read them.
  const refused = update(update(state, { type: "asked", what: "groups", about: 7 }), {
    type: "failed",
    what: "groups",
    about: 7,
    message: "",
    status: 403,
  });
  assert.equal(refused.groupStamp, 7);
  assert.deepEqual(refused.groups, []);
});
