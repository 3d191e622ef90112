// The model of the tag field without a browser: Enter, comma, Tab, arrows, mouse and touch.

import assert from "node:assert/strict";
import test from "node:test";

import { evidenceIn } from "../../Sources/HTTPService/Page/evidence.js";
import { localSuggestions } from "../../Sources/HTTPService/Page/local_suggestions.js";
import { namedTag } from "../../Sources/HTTPService/Page/suggestions.js";
import { initialField, updateField } from "../../Sources/HTTPService/Page/tag_field_model.js";
import {
  fieldCompletion,
  fieldKey,
  fieldOptions,
  groupsShown,
  meansFirst,
} from "../../Sources/HTTPService/Page/tag_field_options.js";
import { FIELD_TEXTS, fieldText, spokenPhrases } from "../../Sources/HTTPService/Page/tag_field_text.js";
import english from "../../Sources/HTTPService/Page/text_en.js";

/** Suggestions as the server sends them. */
const RAP = { tag: "rap", match: [], because: ["letters in order"], uses: 9 };
const SWIMMING = { tag: "swimming", key: "swimming", match: [[0, 3]], because: ["prefix"], uses: 12 };
const FILM = { tag: "film", match: [], because: ["typo"], uses: 41 };
/** What the server finds similar to "films". */
const SIMILAR = [{ tag: "films", other: "film", otherUses: 41 }];
const MOVIE = { tag: "film", match: [], because: ["alias", "alias movie"], uses: 41 };

/** A state after events. */
const after = (state, ...events) => events.reduce(updateField, state);

/** A field with a typed text that was answered with suggestions. */
const typed = (text, list, known = {}, answer = {}) =>
  after(initialField(known), { type: "typed", text }, { type: "suggested", text, list, similar: [], ...answer });
const shown = (state) => fieldOptions(state).map(({ tag, kind }) => `${kind} ${tag}`);
const said = (state) => spokenPhrases(state.said.phrases, fieldText);
const key = (state, name, caret = { isAtEnd: true }) => {
  const event = fieldKey(state, name, caret);
  return event ? updateField(state, event) : null;
};

test("Enter takes the typed text, never a tag that merely resembles it", () => {
  for (const because of ["letters in order", "substring", "typo of 2 edits", "typo in prefix", "typo"]) {
    const state = typed("draw", [{ ...RAP, because: [because] }]);
    assert.deepEqual(shown(state), ["create draw", "tag rap"], because);
    assert.deepEqual(key(state, "Enter").tags, ["draw"], because);
  }
});

test("Enter takes the best tag that begins so, or has a word that does; a new tag is last in the list", () => {
  const performance = { tag: "performance", match: [[0, 4]], because: ["prefix"], uses: 9 };
  const web = { tag: "web perf", match: [[4, 4]], because: ["word prefix"], uses: 30 };
  const superb = { tag: "imperfect", match: [[2, 4]], because: ["substring"], uses: 90 };
  const state = typed("perf", [superb, performance, web]);
  assert.deepEqual(shown(state), ["tag performance", "tag imperfect", "tag web perf", "create perf"]);
  assert.equal(meansFirst(state), true);
  assert.deepEqual(key(state, "Enter").tags, ["performance"]);
  assert.deepEqual(key(typed("perf", [superb, web]), "Enter").tags, ["web perf"]);
  assert.deepEqual(key(typed("perf", [superb]), "Enter").tags, ["perf"]);
  assert.deepEqual(
    key(typed("tea", [{ tag: "green-tea" }]), "Enter").tags,
    ["green-tea"],
    "words are found without reasons",
  );
});

test("Ctrl+Enter and a comma take the typed text, and Backspace right after that brings it back", () => {
  const performance = { tag: "performance", match: [[0, 4]], because: ["prefix"] };
  const state = typed("perf", [performance], { tags: ["web"] });
  const control = { isAtEnd: true, isControl: true };
  for (const taken of [key(state, "Enter", control), updateField(state, { type: "typed", text: "perf," })]) {
    assert.deepEqual(taken.tags, ["web", "perf"]);
    const back = key(taken, "Backspace");
    assert.deepEqual([back.tags, back.text], [["web"], "perf"]);
    assert.equal(key(updateField(taken, { type: "typed", text: "x" }), "Backspace"), null, "only right after that");
  }
  const entered = key(state, "Enter");
  assert.deepEqual([entered.tags, key(entered, "Backspace").text], [["web", "performance"], "perf"]);
  assert.equal(key(updateField(entered, { type: "moved", by: 1 }), "Backspace"), null);
  assert.equal(key(initialField(), "Enter", control), null, "in the empty field, Ctrl+Enter is the form's");
});

test("Enter before the suggestions becomes the best tag that begins so; a comma doesn't", () => {
  const performance = { tag: "performance", match: [[0, 4]], because: ["prefix"] };
  const early = updateField(initialField(), { type: "typed", text: "perf" });
  const answer = { type: "checked", text: "perf", list: [performance] };
  assert.deepEqual(updateField(key(early, "Enter"), answer).tags, ["performance"]);
  const there = updateField(key({ ...early, tags: ["performance"] }, "Enter"), { ...answer, list: [] });
  assert.deepEqual(
    [there.tags, there.flash.tag],
    [["performance"], "performance"],
    "the server leaves out chosen tags",
  );
  assert.deepEqual(after(early, { type: "typed", text: "perf," }, answer).tags, ["perf"]);
  assert.equal(key(updateField(key(early, "Enter"), answer), "Backspace").text, "perf");
});

test("a tag that is chosen already is marked in the list", () => {
  const list = ["swift", "swimming"].map((tag) => ({ tag, because: ["prefix"] }));
  const state = typed("sw", list, { tags: ["swift"] });
  assert.deepEqual(shown(state), ["tag swimming", "chosen swift", "create sw"]);
  assert.deepEqual(
    shown(typed("sw", [list[1]], { tags: ["swift"] })),
    ["tag swimming", "chosen swift", "create sw"],
    "the server leaves it out",
  );
  const only = typed("swi", [list[0]], { tags: ["swift"] });
  assert.deepEqual(shown(only), ["chosen swift", "create swi"]);
  assert.deepEqual([key(only, "Enter").tags, key(only, "Enter").flash.tag], [["swift"], "swift"]);
});

test("Enter takes the tag with an equal key or alias", () => {
  const equal = typed("Swimming", [SWIMMING], {}, { key: "swimming" });
  assert.deepEqual(shown(equal), ["tag swimming"]);
  assert.deepEqual(key(equal, "Enter").tags, ["swimming"]);
  const alias = typed("MOVIE", [RAP, MOVIE], {}, { key: "movie", tag: "film" });
  assert.deepEqual(shown(alias), ["tag film", "tag rap"]);
  assert.deepEqual([key(alias, "Enter").tags, said(key(alias, "Enter"))], [["film"], "film added"]);
  assert.equal(meansFirst(alias), true);
  assert.deepEqual(shown(typed("mov", [MOVIE])), ["create mov", "tag film"]);
});

test("a comma takes the typed text like Enter", () => {
  const state = typed("draw", [RAP]);
  assert.deepEqual(updateField(state, { type: "typed", text: "draw," }).tags, ["draw"]);
  assert.deepEqual(updateField(typed("movie", [MOVIE], {}, { tag: "film" }), { type: "typed", text: "movie、" }).tags, [
    "film",
  ]);
  assert.deepEqual(updateField(state, { type: "typed", text: "a, b,a" }).tags, ["a", "b"]);
});

test("Tab and the right arrow at the end take the completion", () => {
  const state = typed("swi", [RAP, SWIMMING]);
  assert.equal(fieldCompletion(state).tag, "swimming");
  assert.deepEqual(key(state, "Tab").tags, ["swimming"]);
  assert.deepEqual(key(state, "ArrowRight").tags, ["swimming"]);
  assert.equal(key(state, "ArrowRight", { isAtEnd: false }), null);
  assert.equal(key(state, "ArrowLeft"), null);
  assert.deepEqual(key(state, "ArrowLeft", { isAtEnd: true, isRightToLeft: true }).tags, ["swimming"]);
  assert.equal(key(state, "Tab").change.reason, "completed");
  assert.equal(key(typed("draw", [RAP]), "Tab"), null, "without a completion, Tab leaves the field");
  assert.equal(
    fieldCompletion(typed("swi", [SWIMMING], { tags: ["swimming"] })),
    null,
    "a tag that is there isn't completed",
  );
});

test("the completion stays while the next letters of it are typed", () => {
  const state = updateField(typed("sw", [SWIMMING]), { type: "typed", text: "swim" });
  assert.equal(fieldCompletion(state).tag, "swimming");
  assert.equal(fieldCompletion(updateField(state, { type: "typed", text: "swix" })), null);
});

test("an arrow key chooses any option, and typing forgets it", () => {
  const state = typed("draw", [RAP, { ...SWIMMING, because: ["substring"] }]);
  const down = key(state, "ArrowDown");
  assert.equal(fieldOptions(down)[down.active].tag, "rap", "Enter takes the first option anyway");
  assert.deepEqual(key(down, "Enter").tags, ["rap"]);
  assert.deepEqual(key(down, "Tab").tags, ["rap"]);
  assert.equal(key(down, "Enter").change.reason, "chosen");
  assert.deepEqual(key(key(state, "ArrowUp"), "Enter").tags, ["swimming"]);
  assert.deepEqual(key(key(key(state, "ArrowDown"), "ArrowUp"), "Enter").tags, ["draw"]);
  const on = after(down, { type: "typed", text: "draws" }, { type: "suggested", text: "draws", list: [RAP] });
  assert.deepEqual(key(on, "Enter").tags, ["draws"]);
});

test("the option that the arrow reached stays chosen when newer suggestions arrive", () => {
  const down = key(typed("draw", [RAP, SWIMMING]), "ArrowDown");
  const later = updateField(down, { type: "suggested", text: "draw", list: [SWIMMING, RAP] });
  assert.equal(fieldOptions(later)[later.active].tag, "rap");
});

test("a pointer chooses any option", () => {
  const state = typed("draw", [RAP]);
  assert.deepEqual(updateField(state, { type: "chosen", index: 1 }).tags, ["rap"]);
  assert.deepEqual(updateField(state, { type: "chosen", index: 0 }).tags, ["draw"]);
  assert.equal(updateField(state, { type: "chosen", index: 7 }).change.number, 0);
});

test("an empty field offers suggestions, and Enter takes none", () => {
  const state = after(
    initialField({ tags: ["rap"] }),
    { type: "opened" },
    { type: "suggested", text: "", list: [RAP, SWIMMING] },
  );
  assert.deepEqual(shown(state), ["tag swimming"]);
  assert.equal(key(state, "Enter"), null);
  assert.deepEqual(key(key(state, "ArrowDown"), "Enter").tags, ["rap", "swimming"]);
});

test("a near duplicate is created and announced with the known tag, which Tab swaps in", () => {
  const state = key(typed("films", [], {}, { similar: SIMILAR }), "Enter");
  assert.deepEqual(state.tags, ["films"]);
  assert.equal(said(state), "films added. “films” is new; use “film” (41 uses)? Tab replaces it");
  const swapped = key(state, "Tab");
  assert.deepEqual([swapped.tags, swapped.notice, swapped.change.reason], [["film"], null, "swapped"]);
  assert.equal(said(swapped), "films replaced by film");
  assert.deepEqual(updateField(swapped, { type: "undone" }).tags, ["films"]);
  assert.equal(key(state, "Escape").notice, null);
  assert.equal(updateField(state, { type: "typed", text: "x" }).notice, null);
  assert.equal(updateField(state, { type: "removed", index: 0 }).notice, null);
  assert.equal(
    key(typed("films", [], { tags: ["film"] }, { similar: SIMILAR }), "Enter").notice,
    null,
    "a tag that is there isn't offered",
  );
});

test("without the server's word, no tag is offered for a new one", () => {
  for (const state of [typed("films", [FILM]), typed("films", [FILM], {}, { similar: undefined })])
    assert.equal(key(state, "Enter").notice, null);
});

test("the server says by keys and names which tag a text names", () => {
  assert.equal(namedTag({ list: [RAP, SWIMMING], key: "swimming" }), SWIMMING);
  assert.equal(namedTag({ list: [RAP, MOVIE], key: "movie", tag: "film" }), MOVIE);
  assert.deepEqual(namedTag({ list: [RAP], key: "movie", tag: "film" }), { tag: "film" });
  assert.equal(namedTag({ list: [RAP, MOVIE], key: "alias" }), null);
  assert.equal(namedTag({ list: [RAP] }), null);
});

test("another spelling of a new tag is the same tag, by the server's keys", () => {
  const state = after(
    key(typed("Straße", [], {}, { key: "strasse" }), "Enter"),
    { type: "typed", text: "STRASSE" },
    { type: "suggested", text: "STRASSE", list: [], key: "strasse" },
  );
  assert.deepEqual(shown(state), ["chosen Straße"]);
  assert.deepEqual([key(state, "Enter").tags, key(state, "Enter").flash.tag], [["Straße"], "Straße"]);
  const early = key(
    updateField(key(typed("Straße", [], {}, { key: "strasse" }), "Enter"), { type: "typed", text: "STRASSE" }),
    "Enter",
  );
  assert.deepEqual(early.tags, ["Straße", "STRASSE"]);
  assert.deepEqual(updateField(early, { type: "checked", text: "STRASSE", list: [], key: "strasse" }).tags, ["Straße"]);
});

test("before suggestions arrive Enter takes the name immediately, and it is checked and announced afterwards, once", () => {
  const entered = key(updateField(initialField(), { type: "typed", text: "Movie" }), "Enter");
  assert.deepEqual([entered.tags, entered.unchecked, entered.text, entered.said.number], [["Movie"], ["Movie"], "", 0]);
  const checked = updateField(entered, { type: "checked", text: "Movie", list: [MOVIE], tag: "film" });
  assert.deepEqual(
    [checked.tags, checked.change.reason, said(checked), checked.said.number],
    [["film"], "resolved", "film added", 1],
  );
  assert.equal(updateField(checked, { type: "checked", text: "Movie", list: [MOVIE], tag: "film" }), checked);
  const near = updateField(key(updateField(initialField(), { type: "typed", text: "films" }), "Enter"), {
    type: "checked",
    text: "films",
    list: [],
    similar: SIMILAR,
  });
  assert.deepEqual([near.tags, near.notice.other], [["films"], "film"]);
  const away = updateField(entered, { type: "checked", text: "Movie", list: [] });
  assert.deepEqual([away.tags, said(away)], [["Movie"], "Movie added"]);
  const removed = after(
    entered,
    { type: "removed", index: 0 },
    { type: "checked", text: "Movie", list: [MOVIE], tag: "film" },
  );
  assert.deepEqual([removed.tags, said(removed)], [[], "Movie removed"]);
});

test("a name that turns out to be a tag that is there flashes that tag", () => {
  const entered = key(updateField(initialField({ tags: ["film"] }), { type: "typed", text: "movie" }), "Enter");
  const checked = updateField(entered, { type: "checked", text: "movie", list: [MOVIE], tag: "film" });
  assert.deepEqual(
    [checked.tags, checked.flash, said(checked)],
    [["film"], { tag: "film", number: 1 }, "film is already there"],
  );
});

test("a duplicate flashes, is announced, and changes nothing", () => {
  const state = key(typed("FILM", [MOVIE], { tags: ["film"] }, { tag: "film" }), "Enter");
  assert.deepEqual(
    [state.tags, state.flash, state.change.number, state.text],
    [["film"], { tag: "film", number: 1 }, 0, ""],
  );
  assert.equal(said(state), "film is already there");
  assert.deepEqual(shown(typed("film", [MOVIE, RAP], { tags: ["film"] }, { tag: "film" })), ["chosen film", "tag rap"]);
});

test("every choice is announced once", () => {
  const ways = [
    key(typed("draw", [RAP]), "Enter"),
    key(typed("swi", [SWIMMING]), "Tab"),
    updateField(typed("s", [SWIMMING]), { type: "chosen", index: 0 }),
    updateField(initialField(), { type: "pasted", names: ["a", "b"] }),
    updateField(initialField(), { type: "offered", tags: ["x", "y"] }),
  ];
  assert.deepEqual(
    ways.map((state) => [said(state), state.said.number]),
    [
      ["draw added", 1],
      ["swimming added", 1],
      ["swimming added", 1],
      ["a, b added", 1],
      ["x, y added", 1],
    ],
  );
});

test("the maximum refuses further tags, says why and keeps the text", () => {
  const full = initialField({ tags: ["a", "b"], max: 2 });
  const state = key(typed("c", [], { tags: ["a", "b"], max: 2 }), "Enter");
  assert.deepEqual([state.tags, state.text, said(state)], [["a", "b"], "c", "At most 2 tags"]);
  assert.deepEqual(updateField(full, { type: "pasted", names: ["c", "d"] }).tags, ["a", "b"]);
  assert.deepEqual(fieldOptions(after(full, { type: "opened" }, { type: "suggested", text: "", list: [RAP] })), []);
});

test("without creation only tags are taken, and Enter waits for the suggestions", () => {
  const known = { canCreate: false };
  assert.deepEqual(shown(typed("draw", [RAP], known)), ["tag rap"]);
  const refused = key(typed("draw", [RAP], known), "Enter");
  assert.deepEqual([refused.tags, refused.text, said(refused)], [[], "draw", "There is no tag “draw”"]);
  const waiting = key(updateField(initialField(known), { type: "typed", text: "movie" }), "Enter");
  assert.deepEqual([waiting.tags, waiting.text], [[], "movie"]);
  assert.deepEqual(updateField(waiting, { type: "suggested", text: "movie", list: [MOVIE], tag: "film" }).tags, [
    "film",
  ]);
  const comma = updateField(initialField(known), { type: "typed", text: "movie," });
  assert.deepEqual(updateField(comma, { type: "suggested", text: "movie", list: [MOVIE], tag: "film" }).tags, ["film"]);
  assert.deepEqual(
    after(waiting, { type: "typed", text: "movies" }, { type: "suggested", text: "movies", list: [FILM] }).tags,
    [],
    "a newer text isn't taken",
  );
});

test("a pattern refuses names and options that don't match as a whole", () => {
  const known = { pattern: "[a-z]+" };
  assert.deepEqual(shown(typed("draw 2", [RAP, { tag: "html5" }], known)), ["tag rap"]);
  const state = key(typed("draw2", [], known), "Enter");
  assert.deepEqual([state.tags, state.text, said(state)], [[], "draw2", "“draw2” doesn't have the requested format"]);
  assert.deepEqual(key(typed("draw", [], known), "Enter").tags, ["draw"]);
  assert.deepEqual(key(typed("draw2", [], { pattern: "(" }), "Enter").tags, ["draw2"], "an invalid pattern is ignored");
});

test("a chip is edited in its place", () => {
  const state = updateField(initialField({ tags: ["a", "flim", "c"] }), { type: "editBegun", index: 1 });
  assert.deepEqual([state.text, state.editing], ["flim", { index: 1, tag: "flim" }]);
  const edited = after(
    state,
    { type: "typed", text: "film" },
    { type: "suggested", text: "film", list: [] },
    { type: "entered" },
  );
  assert.deepEqual(
    [edited.tags, edited.change, said(edited)],
    [
      ["a", "film", "c"],
      { added: ["film"], removed: ["flim"], displaced: [], reason: "edited", number: 1 },
      "flim changed to film",
    ],
  );
  assert.deepEqual(updateField(state, { type: "escaped" }).tags, ["a", "flim", "c"]);
  assert.equal(updateField(state, { type: "escaped" }).text, "");
  assert.deepEqual(after(state, { type: "left" }).tags, ["a", "flim", "c"]);
  assert.deepEqual(after(state, { type: "typed", text: "" }, { type: "entered" }).tags, ["a", "c"]);
  const duplicate = after(
    state,
    { type: "typed", text: "C" },
    { type: "suggested", text: "C", list: [], tag: "c" },
    { type: "entered" },
  );
  assert.deepEqual([duplicate.tags, duplicate.flash.tag], [["a", "c"], "c"]);
  const same = after(state, { type: "entered" });
  assert.deepEqual([same.tags, same.change.number, same.editing], [["a", "flim", "c"], 0, null]);
});

test("undo and redo step through the tags", () => {
  const state = after(
    initialField({ tags: ["a"] }),
    { type: "pasted", names: ["b", "c"] },
    { type: "removed", index: 0 },
  );
  const undone = updateField(state, { type: "undone" });
  assert.deepEqual([undone.tags, undone.change.reason, undone.change.added], [["a", "b", "c"], "undone", ["a"]]);
  assert.deepEqual(updateField(undone, { type: "undone" }).tags, ["a"]);
  assert.deepEqual(after(undone, { type: "undone" }, { type: "undone" }).tags, ["a"]);
  assert.deepEqual(after(undone, { type: "undone" }, { type: "redone" }, { type: "redone" }).tags, ["b", "c"]);
  assert.deepEqual(after(undone, { type: "pasted", names: ["d"] }, { type: "redone" }).tags, ["a", "b", "c", "d"]);
});

test("leaving the field takes the typed text, but no option", () => {
  const down = key(typed("draw", [RAP]), "ArrowDown");
  const left = updateField(down, { type: "left" });
  assert.deepEqual([left.tags, left.change.reason], [["draw"], "left"]);
  assert.equal(updateField(initialField(), { type: "left" }).change.number, 0);
});

test("Escape closes the options, then empties the field, then is left to the page", () => {
  const state = typed("draw", [RAP]);
  const closed = key(state, "Escape");
  assert.deepEqual([closed.isOpen, closed.text], [false, "draw"]);
  const empty = key(closed, "Escape");
  assert.equal(empty.text, "");
  assert.equal(key(empty, "Escape"), null);
});

test("tags that the page sets aren't a change, and an equal list keeps notices and undo", () => {
  const state = key(typed("films", [], {}, { similar: SIMILAR }), "Enter");
  assert.equal(updateField(state, { type: "tagsSet", tags: ["films"] }), state);
  const set = updateField(state, { type: "tagsSet", tags: ["x"] });
  assert.deepEqual([set.tags, set.notice, set.past, set.change.number], [["x"], null, [], state.change.number]);
});

test("suggestions for another text are dropped", () => {
  const state = updateField(initialField(), { type: "typed", text: "dra" });
  assert.equal(updateField(state, { type: "suggested", text: "dr", list: [RAP] }), state);
});

test("a list without a server offers exact names, beginnings, words and parts", () => {
  const list = ["deep sea", "season", "sea", "overseas", "map"].map((tag) => ({ tag }));
  assert.deepEqual(
    localSuggestions(list, "sea").suggestions.map(({ tag }) => tag),
    ["sea", "season", "deep sea", "overseas"],
  );
  assert.deepEqual(
    localSuggestions(list, "sea").suggestions.map(({ match }) => match),
    [[[0, 3]], [[0, 3]], [[5, 3]], [[4, 3]]],
  );
  assert.deepEqual(localSuggestions(list, "maps"), { suggestions: [], tag: undefined });
  assert.equal(localSuggestions(list, " Deep  Sea ").tag, "deep sea");
  assert.deepEqual(
    localSuggestions(list, "", 2).suggestions.map(({ tag }) => tag),
    ["deep sea", "season"],
  );
});

test("evidence comes from the types and names of other fields", () => {
  const field = (name, value, type = "text", dataset = {}) => ({ name, id: "", type, value, dataset });
  const fields = [
    field("headline", " A  title "),
    field("x", "https://a.example/", "url"),
    field("description", "a note", "textarea"),
    field("post", "words", "textarea"),
    field("y", "more", "text", { evidence: "text" }),
    field("z", ""),
  ];
  assert.deepEqual(evidenceIn(fields), {
    title: "A title",
    location: "https://a.example/",
    note: "a note",
    text: "words\nmore",
  });
  assert.equal(evidenceIn([field("text", "word ".repeat(2_000), "textarea")]).text.split(" ").length, 1_000);
});

test("the catalogue has the texts of the field", () => {
  const keys = Object.keys(english).filter((name) => name.startsWith("field."));
  assert.deepEqual(Object.fromEntries(keys.map((name) => [name, english[name]])), FIELD_TEXTS);
});

const GROUPS = [{ group: "state", tags: ["todo", "doing", "done"] }];

test("a tag displaces the others of its group in one step, which is announced and can be undone", () => {
  const state = typed("done", [{ tag: "done", because: ["exact"] }], { tags: ["todo", "sea"], groups: GROUPS });
  assert.deepEqual(fieldOptions(state)[0].displaces, ["todo"]);
  const taken = updateField(state, { type: "entered" });
  assert.deepEqual(taken.tags, ["sea", "done"]);
  assert.deepEqual(taken.change, {
    added: ["done"],
    removed: ["todo"],
    displaced: ["todo"],
    reason: "typed",
    number: 1,
  });
  assert.equal(said(taken), "done added. todo removed");
  assert.deepEqual(updateField(taken, { type: "undone" }).tags, ["todo", "sea"]);
});

test("of several tags of a group that are added together, the last stays", () => {
  const state = initialField({ tags: ["sea"], groups: GROUPS });
  const pasted = updateField(state, { type: "pasted", names: ["todo", "map", "done"] });
  assert.deepEqual(pasted.tags, ["sea", "map", "done"]);
  assert.deepEqual(pasted.change.removed, []);
  assert.deepEqual(updateField(pasted, { type: "offered", tags: ["doing"] }).tags, ["sea", "map", "doing"]);
});

test("a text that turns out to name a tag of a group displaces the others then", () => {
  const state = after(
    initialField({ tags: ["todo"], groups: GROUPS }),
    { type: "typed", text: "Done" },
    { type: "takenAsTyped" },
  );
  assert.deepEqual(state.tags, ["todo", "Done"]);
  const checked = updateField(state, { type: "checked", text: "Done", list: [], tag: "done", key: "done" });
  assert.deepEqual(checked.tags, ["done"]);
});

test("a full field takes a tag that displaces another, and shows the groups of its tags", () => {
  const state = initialField({ tags: ["todo"], max: 1, groups: GROUPS });
  assert.deepEqual(updateField(state, { type: "offered", tags: ["done"] }).tags, ["done"]);
  assert.deepEqual(groupsShown(state), GROUPS);
  assert.deepEqual(groupsShown({ ...state, tags: ["sea"] }), []);
  const large = [{ group: "large", tags: Array.from({ length: 13 }, (_, n) => `tag ${n}`) }];
  assert.deepEqual(groupsShown({ ...state, tags: ["tag 1"], groups: large }), []);
});
