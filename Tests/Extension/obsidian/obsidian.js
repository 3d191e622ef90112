"use strict";

// Substitutes for the parts of Obsidian's interface that the plugin uses: a vault of files on disk, and menus that answer themselves.

const fs = require("node:fs");
const path = require("node:path");

/** What was shown, and what menus answer: the beginning of an entry, or the text of a field. */
const screen = { notices: [], menus: [], answers: [] };

class Notice {
  constructor(text) {
    screen.notices.push(text);
  }
}

class Modal {
  constructor(app) {
    this.app = app;
    this.titleEl = { setText: () => {} };
    this.contentEl = {};
  }
  open() {
    this.onOpen();
  }
  close() {}
}

class FuzzySuggestModal extends Modal {
  setPlaceholder() {}
  open() {
    const texts = this.getItems().map((item) => this.getItemText(item));
    screen.menus.push(texts);
    const answer = screen.answers.shift();
    const index = texts.findIndex((text) => answer !== undefined && text.startsWith(answer));
    if (index >= 0) this.onChooseItem(this.getItems()[index], null);
  }
}

class Setting {
  setName(name) {
    this.name = name;
    return this;
  }
  setDesc() {
    return this;
  }
  addText(fill) {
    const field = {
      setValue: () => field,
      onChange: (change) => {
        if (this.name === "New name") change(screen.answers.shift());
        return field;
      },
    };
    fill(field);
    return this;
  }
  addButton(fill) {
    const button = {
      setButtonText: () => button,
      setCta: () => button,
      onClick: (click) => {
        click();
        return button;
      },
    };
    fill(button);
    return this;
  }
}

class PluginSettingTab {
  constructor() {
    this.containerEl = { empty: () => {} };
  }
}

class Plugin {
  constructor(app, data) {
    this.app = app;
    this.data = data;
    this.commands = new Map();
  }
  async loadData() {
    return this.data;
  }
  async saveData(data) {
    this.data = { ...data };
  }
  addCommand({ id, callback }) {
    this.commands.set(id, callback);
  }
  addSettingTab() {}
}

/** The tags of a note as Obsidian's cache has them: lists and texts in the front matter, and #tags of the text. */
function cached(text) {
  const front = /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? "";
  const tags = /^tags:\s*\[(.*?)\]/m
    .exec(front)?.[1]
    .split(",")
    .map((tag) => tag.trim())
    .filter(Boolean);
  const body = text.slice(front ? front.length + 8 : 0);
  return {
    frontmatter: tags ? { tags } : undefined,
    tags: [...body.matchAll(/(?<=^|\s)#[\p{L}\w/-]+/gu)].map(([tag]) => ({ tag })),
  };
}

/** An app with a vault in a folder. */
class App {
  constructor(folder) {
    const full = (file) => path.join(folder, file.path);
    const file = (name) => ({
      path: name,
      basename: path.basename(name, ".md"),
      extension: path.extname(name).slice(1),
    });
    this.active = null;
    this.workspace = { getActiveFile: () => (this.active ? file(this.active) : null) };
    this.vault = {
      adapter: { getBasePath: () => folder },
      read: async (target) => fs.readFileSync(full(target), "utf8"),
      process: async (target, change) => fs.writeFileSync(full(target), change(fs.readFileSync(full(target), "utf8"))),
      getFileByPath: (name) => (fs.existsSync(path.join(folder, name)) ? file(name) : null),
    };
    this.metadataCache = { getFileCache: (target) => cached(fs.readFileSync(full(target), "utf8")) };
    this.fileManager = {
      processFrontMatter: async (target, change) => {
        const text = fs.readFileSync(full(target), "utf8");
        const front = { ...cached(text).frontmatter };
        change(front);
        const body = text.replace(/^---\n[\s\S]*?\n---\n/, "");
        fs.writeFileSync(full(target), `---\ntags: [${front.tags.join(", ")}]\n---\n${body}`);
      },
    };
  }
}

module.exports = { App, FuzzySuggestModal, Modal, Notice, Plugin, PluginSettingTab, Setting, screen };
