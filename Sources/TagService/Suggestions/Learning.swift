internal import TagCore
internal import TagStore

/// What items taught about suggestions.
extension TagService.Suggestions {
    /// Returns the numbers that items have taught.
    ///
    /// - Complexity: O(samples).
    package func learnedNumbers() throws -> LearnedNumbers {
        try store.read { reader in
            LearnedNumbers(
                samples: try reader.sampleCount(), calibration: try reader.calibration(of: .tags).values,
                itemCalibration: try reader.calibration(of: .item).values, mixture: try reader.mixture()?.values ?? [])
        }
    }
}

/// The numbers that items have taught.
package struct LearnedNumbers: Hashable, Sendable {
    /// How many items have taught something.
    package var samples: Int
    /// The state of the calibration of scores by given tags alone.
    package var calibration: [Double]
    /// The state of the calibration of scores with an item.
    package var itemCalibration: [Double]
    /// The state of the mixture with a model; empty if no item was compared with one.
    package var mixture: [Double]
}
