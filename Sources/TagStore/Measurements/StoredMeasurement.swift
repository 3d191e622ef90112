/// The measured size of one text, in the measurer's unit.
package struct StoredMeasurement: Hashable, Sendable {
    package var width: Double
    package var height: Double
    package var baseline: Double

    /// How many measurements are kept: those of some large sets by some measurers, about 20 megabytes.
    package static let limit = 250_000

    package init(width: Double, height: Double, baseline: Double) {
        self.width = width
        self.height = height
        self.baseline = baseline
    }

    /// The measurement that three columns of a row hold, `nil` where they are null.
    init?(row: StoredRow, from column: Int) throws {
        let width: Double? = try row[column, StoredRange.width]
        let height: Double? = try row[column + 1, StoredRange.height]
        let baseline: Double? = try row[column + 2, StoredRange.height]
        guard let width, let height, let baseline else { return nil }
        self.init(width: width, height: height, baseline: baseline)
    }
}
