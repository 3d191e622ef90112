internal import TextMeasurement

/// A place in an imported file.
public enum ImportPlace: Hashable, Sendable, Codable, CustomStringConvertible {
    /// A line, counted from 1.
    case line(Int)
    /// An element of a JSON list, counted from 1.
    case item(Int)
    /// A file or folder by its path relative to the imported folder, and its line if known.
    case file(String, line: Int? = nil)

    /// The place as a phrase: `line 3`.
    public var description: String {
        switch self {
        case .line(let number): "line \(number)"
        case .item(let number): "item \(number)"
        case .file(let path, let line): Self.text(path, line).quoted
        }
    }

    /// Returns the text of a place in a file: `day.md:3`.
    static func text(_ path: String, _ line: Int?) -> String { line.map { "\(path):\($0)" } ?? path }
}

/// An invalid line of an imported file, or element of a JSON list.
public struct ImportError: Hashable, Sendable, Codable {
    /// The line, counted from 1, if the place is a line.
    public var line: Int?
    /// The element of a JSON list, counted from 1, if the place is an element.
    public var item: Int?
    /// The file of a folder, followed by its line if known, if the place is a file.
    public var file: String?
    /// The problem as a clause.
    public var problem: String

    package init(_ place: ImportPlace, problem: String) {
        self.problem = problem
        switch place {
        case .line(let number): line = number
        case .item(let number): item = number
        case .file(let path, let line): file = ImportPlace.text(path, line)
        }
    }

    /// The place of the error.
    public var place: ImportPlace {
        if let file { return .file(file) }
        return line.map(ImportPlace.line) ?? .item(item ?? 0)
    }
}

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
