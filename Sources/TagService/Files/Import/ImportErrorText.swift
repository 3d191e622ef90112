/// The errors of an import as one line, grouped by problem: `lines 2 and 5: it isn't a JSON object; fix them`.
struct ImportErrorText {
    let text: String

    init(_ errors: [ImportError], hasMore: Bool) {
        var problems: [String] = []
        for error in errors where !problems.contains(error.problem) { problems.append(error.problem) }
        var parts = problems.map { problem in Self.part(errors.filter { $0.problem == problem }, problem) }
        if hasMore { parts.append("and more like \(problems.count == 1 ? "it" : "these")") }
        parts.append(errors.count == 1 && !hasMore ? "fix it" : "fix them")
        text = parts.joined(separator: "; ")
    }

    private static func part(_ errors: [ImportError], _ problem: String) -> String {
        let isVerb = problem == LineBuffer.tooLong && errors.count == 1
        return "\(places(errors))\(isVerb ? "" : ":") \(problem)"
    }

    /// `line 3`, `lines 1, 4 and 9`.
    private static func places(_ errors: [ImportError]) -> String {
        guard errors.count > 1, let last = errors.last else { return errors.first.map { "\($0.place)" } ?? "" }
        guard last.file == nil else {
            let files = errors.map { "\($0.place)" }
            return "\(files.dropLast().joined(separator: ", ")) and \(last.place)"
        }
        let numbers = errors.dropLast().map { "\($0.line ?? $0.item ?? 0)" }.joined(separator: ", ")
        return "\(last.line == nil ? "items" : "lines") \(numbers) and \(last.line ?? last.item ?? 0)"
    }
}
