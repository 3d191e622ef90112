import TagStore
import Testing

@Suite struct MeasurementTests {
    private let store: TagStore
    private let size = StoredMeasurement(width: 1, height: 2, baseline: 1.5)

    init() throws { store = try TagStore(.memory) }

    private func keep(_ texts: [String], measurer: String = "m", today: Int64) throws {
        try store.write(at: 0) { try $0.storeMeasurements(texts.map { ($0, size) }, measurer: measurer, today: today) }
    }

    private func bound(to limit: Int) throws { try store.write(at: 0) { try $0.limitMeasurements(to: limit) } }

    private func count() throws -> Int {
        Int(try store.diagnose().tables.first { $0.table == "measurement" }?.count ?? -1)
    }

    @Test func `the least recently used sizes are evicted first`() throws {
        try keep((0..<10).map { "old \($0)" }, measurer: "old", today: 1)
        try keep((0..<10).map { "new \($0)" }, today: 2)
        try bound(to: 15)
        #expect(try count() == 14)
        try bound(to: 11)
        #expect(try count() == 10)
        try store.write(at: 0) { writer in
            for number in 0..<10 {
                try writer.apply(.putTag(TagRow(id: Int64(number + 1), name: "new \(number)")))
                try writer.apply(
                    .putMember(
                        MemberRow(setID: 1, tagID: Int64(number + 1), position: Int64(number), isSelected: false)))
            }
        }
        let rows = try store.read { try $0.board(ofSet: 1, measurer: "m") }
        #expect(rows.allSatisfy { $0.measurement == size && $0.measurementUsedOn == 2 })
    }

    @Test func `using a set's sizes keeps them`() throws {
        try keep(["a", "b", "c"], today: 1)
        try store.write(at: 0) { writer in
            try writer.apply(.putTag(TagRow(id: 1, name: "a")))
            try writer.apply(.putMember(MemberRow(setID: 1, tagID: 1, position: 0, isSelected: false)))
            try writer.markMeasurementsUsed(ofSet: 1, measurer: "m", today: 7)
        }
        try bound(to: 1)
        let rows = try store.read { try $0.board(ofSet: 1, measurer: "m") }
        #expect(rows.map(\.measurementUsedOn) == [7])
        #expect(try count() == 1)
    }

    @Test func `nothing is evicted within the limit`() throws {
        try keep(["a", "b", "c"], today: 1)
        try bound(to: 3)
        #expect(try count() == 3)
    }

    @Test func `sizes of another measurer aren't used`() throws {
        try keep(["a"], measurer: "other", today: 1)
        try store.write(at: 0) { writer in
            try writer.apply(.putTag(TagRow(id: 1, name: "a")))
            try writer.apply(.putMember(MemberRow(setID: 1, tagID: 1, position: 0, isSelected: false)))
        }
        #expect(try store.read { try $0.board(ofSet: 1, measurer: "m") }.first?.measurement == nil)
    }
}
