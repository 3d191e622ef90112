internal import TagCore

/// The fields of a BibTeX entry: `key, title = {…}, year = 2020, month = jan # "–" # feb`.
struct BibTeXFields {
    /// The citation key, before the first comma.
    private(set) var key = ""
    /// The values by lowercase name; the first of several fields with the same name wins.
    private(set) var fields: [String: String] = [:]
    private let bytes: [UInt8]
    private var place = 0
    private var macros: BibTeXMacros
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
        self.macros = macros
        self.wanted = wanted
        defer { macros = self.macros }
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
