import Foundation
import TagService
import Testing

/// The number of suggestions that a question of a batch may ask for.
@Suite struct BatchLimitTests {
    @Test(arguments: [("0", 0), ("1000", 1_000), ("1e3", 1_000)])
    func `a question's limit is at most 1,000`(written: String, limit: Int) throws {
        let question = try BatchQuestion("{\"limit\": \(written)}", with: JSONDecoder())
        #expect(question.limit == limit)
        for other in ["-1", "1001", "99999", "1e9"] {
            #expect(throws: BatchQuestionError(.limitOutOfRange)) {
                try BatchQuestion("{\"limit\": \(other)}", with: JSONDecoder())
            }
        }
    }
}
