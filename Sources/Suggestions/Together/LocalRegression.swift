internal import TagCore

/// EASE (Steck 2019), restricted to the given tags and a few candidates ("local EASE").
///
/// With P = (C + λI)⁻¹ for the pair counts C of these tags, the score of candidate t is −Σ_g P_gt / P_tt over the
/// given tags g.
struct LocalRegression {
    /// The contribution of each given tag to the score of each candidate, by candidate.
    private(set) var contributions: [UInt32: [Double]] = [:]

    /// Solves for the candidates; their rows are read from the source.
    ///
    /// - Complexity: O((given + candidates)³).
    init<Source: CooccurrenceSource>(
        given: GivenTags, candidates: [NextRanking.Candidate], ridge: Double, from source: Source
    ) throws(Source.Failure) {
        var triangle: [Double] = []
        for row in 0..<given.count {
            for column in 0..<row { triangle.append(given.pairCount(row, column)) }
            triangle.append(given.uses[row] + ridge)
        }
        for (index, candidate) in candidates.enumerated() {
            triangle += given.rows.map { Double($0[candidate.tag]) }
            let row = try source.pairs(of: candidate.tag)
            triangle += candidates[..<index].map { Double(row[$0.tag]) }
            triangle.append(candidate.uses + ridge)
        }
        let size = given.count + candidates.count
        let factor = CholeskyFactor(size: size, lowerTriangle: triangle)
        for (index, candidate) in candidates.enumerated() {
            let column = factor.inverseColumn(given.count + index)
            let diagonal = column[given.count + index]
            contributions[candidate.tag] = column.prefix(given.count).map { diagonal > 0 ? -$0 / diagonal : 0 }
        }
    }
}
