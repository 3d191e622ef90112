/// The fields of an entry of BibTeX: `key, title = {…}, year = 2020, month = jan # "–" # feb`.
struct BibTeXFields {
    /// What stands before the first comma.
    private(set) var key = ""
    /// The values by their names in lower case; the first of several counts.
    private(set) var fields: [String: String] = [:]
    private let bytes: [UInt8]
    private var place = 0
    private var macros: BibTeXMacros
    /// The fields whose values are read; `nil` for all.
    private let wanted: Set<String>?
    /// Whether a value refers to more macros than a file may expand.
    private(set) var isTooLong = false

    /// Reads fields.
    ///
    /// - Parameters:
    ///   - body: the text between the entry's braces.
    ///   - hasKey: whether a key precedes the fields.
    ///   - wanted: the fields to read; `nil` for all.
    ///   - macros: the macros, whose remaining length is reduced by those that are expanded.
    init(
        _ body: [UInt8],
        hasKey: Bool = false,
        wanted: Set<String>? = nil,
        macros: inout BibTeXMacros
    ) {
        bytes = body
        self.macros = macros
        self.wanted = wanted
        defer { macros = self.macros }
        if hasKey { key = text { $0 != UInt8(ascii: ",") }.trimmed }
        while place < bytes.count { readField() }
    }

    /// The number of a month, `03`, from a number or a name.
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
            let word = text {
                !$0.isWhiteSpace && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "#")
            }
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

    /// Reads up to the sign that ends a value, at which all braces within are closed.
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
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
        while place < bytes.count, isSkipped(bytes[place]) { place += 1 }
    }

    private mutating func text(_ isTaken: (UInt8) -> Bool) -> String {
        let start = place
        skip(isTaken)
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }
}
