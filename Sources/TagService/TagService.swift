internal import Dispatch
public import Foundation
public import Logging
internal import Synchronization
public import TagStore
public import TextMeasurement

// How a command becomes rows, and rows become a board:
//
// 1. Names from outside become `CheckedName`s; `TagService+Resolving` looks up the rows of sets, tags and members.
// 2. One transaction applies `RowChange`s through a `StoreWriter` (the folders named after nouns); the store derives from each change
//    the one that undoes it.
// 3. `TagService+Boards` measures labels through the cache (`MeasuredChip`), and `BoardLayout` arranges them
//    (`PlacedChip`, `Board`) with FlowEngine. ChipRendering draws the board.
// 4. `SuggestionEngine` fetches candidates (`CandidateIndex` or `ResidentIndex`, `StoredCooccurrences`), ranks them
//    with Suggestions, and words them as `Suggestion`s.
// 5. `ImportReader` parses a file into `ImportRecord`s, and `Importer` writes them in one transaction; `Exporter`
//    writes everything as NDJSON.

/// Tag sets, their selections and suggestions, stored in a SQLite database.
///
/// ```swift
/// let service = try TagService(.memory)
/// _ = try service.createSet("habits", tags: ["reading", "running"])
/// let change = try service.changeSelection(["reading"], .toggle)
/// ```
///
/// Each method runs in one transaction: when it returns, its changes are on disk; when it throws, nothing has
/// changed. Several services, in one process or in many, may use a database at the same time and see each other's
/// changes.
///
/// Any thread may call any method at any time. Reads run at the same time on the connections of a pool, writes one after the other.
/// A method blocks its thread while it waits for the disk or for another write; an async program calls ``perform(_:)``.
///
/// Methods name a set by a ``SetReference``; `.chosen` is the set last chosen with ``chooseSet(_:)``.
public final class TagService: Sendable {
    let store: TagStore
    let measurer: any TextMeasurer
    let now: @Sendable () -> Date
    let logger: Logger
    /// What the user should know about how the database was opened.
    public let notices: [StoreNotice]
    /// Every tag in memory, for one question at a time; nothing that writes may wait for it.
    let resident = Mutex(ResidentTags())
    /// The tags of the sets that limited callers see, as of the latest commit.
    let visibleTags = Mutex<[VisibleTags.Key: VisibleTags]>([:])
    let modelChoice = Mutex(ModelChoice())
    /// Whether this service has written since it last looked for changes to follow.
    let hasCommitted = Atomic<Bool>(false)

    /// Opens the database at a location, and creates it if it does not exist.
    ///
    /// - Parameters:
    ///   - location: the place of the database.
    ///   - concurrency: one connection for a short-lived process, a pool for a server.
    ///   - measurer: measures the labels of chips; by default in the cells of the terminal.
    ///   - terminal: the terminal that shows boards; widths measured on it take precedence over the tables.
    ///   - logger: receives each transaction with its duration; silent by default.
    ///   - now: the clock.
    /// - Throws: `StoreError`; a file that is not a tagflow database is left as it was.
    public init(
        _ location: StoreLocation,
        concurrency: StoreConcurrency = .pool,
        measurer: (any TextMeasurer)? = nil,
        terminal: TerminalIdentity? = nil,
        logger: Logger = Logger(label: "tagflow", factory: { _ in SwiftLogNoOpLogHandler() }),
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        let store = try TagStore(location, concurrency: concurrency)
        self.store = store
        notices = store.notices
        logger.debug("opened the database", metadata: ["path": "\(location.path)"])
        self.measurer = measurer ?? Self.measurer(for: terminal, in: store, logger)
        self.logger = logger
        self.now = now
    }

    /// Measures as the terminal does, or by the tables where its widths cannot be read: `doctor` must still open.
    private static func measurer(
        for terminal: TerminalIdentity?,
        in store: TagStore,
        _ logger: Logger
    ) -> TerminalWidths {
        do {
            return try terminal.map { try widths(of: $0, in: store) } ?? TerminalWidths()
        } catch {
            logger.debug("cannot read the terminal's widths", metadata: ["error": "\(error)"])
            return TerminalWidths()
        }
    }

    /// The time in milliseconds since 1970.
    var milliseconds: Int64 {
        Int64(clamping: (now().timeIntervalSince1970 * 1_000).rounded(.down))
    }

    /// Runs work on a thread that may block, so that the thread of an async caller doesn't.
    ///
    /// ```swift
    /// let sets = try await service.perform { try $0.sets() }
    /// ```
    ///
    /// - Parameter work: the work, which calls the service's methods.
    /// - Returns: what the work returns.
    /// - Throws: what the work throws.
    public func perform<Result: Sendable>(
        _ work: @escaping @Sendable (TagService) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Self.threads.async { continuation.resume(with: Swift.Result { try work(self) }) }
        }
    }

    private static let threads = DispatchQueue(label: "tagflow.service", attributes: .concurrent)

    /// Runs work for a caller who sees some sets only, such as the holder of a token that is limited to them.
    ///
    /// Everything outside the sets does not exist for the work: other sets, tags that are neither members nor in items of
    /// the sets, their names and aliases, rules with them, uses elsewhere, and what was learnt. A tag that the work adds although it
    /// exists elsewhere is then known in the set by the name that was given.
    ///
    /// - Parameters:
    ///   - setIDs: the ids of the sets; `nil` for everything.
    ///   - work: the work, which calls this service's methods.
    /// - Returns: what the work returns.
    /// - Throws: what the work throws.
    public func limited<Result>(
        to setIDs: [Int64]?,
        _ work: () throws -> Result
    ) rethrows -> Result {
        try store.limited(to: setIDs, work)
    }

    /// Runs a read with the set that a reference names.
    func reading<Result>(
        _ reference: SetReference,
        _ body: (StoreReader, SetRow) throws -> Result
    ) throws -> Result {
        try store.read { try body($0, Self.set(reference, in: $0)) }
    }

    /// Runs a write with the set that a reference names.
    func writing<Result>(
        _ reference: SetReference,
        _ body: (StoreWriter, SetRow) throws -> Result
    ) throws -> Result {
        try writing { try body($0, Self.set(reference, in: $0.reader)) }
    }

    /// Runs a write and logs its duration.
    func writing<Result>(_ body: (StoreWriter) throws -> Result) throws -> Result {
        let start = ContinuousClock.now
        let result = try store.write(at: milliseconds, body)
        hasCommitted.store(true, ordering: .releasing)
        logger.debug("committed", metadata: ["took": "\(ContinuousClock.now - start)"])
        return result
    }
}

/// The unit in which the measurement cache dates the use of a size.
let millisecondsPerDay: Int64 = 86_400_000

extension Int64 {
    /// The nearest integer; 0 for NaN.
    init(clamping number: Double) {
        self = Int64(exactly: number.rounded()) ?? (number > 0 ? .max : number < 0 ? .min : 0)
    }
}
