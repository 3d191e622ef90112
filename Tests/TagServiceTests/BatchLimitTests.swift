import Foundation
import TagService
import Testing

/// The number of suggestions that a question of a batch may ask for.
@Suite struct BatchLimitTests {
    @Test(arguments: [("0", 0), ("1000", 1_000), ("1e3", 1_000)])
    func `a question's limit is at most 1,000`(written: String, limit: Int) throws {
        let question = try BatchQuery("{\"limit\": \(written)}")
        #expect(question.limit == limit)
        for other in ["-1", "1001", "99999", "1e9"] {
            #expect(throws: BatchQueryError(.limitOutOfRange)) {
                try BatchQuery("{\"limit\": \(other)}")
            }
        }
    }

    @Test func `a question names at most 1,000 given tags`() throws {
        func line(_ count: Int) -> String {
            "{\"given\": [\((0..<count).map { "\"t\($0)\"" }.joined(separator: ","))]}"
        }
        let question = try BatchQuery(line(1_000))
        #expect(question.given.count == 1_000)
        #expect(throws: BatchQueryError(.manyNames(1_001))) {
            try BatchQuery(line(1_001))
        }
    }
}
