import TestSupport
import Testing

@testable import Suggestions

@Suite struct BitParallelDistanceTests {
    @Test func `edits are those of the table of distances, for random words`() throws {
        var random = SystemRandomNumberGenerator()
        let seed = random.next()
        var numbers = SeededNumbers(seed: seed)
        func word(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(ascii: "a") + UInt8(numbers.next() % 3) } }
        for _ in 0..<3_000 {
            let query = word(4 + Int(numbers.next() % 9))
            let key = word(Int(numbers.next() % 16))
            let pattern = try #require(BitParallelDistance(query))
            let bound = Int(numbers.next() % 4)
            let least =
                (0...min(key.count, query.count + bound)).map { distance(query, Array(key.prefix($0))) }.min() ?? 0
            let wanted = least <= bound ? least : nil
            let found = pattern.distance(toPrefixOf: key, atMost: bound)
            #expect(found == wanted, "\(query) \(key) seed \(seed)")
            if wanted != nil { #expect(ByteSignature(key).missingBits(of: ByteSignature(query)) <= bound) }
            let whole = distance(query, key)
            #expect(
                pattern.distance(to: key, atMost: bound) == (whole <= bound ? whole : nil),
                "\(query) \(key) seed \(seed)")
            let scalars = (query.map { UInt32($0) }, key.map { UInt32($0) })
            #expect(
                EditDistance.between(scalars.0.span, scalars.1.span, atMost: min(bound, 2))
                    == (whole <= min(bound, 2) ? whole : nil))
        }
    }

    @Test func `a pattern has 1 to 64 symbols`() throws {
        #expect(BitParallelDistance([]) == nil)
        #expect(BitParallelDistance(Array(repeating: 0x61, count: 65)) == nil)
        let longest = Array(repeating: UInt8(0x61), count: 64)
        let pattern = try #require(BitParallelDistance(longest))
        #expect(pattern.distance(to: longest, atMost: 0) == 0)
        #expect(pattern.distance(to: longest.dropLast() + [0x62], atMost: 1) == 1)
    }

    /// Computes the optimal string alignment distance cell by cell.
    private func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var table = [Array(0...second.count)]
        for row in 0..<first.count {
            var next = [row + 1]
            for column in 0..<second.count {
                let isSame = first[row] == second[column]
                var best = min(table[row][column] + (isSame ? 0 : 1), next[column] + 1)
                best = min(best, table[row][column + 1] + 1)
                if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                    best = min(best, table[row - 1][column - 1] + 1)
                }
                next.append(best)
            }
            table.append(next)
        }
        return table[first.count][second.count]
    }
}
