// The parts of the extension that need no browser: `node --test`.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, realpathSync } from "node:fs";
import { test } from "node:test";

const FOLDER = new URL("../../Extension/", import.meta.url);
const json = (path) => JSON.parse(readFileSync(new URL(path, FOLDER), "utf8"));

const session = {};
globalThis.chrome = {
  runtime: { id: "ours", getManifest: () => ({ version: "1" }), getURL: (path) => `chrome-extension://ours/${path}` },
  i18n: {
    getMessage: (key, values = []) =>
      (json("_locales/en/messages.json")[key]?.message ?? "").replace(/\$(\d)/g, (_, place) => values[place - 1] ?? ""),
  },
  storage: {
    session: {
      get: async () => ({ ...session }),
      set: async (values) => Object.assign(session, values),
      remove: async (key) => delete session[key],
    },
  },
};
const { baseOf, isExposed, originsOf } = await import("../../Extension/settings.js");
const { requestOf, tagChanges } = await import("../../Extension/saving.js");
const { cut, savable } = await import("../../Extension/capture.js");
const { lookedUp } = await import("../../Extension/badge.js");
const { answerBridge, connectURL, isConnectPage, randomState } = await import("../../Extension/connect.js");
const { Server, ServerError } = await import("../../Extension/server.js");

// MARK: Shared with the page

test("the form, its texts and its looks are the files of the server's page", () => {
  for (const name of readdirSync(new URL("page/", FOLDER)))
    assert.equal(
      realpathSync(new URL(`page/${name}`, FOLDER)),
      realpathSync(new URL(`../../Sources/HTTPService/Page/${name}`, import.meta.url)),
    );
  // Every module that one of them imports is there.
  for (const name of readdirSync(new URL("page/", FOLDER)).filter((name) => name.endsWith(".js"))) {
    const imported = [...readFileSync(new URL(`page/${name}`, FOLDER), "utf8").matchAll(/from "\.\/([\w.]+)"/g)];
    for (const [, other] of imported) assert.ok(existsSync(new URL(`page/${other}`, FOLDER)), `${name}: ${other}`);
  }
});

test("a changed order of tags changes nothing", () => {
  assert.deepEqual(tagChanges(["a", "b", "c"], ["b", "d", "a"]), { add: ["d"], remove: ["c"] });
});

// MARK: Saving

test("a new item is sent with its fields; a saved one only with the changed fields", () => {
  const draft = { title: "T", location: "https://a.example/", note: "", tags: ["x"], text: "words" };
  assert.deepEqual(requestOf(draft, null, ""), {
    method: "POST",
    path: "items",
    fields: { title: "T", location: "https://a.example/", text: "words", tags: ["x"] },
  });
  assert.equal(requestOf(draft, null, "reading")?.fields.set, "reading");
  const item = { id: 7, set: "s", title: "T", location: "https://a.example/", note: "n", tags: ["x", "y"] };
  assert.deepEqual(requestOf(draft, item, ""), {
    method: "PATCH",
    path: "items/7",
    fields: { note: "", remove: ["y"] },
  });
  assert.equal(requestOf({ ...draft, note: "n", tags: ["y", "x"] }, item, ""), null);
});

test("notes are cut at a character", () => {
  assert.equal(cut("añb", 2), "a");
  assert.equal(cut("a😀", 4), "a");
  assert.equal(cut("añb", 4), "añb");
  assert.equal(cut("x".repeat(70_000), 65_536).length, 65_536);
});

test("addresses that only this browser knows aren't saved", () => {
  for (const internal of [
    "about:blank",
    "chrome://settings/",
    "moz-extension://x/y",
    "data:text/html,x",
    "javascript:1",
    "view-source:https://a.example",
  ])
    assert.equal(savable(internal), "");
  for (const other of ["https://a.example/", "file:///a", "mailto:a@b.example"]) assert.equal(savable(other), other);
});

test("the badge looks up web pages without their fragments, except routes", () => {
  assert.equal(lookedUp("https://a.example/x#access_token=1"), "https://a.example/x");
  assert.equal(lookedUp("https://a.example/#/route"), "https://a.example/#/route");
  assert.equal(lookedUp("https://a.example/#!x"), "https://a.example/#!x");
  for (const other of ["about:blank", "file:///a", "", `https://a.example/${"x".repeat(4_000)}`])
    assert.equal(lookedUp(other), "");
});

// MARK: The server

test("a typed address becomes the server's base", () => {
  const cases = {
    "tags.example": "https://tags.example",
    " https://tags.example/ ": "https://tags.example",
    "localhost:7733": "http://localhost:7733",
    "127.0.0.1:7733/": "http://127.0.0.1:7733",
    "https://a.example/tags/spaces/anna/": "https://a.example/tags/spaces/anna",
    "http://a.example/api/v1": "http://a.example",
    "https://a.example/connect?x#y": "https://a.example",
    "[::1]:7733": "http://[::1]:7733",
    "HTTPS://A.Example:443/": "https://a.example",
  };
  for (const [typed, base] of Object.entries(cases)) assert.equal(baseOf(typed), base, typed);
  for (const typed of ["", "ftp://a.example", "https://", "https://anna:secret@a.example", "chrome://x", "a b"])
    assert.equal(baseOf(typed), null, typed);
  assert.deepEqual(originsOf("http://a.example:7733/x"), ["http://a.example/*"]);
});

test("only plain http to another computer is exposed", () => {
  for (const base of ["http://a.example", "http://192.168.1.2:7733", "http://127.evil.example"])
    assert.equal(isExposed(base), true, base);
  for (const base of [
    "https://a.example",
    "http://localhost:1",
    "http://127.0.0.1",
    "http://[::1]:7733",
    "http://x.localhost",
  ])
    assert.equal(isExposed(base), false, base);
});

test("requests carry the token and no cookies; problems become errors with the server's message", async () => {
  const sent = [];
  const responses = [
    new Response('{"suggestions":[{"tag":"a"}],"newNames":["x",{"name":"y"},{"tag":"z"},"w"]}\n'),
    new Response('{"detail":"bad tag"}', { status: 422 }),
    new Response("", { status: 404 }),
  ];
  globalThis.fetch = async (url, options) => {
    sent.push({ url, ...options });
    return responses.shift() ?? Promise.reject(new TypeError("no network"));
  };
  const server = new Server({ base: "https://a.example", token: "secret", set: "s" });
  const evidence = { title: "T", location: "", note: "", text: "words" };
  const { newNames } = await server.suggestions(evidence, { given: ["b"] });
  assert.deepEqual(newNames, ["x", "y", "z"]);
  assert.equal(sent[0].url, "https://a.example/api/v1/suggestions?set=s");
  assert.deepEqual(JSON.parse(sent[0].body), { query: "", given: ["b"], limit: 8, title: "T", text: "words" });
  assert.equal(sent[0].headers.get("authorization"), "Bearer secret");
  assert.equal(sent[0].credentials, "omit");
  await assert.rejects(
    server.read("x"),
    (error) => error instanceof ServerError && error.status === 422 && error.message === "bad tag",
  );
  await assert.rejects(server.read("tags/a%2Fb"), (error) => error instanceof ServerError && error.status === 404);
  await assert.rejects(server.read("x"), (error) => error instanceof ServerError && error.status === 0);
});

// MARK: Connecting

const pending = (changes = {}) => ({
  base: "https://a.example/tags",
  state: "s".repeat(43),
  time: Date.now(),
  tab: 3,
  ...changes,
});
const sender = (changes = {}) => ({
  id: "ours",
  frameId: 0,
  tab: { id: 3 },
  url: connectURL("https://a.example/tags", "s".repeat(43), "n"),
  ...changes,
});
const approved = (changes = {}) => ({
  type: "connect-approved",
  token: "tf_1",
  base: "https://a.example/tags",
  ...changes,
});

/** Sends a message to the background, and returns its response and the kept token. */
async function answer(message, from, known = pending()) {
  session.connecting = known;
  let kept = null;
  const response = await answerBridge(message, from, async (_, token) => {
    kept = token;
  });
  return { response, kept };
}

test("the address for connecting has state, scope and name", () => {
  const url = new URL(connectURL("https://a.example/tags", randomState(), "Firefox on Linux"));
  assert.equal(url.pathname, "/tags/connect");
  assert.match(url.searchParams.get("state"), /^[\w-]{43}$/);
  assert.deepEqual(
    ["client", "version", "scope", "name"].map((key) => url.searchParams.get(key)),
    ["extension", "1", "write", "Firefox on Linux"],
  );
});

test("the token is taken from the tab that was opened, once", async () => {
  assert.deepEqual(await answer(approved(), sender()), { response: {}, kept: "tf_1" });
  assert.equal(session.connecting, undefined);
  const again = await answerBridge(approved(), sender(), async () => assert.fail());
  assert.deepEqual(again, { reason: "expired" });
});

test("nothing is taken from other tabs, frames, addresses, states, extensions or times", async () => {
  const other = connectURL("https://a.example/tags", "t".repeat(43), "n");
  for (const from of [
    { id: "other" },
    { frameId: 1 },
    { tab: { id: 4 } },
    { tab: undefined },
    { url: other },
    { url: undefined },
    { url: sender().url.replace("a.example", "evil.example") },
    { url: sender().url.replace("/connect", "/x/connect") },
  ]) {
    assert.deepEqual(await answer(approved(), sender(from)), { response: { reason: "state" }, kept: null });
    assert.deepEqual((await answer({ type: "connect-hello" }, sender(from))).response, { reason: "state" });
  }
  assert.deepEqual(await answer(approved(), sender(), pending({ time: Date.now() - 600_001 })), {
    response: { reason: "expired" },
    kept: null,
  });
  assert.deepEqual(await answer(approved(), sender(), null), { response: { reason: "expired" }, kept: null });
  assert.deepEqual(await answer(approved({ base: "https://evil.example" }), sender()), {
    response: { reason: "address" },
    kept: null,
  });
  for (const token of [undefined, "", "a b", "x\n", { a: 1 }, "x".repeat(501)])
    assert.deepEqual(await answer(approved({ token }), sender()), { response: { reason: "storage" }, kept: null });
});

test("a canceled connection is forgotten", async () => {
  assert.deepEqual(await answer({ type: "connect-canceled" }, sender()), { response: {}, kept: null });
  assert.equal(session.connecting, undefined);
});

test("the page for connecting is recognized by origin, path and state", () => {
  assert.equal(isConnectPage(sender().url, pending()), true);
  for (const url of [
    "",
    "https://a.example/tags/connect",
    "https://a.example.evil.example/tags/connect?state=" + "s".repeat(43),
    "not an address",
  ])
    assert.equal(isConnectPage(url, pending()), false);
});

// MARK: Files

test("all languages have the same messages with the same placeholders", () => {
  const english = json("_locales/en/messages.json");
  const places = (text) => [...text.matchAll(/\$\d/g)].map(String).sort();
  const languages = readdirSync(new URL("_locales", FOLDER)).sort();
  assert.deepEqual(languages, ["de", "en", "es", "fr", "ja", "zh_CN"]);
  for (const language of languages) {
    const messages = json(`_locales/${language}/messages.json`);
    assert.deepEqual(Object.keys(messages), Object.keys(english), language);
    for (const [key, { message }] of Object.entries(messages))
      assert.deepEqual(places(message), places(english[key].message), `${language} ${key}`);
  }
});

test("every message is used, and every used message exists", () => {
  const files = readdirSync(FOLDER).filter((name) => /\.(js|html|json)$/.test(name));
  const text = files.map((name) => readFileSync(new URL(name, FOLDER), "utf8")).join("\n");
  const keys = Object.keys(json("_locales/en/messages.json"));
  for (const key of keys) assert.match(text, new RegExp(`["_]${key}(__)?"|__MSG_${key}__`), `nothing uses ${key}`);
  const used = [...text.matchAll(/message\("(\w+)"|data-(?:text|label|placeholder|hint)="(\w+)"|__MSG_(\w+?)__/g)].map(
    (match) => match[1] ?? match[2] ?? match[3],
  );
  for (const key of used) assert.ok(keys.includes(key), `no message ${key}`);
});

test("the manifest has the listed permissions alone, and its files exist", () => {
  const manifest = json("manifest.json");
  assert.deepEqual(manifest.permissions, ["activeTab", "contextMenus", "storage", "scripting"]);
  assert.deepEqual(manifest.optional_permissions, ["tabs"]);
  for (const key of ["host_permissions", "content_scripts", "externally_connectable", "web_accessible_resources"])
    assert.equal(manifest[key], undefined, key);
  assert.deepEqual(manifest.background.scripts, [manifest.background.service_worker]);
  assert.ok(manifest.browser_specific_settings.gecko.id);
  for (const path of [
    ...Object.values(manifest.icons),
    manifest.action.default_popup,
    manifest.options_ui.page,
    manifest.background.service_worker,
  ])
    assert.ok(existsSync(new URL(path, FOLDER)), path);
  for (const size of [16, 32, 48, 128]) {
    const data = readFileSync(new URL(`icons/${size}.png`, FOLDER));
    assert.deepEqual(
      [data.toString("latin1", 1, 4), data.readUInt32BE(16), data.readUInt32BE(20)],
      ["PNG", size, size],
    );
  }
});

test("pages have no inline scripts or styles and load nothing from elsewhere", () => {
  for (const name of ["popup.html", "options.html"]) {
    const text = readFileSync(new URL(name, FOLDER), "utf8");
    assert.doesNotMatch(text, /<script(?![^>]* src=)|style=| on\w+=|(?:src|href)="(?:https?:)?\/\//);
  }
});
