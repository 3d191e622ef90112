internal import TagCore
internal import TagStore

/// What saved selections taught about suggestions.
extension TagService {
    /// Returns the numbers that saved selections have taught.
    ///
    /// - Complexity: O(lessons).
    package func learntNumbers() throws -> LearntNumbers {
        try store.read { reader in
            LearntNumbers(
                lessons: try reader.lessonCount(),
                calibration: try reader.calibration().values,
                mixture: try reader.mixture()?.values ?? []
            )
        }
    }
}

/// The numbers that saved selections have taught.
package struct LearntNumbers: Hashable, Sendable {
    /// How many saved selections have taught something.
    package var lessons: Int
    /// The state of the calibration.
    package var calibration: [Double]
    /// The state of the mixture with a base; empty if no saved selection was compared with one.
    package var mixture: [Double]
}
