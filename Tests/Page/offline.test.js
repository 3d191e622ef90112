// Working without the server: keeping items, searching them, and merging changes later.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Library } from "../../Sources/HTTPService/Page/offline_library.js";
import {
  changedTags,
  countedEntries,
  describedChange,
  reasonOf,
  withWaiting,
} from "../../Sources/HTTPService/Page/offline_model.js";
import { UnsupportedTerm, foldedWords } from "../../Sources/HTTPService/Page/offline_search.js";
import { MemoryStore, openOffline } from "../../Sources/HTTPService/Page/offline_store.js";
import { MOST_ITEMS, keepChanged, keepNewest } from "../../Sources/HTTPService/Page/offline_sync.js";
import { linkState } from "../../Sources/HTTPService/Page/links.js";
import { periodOf } from "../../Sources/HTTPService/Page/offline_times.js";
import { MOST_UNSENT, flushUnsent, isTooMuch, memoryStore } from "../../Sources/HTTPService/Page/unsent.js";

const ITEMS = [
  { id: 7, set: "links", title: "Café in Rome", location: "https://www.rome.example/cafe/", tags: ["food", "to read"] },
  { id: 6, set: "links", title: "Swift forums", location: "https://forums.swift.org/t/1?a=b", tags: ["swift"] },
  {
    id: 5,
    set: "links",
    title: "Swift",
    location: "https://swift.org",
    note: "A tour of Rome",
    tags: ["swift", "language"],
  },
  { id: 4, set: "links", title: "東京の本", location: "notes/tokyo.md", tags: [] },
  { id: 3, set: "links", title: "Beagles", tags: ["beagle"] },
  { id: 2, set: "days", title: "", day: "2026-01-02", tags: ["walk"] },
  { id: 1, set: "links", title: "Architecture", note: "half-timbered", tags: ["a|b"] },
].map((item, index) => ({ at: new Date(Date.UTC(2026, 0, 20 - index, 12)).toISOString(), ...item }));
const TAGS = [
  { tag: "swift", uses: 2, aliases: ["swiftlang"], implies: ["language"] },
  { tag: "language", uses: 1, aliases: [], implies: [] },
  { tag: "beagle", uses: 1, aliases: [], implies: ["dog"] },
  { tag: "dog", uses: 0, aliases: ["hound"], implies: ["animal"] },
  { tag: "food", uses: 1 },
];
const contents = {
  about: { at: 0 },
  items: ITEMS,
  rest: { tags: TAGS, views: [{ view: "Read", q: "#swift" }], sets: [] },
};
const library = new Library(contents, []);
const found = (query, more = {}) => library.page(query, { page: 0, size: 100, ...more }).items.map(({ id }) => id);

// MARK: Searching

test("kept items are found as the server finds them", () => {
  const table = {
    "": [7, 6, 5, 4, 3, 2, 1],
    "#swift": [6, 5],
    "#swiftlang": [6, 5],
    "#language": [6, 5],
    "#animal": [3],
    "#hound": [3],
    '#"to read"': [7],
    '#"a|b"': [1],
    "#nothing": [],
    "-#swift": [7, 4, 3, 2, 1],
    "#food or #beagle": [7, 3],
    "#food|#beagle": [7, 3],
    "-#food|#beagle -#swift": [4, 2, 1],
    "not (#food or #swift) not untagged": [3, 2, 1],
    "-(#food or #swift) -untagged": [3, 2, 1],
    "#swift and not #language": [],
    rome: [7, 5],
    CAFE: [7],
    "café -rome": [],
    swif: [],
    "swif*": [6, 5],
    '"swift forums"': [6],
    '"forums swift"': [6],
    '"tour rome"': [],
    "half-timbered": [1],
    language: [5],
    東京: [4],
    本: [4],
    "https://swift.org": [5],
    "www.rome.example/cafe": [7],
    "HTTPS://FORUMS.swift.org/t": [6],
    "site:swift.org": [6, 5],
    "site:ift.org": [],
    untagged: [4],
    "tags:1": [6, 3, 2, 1],
    "tags:>1": [7, 5],
    "tags:<=1 set:links": [6, 4, 3, 1],
    "set:days": [2],
    "id:2-4": [4, 3, 2],
    "id:5 or id:1": [5, 1],
    "since:2026-01-19": [7, 6],
    "before:2026-01-16": [2, 1],
    "on:2026-01-18": [5],
    "sort:old": [1, 2, 3, 4, 5, 6, 7],
    "untagged sort:title": [4],
    "(#swift": [6, 5],
    "#swift)": [6, 5],
    "# -": [7, 6, 5, 4, 3, 2, 1],
  };
  for (const [query, ids] of Object.entries(table)) assert.deepEqual(found(query), ids, query);
});

test("while typing, the last word is a beginning, and an unfinished time is ignored", () => {
  assert.deepEqual(found("swif", { isTyping: true }), [6, 5]);
  assert.deepEqual(found("swif rome", { isTyping: true }), []);
  assert.deepEqual(found("on:yest", { isTyping: true }), [7, 6, 5, 4, 3, 2, 1]);
});

test("the best matches come first, unless another order is asked for", () => {
  const items = ["note", "title", "both"].map((title, index) => ({
    ...ITEMS[0],
    id: index,
    title: title === "note" ? "x" : "apple",
    tags: title === "both" ? ["apple"] : [],
    note: "apple",
  }));
  const other = new Library({ ...contents, items }, []);
  const ids = (/** @type {string} */ query) => other.page(query, { page: 0, size: 9 }).items.map(({ id }) => id);
  assert.deepEqual(ids("apple"), [2, 1, 0]);
  assert.deepEqual(ids("apple sort:new"), [0, 1, 2]);
});

test("a term that only the server knows is named", () => {
  for (const query of ["missing", "#swift on:whenever", "tags:many"])
    assert.throws(
      () => found(query),
      (error) => error instanceof UnsupportedTerm && query.endsWith(error.term),
      query,
    );
});

test("pages, facets, counts and views are those of the kept items", () => {
  const page = library.page("#language", { page: 1, size: 1, facets: 2 });
  assert.deepEqual([page.items[0].id, page.total], [5, 2]);
  assert.deepEqual(page.facets, [
    { tag: "swift", count: 2 },
    { tag: "language", count: 1 },
  ]);
  assert.deepEqual(library.counts(), { all: 7, untagged: 1, single: 4 });
  assert.deepEqual(library.views(), [{ view: "Read", q: "#swift", count: 2 }]);
  assert.deepEqual(found("", { hasDaily: false }), [7, 6, 5, 4, 3, 1]);
});

test("a tag finds the items of the tags below it", () => {
  const items = [["travel/italy"], ["travel", "travel/italy/rome"], ["lang::go"], ["sea"]].map((tags, index) => ({
    ...ITEMS[0],
    id: 9 - index,
    tags,
  }));
  const tags = [
    { tag: "travel", uses: 1 },
    { tag: "travel/italy", uses: 1, implies: ["travel"], parent: "travel" },
    { tag: "travel/italy/rome", uses: 1, implies: ["travel/italy"], parent: "travel/italy" },
    { tag: "lang::go", uses: 1 },
  ];
  const levels = new Library({ items, rest: { id: "rest", tags, views: [] } }, []);
  const ids = (/** @type {string} */ query) =>
    levels.page(query, { page: 0, size: 9 }).items.map((/** @type {any} */ { id }) => id);
  assert.deepEqual(
    [ids("#travel"), ids("#travel/"), ids("#travel/italy")],
    [
      [9, 8],
      [9, 8],
      [9, 8],
    ],
  );
  assert.deepEqual([ids("-#travel"), ids("#lang/"), ids("#lang::"), ids("#lang")], [[7, 6], [7], [7], []]);
  const { facets } = levels.page("", { page: 0, size: 9, facets: 3 });
  assert.deepEqual(facets, [
    { tag: "travel/italy", count: 2, parent: "travel" },
    { tag: "travel", count: 2 },
    { tag: "travel/italy/rome", count: 1, parent: "travel/italy" },
  ]);
});

test("any query of random terms is read, and its negation finds the other items", () => {
  const parts = [
    "#swift",
    "rome",
    "or",
    "and",
    "not",
    "(",
    ")",
    "|",
    "-",
    '"',
    "sort:old",
    "untagged",
    "-#food",
    "site:swift.org",
  ];
  let seed = 7;
  const next = (/** @type {number} */ below) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 2_000; round += 1) {
    const query = Array.from({ length: 1 + next(7) }, () => parts[next(parts.length)]).join(" ");
    assert.ok(found(query).length <= ITEMS.length, query);
  }
  for (const query of ["#swift", "rome or #beagle", "#swift|#food", "not rome"]) {
    const both = [...found(query), ...found(`-(${query})`)].sort();
    assert.deepEqual(both, [1, 2, 3, 4, 5, 6, 7], query);
  }
});

test("words are compared without case and accents", () => {
  assert.equal(foldedWords("Café-au LAIT, Zoë's №1"), " cafe au lait zoe s no1 ");
});

test("times are periods in the browser's zone", () => {
  const now = new Date(2026, 10, 28, 9, 30); // a Saturday
  const day = (/** @type {number[]} */ ...parts) => new Date(parts[0], parts[1] - 1, parts[2]).getTime();
  const table = {
    today: [day(2026, 11, 28), day(2026, 11, 29)],
    Yesterday: [day(2026, 11, 27), day(2026, 11, 28)],
    saturday: [day(2026, 11, 28), day(2026, 11, 29)],
    "last sat": [day(2026, 11, 21), day(2026, 11, 22)],
    monday: [day(2026, 11, 23), day(2026, 11, 24)],
    "this week": [day(2026, 11, 23), day(2026, 11, 30)],
    "last month": [day(2026, 10, 1), day(2026, 11, 1)],
    "last year": [day(2025, 1, 1), day(2026, 1, 1)],
    "2026-02": [day(2026, 2, 1), day(2026, 3, 1)],
    2024: [day(2024, 1, 1), day(2025, 1, 1)],
    "2024-02-29": [day(2024, 2, 29), day(2024, 3, 1)],
    "29 feb": [day(2024, 2, 29), day(2024, 3, 1)],
    "Jan 31, 2025": [day(2025, 1, 31), day(2025, 2, 1)],
    december: [day(2025, 12, 1), day(2026, 1, 1)],
    "3 days ago": [day(2026, 11, 25), day(2026, 11, 26)],
    "yesterday 22:05": [day(2026, 11, 27) + 79_500_000, day(2026, 11, 27) + 79_560_000],
    "2026-01-31T08:30:00Z": [Date.UTC(2026, 0, 31, 8, 30), Date.UTC(2026, 0, 31, 8, 30, 1)],
  };
  for (const [text, [begin, end]] of Object.entries(table)) {
    const period = periodOf(text, now);
    assert.deepEqual([period?.begin, period?.end], [begin, end], text);
  }
  assert.equal(periodOf("a week ago", now)?.start, new Date(2026, 10, 21, 9, 30).getTime());
  for (const text of ["", "soon", "2025-02-29", "2026-13", "25:00", "31 feb", "x days ago"])
    assert.equal(periodOf(text, now), null, text);
});

// MARK: Suggestions

test("typed text is completed from the known tags, and items get tags of similar items", () => {
  assert.deepEqual(
    library.suggest("swi", {}, 5).suggestions.map(({ tag }) => tag),
    ["swift"],
  );
  assert.equal(library.suggest("swift", {}, 5).tag, "swift");
  const items = Array.from({ length: 6 }, (_, id) => {
    return { ...ITEMS[6], id, title: `Bread ${id}`, location: "https://bread.example/x", tags: ["baking", "food"] };
  });
  const other = new Library({ ...contents, items: [...items, ...ITEMS] }, []);
  const { suggestions } = other.suggest("", { title: "Bread again", set: "links", tags: ["food"] }, 3);
  assert.equal(suggestions[0].tag, "baking");
  assert.ok(suggestions[0].probability > 0.6 && suggestions[0].probability < 1);
  assert.ok(
    suggestions.every(({ tag }) => tag !== "food"),
    "a tag that the item has isn't suggested",
  );
  assert.deepEqual(other.suggest("", { title: "Bread", set: "days", tags: [] }, 3).suggestions, [], "of another set");
});

// MARK: Waiting changes

test("an item is shown with its waiting changes, and with no tag twice", () => {
  const waiting = [
    { id: "a", item: 6, body: { add: ["forum", "Swift"] } },
    { id: "b", item: 6, body: { remove: ["SWIFT"] } },
    { id: "c", item: 5, body: { add: ["x"] }, refused: { status: 404 } },
  ];
  assert.deepEqual(withWaiting(ITEMS[1], waiting), { ...ITEMS[1], tags: ["forum"], isWaiting: true });
  assert.equal(withWaiting(ITEMS[2], waiting), ITEMS[2], "a rejected change isn't shown");
  assert.deepEqual(new Library(contents, waiting).page("#forum", { page: 0, size: 9 }).total, 1, "and found with them");
  assert.deepEqual(changedTags(["a", "b"], { add: ["b", "c", "c"], remove: ["a"] }), ["b", "c"]);
  assert.equal(describedChange({ add: ["x y"], remove: ["z"] }), "+x y −z");
  assert.deepEqual(countedEntries(waiting), { waiting: 2, rejected: 1 });
  assert.deepEqual([404, 409, 422].map(reasonOf), ["offline.gone", "offline.conflict", "offline.invalid"]);
});

/** A server with an item, which remembers keys; `lose` drops the responses to its next changes. */
function server(tags) {
  const self = { tags: [...tags], lose: 0, status: 200, requests: 0, keys: new Map() };
  self.send = async (method, path, body, key) => {
    assert.deepEqual([method, path], ["PATCH", "items/1"]);
    self.requests += 1;
    if (self.status !== 200) return { status: self.status, body: { detail: "no" } };
    if (!self.keys.has(key)) {
      self.tags = changedTags(self.tags, body);
      self.keys.set(key, { status: 200, body: { id: 1, tags: self.tags } });
    }
    if (self.lose > 0) {
      self.lose -= 1;
      throw new TypeError("connection lost");
    }
    return self.keys.get(key);
  };
  return self;
}

/** A phone with changes of an item that wait. */
async function phone(name, changes) {
  const store = memoryStore();
  for (const [index, body] of changes.entries())
    await store.put({ id: `${name}${index}`, root: "", item: 1, body, at: `2026-01-01T00:00:0${index}Z` });
  return store;
}

test("changes of two phones merge in any order, and nothing is lost or doubled if responses are lost", async () => {
  const one = [{ add: ["x", "y"] }, { remove: ["old"] }, { remove: ["y"] }];
  const two = [{ add: ["x", "z"] }, { remove: ["old", "stale"] }];
  for (const lost of [0, 1, 2, 3, 5])
    for (const isFirst of [true, false]) {
      const remote = server(["old", "stale", "kept"]);
      const stores = [await phone("one", one), await phone("two", two)];
      if (!isFirst) stores.reverse();
      remote.lose = lost;
      for (let round = 0; round < 8; round += 1) for (const store of stores) await flushUnsent("", remote.send, store);
      assert.deepEqual([...remote.tags].sort(), ["kept", "x", "z"], `${lost} responses lost`);
      for (const store of stores) assert.deepEqual(await store.all(), []);
    }
});

test("a change doesn't overtake an earlier one of its item", async () => {
  const remote = server([]);
  const store = await phone("one", [{ add: ["x"] }, { remove: ["x"] }]);
  remote.status = 503;
  await flushUnsent("", remote.send, store);
  assert.equal(remote.requests, 1);
  remote.status = 200;
  // Whoever saves another change first sends those before it.
  await flushUnsent("", remote.send, store, "one1");
  assert.deepEqual([remote.tags, await store.all()], [[], []]);
});

test("a rejected change stays with the reason, and those of other items are sent", async () => {
  for (const status of [404, 409, 422]) {
    const remote = server([]);
    const store = await phone("one", [{ add: ["x"] }]);
    remote.status = status;
    const { left } = await flushUnsent("", remote.send, store);
    assert.deepEqual(left[0].refused, { message: "no", pointer: "", status });
    remote.status = 200;
    assert.equal((await flushUnsent("", remote.send, store)).left.length, 1, "it isn't sent again by itself");
  }
});

test("an entry that the person discards meanwhile isn't sent and doesn't return", async () => {
  const remote = server([]);
  const store = await phone("one", [{ add: ["x"] }, { add: ["y"] }]);
  const send = async (...request) => {
    await store.delete("one1");
    return remote.send(...request);
  };
  await flushUnsent("", send, store);
  assert.deepEqual([remote.tags, await store.all()], [["x"], []]);
});

test("the number and size of waiting entries are limited", () => {
  const entry = (/** @type {string} */ note) => ({ id: "a", root: "", item: null, body: { note } });
  assert.equal(isTooMuch(Array(MOST_UNSENT).fill(entry(""))), false);
  assert.equal(isTooMuch(Array(MOST_UNSENT + 1).fill(entry(""))), true);
  assert.equal(isTooMuch(Array(30).fill(entry("x".repeat(1_000_000)))), true);
});

// MARK: Keeping

/** A list of items, read in pages as the server sends them. */
function list(items, { status = 200 } = {}) {
  const requests = [];
  const read = async (path) => {
    requests.push(path);
    const [name, query] = path.split("?");
    const given = new URLSearchParams(query);
    if (name !== "items") {
      if (status === 200) return { body: { tags: TAGS, views: [] }, next: "" };
      throw Object.assign(new Error(), { status });
    }
    if (given.has("q")) {
      const ids = given.get("q").match(/\d+/g).map(Number);
      return { body: { items: items.filter(({ id }) => ids.includes(id)) }, next: "" };
    }
    const [start, limit] = [Number(given.get("after") ?? 0), Number(given.get("limit"))];
    const next = start + limit < items.length ? `items?limit=${limit}&after=${start + limit}` : "";
    return { body: { items: items.slice(start, start + limit) }, next };
  };
  return { read, requests };
}

const many = (/** @type {number} */ count) =>
  Array.from({ length: count }, (_, index) => ({
    ...ITEMS[1],
    id: count - index,
    at: new Date(1e12 - index * 1e6).toISOString(),
  }));

test("the newest 5,000 items are kept, without those that are too long, and only now and then", async () => {
  const store = new MemoryStore();
  const items = many(6_200);
  items[3] = { ...items[3], note: "x".repeat(17_000) };
  const { read, requests } = list(items);
  assert.equal(await keepNewest(store, "/a", read, { now: 1e12 }), true);
  const kept = await store.read("/a");
  assert.equal(kept.items.length, MOST_ITEMS);
  assert.deepEqual(kept.items.map(({ id }) => id).slice(0, 4), [6_200, 6_199, 6_198, 6_196]);
  assert.deepEqual(kept.rest.tags[0], TAGS[0]);
  const count = requests.length;
  assert.equal(await keepNewest(store, "/a", read, { now: 1e12 + 60_000 }), false, "a moment later");
  assert.equal(requests.length, count);
  // Items that were deleted on the server are dropped.
  await keepNewest(store, "/a", list(items.slice(0, 10)).read, { now: 1e12 + 3_600_000 });
  assert.equal((await store.read("/a")).items.length, 9);
});

test("a person who saves data gets one page, and the older items stay", async () => {
  const store = new MemoryStore();
  await keepNewest(store, "", list(many(2_500)).read, { now: 1e12 });
  const { read, requests } = list(many(2_500));
  await keepNewest(store, "", read, { now: 2e12, isFew: true });
  assert.equal(requests.filter((path) => path.startsWith("items")).length, 1);
  assert.equal((await store.read("")).items.length, 2_500);
});

test("items of another space aren't kept or shown, and nothing is written after they were forgotten", async () => {
  const store = new MemoryStore();
  await keepNewest(store, "/spaces/ann", list(many(3)).read);
  assert.equal(await store.read("/spaces/bob"), null);
  await keepNewest(store, "/spaces/bob", list(many(2)).read);
  assert.equal(await store.read("/spaces/ann"), null);
  const { read } = list(many(4));
  const isKept = await keepNewest(
    store,
    "/spaces/bob",
    async (path) => {
      // Another person signs in while the items are read.
      await store.forget();
      return read(path);
    },
    { now: Date.now() + 3_600_000 },
  );
  assert.equal(isKept, false);
  assert.deepEqual(await store.ids(), []);
});

test("a token that is limited to sets keeps items without the list of tags", async () => {
  const store = new MemoryStore();
  await keepNewest(store, "", list(ITEMS, { status: 403 }).read);
  const limited = new Library(await store.read(""), []);
  assert.deepEqual(
    limited.suggest("lang", {}, 3).suggestions.map(({ tag }) => tag),
    ["language"],
  );
  await assert.rejects(keepNewest(new MemoryStore(), "", list(ITEMS, { status: 500 }).read));
});

test("changed items are read again, and deleted items dropped", async () => {
  const store = new MemoryStore();
  await keepNewest(store, "", list(ITEMS).read);
  const { read } = list([{ ...ITEMS[1], title: "New" }]);
  await keepChanged(store, "", read, [
    { id: 6, operation: "change" },
    { id: 5, operation: "delete" },
  ]);
  const { items } = await store.read("");
  assert.deepEqual(
    items.map(({ id }) => id),
    [7, 6, 4, 3, 2, 1],
  );
  assert.equal(items[1].title, "New");
});

test("a browser that keeps nothing has the items in memory", async () => {
  assert.ok((await openOffline(true)) instanceof MemoryStore, "node has no IndexedDB");
});

test("dead and moved items are found by the rule of the server", () => {
  const at = "2026-11-29T08:00:00.000Z";
  const states = /** @type {[any, string][]} */ ([
    [undefined, ""],
    [{ status: 200, at }, ""],
    [{ status: 404, at }, "dead"],
    [{ status: 410, at, since: "2026-11-29T07:00:00.000Z" }, "dead"],
    [{ status: 500, at, since: "2026-01-01T00:00:00.000Z" }, ""],
    [{ status: 0, at }, ""],
    [{ status: 0, at, since: "2026-11-28T08:00:00.001Z" }, ""],
    [{ status: 0, at, since: "2026-11-28T08:00:00.000Z" }, "dead"],
    [{ status: 301, at, location: "https://new.example/" }, "moved"],
    [{ status: 301, at }, ""],
  ]);
  const items = states.map(([checked], index) => ({ id: index, set: "links", title: "", tags: [], at, checked }));
  assert.deepEqual(
    items.map((item) => linkState(item)),
    states.map(([, state]) => state),
  );
  const other = new Library({ ...contents, items: /** @type {any} */ (items) }, []);
  const ids = (/** @type {string} */ query) =>
    other
      .page(query, { page: 0, size: 100 })
      .items.map(({ id }) => id)
      .sort();
  assert.deepEqual(ids("dead"), [2, 3, 7]);
  assert.deepEqual(ids("moved"), [8]);
  assert.deepEqual(ids("not (dead or Moved)"), [0, 1, 4, 5, 6, 9]);
});
