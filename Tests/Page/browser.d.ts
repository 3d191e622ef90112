// What browsers have and the library of tsc does not know yet.

interface HTMLElement {
  showPopover(): void;
  hidePopover(): void;
}

interface ToggleEvent extends Event {
  readonly newState: "open" | "closed";
}
