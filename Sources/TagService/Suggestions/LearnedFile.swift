/// A file written by the job in `Scale/learning`, read in pieces.
public struct LearnedFile: Sendable {
    /// The content of a file.
    public enum Kind: String, CaseIterable, Sendable {
        /// One line with the format version and the number of items.
        case about = "about.ndjson"
        /// One tag per line: its number, its name, and the number of items with it.
        case tags = "tags.ndjson"
        /// One word of titles per line: its number, its text, and the number of items with it.
        case words = "words.ndjson"
        /// One pair of tags or words per row: their numbers, and the number of items with both.
        case pairs = "pairs.csv"
        /// One tag or word of an item per row: the number of the item, and the number of the tag or word.
        case items = "items.csv"
    }

    /// The name of the file in error messages.
    public let name: String
    /// Returns the next bytes; empty at the end of the file.
    let pieces: @Sendable () throws -> [UInt8]

    /// Creates a file from its name and a function that returns its next bytes, or none at the end.
    public init(name: String, pieces: @escaping @Sendable () throws -> [UInt8]) {
        self.name = name
        self.pieces = pieces
    }
}

/// An error in a file that `Scale/learning` wrote.
public struct LearnedFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the file.
    public let file: String
    /// The line, counted from 1; `nil` for the whole file.
    public let line: Int?
    /// The problem, as a phrase.
    public let problem: String

    /// One line that states the file, the line, the problem and what to do.
    public var description: String {
        "\(file)\(line.map { ", line \($0)" } ?? ""): \(problem); generate the folder again with Scale/learning"
    }
}
