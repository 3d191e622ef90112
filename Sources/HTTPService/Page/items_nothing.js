// What is shown without items or results, and dropping files anywhere.

import { canWrite, element, icon, t } from "./shell.js";
import { onState, search } from "./items_store.js";
import { isFirstVisit } from "./items_model.js";

/** @typedef {import("./items_model.js").State} State */

const nothing = /** @type {HTMLElement} */ (document.getElementById("nothing"));
let shown = "";

/** @param {State} now */
function drawNothing(now) {
  const isFirst = isFirstVisit(now) && canWrite();
  const isLoaded = now.shownStamp === now.stamp;
  const what = isFirst ? "welcome" : isLoaded && now.total === 0 ? `${now.problem} ${now.query}` : "";
  document.documentElement.classList.toggle("first-visit", isFirst);
  if (what === shown) return;
  shown = what;
  nothing.hidden = what === "";
  if (isFirst) showWelcome();
  else nothing.replaceChildren(...(what ? noMatch(now) : []));
}

async function showWelcome() {
  nothing.replaceChildren();
  const { welcome } = await import("./items_welcome.js");
  if (shown === "welcome") nothing.replaceChildren(welcome(bringIn));
}

/** @param {State} now */
function noMatch(now) {
  const { name: unknown = "", nearest: near = "" } = now.named;
  const again =
    near && unknown
      ? element(
          "button",
          { class: "second", onclick: () => search(now.query.replace(unknown, /\s/.test(near) ? `"${near}"` : near)) },
          t("items.searchFor", { tag: near }),
        )
      : null;
  const isUntagged = now.query.trim() === "untagged";
  return [
    element(
      "div",
      { class: "no-match" },
      element("h2", {
        text: now.problem || t(isUntagged ? "items.allTagged" : now.query ? "items.noMatch" : "items.none"),
      }),
      element(
        "div",
        { class: "buttons" },
        again,
        now.query ? element("button", { class: "second", onclick: () => search("") }, t("items.showAll")) : null,
      ),
    ),
  ];
}

// MARK: Dropping files

/** @param {FileList | null} files */
async function bringIn(files) {
  if (!files || files.length === 0) return;
  const chosen = [...files];
  const { importFiles } = await import("./items_import.js");
  search(await importFiles(chosen));
}

const curtain = element(
  "div",
  { class: "curtain", hidden: true },
  element("div", {}, icon("upload"), element("strong", { text: t("items.dropHere") })),
);
let depth = 0;

/** @param {DragEvent} event */
function dragged(event) {
  if (!event.dataTransfer?.types.includes("Files") || !canWrite()) return;
  event.preventDefault();
  if (event.type === "dragenter") depth += 1;
  if (event.type === "dragleave") depth -= 1;
  if (event.type === "drop") {
    depth = 0;
    bringIn(event.dataTransfer.files);
  }
  curtain.hidden = depth <= 0;
}

document.body.append(curtain);
for (const type of /** @type {const} */ (["dragenter", "dragover", "dragleave", "drop"]))
  addEventListener(type, dragged);
onState(drawNothing);
