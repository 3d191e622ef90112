// What is captured of the page in the current tab.

/**
 * @typedef {{ title: string, location: string, selection: string, text: string }} Capture
 */

/** Addresses that mean nothing outside this browser. */
const INTERNAL =
  /^(about|blob|brave|chrome|chrome-extension|data|devtools|edge|javascript|moz-extension|opera|view-source|vivaldi):/i;

/** The maximum length of a note, in bytes of UTF-8. */
const NOTE_LIMIT = 65_536;

/**
 * Returns the title, address, selected text and words of a tab; only title and address of a page that extensions can't read.
 * @param {{ id?: number, title?: string, url?: string }} tab
 * @returns {Promise<Capture>}
 */
export async function captureOf(tab) {
  const known = { title: tab.title ?? "", location: savable(tab.url ?? ""), selection: "", text: "" };
  if (tab.id === undefined) return known;
  try {
    const [{ result }] = await chrome.scripting.executeScript({ target: { tabId: tab.id }, func: readPage });
    if (!result) return known;
    return {
      title: result.title || known.title,
      location: savable(result.location) || known.location,
      selection: cut(result.selection, NOTE_LIMIT),
      text: result.text,
    };
  } catch {
    return known;
  }
}

/**
 * Returns an address if it can be saved, or an empty text.
 * @param {string} location
 */
export function savable(location) {
  return INTERNAL.test(location) ? "" : location;
}

/**
 * Cuts a text to a number of bytes, at a character.
 * @param {string} text
 * @param {number} limit
 */
export function cut(text, limit) {
  if (text.length * 3 <= limit) return text;
  const bytes = new TextEncoder().encode(text);
  // With `stream`, the decoder drops the beginning of a character at the end.
  return bytes.length <= limit ? text : new TextDecoder().decode(bytes.subarray(0, limit), { stream: true });
}

/**
 * Returns the text of the first link in a tab with an address, or an empty text.
 * @param {number | undefined} tab
 * @param {number} frame
 * @param {string} location
 */
export async function linkText(tab, frame, location) {
  if (tab === undefined) return "";
  try {
    const [{ result }] = await chrome.scripting.executeScript({
      target: { tabId: tab, frameIds: [frame] },
      func: findLinkText,
      args: [location],
    });
    return result ?? "";
  } catch {
    return "";
  }
}

/**
 * Runs in the page.
 * @param {string} location
 */
export function findLinkText(location) {
  const link = [...document.links].find(({ href }) => href === location);
  const text = link?.textContent?.trim() || link?.title || link?.querySelector("img")?.alt || "";
  return text.replace(/\s+/g, " ").slice(0, 1_000);
}

/**
 * Runs in the page: returns its title, address, selected text and first 1,000 words.
 *
 * It reads text nodes one after the other instead of `innerText`, so that it stops early on very long pages.
 */
export function readPage() {
  const limit = 1_000;
  const inline =
    /^(A|ABBR|B|BDI|BDO|CITE|CODE|DFN|EM|FONT|I|INS|KBD|LABEL|MARK|Q|RB|RUBY|S|SAMP|SMALL|SPAN|STRONG|SUB|SUP|TIME|TT|U|VAR|WBR)$/;
  const skipped =
    "aside, audio, button, canvas, datalist, dialog, footer, form, iframe, input, math, nav, noscript, object, rp, rt, script, select, style, svg, template, textarea, video, [hidden], [aria-hidden=true], [role=navigation]";
  // A letter of a script without spaces counts as a word.
  const word =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[\p{L}\p{N}]+/gu;

  /** @param {Element} root */
  function textOf(root) {
    let [text, count] = ["", 0];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
      if (node.nodeType === Node.TEXT_NODE) return NodeFilter.FILTER_ACCEPT;
      const element = /** @type {Element} */ (node);
      const isShown =
        !element.matches(skipped) && (inline.test(element.tagName) || (element.checkVisibility?.() ?? true));
      return isShown ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT;
    });
    for (let node = walker.nextNode(); node && count < limit; node = walker.nextNode()) {
      if (node.nodeType !== Node.TEXT_NODE) {
        if (!inline.test(/** @type {Element} */ (node).tagName)) text += "\n";
        continue;
      }
      const piece = (node.nodeValue ?? "").replace(/\s+/g, " ");
      const words = [...piece.matchAll(word)];
      const last = words[limit - count - 1];
      text += last ? piece.slice(0, (last.index ?? 0) + last[0].length) : piece;
      count += words.length;
    }
    return { text: text.replace(/ *\n\s*/g, "\n").trim(), count };
  }

  const title =
    document.title.trim() || document.querySelector("meta[property='og:title']")?.getAttribute("content")?.trim() || "";
  const main = document.querySelector("main, [role=main], article");
  const body = document.body;
  let found = main ? textOf(main) : { text: "", count: 0 };
  // A short main part is often a frame for content that is elsewhere.
  if (found.count < 50 && body) found = textOf(body);
  return {
    title: title.replace(/\s+/g, " "),
    location: location.href,
    selection: String(getSelection() ?? "").trim(),
    text: found.text,
  };
}
