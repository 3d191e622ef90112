// The models of the Add view and of unsent items, without a browser: fields, suggestions, saving, and sending once.

import assert from "node:assert/strict";
import test from "node:test";

import {
  draftOf,
  entryToSave,
  fieldsShown,
  initialAdd,
  isAddEmpty,
  lookupNeeded,
  offeredTags,
  placeOf,
  sharedFields,
  suggestionsNeeded,
  suggestionsPath,
  updateAdd,
} from "../../Sources/HTTPService/Page/add_model.js";
import { bookmarklet } from "../../Sources/HTTPService/Page/bookmarklet.js";
import {
  flushUnsent,
  joinedNote,
  joiningChange,
  memoryStore,
  newKey,
  sendUnsent,
  unsentOf,
} from "../../Sources/HTTPService/Page/unsent.js";

const AT = "2026-11-26T08:00:00.123Z";
const ITEM = {
  id: 7,
  set: "web",
  title: "The Matrix",
  location: "https://a.org/",
  note: "seen twice",
  tags: ["movie", "good"],
  at: "2009-01-01T00:00:00.000Z",
};
const stamp = { id: "k", root: "", at: AT };

/** A state for an address after events. */
const add = (address, ...events) => events.reduce(updateAdd, initialAdd(new URLSearchParams(address)));
const typed = (field, value) => ({ type: "typed", field, value });
const found = (location, item) => ({ type: "lookedUp", location, item });

// MARK: The address

test("the address fills the form in", () => {
  const state = add("location=https://a.org/&title=A&note=quote&text=words&tag=x,y&close=1&set=web");
  assert.deepEqual(fieldsShown(state), { location: "https://a.org/", title: "A", note: "quote", tags: ["x", "y"] });
  assert.deepEqual([state.text, state.set, state.closes], ["words", "web", true]);
});

for (const [name, address, fields] of [
  ["an address alone", { text: "https://a.org/x" }, { location: "https://a.org/x", title: "", note: "" }],
  [
    "a title and an address",
    { text: "A page: https://a.org/x" },
    { location: "https://a.org/x", title: "A page", note: "" },
  ],
  [
    "an address within a sentence",
    { title: "Chat", text: "See https://a.org/x." },
    { location: "https://a.org/x", title: "Chat", note: "See" },
  ],
  [
    "a quote and an address",
    { title: "A page", text: "“first\nsecond”\nhttps://a.org/x" },
    { location: "https://a.org/x", title: "A page", note: "“first\nsecond”" },
  ],
  [
    "brackets around an address",
    { title: "W", text: "W (https://a.org/x)" },
    { location: "https://a.org/x", note: "" },
  ],
  ["brackets within an address", { text: "https://a.org/x_(y)" }, { location: "https://a.org/x_(y)", note: "" }],
  ["a text without an address", { text: "buy milk" }, { location: "", title: "", note: "buy milk" }],
  [
    "an address twice",
    { location: "https://a.org/x", title: "A page", text: "A page https://a.org/x" },
    { location: "https://a.org/x", title: "A page", note: "" },
  ],
  ["Chinese punctuation", { text: "看这个：https://a.org/页。很好" }, { location: "https://a.org/页" }],
]) {
  test(`phones may share ${name}`, () => {
    const shared = sharedFields(new URLSearchParams(address));
    for (const [field, value] of Object.entries(fields)) assert.equal(shared[field], value, field);
  });
}

// MARK: A location that is saved

test("a saved location shows its item, with the selected text after its note", () => {
  const state = add("location=https://a.org/&title=Matrix - IMDb&note=quote", found("https://a.org/", ITEM));
  assert.deepEqual(fieldsShown(state), {
    location: "https://a.org/",
    title: "The Matrix",
    note: "seen twice\n\nquote",
    tags: ["movie", "good"],
  });
});

test("typed fields and added tags win over the stored item", () => {
  const state = add(
    "location=https://a.org/",
    typed("title", "Mine"),
    { type: "tagsChanged", tags: ["new", "good"] },
    found("https://a.org/", ITEM),
  );
  assert.equal(fieldsShown(state).title, "Mine");
  assert.deepEqual(fieldsShown(state).tags, ["movie", "good", "new"]);
});

test("a location that is typed on takes the stored fields away again", () => {
  const state = add(
    "",
    typed("location", "https://a.org/"),
    found("https://a.org/", ITEM),
    { type: "tagsChanged", tags: ["good", "x"] },
    typed("location", "https://a.org/b"),
  );
  assert.deepEqual(fieldsShown(state), { location: "https://a.org/b", title: "", note: "", tags: ["x"] });
  assert.equal(lookupNeeded(state), "https://a.org/b");
  assert.equal(entryToSave(state, stamp).item, null);
});

test("a response for an earlier location is dropped", () => {
  const state = add("", typed("location", "https://a.org/b"), found("https://a.org/", ITEM));
  assert.equal(state.item, null);
});

// MARK: Suggestions

test("suggestions are asked for as soon as there is a title or a location, with the tags and the note", () => {
  assert.equal(suggestionsNeeded(add("note=only a note")), null);
  const state = add("title=The Matrix&note=n", { type: "tagsChanged", tags: ["a", "b"] });
  const query = new URLSearchParams(suggestionsNeeded(state).split("?")[1]);
  assert.deepEqual([query.get("title"), query.getAll("given"), query.get("note")], ["The Matrix", ["a", "b"], "n"]);
  assert.equal(
    suggestionsNeeded(
      updateAdd(state, { type: "suggested", key: suggestionsNeeded(state), body: { suggestions: [] } }),
    ),
    null,
  );
});

test("the address of a request fits the server's limit", () => {
  const state = add(
    "",
    typed("title", "字".repeat(330)),
    typed("location", `https://a.org/${"x".repeat(3_900)}`),
    typed("note", "注".repeat(9_000)),
  );
  assert.ok(suggestionsPath(state, "字".repeat(80)).length < 7_800);
  assert.doesNotThrow(() => suggestionsPath(add("", typed("title", "half \ud83d"))));
});

test("suggestions of 60 % or more come first, then those of 25 %, five at most, and those that are chosen aren't offered", () => {
  const suggestions = [
    ["a", 0.9],
    ["b", 0.61],
    ["c", 0.6],
    ["d", 0.59],
    ["g", 0.3],
    ["h", 0.29],
    ["i", 0.24],
    ["j", undefined],
  ].map(([tag, probability]) => ({ tag, probability, because: [] }));
  const state = add("title=x", {
    type: "suggested",
    key: "",
    body: { suggestions, newNames: ["e", { name: "f", because: ["in the title"] }, "k", "l"] },
  });
  const names = (offered) => offered.map(({ tag }) => tag);
  const before = offeredTags(state);
  assert.deepEqual(
    [names(before.likely), names(before.others), names(before.newNames)],
    [
      ["a", "b", "c"],
      ["d", "g"],
      ["e", "f", "k"],
    ],
  );
  const after = updateAdd(state, { type: "accepted", tags: names(before.likely) });
  assert.deepEqual(fieldsShown(after).tags, ["a", "b", "c"]);
  assert.deepEqual([offeredTags(after).likely, offeredTags(after).others].map(names), [[], ["d", "g", "h"]]);
});

// MARK: Saving

test("a new item is saved with its key and its time", () => {
  const state = add("location= https://a.org/ &title=A&tag=x", found("https://a.org/", null));
  assert.deepEqual(entryToSave(state, stamp), {
    id: "k",
    root: "",
    item: null,
    body: { location: "https://a.org/", title: "A", tags: ["x"], at: AT },
  });
});

test("only the differences of a stored item are sent", () => {
  const state = add("location=https://a.org/", found("https://a.org/", ITEM));
  assert.equal(entryToSave(state, stamp), null);
  const changed = [{ type: "tagsChanged", tags: ["good", "x"] }, typed("note", "")].reduce(updateAdd, state);
  assert.deepEqual(entryToSave(changed, stamp), {
    id: "k",
    root: "",
    item: 7,
    body: { note: "", add: ["x"], remove: ["movie"] },
  });
});

test("errors are shown next to their field, until it is changed", () => {
  assert.deepEqual(["/location", "/tags/0", "/add/1", "/note", "/set", ""].map(placeOf), [
    "location",
    "tags",
    "tags",
    "note",
    "form",
    "form",
  ]);
  const refused = add("", typed("location", "x"), { type: "refused", place: "location", message: "too long" });
  assert.equal(refused.wrong.location, "too long");
  assert.equal(updateAdd(refused, typed("location", "y")).wrong.location, "");
});

test("a draft brings back everything that was typed", () => {
  const state = add("location=https://a.org/", typed("title", "Mine"), { type: "tagsChanged", tags: ["x"] });
  const again = initialAdd(new URLSearchParams("location=https://a.org/"), draftOf(state));
  assert.deepEqual(fieldsShown(again), fieldsShown(state));
  assert.ok(again.isRestored && isAddEmpty(add("")) && draftOf(add("")) === null);
});

test("a fetched title fills an empty field only", () => {
  const fetched = { type: "fetched", title: "From the page", note: "described" };
  assert.equal(fieldsShown(add("location=https://a.org/", fetched)).title, "From the page");
  assert.deepEqual(fieldsShown(add("title=Mine&note=my", fetched)), {
    location: "",
    title: "Mine",
    note: "my",
    tags: [],
  });
});

test("the bookmarklet opens the form and cuts the selection to the server's limit", () => {
  const opened = [];
  const code = decodeURIComponent(bookmarklet("https://tags.example/50%25/add").slice("javascript:".length));
  const run = new Function("location", "document", "getSelection", "open", code);
  run(
    { href: "https://a.org/?q=a b" },
    { title: "A & B" },
    () => "字".repeat(5_000),
    (url) => opened.push(url),
  );
  const url = new URL(opened[0]);
  assert.ok(opened[0].startsWith("https://tags.example/50%25/add?location=") && opened[0].length <= 7_000);
  assert.deepEqual(
    [url.searchParams.get("location"), url.searchParams.get("title")],
    ["https://a.org/?q=a b", "A & B"],
  );
  const page = { href: "https://a.org/" };
  run(
    page,
    { title: "" },
    () => "",
    () => null,
  );
  assert.ok(page.href.startsWith("https://tags.example/"), "a blocked window opens in the same tab");
});

// MARK: Unsent items

/** A server that remembers keys; `lose` drops its next responses. */
function server({ items = [], lose = 0, status = 0, isAway = false } = {}) {
  const self = { items, lose, status, isAway, keys: new Map(), requests: [] };
  self.send = async (method, path, body, key) => {
    self.requests.push(`${method} ${path.split("?")[0]}`);
    if (self.isAway) throw new TypeError("fetch failed");
    const answer = key && self.keys.has(key) ? self.keys.get(key) : handle(self, method, path, body);
    if (key && answer.status < 300) self.keys.set(key, answer);
    if (method !== "GET" && self.lose > 0) {
      self.lose -= 1;
      throw new TypeError("connection lost");
    }
    return answer;
  };
  return self;
}

function handle(self, method, path, body) {
  if (self.status) return { status: self.status, body: { detail: "no", pointer: "/tags/0" } };
  const [name, query] = path.split("?");
  if (name === "items/lookup") {
    const place = new URLSearchParams(query).get("location");
    return { status: 200, body: { item: self.items.find((item) => item.location === place) ?? null } };
  }
  if (method === "GET")
    return { status: 200, body: { items: self.items.filter((item) => query.includes(encodeURIComponent(item.at))) } };
  if (method === "POST")
    return { status: 201, body: self.items[self.items.push({ id: self.items.length + 1, title: "", ...body }) - 1] };
  const item = self.items.find(({ id }) => id === Number(name.split("/")[1]));
  if (!item) return { status: 404, body: { detail: "no such item" } };
  const { add: added = [], remove = [], ...rest } = body;
  Object.assign(item, rest, { tags: [...item.tags.filter((tag) => !remove.includes(tag)), ...added] });
  return { status: 200, body: item };
}

/** A store with an entry. */
async function kept(body, more = {}) {
  const store = memoryStore();
  await store.put({ id: newKey(), root: "", item: null, body: { at: AT, ...body }, ...more });
  return store;
}

for (const location of ["https://a.org/", ""]) {
  for (const day of ["the same day", "a day later"]) {
    test(`an item ${location && "with a location "}whose response is lost is stored once, sent again ${day}`, async () => {
      const store = await kept({ ...(location && { location }), title: "A", tags: ["x"] });
      const remote = server({ lose: 1 });
      const first = await flushUnsent("", remote.send, store);
      assert.equal(first.left.length, 1);
      if (day === "a day later") remote.keys.clear();
      const { left } = await flushUnsent("", remote.send, store);
      assert.deepEqual([left.length, remote.items.length], [0, 1]);
    });
  }
}

test("an item captured offline loses nothing of the item that is stored at its location", async () => {
  const store = await kept({ location: "https://a.org/", title: "Other", note: "quote", tags: ["x", "good"] });
  const remote = server({ items: [{ ...ITEM }] });
  await flushUnsent("", remote.send, store);
  assert.deepEqual(remote.items, [{ ...ITEM, note: "seen twice\n\nquote", tags: ["movie", "good", "x"] }]);
  assert.equal(joiningChange(ITEM, { tags: ["movie"], title: "Other", note: "seen" }), null);
  assert.equal(joinedNote("a", "a and b"), "a and b");
});

test("waiting items are sent oldest first, until the server is away or doesn't know the browser", async () => {
  const store = memoryStore();
  for (const [id, at] of [
    ["b", "2026-01-02"],
    ["a", "2026-01-01"],
    ["c", "2026-01-03"],
  ])
    await store.put({ id, root: "", item: null, body: { title: id, at } });
  const remote = server({ isAway: true });
  const away = await flushUnsent("", remote.send, store);
  assert.deepEqual([remote.requests.length, away.left.length, away.outcomes.get("a").because], [1, 3, "offline"]);
  Object.assign(remote, { isAway: false, status: 401 });
  assert.equal((await flushUnsent("", remote.send, store)).outcomes.get("a").because, "signedOut");
  remote.status = 0;
  await flushUnsent("", remote.send, store, "c");
  assert.deepEqual(
    remote.items.map((item) => item.title),
    ["c", "a", "b"],
  );
});

test("a refused item is kept with the reason, and the others are sent", async () => {
  const store = await kept({ title: "bad" });
  const remote = server({ status: 422 });
  const { outcomes, left } = await flushUnsent("", remote.send, store);
  assert.deepEqual([...outcomes.values()][0].refused, { message: "no", pointer: "/tags/0", status: 422 });
  assert.equal(left[0].refused.message, "no");
  remote.requests.length = 0;
  await flushUnsent("", remote.send, store);
  assert.deepEqual(remote.requests, [], "it isn't sent again by itself");
});

test("errors of the server, throttling and missing scopes keep an item", async () => {
  for (const [status, because] of [
    [500, "busy"],
    [503, "busy"],
    [429, "busy"],
    [507, "busy"],
    [403, "forbidden"],
    [401, "signedOut"],
  ]) {
    const outcome = await sendUnsent({ id: "k", root: "", item: null, body: { title: "A" } }, server({ status }).send);
    assert.deepEqual([outcome.state, outcome.because], ["waiting", because]);
  }
});

test("a change of an item that is gone is refused", async () => {
  const outcome = await sendUnsent({ id: "k", root: "", item: 9, body: { add: ["x"] } }, server().send);
  assert.deepEqual([outcome.state, outcome.refused.status], ["refused", 404]);
});

test("spaces are apart", () => {
  const entries = [
    { id: "1", root: "/spaces/a", item: null, body: {} },
    { id: "2", root: "/spaces/b", item: null, body: {} },
  ];
  assert.deepEqual(
    unsentOf("/spaces/b", entries).map(({ id }) => id),
    ["2"],
  );
});

test("an address is a draft only once it is edited", () => {
  const opened = add("location=https://a.org/&title=A");
  assert.equal(draftOf(opened, opened), null);
  assert.equal(draftOf(updateAdd(opened, typed("note", "mine")), opened)?.note, "mine");
});

test("only entries of whoever uses the browser are sent, and signing out removes them", async () => {
  const store = memoryStore();
  const entry = (id, owner) => ({ ...stamp, id, owner, item: 7, body: { add: ["x"] } });
  await store.put(entry("mine", await store.owner()));
  await store.put(entry("other", "someone else"));
  const keys = [];
  const send = async (method, path, body, key) => (keys.push(key), { status: 200, body: {} });
  await flushUnsent("", send, store);
  assert.deepEqual(keys, ["mine"]);
  const before = await store.owner();
  await store.forget();
  assert.deepEqual([await store.all(), (await store.owner()) === before], [[], false]);
});
