/// The costs of typos by the textbook table, as the documentation of `TypoCost` states them.
enum TypoCosts {
    private static let rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"].map(scalars)

    private static func areNeighbors(_ left: UInt32, _ right: UInt32) -> Bool {
        rows.contains { row in
            guard let own = row.firstIndex(of: left), let other = row.firstIndex(of: right) else { return false }
            return abs(own - other) == 1
        }
    }

    static func replaced(_ meant: UInt32, by typed: UInt32) -> Double { areNeighbors(meant, typed) ? 8 : 13 }

    static func extra(at place: Int, of typed: [UInt32]) -> Double {
        let beside = (place > 0 ? [typed[place - 1]] : []) + typed[(place + 1)...].prefix(1)
        let isNear = beside.contains { $0 == typed[place] || areNeighbors($0, typed[place]) }
        return isNear ? 8 : 13
    }

    /// The least cost of the typos that make one text of another.
    static func between(_ typed: [UInt32], _ meant: [UInt32]) -> Double {
        var table = [[Double]](repeating: Array(repeating: 0, count: meant.count + 1), count: typed.count + 1)
        for j in meant.indices { table[0][j + 1] = table[0][j] + 5 }
        for i in typed.indices {
            table[i + 1][0] = table[i][0] + extra(at: i, of: typed)
            for j in meant.indices {
                let same: Double = typed[i] == meant[j] ? 0 : replaced(meant[j], by: typed[i])
                var best = min(table[i][j] + same, table[i + 1][j] + 5)
                best = min(best, table[i][j + 1] + extra(at: i, of: typed))
                if i > 0, j > 0, typed[i] == meant[j - 1], typed[i - 1] == meant[j] {
                    best = min(best, table[i - 1][j - 1] + (typed[i] == typed[i - 1] ? 0.0 : 5.0))
                }
                table[i + 1][j + 1] = best
            }
        }
        return table[typed.count][meant.count]
    }
}
