import Foundation
internal import TagCore
import TagService

/// A reader for BibTeX and biblatex references.
///
/// ```
/// @book{key, title = {Gr{\"u}n}, keywords = {a, b}, url = {https://example.org/}, year = 2020}
///
/// location  https://example.org/
/// title     Grün
/// tags      a, b
/// time      2020-01-01T00:00:00Z
/// ```
///
/// The location is the DOI, the URL or the citation key, in this order of preference. An unclosed
/// entry ends at the next `@` that starts a line.
struct BibTeXReader: ItemReader {
    /// The maximum size of an entry in bytes; only tests lower it.
    var limit = LineBuffer.lineLimit

    func read(_ text: TextPieces, _ add: (ImportEntry, _ consumed: Int) throws -> Void) throws {
        var entries = BibTeXEntries(ByteCursor(text.next), limit: limit)
        var macros = BibTeXMacros()
        while let entry = try entries.next() {
            try text.reportBadLines(add)
            switch entry.kind {
            case "comment", "preamble": continue
            case "string":
                let definition = BibTeXFields(entry.body, macros: &macros)
                guard definition.isTooLong || !macros.define(definition.fields) else { continue }
                try add(ImportEntry(.line(entry.line), .invalid(Self.tooLong)), entries.consumed)
            default:
                let content = Self.content(entry, &macros)
                try add(ImportEntry(.line(entry.line), content), entries.consumed)
            }
        }
        try text.reportBadLines(add)
    }

    private static let tooLong = "the file's @string macros expand to more than 1 MB"

    /// The fields that become part of an item.
    private static let wanted: Set<String> = ["doi", "url", "keywords", "title", "date", "year", "month"]

    private static func content(_ entry: BibTeXEntries.Entry, _ macros: inout BibTeXMacros) -> ImportEntry.Content {
        if let problem = entry.problem { return .invalid(problem) }
        let reference = BibTeXFields(entry.body, hasKey: true, wanted: wanted, macros: &macros)
        guard !reference.isTooLong else { return .invalid(tooLong) }
        let fields = reference.fields
        let address = [fields["doi"], fields["url"], reference.key].compactMap { $0.map(Self.plainLocation) }
            .first { !$0.isEmpty }
        let tags = keywords(LaTeXText(fields["keywords"] ?? "").text)
        guard let address else { return tags.isEmpty ? .ignored : .invalid("it has no key, doi or url") }
        let time = time(fields)
        let written = fields["date"]?.nonEmpty ?? fields["year"]?.nonEmpty
        return .item(
            location: address, title: LaTeXText(fields["title"] ?? "").text, tags: tags.isEmpty ? nil : tags,
            time: time, details: .init(unreadTime: time == nil ? written : nil))
    }

    /// Splits keywords at commas or, if there are none, at semicolons.
    private static func keywords(_ list: String) -> [String] {
        list.split(separator: list.contains(",") ? "," : ";").map { String($0).trimmed }.filter { !$0.isEmpty }
    }

    /// Removes the braces, backslashes and `\url` of LaTeX from a URL or key.
    private static func plainLocation(_ text: String) -> String {
        text.replacing("\\url", with: "").filter { !"{}\\".contains($0) }.trimmed
    }

    private static func time(_ fields: [String: String]) -> Date? {
        // The date may be a range or have a time; only the first day is used.
        let day = fields["date"]?.trimmed.prefix { $0 != "/" && $0 != "T" } ?? ""
        let year = fields["year"]?.trimmed ?? ""
        let month = fields["month"].flatMap { BibTeXFields.month($0.trimmed) }
        let dates = [String(day), month.map { "\(year)-\($0)" } ?? "", year]
        let utc = LocalZone { _ in 0 }
        return dates.lazy.compactMap { WrittenTime.date($0, zone: utc) }.first
    }
}

/// A parser that reads one BibTeX entry at a time and skips the comments between entries.
struct BibTeXEntries {
    /// An entry with the text between its braces.
    struct Entry {
        var kind: String
        var line: Int
        var body: [UInt8]
        /// The error message if the entry isn't closed or is too long.
        var problem: String?
    }

    private var cursor: ByteCursor
    private var line = 1
    /// Whether the `@` of the next entry was already read, because the previous entry isn't closed.
    private var hasBegun = false
    private let limit: Int

    init(_ cursor: ByteCursor, limit: Int) {
        self.cursor = cursor
        self.limit = limit
    }

    /// The number of bytes up to the end of the last entry.
    var consumed: Int { cursor.consumed }

    /// Returns the next entry, or nil at the end.
    mutating func next() throws -> Entry? {
        while try seek() {
            let first = line
            var kind = ""
            try skipWhiteSpace()
            while let byte = try cursor.peek(), byte.isLetter {
                kind.append(Character(Unicode.Scalar(byte)))
                _ = try take()
            }
            try skipWhiteSpace()
            guard !kind.isEmpty, let opening = try cursor.peek(),
                opening == UInt8(ascii: "{") || opening == UInt8(ascii: "(")
            else { continue }
            _ = try take()
            var entry = Entry(kind: kind.lowercased(), line: first, body: [])
            try readBody(of: &entry, isInParentheses: opening == UInt8(ascii: "("))
            return entry
        }
        return nil
    }

    /// Moves past the `@` of the next entry; returns false at the end.
    private mutating func seek() throws -> Bool {
        if hasBegun {
            hasBegun = false
            return true
        }
        while let byte = try take() { if byte == UInt8(ascii: "@") { return true } }
        return false
    }

    private mutating func skipWhiteSpace() throws {
        while let byte = try cursor.peek(), byte.isWhiteSpace { _ = try take() }
    }

    private mutating func take() throws -> UInt8? {
        let byte = try cursor.next()
        if byte == 0x0A { line += 1 }
        return byte
    }

    private mutating func readBody(of entry: inout Entry, isInParentheses: Bool) throws {
        var depth = 0
        var isEscaped = false
        var last: UInt8 = 0
        while let byte = try take() {
            defer {
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
                last = byte
            }
            switch byte {
            case UInt8(ascii: "}") where depth == 0 && !isInParentheses: return
            case UInt8(ascii: ")") where depth == 0 && isInParentheses: return
            case UInt8(ascii: "{") where !isEscaped: depth += 1
            case UInt8(ascii: "}") where !isEscaped: depth -= 1
            case UInt8(ascii: "@") where last == 0x0A:
                hasBegun = true
                entry.problem = Self.unclosed
                return
            default: break
            }
            guard entry.body.count < limit else {
                entry.problem = LineBuffer.tooLong
                continue
            }
            entry.body.append(byte)
        }
        entry.problem = Self.unclosed
    }

    private static let unclosed = "the entry isn't closed"
}

/// The fields of a BibTeX entry: `key, title = {…}, year = 2020, month = jan # "–" # feb`.
struct BibTeXFields {
    /// The citation key, before the first comma.
    private(set) var key = ""
    /// The values by lowercase name; the first of several fields with the same name wins.
    private(set) var fields: [String: String] = [:]
    private let bytes: [UInt8]
    private var place = 0
    private var macros = BibTeXMacros()
    /// The names of the fields to read, or nil for all fields.
    private let wanted: Set<String>?
    /// Whether the macros of the file expand to more than the limit.
    private(set) var isTooLong = false

    /// Parses the fields of an entry.
    ///
    /// - Parameters:
    ///   - body: The text between the entry's braces.
    ///   - hasKey: Whether a citation key precedes the fields.
    ///   - wanted: The names of the fields to read, or nil for all fields.
    ///   - macros: The macros of the file; expanding them reduces their remaining length.
    init(_ body: [UInt8], hasKey: Bool = false, wanted: Set<String>? = nil, macros: inout BibTeXMacros) {
        bytes = body
        self.wanted = wanted
        // Only one of the two may have the values, or the next definition would copy all of them.
        swap(&self.macros, &macros)
        defer { swap(&self.macros, &macros) }
        if hasKey { key = text { $0 != UInt8(ascii: ",") }.trimmed }
        while place < bytes.count { readField() }
    }

    /// Returns the two-digit number of a month, given as a number or a name.
    static func month(_ text: String) -> String? {
        if let number = Int(text) {
            return (1...12).contains(number) ? (number < 10 ? "0\(number)" : "\(number)") : nil
        }
        return BibTeXMacros.months[text.prefix(3).lowercased()]
    }

    private mutating func readField() {
        skip { $0 == UInt8(ascii: ",") || $0.isWhiteSpace }
        let name = text { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ",") }.trimmed.lowercased()
        guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { return }
        let isWanted = wanted?.contains(name) ?? true
        var value = ""
        repeat {
            place += 1
            let part = readPart(isExpanded: isWanted)
            if isWanted { value += part }
            skip(\.isWhiteSpace)
        } while place < bytes.count && bytes[place] == UInt8(ascii: "#")
        if isWanted, fields[name] == nil { fields[name] = value }
        skip { $0 != UInt8(ascii: ",") }
    }

    private mutating func readPart(isExpanded: Bool) -> String {
        skip(\.isWhiteSpace)
        guard place < bytes.count else { return "" }
        switch bytes[place] {
        case UInt8(ascii: "{"): return readDelimited(by: UInt8(ascii: "}"))
        case UInt8(ascii: "\""): return readDelimited(by: UInt8(ascii: "\""))
        default:
            let word = text { !$0.isWhiteSpace && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "#") }
            guard isExpanded else { return "" }
            switch macros.expand(word.lowercased()) {
            case .value(let value): return value
            case .unknown: return word
            case .tooLong:
                isTooLong = true
                return ""
            }
        }
    }

    /// Reads up to the delimiter at which all inner braces are closed.
    private mutating func readDelimited(by end: UInt8) -> String {
        place += 1
        let start = place
        var depth = 0
        var isEscaped = false
        while place < bytes.count {
            let byte = bytes[place]
            if byte == end, depth == 0, !isEscaped { break }
            if !isEscaped {
                if byte == UInt8(ascii: "{") { depth += 1 }
                if byte == UInt8(ascii: "}") { depth -= 1 }
            }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            place += 1
        }
        defer { place += 1 }
        return StreamSafeText.received(String(decoding: bytes[start..<place], as: UTF8.self))
    }

    private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
        while place < bytes.count, isSkipped(bytes[place]) { place += 1 }
    }

    private mutating func text(_ isTaken: (UInt8) -> Bool) -> String {
        let start = place
        skip(isTaken)
        return StreamSafeText.received(String(decoding: bytes[start..<place], as: UTF8.self))
    }
}

/// The macros of a BibTeX file: the months and those defined by `@string`.
///
/// A macro can refer to earlier macros several times, so a few hundred bytes could expand to any length. Therefore the
/// values that a file defines and expands are limited to 1 MB in total.
struct BibTeXMacros {
    /// The result of expanding a macro.
    enum Expansion: Equatable {
        case value(String)
        case unknown
        /// The value exceeds the remaining length.
        case tooLong
    }

    /// The maximum total length in bytes of the values that a file defines and expands.
    static let limit = 1_000_000

    private var values: [String: String] = [:]
    /// The number of bytes left to define or expand.
    private var remaining = limit

    /// The month macros that every BibTeX style defines.
    static let months = [
        "jan": "01", "feb": "02", "mar": "03", "apr": "04", "may": "05", "jun": "06", "jul": "07", "aug": "08",
        "sep": "09", "oct": "10", "nov": "11", "dec": "12",
    ]

    /// Returns the value of a macro.
    ///
    /// - Parameter name: The macro's name in lowercase.
    /// - Returns: The value, or the reason why the macro can't be expanded.
    mutating func expand(_ name: String) -> Expansion {
        guard let value = values[name] else { return Self.months[name].map { .value($0) } ?? .unknown }
        return spend(value) ? .value(value) : .tooLong
    }

    /// Defines the macros of an `@string`, replacing earlier ones.
    ///
    /// - Returns: False if the values exceed the remaining length; macros beyond it aren't defined.
    mutating func define(_ fields: [String: String]) -> Bool {
        var isComplete = true
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            if spend(value) { values[name] = value } else { isComplete = false }
        }
        return isComplete
    }

    private mutating func spend(_ value: String) -> Bool {
        guard value.utf8.count <= remaining else { return false }
        remaining -= value.utf8.count
        return true
    }
}

/// LaTeX source converted to plain text, with accents and symbols as Unicode characters.
///
/// ```swift
/// LaTeXText(#"G{\"o}del \& {Escher}"#).text  // "Gödel & Escher"
/// ```
struct LaTeXText {
    /// The plain text; runs of white space are single spaces.
    let text: String

    /// Converts LaTeX source.
    ///
    /// - Complexity: Linear in the length of the source.
    init(_ source: String) {
        var reader = Reader(rest: Substring(source).unicodeScalars)
        let words = reader.read().split(whereSeparator: \.isWhitespace)
        text = words.joined(separator: " ").precomposedStringWithCanonicalMapping
    }

    /// The combining marks that commands put on the next letter.
    private static let marks: [String: Unicode.Scalar] = [
        "`": "\u{300}", "'": "\u{301}", "^": "\u{302}", "~": "\u{303}", "=": "\u{304}", "u": "\u{306}", ".": "\u{307}",
        "\"": "\u{308}", "r": "\u{30A}", "H": "\u{30B}", "v": "\u{30C}", "c": "\u{327}", "k": "\u{328}",
    ]

    /// The letters and symbols that commands print.
    private static let letters: [String: String] = [
        "ss": "ß", "o": "ø", "O": "Ø", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "l": "ł",
        "L": "Ł", "i": "i", "j": "j", "textendash": "–", "textemdash": "—", "ldots": "…", "dots": "…",
    ]

    private struct Reader {
        var rest: Substring.UnicodeScalarView

        mutating func read() -> String {
            var text = String.UnicodeScalarView()
            var mark: Unicode.Scalar?
            while let scalar = rest.popFirst() {
                switch scalar {
                case "{", "}", "$": continue
                case "~": text.append(" ")
                case "\\":
                    let command = command()
                    if let next = LaTeXText.marks[command] {
                        mark = next
                        continue
                    }
                    text.append(contentsOf: printed(command).unicodeScalars)
                case "-" where rest.first == "-":
                    rest.removeFirst()
                    let isLong = rest.first == "-"
                    if isLong { rest.removeFirst() }
                    text.append(isLong ? "—" : "–")
                default:
                    if mark != nil, scalar.properties.isWhitespace { continue }
                    text.append(scalar)
                }
                if let known = mark, !text.isEmpty { text.append(known) }
                mark = nil
            }
            return String(text)
        }

        /// Reads the name of a command after its backslash: several letters or one other character.
        private mutating func command() -> String {
            guard let first = rest.popFirst() else { return "" }
            guard first.properties.isAlphabetic else { return String(first) }
            var name = String(first)
            while let next = rest.first, next.isASCII, next.properties.isAlphabetic {
                name.unicodeScalars.append(next)
                rest.removeFirst()
            }
            while rest.first == " " { rest.removeFirst() }
            return name
        }

        private func printed(_ command: String) -> String {
            if let letter = LaTeXText.letters[command] { return letter }
            // \& prints itself; other commands, such as \emph, print their argument.
            return command.count == 1 && command.first?.isLetter == false ? command : ""
        }
    }
}
