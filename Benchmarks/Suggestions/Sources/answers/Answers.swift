import Foundation

/// Answers questions from memory, a line of JSON each, as `tagflow suggest --batch` does from a file.
///
///     answers next TRAIN.ndjson [--label]    next tags, learnt from saved selections
///     answers complete VOCABULARY.tsv        typed text; lines of a name, a tab and its uses
///     answers speed VOCABULARY.tsv QUERIES…  the time of each question without a pipe
@main
enum Answers {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let command = arguments.first, let path = arguments.dropFirst().first else {
            throw Failure.usage
        }
        switch command {
        case "next": try NextAnswers(path: path, usesLabels: arguments.contains("--label")).run()
        case "complete": try CompletionAnswers(path: path).run()
        case "speed": try CompletionAnswers(path: path).measure(arguments.dropFirst(2))
        default: throw Failure.usage
        }
    }

    enum Failure: Error {
        case usage
        case line(String)
    }
}

/// A question, as a line of JSON.
struct Question: Decodable {
    var query: String?
    var given: [String]?
    var label: String?
    var limit: Int?
    var intended: String?
    var top: [String]?
}

/// Prints a line of JSON with the suggested tags.
func printAnswer(_ tags: [String]) throws {
    let answer = ["suggestions": tags.map { ["tag": $0] }]
    let data = try JSONEncoder().encode(answer)
    FileHandle.standardOutput.write(data + Data("\n".utf8))
}

/// Prints to standard error.
func report(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
}
