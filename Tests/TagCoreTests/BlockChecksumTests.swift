import TestSupport
import Testing

@testable import TagCore

/// The checksum of stored files.
@Suite struct BlockChecksumTests {
    private func sum(_ bytes: [UInt8]) -> UInt64 { unsafe BlockChecksum.of(bytes.span.bytes) }

    @Test func `every flipped bit and every missing byte changes the checksum`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var random = SeededNumbers(seed: seed)
        for count in [0, 1, 7, 8, 63, 64, 65, 200] {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            var sums: Set<UInt64> = [sum(bytes), sum(bytes + [0])]
            for bit in 0..<(8 * count) {
                var flipped = bytes
                flipped[bit / 8] ^= 1 << UInt8(bit % 8)
                sums.insert(sum(flipped))
            }
            if count > 0 { sums.insert(sum(bytes.dropLast())) }
            #expect(sums.count == 8 * count + 2 + (count > 0 ? 1 : 0), "\(count) bytes")
        }
    }

    @Test func `a changed top bit doesn't cancel another changed top bit`() {
        let bytes = [UInt8](repeating: 0, count: 256)
        var sums: Set<UInt64> = []
        // Consecutive words of one lane, and words of neighboring lanes.
        for first in stride(from: 7, to: 256, by: 8) {
            for second in stride(from: first + 8, to: 256, by: 8) {
                for bit in 0..<64 {
                    var changed = bytes
                    changed[first - 7 + bit / 8] ^= 1 << UInt8(bit % 8)
                    changed[second] ^= 0x80
                    sums.insert(sum(changed))
                }
            }
        }
        #expect(sums.count == 32 * 31 / 2 * 64 && !sums.contains(sum(bytes)))
    }
}
