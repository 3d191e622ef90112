/// The fields of an entry of BibTeX: `key, title = {…}, year = 2020, month = jan # "–" # feb`.
struct BibTeXFields {
    /// What stands before the first comma.
    private(set) var key = ""
    /// The values by their names in lower case; the first of several counts.
    private(set) var fields: [String: String] = [:]
    private let bytes: [UInt8]
    private var place = 0
    private let macros: [String: String]

    init(_ body: [UInt8], hasKey: Bool = false, macros: [String: String]) {
        bytes = body
        self.macros = macros
        if hasKey { key = text { $0 != UInt8(ascii: ",") }.trimmed }
        while place < bytes.count { readField() }
    }

    /// The abbreviations that every style has.
    static let months = [
        "jan": "01", "feb": "02", "mar": "03", "apr": "04", "may": "05", "jun": "06", "jul": "07",
        "aug": "08", "sep": "09", "oct": "10", "nov": "11", "dec": "12",
    ]

    /// The number of a month, `03`, from a number or a name.
    static func month(_ text: String) -> String? {
        if let number = Int(text) {
            return (1...12).contains(number) ? (number < 10 ? "0\(number)" : "\(number)") : nil
        }
        return months[text.prefix(3).lowercased()]
    }

    private mutating func readField() {
        skip { $0 == UInt8(ascii: ",") || $0.isWhiteSpace }
        let name = text { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ",") }.trimmed.lowercased()
        guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { return }
        var value = ""
        repeat {
            place += 1
            value += readPart()
            skip(\.isWhiteSpace)
        } while place < bytes.count && bytes[place] == UInt8(ascii: "#")
        if fields[name] == nil { fields[name] = value }
        skip { $0 != UInt8(ascii: ",") }
    }

    private mutating func readPart() -> String {
        skip(\.isWhiteSpace)
        guard place < bytes.count else { return "" }
        switch bytes[place] {
        case UInt8(ascii: "{"): return readDelimited(by: UInt8(ascii: "}"))
        case UInt8(ascii: "\""): return readDelimited(by: UInt8(ascii: "\""))
        default:
            let word = text {
                !$0.isWhiteSpace && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "#")
            }
            return macros[word.lowercased()] ?? word
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
