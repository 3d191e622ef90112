/// Ridge regression of every tag on the given tags, solved at query time from their counts ("LIN").
///
/// With the pair counts C of the given tags, their uses n and the number N of items, the weights a solve
/// [[C + λI, n], [nᵀ, N]] · a = 1; the score of tag t is Σ_g a_g·n_gt + a_0·n_t.
struct LinearScores: Sendable {
    /// The weight of each given tag.
    let weights: [Double]
    /// The weight of a tag's own uses.
    let intercept: Double

    /// Solves for the weights.
    ///
    /// - Complexity: O(*k*³) for *k* given tags.
    init(given: GivenTags, selectionCount: Double, ridge: Double) {
        var triangle: [Double] = []
        for row in 0..<given.count {
            for column in 0..<row { triangle.append(given.pairCount(row, column)) }
            triangle.append(given.uses[row] + ridge)
        }
        triangle += given.uses + [selectionCount]
        let size = given.count + 1
        var solution = CholeskyFactor(size: size, lowerTriangle: triangle).solve([Double](repeating: 1, count: size))
        intercept = solution.removeLast()
        weights = solution
    }
}
