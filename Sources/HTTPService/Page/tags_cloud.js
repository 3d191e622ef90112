// The cloud: the most used tags, sized by use.

import { element, t } from "./shell.js";
import { CLOUD_LIMIT, cloud, rows } from "./tags_model.js";
import { itemsLink } from "./tags_table.js";

/** Font sizes in pixels. */
const [SMALLEST, LARGEST] = [14, 40];

/** @param {import("./tags_model.js").State} state */
export function drawCloud(state) {
  const words = cloud(state).map(({ tag, size }) => {
    const word = element(
      "a",
      { href: itemsLink(tag.tag), "aria-label": `${tag.tag}, ${t("tags.uses", { n: tag.uses })}` },
      element("bdi", { text: tag.tag }),
    );
    word.style.fontSize = `${(SMALLEST + size * (LARGEST - SMALLEST)).toFixed(1)}px`;
    word.dataset.weight = String(Math.round(size * 3));
    return element("li", {}, word);
  });
  const isCut = rows(state).length > CLOUD_LIMIT;
  return element(
    "div",
    {},
    element("ul", { class: "cloud" }, ...words),
    isCut
      ? element("p", { class: "soft", text: t("tags.cloudCut", { n: CLOUD_LIMIT, total: rows(state).length }) })
      : null,
  );
}
