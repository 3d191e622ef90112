import TagCore
import TestSupport
import Testing

@testable import Suggestions

/// Random operations and queries, compared with a reference that scans all tags.
@Suite struct `Completion against its definition` {
    private static let letters = ["a", "s", "b", "e", "é", "-", " ", "日", "本", "🍕"]

    private func fold(_ key: String) -> String { key.replacing("é", with: "e") }

    private func word(_ lengths: ClosedRange<Int>, _ random: inout SeededNumbers) -> String {
        let few = Int.random(in: 2...Self.letters.count, using: &random)
        return (0..<Int.random(in: lengths, using: &random))
            .map { _ in Self.letters[Int.random(in: 0..<few, using: &random)] }.joined()
    }

    private func tag(_ id: UInt32, _ random: inout SeededNumbers) -> CompletionTag {
        // The identifier makes the key unique, as keys are.
        let key = word(0...7, &random) + (Bool.random(using: &random) ? "" : "-") + "\(id % 7)"
        let aliases = (0..<Int.random(in: 0...2, using: &random))
            .map { _ in
                let alias = word(1...6, &random)
                return CompletionTag.Alias(key: alias, foldedKey: fold(alias))
            }
        // Uses differ by several doublings, so that use and typos compete.
        let weight =
            Int.random(in: 0..<6, using: &random) == 0
            ? CompletionTag.neverUsed : Double(Int.random(in: 0...7, using: &random)) * 2 * Frecency.halfLife
        return CompletionTag(id: id, key: key, foldedKey: fold(key), aliases: aliases, weight: weight)
    }

    private func ask(
        _ index: SearchableTags, _ reference: CompletionReference, _ random: inout SeededNumbers
    ) -> String? {
        var key = word(0...6, &random)
        if Bool.random(using: &random), let tag = reference.tags.values.min(by: { $0.id < $1.id }) {
            key = String(tag.key.unicodeScalars.prefix(Int.random(in: 0...8, using: &random)))
        }
        // Several terms are tested with the filter, which must answer alike.
        key = key.replacing(" ", with: "")
        let query = CompletionQuery(key: key, foldedKey: fold(key))
        let limit = Int.random(in: 1...12, using: &random)
        let excluded = Set((0..<3).map { _ in UInt32.random(in: 0..<60, using: &random) })
        let found = index.complete(query, limit: limit, excluding: excluded).map(\.id)
        let expected = reference.complete(query, limit: limit, excluding: excluded)
        return Self.keys(found, reference) == Self.keys(expected, reference)
            ? nil : "\(query) \(limit) \(excluded): \(found), not \(expected)"
    }

    /// The order of tags with equal keys is unspecified.
    private static func keys(_ ids: [UInt32], _ reference: CompletionReference) -> [String] {
        ids.map { reference.tags[$0].map { "\($0.key) \($0.weight)" } ?? "?" }
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>) func `random operations answer as the definition does`(seed: UInt64)
    {
        var random = SeededNumbers(seed: seed)
        var reference = CompletionReference()
        let start = (0..<Int.random(in: 0...60, using: &random)).map { tag(UInt32($0), &random) }
        var index = SearchableTags(start)
        for tag in start { reference.tags[tag.id] = tag }
        for _ in 0..<120 {
            let id = UInt32.random(in: 0..<60, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1:
                let tag = tag(id, &random)
                index.insert(tag)
                reference.tags[id] = tag
            case 2:
                index.remove(id)
                reference.tags[id] = nil
            case 3:
                let weight = Double.random(in: 0...8, using: &random) * Frecency.halfLife
                index.setWeight(weight, of: id)
                reference.tags[id]?.weight = weight
            default:
                if let difference = ask(index, reference, &random) {
                    Issue.record("seed \(seed): \(difference)")
                    return
                }
            }
            #expect(index.count == reference.tags.count, "seed \(seed)")
        }
    }
}
