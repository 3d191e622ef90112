import Foundation
import TagService
import Testing

/// Limits of a query in a batch.
@Suite struct BatchLimitTests {
    @Test(arguments: [("0", 0), ("1000", 1_000), ("1e3", 1_000)])
    func `the limit of a query is at most 1,000`(written: String, limit: Int) throws {
        let query = try BatchQuery("{\"limit\": \(written)}")
        #expect(query.limit == limit)
        for other in ["-1", "1001", "99999", "1e9"] {
            #expect(throws: BatchQueryError(.limitOutOfRange)) {
                try BatchQuery("{\"limit\": \(other)}")
            }
        }
    }

    @Test func `a query has at most 1,000 given tags`() throws {
        func line(_ count: Int) -> String {
            "{\"given\": [\((0..<count).map { "\"t\($0)\"" }.joined(separator: ","))]}"
        }
        let query = try BatchQuery(line(1_000))
        #expect(query.given.count == 1_000)
        #expect(throws: BatchQueryError(.manyNames(1_001))) {
            try BatchQuery(line(1_001))
        }
    }
}
