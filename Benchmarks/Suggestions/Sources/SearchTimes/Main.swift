import Foundation
import Suggestions

/// Searches tags for typed texts in one process, warm, and prints how long each took.
///
///     SearchTimes VOCABULARY.tsv QUESTIONS.ndjson…     (a name, a tab and its uses a line; {"query": "…"} a line)
///
/// Prints the questions' file and microseconds, a line a question, of the second of two rounds.
@main enum Main {
    private struct Question: Decodable { var query: String }

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let vocabulary = arguments.first else { throw CocoaError(.fileNoSuchFile) }
        var tags = SearchableTags()
        let lines = try String(contentsOfFile: vocabulary, encoding: .utf8).split(separator: "\n")
        for (number, line) in lines.enumerated() {
            let fields = line.split(separator: "\t")
            let uses = fields.last.flatMap { Double($0) } ?? 1
            let query = self.query(String(fields.first ?? ""))
            tags.insert(
                CompletionTag(
                    id: UInt32(truncatingIfNeeded: number + 1), key: query.key, foldedKey: query.foldedKey,
                    weight: Frecency(uses: uses, at: 0)?.seconds ?? 0))
        }
        for path in arguments.dropFirst() {
            let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            let queries = try lines.map { query(try JSONDecoder().decode(Question.self, from: Data($0.utf8)).query) }
            for round in 1...2 {
                for query in queries {
                    let start = DispatchTime.now().uptimeNanoseconds
                    let found = tags.complete(query, limit: 10)
                    let elapsed = Double(DispatchTime.now().uptimeNanoseconds - start) / 1_000
                    if round == 2, found.count <= 10 { print(path, elapsed) }
                }
            }
        }
    }

    /// The keys of a text: for these vocabularies lower case in form KC is the same as case-folded.
    private static func query(_ text: String) -> CompletionQuery {
        let key =
            text.utf8.allSatisfy { $0 < 0x80 }
            ? text.lowercased() : text.precomposedStringWithCompatibilityMapping.lowercased()
        guard key.utf8.contains(where: { $0 >= 0x80 }) else { return CompletionQuery(key: key) }
        let scalars = key.decomposedStringWithCanonicalMapping.unicodeScalars.filter {
            !(0x300...0x36F).contains($0.value)
        }
        let folded = String(String.UnicodeScalarView(scalars))
        return CompletionQuery(key: key, foldedKey: folded.precomposedStringWithCanonicalMapping)
    }
}
