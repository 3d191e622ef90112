// Gives the board its English texts, as the page does.

import english from "../../Sources/HTTPService/Page/text_en.js";
import { useTexts } from "../../Sources/HTTPService/Page/board_text.js";

const plurals = new Intl.PluralRules("en");

useTexts((key, values = {}) => {
  const texts = /** @type {Record<string, string>} */ (english);
  const text = texts[key] ?? texts[`${key}.${plurals.select(Number(values.n ?? 0))}`] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
});
