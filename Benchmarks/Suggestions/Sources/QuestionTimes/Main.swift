import Foundation
import TagService

/// Asks a database for the next tags in this process, and prints how long each answer took.
///
///     QuestionTimes DATABASE QUESTIONS.ndjson     ({"given": ["…"]} a line)
///
/// Prints nanoseconds, a line a question, of the second of two rounds.
@main enum Main {
    private struct Question: Decodable { var given: [String] }

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else { throw CocoaError(.fileNoSuchFile) }
        let service = try TagService(.file(path: arguments[1]), concurrency: .pool)
        service.suggestions.keepInMemory(following: .whenTold)
        let questions = try String(contentsOfFile: arguments[2], encoding: .utf8).split(separator: "\n")
            .map { try JSONDecoder().decode(Question.self, from: Data($0.utf8)) }
        try service.printTimes(of: questions.map(\.given))
        try service.close()
    }
}

extension TagService {
    /// Times all queries within the service's process, without waiting times.
    fileprivate func printTimes(of questions: [[String]]) throws {
        for round in 1...2 {
            for given in questions {
                let query = SuggestionQuery(given: given, limit: 10, explains: false)
                let start = DispatchTime.now().uptimeNanoseconds
                let found = try suggestions.find(for: query)
                let elapsed = DispatchTime.now().uptimeNanoseconds - start
                if round == 2, found.count <= 10 { print(elapsed) }
            }
        }
    }
}
