// The section of Settings for connections to other programs: the list, with buttons that pull and push.

import { api, attempt, date, element, Refusal, segment, t, tell } from "./shell.js";
import "./settings_texts.js";

/**
 * @typedef {{ name: string, kind: string, url: string, items: number, lastPull?: string, unpushed: number }} Remote
 */

/** Makes the content of the section. */
export function remotesSection() {
  const list = element("div", { class: "remotes" });
  const load = async () => {
    try {
      const { remotes } = await api("GET", "remotes");
      drawRemotes(list, remotes, load);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      list.replaceChildren(
        element("p", { class: "soft", text: error.status === 403 ? t("settings.onlyAdmins") : error.message }),
      );
    }
  };
  load();
  return [element("p", { class: "soft", text: t("settings.remotes.more") }), list];
}

/**
 * @param {HTMLElement} list
 * @param {Remote[]} remotes
 * @param {() => Promise<void>} reload
 */
function drawRemotes(list, remotes, reload) {
  if (remotes.length === 0) return list.replaceChildren(element("p", { class: "soft", text: t("settings.noRemotes") }));
  list.replaceChildren(
    ...remotes.map((remote) => {
      const { name, url, items, lastPull, unpushed } = remote;
      const pulled = lastPull ? date(lastPull) : t("settings.remotes.never");
      return element(
        "div",
        { class: "remote" },
        element(
          "div",
          {},
          element("strong", {}, element("bdi", { text: name })),
          element("small", { text: url }),
          element("small", { text: t("settings.remotes.state", { count: items, date: pulled }) }),
          unpushed > 0 &&
            element("small", { class: "unpushed", text: t("settings.remotes.unpushed", { count: unpushed }) }),
        ),
        button("pull", "settings.remotes.pullFrom", name, () => pull(remote), reload),
        button("push", "settings.remotes.pushTo", name, () => push(remote), reload),
      );
    }),
  );
}

/**
 * A button that is off while its request runs.
 * @param {"pull" | "push"} kind
 * @param {string} label
 * @param {string} name
 * @param {() => Promise<void>} work
 * @param {() => Promise<void>} reload
 */
function button(kind, label, name, work, reload) {
  const made = element("button", {
    class: "second",
    text: t(`settings.remotes.${kind}`),
    "aria-label": t(label, { name }),
    onclick: async () => {
      made.disabled = true;
      await attempt(work);
      await reload();
    },
  });
  return made;
}

/** @param {Remote} remote */
async function pull({ name }) {
  const counts = await api("POST", `remotes/${segment(name)}/pull`);
  tell(t("settings.remotes.pulled", { name, ...counts }));
}

/** @param {Remote} remote */
async function push({ name }) {
  const { pushed, forbidden, failed } = await api("POST", `remotes/${segment(name)}/push`);
  const skipped = forbidden.length + failed.length;
  tell(t("settings.remotes.pushed", { name, pushed }));
  if (skipped > 0) tell(t("settings.remotes.skipped", { name, count: skipped }), { wrong: true });
}
