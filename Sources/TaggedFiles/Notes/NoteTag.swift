/// A tag as it stands in a note.
package struct NoteTag: Hashable, Sendable {
    /// How a tag is written.
    package enum Form: Hashable, Sendable {
        /// `#tag` in the text.
        case hashTag
        /// A scalar of YAML that is the whole tag.
        case item(quote: Quote, isInFlow: Bool)
        /// A word of a scalar that lists tags between spaces or commas.
        case word(quote: Quote, isInFlow: Bool, isBetweenCommas: Bool)
        /// `:tag:` in Org.
        case orgTag
    }

    /// The quotes around a scalar of YAML.
    package enum Quote: Hashable, Sendable {
        case none
        case single
        case double
    }

    /// The tag, without a `#` in front of it.
    package var name: String
    /// Its line, counted from 1.
    package var line: Int
    /// Its bytes in the note's text, without quotes and `#`; `nil` where YAML says a name that does not stand there as it
    /// is, as behind an anchor or an escape.
    package var range: Range<Int>?
    /// How it is written.
    package var form: Form
}

extension NoteTag {
    /// The bytes that stand for another name in this one's place; `nil` where it cannot be written there.
    package func written(_ name: String) -> [UInt8]? { form.written(name) }
}

extension NoteTag.Form {
    /// The bytes that stand for a name that is written so; `nil` where it cannot be.
    package func written(_ name: String) -> [UInt8]? {
        switch self {
        case .hashTag: return HashTag.canWrite(name) ? Array(name.utf8) : nil
        case .orgTag: return OrgTag.canWrite(name) ? Array(name.utf8) : nil
        case .item(let quote, let isInFlow):
            return Self.scalar(name, quote, isInFlow: isInFlow)
        case .word(let quote, let isInFlow, let isBetweenCommas):
            let isOneWord =
                !name.contains(",")
                && (isBetweenCommas || !name.unicodeScalars.contains { $0.properties.isWhitespace })
            return isOneWord && (quote != .none || Self.isPlain(name, isInFlow: isInFlow))
                ? Self.scalar(name, quote, isInFlow: isInFlow) : nil
        }
    }

    static func scalar(_ name: String, _ quote: NoteTag.Quote, isInFlow: Bool) -> [UInt8] {
        switch quote {
        case .single: return Array(name.replacing("'", with: "''").utf8)
        case .double: return Array(escaped(name).utf8)
        case .none:
            return isPlain(name, isInFlow: isInFlow)
                ? Array(name.utf8) : Array("\"\(escaped(name))\"".utf8)
        }
    }

    private static func escaped(_ name: String) -> String {
        name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }

    /// Whether a name means itself without quotes, to every reader of YAML.
    static func isPlain(_ name: String, isInFlow: Bool) -> Bool {
        let signs = isInFlow ? ",[]{}" : ""
        guard let first = name.first, !"-?:,[]{}#&*!|>'\"%@`=~<".contains(first),
            !name.contains(where: signs.contains), !name.contains(" #"), name.last != ":",
            !name.contains(": "), !(isInFlow && name.contains(":")),
            !["true", "false", "yes", "no", "on", "off", "null", "y", "n"]
                .contains(name.lowercased())
        else { return false }
        // A year is written as it is; what may be taken for another number or a time is put in quotes.
        return !name.contains { ("0"..."9").contains($0) }
            || !name.allSatisfy { ("0"..."9").contains($0) || "+-._:eExXoTZ".contains($0) }
            || name.allSatisfy { ("0"..."9").contains($0) }
    }
}
