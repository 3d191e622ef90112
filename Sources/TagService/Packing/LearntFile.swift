/// A file of the folder that the job in `Scale/learning` writes, which arrives in pieces.
public struct LearntFile: Sendable {
    /// What a file of the folder holds.
    public enum Kind: String, CaseIterable, Sendable {
        /// A line that says of how many items the others tell.
        case about = "about.ndjson"
        /// A tag a line: its number, its name, and how many items have it.
        case tags = "tags.ndjson"
        /// A word of labels a line: its number, its text, and how many items have it.
        case words = "words.ndjson"
        /// A pair of tags or words a row: their numbers, and how many items have both.
        case pairs = "pairs.csv"
        /// A tag or a word of an item a row: the number of the item, and its own.
        case selections = "selections.csv"
    }

    /// What messages call it.
    public let name: String
    /// Returns the next bytes; none at the end.
    let pieces: @Sendable () throws -> [UInt8]

    /// Creates a file from its name and what returns its bytes.
    public init(name: String, pieces: @escaping @Sendable () throws -> [UInt8]) {
        self.name = name
        self.pieces = pieces
    }
}

/// Why a file of a learnt folder cannot be used.
public struct LearntFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file as messages call it.
    public let file: String
    /// The line, from 1; `nil` for the whole file.
    public let line: Int?
    /// What is wrong, as a sentence.
    public let problem: String

    /// What is wrong, where, and what can be done about it, in one line.
    public var description: String {
        "\(file)\(line.map { ", line \($0)" } ?? ""): \(problem); let Scale/learning write the folder again"
    }
}
