internal import TagCore

/// Ridge regression of every tag on the given features, solved at query time from their counts ("LIN").
///
/// With the pair counts C of the given features, their uses n and the number N of items, the weights a solve
/// [[C + λI, n], [nᵀ, N]] · a = 1; the score of tag t is Σ_g a_g·n_gt + a_0·n_t.
struct LinearScores: Sendable {
    /// The weight of each given feature.
    let weights: [Double]
    /// The weight of a tag's own uses.
    let intercept: Double

    /// Solves for the weights.
    ///
    /// - Complexity: O(*k*³) for *k* given features.
    init(given: GivenFeatures, selectionCount: Double, ridge: Double) {
        let k = given.count
        let size = k + 1
        var matrix = [Double](repeating: 0, count: size * size)
        for row in 0..<k {
            for column in 0...row { matrix[column * size + row] = given.pairCount(row, column) }
            matrix[row * size + row] += ridge
            matrix[row * size + k] = given.uses[row]
        }
        matrix[k * size + k] = selectionCount
        let solution = SymmetricSystem(size: size, values: matrix)
            .solve([Double](repeating: 1, count: size))
        weights = Array(solution.prefix(k))
        intercept = solution[k]
    }
}
