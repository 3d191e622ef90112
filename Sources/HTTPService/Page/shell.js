// The parts that every view shares: the API, texts, the frame around the view, notices, keys, dialogs and elements.
//
// The interface, which other modules rely on:
//
//   base, space, root       `{base}`, the name of the space or "", and the path of this space's pages ("/tags/spaces/ann")
//   link(path)              `${root}${path}`, for hrefs: link("/tags")
//   start(view)             draws the frame; "items", "add", "tags", "board", "stats", "settings". The HTML needs only `<main>`.
//   api(method, path, body?, { signal?, headers?, type? }?)  JSON of `${root}/api/v1/${path}`, null for 204; throws a Refusal
//                           a string or Blob as body is sent as it is, as `type`; anything else as JSON
//   send(…)                 the same, but returns the Response (for Link, ETag, streams)
//   nextPage(response)      the path for `api` of the next page, from `Link: rel="next"`, or ""
//   Refusal                 Error with `message`, `status`, `pointer`; status 0: the server can't be reached
//   live(act)               calls act(commit) for every commit of any process, and act(null) after a reconnection or an undo here
//   canWrite(), canAdmin()  the permissions of this browser; CSS: html[data-scope="read"] .writes is hidden
//   undo()                  undoes the newest change, with a notice
//   undoAction()            a notice's action that undoes the change that was just made here; called right after it
//   segment(name)           a name as a part of a path
//   t(key, values?)         a text of the catalogue; `{n}` in values; with `key.one`, `key.other`… the plural of values.n
//   number(n), date(when), relativeDate(when), percent(x)   in the page's language
//   tell(text, { actions?: [{ label, act }], wrong?, seconds? }?)   a notice, announced once; announce(text) without showing
//   typedToken(address?), keepToken(token, stays, address?), forgetTokens()   tokens that people typed
//   isClosed()              whether the sign-in form replaced the view; shell_sign_in.js is for a view with its own requests
//   attempt(action)         awaits action(); a Refusal becomes a notice, and the result is then undefined
//   shortcuts.add(key, textKey, act)   a key of the view ("j", "#", "Shift+X"); not called in fields and dialogs
//   element(name, properties?, ...children)   `on…` are listeners, `text` the content; null, false and "" children are left out
//   icon(name)              an SVG of shell_icons.js
//   openDialog(title, ...content)   a modal dialog (a sheet on phones); removed when closed. .close() closes it
//   confirmed(title, text, label)   a Promise<boolean>
//   canHover()              whether there is a mouse
//   openMenu(anchor, entries)   entries: { label, act, icon?, wrong?, checked?, hint? } or null for a line
//   canWorkOffline, sendLater()   whether the browser allows a service worker; asks it to send waiting items
//   forgetKeptItems(), whenForgotten()   forgets the items that are kept for when the server is away
//   drawInTime(draw)        draws before the next frame, but not between a press and its click
//   safeLink(location)      the href of a location that is safe to open (http, https, mailto, relative), or ""
//   hostOf(location)        the host without www., or ""
//   language, direction(text)
//   plain(text), namesIn(text), marked(text, ranges)   of text.js
//
// A view's HTML is `<html lang="en" data-base="{base}">`, `<link rel="stylesheet" href="{assets}/shell.css">`, its own style and script, and
// `<main>`; its script calls start(VIEW) first. `data-t`, `data-t-label` and `data-t-placeholder` name the texts of elements in the HTML.

export * from "./text.js";
export * from "./shell_address.js";
export * from "./shell_elements.js";
export * from "./shell_text.js";
export * from "./shell_requests.js";
export * from "./shell_notices.js";
export * from "./shell_dialogs.js";
export * from "./shell_offline.js";
export * from "./shell_frame.js";
