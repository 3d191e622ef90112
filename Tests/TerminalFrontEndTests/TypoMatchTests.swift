import TestSupport
import Testing

@testable import TagService

@Suite struct TypoMatchTests {
    @Test func `edits are those of the table of distances, for random words`() throws {
        var random = SystemRandomNumberGenerator()
        let seed = random.next()
        var numbers = SeededNumbers(seed: seed)
        func word(_ count: Int) -> [UInt8] {
            (0..<count).map { _ in UInt8(ascii: "a") + UInt8(numbers.next() % 3) }
        }
        for _ in 0..<3_000 {
            let query = word(4 + Int(numbers.next() % 9))
            let key = word(Int(numbers.next() % 16))
            let match = try #require(TypoMatch(query))
            let least =
                (0...min(key.count, query.count + match.bound))
                .map { distance(query, Array(key.prefix($0))) }.min() ?? 0
            let wanted = least <= match.bound ? least : nil
            #expect(match.edits(to: key[...]) == wanted, "\(query) \(key) seed \(seed)")
            if wanted != nil {
                #expect(SignSet(key).lacking(match.signs) <= match.bound, "\(query) \(key)")
            }
        }
    }

    @Test func `queries that are too short or too long are not corrected`() {
        #expect(TypoMatch(Array("sea".utf8)) == nil)
        #expect(TypoMatch(Array(repeating: 0x61, count: 61)) == nil)
        #expect(TypoMatch(Array("seas".utf8))?.edits(to: Array("saes".utf8)[...]) == 1)
    }

    /// Optimal string alignment, cell by cell.
    private func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var table = [Array(0...second.count)]
        for row in 0..<first.count {
            var next = [row + 1]
            for column in 0..<second.count {
                let isSame = first[row] == second[column]
                var best = min(table[row][column] + (isSame ? 0 : 1), next[column] + 1)
                best = min(best, table[row][column + 1] + 1)
                if row > 0, column > 0, first[row] == second[column - 1],
                    first[row - 1] == second[column]
                {
                    best = min(best, table[row - 1][column - 1] + 1)
                }
                next.append(best)
            }
            table.append(next)
        }
        return table[first.count][second.count]
    }
}
