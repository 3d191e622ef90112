// A minimal page /connect that follows Documentation/connect.md, for the tests of the extension.

const query = new URLSearchParams(location.search);
const state = query.get("state") ?? "";
const scope = query.get("scope") ?? "write";
const base = location.origin + location.pathname.replace(/\/connect$/, "");
const part = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const say = (/** @type {string} */ text) => {
  part("status").textContent = text;
};
const post = (/** @type {object} */ content) => window.postMessage({ ...content, state }, location.origin);
let isReady = false;
let isDone = false;
let made = 0;

const isValid =
  /^[\w-]{43}$/.test(state) &&
  ["read", "write"].includes(scope) &&
  query.get("client") === "extension" &&
  query.get("version") === "1";
if (isValid) start();
else say("This address isn't complete. Open this page with the Connect button in the extension's options.");

function start() {
  window.addEventListener("message", ({ source, origin, data }) => {
    if (source !== window || origin !== location.origin || data?.state !== state) return;
    if (data.type === "tagflow-connect-ready") ready();
    if (data.type === "tagflow-connect-received") received();
    if (data.type === "tagflow-connect-refused") void revoke(`The extension didn't keep the token (${data.reason}).`);
  });
  part("approve").addEventListener("click", approve);
  part("cancel").addEventListener("click", () => {
    post({ type: "tagflow-connect-canceled" });
    end("Nothing was allowed. You can close this tab.");
  });
  post({ type: "tagflow-connect-hello" });
  setTimeout(() => {
    if (!isReady) say("Open this page with the Connect button in the extension's options.");
  }, 3_000);
}

function ready() {
  if (isReady) return;
  isReady = true;
  say(`An extension asks for access to ${base}.`);
  part("name").value = (query.get("name") ?? "").slice(0, 100);
  part("scope").textContent = scope === "write" ? "It may read, add and change items." : "It may read items.";
  part("form").hidden = false;
  setTimeout(() => {
    part("approve").disabled = false;
  }, 1_000);
}

async function approve() {
  if (!document.hasFocus()) return;
  part("approve").disabled = true;
  const name = part("name").value;
  const response = await fetch(`${base}/api/v1/connections`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name, scope }),
  });
  const body = await response.json();
  if (!response.ok) return end(body.detail);
  made = body.id;
  post({ type: "tagflow-connect-approved", token: body.token, scope: body.scope, name, id: body.id, base });
  setTimeout(() => {
    if (!isDone) void revoke("The extension didn't respond.");
  }, 5_000);
}

function received() {
  isDone = true;
  end("Connected. You can close this tab.");
}

async function revoke(/** @type {string} */ reason) {
  isDone = true;
  await fetch(`${base}/api/v1/connections/${made}`, { method: "DELETE" });
  end(reason);
}

function end(/** @type {string} */ text) {
  part("form").hidden = true;
  say(text);
}
