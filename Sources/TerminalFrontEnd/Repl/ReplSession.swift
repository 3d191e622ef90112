public import TagService

/// The state that a REPL keeps between lines.
public final class ReplSession {
    /// The set that commands apply to.
    public var set: SetReference
    /// How boards are drawn, with any layout settings being tried out.
    public var presenter: BoardPresenter
    /// The chips that the numbers on drawn boards refer to.
    public var drawn = DrawnNumbers()
    /// The results of `find`, numbered from 1, until the board is drawn again.
    public var found: [String] = []

    /// The changes since the board was last shown.
    public var changes: [ChangedTags] = []
    /// The known tags that Tab takes instead of new tags that the last line added.
    public var offers: [TagOffer] = []
    /// Whether the board is always visible, so that commands don't print it.
    public var isBoardShown = false
    /// Whether only requested data is printed.
    public var isQuiet = false
    /// The number of the line being executed, if lines are read from a file or a pipe.
    public var lineNumber: Int?
    /// The number of rows that the current line's output has taken on the terminal.
    public let printedRows = PrintedRows()

    /// Whether the REPL uses the chosen set, rather than a set named when it was opened.
    private let followsChosen: Bool
    /// Whether the set was named when the session was opened.
    public var isSetNamed: Bool { !followsChosen }

    /// Creates a session on a set.
    public init(set: SetReference, presenter: BoardPresenter) {
        self.set = set
        self.presenter = presenter
        followsChosen = set == .chosen
    }

    /// Returns the names of the tags that the words of a command refer to.
    ///
    /// A number or a range refers to the chips, or the results of `find`, that were shown with these
    /// numbers. `#3` is the tag named `3`.
    ///
    /// - Throws: `ReplInputError` for a bad range, `TagServiceError.unknownNumber`, `.chipGone`.
    public func names(_ words: [String], in service: TagService) throws -> [String] {
        let numbers = try words.map { word throws(ReplInputError) in try ChipNumbers.numbers([word]) ?? [] }
        var chips = try names(ofChips: numbers.flatMap(\.self), in: service)[...]
        return zip(words, numbers)
            .flatMap { word, numbers -> [String] in
                guard numbers.isEmpty else {
                    defer { chips = chips.dropFirst(numbers.count) }
                    return Array(chips.prefix(numbers.count))
                }
                return [name(word)]
            }
    }

    /// Returns the tag name that a typed word specifies: `3` for `#3`.
    public func name(_ word: String) -> String { ChipNumbers.name(word) ?? word }

    /// Returns a name as it must be typed in the REPL: `#3` for a tag named `3`, because numbers
    /// refer to chips.
    public static func typed(_ name: String) -> String { ChipNumbers.typed(name) }

    /// Returns the names of the tags that were last shown with these numbers: by `find` or on the board.
    func names(ofChips numbers: [Int], in service: TagService) throws -> [String] {
        guard !numbers.isEmpty else { return [] }
        guard !found.isEmpty else { return try service.selection.tagNames(ofChips: numbers, asDrawn: drawn, in: set) }
        return try numbers.map { number in
            guard found.indices.contains(number - 1) else {
                throw TagServiceError.unknownNumber(number, count: found.count)
            }
            return found[number - 1]
        }
    }

    /// Records a printed board, so that numbers refer to its chips.
    public func note(_ drawing: BoardDrawing) {
        drawn.note(drawing.board, isPart: drawing.isPart)
        found = []
    }

    /// Keeps using the current set even if another process chooses another set.
    ///
    /// If the set was deleted, switches to the chosen set.
    public func pinSet(in service: TagService) throws {
        guard followsChosen else { return }
        if case .named = set, try exists(set, in: service) { return }
        set = .named(try service.sets.name(of: .chosen))
    }

    /// Runs an undo or redo, and switches to another set if that changes which set is chosen.
    public func following(_ service: TagService, _ command: () throws -> Void) throws {
        try pinSet(in: service)
        let chosen = try service.sets.name(of: .chosen)
        try command()
        if followsChosen, try service.sets.name(of: .chosen) != chosen { set = .chosen }
        try pinSet(in: service)
    }

    private func exists(_ set: SetReference, in service: TagService) throws -> Bool {
        do {
            _ = try service.sets.name(of: set)
            return true
        } catch TagServiceError.unknownSet { return false }
    }
}
