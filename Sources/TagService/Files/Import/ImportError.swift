internal import TextMeasurement

/// A place in an imported file.
public enum ImportPlace: Hashable, Sendable, Codable, CustomStringConvertible {
    /// A line, counted from 1.
    case line(Int)
    /// An element of a JSON list, counted from 1.
    case item(Int)
    /// A file by its path relative to the imported folder, followed by its line if known.
    case file(String)

    /// The place as a phrase: `line 3`.
    public var description: String {
        switch self {
        case .line(let number): "line \(number)"
        case .item(let number): "item \(number)"
        case .file(let path): path.quoted
        }
    }
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

    init(_ place: ImportPlace, problem: String) {
        self.problem = problem
        switch place {
        case .line(let number): line = number
        case .item(let number): item = number
        case .file(let path): file = path
        }
    }

    /// The place of the error.
    public var place: ImportPlace {
        if let file { return .file(file) }
        return line.map(ImportPlace.line) ?? .item(item ?? 0)
    }
}
