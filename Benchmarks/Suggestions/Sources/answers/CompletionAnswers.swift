import Foundation
import Suggestions

/// Completion over a vocabulary in memory.
struct CompletionAnswers {
    private let index: CompletionIndex

    init(path: String) throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        let start = Date()
        index = CompletionIndex(VocabularyLines(data: data))
        let seconds = Date().timeIntervalSince(start)
        report(
            "\(index.count) tags built in \(Self.rounded(seconds)) s;"
                + " resident \(Self.status("VmRSS")) MB, at most \(Self.status("VmHWM")) MB,"
                + " of which \(Self.status("RssFile")) MB are files"
        )
    }

    func run() throws {
        let decoder = JSONDecoder()
        while let line = readLine() {
            let question = try decoder.decode(Question.self, from: Data(line.utf8))
            try printAnswer(answer(question).map(\.name))
        }
    }

    /// Asks each file's questions four times and prints percentiles of each question's best time, and the recall.
    func measure(_ paths: some Sequence<String>) throws {
        for path in paths {
            let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            let questions = try lines.map {
                try JSONDecoder().decode(Question.self, from: Data($0.utf8))
            }
            var times = questions.map { _ in Double.infinity }
            for _ in 0..<4 {
                for (number, question) in questions.enumerated() {
                    let start = DispatchTime.now().uptimeNanoseconds
                    _ = answer(question)
                    let elapsed = DispatchTime.now().uptimeNanoseconds - start
                    times[number] = min(times[number], Double(elapsed) / 1_000)
                }
            }
            times.sort()
            let name = URL(fileURLWithPath: path).lastPathComponent
            print(
                "\(name): p50 \(Self.rounded(times[times.count / 2])) us,"
                    + " p99 \(Self.rounded(times[times.count * 99 / 100])) us, \(recall(questions))"
            )
        }
    }

    private func answer(_ question: Question) -> [Completion] {
        let key = VocabularyLines.key(question.query ?? "")
        let query = CompletionQuery(key: key, foldedKey: VocabularyLines.withoutMarks(key))
        return index.complete(query, limit: question.limit ?? 10)
    }

    private func recall(_ questions: [Question]) -> String {
        let answers = questions.map { question in (question, answer(question).map(\.name)) }
        let count = Double(answers.count)
        let first = Double(answers.count { $0.1.first == $0.0.intended }) / count
        let ten = Double(answers.count { $0.1.contains($0.0.intended ?? "") }) / count
        let exact =
            answers.map { question, names in
                let top = question.top ?? []
                return top.isEmpty
                    ? 0 : Double(Set(names).intersection(top).count) / Double(top.count)
            }
            .reduce(0, +) / count
        return
            "r@1 \(Self.rounded(first)), r@10 \(Self.rounded(ten)), share of the exact ten \(Self.rounded(exact))"
    }

    private static func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }

    /// A line of the kernel's account of this process, in MB.
    private static func status(_ name: String) -> Int {
        let lines = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = lines.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
        return (line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0) / 1_024
    }
}

/// The tags of a vocabulary, read line by line.
struct VocabularyLines: Sequence, IteratorProtocol {
    private let data: Data
    private var position: Int
    private var number: UInt32 = 0

    init(data: Data) {
        self.data = data
        position = data.startIndex
    }

    mutating func next() -> CompletionTag? {
        guard position < data.endIndex else { return nil }
        let rest = data[position...]
        let end = rest.firstIndex(of: 10) ?? data.endIndex
        let fields = data[position..<end].split(separator: 9)
        position = Swift.min(data.endIndex, end + 1)
        number += 1
        let name = fields.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        let uses = fields.count > 1 ? Double(String(decoding: fields[1], as: UTF8.self)) : nil
        let key = Self.key(name)
        return CompletionTag(
            id: number,
            key: key,
            foldedKey: Self.withoutMarks(key),
            name: name,
            weight: uses ?? 0
        )
    }

    /// The key of a name: compatibility-composed and lower case, for these vocabularies the same as case-folded.
    static func key(_ name: String) -> String {
        name.utf8.allSatisfy { $0 < 0x80 }
            ? name.lowercased() : name.precomposedStringWithCompatibilityMapping.lowercased()
    }

    /// A key without combining marks.
    static func withoutMarks(_ key: String) -> String {
        guard key.utf8.contains(where: { $0 >= 0x80 }) else { return key }
        var kept = String.UnicodeScalarView()
        for scalar in key.decomposedStringWithCanonicalMapping.unicodeScalars
        where !(0x300...0x36F).contains(scalar.value) {
            kept.append(scalar)
        }
        return String(kept).precomposedStringWithCanonicalMapping
    }
}
