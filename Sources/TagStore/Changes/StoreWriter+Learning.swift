internal import Foundation
internal import GRDB
package import TagCore

/// What a transaction changes about the lessons of saved selections.
struct PendingLessons {
    /// The lessons of new saved selections, each newer than all before.
    private(set) var appended: [Lesson] = []
    /// Whether a lesson was changed or deleted that is not the newest, so that all must be folded anew.
    private(set) var isStale = false

    /// Notes the lesson of a saved selection that is newer than all others.
    mutating func append(_ lesson: Lesson) { appended.append(lesson) }

    /// Notes that all lessons must be folded anew.
    mutating func invalidate() { isStale = true }

    /// Whether nothing has changed.
    var isEmpty: Bool { appended.isEmpty && !isStale }
}

/// Learning how sure suggestions are. The states are folds of the lessons, so that undo and `doctor` need nothing else.
extension StoreWriter {
    /// Stores the lesson of a saved selection that this transaction has inserted after all others that have one.
    package func learn(_ lesson: Lesson, ofNewSelection id: Int64) throws {
        try database.run(
            "UPDATE saved_selection SET lesson = ? WHERE id = ?",
            [LittleEndian.data(of: lesson.words), id]
        )
        lessons.append(lesson)
    }

    /// Writes all counts now, so that the reader sees what the transaction has changed.
    package func writeCounts() throws {
        try flushCountsBeforeTheEnd()
    }

    /// Remembers the base to use from now on, or that none is.
    package func use(_ base: BaseReference?) throws {
        try database.run(
            "UPDATE state SET base_path = ?, base_hash = ?",
            [base?.path, base.map { Data($0.hash) }]
        )
    }

    /// Notes the lesson of a row that is about to be inserted.
    func note(insertionOf row: SavedSelectionRow) throws {
        guard let lesson = row.lesson else { return }
        let newest = try database.value(
            "SELECT max(id) FROM saved_selection WHERE lesson IS NOT NULL",
            in: StoredRange.id
        )
        if row.id > newest ?? 0 { lessons.append(lesson) } else { lessons.invalidate() }
    }

    /// Brings the calibration and the mixture up to date with the lessons.
    func updateCalibration() throws {
        guard !lessons.isEmpty else { return }
        var learnt = try LearntState(in: reader)
        let base = lessons.appended.last { $0.mixture != nil }?.mixture?.base
        if lessons.isStale || base != nil && base != learnt.mixture?.base {
            learnt = try LearntState(folding: reader, base: base ?? learnt.mixture?.base)
        } else {
            for lesson in lessons.appended { learnt.learn(lesson) }
        }
        try database.run(
            "UPDATE state SET calibration = ?, mixture = ?",
            [learnt.calibrationData, learnt.mixtureData]
        )
        lessons = PendingLessons()
    }
}

/// What all lessons together taught.
struct LearntState: Hashable {
    /// The calibration; `nil` before the first lesson.
    private(set) var calibration: Calibration?
    /// The mixture with a base; `nil` before the first lesson with one.
    private(set) var mixture: Mixture?

    /// Reads the stored state.
    init(in reader: StoreReader) throws {
        let rows = try reader.database.rows("SELECT calibration, mixture FROM state")
        guard let row = try rows.next() else { return }
        calibration = try row.calibration(0)
        mixture = try row.mixture(1)
    }

    /// Folds all lessons, oldest first.
    ///
    /// - Complexity: O(lessons).
    init(folding reader: StoreReader, base: UInt64?) throws {
        if let base { mixture = Mixture(base: base) }
        let rows = try reader.database.rows(
            "SELECT lesson FROM saved_selection WHERE lesson IS NOT NULL ORDER BY id"
        )
        while let row = try rows.next() {
            if let lesson = try row.lesson(0) { learn(lesson) }
        }
        if mixture?.weight == 0 { mixture = nil }
    }

    mutating func learn(_ lesson: Lesson) {
        calibration = calibration ?? Calibration()
        calibration?.learn(lesson)
        mixture?.learn(lesson)
    }

    /// The calibration for its column.
    var calibrationData: Data? { calibration.map { LittleEndian.data(of: $0.values) } }

    /// The mixture for its column.
    var mixtureData: Data? {
        mixture.map { LittleEndian.data(of: [Double(bitPattern: $0.base)] + $0.values) }
    }
}
