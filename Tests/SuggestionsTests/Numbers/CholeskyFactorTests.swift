import TestSupport
import Testing

@testable import Suggestions

@Suite struct CholeskyFactorTests {
    /// Returns a random symmetric positive definite matrix.
    private func matrix(_ size: Int, _ random: inout SeededNumbers) -> [[Double]] {
        let factors = (0..<size).map { _ in (0..<size).map { _ in Double.random(in: -1...1, using: &random) } }
        return factors.enumerated()
            .map { row, values in
                factors.enumerated()
                    .map { column, others in zip(values, others).map(*).reduce(row == column ? 0.5 : 0, +) }
            }
    }

    private func lowerTriangle(_ matrix: [[Double]]) -> [Double] { matrix.enumerated().flatMap { $1.prefix($0 + 1) } }

    @Test(arguments: 1...40) func `solutions and the inverse are those that elimination finds`(size: Int) {
        var random = SeededNumbers(seed: UInt64(size))
        let matrix = matrix(size, &random)
        let factor = CholeskyFactor(size: size, lowerTriangle: lowerTriangle(matrix))
        let reference = NextTagsReference(selections: [])
        func isEqual(_ found: [Double], _ right: [Double]) -> Bool {
            let expected = reference.solve(matrix, right)
            return found.count == size && zip(found, expected).allSatisfy { abs($0 - $1) < 1e-8 }
        }
        let right = (0..<size).map { _ in Double.random(in: -1...1, using: &random) }
        #expect(isEqual(factor.solve(right), right))
        for column in 0..<size {
            let unit = (0..<size).map { $0 == column ? 1.0 : 0 }
            #expect(isEqual(factor.inverseColumn(column), unit))
        }
    }

    @Test func `an unknown whose pivot isn't positive is zero`() {
        let singular = CholeskyFactor(size: 2, lowerTriangle: [4, 0, 0])
        #expect(singular.solve([4, 1]) == [1, 0])
        #expect(singular.inverseColumn(1) == [0, 0])
        let repeated = CholeskyFactor(size: 3, lowerTriangle: [4, 4, 4, 0, 0, 9])
        #expect(repeated.solve([8, 8, 18]) == [2, 0, 2])
        let broken = CholeskyFactor(size: 2, lowerTriangle: [.nan, .infinity, -1])
        #expect(broken.solve([1, 1]) == [0, 0])
    }
}
