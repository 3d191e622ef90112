/// The text to show for a line: its fields in another order, as `2,1`, or in a template, as `{2} ({1})`.
public struct FieldTemplate: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case text(String)
        case fields([FieldRange])
    }

    private let parts: [Part]
    /// Whether the fields keep the delimiters after them.
    private let keepsDelimiters: Bool

    /// Parses a list of ranges or a template.
    ///
    /// - Throws: `PickerOptionError.field` if a range is invalid.
    public init(_ text: String) throws(PickerOptionError) {
        keepsDelimiters = !text.contains("{")
        guard !keepsDelimiters else {
            parts = [.fields(try FieldRange.list(text))]
            return
        }
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}") else { throw .field(text) }
            parts.append(.text(String(rest[..<open])))
            parts.append(.fields(try FieldRange.list(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        self.parts = parts + [.text(String(rest))]
    }

    /// Returns the text of a line.
    ///
    /// - Complexity: Linear in the line and the template.
    public func text(of line: String, _ delimiter: FieldDelimiter) -> String {
        let fields = delimiter.fields(of: line)
        return
            parts.map { part in
                switch part {
                case .text(let text): text
                case .fields(let ranges): Self.text(of: ranges, fields, keepsDelimiters ? nil : delimiter)
                }
            }
            .joined()
    }

    private static func text(of ranges: [FieldRange], _ fields: [Substring], _ delimiter: FieldDelimiter?) -> String {
        let text = ranges.flatMap { $0.fields(in: fields) }.joined()
        return delimiter.map { String($0.withoutDelimiter(text[...])) } ?? text
    }
}
