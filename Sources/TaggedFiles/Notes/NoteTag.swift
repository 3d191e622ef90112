/// An occurrence of a tag in a note.
///
/// ```swift
/// let note = try Note(file: Array("---\ntags: [trip]\n---\n".utf8))
/// note.tags[0].line  // 2
/// note.tags[0].written("a, b")  // the bytes of "a, b" in double quotes
/// ```
package struct NoteTag: Hashable, Sendable {
    /// The syntax of a tag.
    package enum Form: Hashable, Sendable {
        /// `#tag` in the text.
        case hashTag
        /// A YAML scalar that is the whole tag.
        case item(quote: Quote, isInFlow: Bool)
        /// A word of a YAML scalar that lists tags separated by spaces or commas.
        case word(quote: Quote, isInFlow: Bool, isBetweenCommas: Bool)
        /// `:tag:` in Org mode.
        case orgTag
    }

    /// The quotes around a YAML scalar.
    package enum Quote: Hashable, Sendable {
        case none
        case single
        case double
    }

    /// The name, without a leading `#`.
    package var name: String
    /// The line number, from 1.
    package var line: Int
    /// The range in the note's text, without quotes and `#`.
    ///
    /// It's nil if the YAML source differs from the name, for example because of an anchor or an escape.
    package var range: Range<Int>?
    /// The syntax of the tag.
    package var form: Form

    /// Whether the tag is in front matter.
    var isInFrontMatter: Bool {
        switch form {
        case .item, .word: true
        case .hashTag, .orgTag: false
        }
    }
}

extension NoteTag {
    /// Returns the bytes that replace this tag with another name, or nil if the name can't be written here.
    package func written(_ name: String) -> [UInt8]? { form.written(name) }
}

extension NoteTag.Form {
    /// Returns the bytes of a name in this syntax, or nil if the syntax can't represent the name.
    package func written(_ name: String) -> [UInt8]? {
        switch self {
        case .hashTag: return HashTag.canWrite(name) ? Array(name.utf8) : nil
        case .orgTag: return OrgTag.canWrite(name) ? Array(name.utf8) : nil
        case .item(let quote, let isInFlow): return Self.scalar(name, quote, isInFlow: isInFlow)
        case .word(let quote, let isInFlow, let isBetweenCommas):
            let isOneWord =
                !name.contains(",") && (isBetweenCommas || !name.unicodeScalars.contains { $0.properties.isWhitespace })
            return isOneWord && (quote != .none || Self.isPlain(name, isInFlow: isInFlow))
                ? Self.scalar(name, quote, isInFlow: isInFlow) : nil
        }
    }

    static func scalar(_ name: String, _ quote: NoteTag.Quote, isInFlow: Bool) -> [UInt8] {
        switch quote {
        case .single: return Array(name.replacing("'", with: "''").utf8)
        case .double: return Array(escaped(name).utf8)
        case .none: return isPlain(name, isInFlow: isInFlow) ? Array(name.utf8) : Array("\"\(escaped(name))\"".utf8)
        }
    }

    private static func escaped(_ name: String) -> String {
        name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }

    /// Returns whether every YAML parser reads the unquoted name as the same string.
    static func isPlain(_ name: String, isInFlow: Bool) -> Bool {
        let signs = isInFlow ? ",[]{}" : ""
        guard let first = name.first, !"-?:,[]{}#&*!|>'\"%@`=~<".contains(first), !name.contains(where: signs.contains),
            !name.contains(" #"), name.last != ":", !name.contains(": "), !(isInFlow && name.contains(":")),
            !["true", "false", "yes", "no", "on", "off", "null", "y", "n"].contains(name.lowercased())
        else { return false }
        // A plain integer, such as a year, needs no quotes. Any other number or time does.
        return !name.contains { ("0"..."9").contains($0) }
            || !name.allSatisfy { ("0"..."9").contains($0) || "+-._:eExXoTZ".contains($0) }
            || name.allSatisfy { ("0"..."9").contains($0) }
    }
}
