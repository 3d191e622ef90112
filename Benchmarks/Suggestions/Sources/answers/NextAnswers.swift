import Foundation
import Suggestions

/// Next tags from saved selections in memory.
struct NextAnswers {
    private var ids: [String: UInt32] = [:]
    private var names: [String] = []
    private var words: [String: UInt32] = [:]
    private var source = Cooccurrences()
    private let usesLabels: Bool

    private struct Selection: Decodable {
        var label: String?
        var tags: [String]
    }

    init(path: String, usesLabels: Bool) throws {
        self.usesLabels = usesLabels
        let start = Date()
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        for (number, line) in lines.enumerated() {
            let selection = try JSONDecoder().decode(Selection.self, from: Data(line.utf8))
            let features =
                selection.tags.map { id(of: $0) } + labelWords(selection.label, learning: true)
            source.add(Int64(number), features: features)
        }
        report("learnt \(lines.count) selections in \(Date().timeIntervalSince(start)) s")
    }

    func run() throws {
        let decoder = JSONDecoder()
        var answers = self
        while let line = readLine() {
            let question = try decoder.decode(Question.self, from: Data(line.utf8))
            let next = NextTags()
                .suggest(
                    given: (question.given ?? []).compactMap { ids[$0] },
                    words: answers.labelWords(question.label, learning: false),
                    limit: question.limit ?? 10,
                    from: source
                )
            try printAnswer(next.map { names[Int($0.tag)] })
        }
    }

    private mutating func id(of name: String) -> UInt32 {
        if let id = ids[name] { return id }
        let id = UInt32(names.count)
        ids[name] = id
        names.append(name)
        return id
    }

    private mutating func labelWords(_ label: String?, learning: Bool) -> [UInt32] {
        guard usesLabels, let label else { return [] }
        return LabelWords.words(of: label.lowercased())
            .compactMap { word in
                if let feature = words[word] { return feature }
                guard learning else { return nil }
                let feature = Feature.word(UInt32(words.count))
                words[word] = feature
                return feature
            }
    }
}
