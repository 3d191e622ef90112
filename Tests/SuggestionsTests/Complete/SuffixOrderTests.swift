import Testing

@testable import Suggestions

@Suite struct `Suffix order` {
    private func suffixes(
        of keys: [String], bucketsFrom: Int
    ) -> (text: PackedArray<UInt8>, positions: PackedArray<UInt32>) {
        var unsorted = UnsortedKeys()
        for key in keys { unsorted.append(UnsortedKeys.bytes(key)) }
        let packed = PackedKeys.sorting(unsorted).keys
        return (packed.text, SuffixOrder.sorted(packed.text, bucketsFrom: bucketsFrom) { packed.forEachScalar($0) })
    }

    private func string(_ text: PackedArray<UInt8>, at position: UInt32) -> [UInt8] {
        Array(text[Int(position)...].prefix { $0 != 0 })
    }

    @Test(arguments: [0, 20_000]) func `sorts every suffix of all strings of up to five of two letters`(
        bucketsFrom: Int
    ) {
        let (text, positions) = suffixes(of: allStrings(over: ["a", "b"], upTo: 5), bucketsFrom: bucketsFrom)
        #expect(positions.count == text.count { $0 != 0 })
        for (left, right) in zip(positions, positions.dropFirst()) {
            let (first, second) = (string(text, at: left), string(text, at: right))
            #expect(first == second ? left < right : first.lexicographicallyPrecedes(second))
        }
    }

    @Test(arguments: [0, 20_000]) func `begins only at scalars, and reads past eight bytes`(bucketsFrom: Int) {
        let long = String(repeating: "ab", count: 20)
        let keys = [long, long + "a", "日本語", "é", "", "🇩🇪🇫🇷"]
        let (text, positions) = suffixes(of: keys, bucketsFrom: bucketsFrom)
        #expect(positions.count == keys.map(\.unicodeScalars.count).reduce(0, +))
        for (left, right) in zip(positions, positions.dropFirst()) {
            #expect(!string(text, at: right).lexicographicallyPrecedes(string(text, at: left)))
        }
    }

    @Test func `finds the row of every position`() {
        var unsorted = UnsortedKeys()
        for key in ["", "b", "abc", "日本語", "b"] { unsorted.append(UnsortedKeys.bytes(key)) }
        let (keys, order) = PackedKeys.sorting(unsorted)
        #expect(order == [0, 2, 1, 4, 3])
        #expect((0..<keys.count).map(keys.string) == ["", "abc", "b", "b", "日本語"])
        for row in 0..<keys.count { for position in keys.range(row) { #expect(keys.row(at: UInt32(position)) == row) } }
    }
}
