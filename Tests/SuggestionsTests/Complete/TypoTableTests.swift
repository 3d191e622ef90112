import TestSupport
import Testing

@testable import Suggestions

@Suite struct TypoTableTests {
    @Test func `candidates have all letters of a query, by groups as well as row by row`() {
        var random = SystemRandomNumberGenerator()
        let seed = random.next()
        var numbers = SeededNumbers(seed: seed)
        let letters = Array("etaoinsrhldcéд".unicodeScalars)
        func word(_ count: Int) -> String {
            var word = ""
            for _ in 0..<count { word.unicodeScalars.append(letters[Int(numbers.next() % UInt64(letters.count))]) }
            return word
        }
        // Most have four letters, so that groups of theirs are large and groups of the others small.
        var unsorted = UnsortedKeys()
        for number in 0..<20_000 {
            unsorted.append(UnsortedKeys.bytes(word(number % 20 == 0 ? 1 + number / 1_000 : 4)))
        }
        let keys = PackedKeys.sorting(unsorted).keys
        let table = TypoTable(keys: keys)
        for query in ["etao", "eta", "seat", "дé", "rhe", "x", ""] + (1...6).map(word) {
            let scalars = query.unicodeScalars.map(\.value)
            let signature = LetterSignature.of(scalars)
            let wanted = (0..<keys.count)
                .filter { row in
                    let (own, length) = LetterSignature.of(keys, row: row)
                    return length >= scalars.count && own & signature == signature
                }
            let found = table.candidates(withLettersOf: scalars).map { Int($0) }
            #expect(found == wanted, "\(query), seed \(seed)")
        }
    }
}
