// The suggestions below the tag field: likely tags first, one click each; candidates for new tags are on a separate line.

import { element, part } from "./elements.js";
import { message, reasonsText } from "./messages.js";
import { inOrder, plain, likelyOf } from "./tag_choice.js";

/** @typedef {import("./server.js").Suggestion} Suggestion */

/** The suggestions for the item. */
export class SuggestionStrip {
  /** @param {{ take: (tags: string[]) => void, create: (name: string) => void, tags: () => string[] }} form */
  constructor(form) {
    this.form = form;
    /** @type {Suggestion[]} */
    this.list = [];
    /** @type {string[]} */
    this.newNames = [];
    /** Enter takes the likely suggestions once; after that, it saves. */
    this.isTaken = false;
    // The reasons of a suggestion are shown while it is pointed at or has the focus.
    for (const kind of ["pointerover", "focusin"]) {
      part("suggestions").addEventListener(kind, (/** @type {Event} */ event) => {
        const button = /** @type {Element} */ (event.target).closest("button");
        if (button) this.explain(this.shown[[...part("suggestions").querySelectorAll("button")].indexOf(button)]);
      });
    }
  }

  /**
   * @param {Suggestion[]} list
   * @param {string[]} newNames
   */
  show(list, newNames) {
    this.list = list;
    this.newNames = newNames;
    this.draw();
  }

  /** The suggestions that aren't chosen yet, in the order of the form. */
  get shown() {
    return inOrder(this.list, this.form.tags());
  }

  /** The tags that Enter takes. */
  get likely() {
    return this.isTaken ? [] : likelyOf(this.list, this.form.tags()).map(({ tag }) => tag);
  }

  draw() {
    const { shown } = this;
    const likely = new Set(likelyOf(this.list, this.form.tags()));
    const taken = new Set(this.form.tags().map(plain));
    const names = this.newNames.filter((name) => !taken.has(plain(name)));
    // The second click of two would take the suggestion that has moved there meanwhile.
    const once = (/** @type {() => void} */ act) => (/** @type {MouseEvent} */ event) => {
      if (event.detail < 2) act();
    };
    part("suggestions").replaceChildren(
      ...shown.map((suggestion) => {
        const { tag, probability, because } = suggestion;
        const share = probability === undefined ? "" : percent(probability);
        const details = [share, reasonsText(because)].filter(Boolean).join(", ");
        return element(
          "button",
          {
            type: "button",
            class: likely.has(suggestion) ? "likely" : undefined,
            title: reasonsText(because),
            "aria-label": details ? message("addSuggestion", tag, details) : undefined,
            onclick: once(() => this.form.take([tag])),
          },
          element("bdi", { text: tag }),
          ...(share ? [element("small", { text: share })] : []),
          ...(suggestion.new ? [element("small", { text: message("newMark") })] : []),
        );
      }),
    );
    part("candidates").replaceChildren(
      ...(names.length > 0 ? [element("span", { text: message("candidatesLabel") })] : []),
      ...names.map((name) => {
        return element(
          "button",
          { type: "button", "aria-label": message("createTag", name), onclick: once(() => this.form.create(name)) },
          element("bdi", { text: name }),
        );
      }),
    );
    part("suggestions").hidden = shown.length === 0;
    part("candidates").hidden = names.length === 0;
    this.explain(shown[0]);
  }

  /** @param {Suggestion | undefined} suggestion */
  explain(suggestion) {
    const reasons = suggestion ? reasonsText(suggestion.because) : "";
    part("because").textContent = reasons ? message("because", suggestion?.tag ?? "", reasons) : "";
    part("because").hidden = !reasons;
  }
}

/** @param {number} share */
function percent(share) {
  return new Intl.NumberFormat(chrome.i18n.getUILanguage(), { style: "percent" }).format(share);
}
