// The service worker, and the files that it keeps for when the server is away.

import { base, link } from "./shell_address.js";

/** Whether the browser allows a service worker here: only over HTTPS and on localhost. */
export const canWorkOffline = "serviceWorker" in (globalThis.navigator ?? {});

/** Lets the service worker keep the files of this view. */
export async function startOffline() {
  if (!canWorkOffline) return;
  const address = `${base}/service_worker.js`;
  try {
    // While developing, the worker is a module that imports others; browsers without such workers get the joined file.
    await navigator.serviceWorker
      .register(address, { type: "module" })
      .catch(() => navigator.serviceWorker.register(address));
    const { active } = await navigator.serviceWorker.ready;
    const files = performance.getEntriesByType("resource").map(({ name }) => name);
    // The views that work offline, whether or not they were opened yet.
    const views = [link("/"), link("/add")].map((path) => new URL(path, window.location.href).href);
    active?.postMessage({ type: "keep", files: [window.location.href, ...files], views });
  } catch {
    // The page works without it.
  }
}

/** Asks the browser to let the worker send what waits, even if all pages are closed. */
export async function sendLater() {
  if (!canWorkOffline) return;
  const registration = /** @type {any} */ (await navigator.serviceWorker.getRegistration());
  await registration?.sync?.register("unsent").catch(() => {});
}

let forgetting = Promise.resolve();

/** Forgets the items that this browser keeps, since another person may sign in. */
export function forgetKeptItems() {
  const forget = async () => (await import("./offline_store.js")).forgetOffline();
  // Without the module, nothing was kept by this version, and nothing is shown.
  forgetting = forget().catch(() => {});
  return forgetting;
}

export const whenForgotten = () => forgetting;
