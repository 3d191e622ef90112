// What waits to be sent, on the Add view: sends it when the server is there, and shows it until then.

import {
  Refusal,
  confirmed,
  element,
  hostOf,
  icon,
  relativeDate,
  root,
  send,
  sendLater,
  sentence,
  t,
  tell,
} from "./shell.js";
import { UNSENT_CHANNEL, announceUnsent, flushUnsent, openUnsent, ownUnsent } from "./unsent.js";
import { part } from "./add_drawing.js";

/**
 * @typedef {import("./unsent.js").Unsent} Unsent
 * @typedef {import("./unsent.js").Outcome} Outcome
 */

/** How long the server may take for a request before the item is kept for later, in milliseconds. */
const SEND_PATIENCE = 15_000;

/**
 * Sends a request with the token of this page.
 * @type {import("./unsent.js").Send}
 */
async function sendFromPage(method, path, body, key) {
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

export class UnsentQueue {
  /** @param {{ reopen: (entry: Unsent) => void }} actions */
  constructor(actions) {
    this.actions = actions;
    this.store = openUnsent();
    if (globalThis.BroadcastChannel) new BroadcastChannel(UNSENT_CHANNEL).onmessage = () => this.draw();
    addEventListener("online", () => this.flush());
  }

  /**
   * Keeps an entry, sends it, and returns what became of it.
   * @param {Unsent} entry
   * @returns {Promise<Outcome & { isKept: boolean }>}
   */
  async save(entry) {
    const store = await this.store;
    await store.put({ ...entry, owner: await store.owner() });
    const { outcomes, left } = await flushUnsent(root, sendFromPage, store, entry.id);
    const rest = left.find(({ id }) => id === entry.id);
    // Another page or the worker may have sent it meanwhile.
    const outcome =
      outcomes.get(entry.id) ??
      (rest?.refused ? { state: "refused", refused: rest.refused } : { state: "saved", item: null });
    const isKept = outcome.state === "waiting" && store.isLasting && outcome.because !== "forbidden";
    if (!isKept) await store.delete(entry.id);
    else await sendLater();
    this.draw();
    return { ...outcome, isKept };
  }

  /** Sends what waits, with a notice. */
  async flush() {
    const store = await this.store;
    if ((await ownUnsent(root, store)).length > 0) {
      const { outcomes, left } = await flushUnsent(root, sendFromPage, store);
      const sent = [...outcomes.values()].filter(({ state }) => state === "saved").length;
      if (sent > 0) tell(t("add.sent", { n: sent }));
      else if (left.some(({ refused }) => !refused)) await sendLater();
    }
    await this.draw();
  }

  async draw() {
    const entries = await ownUnsent(root, await this.store);
    const box = part("unsent");
    if (!box) return;
    box.hidden = entries.length === 0;
    const list = element("ul", { class: "unsent-list" }, ...entries.map((entry) => this.row(entry)));
    box.replaceChildren(
      element("h2", { id: "unsent-heading", text: t("add.waiting", { n: entries.length }) }),
      element("p", { class: "soft", text: t("add.waitingHow") }),
      list,
      element("button", { class: "second", type: "button", text: t("add.sendNow"), onclick: () => this.flush() }),
    );
  }

  /** @param {Unsent} entry */
  row(entry) {
    const { body, refused, item } = entry;
    const name =
      body.title ||
      body.location ||
      body.note ||
      (body.add ?? body.tags ?? []).join(", ") ||
      t("add.changeOf", { n: item ?? 0 });
    const about = [hostOf(body.location), body.at && relativeDate(body.at)].filter(Boolean).join(" · ");
    const edit = element(
      "button",
      {
        class: "icon-button",
        type: "button",
        "aria-label": t("add.editUnsent", { name }),
        onclick: () => this.actions.reopen(entry),
      },
      icon("edit"),
    );
    const remove = element(
      "button",
      {
        class: "icon-button",
        type: "button",
        "aria-label": t("add.deleteUnsent", { name }),
        onclick: () => this.remove(entry, name),
      },
      icon("trash"),
    );
    return element(
      "li",
      {},
      element(
        "div",
        {},
        element("strong", { dir: "auto", text: name }),
        about ? element("small", { text: about }) : null,
        refused ? element("small", { class: "wrong", text: sentence(refused.message) }) : null,
      ),
      item ? null : edit,
      remove,
    );
  }

  /**
   * @param {Unsent} entry
   * @param {string} name
   */
  async remove(entry, name) {
    if (await confirmed(t("add.deleteUnsentTitle"), name, t("add.delete"))) await this.take(entry);
  }

  /**
   * Removes an entry, which is discarded or edited.
   * @param {Unsent} entry
   */
  async take(entry) {
    await (await this.store).delete(entry.id);
    announceUnsent();
    await this.draw();
  }
}
