/// Ridge regression of the new item's words on all items that were read.
///
/// It covers words that more than 64 items share. With X the items' entries divided by their mean length and q the
/// query's shares, the weights of words are a = (XᵀX + I)⁻¹·q. An item's share is the product of its entries with a.
struct WideRegression: Sendable {
    /// The weight of each query word ("a"), divided by the mean length of items, so that it applies to ``ReadItems``
    /// directly.
    let weights: [Double]

    private static let ridge = 1.0

    /// Solves the regression.
    ///
    /// - Complexity: O(Σ square of the entries of each row + 48³).
    init(_ read: ReadItems, shares: [Double], meanLength: Double) {
        let size = shares.count
        var triangle = [Double](repeating: 0, count: size * (size + 1) / 2)
        for row in read.items.indices {
            let range = read.range(ofRow: row)
            for index in range {
                let start = CholeskyFactor.position(read.columns[index], 0)
                for other in range.lowerBound...index {
                    triangle[start + read.columns[other]] += read.values[index] * read.values[other]
                }
            }
        }
        let scale = 1 / (meanLength * meanLength)
        for index in triangle.indices { triangle[index] *= scale }
        for row in 0..<size { triangle[CholeskyFactor.position(row, row)] += Self.ridge }
        weights = CholeskyFactor(size: size, lowerTriangle: triangle).solve(shares).map { $0 / meanLength }
    }

    /// Returns the share of each item ("b'").
    ///
    /// - Complexity: O(entries).
    func shares(of read: ReadItems) -> [Double] {
        read.items.indices.map { row in
            read.range(ofRow: row).reduce(0) { $0 + weights[read.columns[$1]] * read.values[$1] }
        }
    }
}
