// The section of Settings for the layout of a set, with a preview of its board.

import { api, attempt, element, live, segment, t, tell, undoAction } from "./shell.js";
import "./settings_texts.js";
import { localDay } from "./text.js";
import { LAYOUT_FIELDS, layoutValue } from "./settings_model.js";

/** The height of the preview, in points. */
const PREVIEW = 184;

/** @typedef {{ set: string, layout: import("./settings_model.js").Layout }} TagSet */

/** Makes the content of the section. */
export function layoutSection() {
  const chosen = element("select", { id: "layout-set" });
  const form = element("form", { class: "layout-form writes" });
  const preview = element("div", { class: "preview", role: "img", "aria-label": t("settings.preview") });
  const none = element("p", { class: "soft", text: t("settings.noSets"), hidden: true });
  const head = element(
    "div",
    { class: "setting" },
    element(
      "div",
      {},
      element("label", { for: "layout-set", text: t("settings.set") }),
      element("small", { text: t("settings.layout.more") }),
    ),
    chosen,
  );
  /** @type {TagSet[]} */
  let sets = [];
  const current = () => sets.find(({ set }) => set === chosen.value);

  const show = () => {
    const set = current();
    none.hidden = Boolean(set);
    head.hidden = form.hidden = preview.hidden = !set;
    if (!set) return;
    // A field that someone is typing in is left alone.
    const focused = /** @type {HTMLElement} */ (document.activeElement);
    if (!form.contains(focused)) form.replaceChildren(...LAYOUT_FIELDS.map((field) => layoutField(field, set, load)));
    attempt(() => drawPreview(preview, set.set));
  };
  const load = async () => {
    const found = await attempt(() => api("GET", "sets"));
    if (!found) return;
    const before = chosen.value || new URLSearchParams(location.search).get("set");
    sets = found.sets;
    chosen.replaceChildren(...sets.map(({ set }) => element("option", { value: set, text: set })));
    if (sets.some(({ set }) => set === before)) chosen.value = before;
    show();
  };
  chosen.addEventListener("change", show);
  form.addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
  live(load);
  load();
  return [head, none, form, preview];
}

/**
 * @param {import("./settings_model.js").LayoutField} field
 * @param {TagSet} set
 * @param {() => Promise<void>} reload
 */
function layoutField(field, { set, layout }, reload) {
  const value = layout[field.name] ?? (field.kind === "switch" ? field.fallback : undefined);
  const id = `layout-${field.name}`;
  const input =
    field.kind === "choice"
      ? element(
          "select",
          { id },
          ...field.values.map((word) => element("option", { value: word, text: t(`settings.${field.name}.${word}`) })),
        )
      : field.kind === "switch"
        ? element("input", { id, type: "checkbox", class: "switch", checked: value === true })
        : element("input", {
            id,
            type: "text",
            inputmode: "decimal",
            placeholder: t("settings.automatic"),
            autocomplete: "off",
          });
  if (field.kind !== "switch") input.value = String(value ?? (field.kind === "choice" ? field.fallback : ""));
  input.addEventListener("change", async () => {
    const typed = layoutValue(field, field.kind === "switch" ? input.checked : input.value);
    input.setAttribute("aria-invalid", String(typed === undefined));
    if (typed === undefined)
      return tell(t("settings.invalidNumber", { least: field.kind === "number" ? field.least : 0 }), { wrong: true });
    const saved = await attempt(async () => api("PATCH", `sets/${segment(set)}`, { layout: { [field.name]: typed } }));
    if (saved) tell(t("settings.layoutSaved", { set }), { actions: [undoAction()] });
    // What was refused is shown as it is stored.
    else if (field.kind === "switch") input.checked = value === true;
    else input.value = String(value ?? (field.kind === "choice" ? field.fallback : ""));
    await reload();
  });
  const isExplained = field.name === "daily" || field.name === "hierarchy";
  const more = isExplained ? element("small", { text: t(`settings.${field.name}.more`) }) : null;
  return element(
    "div",
    { class: `setting ${field.name}` },
    element("div", {}, element("label", { for: id, text: t(`settings.${field.name}`) }), more),
    input,
  );
}

/**
 * Draws the first chips as the board does.
 * @param {HTMLElement} box
 * @param {string} set
 */
async function drawPreview(box, set) {
  const width = Math.floor(box.clientWidth - 32);
  const board = await api(
    "GET",
    `sets/${segment(set)}/board?date=${localDay()}&width=${Math.max(120, width)}&top=0&height=${PREVIEW}`,
  );
  const chips = board.chips.map((/** @type {any} */ { tag, frame, selected }) => {
    const chip = element("span", { class: selected ? "chip on" : "chip" }, element("bdi", { text: tag }));
    const { style } = chip;
    [style.left, style.top, style.width, style.height] = [frame.x + 16, frame.y + 16, frame.width, frame.height].map(
      (length) => `${length}px`,
    );
    return chip;
  });
  const bottom = Math.max(0, ...board.chips.map((/** @type {any} */ { frame }) => frame.y + frame.height));
  box.style.height = `${Math.min(bottom, PREVIEW) + 32}px`;
  box.replaceChildren(...chips);
  box.hidden = chips.length === 0;
}
