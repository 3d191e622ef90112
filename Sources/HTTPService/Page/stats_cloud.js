// The tag cloud: the most used tags by name, sized by use.

import { element, link, t } from "./shell.js";
import { tagTerm } from "./stats_model.js";

/** How many tags the cloud has. */
export const CLOUD_LIMIT = 200;
/** Font sizes, in rem. */
const [SMALLEST, LARGEST] = [0.8125, 2.25];

/**
 * The sizes of tags, from 0 to 1.
 * @param {{ uses: number }[]} tags
 */
export function cloudSizes(tags) {
  const sizes = tags.map(({ uses }) => Math.log1p(uses));
  const [least, range] = [Math.min(...sizes), Math.max(...sizes) - Math.min(...sizes)];
  // The power leaves only a few tags large; otherwise half of a cloud shouts.
  return sizes.map((size) => (range === 0 ? 0.3 : ((size - least) / range) ** 1.7));
}

/** @param {{ tag: string, uses: number }[]} tags */
export function drawCloud(tags) {
  const byName = tags.filter(({ uses }) => uses > 0).sort((a, b) => a.tag.localeCompare(b.tag));
  const sizes = cloudSizes(byName);
  const words = byName.map(({ tag, uses }, place) => {
    const word = element(
      "a",
      {
        href: link(`/?q=${encodeURIComponent(tagTerm(tag))}`),
        "aria-label": `${tag}, ${t("field.uses", { n: uses })}`,
      },
      element("bdi", { text: tag }),
    );
    word.style.fontSize = `${(SMALLEST + sizes[place] * (LARGEST - SMALLEST)).toFixed(2)}rem`;
    word.dataset.weight = String(Math.round(sizes[place] * 3));
    return element("li", {}, word);
  });
  return element("ul", { class: "cloud" }, ...words);
}
