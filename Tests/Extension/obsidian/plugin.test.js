"use strict";

// The plugin for Obsidian against substitutes for Obsidian's interfaces and, if TAGFLOW is its path, the real program.

const assert = require("node:assert");
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const Module = require("node:module");
const os = require("node:os");
const path = require("node:path");
const test = require("node:test");

const obsidian = require("./obsidian.js");

const load = Module._load;
Module._load = (name, ...rest) => (name === "obsidian" ? obsidian : load(name, ...rest));
const Plugin = require(process.env.PLUGIN ?? "../../../Extension/obsidian/main.js");
const { screen } = obsidian;

const root = path.join(__dirname, "../../..");
const program = process.env.TAGFLOW ?? path.join(root, ".build/debug/tagflow");
const withProgram = { skip: fs.existsSync(program) ? false : `${program} isn't built` };

/** A vault with notes, their tags in a new database, and the plugin in it. */
async function vault(notes) {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "vault-")));
  const database = path.join(folder, "tags.sqlite");
  const notesFolder = path.join(folder, "notes");
  fs.mkdirSync(notesFolder);
  for (const [name, text] of Object.entries(notes)) {
    fs.mkdirSync(path.dirname(path.join(notesFolder, name)), { recursive: true });
    fs.writeFileSync(path.join(notesFolder, name), text);
  }
  const tagflow = (...parts) =>
    execFileSync(program, ["--database", database, ...parts], { stdio: ["ignore", "pipe", "ignore"] }).toString();
  tagflow("new", "notes");
  tagflow("import", notesFolder);
  Object.assign(screen, { notices: [], menus: [], answers: [] });
  const app = new obsidian.App(notesFolder);
  const plugin = new Plugin(app, { program, database });
  await plugin.onload();
  return {
    app,
    plugin,
    tagflow,
    notes: notesFolder,
    read: (name) => fs.readFileSync(path.join(notesFolder, name), "utf8"),
    async run(id, note, ...answers) {
      app.active = note;
      screen.answers = answers;
      await plugin.commands.get(id)();
      // A choice in a menu continues after the command.
      for (
        let turn = 0;
        turn < 100 &&
        (screen.answers.length > 0 ||
          plugin.suggestions.waiting.requests.size + plugin.language.waiting.requests.size > 0);
        turn += 1
      )
        await sleep(50);
      await sleep(300);
    },
    close() {
      plugin.onunload();
      fs.rmSync(folder, { recursive: true });
    },
  };
}

const sleep = (milliseconds) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

const NOTES = {
  "Sea.md": "---\ntags: [sea, walk]\n---\n# Sea\n\nA walk at the sea.\n",
  "Coast.md": "---\ntags: [sea, walk]\n---\n# Coast\n\nThe sea again. #travel/italy\n",
  "deep/Hills.md": "---\ntags: [walk]\n---\n# Hills\n\nNo water. #travel\n",
  "New.md": "# At the sea\n\nA long walk at the sea.\n",
};

test("a suggested tag is added to the front matter", withProgram, async () => {
  const it = await vault(NOTES);
  await it.run("suggest", "New.md", "sea");
  assert.ok(
    screen.menus[0].some((text) => text.startsWith("walk") && text.includes("%")),
    String(screen.menus[0]),
  );
  assert.match(it.read("New.md"), /^---\ntags: \[sea\]\n---\n# At the sea\n/);
  await it.run("suggest", "New.md", "walk");
  assert.ok(!screen.menus[1].some((text) => text.startsWith("sea ")), "a tag of the note is suggested again");
  assert.match(it.read("New.md"), /tags: \[sea, walk\]/);
  assert.deepStrictEqual(screen.notices, []);
  it.close();
});

test("an alias is replaced by its tag", withProgram, async () => {
  const it = await vault(NOTES);
  it.tagflow("alias", "ocean", "sea");
  fs.writeFileSync(path.join(it.notes, "New.md"), "# é😀\n\né😀 #ocean today\n");
  await it.run("fix", "New.md", "");
  assert.strictEqual(screen.menus.length, 1, String(screen.notices));
  assert.strictEqual(it.read("New.md"), "# é😀\n\né😀 #sea today\n");
  await it.run("fix", "Sea.md");
  assert.deepStrictEqual(screen.notices, ["tagflow: all tags of this note are fine"]);
  it.close();
});

test("a tag and those below it are renamed in all notes and in the database", withProgram, async () => {
  const it = await vault(NOTES);
  await it.run("rename", "deep/Hills.md", "travel", "journey");
  assert.match(it.read("deep/Hills.md"), /#journey\n/);
  assert.match(it.read("Coast.md"), /#journey\/italy\n/);
  assert.ok(
    screen.notices.some((text) => text.includes("in 2 notes")),
    String(screen.notices),
  );
  assert.match(it.tagflow("tags"), /journey/);
  it.close();
});

test("a program that ended is started again", withProgram, async () => {
  const it = await vault(NOTES);
  await it.run("suggest", "New.md");
  it.plugin.suggestions.program.process.kill();
  await sleep(300);
  await it.run("suggest", "New.md", "sea");
  assert.match(it.read("New.md"), /tags: \[sea\]/);
  it.close();
});

test("a missing program is one sentence", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "vault-"));
  fs.writeFileSync(path.join(folder, "a.md"), "text");
  Object.assign(screen, { notices: [], menus: [], answers: [] });
  const app = new obsidian.App(folder);
  const plugin = new Plugin(app, { program: "/missing/tagflow" });
  await plugin.onload();
  await plugin.commands.get("suggest")();
  assert.deepStrictEqual(screen.notices, ["tagflow: open a note first"]);
  app.active = "a.md";
  await plugin.commands.get("suggest")();
  await plugin.commands.get("fix")();
  assert.match(screen.notices[1], /can't find '\/missing\/tagflow'; install tagflow/);
  assert.match(screen.notices[2], /can't find/);
  plugin.onunload();
});

test("responses may arrive in pieces and out of order", async () => {
  const written = [];
  let receive;
  const client = new Plugin.SuggestionClient((_, take) => {
    receive = take;
    return { write: (data) => written.push(JSON.parse(data)), end: () => {} };
  });
  const [first, second] = [client.ask({ title: "a" }), client.ask({ title: "b" })];
  const text = Buffer.from(
    `{"id":${written[1].id},"suggestions":[{"tag":"é"}]}\n{"id":${written[0].id},"error":"too long"}\n`,
  );
  for (const byte of text) receive(Buffer.from([byte]));
  assert.strictEqual((await second).suggestions[0].tag, "é");
  await assert.rejects(first, /too long/);
});

test("messages of the language server may arrive in pieces, and its requests are answered", async () => {
  const sent = [];
  let receive;
  const client = new Plugin.LanguageClient((_, take) => {
    receive = take;
    return { write: (data) => sent.push(JSON.parse(data.toString().split("\r\n\r\n")[1])), end: () => {} };
  }, "/vault");
  const ready = client.begin();
  const message = (body) => {
    const text = JSON.stringify(body);
    return Buffer.from(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  const data = Buffer.concat([
    message({ id: "r1", method: "client/registerCapability", params: {} }),
    message({ id: sent[0].id, result: { é: 1 } }),
  ]);
  for (const byte of data) receive(Buffer.from([byte]));
  await ready;
  assert.deepStrictEqual(
    sent.slice(1).map(({ id, method }) => id ?? method),
    ["r1", "initialized"],
  );
});

test("edits count lines and UTF-16 units", () => {
  const text = "é😀 #a\r\nb #a";
  const range = (line, from, to) => ({ start: { line, character: from }, end: { line, character: to } });
  assert.strictEqual(
    Plugin.applied(text, [
      { range: range(0, 5, 6), newText: "xyz" },
      { range: range(1, 3, 4), newText: "" },
    ]),
    "é😀 #xyz\r\nb #",
  );
  assert.deepStrictEqual(Plugin.positionAt(text, text.indexOf("b")), { line: 1, character: 0 });
  for (let offset = 0; offset <= text.length; offset += 1)
    assert.strictEqual(Plugin.offsetAt(text, Plugin.positionAt(text, offset)), offset);
});

test("edits outside of the vault are ignored", () => {
  const edits = [{ range: {}, newText: "" }];
  const found = Plugin.editsByNote(
    { changes: { "file:///vault/a%20b.md": edits, "file:///etc/passwd": edits } },
    "/vault",
  );
  assert.deepStrictEqual([...found.keys()], ["a b.md"]);
});

test("tags are written as Obsidian reads them", () => {
  assert.strictEqual(Plugin.obsidianTag(" deep learning "), "deep-learning");
  assert.strictEqual(Plugin.obsidianTag("lang::swift"), "lang/swift");
  assert.deepStrictEqual(Plugin.listed("#a, b c"), ["a", "b", "c"]);
  assert.deepStrictEqual(Plugin.listed(undefined), []);
  assert.deepStrictEqual(Plugin.noteQuery("T", "---\ntags: [a]\n---\nbody", ["a"]), {
    title: "T",
    text: "body",
    given: ["a"],
    limit: 12,
  });
});

test("the place of a tag is that tag, not a longer one", () => {
  assert.strictEqual(Plugin.placeOfTag("x #sea/deep #sea", "sea"), 13);
  assert.strictEqual(Plugin.placeOfTag("---\ntags: [seal, sea]\n---\n", "sea"), 17);
  assert.strictEqual(Plugin.placeOfTag("no tags", "sea"), -1);
});

test("the manifest has what Obsidian's store asks for", () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(root, "Extension/obsidian/manifest.json"), "utf8"));
  assert.match(manifest.id, /^[a-z-]+$/);
  assert.ok(
    !/obsidian|plugin/i.test(manifest.id + manifest.name) &&
      manifest.isDesktopOnly &&
      manifest.description.endsWith("."),
  );
});
