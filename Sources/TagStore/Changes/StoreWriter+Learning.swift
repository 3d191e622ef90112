internal import Foundation
internal import GRDB
package import TagCore

/// What a transaction changes about the samples of items.
struct PendingCalibration {
    /// The samples of new items, each newer than all before.
    private(set) var appended: [CalibrationSample] = []
    /// Whether a sample was changed or deleted that is not the newest, so that all must be folded anew.
    private(set) var isStale = false

    /// Notes the sample of an item that is newer than all others.
    mutating func append(_ sample: CalibrationSample) { appended.append(sample) }

    /// Notes that all samples must be folded anew.
    mutating func invalidate() { isStale = true }

    /// Whether nothing has changed.
    var isEmpty: Bool { appended.isEmpty && !isStale }
}

/// Learning how sure suggestions are. The states are folds of the samples, so that undo and `doctor` need nothing else.
extension StoreWriter {
    /// Stores the sample of an item that this transaction has inserted after all others that have one.
    package func learn(_ sample: CalibrationSample, ofNewSelection id: Int64) throws {
        try database.run(
            "UPDATE item SET calibration_sample = ? WHERE id = ?",
            [LittleEndian.data(of: sample.words), id]
        )
        samples.append(sample)
    }

    /// Writes all counts now, so that the reader sees what the transaction has changed.
    package func writeCounts() throws {
        try flushCountsBeforeTheEnd()
    }

    /// Remembers the model to use from now on, or that none is.
    package func use(_ model: ModelReference?) throws {
        try database.run(
            "UPDATE state SET model_path = ?, model_hash = ?",
            [model?.path, model.map { Data($0.hash) }]
        )
    }

    /// Notes the sample of a row that is about to be inserted.
    func note(insertionOf row: ItemRow) throws {
        guard let sample = row.sample else { return }
        let newest = try database.value(
            "SELECT max(id) FROM item WHERE calibration_sample IS NOT NULL",
            in: StoredRange.id
        )
        if row.id > newest ?? 0 { samples.append(sample) } else { samples.invalidate() }
    }

    /// Brings the calibration and the mixture up to date with the samples.
    func updateCalibration() throws {
        guard !samples.isEmpty else { return }
        var learnt = try LearntState(in: reader)
        let model = samples.appended.last { $0.mixture != nil }?.mixture?.model
        if samples.isStale || model != nil && model != learnt.mixture?.model {
            learnt = try LearntState(folding: reader, model: model ?? learnt.mixture?.model)
        } else {
            for sample in samples.appended { learnt.learn(sample) }
        }
        try database.run(
            "UPDATE state SET calibration = ?, mixture = ?",
            [learnt.calibrationData, learnt.mixtureData]
        )
        samples = PendingCalibration()
    }
}

/// What all samples together taught.
struct LearntState: Hashable {
    /// The calibration; `nil` before the first sample.
    private(set) var calibration: Calibration?
    /// The mixture with a model; `nil` before the first sample with one.
    private(set) var mixture: Mixture?

    /// Reads the stored state.
    init(in reader: StoreReader) throws {
        let rows = try reader.database.rows("SELECT calibration, mixture FROM state")
        guard let row = try rows.next() else { return }
        calibration = try row.calibration(0)
        mixture = try row.mixture(1)
    }

    /// Folds all samples, oldest first.
    ///
    /// - Complexity: O(samples).
    init(folding reader: StoreReader, model: UInt64?) throws {
        if let model { mixture = Mixture(model: model) }
        let rows = try reader.database.rows(
            "SELECT calibration_sample FROM item WHERE calibration_sample IS NOT NULL ORDER BY id"
        )
        while let row = try rows.next() {
            if let sample = try row.sample(0) { learn(sample) }
        }
        if mixture?.weight == 0 { mixture = nil }
    }

    mutating func learn(_ sample: CalibrationSample) {
        calibration = calibration ?? Calibration()
        calibration?.learn(sample)
        mixture?.learn(sample)
    }

    /// The calibration for its column.
    var calibrationData: Data? { calibration.map { LittleEndian.data(of: $0.values) } }

    /// The mixture for its column.
    var mixtureData: Data? {
        mixture.map { LittleEndian.data(of: [Double(bitPattern: $0.model)] + $0.values) }
    }
}
