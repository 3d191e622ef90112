// What waits to be sent, on the Add view: sends it when the server is there, and shows it until then.

import { confirmed, element, hostOf, icon, relativeDate, root, sendLater, sentence, t, tell } from "./shell.js";
import { UNSENT_CHANNEL, announceUnsent, flushUnsent, isTooMuch, openUnsent, ownUnsent, sendUnsent } from "./unsent.js";
import { sendFromPage } from "./unsent_page.js";

/** @param {string} id @returns {any} */
export const part = (id) => document.getElementById(id);

/**
 * @typedef {import("./unsent.js").Unsent} Unsent
 * @typedef {import("./unsent.js").Outcome} Outcome
 */

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
    const stored = store.put({ ...entry, at: new Date().toISOString(), owner: await store.owner() });
    // A browser whose disk is full keeps nothing more.
    if (!(await stored.then(Boolean, () => false)))
      return { ...(await sendUnsent(entry, sendFromPage)), isKept: false };
    const { outcomes, left } = await flushUnsent(root, sendFromPage, store, entry.id);
    const rest = left.find(({ id }) => id === entry.id);
    const outcome = outcomes.get(entry.id) ?? outcomeOfOther(rest, [...outcomes.values()]);
    const waits = outcome.state === "waiting" && store.isLasting && outcome.because !== "forbidden";
    const isKept = waits && !isTooMuch(left);
    if (!isKept) await store.delete(entry.id);
    else await sendLater();
    this.draw();
    if (waits && !isKept) return { ...outcome, message: t("offline.full", { n: left.length - 1 }), isKept };
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

/**
 * What became of an entry that wasn't sent here: another page or the worker sent it, or it waits for an earlier change of its item.
 * @param {Unsent | undefined} rest  the entry, if it is still there
 * @param {Outcome[]} others
 * @returns {Outcome}
 */
function outcomeOfOther(rest, others) {
  if (!rest) return { state: "saved", item: null };
  if (rest.refused) return { state: "refused", refused: rest.refused };
  return others.find(({ state }) => state === "waiting") ?? { state: "waiting", because: "busy", message: "" };
}
