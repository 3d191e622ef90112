import TestSupport
import Testing

@testable import Sync

@Suite struct SegmentSplitterTests {
    private static func segments(_ commands: [[Int]], limit: Int) -> [[Int]] {
        var splitter = SegmentSplitter(limit: limit)
        var segments: [SegmentSplitter.Lines] = []
        for command in commands { segments += splitter.add(command.map { [UInt8](repeating: 0x20, count: $0 - 1) }) }
        if let last = splitter.finish() { segments.append(last) }
        return segments.map { $0.map { $0.count + 1 } }
    }

    @Test func `a command that fits is in one segment`() {
        #expect(Self.segments([], limit: 10) == [])
        #expect(Self.segments([[4], [4], [2]], limit: 10) == [[4, 4, 2]])
        #expect(Self.segments([[4], [4], [3]], limit: 10) == [[4, 4], [3]])
        #expect(Self.segments([[6], [2, 2, 2], [4]], limit: 10) == [[6], [2, 2, 2, 4]])
        #expect(Self.segments([[5, 5], [5, 5]], limit: 10) == [[5, 5], [5, 5]])
    }

    @Test func `a command that doesn't fit is divided between its lines`() {
        #expect(Self.segments([[1], [4, 4, 4], [1]], limit: 10) == [[1], [4, 4], [4, 1]])
    }

    @Test func `random commands are kept in order within the limit`() {
        var numbers = SeededNumbers(seed: 56)
        for _ in 0..<300 {
            let commands = (0..<20)
                .map { _ in
                    (0..<Int.random(in: 1...6, using: &numbers)).map { _ in Int.random(in: 1...30, using: &numbers) }
                }
            let segments = Self.segments(commands, limit: 50)
            #expect(segments.joined().elementsEqual(commands.joined()))
            #expect(segments.allSatisfy { !$0.isEmpty && $0.reduce(0, +) <= 50 })
        }
    }

    @Test func `a segment of the splitter can be written`() throws {
        let fixture = try StoreFixture(isEncrypted: false)
        var splitter = SegmentSplitter()
        let line = [UInt8](repeating: 0x20, count: 1_000)
        var segments = splitter.add(Array(repeating: line, count: 10_000))
        if let last = splitter.finish() { segments.append(last) }
        #expect(segments.count == 3)
        for (number, segment) in segments.enumerated() {
            let name = StoreFileName(device: fixture.laptop, number: number + 1, kind: .segment)
            try fixture.store.write(name) { file in for line in segment { try file.append(line) } }
        }
    }
}
