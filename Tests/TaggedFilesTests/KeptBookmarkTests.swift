import Foundation
import TagService
import TaggedFiles
import TestSupport
import Testing

/// Attributes and folders of imported bookmarks, which exports write back.
@Suite struct KeptBookmarkTests {
    private func exported(
        _ library: ItemLibrary, _ format: ItemExportFormat = .netscape, inFolders: Bool = false
    ) throws -> String {
        var bytes: [UInt8] = []
        _ = try library.service.files.exportItems(as: format, inFolders: inFolders) { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The links and headings of a file of bookmarks, one a line.
    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("<DT>") || $0.hasPrefix("</DL>") }
    }

    @Test func `icons, keywords, times and folders of Firefox are written back`() async throws {
        let library = try ItemLibrary()
        try await library.importFile("firefox.html", from: .netscape(folders: false))
        #expect(
            try lines(exported(library, inFolders: true)) == [
                #"<DT><H3>Mozilla Firefox</H3>"#,
                #"<DT><A HREF="https://support.mozilla.org/products/firefox" ADD_DATE="1700000002" LAST_MODIFIED="1700000002" ICON="data:image/png;base64,iVBORw0KGgo=" ICON_URI="fake-favicon-uri:https://support.mozilla.org/products/firefox" TAGS="browser,help">Get Help</A>"#,
                "</DL><p>", #"<DT><H3 PERSONAL_TOOLBAR_FOLDER="true">Bookmarks Toolbar</H3>"#,
                #"<DT><A HREF="place:sort=8&amp;maxResults=10" ADD_DATE="1700000005" LAST_MODIFIED="1700000005">Most Visited</A>"#,
                #"<DT><A HREF="https://www.swift.org/" ADD_DATE="1700000006" LAST_MODIFIED="1700000007" SHORTCUTURL="sw" TAGS="language,swift,read later">Swift.org</A>"#,
                "</DL><p>", #"<DT><H3 UNFILED_BOOKMARKS_FOLDER="true">Other Bookmarks</H3>"#,
                #"<DT><A HREF="https://sqlite.org/lang.html" ADD_DATE="1700000010" LAST_MODIFIED="1700000010" TAGS="database">Query Language</A>"#,
                "</DL><p>", "</DL><p>",
            ])
        let flat = try exported(library)
        #expect(flat.contains(#"SHORTCUTURL="sw""#) && !flat.contains("<H3") && !flat.contains("TOOLBAR"))
        let again = try await library.importFile("firefox.html", from: .netscape(folders: false))
        #expect(again.replaced == 0 && again.stored == 4)
        #expect(try library.service.maintenance.diagnose().isHealthy)
    }

    @Test(arguments: ["firefox.html", "chrome.html", "safari.html", "linkding.html", "pinboard.html", "raindrop.html"])
    func `an export in folders, imported elsewhere, is exported alike`(file: String) async throws {
        let (library, other) = (try ItemLibrary(), try ItemLibrary())
        try await library.importFile(file, from: .netscape(folders: true))
        for inFolders in [true, false] {
            let text = try exported(library, inFolders: inFolders)
            try await other.importBytes(Array(text.utf8), from: .netscape(folders: false))
            #expect(try exported(other, inFolders: inFolders) == text)
        }
        let ndjson = try library.service.files.exportNDJSON()
        let third = try ItemLibrary()
        let options = ImportOptions(format: .ndjson, name: "export")
        _ = try third.service.files.importData(Array(ndjson.utf8), options: options)
        #expect(try third.service.files.exportNDJSON() == ndjson)
    }

    @Test func `a later change of the item counts, and an export that comes back changes nothing`() async throws {
        let library = try ItemLibrary()
        try await library.importFile("firefox.html", from: .netscape(folders: false))
        let item = try #require(try library.service.items.item(at: "https://www.swift.org/"))
        let edited = try library.service.items.edit(item.id, with: ItemEdit(title: "Swift"))
        let seconds = Int(try #require(edited.modifiedAt).timeIntervalSince1970)
        let text = try exported(library)
        #expect(text.contains("LAST_MODIFIED=\"\(seconds)\" SHORTCUTURL=\"sw\""))
        let again = try await library.importBytes(Array(text.utf8), from: .netscape(folders: false))
        #expect(again.replaced == 0, "\(again)")
    }

    @Test func `an item without a folder is in that of its first tag`() async throws {
        let library = try ItemLibrary()
        for (location, tags) in [
            ("https://e.org/1", ["sea", "map"]), ("https://e.org/2", []), ("https://e.org/3", ["<sea>"]),
        ] { _ = try library.service.items.save(ItemDraft(title: "x", location: location, tags: tags)) }
        let found = try lines(exported(library, inFolders: true)).map { $0.prefix(32) }
        #expect(
            found == [
                "<DT><A HREF=\"https://e.org/2\" AD", "<DT><H3>sea</H3>", "<DT><A HREF=\"https://e.org/1\" AD",
                "</DL><p>", "<DT><H3>&lt;sea&gt;</H3>", "<DT><A HREF=\"https://e.org/3\" AD", "</DL><p>", "</DL><p>",
            ])
    }

    @Test func `Pinboard's fields shared and toread are written back, and its own export changes nothing`() async throws
    {
        let library = try ItemLibrary()
        try await library.importFile("pinboard.json", from: .pinboard)
        let text = try exported(library, .pinboard)
        let posts = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: String]])
        #expect(
            posts.map { $0["shared"] } == ["yes", "no", "no"] && posts.map { $0["toread"] } == ["no", "yes", "no"])
        #expect(try exported(library).contains(#"PRIVATE="0" TOREAD="0""#))
        let plain = try ItemLibrary()
        _ = try plain.service.items.save(ItemDraft(title: "x", location: "https://e.org/", tags: ["a"]))
        let again = try await plain.importBytes(Array(try exported(plain, .pinboard).utf8), from: .pinboard)
        #expect(again.replaced == 0 && again.stored == 1)
    }

    @Test func `attributes that could run code, or are too long or too many, are left out and counted`() async throws {
        let many = (0..<60).map { "data-\($0)=\"v\"" }.joined(separator: " ")
        let html = """
            <!DOCTYPE NETSCAPE-Bookmark-file-1><DL>
            <DT><A HREF="https://e.org/1" ONCLICK="alert(1)" STYLE="x" PING="u" ICON="\(String(repeating: "i", count: 70_000))" B="1">a</A>
            <DT><A HREF="https://e.org/2" \(many)>b</A>
            <DT><A HREF="https://e.org/3" NOTE2="&quot;&gt;&lt;script&gt;\u{7}&#10;é">c</A></DL>
            """
        let library = try ItemLibrary()
        let report = try await library.importBytes(Array(html.utf8), from: .netscape(folders: false))
        #expect(report.fieldChanges.leftOutAttributes.count == 14)
        #expect(report.fieldChanges.leftOutAttributes.first == "line 2")
        let text = try exported(library)
        for part in ["ONCLICK", "STYLE", "PING", "ICON", "<script"] { #expect(!text.contains(part), "\(part)") }
        #expect(text.contains(" B=\"1\"") && text.contains("NOTE2=\"&quot;&gt;&lt;script&gt;"))
        #expect(try library.service.maintenance.diagnose().isHealthy)
    }

    @Test func `a recovered database has them`() async throws {
        let folder = try TemporaryFolder()
        let service = try TagService(.file(path: folder.file("tags.sqlite")), concurrency: .serial)
        let options = ImportOptions(format: .json, name: "test")
        _ = try service.files.importEntries(options) { add in
            let details = ImportEntry.Details(attributes: ["icon": "data:,x"], folders: ["Dev"])
            try add(ImportEntry(.line(1), .item(location: "https://e.org/", tags: ["a"], details: details)), 0)
        }
        let export = try service.files.exportNDJSON()
        try service.close()
        let report = try TagService.Maintenance.recover(folder.file("tags.sqlite"), into: folder.file("new.sqlite"))
        #expect(report?.tables.first { $0.table == "bookmark" }?.recovered == 1)
        let other = try TagService(.file(path: folder.file("new.sqlite")), concurrency: .serial)
        #expect(try other.files.exportNDJSON() == export && export.contains(#""attributes":{"icon":"data:,x"}"#))
        try other.close()
    }

    @Test func `a deletion, a merge and their undo keep them`() async throws {
        let library = try ItemLibrary()
        try await library.importFile("firefox.html", from: .netscape(folders: false))
        let (items, text) = (library.service.items, try exported(library, inFolders: true))
        let swift = try #require(try items.item(at: "https://www.swift.org/"))
        try items.delete([swift.id])
        #expect(try !exported(library).contains("SHORTCUTURL"))
        _ = try library.service.undoLog.undo()
        #expect(try exported(library, inFolders: true) == text)
        let other = try #require(try items.item(at: "https://sqlite.org/lang.html"))
        _ = try items.merge([swift.id], into: other.id)
        #expect(try exported(library).contains("SHORTCUTURL=\"sw\" TAGS=\"language,swift,read later,database\""))
        _ = try library.service.undoLog.undo()
        #expect(try exported(library, inFolders: true) == text)
        _ = try library.service.undoLog.undo()
        #expect(try library.service.items.counts().all == 0)
        _ = try library.service.undoLog.redo()
        #expect(try exported(library, inFolders: true) == text)
        #expect(try library.service.maintenance.diagnose().isHealthy)
    }
}
