internal import TagCore

/// EASE (Steck 2019), restricted to the given features and a few candidates ("local EASE").
///
/// With P = (C + λI)⁻¹ for the pair counts C of these features, the score of candidate t is −Σ_g P_gt / P_tt over the
/// given features g.
struct LocalRegression {
    /// The contributions of the given features to the score of each candidate, candidate by candidate.
    private(set) var contributions: [Double] = []

    /// Solves for the candidates; their rows are read from the source.
    ///
    /// - Complexity: O((given + candidates)³).
    init<Source: CooccurrenceSource>(
        given: GivenFeatures,
        candidates: [(tag: UInt32, uses: Double)],
        ridge: Double,
        from source: Source
    ) throws(Source.Failure) {
        let k = given.count
        let size = k + candidates.count
        var matrix = [Double](repeating: 0, count: size * size)
        for row in 0..<k {
            for column in 0...row { matrix[column * size + row] = given.pairCount(row, column) }
        }
        let tags = SlotTable(candidates.map { $0.tag })
        var counts: [UInt32] = []
        for column in 0..<k {
            tags.read(given.rows[column], into: &counts)
            for index in candidates.indices {
                matrix[column * size + k + index] = Double(counts[index])
            }
        }
        for (index, candidate) in candidates.enumerated() {
            let row = k + index
            tags.read(try source.pairs(of: candidate.tag), into: &counts)
            for column in 0..<index {
                matrix[(k + column) * size + row] = Double(counts[column])
            }
            matrix[row * size + row] = candidate.uses
        }
        for index in 0..<size { matrix[index * size + index] += ridge }
        let inverse = SymmetricSystem(size: size, values: matrix).inverse()
        contributions = inverse.ratios(ofRowsFrom: k)
    }
}
