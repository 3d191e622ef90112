// Requests to the server, the stream of commits, and signing in.

import { t } from "./shell_text.js";
import { root, space } from "./shell_address.js";
import { forgetKeptItems } from "./shell_offline.js";

/** A response that refuses the request. Its message is in the page's language. */
export class Refusal extends Error {
  /**
   * @param {number} status  0 if there was no response
   * @param {string} message
   * @param {string} [pointer]
   * @param {{ name?: string, nearest?: string }} [named]  the name that is meant, and the most similar known one
   */
  constructor(status, message, pointer = "", named = {}) {
    super(message);
    this.status = status;
    this.pointer = pointer;
    this.named = named;
  }
}

/** The texts for problems without a type, by their status. */
const PROBLEMS = /** @type {Record<number, string>} */ ({
  401: "token",
  403: "forbidden",
  404: "gone",
  408: "busy",
  409: "conflict",
  412: "conflict",
  413: "tooLarge",
  414: "tooLarge",
  429: "busy",
  503: "busy",
  507: "full",
});

/**
 * A problem in words. The server's are for programs, in English, and name commands.
 * @param {number} status
 * @param {{ type?: string, name?: string, nearest?: string, detail?: string }} problem  as the server sent it
 */
export function problemText(status, { type = "", name = "", nearest = "", detail = "" }) {
  const kind = /^urn:tagflow:([\w-]+)$/.exec(type)?.[1] ?? "";
  const key = `problem.${kind}`;
  const text = kind ? t(key, { name, nearest, detail }) : key;
  return text === key ? t(`problem.${PROBLEMS[status] ?? (status >= 500 ? "server" : "invalid")}`) : text;
}

// MARK: Typed tokens

/** How long a typed token is kept if the person stays signed in, in milliseconds: as long as a session. */
const STAY = 90 * 86_400_000;
const resources = `${root}/api/v1`;

/**
 * The token that was typed for a server's resources: into this tab, or into this browser by someone who stays signed in; "" for none.
 * @param {string} [address]  the address of the resources
 * @returns {string}
 */
export function typedToken(address = resources) {
  const key = `token ${address}`;
  const typed = sessionStorage.getItem(key);
  if (typed !== null) return typed;
  const kept = localStorage.getItem(key);
  if (kept === null) return "";
  try {
    const { token, until } = JSON.parse(kept);
    if (typeof token === "string" && until > Date.now()) return token;
  } catch {
    // Another program's value is as good as none.
  }
  localStorage.removeItem(key);
  return "";
}

/**
 * @param {string} token
 * @param {boolean} stays  whether other tabs have it too, for 90 days
 * @param {string} [address]
 */
export function keepToken(token, stays, address = resources) {
  const key = `token ${address}`;
  forgetKeptItems();
  if (!stays) return sessionStorage.setItem(key, token);
  sessionStorage.removeItem(key);
  localStorage.setItem(key, JSON.stringify({ token, until: Date.now() + STAY }));
}

/** Forgets the tokens that were typed, for all spaces; returns their number. */
export function forgetTokens() {
  let count = 0;
  for (const storage of [sessionStorage, localStorage])
    for (const key of Object.keys(storage).filter((name) => name.startsWith("token "))) {
      storage.removeItem(key);
      count += 1;
    }
  return count;
}

/** Forgets the token of this space. */
export function forgetToken() {
  sessionStorage.removeItem(`token ${resources}`);
  localStorage.removeItem(`token ${resources}`);
}

// MARK: Requests

/**
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @param {{ signal?: AbortSignal, headers?: Record<string, string>, type?: string }} [options]
 * @returns {Promise<Response>}
 */
export async function send(method, path, body, options = {}) {
  const isRaw = typeof body === "string" || body instanceof Blob;
  const headers = { ...options.headers };
  const token = typedToken();
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = options.type ?? (isRaw ? "text/plain" : "application/json");
  let answer;
  try {
    const content = body === undefined || isRaw ? body : JSON.stringify(body);
    answer = await fetch(`${root}/api/v1/${path}`, { method, headers, body: content, signal: options.signal });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new Refusal(0, t("shell.unreachable"));
  }
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => ({}));
  // An item that is gone is the view's matter; a space that is gone is 404 for every path.
  if (answer.status === 401) {
    // Someone may have signed in since this was sent, and is then not asked again.
    if (typedToken() !== token) return send(method, path, body, options);
    signIn().then(({ askForToken }) => askForToken(token));
  }
  const { name, nearest } = problem;
  throw new Refusal(answer.status, problemText(answer.status, problem), problem.pointer, { name, nearest });
}

/**
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @param {{ signal?: AbortSignal, headers?: Record<string, string>, type?: string }} [options]
 * @returns {Promise<any>}
 */
export async function api(method, path, body, options) {
  const answer = await send(method, path, body, options);
  return answer.status === 204 ? null : contentOf(answer, options?.signal);
}

/**
 * The JSON of a response. A connection may break in the middle of it, and a proxy may respond with a page.
 * @param {Response} answer
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function contentOf(answer, signal) {
  try {
    return await answer.json();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal(0, t("shell.unreadable"));
  }
}

/**
 * A name as a part of a path. Browsers take "." and ".." for folders even if they are encoded, and would ask for another resource.
 * @param {string} name
 */
export function segment(name) {
  if (name === "." || name === "..") throw new Refusal(422, t("shell.dots", { name }));
  return encodeURIComponent(name);
}

/** @param {Response} response */
export function nextPage(response) {
  const next = /<([^>]+)>;\s*rel="?next"?/.exec(response.headers.get("Link") ?? "")?.[1] ?? "";
  return next.replace(/^.*?\/api\/v1\//, "");
}

/** @type {Set<(commit: any) => void>} */
const listeners = new Set();
let scope = "";
/** Whether the stream waits for a token. */
let hasStreamEnded = false;
/** Milliseconds until the stream is opened again the first time; later pauses are longer. */
const FIRST_PAUSE = 250;

/** @param {(commit: any) => void} act */
export function live(act) {
  listeners.add(act);
  if (listeners.size === 1) listen(FIRST_PAUSE);
}

/**
 * Follows the stream of commits while the page is shown, and opens it again when it ends. A hidden page needs none, and
 * browsers open only six connections to a server, for all tabs together.
 * @param {number} pause
 */
async function listen(pause) {
  hasStreamEnded = false;
  if (document.hidden) return listenWhenShown();
  const end = new AbortController();
  addEventListener("pagehide", () => end.abort(), { once: true, signal: end.signal });
  document.addEventListener("visibilitychange", () => end.abort(), { once: true, signal: end.signal });
  let wait = pause;
  try {
    const answer = await send("GET", "events", undefined, { signal: end.signal });
    scope = answer.headers.get("Tagflow-Scope") ?? "";
    document.documentElement.dataset.scope = scope;
    if (pause > FIRST_PAUSE) changed();
    wait = 2 * FIRST_PAUSE;
    await followStream(/** @type {any} */ (answer.body).pipeThrough(new TextDecoderStream()).getReader());
  } catch (error) {
    const status = error instanceof Refusal ? error.status : 0;
    if (end.signal.aborted) return listenWhenShown();
    if (status === 401) {
      hasStreamEnded = true;
      return;
    }
    if (status === 404 && !space) return void signIn().then(({ showSpaces }) => showSpaces());
  }
  setTimeout(listen, wait, Math.min(wait * 2, 8_000));
}

function listenWhenShown() {
  const act = () => {
    if (document.hidden) return;
    document.removeEventListener("visibilitychange", act);
    removeEventListener("pageshow", act);
    listen(2 * FIRST_PAUSE);
  };
  document.addEventListener("visibilitychange", act);
  addEventListener("pageshow", act);
}

/** @param {ReadableStreamDefaultReader<string>} reader */
async function followStream(reader) {
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (rest + value).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const data = event.split("\n").find((line) => line.startsWith("data: "));
      const content = data && JSON.parse(data.slice(6));
      if (content) for (const act of listeners) act(event.includes("event: reset") ? null : content);
    }
  }
}

/** Reports that the data may have changed in any way. */
export function changed() {
  for (const act of listeners) act(null);
}

export function canWrite() {
  return scope === "" || scope === "write" || scope === "admin";
}

export function canAdmin() {
  return scope === "admin";
}

/** @param {string} text */
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whether the view was replaced, because it may not be shown. */
export function isClosed() {
  return document.documentElement.dataset.scope === "none";
}

/** Signing in, which few visits need. */
const signIn = () => import("./shell_sign_in.js");

/** Opens the stream again, if it waits for a token, and loads the view. */
export function goOn() {
  if (hasStreamEnded) listen(FIRST_PAUSE);
  changed();
}
