import Testing

@testable import Suggestions

@Suite struct `TypoCost distance` {
    private func cost(_ typed: String, _ meant: String) -> Double {
        TypoDistance(scalars(typed)).cost(of: scalars(meant).span)
    }

    @Test(arguments: [(["a", "b", "s"], 4), (["a", "q"], 5)]) func `agrees with the table for all short strings`(
        alphabet: [String], length: Int
    ) {
        let strings = allStrings(over: alphabet, upTo: length).map(scalars)
        for typed in strings {
            let distance = TypoDistance(typed)
            for meant in strings {
                let wanted = TypoCosts.between(typed, meant)
                guard distance.cost(of: meant.span) == wanted else {
                    Issue.record("\(typed) for \(meant): not \(wanted)")
                    return
                }
            }
        }
    }

    @Test func `the likelier the typo, the less it costs`() {
        #expect(cost("swift", "swift") == 0)
        // Swapped, and missing.
        #expect(cost("siwft", "swift") == 5)
        #expect(cost("swft", "swift") == 5)
        // The neighbor of a letter in its place and next to it, and a letter typed twice.
        #expect(cost("swuft", "swift") == 8)
        #expect(cost("swiuft", "swift") == 8)
        #expect(cost("swiftt", "swift") == 8)
        // Letters from elsewhere.
        #expect(cost("swaft", "swift") == 13)
        #expect(cost("swifqt", "swift") == 13)
        #expect(cost("日木語", "日本語") == 13)
        #expect(cost("siwfqt", "swift") == 18)
    }

    @Test func `letters of the keyboard are neighbors in their row alone`() {
        #expect(Keyboard.neighbors(of: scalars("s")[0]) == scalars("ad"))
        #expect(Keyboard.neighbors(of: scalars("q")[0]) == scalars("w"))
        #expect(Keyboard.neighbors(of: scalars("é")[0]).isEmpty)
        for letter: UInt32 in 0..<300 {
            for other: UInt32 in 0..<300 {
                let isIn = Keyboard.neighbors(of: letter).contains(other)
                #expect(Keyboard.areNeighbors(letter, other) == isIn)
                #expect(Keyboard.areNeighbors(other, letter) == isIn)
            }
        }
    }
}
