// The model of imports, without a browser

import assert from "node:assert/strict";
import { test } from "node:test";
import { kindOf, prepared } from "../../Sources/HTTPService/Page/import_model.js";

const BOOKMARKS = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>
<DL><p>
  <DT><H3 PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>
  <DL><p>
    <DT><H3 ADD_DATE="1">Films &amp; more</H3>
    <DL><p>
      <DT><A HREF="https://www.imdb.com/title/tt0017136/?a=1&amp;b=2" ADD_DATE="1343779200" TAGS="movie,good, movie">Metropolis &#40;1927&#41; a &gt; b</A>
      <DD>silent<BR>black &amp; white
      <DT><A HREF='https://example.org/' ADD_DATE="1343779200000">https://example.org/</A>
    </DL><p>
  </DL><p>
  <DT><A HREF="https://swift.org/" ADD_DATE="0">Swift</A>
</DL>`;

/** @param {import("../../Sources/HTTPService/Page/import_model.js").Prepared | null} found */
function items(found) {
  return (found?.body ?? "")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const IN_FILMS = { attributes: { personal_toolbar_folder: "true" }, folders: ["Bookmarks bar", "Films & more"] };

test("bookmarks keep their tags, notes and times", () => {
  const found = prepared("bookmarks.html", BOOKMARKS);
  assert.deepEqual([found?.kind, found?.from, found?.count, found?.folders], ["netscape", "ndjson", 3, 1]);
  assert.deepEqual(items(found), [
    {
      title: "Metropolis (1927) a > b",
      location: "https://www.imdb.com/title/tt0017136/?a=1&b=2",
      note: "silent\nblack & white",
      tags: ["movie", "good"],
      at: "2012-08-01T00:00:00.000Z",
      ...IN_FILMS,
    },
    { location: "https://example.org/", at: "2012-08-01T00:00:00.000Z", ...IN_FILMS },
    { title: "Swift", location: "https://swift.org/" },
  ]);
});

test("tags are separated by commas if any list of the file has one, or its program writes them", () => {
  const one = '<DT><A HREF="https://a.example" TAGS="machine learning">A</A>';
  const other = '<DT><A HREF="https://b.example" TAGS="x,y">B</A>';
  const tags = (/** @type {string} */ links, comment = "") => {
    const found = prepared("b.html", `<!DOCTYPE NETSCAPE-Bookmark-file-1>${comment}<DL>${links}</DL>`);
    return [items(found).map((item) => item.tags), found?.split];
  };
  assert.deepEqual(tags(one + other), [[["machine learning"], ["x", "y"]], 0]);
  assert.deepEqual(tags(one), [[["machine", "learning"]], 1]);
  assert.deepEqual(tags(one, "<!-- DO NOT EDIT! -->"), [[["machine learning"]], 0]);
  assert.deepEqual(tags(one.replace("A<", "Pinboard<")), [[["machine", "learning"]], 1]);
  assert.deepEqual(tags(one.replace("<A", '<A TOREAD="0"')), [[["machine learning"]], 0]);
});

test("a list that tagflow exported is recognized, and a space without a break stays", () => {
  assert.equal(kindOf("board.md", "<!-- Written by tagflow -->\n\n## s\n\n- [ ] x\n"), "markdown");
  const text = "<!DOCTYPE NETSCAPE-Bookmark-file-1><A HREF=https://a.example>Guide&nbsp;1";
  assert.equal(items(prepared("b.html", text))[0].title, "Guide\u00a01");
});

test("folders become tags when asked, except those of the browser", () => {
  assert.deepEqual(
    items(prepared("b.html", BOOKMARKS, { folders: true })).map((item) => item.tags),
    [["movie", "good", "Films & more"], ["Films & more"], undefined],
  );
});

test("icons, keywords and other attributes are kept", () => {
  const link = `<A HREF="https://a.example" ICON='data:image/png;base64,aA==' ShortcutURL=a PRIVATE="0" LAST_MODIFIED="5" B C="&lt;1&gt;" __proto__=x>`;
  const long = `<A HREF="https://b.example" ICON="${"x".repeat(65_537)}">`;
  const found = prepared("b.html", `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL>${link}${long}</DL>`);
  const [first, second] = items(found);
  assert.deepEqual(Object.entries(first.attributes).sort(), [
    ["__proto__", "x"],
    ["b", ""],
    ["c", "<1>"],
    ["icon", "data:image/png;base64,aA=="],
    ["last_modified", "5"],
    ["private", "0"],
    ["shortcuturl", "a"],
  ]);
  assert.deepEqual([second, found?.leftOut], [{ location: "https://b.example" }, 1]);
});

test("unclosed lists and links are read", () => {
  const found = prepared(
    "b.html",
    "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF=https://a.example>A<DT><A HREF=https://b.example>B",
  );
  assert.deepEqual(
    items(found).map((item) => item.location),
    ["https://a.example", "https://b.example"],
  );
});

test("Pinboard's posts become items", () => {
  const found = prepared(
    "pinboard.json",
    JSON.stringify([
      {
        href: "https://a.example/",
        description: "A",
        extended: "",
        tags: "x y",
        time: "2020-01-01T00:00:00Z",
        toread: "yes",
      },
    ]),
  );
  assert.deepEqual(items(found), [
    {
      title: "A",
      location: "https://a.example/",
      tags: ["x", "y", "unread"],
      at: "2020-01-01T00:00:00Z",
      attributes: { toread: "1" },
    },
  ]);
  assert.equal(prepared("pinboard.json", '[{"href": "https://a.example/"'), null);
});

test("the server reads its formats itself", () => {
  assert.equal(prepared("a.ndjson", '{"tag":"x"}\n\n{"tag":"y"}\n')?.count, 2);
  assert.deepEqual(
    ["a.csv", "a.md", "a.txt"].map((name) => kindOf(name, "title,tags\n")),
    ["csv", "markdown", "text"],
  );
  assert.equal(kindOf("export.json", '{\n  "set": "x"\n}'), "json");
});

test("files of another kind are refused", () => {
  for (const [name, text] of [
    ["a.html", "<!doctype html><p>hello"],
    ["a.pdf", "%PDF-1.7"],
    ["a.zip", "PK\u0003\u0004"],
    ["photo.heic", "ftyp"],
    ["a.xml", "<?xml version='1.0'?>"],
  ]) {
    assert.equal(prepared(name, text), null, name);
  }
});

// Reading from each "<" to the end would take hours for these.
for (const part of ["<a", "<!--", '<a "', "<a '\""]) {
  test(`a million beginnings of marks without an end are read: ${part}`, () => {
    assert.equal(prepared("b.html", `<!DOCTYPE NETSCAPE-Bookmark-file-1>${part.repeat(1_000_000)}`)?.count, 0);
  });
}

test("a mark that never ends is text, and the rest is read", () => {
  const text = `<!DOCTYPE NETSCAPE-Bookmark-file-1><!-- a <DT><A HREF="https://a.example" it's>A<DT><A HREF=https://b.example>B > A`;
  assert.deepEqual(items(prepared("b.html", text)), [{ title: "B > A", location: "https://b.example" }]);
});

test("values may contain the end of a tag, and be longer than a regular expression can take", () => {
  const text = `<!DOCTYPE NETSCAPE-Bookmark-file-1><A HREF="https://a.example/?a>b" ICON=${"x".repeat(20_000_000)}>A`;
  assert.deepEqual(items(prepared("b.html", text)), [{ title: "A", location: "https://a.example/?a>b" }]);
});

test("names that all objects have are neither entities nor formats", () => {
  const text = "<!DOCTYPE NETSCAPE-Bookmark-file-1><A HREF=https://a.example>&constructor; &__proto__; &amp;";
  assert.equal(items(prepared("b.html", text))[0].title, "&constructor; &__proto__; &");
  assert.equal(kindOf("x.constructor", "words"), null);
});
