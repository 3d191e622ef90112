internal import Dispatch
public import Foundation
public import Logging
internal import Synchronization
public import TagStore
public import TextMeasurement

// How a command becomes rows, and rows become a board:
//
// 1. Names from outside become `CheckedName`s; `Resolving` looks up the rows of sets, tags and members.
// 2. One transaction applies `RowChange`s through a `StoreWriter`. The store derives the inverse of
//    each change for the undo log.
// 3. `Boards` measures labels through the cache (`MeasuredChip`), and `BoardLayout` arranges them
//    (`PlacedChip`, `Board`) with FlowEngine. ChipRendering draws the board.
// 4. `SuggestionEngine` scores tags by the evidence and the counts (`EvidenceScores`, `StoredCounts`), ranks them with
//    typed text and use (`RankedTag`), and words them as `Suggestion`s.
// 5. `ImportReader` parses a file into `ImportRecord`s, and `Importer` writes them in one transaction; `Exporter`
//    writes everything as NDJSON.

/// Tag sets, their selections and suggestions, stored in a SQLite database.
///
/// ```swift
/// let service = try TagService(.memory)
/// try service.sets.create("habits", tags: ["reading", "running"])
/// let change = try service.selection.toggle(["reading"])
/// ```
///
/// Each method runs in one transaction: when it returns, its changes are on disk; when it throws, nothing has
/// changed. Several services in the same or different processes may use a database at the same time and see each other's
/// changes.
///
/// Any thread may call any method at any time. Reads run concurrently on a pool of connections; writes run one after the other.
/// A method blocks its thread while it waits for the disk or for another write, so async programs should call ``perform(_:)``.
///
/// Methods refer to a set by a ``SetReference``; `.chosen` is the set last chosen with ``TagService/Sets/choose(_:)``.
public final class TagService: Sendable {
    let store: TagStore
    let measurer: any TextMeasurer
    let now: @Sendable () -> Date
    let logger: Logger
    /// Whether queries may check whether the files at the locations of items exist.
    let checksFiles: Bool
    /// Notices about opening the database that a program should show to the user.
    public let notices: [StoreNotice]
    /// All tags in memory, used by one query at a time.
    ///
    /// Writers must not wait for it.
    let tagCache = Mutex(TagCache())
    /// The tags that callers limited to some sets may see, as of the latest commit.
    let visibleTags = Mutex<[VisibleTags.Key: VisibleTags]>([:])
    let modelChoice = Mutex(ModelChoice())
    /// The near duplicates among all tags, all of them.
    let similarTagCache = LatestResult<SimilarTags>()
    /// The pairs of synonyms.
    let synonymCache = LatestResult<[SynonymPair]>()
    /// The suggested rules.
    let suggestedRuleCache = LatestResult<[SuggestedRule]>()
    /// The linear model that this service has loaded.
    let linearModel = Mutex(LoadedLinearModel())
    /// The training of linear models in the background.
    let training = BackgroundTraining()
    /// The parsed queries of rules, some of which may have been removed.
    let rulePlan = Mutex(RulePlan(now: 0))
    /// Whether this service has committed a change since it last checked for new commits.
    let hasCommitted = Atomic<Bool>(false)

    /// Opens the database at a location, and creates it if it doesn't exist.
    ///
    /// - Parameters:
    ///   - location: the location of the database.
    ///   - concurrency: one connection for a short-lived process, a pool for a server.
    ///   - measurer: measures the labels of chips, in terminal cells by default.
    ///   - terminal: the terminal that shows boards; widths measured on it take precedence over the width tables.
    ///   - checksFiles: whether the query `missing` may look at files; a server for several people shouldn't, because that would reveal
    ///     which files it has.
    ///   - logger: receives each transaction with its duration; silent by default.
    ///   - now: the clock.
    /// - Throws: `StoreError`; a file that isn't a tagflow database remains unchanged.
    public init(
        _ location: StoreLocation, concurrency: StoreConcurrency = .pool, measurer: (any TextMeasurer)? = nil,
        terminal: TerminalIdentity? = nil, checksFiles: Bool = true,
        logger: Logger = Logger(label: "tagflow", factory: { _ in SwiftLogNoOpLogHandler() }),
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        let store = try TagStore(location, concurrency: concurrency)
        self.store = store
        notices = store.notices
        logger.debug("opened the database", metadata: ["path": "\(location.path)"])
        self.measurer = measurer ?? Self.measurer(for: terminal, in: store, logger)
        self.logger = logger
        self.checksFiles = checksFiles
        self.now = now
    }

    /// Returns the measurer for a terminal.
    ///
    /// It falls back to the width tables if the terminal's widths can't be read, so that `doctor` can still open the database.
    private static func measurer(
        for terminal: TerminalIdentity?, in store: TagStore, _ logger: Logger
    ) -> TerminalWidths {
        do { return try terminal.map { try widths(of: $0, in: store) } ?? TerminalWidths() } catch {
            logger.debug("can't read the terminal's widths", metadata: ["error": "\(error)"])
            return TerminalWidths()
        }
    }

    /// The current time in milliseconds since 1970.
    var milliseconds: Int64 { Int64(clamping: (now().timeIntervalSince1970 * 1_000).rounded(.down)) }

    /// Runs work on a thread that may block, so that an async caller's thread isn't blocked.
    ///
    /// ```swift
    /// let sets = try await service.perform { try $0.sets.all() }
    /// ```
    ///
    /// - Parameter work: a closure that calls the service's methods.
    /// - Returns: the result of `work`.
    /// - Throws: the error that `work` throws.
    public func perform<Result: Sendable>(
        _ work: @escaping @Sendable (TagService) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Self.threads.async { continuation.resume(with: Swift.Result { try work(self) }) }
        }
    }

    private static let threads = DispatchQueue(label: "tagflow.service", attributes: .concurrent)

    /// Runs work for a caller who may see only certain sets, such as the holder of a set-limited token.
    ///
    /// Everything outside the sets is hidden from the work: other sets, tags that are neither members of the sets nor in their items,
    /// the names, aliases and implications of those tags, their uses elsewhere, and everything learned from other items. If
    /// the work adds a tag that exists elsewhere, the set keeps the name as the work spelled it.
    ///
    /// - Parameters:
    ///   - setIDs: the ids of the sets; `nil` for no limit.
    ///   - work: a closure that calls this service's methods.
    /// - Returns: the result of `work`.
    /// - Throws: the error that `work` throws.
    package func limited<Result>(to setIDs: [Int64]?, _ work: () throws -> Result) rethrows -> Result {
        try store.limited(to: setIDs, work)
    }

    /// Runs a write transaction and logs its duration.
    func write<Result>(_ body: (StoreWriter) throws -> Result) throws -> Result {
        let start = ContinuousClock.now
        let result = try store.write(at: milliseconds, body)
        hasCommitted.store(true, ordering: .releasing)
        logger.debug("committed", metadata: ["took": "\(ContinuousClock.now - start)"])
        return result
    }
}

/// The number of milliseconds in a day; the measurement cache records uses by day.
let millisecondsPerDay: Int64 = 86_400_000

extension Int64 {
    /// Creates the nearest integer that 64 bits can represent; 0 for NaN.
    init(clamping number: Double) {
        self = Int64(exactly: number.rounded()) ?? (number > 0 ? .max : number < 0 ? .min : 0)
    }
}
