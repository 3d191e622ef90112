import Suggestions
import TagCore
import Testing

@Suite struct `The Cholesky factorization` {
    @Test func `solves a system of two equations`() {
        // 4x + 2y = 8 and 2x + 3y = 7
        let factor = CholeskyFactor(size: 2, lowerTriangle: [4, 2, 3])
        #expect(isClose(factor.solve([8, 7]), [1.25, 1.5]))
    }

    @Test func `solves no equations`() {
        #expect(CholeskyFactor(size: 0, lowerTriangle: []).solve([]) == [])
    }

    @Test func `drops a row that depends on the rows before it`() {
        // Both rows are the same equation x + y = 2.
        let factor = CholeskyFactor(size: 2, lowerTriangle: [1, 1, 1])
        #expect(isClose(factor.solve([2, 2]), [2, 0]))
    }

    @Test func `treats entries that aren't finite as zero`() {
        let factor = CholeskyFactor(size: 2, lowerTriangle: [2, .nan, .infinity])
        #expect(isClose(factor.solve([4, 4]), [2, 0]))
    }

    @Test(arguments: 1...64) func `reproduces the right side at every size`(size: Int) {
        var numbers = SeededSequence(seed: UInt64(size))
        let rows = (0..<size).map { _ in (0..<size).map { _ in numbers.unit() - 0.5 } }
        var matrix = [[Double]](repeating: [Double](repeating: 0, count: size), count: size)
        for row in 0..<size {
            for column in 0..<size {
                matrix[row][column] = zip(rows[row], rows[column]).reduce(0) { $0 + $1.0 * $1.1 }
            }
            matrix[row][row] += 0.3
        }
        let right = (0..<size).map { _ in numbers.unit() }
        let triangle = (0..<size).flatMap { row in matrix[row][...row] }
        let x = CholeskyFactor(size: size, lowerTriangle: triangle).solve(right)
        let product = matrix.map { row in zip(row, x).reduce(0) { $0 + $1.0 * $1.1 } }
        #expect(isClose(product, right, within: 1e-8))
    }
}
