// Draws the Add form from its state.

import { canWrite, date, element, link, percent, safeLink, sentence, t } from "./shell.js";
import { fieldsShown, isAddEmpty, offeredTags } from "./add_model.js";

/**
 * @typedef {import("./add_model.js").AddState} AddState
 * @typedef {import("./add_model.js").Suggestion} Suggestion
 * @typedef {{ accept: (tags: string[]) => void, clear: () => void }} FormActions
 */

/** @param {string} id @returns {any} */
export const part = (id) => document.getElementById(id);

/**
 * @param {AddState} state
 * @param {FormActions} actions
 */
export function drawForm(state, actions) {
  const shown = fieldsShown(state);
  for (const field of /** @type {const} */ (["location", "title", "note"])) {
    // Setting a value moves the cursor to its end.
    if (part(field).value !== shown[field]) part(field).value = shown[field];
  }
  for (const place of /** @type {const} */ (["location", "title", "tags", "note", "form"]))
    drawWrong(place, state.wrong[place] ?? "");
  drawBanner(state, actions);
  drawKnown(state);
  drawSuggestions(state, actions);
  part("fetch").hidden =
    state.fetching === "no" ||
    shown.title.trim() !== "" ||
    !/^https?:\/\/./i.test(state.location.trim()) ||
    state.connection !== "live";
  part("fetch").disabled = state.fetching === "running";
  part("clear").hidden = isAddEmpty(state) || state.closes;
  part("save").disabled = state.isSaving;
  part("save-text").textContent = t(state.item ? "add.saveChanges" : "add.save");
  part("heading").textContent = t(state.item ? "add.headingEdit" : "add.heading");
}

/**
 * @param {string} place
 * @param {string} message
 */
function drawWrong(place, message) {
  const text = part(`${place}-wrong`);
  const shown = sentence(message);
  if (text.textContent !== shown) text.textContent = shown;
  text.hidden = !message;
  if (place === "tags" || place === "form") return;
  if (message) part(place).setAttribute("aria-invalid", "true");
  else part(place).removeAttribute("aria-invalid");
}

/**
 * The line above the form: what keeps the form from being saved, or a draft that came back.
 * @param {AddState} state
 * @param {FormActions} actions
 */
function drawBanner(state, actions) {
  const connection = canWrite() ? state.connection : "forbidden";
  const key = connection !== "live" ? `add.${connection}` : state.isRestored ? "add.restored" : "";
  const banner = part("banner");
  banner.hidden = !key;
  banner.classList.toggle("wrong", connection === "forbidden");
  if (banner.dataset.shown === key) return;
  banner.dataset.shown = key;
  const clear = element("button", { class: "quiet", type: "button", text: t("add.startOver"), onclick: actions.clear });
  banner.replaceChildren(
    ...(key ? [element("span", { text: t(key) })] : []),
    ...(key === "add.restored" ? [clear] : []),
  );
}

/**
 * Says that the location is saved already.
 * @param {AddState} state
 */
function drawKnown({ item }) {
  const known = part("known");
  known.hidden = !item;
  const key = item ? JSON.stringify([item.id, item.at, item.set]) : "";
  if (known.dataset.shown === key) return;
  known.dataset.shown = key;
  if (!item) return known.replaceChildren();
  const page = safeLink(item.location);
  known.replaceChildren(
    t("add.known", { date: date(item.at), set: item.set }),
    " ",
    element("a", { href: link(`/items/${item.id}`), text: t("add.show") }),
    ...(page
      ? [" · ", element("a", { href: page, rel: "noreferrer noopener", target: "_blank", text: t("add.open") })]
      : []),
  );
}

// MARK: Suggestions

/**
 * @param {AddState} state
 * @param {FormActions} actions
 */
function drawSuggestions(state, actions) {
  const offered = offeredTags(state);
  const key = JSON.stringify(offered);
  const box = part("suggested");
  if (box.dataset.shown === key) return;
  box.dataset.shown = key;
  const focused = box.contains(document.activeElement)
    ? [...box.querySelectorAll("button")].indexOf(/** @type {any} */ (document.activeElement))
    : -1;
  const because = element("p", { class: "because", id: "because" });
  const chip = (/** @type {Suggestion} */ found, /** @type {string} */ kind) =>
    suggestionChip(found, kind, because, actions);
  const { likely, others, newNames } = offered;
  const enter = element("kbd", { "aria-hidden": "true", text: "↵" });
  const all =
    likely.length < 2
      ? enter
      : element(
          "button",
          { class: "second all", type: "button", onclick: () => actions.accept(likely.map(({ tag }) => tag)) },
          t("add.takeAll", { n: likely.length }),
          enter,
        );
  const rows = [
    likely.length > 0 && element("div", { class: "row" }, ...likely.map((found) => chip(found, "likely")), all),
    others.length > 0 && element("div", { class: "row" }, ...others.map((found) => chip(found, "ghost"))),
    likely.length + others.length > 0 && because,
    newNames.length > 0 &&
      element(
        "div",
        { class: "row" },
        element("span", { class: "what", text: t("add.newTags") }),
        ...newNames.map((found) => chip(found, "ghost new")),
      ),
  ];
  box.replaceChildren(...rows.filter(Boolean));
  sayWhy(because, [...likely, ...others][0]);
  const buttons = box.querySelectorAll("button");
  // The chip that was taken is gone; the focus goes on to the next.
  if (focused >= 0)
    /** @type {HTMLElement} */ (
      buttons[Math.min(focused, buttons.length - 1)] ?? part("tags").querySelector("input")
    )?.focus();
}

/**
 * @param {Suggestion} found
 * @param {string} kind
 * @param {HTMLElement} because  where the reasons of the chip under the pointer or with the focus are shown
 * @param {FormActions} actions
 */
function suggestionChip(found, kind, because, actions) {
  const { tag, probability } = found;
  const why = () => sayWhy(because, found);
  const share = probability === undefined ? "" : percent(probability);
  const label = [t("add.addTag", { tag }), share, ...found.because].filter(Boolean).join(", ");
  return element(
    "button",
    {
      class: `chip ${kind}`,
      type: "button",
      "aria-label": label,
      onclick: () => actions.accept([tag]),
      onpointerenter: why,
      onfocus: why,
    },
    "+ ",
    element("bdi", { text: tag }),
    share ? element("small", { text: share }) : null,
  );
}

/**
 * @param {HTMLElement} because
 * @param {Suggestion | undefined} found
 */
function sayWhy(because, found) {
  because.replaceChildren(
    ...(found && found.because.length > 0
      ? [element("bdi", { text: found.tag }), `: ${found.because.join(" · ")}`]
      : []),
  );
}
