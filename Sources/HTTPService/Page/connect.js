// The page that asks whether the browser extension may have a token, and hands it over.
//
// The extension opened this tab and runs a script in it, the bridge. Only after the bridge has shown that it knows the state of the
// address can the person approve, so a page of another site that opens this address gets nothing.

import { announce, api, element, icon, link, Refusal, root, start, t } from "./shell.js";
import "./settings_texts.js";
import { connectionOf, connectionUpdate, FIRST_STEP } from "./settings_model.js";

/** How long to wait for the extension, in milliseconds. */
const PATIENCE = { ready: 3_000, received: 5_000 };
/** How long the button is shown before it works, so that a click meant for something else doesn't approve. */
const PAUSE = 1_000;

const asked = connectionOf(new URLSearchParams(location.search));
const state = "wrong" in asked ? "" : asked.state;
let connection = FIRST_STEP;
let isArmed = false;

start("connect");
const card = element("section", { class: "card connect", "aria-labelledby": "connect-title" });
/** @type {HTMLElement} */ (document.querySelector("main")).append(card);
const name = element("input", {
  id: "connect-name",
  maxlength: 100,
  required: true,
  autocomplete: "off",
  value: "wrong" in asked ? "" : asked.name,
});
const approve = element("button", { class: "main", text: t("connect.approve"), onclick: give });

// MARK: Messages

/** @param {string} type @param {Record<string, any>} [fields] */
function post(type, fields = {}) {
  window.postMessage({ type: `tagflow-connect-${type}`, state, ...fields }, location.origin);
}

/** @param {MessageEvent} event */
function heard({ source, origin, data }) {
  if (source !== window || origin !== location.origin || data?.state !== state) return;
  if (data.type === "tagflow-connect-ready") dispatch({ type: "ready", name: String(data.name ?? "") });
  if (data.type === "tagflow-connect-received") dispatch({ type: "received" });
  if (data.type === "tagflow-connect-refused") fail(String(data.reason));
}

/** @param {import("./settings_model.js").ConnectionEvent} event */
function dispatch(event) {
  const previous = connection.step;
  connection = connectionUpdate(connection, event);
  if (connection.step === previous) return;
  draw();
  if (connection.step === "asking") setTimeout(arm, PAUSE);
  if (connection.step === "canceled") post("canceled");
}

function arm() {
  isArmed = true;
  followFocus();
}

function followFocus() {
  approve.disabled = !isArmed || !document.hasFocus();
}

// MARK: The token

/** Creates the token and hands it to the extension. */
async function give() {
  if ("wrong" in asked || !name.reportValidity()) return;
  dispatch({ type: "approve" });
  try {
    const made = await api("POST", "connections", { name: name.value.trim(), scope: asked.scope });
    dispatch({ type: "created", id: made.id });
    post("approved", {
      token: made.token,
      scope: made.scope,
      name: made.name,
      id: made.id,
      base: location.origin + root,
    });
    setTimeout(() => {
      if (connection.step === "handing") fail("silence");
    }, PATIENCE.received);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    dispatch({ type: "refused", reason: error.message });
  }
}

/**
 * Revokes the token that the extension didn't take.
 * @param {string} reason
 */
async function fail(reason) {
  const { id } = connection;
  dispatch({ type: "refused", reason });
  if (id === null || connection.step !== "failed") return;
  await api("DELETE", `connections/${id}`).catch(() => {});
}

// MARK: Drawing

const REASONS = ["state", "expired", "address", "storage", "silence"];

function draw() {
  const { step, reason } = connection;
  const [title, ...content] =
    "wrong" in asked
      ? [t("connect.title"), element("p", { class: "wrong", text: t(`connect.wrong.${asked.wrong}`) })]
      : {
          waiting: () => [t("connect.title"), element("p", { class: "soft", text: t("connect.waiting") })],
          lonely: () => [t("connect.title"), element("p", { text: t("connect.lonely") })],
          asking: question,
          sending: () => [t("connect.title"), element("p", { class: "soft", text: t("connect.sending") })],
          handing: () => [t("connect.title"), element("p", { class: "soft", text: t("connect.sending") })],
          done: () => [
            t("connect.done"),
            element("p", { text: t("connect.doneMore") }),
            element("a", { href: link("/settings#tokens"), text: t("connect.tokens") }),
          ],
          canceled: () => [t("connect.canceled"), element("p", { text: t("connect.canceledMore") })],
          failed: () => [
            t("connect.failed"),
            element("p", { class: "wrong", text: REASONS.includes(reason) ? t(`connect.reason.${reason}`) : reason }),
            element("p", { text: t("connect.again") }),
          ],
        }[step]();
  card.replaceChildren(
    element("span", { class: "badge" }, icon(step === "done" ? "check" : "tags")),
    element("h1", { id: "connect-title", text: title }),
    ...content,
  );
  if (step !== "waiting") announce(card.innerText);
}

/**
 * Who asks for what.
 * @returns {any[]}
 */
function question() {
  const scope = "wrong" in asked ? "read" : asked.scope;
  const facts = [
    [t("connect.who"), element("bdi", { text: connection.by || t("connect.extension") })],
    [t("connect.server"), element("bdi", { text: (location.origin + root).replace(/^https?:\/\//, "") })],
    [t("connect.may"), element("strong", { text: t(`connect.scope.${scope}`) })],
  ];
  approve.disabled = true;
  return [
    t("connect.question"),
    element(
      "dl",
      { class: "facts" },
      ...facts.flatMap(([term, value]) => [element("dt", { text: term }), element("dd", {}, value)]),
    ),
    element(
      "form",
      { class: "form", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
      element("label", { for: "connect-name", text: t("connect.name") }),
      name,
    ),
    element("p", { class: "soft", text: t("connect.revocable") }),
    element(
      "div",
      { class: "buttons" },
      element("button", {
        type: "button",
        class: "second",
        text: t("connect.cancel"),
        onclick: () => dispatch({ type: "cancel" }),
      }),
      approve,
    ),
  ];
}

draw();
if (!("wrong" in asked)) {
  addEventListener("message", heard);
  for (const change of ["focus", "blur"]) addEventListener(change, followFocus);
  post("hello");
  setTimeout(() => {
    if (connection.step === "waiting") dispatch({ type: "late" });
  }, PATIENCE.ready);
}
