public import TagService

/// The state that a REPL keeps between lines.
public final class ReplSession {
    /// The set that commands are about.
    public var set: SetReference
    /// How boards are drawn, with the settings that are being tried.
    public var presenter: BoardPresenter
    /// The meaning of the numbers on drawn boards.
    public var drawn = DrawnNumbers()
    /// The last results of `find`, numbered from 1.
    public var found: [String] = []

    /// The changes since the board was last shown.
    public var changes: [ChangedTags] = []
    /// Whether the board is always seen, so that commands need not print it.
    public var isBoardShown = false
    /// Whether only requested data is printed.
    public var isQuiet = false
    /// The number of the executed line, if lines come from a file or a pipe.
    public var lineNumber: Int?
    /// The rows that answers have taken on the terminal.
    public let printedRows = PrintedRows()

    /// Whether the set is the chosen one, and not one that was named when the REPL was opened.
    private let followsChosen: Bool

    /// A session on a set.
    public init(set: SetReference, presenter: BoardPresenter) {
        self.set = set
        self.presenter = presenter
        followsChosen = set == .chosen
    }

    /// The names of the tags that words of a command name, in any number.
    ///
    /// A number or a range is the chips, or the suggestions of `find`, that were shown with these
    /// numbers; `#3` is a tag called 3.
    ///
    /// - Throws: `ReplInputError` for a bad range, `TagServiceError.unknownNumber`, `.chipGone`.
    public func names(_ words: [String], in service: TagService) async throws -> [String] {
        let numbers = try words.map { word throws(ReplInputError) in
            try ChipNumbers.numbers([word]) ?? []
        }
        var chips = try await names(ofChips: numbers.flatMap(\.self), in: service)[...]
        return zip(words, numbers)
            .flatMap { word, numbers -> [String] in
                guard numbers.isEmpty else {
                    defer { chips = chips.dropFirst(numbers.count) }
                    return Array(chips.prefix(numbers.count))
                }
                return [name(word)]
            }
    }

    /// The name that a tag is to get, as it is typed: `#3` is 3.
    public func name(_ word: String) -> String { ChipNumbers.name(word) ?? word }

    /// Returns a name as it must be typed in the REPL: `#3` for a tag named `3`, because numbers
    /// name chips.
    public static func typed(_ name: String) -> String { ChipNumbers.typed(name) }

    /// The names of the tags that were shown with numbers: on the board, or by `find` if that was
    /// the last line.
    func names(ofChips numbers: [Int], in service: TagService) async throws -> [String] {
        guard !numbers.isEmpty else { return [] }
        guard !found.isEmpty else {
            return try service.tagNames(ofChips: numbers, asDrawn: drawn, in: set)
        }
        return try numbers.map { number in
            guard found.indices.contains(number - 1) else {
                throw TagServiceError.unknownNumber(number, count: found.count)
            }
            return found[number - 1]
        }
    }

    /// Notes that a board was printed.
    public func note(_ drawing: BoardDrawing) {
        drawn.note(drawing.board, isPart: drawing.isPart)
    }

    /// Stays with the shown set, regardless of other processes; if it is deleted, switches to the
    /// chosen one.
    public func pinSet(in service: TagService) async throws {
        guard followsChosen else { return }
        if case .named = set, try await exists(set, in: service) { return }
        set = .named(try service.name(of: .chosen))
    }

    /// Undoes or redoes a change, and goes to the set that this chooses.
    public func following(_ service: TagService, _ command: () async throws -> Void) async throws {
        try await pinSet(in: service)
        let chosen = try service.name(of: .chosen)
        try await command()
        if followsChosen, try service.name(of: .chosen) != chosen { set = .chosen }
        try await pinSet(in: service)
    }

    private func exists(_ set: SetReference, in service: TagService) async throws -> Bool {
        do {
            _ = try service.name(of: set)
            return true
        } catch TagServiceError.unknownSet { return false }
    }
}
