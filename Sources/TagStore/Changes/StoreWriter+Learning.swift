internal import Foundation
internal import GRDB
package import TagCore

/// Learning how reliable suggestions are.
///
/// The calibration and the mixture depend only on the samples, so undo and `doctor` can recompute
/// them.
extension StoreWriter {
    /// Stores the sample of a stored item, unless the item was deleted.
    package func learn(_ sample: CalibrationSample, ofItem id: Int64) throws {
        try database.run(
            "UPDATE item SET calibration_sample = ? WHERE id = ?", [LittleEndian.data(of: sample.words), id])
        samples.invalidate()
    }

    /// Removes the samples of scores with an item, except those about the mixture with a shared model.
    ///
    /// - Complexity: O(samples).
    package func forgetItemSamples() throws {
        let ids = try database.rows("SELECT id, calibration_sample FROM item WHERE calibration_sample IS NOT NULL")
            .mapAll { row -> Int64? in
                let sample = try row.sample(1)
                return sample?.hasItem == true && sample?.mixture == nil ? try row[0] : nil
            }
        for case let id? in ids { try database.run("UPDATE item SET calibration_sample = NULL WHERE id = ?", [id]) }
        samples.invalidate()
    }

    /// Stores the shared model to use from now on, or `nil` for none.
    package func use(_ model: StoreReader.ModelReference?) throws {
        try database.run("UPDATE state SET model_path = ?, model_hash = ?", [model?.path, model.map { Data($0.hash) }])
    }

    /// Records the sample of a row that is about to be inserted.
    func note(insertionOf row: ItemRow) throws {
        guard let sample = row.sample else { return }
        let newest = try database.value(
            "SELECT max(id) FROM item WHERE calibration_sample IS NOT NULL", in: StoredRange.id)
        if row.id > newest ?? 0 { samples.append(sample) } else { samples.invalidate() }
    }

    /// Updates the calibration and the mixture with the changed samples.
    func updateCalibration() throws {
        guard !samples.isEmpty else { return }
        var learned = try LearnedState(in: reader)
        let model = samples.appended.last { $0.mixture != nil }?.mixture?.model
        if samples.isStale || model != nil && model != learned.mixture?.model {
            learned = try LearnedState(from: reader, model: model ?? learned.mixture?.model)
        } else {
            for sample in samples.appended { learned.learn(sample) }
        }
        try store(learned)
        samples = StoreWriter.PendingCalibration()
    }

    private func store(_ learned: LearnedState) throws {
        try database.run(
            "UPDATE state SET calibration = ?, item_calibration = ?, item_and_tags_calibration = ?, mixture = ?",
            Calibration.Evidence.allCases.map { learned.data(of: $0) } + [learned.mixtureData])
    }

    /// Computes the calibrations from all samples, in a database with those of an earlier version.
    ///
    /// - Complexity: O(samples).
    static func recalibrate(in database: Database) throws {
        let writer = StoreWriter(database: database)
        let mixture = try database.rows("SELECT mixture FROM state").next()?.mixture(0)
        try writer.store(LearnedState(from: writer.reader, model: mixture?.model))
    }
}

extension StoreWriter {
    /// The changes that a transaction makes to the samples of items.
    struct PendingCalibration {
        /// The samples of new items, each newer than all stored samples.
        private(set) var appended: [CalibrationSample] = []
        /// Whether an older sample was changed or deleted, so that the states must be recomputed from all samples.
        private(set) var isStale = false

        /// Adds the sample of an item that is newer than all others.
        mutating func append(_ sample: CalibrationSample) { appended.append(sample) }

        /// Records that the states must be recomputed from all samples.
        mutating func invalidate() { isStale = true }

        /// Whether no samples changed.
        var isEmpty: Bool { appended.isEmpty && !isStale }
    }
}

/// The calibrations and the mixture learned from all samples.
struct LearnedState: Hashable {
    /// The calibrations by the evidence of samples; none before the first sample with it.
    private(set) var calibrations: [Calibration.Evidence: Calibration] = [:]
    /// The mixture with a model; `nil` before the first sample with one.
    private(set) var mixture: Mixture?

    /// Reads the stored state.
    init(in reader: StoreReader) throws {
        let rows = try reader.database.rows(
            "SELECT calibration, item_calibration, item_and_tags_calibration, mixture FROM state")
        guard let row = try rows.next() else { return }
        for (index, evidence) in Calibration.Evidence.allCases.enumerated() {
            calibrations[evidence] = try row.calibration(index, of: evidence)
        }
        mixture = try row.mixture(3)
    }

    /// Computes the state from all samples, oldest first.
    ///
    /// - Complexity: O(samples).
    init(from reader: StoreReader, model: UInt64?) throws {
        if let model { mixture = Mixture(model: model) }
        let rows = try reader.database.rows(
            "SELECT calibration_sample FROM item WHERE calibration_sample IS NOT NULL ORDER BY id")
        while let row = try rows.next() { if let sample = try row.sample(0) { learn(sample) } }
        if mixture?.weight == 0 { mixture = nil }
    }

    mutating func learn(_ sample: CalibrationSample) {
        calibrations[sample.evidence, default: Calibration(of: sample.evidence)].learn(sample)
        mixture?.learn(sample)
    }

    /// Returns the encoded calibration of scores by some evidence, as stored in its column.
    func data(of evidence: Calibration.Evidence) -> Data? {
        calibrations[evidence].map { LittleEndian.data(of: $0.values) }
    }

    /// The encoded mixture, as stored in its column.
    var mixtureData: Data? { mixture.map { LittleEndian.data(of: [Double(bitPattern: $0.model)] + $0.values) } }
}
