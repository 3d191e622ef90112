public import Foundation
public import Logging
public import TagStore
public import TextMeasurement

/// Tag sets, their selections and what is learnt from them, kept in a SQLite database.
///
/// Every method is one transaction: it does all of what it says or, when it throws, nothing. What a method has
/// returned from is on disk. Several services, in one process or in many, may use a database at the same
/// time and see each other's changes.
///
/// Methods name a set by a ``SetReference``; `.chosen` is the set last chosen with ``chooseSet(_:)``.
public actor TagService {
    let store: TagStore
    let measurer: any TextMeasurer
    let now: @Sendable () -> Date
    let logger: Logger
    /// What opening the database did besides, which a person should know.
    public nonisolated let notices: [StoreNotice]
    /// Every tag in memory, where that was asked for.
    var resident: ResidentIndex?
    var keepsResident = false
    /// Whether this service has written since it last looked for changes to follow.
    var hasCommitted = false

    /// Opens the database at a location, and makes it where there is none.
    ///
    /// - Parameters:
    ///   - location: where the database is.
    ///   - concurrency: one connection for a short-lived process, a pool for one that serves many.
    ///   - measurer: what measures the labels of chips; nil: the cells of the terminal.
    ///   - terminal: where boards are shown: what was measured there is believed before the tables.
    ///   - logger: told of each transaction, with its time; silent unless given.
    ///   - now: the clock.
    /// - Throws: `StoreError`; a file that is not ours is then as it was.
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
        self.measurer =
            measurer ?? terminal.flatMap { try? Self.widths(of: $0, in: store) } ?? TerminalWidths()
        self.logger = logger
        self.now = now
    }

    /// The time in milliseconds since 1970.
    var milliseconds: Int64 {
        Int64(clamping: (now().timeIntervalSince1970 * 1_000).rounded(.down))
    }

    /// Runs a read and gives it the set that a reference names.
    func reading<Result>(
        _ reference: SetReference,
        _ body: (StoreReader, SetRow) throws -> Result
    ) throws -> Result {
        try store.read { try body($0, Self.set(reference, in: $0)) }
    }

    /// Runs a write and gives it the set that a reference names.
    func writing<Result>(
        _ reference: SetReference,
        _ body: (StoreWriter, SetRow) throws -> Result
    ) throws -> Result {
        try writing { try body($0, Self.set(reference, in: $0.reader)) }
    }

    /// Runs a write, and tells the logger of it.
    func writing<Result>(_ body: (StoreWriter) throws -> Result) throws -> Result {
        let start = ContinuousClock.now
        let result = try store.write(at: milliseconds, body)
        hasCommitted = true
        logger.debug("committed", metadata: ["took": "\(ContinuousClock.now - start)"])
        return result
    }
}

extension Int64 {
    /// The whole number nearest to a number that may be out of range or none.
    init(clamping number: Double) {
        self = Int64(exactly: number.rounded()) ?? (number > 0 ? .max : number < 0 ? .min : 0)
    }
}
