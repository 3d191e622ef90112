import Sync
import TestSupport
import Testing

@testable import TagService

/// The division of changes among files.
@Suite struct SyncSegmentsTests {
    /// The maximum size of a segment before compression.
    private static let limit = 4 << 20

    private static func aliases(_ count: Int, of tag: String, at time: UInt64) -> [Register] {
        let thing = ThingID(kind: .tag, key: [tag])
        let stamp = Stamp(milliseconds: time, device: DeviceID(1))
        return (0..<count)
            .map { number in
                let name = "\(number) \(String(repeating: "x", count: 900))"
                return Register(RegisterKey(thing, .alias(name)), StampedValue(stamp, .string(name)))
            }
    }

    @Test func `a thing that is longer than a segment is divided, and each part is sent`() throws {
        // 9 MB, then two small commands.
        let commands = [
            Self.aliases(10_000, of: "big", at: 1) + Self.aliases(5, of: "other", at: 1),
            Self.aliases(3, of: "small", at: 2), Self.aliases(1, of: "last", at: 3),
        ]
        for (segments, atMost) in [
            (SyncSegments(commands: commands), 5), (SyncSegments(base: commands.flatMap(\.self)), 1),
        ] {
            #expect(segments.files.count <= atMost)
            for segment in segments.files {
                #expect(segment.lines.allSatisfy { $0.count < Self.limit })
                let size = segment.lines.reduce(0) { $0 + $1.count + 1 }
                #expect(atMost == 1 || size < Self.limit)
                let read = try segment.lines.flatMap { try #require(RegisterLines.registers(line: $0[...])) }
                #expect(Set(read) == Set(segment.registers) && read.count == segment.registers.count)
            }
            #expect(Set(segments.files.flatMap(\.registers)) == Set(commands.flatMap(\.self)))
        }
    }

    @Test func `a command that fits is in one segment`() {
        let commands = (1...12).map { Self.aliases(1_000, of: "tag \($0)", at: $0) }
        let segments = SyncSegments(commands: commands).files
        #expect(segments.count == 3)
        for command in commands { #expect(segments.contains { Set($0.registers).isSuperset(of: command) }) }
    }
}
