// The Settings view: appearance, keys, language, and the sections for boards, files and access.

import {
  announce,
  base,
  confirmed,
  element,
  forgetKeptItems,
  forgetTokens,
  link,
  send,
  shortcuts,
  start,
  t,
  tell,
  typedToken,
} from "./shell.js";
import "./settings_texts.js";
import { layoutSection } from "./settings_layout.js";
import { filesSection } from "./settings_files.js";
import { remotesSection } from "./settings_remotes.js";
import { tokensSection } from "./settings_tokens.js";
import { forgetDrafts } from "./add_drafts.js";
import { announceUnsent, openUnsent } from "./unsent.js";

// Languages are named in their own language, so that a person finds theirs on a page in another.
const LANGUAGE_NAMES = { en: "English", de: "Deutsch", es: "Español", fr: "Français", ja: "日本語", zh: "简体中文" };

start("settings");

/**
 * A section with a heading that the list of sections links to.
 * @param {string} id
 * @param {...any} content
 */
function section(id, ...content) {
  return element(
    "section",
    { class: "card", id, "aria-labelledby": `${id}-title` },
    element("h2", { id: `${id}-title`, text: t(`settings.${id}`) }),
    ...content,
  );
}

/**
 * A setting: its name and explanation at the side of its control.
 * @param {string} name
 * @param {HTMLElement} control
 * @param {string} [more]
 */
function setting(name, control, more) {
  const id = `setting-${name}`;
  const label = element(control.getAttribute("role") ? "span" : "label", {
    id: `${id}-label`,
    for: control.getAttribute("role") ? undefined : id,
    text: t(`settings.${name}`),
  });
  if (control.getAttribute("role")) control.setAttribute("aria-labelledby", `${id}-label`);
  control.id = id;
  return element(
    "div",
    { class: "setting" },
    element("div", {}, label, more && element("small", { text: more })),
    control,
  );
}

// MARK: Appearance and keys

function themes() {
  const now = localStorage.getItem("tagflow.theme") ?? "";
  return element(
    "div",
    { class: "segments", role: "radiogroup" },
    ...["", "light", "dark"].map((theme) => {
      const choice = element("input", {
        type: "radio",
        name: "theme",
        value: theme,
        checked: theme === now,
        onchange: () => chooseTheme(theme),
      });
      return element("label", {}, choice, element("span", { text: t(`settings.theme.${theme || "system"}`) }));
    }),
  );
}

/** @param {string} theme */
function chooseTheme(theme) {
  if (theme) localStorage.setItem("tagflow.theme", theme);
  else localStorage.removeItem("tagflow.theme");
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

function languages() {
  const choice = element(
    "select",
    {},
    element("option", { value: "", text: t("settings.language.browser") }),
    ...Object.entries(LANGUAGE_NAMES).map(([code, name]) => element("option", { value: code, text: name, lang: code })),
  );
  choice.value = localStorage.getItem("tagflow.language") ?? "";
  choice.addEventListener("change", () => {
    if (choice.value) localStorage.setItem("tagflow.language", choice.value);
    else localStorage.removeItem("tagflow.language");
    window.location.reload();
  });
  return choice;
}

function keySwitch() {
  const choice = element("input", { type: "checkbox", class: "switch", checked: shortcuts.areOn });
  choice.addEventListener("change", () => {
    localStorage.setItem("tagflow.shortcuts", choice.checked ? "on" : "off");
    announce(t(choice.checked ? "settings.keysOn" : "settings.keysOff"));
  });
  return choice;
}

// MARK: Signing out

async function signOut() {
  const store = await openUnsent();
  const n = (await store.all()).length;
  if (
    n > 0 &&
    !(await confirmed(t("settings.dropUnsent", { n }), t("settings.dropUnsent.more"), t("settings.signOut")))
  )
    return;
  const typed = forgetTokens();
  const answer = await fetch(`${base}/sign-out`, { method: "POST" }).catch(() => null);
  if (!answer?.ok && !(typed > 0 && answer)) return tell(t("settings.signOutFailed"), { wrong: true });
  // The next person at this browser must neither read nor send what this one wrote.
  forgetDrafts();
  await forgetKeptItems();
  await store.forget().catch(() => {});
  announceUnsent();
  window.location.assign(link("/"));
}

/** @param {Event} event */
async function downloadWithToken(event) {
  const anchor = /** @type {HTMLElement} */ (event.target).closest("a[download]");
  // A browser with a cookie downloads the address itself.
  if (!(anchor instanceof HTMLAnchorElement) || !typedToken()) return;
  event.preventDefault();
  const answer = await send("GET", anchor.dataset.path ?? "").catch(
    (error) => void tell(error.message, { wrong: true }),
  );
  if (!answer) return;
  const address = URL.createObjectURL(await answer.blob());
  element("a", { href: address, download: anchor.download }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

// MARK: The page

const sections = [
  section(
    "appearance",
    setting("theme", themes()),
    setting("language", languages()),
    setting("shortcuts", keySwitch(), t("settings.shortcuts.more")),
  ),
  section("layout", ...layoutSection()),
  section("files", ...filesSection()),
  section("remotes", ...remotesSection()),
  section("tokens", ...tokensSection()),
  section(
    "account",
    element("p", { class: "soft", text: t("settings.account.more") }),
    element("button", { class: "second", text: t("settings.signOut"), onclick: signOut }),
  ),
];
const list = element(
  "nav",
  { class: "sections", "aria-label": t("settings.sections") },
  ...sections.map(({ id }) => element("a", { href: `#${id}`, text: t(`settings.${id}`) })),
);
const main = /** @type {HTMLElement} */ (document.querySelector("main"));
main.append(
  element("h1", { text: t("settings.title") }),
  element("div", { class: "settings" }, list, element("div", { class: "sections-body" }, ...sections)),
);
main.addEventListener("click", downloadWithToken);
// The sections didn't exist when the browser looked for the address's.
document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
