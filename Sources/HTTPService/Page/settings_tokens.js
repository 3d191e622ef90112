// The section of Settings for access tokens: the list, a new token, and revoking.

import { announce, api, attempt, confirmed, date, element, icon, Refusal, t, tell } from "./shell.js";
import "./settings_texts.js";
import { LIFETIMES, SCOPES, sortedTokens, tokenRequest } from "./settings_model.js";

/** Makes the content of the section. */
export function tokensSection() {
  const secret = element("div", { class: "secret", hidden: true });
  const table = element("div", { class: "tokens" });
  const form = element("details", { class: "new-token", hidden: true });
  const load = async () => {
    try {
      const { tokens } = await api("GET", "tokens");
      drawTokens(table, tokens, load);
      form.hidden = false;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      form.hidden = true;
      table.replaceChildren(
        element("p", { class: "soft", text: error.status === 403 ? t("settings.onlyAdmins") : error.message }),
      );
    }
  };
  const show = (/** @type {any} */ made) => {
    showSecret(secret, made);
    form.open = false;
    load();
  };
  form.append(element("summary", { class: "second" }, icon("add"), t("settings.newToken")), tokenForm(show));
  load();
  return [element("p", { class: "soft", text: t("settings.tokens.more") }), secret, table, form];
}

/**
 * @param {HTMLElement} box
 * @param {import("./settings_model.js").Token[]} tokens
 * @param {() => Promise<void>} reload
 */
function drawTokens(box, tokens, reload) {
  if (tokens.length === 0) return box.replaceChildren(element("p", { class: "soft", text: t("settings.noTokens") }));
  const heads = ["name", "scope", "used", "expires"].map((name) =>
    element("th", { scope: "col", text: t(`settings.token.${name}`) }),
  );
  const rows = sortedTokens(tokens, new Date()).map((token) => {
    const expiry = token.isOver
      ? element("span", { class: "wrong", text: t("settings.token.expired", { date: date(token.expires ?? "") }) })
      : token.expires
        ? date(token.expires)
        : t("settings.token.never");
    const revoke = element("button", {
      class: "quiet wrong",
      text: t("settings.revoke"),
      "aria-label": t("settings.revokeToken", { name: token.name }),
      onclick: () => revokeToken(token, reload),
    });
    return element(
      "tr",
      { class: token.isOver ? "over" : "" },
      element(
        "th",
        { scope: "row" },
        element("bdi", { text: token.name }),
        token.current && element("small", { class: "here", text: t("settings.token.current") }),
        token.sets && element("small", { text: t("settings.token.sets", { sets: token.sets.join(", ") }) }),
      ),
      element("td", { "data-label": t("settings.token.scope"), text: t(`settings.scope.${token.scope}`) }),
      element("td", {
        "data-label": t("settings.token.used"),
        text: token.used ? date(`${token.used}T12:00:00`) : t("settings.token.unused"),
      }),
      element("td", { "data-label": t("settings.token.expires") }, expiry),
      element("td", { class: "number" }, revoke),
    );
  });
  box.replaceChildren(
    element(
      "table",
      { "aria-labelledby": "tokens-title" },
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          ...heads,
          element("th", { scope: "col" }, element("span", { class: "hidden", text: t("settings.revoke") })),
        ),
      ),
      element("tbody", {}, ...rows),
    ),
  );
}

/** @param {import("./settings_model.js").Token} token @param {() => Promise<void>} reload */
async function revokeToken({ id, name, current }, reload) {
  if (
    !(await confirmed(
      t("settings.revokeToken", { name }),
      t(current ? "settings.revokeCurrent" : "settings.revokeMore"),
      t("settings.revoke"),
    ))
  )
    return;
  const done = await attempt(async () => {
    await api("DELETE", `tokens/${id}`);
    return true;
  });
  if (done) tell(t("settings.revoked", { name }));
  await reload();
}

/** @param {(made: any) => void} show */
function tokenForm(show) {
  const name = element("input", { id: "token-name", required: true, maxlength: 100, autocomplete: "off" });
  const scope = element(
    "select",
    { id: "token-scope", "aria-describedby": "token-scope-more" },
    ...SCOPES.map((word) => element("option", { value: word, text: t(`settings.scope.${word}`) })),
  );
  const more = element("small", { id: "token-scope-more" });
  const days = element(
    "select",
    { id: "token-days" },
    ...LIFETIMES.map((count) =>
      element("option", {
        value: count,
        text: count > 0 ? t("settings.lifetime", { n: count }) : t("settings.token.never"),
      }),
    ),
  );
  const sets = element("fieldset", { class: "token-sets", hidden: true });
  const describe = () => {
    more.textContent = t(`settings.scope.${scope.value}.more`);
  };
  scope.value = "write";
  days.value = "365";
  scope.addEventListener("change", describe);
  describe();
  attempt(() => offerSets(sets));
  const form = element(
    "form",
    { class: "form" },
    element("label", { for: "token-name", text: t("settings.token.name") }),
    name,
    element("label", { for: "token-scope", text: t("settings.token.scope") }),
    scope,
    more,
    element("label", { for: "token-days", text: t("settings.token.lifetime") }),
    days,
    sets,
    element("button", { class: "main", text: t("settings.createToken") }),
  );
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const chosen = [...sets.querySelectorAll("input:checked")].map(
      (input) => /** @type {HTMLInputElement} */ (input).value,
    );
    const request = tokenRequest(
      { name: name.value, scope: scope.value, sets: chosen, days: Number(days.value) },
      new Date(),
    );
    const made = await attempt(() => api("POST", "tokens", request));
    if (!made) return;
    form.reset();
    scope.value = "write";
    describe();
    show(made);
  });
  return form;
}

/** @param {HTMLElement} box */
async function offerSets(box) {
  const found = await api("GET", "sets");
  const names = found.sets.map((/** @type {any} */ { set }) => set);
  box.hidden = names.length < 2;
  box.replaceChildren(
    element("legend", { class: "label", text: t("settings.token.onlySets") }),
    ...names.map((/** @type {string} */ set) =>
      element(
        "label",
        { class: "choice" },
        element("input", { type: "checkbox", value: set }),
        element("bdi", { text: set }),
      ),
    ),
  );
}

/**
 * Shows a new token, the only time that it can be read.
 * @param {HTMLElement} box
 * @param {{ name: string, token: string }} made
 */
function showSecret(box, { name, token }) {
  const field = element("input", {
    readonly: true,
    value: token,
    "aria-label": t("settings.token.secret", { name }),
    spellcheck: "false",
    onfocus: () => field.select(),
  });
  const copy = element("button", { class: "main", text: t("settings.copy") });
  copy.addEventListener("click", async () => {
    // Browsers offer the clipboard only over HTTPS and on localhost.
    await navigator.clipboard?.writeText(token).then(
      () => tell(t("settings.copied")),
      () => field.select(),
    );
    if (!navigator.clipboard) field.select();
  });
  const close = element("button", {
    class: "quiet",
    text: t("settings.secretDone"),
    onclick: () => {
      box.hidden = true;
      box.replaceChildren();
    },
  });
  box.replaceChildren(
    element("strong", { text: t("settings.token.secret", { name }) }),
    element("p", { text: t("settings.secretMore") }),
    element("div", { class: "copy-row" }, field, copy, close),
  );
  box.hidden = false;
  announce(t("settings.secretMore"));
  field.focus();
}
