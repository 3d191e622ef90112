/// Ridge regression of every tag on the given features, solved at query time from their counts alone ("LIN").
///
/// The weights a solve [[C + λI, n], [nᵀ, N]] · a = 1-column of the given ones; a tag's score is Σ a_g·n_gt + a_0·n_t.
struct LinearScores: Sendable {
    /// The weight of each given feature.
    let weights: [Double]
    /// The weight of a tag's own uses.
    let intercept: Double

    /// Solves for the weights.
    ///
    /// Complexity: O(k³) in the number of given features.
    init(given: GivenFeatures, selectionCount: Double, ridge: Double) {
        let k = given.count
        let size = k + 1
        var matrix = [Double](repeating: 0, count: size * size)
        for row in 0..<k {
            for column in 0...row { matrix[row * size + column] = given.pairCount(row, column) }
            matrix[row * size + row] += ridge
            matrix[k * size + row] = given.uses[row]
        }
        matrix[k * size + k] = selectionCount
        let solution = SymmetricSystem(size: size, values: matrix)
            .solve([Double](repeating: 1, count: size))
        weights = Array(solution.prefix(k))
        intercept = solution[k]
    }
}
