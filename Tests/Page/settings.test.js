// The models of Settings and of /connect, without a browser

import assert from "node:assert/strict";
import { test } from "node:test";
import * as model from "../../Sources/HTTPService/Page/settings_model.js";

/** @param {string} name */
function field(name) {
  return /** @type {model.LayoutField} */ (model.LAYOUT_FIELDS.find((one) => one.name === name));
}

test("layout settings are what the server takes", () => {
  assert.equal(model.layoutValue(field("maxLines"), ""), null);
  assert.equal(model.layoutValue(field("maxLines"), "3"), 3);
  for (const wrong of ["0", "2.5", "x", "-1", "10001"])
    assert.equal(model.layoutValue(field("maxLines"), wrong), undefined, wrong);
  assert.equal(model.layoutValue(field("spacing"), "1,5"), 1.5);
  assert.equal(model.layoutValue(field("alignment"), "center"), "center");
  assert.equal(model.layoutValue(field("alignment"), "middle"), undefined);
  assert.equal(model.layoutValue(field("daily"), true), true);
});

test("a token's request leaves out what isn't chosen", () => {
  const now = new Date("2026-01-31T12:00:00.123Z");
  assert.deepEqual(model.tokenRequest({ name: " phone ", scope: "write", sets: [], days: 0 }, now), {
    name: "phone",
    scope: "write",
  });
  assert.deepEqual(model.tokenRequest({ name: "phone", scope: "read", sets: ["trip"], days: 30 }, now), {
    name: "phone",
    scope: "read",
    sets: ["trip"],
    expires: "2026-03-02T12:00:00Z",
  });
});

test("tokens are newest first, expired tokens last", () => {
  const token = (/** @type {number} */ id, /** @type {string | undefined} */ expires) => ({
    id,
    name: "t",
    scope: "read",
    made: "",
    expires,
  });
  const sorted = model.sortedTokens(
    [token(1, undefined), token(3, "2025-01-01T00:00:00Z"), token(2, "2027-01-01T00:00:00Z")],
    new Date("2026-01-01"),
  );
  assert.deepEqual(
    sorted.map(({ id, isOver }) => [id, isOver]),
    [
      [2, false],
      [1, false],
      [3, true],
    ],
  );
});

const STATE = "a".repeat(43);

test("the address of /connect is checked", () => {
  const asked = (/** @type {string} */ text) => model.connectionOf(new URLSearchParams(text));
  assert.deepEqual(asked(`client=extension&version=1&scope=read&name=Firefox&state=${STATE}`), {
    name: "Firefox",
    scope: "read",
    state: STATE,
  });
  assert.deepEqual(asked(`client=extension&state=${STATE}`), {
    name: "Browser extension",
    scope: "write",
    state: STATE,
  });
  assert.deepEqual(asked(`state=${STATE}`), { wrong: "client" });
  assert.deepEqual(asked(`client=extension&version=2&state=${STATE}`), { wrong: "version" });
  assert.deepEqual(asked(`client=extension&scope=admin&state=${STATE}`), { wrong: "scope" });
  for (const state of ["", "short", `${STATE}a`, `${STATE.slice(1)}!`])
    assert.deepEqual(asked(`client=extension&state=${encodeURIComponent(state)}`), { wrong: "state" });
});

test("a name can't hide its end or be endless", () => {
  const { name } = /** @type {{ name: string }} */ (
    model.connectionOf(
      new URLSearchParams({ client: "extension", state: STATE, name: `Fire\u202efox\n${"x".repeat(200)}` }),
    )
  );
  assert.equal([...name].length, 100);
  assert.ok(name.startsWith("Fire fox x"));
});

test("a token is created once, after an extension answered and the person approved", () => {
  const run = (/** @type {model.ConnectionEvent[]} */ ...events) =>
    events.reduce(model.connectionUpdate, model.FIRST_STEP).step;
  /** @type {model.ConnectionEvent} */
  const ready = { type: "ready", name: "Tagflow 1" };
  assert.equal(run({ type: "approve" }), "waiting");
  assert.equal(run({ type: "late" }), "lonely");
  assert.equal(run({ type: "late" }, ready), "asking");
  assert.equal(run(ready, { type: "approve" }, { type: "approve" }), "sending");
  assert.equal(run(ready, { type: "approve" }, { type: "created", id: 1 }, ready, { type: "received" }), "done");
  assert.equal(run(ready, { type: "approve" }, { type: "created", id: 1 }, { type: "late" }), "failed");
  assert.equal(
    run(
      ready,
      { type: "approve" },
      { type: "created", id: 1 },
      { type: "received" },
      { type: "refused", reason: "state" },
    ),
    "done",
  );
  assert.equal(run(ready, { type: "cancel" }, { type: "approve" }), "canceled");
});
