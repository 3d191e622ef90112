// Sends what waits from a page, with its token.

import { Refusal, send } from "./shell.js";
import { SEND_PATIENCE } from "./unsent.js";

/**
 * Sends a request with the token of this page.
 * @type {import("./unsent.js").Send}
 */
export async function sendFromPage(method, path, body, key) {
  try {
    const headers = key ? { "Idempotency-Key": key } : undefined;
    const answer = await send(method, path, body, {
      headers,
      signal: /** @type {any} */ (AbortSignal).timeout(SEND_PATIENCE),
    });
    return { status: answer.status, body: await answer.json().catch(() => null) };
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 0) throw error;
    return { status: error.status, body: { detail: error.message, pointer: error.pointer } };
  }
}
