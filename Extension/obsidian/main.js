"use strict";

// The plugin for Obsidian: suggestions from `tagflow suggest --batch`; fixes and renames from `tagflow lsp`, the language server.
// Obsidian loads this one file, without a build. The parts that don't need Obsidian are exported for the tests.

const { spawn } = require("node:child_process");
const path = require("node:path");
const { pathToFileURL, fileURLToPath } = require("node:url");
const { FuzzySuggestModal, Modal, Notice, Plugin, PluginSettingTab, Setting } = require("obsidian");

/** How long a program may take to respond, in milliseconds. */
const PATIENCE = 20000;

/**
 * A running program, started when it's first needed and again after it ended.
 */
class Program {
  /**
   * @param {string} command The path of tagflow.
   * @param {string[]} options The options for every call, such as --database.
   * @param {string[]} parts The command and its options.
   * @param {(data: Buffer) => void} receive Takes the output.
   * @param {(error: Error) => void} fail Is called when the program ends or can't start.
   * @param {typeof spawn} start Starts a program; tests have another.
   */
  constructor(command, options, parts, receive, fail, start = spawn) {
    this.problem = "";
    const [name, ...rest] = parts;
    this.process = start(command, [name, ...options, ...rest], { stdio: ["pipe", "pipe", "pipe"] });
    this.process.stdout.on("data", receive);
    this.process.stderr.on("data", (data) => {
      this.problem = (this.problem + data).slice(-500);
    });
    this.process.stdin.on("error", () => {});
    this.process.on("error", (error) =>
      fail(
        new Error(
          error.code === "ENOENT"
            ? `can't find '${command}'; install tagflow, or enter its path in the settings`
            : error.message,
        ),
      ),
    );
    this.process.on("exit", () => fail(new Error(this.problem.trim().split("\n").pop() || "tagflow ended; try again")));
  }

  /** @param {string | Buffer} data */
  write(data) {
    this.process.stdin.write(data);
  }

  end() {
    this.process.removeAllListeners("exit");
    this.process.kill();
  }
}

/** The requests that wait for a response, by number. */
class Waiting {
  constructor() {
    this.number = 0;
    this.requests = new Map();
  }

  /** Returns a number, and a promise of the response with it. */
  add() {
    this.number += 1;
    const id = this.number;
    const response = new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => this.settle(id, null, new Error("tagflow didn't respond in time; try again")),
        PATIENCE,
      );
      this.requests.set(id, { resolve, reject, timer });
    });
    return { id, response };
  }

  settle(id, value, error) {
    const request = this.requests.get(id);
    if (!request) return;
    this.requests.delete(id);
    clearTimeout(request.timer);
    if (error) request.reject(error);
    else request.resolve(value);
  }

  failAll(error) {
    for (const id of [...this.requests.keys()]) this.settle(id, null, error);
  }
}

/** Suggestions from `tagflow suggest --batch`, one JSON object per line. */
class SuggestionClient {
  /** @param {(parts: string[], receive: (data: Buffer) => void, fail: (error: Error) => void) => Program} start */
  constructor(start) {
    this.start = start;
    this.waiting = new Waiting();
    this.program = null;
    this.rest = Buffer.alloc(0);
  }

  /** @param {object} query The fields of a query, such as title, text and given. */
  ask(query) {
    if (!this.program) {
      this.rest = Buffer.alloc(0);
      this.program = this.start(
        ["suggest", "--batch"],
        (data) => this.receive(data),
        (error) => {
          this.program = null;
          this.waiting.failAll(error);
        },
      );
    }
    const { id, response } = this.waiting.add();
    this.program.write(`${JSON.stringify({ ...query, id })}\n`);
    return response;
  }

  receive(data) {
    this.rest = Buffer.concat([this.rest, data]);
    for (let end = this.rest.indexOf(10); end >= 0; end = this.rest.indexOf(10)) {
      const line = this.rest.subarray(0, end).toString();
      this.rest = this.rest.subarray(end + 1);
      const found = JSON.parse(line);
      this.waiting.settle(found.id, found, found.error ? new Error(found.error) : null);
    }
  }

  end() {
    this.program?.end();
    this.program = null;
  }
}

/** A client of `tagflow lsp` for the notes of a vault. */
class LanguageClient {
  /**
   * @param {(parts: string[], receive: (data: Buffer) => void, fail: (error: Error) => void) => Program} start
   * @param {string} folder The absolute path of the vault.
   */
  constructor(start, folder) {
    this.start = start;
    this.folder = folder;
    this.waiting = new Waiting();
    this.program = null;
    this.open = new Map();
    this.diagnostics = new Map();
  }

  async begin() {
    if (this.program) return this.ready;
    this.rest = Buffer.alloc(0);
    this.open.clear();
    this.program = this.start(
      ["lsp"],
      (data) => this.receive(data),
      (error) => {
        this.program = null;
        this.waiting.failAll(error);
      },
    );
    const uri = pathToFileURL(this.folder).href;
    this.ready = this.request("initialize", {
      processId: null,
      rootUri: uri,
      workspaceFolders: [{ uri, name: path.basename(this.folder) }],
      capabilities: {
        general: { positionEncodings: ["utf-16"] },
        textDocument: {
          codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } },
          publishDiagnostics: {},
          rename: {},
        },
        workspace: { workspaceEdit: { documentChanges: false } },
      },
    }).then(() => this.notify("initialized", {}));
    return this.ready;
  }

  request(method, params) {
    const { id, response } = this.waiting.add();
    this.send({ jsonrpc: "2.0", id, method, params });
    return response;
  }

  notify(method, params) {
    this.send({ jsonrpc: "2.0", method, params });
  }

  send(message) {
    const body = Buffer.from(JSON.stringify(message));
    this.program.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
  }

  receive(data) {
    this.rest = Buffer.concat([this.rest, data]);
    for (;;) {
      const end = this.rest.indexOf("\r\n\r\n");
      const length = end < 0 ? NaN : Number(/content-length: (\d+)/i.exec(this.rest.subarray(0, end).toString())?.[1]);
      if (!(this.rest.length >= end + 4 + length)) return;
      const message = JSON.parse(this.rest.subarray(end + 4, end + 4 + length).toString());
      this.rest = this.rest.subarray(end + 4 + length);
      this.take(message);
    }
  }

  take(message) {
    if (message.method === "textDocument/publishDiagnostics") {
      this.diagnostics.get(message.params.uri)?.(message.params.diagnostics);
    } else if (message.method && message.id !== undefined) {
      // The server registers for changes of files, which Obsidian's vault doesn't need.
      this.send({ jsonrpc: "2.0", id: message.id, result: null });
    } else if (message.id !== undefined) {
      this.waiting.settle(message.id, message.result, message.error ? new Error(message.error.message) : null);
    }
  }

  /** Sends the text of a note, and returns its address and its diagnostics. */
  async note(name, text) {
    await this.begin();
    const uri = pathToFileURL(path.join(this.folder, name)).href;
    const found = new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("tagflow didn't check the note in time; try again")), PATIENCE);
      this.diagnostics.set(uri, (diagnostics) => {
        clearTimeout(timer);
        this.diagnostics.delete(uri);
        resolve(diagnostics);
      });
    });
    const version = (this.open.get(uri) ?? 0) + 1;
    this.open.set(uri, version);
    if (version === 1)
      this.notify("textDocument/didOpen", { textDocument: { uri, languageId: "markdown", version, text } });
    else this.notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [{ text }] });
    return { uri, diagnostics: await found };
  }

  /** The fixes of misspelled tags, aliases and near duplicates of a note: title and edits of each. */
  async fixes(name, text) {
    const { uri, diagnostics } = await this.note(name, text);
    const fixes = [];
    for (const diagnostic of diagnostics) {
      const actions = await this.request("textDocument/codeAction", {
        textDocument: { uri },
        range: diagnostic.range,
        context: { diagnostics: [diagnostic], only: ["quickfix"] },
      });
      for (const action of actions ?? []) {
        const edits = editsByNote(action.edit, this.folder).get(name);
        if (edits) fixes.push({ title: action.title, message: diagnostic.message, edits });
      }
    }
    return fixes;
  }

  /** The edits of all notes that rename the tag at a position of a note. */
  async rename(name, text, offset, newName) {
    const { uri } = await this.note(name, text);
    const edit = await this.request("textDocument/rename", {
      textDocument: { uri },
      position: positionAt(text, offset),
      newName,
    });
    return editsByNote(edit, this.folder);
  }

  /** Reports that a note was saved, from which tagflow learns. */
  async saved(name, text) {
    const { uri } = await this.note(name, text);
    this.notify("textDocument/didSave", { textDocument: { uri }, text });
  }

  end() {
    this.program?.end();
    this.program = null;
  }
}

/** The edits of a workspace edit by the note's path in the vault. */
function editsByNote(edit, folder) {
  const found = new Map();
  const add = (uri, edits) => {
    const name = path.relative(folder, fileURLToPath(uri)).split(path.sep).join("/");
    if (!name.startsWith("..")) found.set(name, [...(found.get(name) ?? []), ...edits]);
  };
  for (const [uri, edits] of Object.entries(edit?.changes ?? {})) add(uri, edits);
  for (const change of edit?.documentChanges ?? []) if (change.edits) add(change.textDocument.uri, change.edits);
  return found;
}

/** The offset of a position of the language server, whose lines and UTF-16 units count from 0. */
function offsetAt(text, { line, character }) {
  let start = 0;
  for (let number = 0; number < line; number += 1) {
    const end = text.indexOf("\n", start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  const end = text.indexOf("\n", start);
  return Math.min(start + character, end < 0 ? text.length : end);
}

function positionAt(text, offset) {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length - 1, character: offset - (before.lastIndexOf("\n") + 1) };
}

/** A text with edits, which don't overlap. */
function applied(text, edits) {
  const sorted = edits
    .map((edit) => ({
      start: offsetAt(text, edit.range.start),
      end: offsetAt(text, edit.range.end),
      text: edit.newText,
    }))
    .sort((a, b) => b.start - a.start || b.end - a.end);
  return sorted.reduce((result, edit) => result.slice(0, edit.start) + edit.text + result.slice(edit.end), text);
}

/** The front matter's tags as a list, from a list or a text. */
function listed(tags) {
  const found = Array.isArray(tags) ? tags : typeof tags === "string" ? tags.split(/[\s,]+/) : [];
  return found.map((tag) => String(tag).replace(/^#/, "")).filter((tag) => tag !== "");
}

/** A tag as Obsidian can write it: it takes no spaces. */
function obsidianTag(tag) {
  return tag.trim().replace(/\s+/g, "-").replace(/::/g, "/");
}

/** The query for the open note. */
function noteQuery(title, text, tags, limit = 12) {
  const body = text.replace(/^---\n[\s\S]*?\n---\n/, "");
  return { title: title.slice(0, 300), text: body.slice(0, 250000), given: tags, limit };
}

/** The choices of a response: suggested tags with reason and probability, then new names; tags of the note are left out. */
function choices(response, tags) {
  const has = new Set(tags.map((tag) => tag.toLowerCase()));
  const known = response.suggestions.map(({ tag, because, probability }) => ({
    tag: obsidianTag(tag),
    note: [probability === undefined ? "" : `${Math.round(probability * 100)} %`, (because ?? []).join(", ")]
      .filter(Boolean)
      .join(", "),
  }));
  const fresh = (response.newNames ?? []).map((name) => ({
    tag: obsidianTag(typeof name === "string" ? name : name.name),
    note: "new tag",
  }));
  return [...known, ...fresh].filter(({ tag }) => !has.has(tag.toLowerCase()));
}

/** The offset of a tag's name in a note, after # or in the front matter, or -1. */
function placeOfTag(text, tag) {
  const name = tag.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const inText = new RegExp(`(^|\\s)#${name}(?![\\w/-])`, "iu").exec(text);
  if (inText) return inText.index + inText[1].length + 1;
  const front = /^---\n[\s\S]*?\n---/.exec(text)?.[0] ?? "";
  const inFront = new RegExp(`(^|[\\s,["'])${name}(?![\\w/-])`, "imu").exec(front.slice(4));
  return inFront ? 4 + inFront.index + inFront[1].length : -1;
}

/** A list to choose from; Obsidian filters it by the typed text. */
class ChoiceModal extends FuzzySuggestModal {
  constructor(app, items, textOf, choose, placeholder) {
    super(app);
    Object.assign(this, { items, textOf, choose });
    this.setPlaceholder(placeholder);
  }
  getItems() {
    return this.items;
  }
  getItemText(item) {
    return this.textOf(item);
  }
  onChooseItem(item) {
    this.choose(item);
  }
}

/** A field for a name. */
class NameModal extends Modal {
  constructor(app, title, value, submit) {
    super(app);
    Object.assign(this, { title, value, submit });
  }
  onOpen() {
    this.titleEl.setText(this.title);
    new Setting(this.contentEl).setName("New name").addText((field) =>
      field.setValue(this.value).onChange((value) => {
        this.value = value;
      }),
    );
    new Setting(this.contentEl).addButton((button) =>
      button
        .setButtonText("Rename")
        .setCta()
        .onClick(() => {
          this.close();
          this.submit(this.value);
        }),
    );
  }
}

class TagflowPlugin extends Plugin {
  async onload() {
    this.settings = { program: "tagflow", database: "", set: "", ...(await this.loadData()) };
    this.addSettingTab(new TagflowSettings(this.app, this));
    const command = (id, name, run) => this.addCommand({ id, name, callback: () => this.attempt(run) });
    command("suggest", "Suggest tags for this note", () => this.suggest());
    command("fix", "Fix misspelled tags and synonyms in this note", () => this.fix());
    command("rename", "Rename a tag in the vault", () => this.rename());
    this.restart();
  }

  onunload() {
    this.endPrograms();
  }

  endPrograms() {
    this.suggestions?.end();
    this.language?.end();
  }

  /** Uses the current settings from now on. */
  restart() {
    this.endPrograms();
    const { program, database, set } = this.settings;
    const options = [...(database ? ["--database", database] : []), ...(set ? ["--set", set] : [])];
    const start = (parts, receive, fail) => new Program(program, options, parts, receive, fail, this.spawn);
    this.suggestions = new SuggestionClient(start);
    this.language = new LanguageClient(start, this.app.vault.adapter.getBasePath());
  }

  async attempt(run) {
    try {
      await run();
    } catch (error) {
      new Notice(`tagflow: ${error.message}`);
    }
  }

  /** The open note with its text and tags. */
  async note() {
    const file = this.app.workspace.getActiveFile();
    if (!file || file.extension !== "md") throw new Error("open a note first");
    const text = await this.app.vault.read(file);
    const cache = this.app.metadataCache.getFileCache(file);
    const tags = [...listed(cache?.frontmatter?.tags), ...(cache?.tags ?? []).map(({ tag }) => tag.replace(/^#/, ""))];
    return { file, text, tags: [...new Set(tags)] };
  }

  async suggest() {
    const { file, text, tags } = await this.note();
    const found = choices(await this.suggestions.ask(noteQuery(file.basename, text, tags)), tags);
    if (found.length === 0) throw new Error("no tag fits this note; import your notes with 'tagflow import FOLDER'");
    new ChoiceModal(
      this.app,
      found,
      ({ tag, note }) => `${tag}   ${note}`,
      ({ tag }) => this.attempt(() => this.add(file, tag)),
      "Add a tag",
    ).open();
  }

  async add(file, tag) {
    await this.app.fileManager.processFrontMatter(file, (front) => {
      const tags = listed(front.tags);
      front.tags = tags.includes(tag) ? tags : [...tags, tag];
    });
    await this.language.saved(file.path, await this.app.vault.read(file));
  }

  async fix() {
    const { file, text } = await this.note();
    const fixes = await this.language.fixes(file.path, text);
    if (fixes.length === 0) {
      new Notice("tagflow: all tags of this note are fine");
      return;
    }
    new ChoiceModal(
      this.app,
      fixes,
      ({ title, message }) => `${title}   ${message}`,
      ({ edits }) =>
        this.attempt(async () => {
          // Positions belong to the text that was checked.
          if ((await this.app.vault.read(file)) !== text) throw new Error("the note has changed; try again");
          await this.app.vault.process(file, (current) => applied(current, edits));
        }),
      "Choose a fix",
    ).open();
  }

  async rename() {
    const { file, text, tags } = await this.note();
    if (tags.length === 0) throw new Error("this note has no tags");
    new ChoiceModal(
      this.app,
      tags,
      (tag) => tag,
      (tag) => {
        new NameModal(this.app, `Rename ${tag}`, tag, (name) =>
          this.attempt(() => this.renameTag(file, text, tag, name)),
        ).open();
      },
      "Rename a tag",
    ).open();
  }

  async renameTag(file, text, tag, name) {
    const offset = placeOfTag(text, tag);
    if (offset < 0) throw new Error(`'${tag}' isn't in the note any more`);
    const notes = await this.language.rename(file.path, text, offset, obsidianTag(name));
    let count = 0;
    for (const [notePath, edits] of notes) {
      const target = this.app.vault.getFileByPath(notePath);
      if (!target) continue;
      await this.app.vault.process(target, (current) => applied(current, edits));
      count += 1;
    }
    new Notice(`tagflow: renamed '${tag}' to '${obsidianTag(name)}' in ${count} ${count === 1 ? "note" : "notes"}`);
  }

  async save(settings) {
    Object.assign(this.settings, settings);
    await this.saveData(this.settings);
    this.restart();
  }
}

class TagflowSettings extends PluginSettingTab {
  constructor(app, plugin) {
    super(app, plugin);
    this.plugin = plugin;
  }

  display() {
    this.containerEl.empty();
    const field = (key, name, description) =>
      new Setting(this.containerEl)
        .setName(name)
        .setDesc(description)
        .addText((text) =>
          text.setValue(this.plugin.settings[key]).onChange((value) => this.plugin.save({ [key]: value.trim() })),
        );
    field(
      "program",
      "Program",
      "The path of tagflow. Obsidian may not have the PATH of your shell: 'command -v tagflow' prints it.",
    );
    field("database", "Database", "The database file; empty: the usual one.");
    field("set", "Set", "The set that suggestions come from; empty: the chosen set.");
  }
}

module.exports = TagflowPlugin;
module.exports.default = TagflowPlugin;
Object.assign(module.exports, {
  Program,
  SuggestionClient,
  LanguageClient,
  applied,
  choices,
  editsByNote,
  listed,
  noteQuery,
  obsidianTag,
  offsetAt,
  placeOfTag,
  positionAt,
});
