// The look of a tag field, which the page's views and `<tag-input>` share. The colors are those of the pictures: Theme.swift.

const FIELD_STYLE = `
.tag-field { --line: #d3d9e2; --frame: #8a94a3; --fill: #f3f5f8; --hover: #e9edf3; --ink: #2b3440; --soft: #5b6675; --mark: #2457d6; --bad: #a3261c; --paper: Field; --sheet: Canvas; }
@supports (color: light-dark(red, red)) {
  .tag-field { --line: light-dark(#d3d9e2, #3b434f); --frame: light-dark(#8a94a3, #59636f); --fill: light-dark(#f3f5f8, #232830); --hover: light-dark(#e9edf3, #2c323c);
    --ink: light-dark(#2b3440, #d6dce5); --soft: light-dark(#5b6675, #97a2b2); --mark: light-dark(#2457d6, #8db2ff); --bad: light-dark(#a3261c, #ff9d92); }
}
/* In the page's views the field looks like their other fields. */
.tag-field.in-view { --frame: var(--chip-line); --paper: var(--back); --sheet: var(--raised); }
.tag-field * { box-sizing: border-box; font: inherit; }
.tag-field .frame { position: relative; }
.tag-field .field { display: flex; flex-wrap: wrap; gap: 5px; min-height: 38px; padding: 4px 6px; border: 1px solid var(--frame); border-radius: 10px; background: var(--paper); color: FieldText; cursor: text; }
.tag-field .field:focus-within { outline: 2px solid var(--mark); outline-offset: -1px; }
.tag-field .chip { display: inline-flex; align-items: center; gap: 0; max-width: 100%; min-height: 28px; height: 28px; padding: 0; padding-inline-start: 10px; border: 1px solid var(--line); border-radius: 14px; background: var(--fill); color: var(--ink); }
.tag-field .chip bdi { overflow: hidden; text-overflow: ellipsis; white-space: pre; }
.tag-field .chip[hidden] { display: none; }
.tag-field .chip.flash { border-color: var(--mark); box-shadow: 0 0 0 2px var(--mark); }
.tag-field .remove { flex: none; display: block; width: 24px; height: 24px; margin: 0; margin-inline: 1px; padding: 0; border: 0; border-radius: 12px; background: none; color: inherit; cursor: pointer; line-height: 1; }
.tag-field .remove:hover { background: rgb(128 140 160 / 25%); }
.tag-field .remove:focus-visible { outline: 2px solid currentColor; outline-offset: -2px; }
.tag-field .entry { position: relative; flex: 1 1 9em; display: grid; min-width: 5em; max-width: 100%; }
.tag-field .entry > * { grid-area: 1 / 1; min-width: 0; padding: 0 4px; line-height: 28px; white-space: pre; }
.tag-field .entry .input { width: 100%; min-height: 28px; height: 28px; border: 0; border-radius: 0; outline: 0; background: none; color: inherit; }
.tag-field .completion { align-self: center; overflow: hidden; color: var(--soft); pointer-events: none; }
.tag-field .completion span { visibility: hidden; }
.tag-field .options { position: absolute; z-index: 10; inset: 100% 0 auto; max-height: min(50vh, 320px); overflow: auto; margin: 4px 0 0; padding: 5px; list-style: none; border: 1px solid var(--line); border-radius: 12px; background: var(--sheet); color: var(--ink); box-shadow: 0 8px 30px rgb(20 30 50 / 18%); overscroll-behavior: contain; }
.tag-field .options.above { inset: auto 0 100%; margin: 0 0 4px; }
.tag-field.inline .options { position: static; }
.tag-field .options[hidden], .tag-field .hint[hidden] { display: none; }
.tag-field .options li { display: flex; flex-wrap: nowrap; align-items: baseline; gap: 0 10px; padding: 6px 10px; border-radius: 8px; cursor: pointer; overflow-wrap: anywhere; }
.tag-field .options li:hover, .tag-field .options li.meant { background: var(--fill); }
.tag-field .options li[aria-selected=true] { background: var(--hover); color: inherit; }
.tag-field .options bdi { flex: 0 1 auto; min-width: 0; white-space: pre-wrap; }
.tag-field .options .create bdi { font-weight: 600; }
.tag-field .options .by-enter bdi::after, .tag-field .options .by-tab bdi::after { content: "↵"; margin-inline-start: 8px; padding: 0 5px; border: 1px solid var(--line); border-radius: 5px; background: var(--sheet); color: var(--soft); font-size: .8em; font-weight: 400; }
.tag-field .options .by-tab bdi::after { content: "Tab"; }
@supports (content: "" / "") { .tag-field .options .by-enter bdi::after { content: "↵" / ""; } .tag-field .options .by-tab bdi::after { content: "Tab" / ""; } }
.tag-field .options mark { background: none; color: inherit; font-weight: 700; }
.tag-field .options small { flex: 0 1000 auto; min-width: 0; margin-inline-start: auto; overflow: hidden; color: var(--soft); font-size: .86em; text-overflow: ellipsis; white-space: nowrap; }
.tag-field .options .count { flex: none; min-width: 2.2em; color: var(--soft); font-size: .86em; text-align: end; font-variant-numeric: tabular-nums; }
.tag-field .options small + .count { margin-inline-start: 0; }
.tag-field .options bdi + .count { margin-inline-start: auto; }
.tag-field .hint { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 10px; margin: 6px 4px 0; color: var(--soft); font-size: .92em; }
.tag-field .hint.wrong { color: var(--bad); }
.tag-field .hint button { min-height: 28px; padding: 0 8px; border: 0; border-radius: 8px; background: none; color: var(--mark); font-weight: 600; cursor: pointer; }
.tag-field .hint button:hover { background: var(--fill); }
.tag-field kbd { margin-inline-start: 8px; padding: 0 5px; border: 1px solid var(--line); border-radius: 5px; background: var(--fill); color: var(--soft); font-size: .82em; font-weight: 400; }
.tag-field .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (pointer: coarse) {
  .tag-field .field { min-height: 46px; padding: 4px 6px; }
  .tag-field .chip { min-height: 36px; height: 36px; border-radius: 18px; }
  .tag-field .remove { width: 44px; height: 44px; margin: -5px; margin-inline-start: 0; border-radius: 22px; }
  .tag-field .remove:hover { background: none; }
  .tag-field .entry .input { min-height: 36px; height: 36px; font-size: max(16px, 1em); }
  .tag-field .completion { font-size: max(16px, 1em); }
  .tag-field .entry > * { line-height: 36px; }
  .tag-field .options li, .tag-field .hint button { min-height: 44px; align-items: center; }
  .tag-field .options li { flex-wrap: wrap; }
  .tag-field .options bdi { flex: 1 1 100%; overflow-wrap: break-word; }
}
@media (hover: none) { .tag-field kbd { display: none; } .tag-field .options li.by-enter bdi::after, .tag-field .options li.by-tab bdi::after { display: none; } }
@media (prefers-reduced-motion: no-preference) {
  .tag-field .chip.flash { animation: tag-flash .3s 3 alternate; }
  @keyframes tag-flash { from { box-shadow: 0 0 0 0 var(--mark); } to { box-shadow: 0 0 0 3px var(--mark); } }
}
@media (forced-colors: active) {
  .tag-field .options li[aria-selected=true] { forced-color-adjust: none; background: Highlight; color: HighlightText; }
  .tag-field .chip.flash { outline: 2px solid Highlight; }
}
`;

/** @type {WeakSet<Document | ShadowRoot>} */
const styledRoots = new WeakSet();

/**
 * Adds the styles of tag fields to a document or shadow root, once.
 * @param {Document | ShadowRoot} root
 */
export function styleTagFields(root) {
  if (styledRoots.has(root)) return;
  styledRoots.add(root);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(FIELD_STYLE);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
