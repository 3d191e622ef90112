internal import Logging
internal import TagStore
public import TextMeasurement

/// Laying out the chips of a set.
extension TagService.Sets {
    /// Lays out the chips of a set.
    ///
    /// Sizes of labels are cached in the database: one query reads the cached sizes, and one transaction adds new sizes.
    ///
    /// - Parameters:
    ///   - request: the width, the chips' sizes, and settings that take precedence over those of the set.
    ///   - reference: the set.
    /// - Returns: the board with the position of each chip.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    /// - Complexity: linear in the number of tags in the set.
    public func board(_ request: BoardRequest, of reference: SetReference = .chosen) throws -> Board {
        try board(request, of: reference, measurer: measurer)
    }

    /// Lays out the chips of a set, using a different measurer than the service's default.
    public func board(_ request: BoardRequest, of reference: SetReference, measurer: any TextMeasurer) throws -> Board {
        let rows = try reading(reference) { reader, set in try StoredBoard(of: set, measurer: measurer, in: reader) }
        let (board, sizes) = try lay(rows, request, measurer: measurer)
        updateCache(with: sizes, by: measurer)
        return board
    }

    /// Lays out chips read from the database; returns the board and the sizes to add to the cache.
    private func lay(
        _ stored: StoredBoard, _ request: BoardRequest, measurer: any TextMeasurer
    ) throws -> (Board, SizesForCache) {
        var sizes = SizesForCache(set: stored.set, today: milliseconds / millisecondsPerDay)
        let chips = try stored.rows.enumerated()
            .map { index, row in
                // The client may have disconnected.
                try Task.checkCancellation()
                return MeasuredChip(
                    tagID: row.tagID, tag: row.name, number: index + 1, isSelected: row.isSelected,
                    label: TextSize(try sizes.size(of: row, by: measurer)),
                    color: row.color.flatMap(TagColor.init(rawValue:)))
            }
        // Measuring fails only for control characters, and "+N more" has none.
        let measure = { (try? measurer.measure($0)) ?? TextSize(width: 0, height: 0, baseline: 0) }
        let layout = BoardLayout(
            request: request, settings: request.settings.withDefaults(from: stored.settings), measure: measure)
        let shown = request.selectedOnly ? chips.filter(\.isSelected) : chips
        var board = layout.board(of: shown, set: stored.set)
        if stored.set.isDaily {
            let day = max(stored.set.boardDay ?? service.today, CalendarDay.first)
            board.title = "\(stored.set.name) · \(CalendarDay(number: day).title)"
        }
        return (board, sizes)
    }

    /// Adds sizes to the cache, and records that the sizes of a set were used today.
    ///
    /// Nothing depends on the cache: errors are only logged, and the update is skipped while
    /// another process is writing.
    private func updateCache(with sizes: SizesForCache, by measurer: any TextMeasurer) {
        guard !sizes.new.isEmpty || sizes.isStale else { return }
        let identity = measurer.identity.key
        do {
            _ = try store.writeUnlessBusy(at: milliseconds) { writer in
                if sizes.isStale {
                    try writer.markMeasurementsUsed(ofSet: sizes.set.id, measurer: identity, today: sizes.today)
                }
                guard !sizes.new.isEmpty else { return }
                try writer.storeMeasurements(sizes.new, measurer: identity, today: sizes.today)
                try writer.limitMeasurements()
            }
        } catch { logger.debug("can't write the measurement cache", metadata: ["error": "\(error)"]) }
    }
}

/// The chips of a set as stored in the database.
private struct StoredBoard {
    var set: SetRow
    var rows: [StoreReader.BoardRow]
    var settings: LayoutSettings

    init(of set: SetRow, measurer: any TextMeasurer, in reader: StoreReader) throws {
        self.set = set
        rows = try reader.board(ofSet: set.id, measurer: measurer.identity.key)
        settings = try LayoutSettings(of: set)
    }
}

/// The updates of the measurement cache for the chips of a set.
private struct SizesForCache {
    let set: SetRow
    /// The number of days since 1970.
    let today: Int64
    /// The sizes that aren't cached yet.
    private(set) var new: [(text: String, size: StoredMeasurement)] = []
    /// Whether the cache hasn't recorded today's use of a size yet.
    private(set) var isStale = false

    init(set: SetRow, today: Int64) {
        self.set = set
        self.today = today
    }

    /// Returns the size of a row's label from the cache, or measures it.
    mutating func size(of row: StoreReader.BoardRow, by measurer: any TextMeasurer) throws -> StoredMeasurement {
        if let day = row.measurementUsedOn, day < today { isStale = true }
        if let cached = row.measurement { return cached }
        // Another program may have written a name with control characters, which are shown escaped.
        let size = StoredMeasurement(try measurer.measure(TerminalText.printable(row.name)))
        new.append((row.name, size))
        return size
    }
}

extension TextSize {
    /// Creates a size from its cached form.
    fileprivate init(_ stored: StoredMeasurement) {
        self.init(width: stored.width, height: stored.height, baseline: stored.baseline)
    }
}

extension StoredMeasurement {
    /// Creates the cached form of a size.
    fileprivate init(_ size: TextSize) { self.init(width: size.width, height: size.height, baseline: size.baseline) }
}

/// The meaning of chip numbers on the boards that a user has seen.
///
/// A number refers to the tag that was last drawn with it, even if this or another process has changed the set since.
///
/// ```swift
/// let board = try service.sets.board(request)
/// let names = try service.selection.tagNames(ofChips: [2], asDrawn: DrawnNumbers(board))
/// ```
public struct DrawnNumbers: Hashable, Sendable {
    /// A tag with its name at the time it was drawn.
    struct NumberedTag: Hashable, Sendable {
        var id: Int64
        var name: String
    }

    /// For each set identifier, the tags by number, counted from 1.
    private var tags: [Int64: [Int: NumberedTag]] = [:]

    /// Creates the numbers of a user who hasn't seen a board yet.
    public init() {}

    /// Creates the numbers of a board.
    ///
    /// - Complexity: linear in the number of chips.
    public init(_ board: Board) { note(board) }

    /// Records that a board was drawn.
    ///
    /// - Parameters:
    ///   - board: the board.
    ///   - isPart: whether chips drawn earlier are still visible, so that their numbers stay valid.
    /// - Complexity: linear in the number of chips.
    public mutating func note(_ board: Board, isPart: Bool = false) {
        if !isPart { tags[board.setID] = [:] }
        for chip in board.chips {
            tags[board.setID, default: [:]][chip.number] = NumberedTag(id: chip.tagID, name: chip.tag)
        }
    }

    /// Returns the tag that was last drawn with a number on the board of a set.
    func tag(_ number: Int, ofSet id: Int64) -> NumberedTag? { tags[id]?[number] }
}

/// The name and version of a terminal; measured widths are stored by terminal.
public struct TerminalIdentity: Hashable, Sendable, Codable {
    /// The name, such as `WezTerm`, or the terminal type if the name is unknown.
    public var name: String
    /// The version; empty if unknown.
    public var version: String

    /// Identifies the terminal of a process by the environment variables.
    ///
    /// `TERM_PROGRAM` takes precedence over `VTE_VERSION`, which takes precedence over `TERM`.
    public init(environment: [String: String]) {
        func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        if let program = variable("TERM_PROGRAM") {
            name = program
            version = variable("TERM_PROGRAM_VERSION") ?? ""
        } else if let version = variable("VTE_VERSION") {
            name = "VTE"
            self.version = version
        } else {
            name = variable("TERM") ?? "unknown"
            version = ""
        }
    }

    /// The key under which measurements of the terminal are stored.
    var measurer: MeasurerIdentity { MeasurerIdentity(name: "terminal", version: version, settings: ["name": name]) }
}

/// Widths of grapheme clusters that terminals draw differently.
extension TagService {
    /// The widths for boards in cells; the default width tables if the service's measurer is a font.
    public var terminalWidths: TerminalWidths { measurer as? TerminalWidths ?? TerminalWidths() }

    /// Returns the widths measured on a terminal; clusters that weren't measured have their default width.
    public func widths(of terminal: TerminalIdentity) throws -> TerminalWidths {
        try Self.widths(of: terminal, in: store)
    }

    static func widths(of terminal: TerminalIdentity, in store: TagStore) throws -> TerminalWidths {
        let sizes = try store.read { try $0.measurements(measurer: terminal.measurer.key) }
        var cells: [ClusterClass: Int] = [:]
        for kind in ClusterClass.allCases {
            cells[kind] = sizes[kind.sample].flatMap { Int(exactly: $0.width) }
                .flatMap { Self.possibleCells.contains($0) ? $0 : nil }
        }
        return TerminalWidths(cells)
    }

    /// The plausible widths of a sample, in cells.
    private static let possibleCells = 0...64

    /// Stores the widths measured on a terminal, replacing earlier measurements.
    public func saveWidths(_ cells: [ClusterClass: Int], of terminal: TerminalIdentity) throws {
        let now = milliseconds
        try store.write(at: now) { writer in
            try writer.deleteMeasurements(measurer: terminal.measurer.key)
            try writer.storeMeasurements(
                cells.map { kind, cells in
                    (kind.sample, StoredMeasurement(width: Double(cells), height: 1, baseline: 1))
                }, measurer: terminal.measurer.key, today: now / millisecondsPerDay)
        }
    }
}
