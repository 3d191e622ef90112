// The server: requests, the stream of what every process commits, and going on after it was away.

import { keyOf } from "./text.js";
import { wanted, batchWanted } from "./requests.js";

/**
 * @typedef {import("./model.js").State} State
 * @typedef {import("./model.js").Event} Event
 * @typedef {{ state: () => State, dispatch: (event: Event) => void }} Store
 */

/** An answer that says no. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} detail
   */
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

/**
 * Whether the same request would be refused again.
 * @param {unknown} error
 * @returns {error is Refusal}
 */
function isFinal(error) {
  return error instanceof Refusal && error.status < 500 && ![401, 408, 429].includes(error.status);
}

/** Asks the server for what the state lacks, and tells the store what it answers. */
export class Server {
  /**
   * @param {string} root  where the resources are, without a slash at the end
   * @param {Store} store
   */
  constructor(root, store) {
    this.root = root;
    this.store = store;
    this.stream = new AbortController();
    /** @type {Record<string, AbortController>} */
    this.controllers = {};
    this.pause = 250;
    this.heard = 0;
    this.isAsking = false;
  }

  /** @returns {string} */
  get token() { return sessionStorage.getItem(`token ${this.root}`) ?? ""; }

  /** Forgets the tokens that this tab was given, also those for other spaces. */
  forget() {
    for (const key in sessionStorage) if (key.startsWith("token ")) delete sessionStorage[key];
  }

  /** @param {string} token */
  signIn(token) {
    sessionStorage.setItem(`token ${this.root}`, token.trim());
    // Only the stream asks until it is let in, since wrong tokens are counted.
    this.store.dispatch({ type: "signedIn" });
    this.listen();
  }

  /**
   * Sends a request.
   * @param {string} method
   * @param {string} path  below the resources
   * @param {{ body?: any, key?: string, signal?: AbortSignal }} [options]
   * @returns {Promise<Response>}
   */
  async send(method, path, options = {}) {
    const { body, key, signal } = options;
    /** @type {Record<string, string>} */
    const headers = {};
    if (this.token) headers.Authorization = `Bearer ${this.token}`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (key && method === "POST") headers["Idempotency-Key"] = key;
    const answer = await fetch(`${this.root}/${path}`, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
    if (answer.ok) return answer;
    const problem = await answer.json().catch(() => ({}));
    // The commands that it offers are those of the command line.
    throw new Refusal(answer.status, (problem.detail ?? answer.statusText).replace(/(?:;| \() ?(?:use )?'.*/, ""));
  }

  /**
   * Asks for JSON.
   * @param {string} path
   * @param {AbortSignal} [signal]
   */
  async read(path, signal) {
    return (await this.send("GET", path, { signal })).json();
  }

  // MARK: What the state lacks

  /** Asks for what the state lacks, and sends what waits. */
  work() {
    // Asking is an event itself: what is asked for within must not be asked for twice.
    if (this.isAsking) return;
    this.isAsking = true;
    for (const request of wanted(this.store.state())) this.ask(request);
    this.isAsking = false;
    const next = batchWanted(this.store.state());
    if (next) this.submit(next);
  }

  /** @param {import("./requests.js").Wanted} request */
  async ask(request) {
    const { what, about } = request;
    this.controllers[what]?.abort();
    const controller = new AbortController();
    this.controllers[what] = controller;
    this.store.dispatch({ type: "asked", what, about });
    try {
      const text = what === "answer" ? this.store.state().typed : "";
      const body = await this.answer(request.path, text, controller.signal);
      if (!controller.signal.aborted) this.store.dispatch(request.answer(body));
    } catch (error) {
      if (!controller.signal.aborted) this.failed(request, error);
    }
  }

  /**
   * Asks for JSON; where that are suggestions for a text, also for a tag that the text may be a misspelling of.
   * @param {string} path
   * @param {string} text
   * @param {AbortSignal} [signal]
   */
  async answer(path, text, signal) {
    if (!text) return this.read(path, signal);
    // What a new tag may be a misspelling of is a help alone.
    const similar = this.read(`similar-tags?to=${encodeURIComponent(text)}`, signal).catch(() => null);
    const body = await this.read(path, signal);
    if (body.suggestions.some((/** @type {any} */ found) => keyOf(found.tag) === keyOf(text))) return body;
    return { ...body, near: (await similar)?.similar[0]?.other ?? null };
  }

  /**
   * @param {import("./requests.js").Wanted} request
   * @param {unknown} error
   */
  failed({ what, about }, error) {
    if (isFinal(error)) this.store.dispatch({ type: "failed", what, about, message: error.message, status: error.status });
    else this.lost(error);
  }

  /** @param {{ batch: import("./changes.js").Change[], method: string, path: string, body?: any, key: string }} request */
  async submit({ batch, method, path, body, key }) {
    const ids = batch.map((change) => change.id);
    this.store.dispatch({ type: "sent", ids });
    try {
      const [{ kind, tags }] = batch;
      const answer = kind === "enter" ? null : await this.send(method, path, { body, key });
      const content = answer?.status === 204 ? {} : answer ? await answer.json() : await this.answer(path, tags[0]);
      const selected = kind === "select" ? content.selected : undefined;
      this.store.dispatch({ type: "confirmed", ids, selected, content });
    } catch (error) {
      if (!isFinal(error)) return this.lost(error);
      const isForbidden = error.status === 403 && error.message.includes("scope");
      this.store.dispatch({ type: "refused", ids, message: error.message, isForbidden });
    }
  }

  // MARK: The stream

  /** Opens the stream of events; whatever happens to it later, it is opened again. */
  async listen() {
    this.stream.abort();
    const stream = new AbortController();
    this.stream = stream;
    try {
      const answer = await this.send("GET", "events", { signal: stream.signal });
      this.pause = 250;
      this.heard = Date.now();
      this.store.dispatch({ type: "connected", scope: answer.headers.get("Tagflow-Scope") });
      await this.follow(/** @type {ReadableStream<Uint8Array>} */ (answer.body));
      if (!stream.signal.aborted) this.lost(new TypeError());
    } catch (error) {
      if (!stream.signal.aborted) this.lost(error);
    }
  }

  /** @param {ReadableStream<Uint8Array>} body */
  async follow(body) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      this.heard = Date.now();
      const events = (rest + value).split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) this.tell(event);
    }
  }

  /** @param {string} text  an event as it is sent */
  tell(text) {
    const data = text.split("\n").find((line) => line.startsWith("data: "));
    if (data) this.store.dispatch({ type: "committed", ...JSON.parse(data.slice(6)) });
  }

  /**
   * The server is away, or does not know who asks.
   * @param {unknown} error
   */
  lost(error) {
    this.stream.abort();
    for (const controller of Object.values(this.controllers)) controller.abort();
    if (error instanceof Refusal && [401, 403, 404].includes(error.status)) {
      return this.store.dispatch({ type: "closed", message: error.message, status: error.status });
    }
    this.store.dispatch({ type: "disconnected", message: error instanceof Refusal ? error.message : "" });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.listen(), this.pause);
    this.pause = Math.min(this.pause * 2, 8_000);
  }

  /** Tries at once, since the network is said to be there again. */
  retry() {
    if (this.store.state().connection !== "offline") return;
    clearTimeout(this.timer);
    this.listen();
  }

  /** Notices a connection that has died without a word; the server says something every 15 seconds. */
  watch() {
    setInterval(() => {
      const isSilent = !document.hidden && this.store.state().connection === "live" && Date.now() - this.heard > 40_000;
      if (isSilent) this.lost(new TypeError());
    }, 5_000);
  }
}
