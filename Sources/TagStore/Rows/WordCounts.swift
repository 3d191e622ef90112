import Foundation
internal import TagCore

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

    mutating func add(_ difference: Int, to word: UInt32) {
        let index = Int(word - firstWord)
        while counts.count <= index { counts.append(0) }
        counts[index] = UInt32(clamping: Int(counts[index]) + difference)
    }
}
