// Requests to the server's HTTP service.

/**
 * @typedef {{ tag: string, key?: string, match: number[][], because: string[], probability?: number, new?: boolean }} Suggestion
 * @typedef {{ list: Suggestion[], key?: string, tag?: string }} Found  matches, the key of the typed text, and the tag that it names
 * @typedef {{ id: number, set: string, title: string, location?: string, note?: string, tags: string[], at?: string }} Item
 * @typedef {{ title: string, location: string, note: string, text: string }} Evidence
 */

/** How long a response may take, in milliseconds. */
const PATIENCE = 20_000;

const signals = /** @type {AbortSignalConstructor} */ (/** @type {unknown} */ (AbortSignal));

/** A request that failed. */
export class ServerError extends Error {
  /**
   * @param {number} status  the status of the response; 0 if there was none
   * @param {string} detail  the server's message
   */
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

/** A server, with the token for it. */
export class Server {
  /** @param {{ base: string, token: string, set?: string }} settings */
  constructor({ base, token, set = "" }) {
    this.base = base;
    this.token = token;
    this.set = set;
  }

  /**
   * Sends a request and returns the body of the response.
   * @param {string} method
   * @param {string} path  below `/api/v1/`
   * @param {{ body?: string, type?: string, key?: string, signal?: AbortSignal }} options
   */
  async send(method, path, { body, type = "application/json", key, signal }) {
    const headers = new Headers({
      Authorization: `Bearer ${this.token}`,
      Accept: "application/json, application/x-ndjson",
    });
    headers.set("Tagflow-Client", "extension");
    if (body !== undefined) headers.set("Content-Type", type);
    if (key) headers.set("Idempotency-Key", key);
    const limit = signals.timeout(PATIENCE);
    let response;
    try {
      response = await fetch(`${this.base}/api/v1/${path}`, {
        method,
        headers,
        body,
        credentials: "omit",
        cache: "no-store",
        redirect: "error",
        referrerPolicy: "no-referrer",
        signal: signal ? signals.any([signal, limit]) : limit,
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new ServerError(0, "");
    }
    const text = await response.text();
    if (!response.ok)
      throw new ServerError(response.status, detailOf(text) || `${response.status} ${response.statusText}`);
    return text ? JSON.parse(text) : null;
  }

  /**
   * @param {string} path
   * @param {AbortSignal} [signal]
   */
  read(path, signal) {
    return this.send("GET", path, { signal });
  }

  /**
   * Returns the item at a location, or `null`.
   * @param {string} location
   * @returns {Promise<Item | null>}
   */
  async itemAt(location) {
    if (!location) return null;
    const query = new URLSearchParams({ location });
    if (this.set) query.set("set", this.set);
    return (await this.read(`items/lookup?${query}`)).item;
  }

  /**
   * Suggests tags for an item and, if there is one, a typed text.
   * @param {Evidence} evidence
   * @param {{ typed?: string, given?: string[], set?: string, limit?: number, signal?: AbortSignal }} options
   * @returns {Promise<{ suggestions: Suggestion[], newNames: string[], key?: string, tag?: string, similar?: { other: string, otherUses?: number }[] }>}
   */
  async suggestions(evidence, { typed = "", given = [], set = this.set, limit = 8, signal }) {
    const line = { query: typed, given, limit, ...onlyFilled({ ...evidence }) };
    const options = new URLSearchParams({ ...(set && { set }), ...(typed && { similar: "true" }) });
    const path = `suggestions?${options}`;
    const found = await this.send("POST", path, {
      body: JSON.stringify(line) + "\n",
      type: "application/x-ndjson",
      signal,
    });
    if (found.error) throw new ServerError(422, found.error);
    return {
      suggestions: found.suggestions ?? [],
      key: found.key,
      tag: found.tag,
      similar: found.similar,
      newNames: (found.newNames ?? []).map(nameOf).filter(Boolean).slice(0, 3),
    };
  }

  /** @returns {Promise<string[]>} the names of the sets */
  async sets() {
    return (await this.read("sets")).sets.map((/** @type {{ set: string }} */ { set }) => set);
  }

  /** @param {number} id */
  pageOf(id) {
    return `${this.base}/items/${id}`;
  }
}

/**
 * A candidate for a new tag is a name, or an object with the name.
 * @param {any} candidate
 * @returns {string}
 */
function nameOf(candidate) {
  return typeof candidate === "string" ? candidate : (candidate?.name ?? candidate?.tag ?? "");
}

/**
 * @param {Record<string, string>} fields
 */
function onlyFilled(fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
}

/**
 * Returns the message of a problem document.
 * @param {string} text
 */
function detailOf(text) {
  try {
    const { detail, title } = JSON.parse(text);
    return String(detail ?? title ?? "");
  } catch {
    return "";
  }
}
