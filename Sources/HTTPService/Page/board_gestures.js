// Pointers and keys on the board: press, drag, hold, and the keys of a chip that has the focus.

import { element } from "./text.js";

/**
 * @typedef {import("./board_view.js").BoardView} BoardView
 * @typedef {import("./board_model.js").Chip} Chip
 */

/**
 * @typedef {object} BoardActions
 * @property {(tag: string) => void} toggle
 * @property {(tag: string, before: string | null) => void} move
 * @property {(chip: Chip, x: number, y: number) => void} menu
 * @property {(tag: string) => void} rename
 * @property {(tag: string) => void} remove
 * @property {() => boolean} canChange
 */

/** How far a pointer moves before that is a drag, in pixels. */
const SLACK = 6;
/** How long a finger rests before it lifts a chip, in milliseconds. */
const HOLD = 400;

/** Turns pointers and keys into actions. */
export class Gestures {
  /**
   * @param {BoardView} board
   * @param {BoardActions} actions
   */
  constructor(board, actions) {
    this.board = board;
    this.actions = actions;
    /** @type {{ chip: Chip, item: HTMLElement, x: number, y: number, pointer: number, isTouch: boolean } | null} */
    this.pressed = null;
    this.isLifted = false;
    this.hasMoved = false;
    this.caret = element("div", { class: "caret", hidden: true });
    this.listen();
  }

  listen() {
    const { grid } = this.board;
    grid.addEventListener("pointerdown", (event) => this.down(event));
    addEventListener("pointermove", (event) => this.moved(event));
    addEventListener("pointerup", (event) => this.up(event));
    addEventListener("pointercancel", () => this.end());
    grid.addEventListener("click", (event) => this.clicked(event));
    grid.addEventListener("contextmenu", (event) => this.asked(event));
    grid.addEventListener("keydown", (event) => this.key(event));
    grid.addEventListener("focusin", (event) => {
      const chip = this.board.chipOf(event.target);
      if (chip) this.board.setCurrent(chip.tag);
    });
    // A finger that holds a chip does not scroll.
    grid.addEventListener(
      "touchmove",
      (event) => {
        if (this.isLifted) event.preventDefault();
      },
      { passive: false },
    );
  }

  // MARK: Pointers

  /** @param {PointerEvent} event */
  down(event) {
    const chip = this.board.chipOf(event.target);
    this.hasMoved = false;
    if (!chip || event.button !== 0 || !event.isPrimary) return;
    const item = /** @type {HTMLElement} */ (/** @type {Element} */ (event.target).closest(".chip"));
    this.pressed = {
      chip,
      item,
      x: event.clientX,
      y: event.clientY,
      pointer: event.pointerId,
      isTouch: event.pointerType === "touch",
    };
    if (this.pressed.isTouch) this.timer = setTimeout(() => this.hold(), HOLD);
  }

  hold() {
    if (!this.pressed || !this.actions.canChange()) return;
    this.lift();
  }

  lift() {
    this.isLifted = true;
    this.pressed?.item.classList.add("lifted");
    this.board.grid.parentElement?.append(this.caret);
  }

  /** @param {PointerEvent} event */
  moved(event) {
    if (!this.pressed || event.pointerId !== this.pressed.pointer) return;
    const [x, y] = [event.clientX - this.pressed.x, event.clientY - this.pressed.y];
    if (Math.hypot(x, y) < SLACK && !this.hasMoved) return;
    this.hasMoved = true;
    if (!this.isLifted) {
      if (this.pressed.isTouch || !this.actions.canChange()) return this.end();
      this.lift();
    }
    const { chip, item } = this.pressed;
    item.style.transform = `translate(${chip.x + x}px, ${chip.y + y}px)`;
    this.point(event);
    this.scrollAtEdge(event.clientY);
  }

  /** @param {PointerEvent} event */
  gapAt(event) {
    const frame = this.board.grid.getBoundingClientRect();
    return this.board.gap(event.clientX - frame.left, event.clientY - frame.top, this.pressed?.chip.tag ?? "");
  }

  /**
   * Shows the place to which the chip would move.
   * @param {PointerEvent} event
   */
  point(event) {
    const { beside, isAfter } = this.gapAt(event);
    this.caret.hidden = !beside;
    if (!beside) return;
    const { offsetLeft, offsetTop } = this.board.grid;
    const x = offsetLeft + (isAfter ? beside.x + beside.width + 2.5 : beside.x - 5.5);
    Object.assign(this.caret.style, {
      transform: `translate(${x}px, ${offsetTop + beside.y}px)`,
      height: `${beside.height}px`,
    });
  }

  /** @param {number} y */
  scrollAtEdge(y) {
    if (y < 140) scrollBy(0, -12);
    else if (y > innerHeight - 80) scrollBy(0, 12);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const pressed = this.pressed;
    if (!pressed || event.pointerId !== pressed.pointer) return;
    const { isLifted, hasMoved } = this;
    const before = isLifted && hasMoved ? this.gapAt(event).before : null;
    this.end();
    if (!isLifted) return;
    // The click that follows doesn't toggle.
    this.hasMoved = true;
    // There is nothing outside the window.
    const isInside = document.elementFromPoint(event.clientX, event.clientY);
    if (hasMoved) isInside && this.actions.move(pressed.chip.tag, before?.tag ?? null);
    else this.actions.menu(pressed.chip, event.clientX, event.clientY);
  }

  end() {
    clearTimeout(this.timer);
    if (this.isLifted && this.pressed) {
      const { item, chip } = this.pressed;
      item.classList.remove("lifted");
      item.style.transform = `translate(${chip.x}px, ${chip.y}px)`;
    }
    this.caret.remove();
    this.pressed = null;
    this.isLifted = false;
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const chip = this.board.chipOf(event.target);
    const isEndOfDrag = this.hasMoved;
    this.hasMoved = false;
    if (chip && !isEndOfDrag) this.actions.toggle(chip.tag);
  }

  /** @param {MouseEvent} event */
  asked(event) {
    const chip = this.board.chipOf(event.target);
    if (!chip) return;
    event.preventDefault();
    if (this.pressed?.isTouch || this.isLifted) return;
    this.actions.menu(chip, event.clientX, event.clientY);
  }

  /** @param {Chip} chip */
  menuBelow(chip) {
    const frame = this.board.grid.getBoundingClientRect();
    this.actions.menu(chip, frame.left + chip.x, frame.top + chip.y + chip.height);
  }

  // MARK: Keys

  /** @param {KeyboardEvent} event */
  key(event) {
    const chip = this.board.chipOf(event.target);
    if (!chip) return;
    if (event.key === "Escape" && this.isLifted) return this.end();
    const act = event.altKey ? this.movingKey(chip, event) : this.plainKey(chip, event);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /**
   * @param {Chip} chip
   * @param {KeyboardEvent} event
   */
  plainKey(chip, event) {
    const { actions, board } = this;
    const isFar = event.ctrlKey || event.metaKey;
    if (/^(Arrow|Page)|^(Home|End)$/.test(event.key)) return () => this.go(chip, event.key, isFar);
    if (isFar || (event.shiftKey && event.key !== "F10")) return undefined;
    if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) return () => this.menuBelow(chip);
    return {
      " ": () => actions.toggle(chip.tag),
      Enter: () => actions.toggle(chip.tag),
      F2: () => actions.rename(chip.tag),
      Delete: () => {
        board.focus(board.neighbor(chip, "ArrowRight") ?? board.neighbor(chip, "ArrowLeft"));
        actions.remove(chip.tag);
      },
    }[event.key];
  }

  /**
   * @param {Chip} chip
   * @param {string} key
   * @param {boolean} isFar
   */
  go(chip, key, isFar) {
    if (isFar && (key === "Home" || key === "End")) return this.board.seek(key === "Home" ? "first" : "last");
    this.board.focus(this.board.neighbor(chip, key));
  }

  /**
   * Alt and an arrow move the chip itself.
   * @param {Chip} chip
   * @param {KeyboardEvent} event
   */
  movingKey(chip, event) {
    if (!/^Arrow/.test(event.key) || !this.actions.canChange()) return undefined;
    const other = this.board.neighbor(chip, event.key);
    if (!other) return () => {};
    const isForward = other.line > chip.line || (other.line === chip.line && this.board.isBehind(other, chip));
    const after = isForward ? this.board.following(other) : other;
    return () => this.actions.move(chip.tag, after?.tag ?? null);
  }
}
