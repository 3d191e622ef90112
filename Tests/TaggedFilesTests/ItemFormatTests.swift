import Foundation
import TagService
import TaggedFiles
import TestSupport
import Testing

/// Tests of the formats of other programs, except bookmark files.
@Suite struct ItemFormatTests {
    private static let examples: [(file: String, format: ItemFormat)] = [
        ("pinboard.json", .pinboard), ("raindrop.csv", .raindrop), ("references.bib", .bibtex),
        ("exiftool.json", .exiftool), ("danbooru.csv", .tagcomplete),
    ]

    private func expect(_ file: String, _ items: [String], untagged: Int) async throws {
        guard let format = Self.examples.first(where: { $0.file == file })?.format else { return }
        let library = try ItemLibrary()
        let report = try await library.importFile(file, from: format)
        #expect(try await library.items() == items)
        #expect(report.untagged == untagged)
        let again = try await library.importFile(file, from: format)
        #expect(again.newItems == 0 && again.newTags == 0 && again.replaced == 0)
        #expect(try library.service.maintenance.diagnose().isHealthy)
    }

    @Test func `BibTeX macros that double expand to at most 1 MB`() async throws {
        // Each macro repeats the previous one; the last would have a gigabyte.
        let doubling = (1...30).map { "@string{a\($0) = a\($0 - 1) # a\($0 - 1)}" }
        let file =
            ["@string{a0 = {x}}", "@string{short = {Good}}"] + doubling + [
                "@book{first, title = a30 # a19, year = 2020, keywords = {k}}",
                "@book{second, title = short, journal = a18 # a18 # a18, keywords = {k}}",
            ] + (0..<40).map { "@book{many\($0), title = a14 # a14, keywords = {k}}" }
        let library = try ItemLibrary()
        let bytes = Array(file.joined(separator: "\n").utf8)
        let report = try await library.importBytes(bytes, from: .bibtex, skipsInvalid: true)
        #expect(report.skipped > 0)
        let items = try await library.items()
        #expect(items.contains { $0.hasPrefix("second | Good | k") })
        #expect(items.allSatisfy { $0.utf8.count < 2_000 })
    }

    @Test func `fifty thousand BibTeX macros are defined without copying them`() async throws {
        let macros = (0..<50_000).map { "@string{a\($0) = {x}}\n" }
        let library = try ItemLibrary()
        let bytes = Array((macros + ["@book{b, title = a49999, keywords = {k}}"]).joined().utf8)
        let report = try await library.importBytes(bytes, from: .bibtex)
        #expect(report.newItems == 1 && report.skipped == 0)
        #expect(try await library.items() == ["b | x | k | -"])
    }

    @Test func `Pinboard's JSON is imported`() async throws {
        try await expect(
            "pinboard.json",
            [
                "https://example.net/a | First — of all | a.b, web | 2020-01-02T03:04:05Z",
                "https://example.net/c | Third | #c++, für:später | 2020-01-02T03:04:07Z",
            ], untagged: 1)
    }

    @Test func `Raindrop's CSV is imported`() async throws {
        try await expect(
            "raindrop.csv",
            [
                "https://example.org/one | One | one | 2023-11-14T22:13:22Z",
                "https://example.org/soup | Soup, hot | for two, quick | 2023-11-14T22:13:20.123Z",
            ], untagged: 1)
    }

    @Test func `BibTeX references are imported`() async throws {
        try await expect(
            "references.bib",
            [
                "10.1093/comjnl/27.2.97 | Literate Programming: Öl and été | literate programming, programming | 1984-05-01T00:00:00Z",
                "bare-key | A note | todo | -",
                "https://example.org/~sicp/full_text.html | Structure and Interpretation of Computer Programs | computer science, lisp | 1996-07-25T00:00:00Z",
            ], untagged: 1)
    }

    @Test func `the metadata of pictures is imported`() async throws {
        try await expect(
            "exiftool.json",
            [
                "pictures/2021/a b.jpg | a b.jpg | 2021, true, été | -",
                "pictures/sea.jpg | By the sea | Places/France/Brest, beach, holiday, sea | 2021-07-31T06:30:59Z",
            ], untagged: 1)
    }

    @Test func `the tags of an image board are imported with uses and aliases`() async throws {
        try await expect("danbooru.csv", [], untagged: 0)
        let library = try ItemLibrary()
        try await library.importFile("danbooru.csv", from: .tagcomplete)
        let tags = try library.service.tags.all(in: nil).sorted { $0.uses > $1.uses }
        #expect(tags.map(\.tag) == ["1girl", "highres", "solo", "^_^", "a,b"])
        #expect(tags.map(\.uses) == [6_008_644, 5_256_195, 5_000_954, 91_000, 12])
        // An alias of another tag stays with that tag.
        #expect(tags[2].aliases == ["alone", "female_solo", "solo_female"])
        #expect(tags.allSatisfy { $0.sets == 0 })
    }

    @Test func `the format of each example is detected, unlike formats of tagflow`() throws {
        for (file, format) in Self.examples {
            let bytes = try ItemLibrary.bytes(of: file)
            #expect(ItemFormat(recognizing: bytes) == format, "\(file)")
            #expect(ItemFormat(recognizing: [0xEF, 0xBB, 0xBF] + bytes) == format, "\(file)")
        }
        for text in [
            "", "a\nb\n", "tag\na\n", "tags,label\na,b\n", #"[{"tag": "a"}]"#, #"{"tag": "a"}"#,
            "title,tags,created\na,b,2020\n", "@home\n", "a,b,c\n", "[]", "<html><a tags=x>", "1,000 things",
            "# head\n- [ ] a\n",
        ] { #expect(ItemFormat(recognizing: Array(text.utf8)) == nil, "\(text)") }
    }

    @Test func `pieces of any size and UTF-16 give the same result`() async throws {
        for (file, format) in Self.examples {
            let bytes = try ItemLibrary.bytes(of: file)
            let whole = try ItemLibrary()
            try await whole.importBytes(bytes, from: format)
            let text = String(decoding: bytes, as: UTF8.self)
            var wide: [UInt8] = [0xFF, 0xFE]
            for unit in text.utf16 { wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
            for (form, size) in [(bytes, 1), (bytes, 7), (wide, 1), (wide, 5), (wide, 9_999)] {
                let library = try ItemLibrary()
                try await library.importBytes(form, from: format, size)
                #expect(try await library.items("") == whole.items(""), "\(file), \(size)")
            }
        }
    }

    @Test(arguments: [
        (ItemFormat.pinboard, "[{\"tags\": \"a\"}]", "item 1: it has no 'href'"),
        (.pinboard, "[{\"href\": \"u\", \"tags\": \"a\"},\n nope]", "item 2: it isn't a JSON object"),
        (.pinboard, "[{\"href\": \"u\", \"tags\": \"a \\ud800 b\"}]", "item 1: each field must be a string"),
        (
            .exiftool, "[{\"SourceFile\": \"a.jpg\", \"Subject\": {\"a\": \"b\"}}]",
            "item 1: each field must be a string"
        ), (.raindrop, "a,b\nc,d\n", "line 1: the header must contain 'url' and 'tags'"),
        (.raindrop, "url,tags\n,x\n", "line 2: it has no 'url'"),
        (.raindrop, "url,tags\nu,x,y\n", "line 2: it has 3 fields, more than 2"),
        (.bibtex, "\n@misc{a, keywords={x}\n@misc{b, keywords={y}}", "line 2: the entry isn't closed"),
        (.bibtex, "@misc{, keywords={x}}", "line 1: it has no key, doi or url"),
        (.exiftool, "[{\"Subject\": \"a\"}]", "item 1: it has no 'SourceFile'"),
        (.tagcomplete, "a,0,1\nb,0,x\n", "line 2: expected a row such as"),
    ]) func `an invalid entry is reported and the rest is imported`(
        format: ItemFormat, text: String, problem: String
    ) async throws {
        let library = try ItemLibrary()
        do {
            try await library.importBytes(Array(text.utf8), from: format)
            Issue.record("it was accepted")
        } catch let error as TagServiceError { #expect(error.description.contains(problem), "\(error.description)") }
        let report = try await library.importBytes(Array(text.utf8), from: format, skipsInvalid: true)
        #expect(report.skipped == 1)
    }

    @Test func `random bytes are read to the end`() async throws {
        var numbers = SeededNumbers(seed: 20_261_122)
        let seeds = try (Self.examples.map(\.file) + ["malformed.html", "firefox.html"])
            .map { try ItemLibrary.bytes(of: $0) }
        for format in ItemFormat.all {
            let library = try ItemLibrary()
            for _ in 0..<150 {
                var bytes = seeds.randomElement(using: &numbers) ?? []
                for _ in 0..<Int.random(in: 1...20, using: &numbers) where !bytes.isEmpty {
                    let place = Int.random(in: 0..<bytes.count, using: &numbers)
                    switch Int.random(in: 0..<3, using: &numbers) {
                    case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
                    case 1: bytes.removeSubrange(place..<min(place + 9, bytes.count))
                    default: bytes.insert(contentsOf: bytes[place...].prefix(40), at: place)
                    }
                }
                try await library.importBytes(bytes, from: format, 100, skipsInvalid: true)
            }
            #expect(try library.service.maintenance.diagnose().isHealthy)
        }
    }
}
