import Foundation
import TestSupport
import Testing

@Suite struct HostileInputTests {
    private static let count = Int(ProcessInfo.processInfo.environment["TAGFLOW_FUZZ_LINES"] ?? "") ?? 1_000
    private static let seed: UInt64 = 20_260_102

    @Test func `random bytes to the REPL crash nothing and put out no escape`() throws {
        var numbers = SeededNumbers(seed: Self.seed)
        let words = [
            "toggle", "add", "save", "find", "#", "1-3", "new", "undo", "show", "'", "--", "rename", "merge", "import",
        ]
        var input: [UInt8] = []
        for _ in 0..<Self.count {
            if Bool.random(using: &numbers) {
                input += Array((words.randomElement(using: &numbers) ?? "").utf8) + [0x20]
            }
            for _ in 0..<Int.random(in: 0..<40, using: &numbers) {
                let byte = UInt8.random(in: 0...255, using: &numbers)
                input.append(byte == 0x0A ? 0x1B : byte)
            }
            input.append(0x0A)
        }
        // A line may be `quit`, which ends the input, so each chunk has a separate REPL.
        let tagflow = try TagflowProcess()
        let outcome = try tagflow.run([], input: Data(input))
        try expectHarmless(outcome, codes: [0, 1, 64, 65, 66])
        #expect(try tagflow.run("doctor").code == 0)
    }

    @Test func `mutated import lines crash nothing and are refused with their number`() throws {
        var numbers = SeededNumbers(seed: Self.seed)
        let tagflow = try TagflowProcess()
        let lines = [
            #"{"title": "bash", "tags": ["interface::commandline", "role::program"]}"#,
            #"{"title": "", "tags": ["x"], "at": "2026-01-02T03:04:05Z", "set": "habits"}"#,
            #"{"tag": "swift", "aliases": ["swiftlang"], "sets": ["languages"], "uses": 42}"#,
            #"{"set": "habits", "tags": ["早间例行 ☀️", "锻炼 💪"], "selected": ["锻炼 💪"]}"#,
        ]
        let input = Self.mutations(of: lines, &numbers)
        let all = try tagflow.run("import", "--from", "ndjson", "--skip-invalid", "-", input: input)
        try expectHarmless(all, codes: [0])
        let strict = try tagflow.run("import", "--from", "ndjson", "-", input: input)
        try expectHarmless(strict, codes: [65])
        #expect(strict.errors.contains(/^tagflow: standard input: lines? \d/))
        #expect(strict.errors.split(separator: "\n").count == 1)
        #expect(try tagflow.run("doctor").code == 0)
        try expectHarmless(try tagflow.run("import", "--from", "csv", "-", input: input), codes: [0, 65])
        try expectHarmless(try tagflow.run("import", "--from", "json", "-", input: input), codes: [65])
        try expectHarmless(try tagflow.run("import", "--from", "text", "--skip-invalid", "-", input: input), codes: [0])
        try expectHarmless(try tagflow.run("export", "--format", "ndjson"), codes: [0])
    }

    @Test func `mutated questions of a batch crash nothing and are each answered`() throws {
        var numbers = SeededNumbers(seed: Self.seed)
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "swift", "ios", "早间例行 ☀️")
        let input = Self.mutations(
            of: [#"{"query": "sw", "given": ["ios"], "title": "a b", "limit": 3}"#, #"{"query": "早"}"#], &numbers)
        let outcome = try tagflow.run("suggest", "--batch", input: input)
        try expectHarmless(outcome, codes: [0, 65])
        let asked = input.filter { $0 == 0x0A }
        #expect(outcome.output.split(separator: "\n").count == asked.count)
    }

    @Test func `mutated layout lines crash nothing and are each answered`() throws {
        var numbers = SeededNumbers(seed: Self.seed)
        let line = """
            {"layout": {"type": "flow", "axis": "horizontal", "alignment": "center", "spacing": 8, "maxLines": null}, \
            "proposal": {"width": 300, "height": null}, "bounds": {"width": 300, "height": 200}, \
            "subviews": [{"width": 40, "height": 20}, {"width": 1e2, "height": 20, "startsNewLine": true}]}
            """
        let input = Self.mutations(of: [line], &numbers)
        let outcome = try TagflowProcess().run("layout", input: input)
        try expectHarmless(outcome, codes: [65])
        let asked = input.filter { $0 == 0x0A }
        #expect(outcome.output.split(separator: "\n").count == asked.count)
    }

    private func expectHarmless(_ outcome: TagflowProcess.Outcome, codes: Set<Int32>) throws {
        #expect(codes.contains(outcome.code), "code \(outcome.code), seed \(Self.seed): \(outcome.errors.suffix(300))")
        for text in [outcome.output, outcome.errors] {
            #expect(
                !text.unicodeScalars.contains {
                    $0.value < 0x20 && $0 != "\n" && $0 != "\t" || (0x7F...0x9F).contains($0.value)
                })
        }
    }

    /// Lines with bytes changed, inserted or removed.
    private static func mutations(of lines: [String], _ numbers: inout SeededNumbers) -> Data {
        var data = Data()
        for _ in 0..<count {
            var line = Array((lines.randomElement(using: &numbers) ?? "").utf8)
            for _ in 0..<Int.random(in: 0...3, using: &numbers) where !line.isEmpty {
                let place = Int.random(in: line.indices, using: &numbers)
                switch Int.random(in: 0..<4, using: &numbers) {
                case 0: line[place] = UInt8.random(in: 0...255, using: &numbers)
                case 1: line.remove(at: place)
                case 2: line.insert(UInt8.random(in: 0...255, using: &numbers), at: place)
                default: line = Array(line[..<place])
                }
            }
            data.append(contentsOf: line.filter { $0 != 0x0A } + [0x0A])
        }
        return data
    }
}
