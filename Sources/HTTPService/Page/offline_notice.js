// Shows that the server is away, and the entries that wait to be sent or were rejected.

import { announce, element, language, openDialog, sentence, t } from "./shell.js";
import { describedChange, reasonOf } from "./offline_model.js";

/**
 * @typedef {import("./unsent.js").Unsent} Unsent
 * @typedef {{ since: number, waiting: number, rejected: number, tryAgain: () => Promise<boolean>, show: () => void }} Connection
 */

const bar = element("div", { id: "offline", class: "offline", hidden: true });
let said = "";

/** Loads the style sheet and puts the bar below the count of the results. */
function placeBar() {
  if (bar.isConnected) return;
  const sheet = new URL("./offline.css", import.meta.url).href;
  document.head.append(element("link", { rel: "stylesheet", href: sheet }));
  document.getElementById("status")?.after(bar);
}

/** @param {Connection} connection */
export function drawNotice({ since, waiting, rejected, tryAgain, show }) {
  bar.hidden = !since && waiting + rejected === 0;
  if (bar.hidden) {
    said = "";
    return;
  }
  placeBar();
  const hadFocus = bar.contains(document.activeElement);
  const texts = [
    since ? t("offline.since", { time: timeOf(since) }) : "",
    waiting ? t("offline.waiting", { n: waiting }) : "",
    rejected ? t("offline.rejected", { n: rejected }) : "",
  ].filter(Boolean);
  const again = element("button", { class: "quiet", text: t("offline.tryAgain") });
  again.addEventListener("click", async () => {
    again.disabled = true;
    if (!(await tryAgain())) announce(t("offline.still"));
    again.disabled = false;
  });
  bar.classList.toggle("wrong", rejected > 0);
  bar.replaceChildren(
    element("span", { text: texts.join(" · ") }),
    ...(since ? [again] : []),
    ...(waiting + rejected ? [element("button", { class: "quiet", text: t("offline.show"), onclick: show })] : []),
  );
  if (hadFocus) bar.querySelector("button")?.focus();
  // How much waits is said when it is kept; only news is announced.
  if (texts[0] !== said) announce(texts[0]);
  said = texts[0];
}

/** @param {number} time */
function timeOf(time) {
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  const dateStyle = isToday ? undefined : "medium";
  return new Intl.DateTimeFormat(language, { dateStyle, timeStyle: "short" }).format(time);
}

/**
 * Lists the entries in a dialog, where they can be discarded, and rejected ones sent again.
 * @param {Unsent[]} entries
 * @param {{ nameOf: (id: number | null) => Promise<string>, discard: (entry: Unsent) => Promise<void>, repeat: (entry: Unsent) => Promise<void> }} actions
 */
export async function openEntries(entries, { nameOf, discard, repeat }) {
  const list = element("ul", { class: "offline-entries" });
  const dialog = openDialog(t("offline.unsent"), list);
  for (const entry of entries) {
    const { item, body, refused } = entry;
    const name = (item ? await nameOf(item) : body.title || body.location) || body.note || "";
    const row = element("li");
    const button = (/** @type {string} */ key, /** @type {(entry: Unsent) => Promise<void>} */ act) =>
      element("button", {
        class: "second",
        text: t(key),
        "aria-label": `${t(key)}: ${name}`,
        onclick: async () => {
          row.remove();
          await act(entry);
          if (!list.childElementCount) dialog.close();
          else list.querySelector("button")?.focus();
        },
      });
    const reason = refused ? t(reasonOf(refused.status), { reason: sentence(refused.message) }) : "";
    row.append(
      element(
        "div",
        {},
        element("strong", { dir: "auto", text: name }),
        element("small", { dir: "auto", text: describedChange(body) }),
        reason ? element("small", { class: "wrong", text: reason }) : null,
      ),
      ...(refused ? [button("offline.repeat", repeat)] : []),
      button("offline.discard", discard),
    );
    list.append(row);
  }
}
