// The changes of tags as requests to the server.

/** @typedef {{ method: string, path: string, body?: any }} Request */

/** @param {string} tag */
export function tagPath(tag) {
  return `tags/${encodeURIComponent(tag)}`;
}

/** @param {string} tag @param {string} name @returns {Request} */
export function renameRequest(tag, name) {
  return { method: "PATCH", path: tagPath(tag), body: { tag: name } };
}

/** @param {string} tag @param {{ description?: string, color?: string }} fields @returns {Request} */
export function describeRequest(tag, fields) {
  return { method: "PATCH", path: tagPath(tag), body: fields };
}

/** @param {string} group @param {string[]} tags @returns {Request} */
export function groupRequest(group, tags) {
  return { method: "PUT", path: `groups/${encodeURIComponent(group)}`, body: { tags } };
}

/** @param {string} group @returns {Request} */
export function deleteGroupRequest(group) {
  return { method: "DELETE", path: `groups/${encodeURIComponent(group)}` };
}

/** @param {string[]} tags @param {string} into @returns {Request} */
export function mergeRequest(tags, into) {
  return { method: "POST", path: "tags/merge", body: { tags, into } };
}

/** @param {string[]} tags @returns {Request} */
export function deleteRequest(tags) {
  return { method: "POST", path: "tags/delete", body: { tags } };
}

/** @param {string} tag @param {string} alias @param {boolean} isOn @returns {Request} */
export function aliasRequest(tag, alias, isOn) {
  return { method: isOn ? "PUT" : "DELETE", path: `${tagPath(tag)}/aliases/${encodeURIComponent(alias)}` };
}

/** @param {string[]} tags @param {string} implies @param {boolean} isOn @returns {Request} */
export function implicationRequest(tags, implies, isOn) {
  return { method: "POST", path: "implications", body: { tags, implies, ...(!isOn && { remove: true }) } };
}

/** @param {string} tag @param {string} other @returns {Request} */
export function distinctRequest(tag, other) {
  return { method: "PUT", path: `${tagPath(tag)}/distinct/${encodeURIComponent(other)}` };
}

/** @param {string} query @param {string} tag @param {boolean} isAutomatic @returns {Request} */
export function addRuleRequest(query, tag, isAutomatic) {
  return { method: "POST", path: "rules", body: { q: query, tag, auto: isAutomatic } };
}

/** @param {number} id @returns {Request} */
export function removeRuleRequest(id) {
  return { method: "DELETE", path: `rules/${id}` };
}
