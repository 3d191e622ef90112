// What the views share, as far as it needs no browser: links, names in paths, and broken responses.

import assert from "node:assert/strict";
import { test } from "node:test";

const storage = { getItem: () => null };
Object.assign(globalThis, {
  document: { documentElement: { dataset: {}, lang: "en" }, querySelector: () => null },
  location: new URL("https://tags.example/items/1"),
  sessionStorage: storage,
  localStorage: storage,
});
const { safeLink } = await import("../../Sources/HTTPService/Page/shell_address.js");
const { Refusal, api, segment } = await import("../../Sources/HTTPService/Page/shell_requests.js");

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
