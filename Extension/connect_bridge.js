// Runs in the server's page /connect, in the tab that the extension opened, and takes the approved token to the extension. See Documentation/connect.md.

(() => {
  // Injected again when the tab has loaded again; a second listener would send everything twice.
  if (/** @type {any} */ (globalThis).isTagflowBridge) return;
  /** @type {any} */ (globalThis).isTagflowBridge = true;

  /** @param {Record<string, unknown>} content */
  const post = (content) => window.postMessage(content, location.origin);

  chrome.runtime
    .sendMessage({ type: "connect-hello" })
    .then((/** @type {{ state?: string, name?: string }} */ { state, name }) => {
      if (!state) return;
      const ready = () => post({ type: "tagflow-connect-ready", state, name });
      window.addEventListener("message", async ({ source, origin, data }) => {
        if (source !== window || origin !== location.origin || data?.state !== state) return;
        if (data.type === "tagflow-connect-hello") ready();
        if (data.type === "tagflow-connect-canceled") await chrome.runtime.sendMessage({ type: "connect-canceled" });
        if (data.type !== "tagflow-connect-approved") return;
        const { token, base } = data;
        const { reason } = (await chrome.runtime.sendMessage({ type: "connect-approved", token, base })) ?? {
          reason: "storage",
        };
        post(reason ? { type: "tagflow-connect-refused", state, reason } : { type: "tagflow-connect-received", state });
      });
      ready();
    });
})();
