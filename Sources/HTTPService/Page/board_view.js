// The board: the chips in the window as a grid for eyes, keys and screen readers.

import { element, plain } from "./text.js";
import { arrangement, visibleChips, chips, selection } from "./board_model.js";
import { words } from "./board_text.js";
import { colorDot, groupOf, tagTooltip } from "./tag_looks.js";

/**
 * @typedef {import("./board_model.js").State} State
 * @typedef {import("./board_model.js").Chip} Chip
 */

/** Draws the chips that are seen, moves them where the layout has changed, and keeps the focus on its tag. */
export class BoardView {
  /** @param {HTMLElement} grid */
  constructor(grid) {
    this.grid = grid;
    /** @type {Map<string, { item: HTMLElement, chip: Chip }>} */
    this.drawn = new Map();
    /** @type {Map<number, HTMLElement>} */
    this.rows = new Map();
    /** The chip that Tab reaches; it stays in the document wherever the window is. */
    this.current = "";
    this.key = "";
    this.groupKey = "[]";
    /** The key of a tag that the window goes to once its place is known. */
    this.awaited = "";
    /** @type {Map<Element, Chip>} */
    this.items = new Map();
    /** @type {"first" | "last" | undefined} */
    this.sought = undefined;
  }

  /** @param {State} state */
  draw(state) {
    this.state = state;
    const seen = visibleChips(state);
    const isOther = this.key !== state.set;
    this.key = state.set;
    const { groups, height } = arrangement(state);
    this.grid.style.height = `${height}px`;
    this.grid.setAttribute("aria-label", state.set ? words("board.tagsOf", { set: state.set }) : words("items.tags"));
    this.grid.setAttribute("aria-rowcount", String(this.isWholeKnown() ? (chips(state).at(-1)?.line ?? -1) + 1 : -1));
    this.drawGroups(groups);
    const kept = this.withCurrent(seen);
    const focused = this.chipOf(document.activeElement);
    this.leaveOut(new Set(kept.map((chip) => chip.tag)));
    const selected = selection(state);
    for (const chip of kept) this.place(chip, selected.has(chip.tag), !isOther);
    this.order(kept);
    const beside = focused && (nearest(kept, focused.line, focused) ?? kept.at(-1));
    if (!kept.some((chip) => chip.tag === this.current)) this.setCurrent((beside ?? seen[0])?.tag ?? "");
    // Rows that were filled again lose the focus, and the focus of a removed chip goes to its neighbor.
    if (focused) (this.drawn.get(focused.tag) ?? this.drawn.get(this.current))?.item.focus({ preventScroll: true });
    if (this.sought) this.find();
    const awaited = this.awaited && chips(state).find((chip) => plain(chip.tag) === this.awaited);
    if (!awaited) return;
    this.awaited = "";
    this.reveal(awaited);
  }

  /** @param {import("./board_layout.js").Group[]} groups */
  drawGroups(groups) {
    const key = JSON.stringify(groups);
    if (key === this.groupKey) return;
    this.groupKey = key;
    for (const old of this.grid.querySelectorAll(".group-row")) old.remove();
    for (const { name, y } of groups) {
      const heading = element("div", { role: "rowheader", class: "group", text: name });
      heading.style.transform = `translateY(${y}px)`;
      this.grid.append(element("div", { role: "row", class: "row group-row" }, heading));
    }
  }

  /**
   * Brings the chip of a tag into sight, if it comes soon.
   * @param {string} tag
   */
  await(tag) {
    this.awaited = plain(tag);
    setTimeout(() => {
      this.awaited = "";
    }, 3_000);
  }

  /** @param {Chip[]} seen */
  withCurrent(seen) {
    const known = this.drawn.get(this.current);
    const hasFocus = known && document.activeElement === known.item;
    if (!hasFocus || seen.some((chip) => chip.tag === this.current)) return seen;
    const chip = chips(/** @type {State} */ (this.state)).find((chip) => chip.tag === this.current);
    const isGone = !chip && this.isWholeKnown();
    return isGone ? seen : [...seen, chip ?? known.chip].sort((a, b) => a.line - b.line || a.x - b.x);
  }

  isWholeKnown() {
    return (this.state?.boardHeight ?? 0) <= 2048;
  }

  /** @param {Set<string>} kept */
  leaveOut(kept) {
    for (const [tag, { item }] of this.drawn) {
      if (kept.has(tag)) continue;
      item.remove();
      this.items.delete(item);
      this.drawn.delete(tag);
    }
  }

  /**
   * @param {Chip} chip
   * @param {boolean} isOn
   * @param {boolean} moves
   */
  place(chip, isOn, moves) {
    const known = this.drawn.get(chip.tag);
    const item = known?.item ?? element("div", { role: "gridcell", class: "chip", tabindex: "-1", text: chip.tag });
    const transform = `translate(${chip.x}px, ${chip.y}px)`;
    if (
      !known ||
      /** @type {const} */ (["x", "y", "width", "height"]).some((name) => known.chip[name] !== chip[name])
    ) {
      const before = item.style.transform;
      Object.assign(item.style, { transform, width: `${chip.width}px` });
      item.style.setProperty("--chip-height", `${chip.height}px`);
      if (known && moves && !prefersStillness())
        item.animate([{ transform: before }, { transform }], { duration: 180, easing: "ease-out" });
    }
    this.drawLook(item, chip);
    if (item.getAttribute("aria-selected") !== String(isOn)) item.setAttribute("aria-selected", String(isOn));
    this.drawn.set(chip.tag, { item, chip });
    this.items.set(item, chip);
  }

  /**
   * Draws the color of a tag, and the mark of a tag of which an item has at most one.
   * @param {HTMLElement} item
   * @param {Chip} chip
   */
  drawLook(item, { tag, color }) {
    const { looks, groups } = /** @type {State} */ (this.state);
    const group = groupOf(groups, tag);
    const title = tagTooltip(looks.get(tag), group, words) ?? "";
    item.classList.toggle("one", group !== undefined);
    if (item.title !== title) item.title = title;
    const dot = /** @type {HTMLElement | null} */ (item.querySelector(".dot"));
    if (dot?.dataset.color === color) return;
    dot?.remove();
    item.append(colorDot({ color }, words) ?? "");
  }

  /**
   * Puts the chips into their rows, in their order, and moves only those that are elsewhere.
   * @param {Chip[]} kept
   */
  order(kept) {
    const lines = new Map();
    for (const chip of kept) lines.set(chip.line, [...(lines.get(chip.line) ?? []), this.drawn.get(chip.tag)?.item]);
    for (const [line, row] of this.rows)
      if (!lines.has(line)) {
        row.remove();
        this.rows.delete(line);
      }
    /** @type {HTMLElement | null} */
    let previous = null;
    for (const [line, items] of lines) {
      const row =
        this.rows.get(line) ?? element("div", { role: "row", class: "row", "aria-rowindex": String(line + 1) });
      this.rows.set(line, row);
      if (
        row.childNodes.length !== items.length ||
        items.some((/** @type {Node} */ item, /** @type {number} */ index) => row.childNodes[index] !== item)
      )
        row.replaceChildren(...items);
      /** @type {ChildNode | null} */
      const place = previous ? previous.nextSibling : this.grid.firstChild;
      if (place !== row) this.grid.insertBefore(row, place);
      previous = row;
    }
  }

  /** @param {string} tag */
  setCurrent(tag) {
    this.drawn.get(this.current)?.item.setAttribute("tabindex", "-1");
    this.current = tag;
    this.drawn.get(tag)?.item.setAttribute("tabindex", "0");
  }

  /**
   * Moves the focus to a chip, and the window with it.
   * @param {Chip | undefined} chip
   */
  focus(chip) {
    if (!chip) return;
    if (!this.drawn.has(chip.tag)) {
      this.place(chip, selection(/** @type {State} */ (this.state)).has(chip.tag), false);
      this.order([...this.drawn.values()].map((known) => known.chip).sort((a, b) => a.line - b.line || a.x - b.x));
    }
    this.setCurrent(chip.tag);
    const item = this.drawn.get(chip.tag)?.item;
    item?.focus({ preventScroll: true });
    this.reveal(chip);
  }

  /** @param {Chip} chip */
  reveal(chip) {
    const top = this.grid.getBoundingClientRect().top + chip.y;
    const { head, foot } = insets();
    const [above, below] = [head + 12, innerHeight - foot - chip.height - 12];
    if (top < above) scrollBy(0, top - above);
    else if (top > below) scrollBy(0, top - below);
  }

  /** @param {EventTarget | null} target @returns {Chip | undefined} */
  chipOf(target) {
    const item = target instanceof Element ? target.closest(".chip") : null;
    return item ? this.items.get(item) : undefined;
  }

  /**
   * The chip that a key leads to.
   * @param {Chip} from
   * @param {string} key
   * @returns {Chip | undefined}
   */
  neighbor(from, key) {
    const all = chips(/** @type {State} */ (this.state));
    const line = all.filter((chip) => chip.line === from.line);
    if (key === "Home") return line[0];
    if (key === "End") return line.at(-1);
    const isRightToLeft = line.length > 1 && line[1].x < line[0].x;
    const index = all.findIndex((chip) => chip.tag === from.tag);
    if (key === "ArrowLeft") return all[index + (isRightToLeft ? 1 : -1)];
    if (key === "ArrowRight") return all[index + (isRightToLeft ? -1 : 1)];
    const lines =
      { ArrowUp: -1, ArrowDown: 1, PageUp: -this.linesSeen(from), PageDown: this.linesSeen(from) }[key] ?? 0;
    const last = all.at(-1)?.line ?? 0;
    return nearest(all, Math.min(last, Math.max(all[0]?.line ?? 0, from.line + lines)), from);
  }

  /**
   * Whether a chip comes after another one in the order of the set.
   * @param {Chip} chip
   * @param {Chip} other
   */
  isBehind(chip, other) {
    const all = chips(/** @type {State} */ (this.state)).map((each) => each.tag);
    return all.indexOf(chip.tag) > all.indexOf(other.tag);
  }

  /** @param {Chip} chip @returns {Chip | undefined} */
  following(chip) {
    const all = chips(/** @type {State} */ (this.state));
    return all[all.findIndex((each) => each.tag === chip.tag) + 1];
  }

  /**
   * Goes to the first or the last chip, which may have to be asked for.
   * @param {"first" | "last"} end
   */
  seek(end) {
    this.sought = end;
    scrollTo(0, end === "first" ? 0 : document.documentElement.scrollHeight);
    this.find();
  }

  /** Moves the focus to the chip that is sought, once it is there. */
  find() {
    const all = chips(/** @type {State} */ (this.state));
    const chip = this.sought === "first" ? all[0] : all.at(-1);
    const isEnd =
      chip &&
      (this.sought === "first"
        ? chip.line === 0
        : chip.y + chip.height >= arrangement(/** @type {State} */ (this.state)).height - 1);
    if (!this.sought || !isEnd) return;
    this.sought = undefined;
    this.focus(chip);
  }

  /** @param {Chip} chip */
  linesSeen(chip) {
    return Math.max(1, Math.floor((innerHeight - insets().head - insets().foot) / (chip.height + 8)) - 1);
  }

  /**
   * The chip before which something lies that is dropped at a place of the board; `null` at the end.
   * @param {number} x
   * @param {number} y
   * @param {string} dragged
   * @returns {{ before: Chip | null, beside: Chip | undefined, isAfter: boolean }}
   */
  gap(x, y, dragged) {
    const all = chips(/** @type {State} */ (this.state)).filter((chip) => chip.tag !== dragged);
    const last = all.at(-1);
    const below = all.find((chip) => y <= chip.y + chip.height + 4);
    if (!below) return { before: null, beside: last, isAfter: true };
    const line = all.filter((chip) => chip.line === below.line);
    const isRightToLeft = line.length > 1 && line[1].x < line[0].x;
    const next = line.find((chip) => (isRightToLeft ? x > chip.x + chip.width / 2 : x < chip.x + chip.width / 2));
    if (next) return { before: next, beside: next, isAfter: isRightToLeft };
    const end = line[line.length - 1];
    return { before: all[all.indexOf(end) + 1] ?? null, beside: end, isAfter: !isRightToLeft };
  }
}

/** How much of the window the fixed parts at its top and bottom cover, in pixels. */
function insets() {
  const covers = (/** @type {string} */ selector) => {
    const part = document.querySelector(selector);
    return part && getComputedStyle(part).position === "sticky" ? part.getBoundingClientRect() : null;
  };
  return {
    head: covers(".board-head")?.bottom ?? covers(".top")?.bottom ?? 0,
    foot: innerHeight - (covers(".board-foot")?.top ?? innerHeight),
  };
}

export function prefersStillness() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * @param {Chip[]} all
 * @param {number} line
 * @param {Chip} from
 */
function nearest(all, line, from) {
  const middle = from.x + from.width / 2;
  const distance = (/** @type {Chip} */ chip) => Math.abs(chip.x + chip.width / 2 - middle);
  return all.filter((chip) => chip.line === line).sort((a, b) => distance(a) - distance(b))[0];
}
