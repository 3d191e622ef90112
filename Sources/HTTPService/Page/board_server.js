// The server: requests, the stream of every process's commits, and continuing after an interruption.

import { wanted, batchWanted } from "./board_requests.js";
import { keepToken, problemText, typedToken } from "./shell.js";

/**
 * @typedef {import("./board_model.js").State} State
 * @typedef {import("./board_model.js").Event} Event
 * @typedef {{ state: () => State, dispatch: (event: Event) => void }} Store
 */

/** A response that refuses the request. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {boolean} isScope  whether the token may not do this
   */
  constructor(status, message, isScope) {
    super(message);
    this.status = status;
    this.isScope = isScope;
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

/** Requests the missing data of a state, and dispatches the responses. */
export class Server {
  /**
   * @param {string} root  the address of the resources, without a slash at the end
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
  get token() {
    return typedToken(this.root);
  }

  /**
   * @param {string} token
   * @param {boolean} stays
   */
  signIn(token, stays) {
    keepToken(token.trim(), stays, this.root);
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
    const answer = await fetch(`${this.root}/${path}`, {
      method,
      headers,
      signal,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (answer.ok) return answer;
    const problem = await answer.json().catch(() => ({}));
    // The commands that it offers are those of the command line.
    throw new Refusal(answer.status, problemText(answer.status, problem), (problem.detail ?? "").includes("scope"));
  }

  /**
   * Asks for JSON.
   * @param {string} path
   * @param {AbortSignal} [signal]
   */
  async read(path, signal) {
    return (await this.send("GET", path, { signal })).json();
  }

  // MARK: Missing data

  /** Requests missing data, and sends waiting changes. */
  work() {
    // Asking is an event itself, so that this method would call itself and ask twice.
    if (this.isAsking) return;
    this.isAsking = true;
    for (const request of wanted(this.store.state())) this.ask(request);
    this.isAsking = false;
    const next = batchWanted(this.store.state());
    if (next) this.submit(next);
  }

  /** @param {import("./board_requests.js").Wanted} request */
  async ask(request) {
    const { what, about } = request;
    this.controllers[what]?.abort();
    const controller = new AbortController();
    this.controllers[what] = controller;
    this.store.dispatch({ type: "asked", what, about });
    try {
      const body = await this.read(request.path, controller.signal);
      if (!controller.signal.aborted) this.store.dispatch(request.answer(body));
    } catch (error) {
      if (!controller.signal.aborted) this.failed(request, error);
    }
  }

  /**
   * @param {import("./board_requests.js").Wanted} request
   * @param {unknown} error
   */
  failed({ what, about }, error) {
    if (isFinal(error))
      this.store.dispatch({ type: "failed", what, about, message: error.message, status: error.status });
    else this.lost(error);
  }

  /** @param {{ batch: import("./board_changes.js").Change[], method: string, path: string, body?: any, key: string }} request */
  async submit({ batch, method, path, body, key }) {
    const ids = batch.map((change) => change.id);
    this.store.dispatch({ type: "sent", ids });
    try {
      const [{ kind }] = batch;
      const answer = kind === "enter" ? null : await this.send(method, path, { body, key });
      const content = answer?.status === 204 ? {} : answer ? await answer.json() : await this.read(path);
      const selected = kind === "select" ? content.selected : undefined;
      this.store.dispatch({ type: "confirmed", ids, selected, content });
    } catch (error) {
      if (!isFinal(error)) return this.lost(error);
      const isForbidden = error.status === 403 && error.isScope;
      this.store.dispatch({ type: "refused", ids, message: error.message, isForbidden });
    }
  }

  // MARK: The stream

  /** Opens the stream of events, and opens it again whenever it ends. */
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

  /** Tries again immediately, since the browser reports a network. */
  retry() {
    if (this.store.state().connection !== "offline") return;
    clearTimeout(this.timer);
    this.listen();
  }

  /** Notices a dead connection: the server sends something every 15 seconds. */
  watch() {
    setInterval(() => {
      const isSilent = !document.hidden && this.store.state().connection === "live" && Date.now() - this.heard > 40_000;
      if (isSilent) this.lost(new TypeError());
    }, 5_000);
  }
}
