/// The faults of an import in words, those of one problem together: `lines 2 and 5: it is not a JSON object; mend them`.
struct ImportErrorText {
    let text: String

    init(_ faults: [ImportError], hasMore: Bool) {
        var problems: [String] = []
        for fault in faults where !problems.contains(fault.problem) {
            problems.append(fault.problem)
        }
        var parts = problems.map { problem in
            Self.part(faults.filter { $0.problem == problem }, problem)
        }
        if hasMore { parts.append("and more like \(problems.count == 1 ? "it" : "these")") }
        parts.append(faults.count == 1 && !hasMore ? "mend it" : "mend them")
        text = parts.joined(separator: "; ")
    }

    private static func part(_ faults: [ImportError], _ problem: String) -> String {
        let isVerb = problem == LineBuffer.tooLong && faults.count == 1
        return "\(places(faults))\(isVerb ? "" : ":") \(problem)"
    }

    /// `line 3`, `lines 1, 4 and 9`.
    private static func places(_ faults: [ImportError]) -> String {
        guard faults.count > 1, let last = faults.last else {
            return faults.first.map { "\($0.place)" } ?? ""
        }
        guard last.file == nil else {
            let files = faults.map { "\($0.place)" }
            return "\(files.dropLast().joined(separator: ", ")) and \(last.place)"
        }
        let numbers = faults.dropLast().map { "\($0.line ?? $0.item ?? 0)" }.joined(separator: ", ")
        return
            "\(last.line == nil ? "items" : "lines") \(numbers) and \(last.line ?? last.item ?? 0)"
    }
}
