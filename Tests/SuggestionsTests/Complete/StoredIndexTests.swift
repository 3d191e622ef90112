import TagCore
import TestSupport
import Testing

@testable import Suggestions

/// An index that was written as bytes and is used from there.
@Suite struct StoredIndexTests {
    private static let words = ["sea", "Seagull", "café", "a-b", "日本", "harbour map", "x_y", "Straße"]

    private func tag(_ id: UInt32, _ random: inout SeededNumbers) -> CompletionTag {
        let count = Int.random(in: 1...3, using: &random)
        let name =
            (0..<count).map { _ in Self.words.randomElement(using: &random) ?? "" }.joined(separator: " ") + " \(id)"
        let key = TagKey(name)
        let aliases = (0..<Int.random(in: 0...2, using: &random)).map { TagKey("other é \($0) \(id)") }
        return CompletionTag(
            id: id, key: key.text, foldedKey: key.folded, name: name,
            aliases: aliases.map { CompletionTag.Alias(key: $0.text, foldedKey: $0.folded) },
            weight: Double.random(in: 0...4, using: &random) * Frecency.halfLife)
    }

    private func change(_ index: inout CompletionIndex, _ random: inout SeededNumbers) {
        let id = UInt32.random(in: 0..<300, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: index.remove(id)
        case 1: index.setWeight(Double.random(in: 0...9, using: &random), of: id)
        default: index.insert(tag(id, &random))
        }
    }

    private static func bytes(_ index: CompletionIndex) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try index.store { piece in unsafe piece.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) } }
        return bytes
    }

    private static func answers(_ index: CompletionIndex) -> [[Completion]] {
        [
            "", "s", "sea", "cafe", "café", "saegull", "hrbour", "map 1", "other", "b", "本", "x y 2", "^sea 1$", "!sea",
            "strasse", "xq",
        ]
        .map { index.complete(CompletionQuery(key: $0, foldedKey: TagKey($0).folded), limit: 12) }
    }

    @Test func `a stored index returns the results of its original, after the same changes in both`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var random = SeededNumbers(seed: seed)
        for round in 0..<12 {
            let count = Int.random(in: 0...300, using: &random)
            var index = CompletionIndex((0..<count).map { tag(UInt32($0), &random) })
            for _ in 0..<Int.random(in: 0...60, using: &random) { change(&index, &random) }
            let bytes = try Self.bytes(index)
            var stored = try CompletionIndex(stored: FrozenBytes(bytes))
            #expect(try Self.bytes(stored) == bytes)
            for step in 0..<8 {
                #expect(stored.count == index.count)
                #expect(Self.answers(stored) == Self.answers(index), "round \(round), step \(step)")
                for _ in 0..<10 {
                    var same = random
                    change(&index, &random)
                    change(&stored, &same)
                }
            }
        }
    }

    @Test func `a change in one copy of a stored index is not seen in another`() throws {
        let tags = ["sea", "seal", "seam"].enumerated()
            .map { CompletionTag(id: UInt32($0), key: $1, weight: Double($0)) }
        let bytes = FrozenBytes(try Self.bytes(CompletionIndex(tags)))
        let first = try CompletionIndex(stored: bytes)
        var second = try CompletionIndex(stored: bytes)
        let third = second
        second.setWeight(9, of: 0)
        second.remove(1)
        func names(_ index: CompletionIndex) -> [String] {
            index.complete(CompletionQuery(key: "sea"), limit: 5).map(\.name)
        }
        #expect(names(second) == ["sea", "seam"])
        #expect(names(first) == ["sea", "seam", "seal"])
        #expect(names(third) == names(first))
        #expect(third.contains(tags[1]) && !second.contains(tags[1]))
        #expect(!second.contains(tags[0]))
    }

    @Test func `bytes that aren't an index are rejected`() throws {
        let bytes = try Self.bytes(CompletionIndex([CompletionTag(id: 1, key: "sea")]))
        for wrong in [[], [1], Array(bytes.dropLast(8)), bytes + [0], [UInt8](repeating: 255, count: 64)] {
            #expect(throws: (any Error).self) { try CompletionIndex(stored: FrozenBytes(wrong)) }
        }
    }

    @Test func `an array is checked against its bounds and its bytes`() async {
        let bytes = FrozenBytes([UInt8](repeating: 1, count: 24))
        #expect(
            PackedArray<UInt64>(bytes, at: 8, count: 2).map(Array.init) == [
                0x0101_0101_0101_0101, 0x0101_0101_0101_0101,
            ])
        #expect(PackedArray<UInt64>(bytes, at: 8, count: 3) == nil)
        #expect(PackedArray<UInt64>(bytes, at: 4, count: 1) == nil)
        #expect(PackedArray<UInt64>(bytes, at: -8, count: 1) == nil)
        #expect(PackedArray<UInt64>(bytes, at: 0, count: .max) == nil)
        #expect(PackedArray<UInt64>(bytes, at: 0, count: -1) == nil)
        await #expect(processExitsWith: .failure) { _ = PackedArray<UInt32>([1, 2])[2] }
        await #expect(processExitsWith: .failure) {
            var array = PackedArray<UInt32>([1, 2])
            array[-1] = 3
        }
    }
}
