import Foundation
package import TagCore

/// The evidence that can't be recomputed from an item's row: the words of its text, and the names found when it was saved.
///
/// ```swift
/// let evidence = try reader.evidence(ofItem: 7)
/// evidence?.textWords.first?.inText  // how often the text has its first word
/// ```
package struct StoredEvidence: Hashable, Sendable {
    /// The words of the text that count, in ascending order.
    package var textWords: [StoredWord] = []
    /// The tags whose names were found in title, location and note, in ascending order.
    package var fieldNames: [NameSearch.Hit] = []
    /// The tags whose names were found in the text, in ascending order.
    package var textNames: [NameSearch.Hit] = []
    /// The most probable names of new tags before the item was saved, and which of them became tags.
    package var newNames: [NewNameOutcome] = []

    package init() {}

    /// The best place of each tag found, in ascending order of tags.
    package var names: [NameSearch.Hit] {
        var best: [UInt32: NameSearch.Hit] = [:]
        for hit in fieldNames + textNames {
            if let known = best[hit.tag], known.place <= hit.place { continue }
            best[hit.tag] = hit
        }
        return best.values.sorted { $0.tag < $1.tag }
    }
}

/// A word of an item, with its occurrences.
package struct StoredWord: Hashable, Sendable {
    /// The number of the word.
    package let number: UInt32
    /// The occurrences in title, location and note.
    package var inFields: Int
    /// The occurrences in the text.
    package var inText: Int

    package init(number: UInt32, inFields: Int, inText: Int) {
        (self.number, self.inFields, self.inText) = (number, inFields, inText)
    }
}

extension [StoredWord] {
    /// The weight of each word (``ItemWords/weights``).
    package var weights: [Double] { ItemWords.weights(ofFrequencies: map { $0.inFields + $0.inText }) }

    /// The largest number of occurrences in fields that is stored with those in the text.
    private static let jointLimit = 7

    /// The words as a blob; they must be in ascending order.
    var data: Data {
        var writer = ByteWriter()
        var last: UInt32 = 0
        for word in self {
            writer.write(Int(word.number - last))
            let joint = Swift.min(word.inFields, Self.jointLimit)
            writer.write(word.inText << 3 | joint)
            if joint == Self.jointLimit { writer.write(word.inFields - joint) }
            last = word.number
        }
        return Data(writer.bytes)
    }

    /// Decodes a blob; `nil` for bytes that no words have.
    init?(data: Data) {
        var reader = ByteReader(bytes: [UInt8](data))
        var last: UInt32 = 0
        self = []
        while !reader.isAtEnd {
            guard let number = reader.element(after: last), let counts = reader.number() else { return nil }
            var inFields = counts & Self.jointLimit
            if inFields == Self.jointLimit {
                guard let more = reader.number(), more < Int(Int32.max) else { return nil }
                inFields += more
            }
            let inText = counts >> 3
            guard inFields + inText > 0, inText < Int(Int32.max) else { return nil }
            append(StoredWord(number: number, inFields: inFields, inText: inText))
            last = number
        }
    }
}

extension [NameSearch.Hit] {
    /// The hits as a blob; they must be in ascending order.
    var data: Data {
        var writer = ByteWriter()
        var last: UInt32 = 0
        for hit in self {
            writer.write(Int(hit.tag - last))
            writer.write(Int(hit.place.rawValue) << 1 | (hit.isHit ? 1 : 0))
            last = hit.tag
        }
        return Data(writer.bytes)
    }

    /// Decodes a blob; `nil` for bytes that no hits have.
    init?(data: Data) {
        var reader = ByteReader(bytes: [UInt8](data))
        var last: UInt32 = 0
        self = []
        while !reader.isAtEnd {
            guard let tag = reader.element(after: last), let code = reader.number(),
                let place = UInt8(exactly: code >> 1).flatMap(NamePlace.init(rawValue:))
            else { return nil }
            append(NameSearch.Hit(tag: tag, place: place, isHit: code & 1 == 1))
            last = tag
        }
    }
}

extension [NewNameOutcome] {
    /// The outcomes as a blob: the kind with whether a tag was made, and the expected thousandths.
    var data: Data {
        var writer = ByteWriter()
        for outcome in self {
            writer.write(Int(outcome.kind.rawValue) << 1 | (outcome.isHit ? 1 : 0))
            writer.write(outcome.expected)
        }
        return Data(writer.bytes)
    }

    /// Decodes a blob; `nil` for bytes that no outcomes have.
    init?(data: Data) {
        var reader = ByteReader(bytes: [UInt8](data))
        self = []
        while !reader.isAtEnd {
            guard let code = reader.number(), let expected = reader.number(), (0...1_000).contains(expected),
                let kind = UInt8(exactly: code >> 1).flatMap(NewNameKind.init(rawValue:)), count < NewNameOutcome.limit
            else { return nil }
            append(NewNameOutcome(kind: kind, expected: expected, isHit: code & 1 == 1))
        }
    }
}

/// The numbers of items with up to 1,000 consecutive words, as stored in a row of `word_count`.
struct WordCounts: Hashable {
    /// The first word of the row.
    let firstWord: UInt32
    /// The number of items with each word.
    private(set) var counts: [UInt32]

    /// The number of words in a row.
    static let length: UInt32 = 1_000

    /// Creates a row without words.
    init(firstWord: UInt32) { (self.firstWord, counts) = (firstWord, []) }

    /// Decodes a blob; `nil` for bytes that no counts have.
    init?(firstWord: UInt32, data: Data) {
        self.init(firstWord: firstWord)
        guard firstWord == Self.firstWord(ofRowWith: firstWord) else { return nil }
        var reader = ByteReader(bytes: [UInt8](data))
        while !reader.isAtEnd {
            guard let count = reader.number().flatMap(UInt32.init(exactly:)), counts.count < Self.length else {
                return nil
            }
            counts.append(count)
        }
    }

    /// The row's blob.
    var data: Data {
        var writer = ByteWriter()
        for count in counts { writer.write(Int(count)) }
        return Data(writer.bytes)
    }

    /// Returns the first word of the row that has a word; words are numbered from 1.
    static func firstWord(ofRowWith word: UInt32) -> UInt32 { (max(word, 1) - 1) / length * length + 1 }

    /// The number of items with a word of the row.
    subscript(word: UInt32) -> UInt32 {
        word >= firstWord && Int(word - firstWord) < counts.count ? counts[Int(word - firstWord)] : 0
    }

    mutating func add(_ difference: Int, to word: UInt32) {
        let index = Int(word - firstWord)
        while counts.count <= index { counts.append(0) }
        counts[index] = UInt32(clamping: Int(counts[index]) + difference)
    }
}
