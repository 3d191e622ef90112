internal import Foundation
internal import GRDB
internal import TagCore

/// The calibration and the mixture learned from all samples.
struct LearnedState: Hashable {
    /// The calibration; `nil` before the first sample.
    private(set) var calibration: Calibration?
    /// The calibration of scores with an item; `nil` before the first sample with one.
    private(set) var itemCalibration: Calibration?
    /// The mixture with a model; `nil` before the first sample with one.
    private(set) var mixture: Mixture?

    /// Reads the stored state.
    init(in reader: StoreReader) throws {
        let rows = try reader.database.rows("SELECT calibration, mixture, item_calibration FROM state")
        guard let row = try rows.next() else { return }
        calibration = try row.calibration(0)
        mixture = try row.mixture(1)
        itemCalibration = try row.calibration(2)
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
        if sample.hasItem {
            itemCalibration = itemCalibration ?? Calibration(forItems: true)
            itemCalibration?.learn(sample)
        } else {
            calibration = calibration ?? Calibration()
            calibration?.learn(sample)
        }
        mixture?.learn(sample)
    }

    /// The encoded calibration, as stored in its column.
    var calibrationData: Data? { calibration.map { LittleEndian.data(of: $0.values) } }

    /// The encoded calibration with an item, as stored in its column.
    var itemCalibrationData: Data? { itemCalibration.map { LittleEndian.data(of: $0.values) } }

    /// The encoded mixture, as stored in its column.
    var mixtureData: Data? { mixture.map { LittleEndian.data(of: [Double(bitPattern: $0.model)] + $0.values) } }
}
