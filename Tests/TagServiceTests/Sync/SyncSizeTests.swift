import Foundation
import Sync
import TagService
import TagStore
import TestSupport
import Testing

/// How much sync adds to a database; TAGFLOW_BOOKMARKS=10000 measures the contract's figure and prints it.
@Suite(.serialized) struct SyncSizeTests {
    private let environment = ProcessInfo.processInfo.environment["TAGFLOW_BOOKMARKS"]
    private var count: Int { environment.flatMap { Int($0) } ?? 1_000 }

    @Test func `a database with sync has at most 1,5 times its size without`() throws {
        let file = try SyncedFile()
        try importBookmarks(file.service)
        let without = try size(file)
        try file.setUp(device: 1)
        let with = try size(file)
        let changes = try file.store.read { try $0.ownRegisters() }
        let lines = RegisterLines.lines(changes)
        report("size: \(without) bytes without sync, \(with) with sync, \(Double(with) / Double(without))")
        report("lines: \(lines.count), \(lines.reduce(0) { $0 + $1.count + 1 }) bytes")
        #expect(with * 2 <= without * 3)
        try file.expectShown()
    }

    @Test func `commands take at most 1,2 times as long with sync`() throws {
        guard environment != nil else { return }
        var seconds: [Double] = []
        for isSynced in [false, true, false, true, false, true] {
            let file = try SyncedFile()
            if isSynced { try file.setUp(device: 1) }
            let start = ContinuousClock.now
            for number in 0..<300 {
                try file.service.items.save(
                    ItemDraft(title: "Title \(number)", location: "https://x.example/\(number)", tags: tags(number)))
            }
            let duration = start.duration(to: .now)
            seconds.append(Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18)
        }
        report("300 saves without, with … sync: \(seconds)")
        let file = try SyncedFile()
        let plain = ContinuousClock.now
        try importBookmarks(file.service)
        let synced = ContinuousClock.now
        let other = try SyncedFile()
        try other.setUp(device: 1)
        let start = ContinuousClock.now
        try importBookmarks(other.service)
        let derive = ContinuousClock.now
        try other.derive()
        let end = ContinuousClock.now
        report(
            "import: \(plain.duration(to: synced)), with sync \(start.duration(to: derive)), derive \(derive.duration(to: end))"
        )
        try other.service.items.save(ItemDraft(title: "One", location: "https://one.example/", tags: ["t1"]))
        let one = ContinuousClock.now
        try other.derive()
        report("derive of one change: \(one.duration(to: .now))")
        try other.expectShown()
    }

    private func report(_ line: String) { if environment != nil { print(line) } }

    private func tags(_ number: Int) -> [String] { (0..<4).map { "t\((number * 7 + $0 * 31 + $0 * number) % 500)" } }

    private func importBookmarks(_ service: TagService) throws {
        let lines = (0..<count)
            .map { number in
                let tags = tags(number).map { "\"\($0)\"" }.joined(separator: ",")
                return "{\"title\":\"A page with a title of usual length, number \(number)\",\"location\":"
                    + "\"https://www.site\(number % 977).example/articles/2024/\(number)/some-words-of-its-title\","
                    + "\"tags\":[\(tags)],\"at\":\"2024-01-01T00:00:\(10 + number % 50)Z\",\"set\":\"default\"}"
            }
        _ = try service.files.importData(
            Array(lines.joined(separator: "\n").utf8), options: ImportOptions(format: .ndjson, name: "test"))
    }

    private func size(_ file: SyncedFile) throws -> Int {
        let copy = file.folder.file("copy-\(UInt64.random(in: 0 ... .max)).sqlite")
        try file.store.backUp(to: copy)
        return try #require(try FileManager.default.attributesOfItem(atPath: copy)[.size] as? Int)
    }
}
