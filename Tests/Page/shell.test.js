// What the views share, as far as it needs no browser: links, names in paths, and broken responses.

import assert from "node:assert/strict";
import { test } from "node:test";

/** A storage of a browser, whose entries are properties. */
class Storage {
  /** @param {string} key */
  getItem(key) {
    return Object.hasOwn(this, key) ? /** @type {any} */ (this)[key] : null;
  }
  /** @param {string} key @param {string} value */
  setItem(key, value) {
    /** @type {any} */ (this)[key] = value;
  }
  /** @param {string} key */
  removeItem(key) {
    delete (/** @type {any} */ (this)[key]);
  }
}
const [tab, browser] = [new Storage(), new Storage()];
Object.assign(globalThis, {
  document: { documentElement: { dataset: {}, lang: "en" }, querySelector: () => null },
  location: new URL("https://tags.example/items/1"),
  sessionStorage: tab,
  localStorage: browser,
});
const { safeLink } = await import("../../Sources/HTTPService/Page/shell_address.js");
const { Refusal, api, forgetTokens, keepToken, segment, typedToken } =
  await import("../../Sources/HTTPService/Page/shell_requests.js");

test("locations are links if they are web addresses or lead to this server", () => {
  for (const place of ["https://a.example/", "mailto:a@a.example", "notes/rye.md", "/notes", "?q=a"])
    assert.equal(safeLink(place), place);
  for (const place of [
    "",
    "//evil.example",
    "/\\evil.example/y",
    "\\\\evil.example",
    "/\t/evil.example",
    " //evil.example",
  ])
    assert.equal(safeLink(place), "", place);
  for (const place of ["javascript:alert(1)", "java\nscript:alert(1)", "data:text/html,x"])
    assert.equal(safeLink(place), "", place);
});

test("names of folders are refused in paths", () => {
  assert.equal(segment("a/b c..."), "a%2Fb%20c...");
  for (const name of [".", ".."]) assert.throws(() => segment(name), Refusal);
});

test("a response that breaks off is a refusal, and one that was aborted is not", async () => {
  globalThis.fetch = async () => new Response('{"items": [', { status: 200 });
  await assert.rejects(api("GET", "items"), Refusal);
  const signal = AbortSignal.abort();
  await assert.rejects(api("GET", "items", undefined, { signal }), (error) => !(error instanceof Refusal));
});

test("a typed token stays in the tab, or for 90 days in the browser", (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: 0 });
  assert.equal(typedToken(), "");
  keepToken("one", false);
  assert.equal(typedToken(), "one");
  assert.equal(Object.keys(browser).length, 0);
  keepToken("two", true);
  assert.equal(typedToken(), "two");
  assert.equal(Object.keys(tab).length, 0);
  assert.equal(typedToken("/spaces/ann/api/v1"), "");
  context.mock.timers.setTime(90 * 86_400_000 - 1);
  assert.equal(typedToken(), "two");
  context.mock.timers.setTime(90 * 86_400_000);
  assert.equal(typedToken(), "");
  assert.equal(Object.keys(browser).length, 0);
  keepToken("three", true);
  keepToken("four", false, "/spaces/ann/api/v1");
  browser.setItem("tagflow.theme", "dark");
  assert.equal(forgetTokens(), 2);
  assert.equal(typedToken() + typedToken("/spaces/ann/api/v1"), "");
  assert.equal(browser.getItem("tagflow.theme"), "dark");
  browser.setItem("token /api/v1", "nonsense");
  assert.equal(typedToken(), "");
});
