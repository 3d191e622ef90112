internal import Foundation
internal import TagCore
internal import TagStore
internal import TextMeasurement

// How the folder that `Scale/learning` writes becomes a model:
//
// 1. `LearnedLines` splits each file into numbered lines, which are decoded as `LearnedLines.Tag`, `LearnedLines.Word` or rows of numbers.
// 2. `LearnedFolder` checks that numbers ascend and refer to existing tags and words, and collects the pairs of each tag.
// 3. A `StoreWriter` writes the rows into a new database, which `ModelDraft` reduces and seals as it does for `buildModel`.

/// A reader that copies the files written by `Scale/learning` into a new database.
struct LearnedFolder {
    /// The highest number of a tag; words have higher numbers.
    static let lastTag: Int64 = 1_000_000_000
    private static let lastWord = Int64(Int32.max)

    private let files: [LearnedFile.Kind: [LearnedFile]]
    private let writer: StoreWriter
    /// The number of items that were counted.
    private(set) var itemCount: Int64 = 0
    /// The number of tags.
    private(set) var tagCount = 0
    /// The packed pairs of each tag that exists.
    private var pairs: [UInt32: [UInt64]] = [:]
    /// The words that exist.
    private var words: Set<UInt32> = []
    /// The line number of each key.
    private var lines: [String: Int] = [:]

    init(_ files: [LearnedFile.Kind: [LearnedFile]], writer: StoreWriter) {
        self.files = files
        self.writer = writer
    }

    /// Reads all files and writes their content to the database.
    ///
    /// - Throws: ``LearnedFileError``, errors from reading the files, SQLite's errors.
    mutating func write() throws {
        try readAbout()
        try readTags()
        try readWords()
        try readPairs()
        for tag in pairs.keys.sorted() { try writer.insertPairs(PairCounts(packed: pairs[tag] ?? []), of: tag) }
        try readItems()
        try writer.setItemCount(itemCount)
    }

    private func lines(of kind: LearnedFile.Kind) throws -> LearnedLines { LearnedLines(files[kind] ?? []) }

    private mutating func readAbout() throws {
        var found: LearnedLines.About?
        try lines(of: .about)
            .read { line in
                let about = try line.decoded(LearnedLines.About.self, with: JSONDecoder())
                guard about.version == 1 else {
                    throw line.problem("unsupported version \(about.version); this tagflow reads version 1")
                }
                guard found == nil, (0...Int64(UInt32.max)).contains(about.items) else {
                    throw line.problem("the number of items is invalid or repeated")
                }
                found = about
            }
        guard let found else {
            let name = files[.about]?.first?.name ?? LearnedFile.Kind.about.rawValue
            throw LearnedFileError(file: name, line: nil, problem: "it is empty")
        }
        itemCount = found.items
    }

    private mutating func readTags() throws {
        let decoder = JSONDecoder()
        var (last, rows): (Int64, [(row: TagRow, uses: Int64)]) = (0, [])
        try lines(of: .tags)
            .read { line in
                let tag = try line.decoded(LearnedLines.Tag.self, with: decoder)
                try check(tag.number, after: last, in: 1...Self.lastTag, uses: tag.uses, line)
                last = tag.number
                let name = try name(of: tag, line)
                if let other = lines.updateValue(line.number, forKey: name.key.text) {
                    throw line.problem("\(name.text.quoted) repeats the tag of line \(other)")
                }
                let row = TagRow(id: tag.number, key: name.key, name: name.text)
                rows.append((row, tag.uses))
                pairs[UInt32(clamping: tag.number)] = []
                tagCount += 1
                if rows.count == 1_000 {
                    try writer.insertCounted(rows)
                    rows = []
                }
            }
        try writer.insertCounted(rows)
    }

    private func name(of tag: LearnedLines.Tag, _ line: LearnedLines.Line) throws -> CheckedName {
        do throws(TagServiceError) { return try CheckedName(tag.name, of: .tag(nil)) } catch {
            throw line.problem(error.description)
        }
    }

    private mutating func readWords() throws {
        let decoder = JSONDecoder()
        var last: Int64 = 0
        lines = [:]
        try lines(of: .words)
            .read { line in
                let word = try line.decoded(LearnedLines.Word.self, with: decoder)
                let range = Self.lastTag + 1...Self.lastWord
                try check(word.number, after: last, in: range, uses: word.uses, line)
                last = word.number
                guard !word.text.isEmpty, lines.updateValue(line.number, forKey: word.text) == nil else {
                    throw line.problem("the word \(word.text.quoted) is empty or repeated")
                }
                let number = UInt32(clamping: word.number - Self.lastTag)
                try writer.insertWord(word.text, number: number, uses: Int(word.uses))
                words.insert(number)
            }
        lines = [:]
    }

    private func check(
        _ number: Int64, after last: Int64, in range: ClosedRange<Int64>, uses: Int64, _ line: LearnedLines.Line
    ) throws {
        guard range.contains(number), number > last else {
            throw line.problem(
                "the number \(number) isn't ascending or isn't from \(range.lowerBound) to \(range.upperBound)")
        }
        try checkUses(uses, line)
    }

    private func checkUses(_ uses: Int64, _ line: LearnedLines.Line) throws {
        guard uses > 0, uses <= itemCount else {
            throw line.problem("the uses must be from 1 to \(itemCount), got \(uses)")
        }
    }

    private mutating func readPairs() throws {
        var last: (Int64, Int64) = (0, 0)
        let names = ["feature", "other", "uses"]
        try lines(of: .pairs)
            .read(header: names.joined(separator: ",")) { line in
                let row = try line.numbers(names)
                let pair = (row[0], row[1])
                guard pair.0 < pair.1, last < pair else {
                    throw line.problem("the pair \(pair.0), \(pair.1) isn't in ascending order")
                }
                last = pair
                try checkUses(row[2], line)
                // The words of an item are evidence by themselves, so their pairs aren't needed.
                guard case .tag(let first) = try feature(pair.0, line),
                    case .tag(let second) = try feature(pair.1, line)
                else { return }
                let uses = UInt32(clamping: row[2])
                pairs[first]?.append(PairCounts.pack(second, uses))
                pairs[second]?.append(PairCounts.pack(first, uses))
            }
    }

    /// Returns the tag or word with a number, which must exist.
    private func feature(_ number: Int64, _ line: LearnedLines.Line) throws -> Feature {
        let feature: Feature =
            number > Self.lastTag ? .word(UInt32(clamping: number - Self.lastTag)) : .tag(UInt32(clamping: number))
        let isKnown =
            switch feature {
            case .tag(let tag): pairs[tag] != nil
            case .word(let word): words.contains(word)
            }
        guard number <= Self.lastWord, isKnown else { throw line.problem("no tag or word has the number \(number)") }
        return feature
    }

    /// A tag or a word of an item.
    private enum Feature {
        case tag(UInt32)
        case word(UInt32)
    }

    private mutating func readItems() throws {
        var last: (Int64, Int64) = (0, 0)
        var (tags, words): ([Int64], [UInt32]) = ([], [])
        let names = ["number", "feature"]
        try lines(of: .items)
            .read(header: names.joined(separator: ",")) { line in
                let row = try line.numbers(names)
                let place = (row[0], row[1])
                guard last < place, (1...itemCount).contains(row[0]) else {
                    throw line.problem("the row isn't in ascending order")
                }
                if row[0] != last.0 {
                    try writeItem(last.0, tags, words)
                    (tags, words) = ([], [])
                }
                last = place
                switch try feature(row[1], line) {
                case .tag(let tag): tags.append(Int64(tag))
                case .word(let word):
                    guard !tags.isEmpty else { throw line.problem("the item \(row[0]) has no tag") }
                    words.append(word)
                }
            }
        try writeItem(last.0, tags, words)
    }

    private func writeItem(_ number: Int64, _ tags: [Int64], _ words: [UInt32]) throws {
        guard !tags.isEmpty else { return }
        let row = ItemRow(
            id: number, setID: StoreWriter.modelSet, title: "", savedAt: number, tagIDs: PackedTagIDs(tags))
        try writer.insertUncounted(row, words: words)
    }
}
