internal import TagCore
internal import TextMeasurement

/// A parser for one JSON value (RFC 8259).
///
/// Foundation's decoder tries every type for each value, which is too slow for an editor that sends the whole document
/// with every keystroke.
struct JSONReader {
    private let bytes: ArraySlice<UInt8>
    private let rules: JSONRules
    private var offset: Int
    private var depth = 0
    /// Whether the next string is read exactly; see ``JSONRules/exactMember``.
    private var isExact = false

    init(_ bytes: ArraySlice<UInt8>, _ rules: JSONRules) {
        self.bytes = bytes
        self.rules = rules
        offset = bytes.startIndex
    }

    /// Parses the whole text as one value, after skipping a byte order mark.
    mutating func document() throws(JSONSyntaxError) -> JSONValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset += 3 }
        skipWhiteSpace()
        let value = try value()
        skipWhiteSpace()
        guard offset == bytes.endIndex else { throw error("unexpected text after the value") }
        return value
    }

    private func error(_ text: String, _ kind: JSONSyntaxError.Kind = .syntax) -> JSONSyntaxError {
        JSONSyntaxError(offset: offset - bytes.startIndex, message: text, kind: kind)
    }

    private var next: UInt8? { offset < bytes.endIndex ? bytes[offset] : nil }

    private mutating func skipWhiteSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        offset += 1
        return true
    }

    private mutating func value() throws(JSONSyntaxError) -> JSONValue {
        guard let next else { throw error("unexpected end of input") }
        return switch next {
        case UInt8(ascii: "{"): try object()
        case UInt8(ascii: "["): try list()
        case UInt8(ascii: "\""): .string(try string())
        case UInt8(ascii: "t"): try word("true", .boolean(true))
        case UInt8(ascii: "f"): try word("false", .boolean(false))
        case UInt8(ascii: "n"): try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
        default: throw error("expected a value")
        }
    }

    /// Reads the opening bracket of a list or an object.
    private mutating func enter() throws(JSONSyntaxError) {
        guard depth < rules.depth else { throw error("nested more than \(rules.depth) levels deep", .tooDeep) }
        depth += 1
        offset += 1
        skipWhiteSpace()
    }

    private mutating func object() throws(JSONSyntaxError) -> JSONValue {
        try enter()
        defer { depth -= 1 }
        var members: [String: JSONValue] = [:]
        if take(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipWhiteSpace()
            if rules.allowsTrailingComma, !members.isEmpty, next == UInt8(ascii: "}") { break }
            guard next == UInt8(ascii: "\"") else { throw error("expected a member name") }
            let name = try string()
            // Hashing a name of mixed combining marks takes time quadratic in its length.
            guard name.utf8.count <= rules.nameBytes else {
                throw error("member name longer than \(rules.nameBytes) bytes", .longName)
            }
            skipWhiteSpace()
            guard take(UInt8(ascii: ":")) else { throw error("expected ':'") }
            skipWhiteSpace()
            isExact = next == UInt8(ascii: "\"") && name == rules.exactMember
            let value = try value()
            isExact = false
            if !rules.keepsFirstOfEqualNames || members[name] == nil { members[name] = value }
            skipWhiteSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw error("expected ',' or '}'") }
        return .object(members)
    }

    private mutating func list() throws(JSONSyntaxError) -> JSONValue {
        try enter()
        defer { depth -= 1 }
        var items: [JSONValue] = []
        if take(UInt8(ascii: "]")) { return .list(items) }
        repeat {
            skipWhiteSpace()
            if rules.allowsTrailingComma, !items.isEmpty, next == UInt8(ascii: "]") { break }
            items.append(try value())
            skipWhiteSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw error("expected ',' or ']'") }
        return .list(items)
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
        guard bytes[offset...].starts(with: word.utf8) else { throw error("expected a value") }
        offset += word.utf8.count
        return value
    }

    // MARK: Numbers

    private mutating func number() throws(JSONSyntaxError) -> JSONValue {
        let start = offset
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        var isWhole = true
        if take(UInt8(ascii: ".")) {
            isWhole = false
            try digits()
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isWhole = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        if rules.keepsDigits { return .digits(text) }
        if isWhole, let number = Int64(text) { return .integer(number) }
        guard let number = Double(text), number.isFinite else { throw error("number too large") }
        return .number(number)
    }

    private mutating func digits() throws(JSONSyntaxError) {
        let start = offset
        while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { offset += 1 }
        guard offset > start else { throw error("expected a digit") }
    }

    // MARK: Strings

    private mutating func string() throws(JSONSyntaxError) -> String {
        offset += 1
        let start = offset
        var text: [UInt8] = []
        var copied = start
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                let whole = text.isEmpty ? bytes[start..<offset] : text + bytes[copied..<offset]
                guard let string = String(validating: whole, as: UTF8.self) else {
                    throw error("invalid UTF-8 in a string")
                }
                offset += 1
                return isExact ? string : StreamSafeText.received(string)
            case UInt8(ascii: "\\"):
                text += bytes[copied..<offset]
                text += try escape()
                copied = offset
            case ..<0x20: throw error("unescaped control character in a string")
            default: offset += 1
            }
        }
        throw error("unterminated string")
    }

    /// Reads an escape sequence and returns the character in UTF-8.
    private mutating func escape() throws(JSONSyntaxError) -> [UInt8] {
        offset += 1
        guard let byte = next else { throw error("unterminated string") }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return Array(String(try scalar()).utf8)
        default:
            offset -= 1
            throw error("invalid escape sequence")
        }
    }

    /// Reads the digits after `\u`, and the second `\u` of a surrogate pair.
    private mutating func scalar() throws(JSONSyntaxError) -> Unicode.Scalar {
        let unit = try hexadecimal()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        let afterFirst = offset
        if UTF16.isLeadSurrogate(UInt16(unit)), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
            let second = try hexadecimal()
            if UTF16.isTrailSurrogate(UInt16(second)),
                let scalar = Unicode.Scalar((unit - 0xD800) << 10 + (second - 0xDC00) + 0x10000)
            {
                return scalar
            }
        }
        guard rules.replacesLoneSurrogates else { throw error("unpaired surrogate") }
        offset = afterFirst
        return "\u{FFFD}"
    }

    /// Reads four hexadecimal digits.
    private mutating func hexadecimal() throws(JSONSyntaxError) -> UInt32 {
        var number: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Self.value(ofDigit: byte) else {
                throw error("expected four hexadecimal digits after '\\u'")
            }
            number = number << 4 | digit
            offset += 1
        }
        return number
    }

    private static func value(ofDigit byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}

/// The limits and options of a JSON parser beyond the syntax of RFC 8259.
///
/// ```swift
/// let value = try JSONValue(bytes, .messages(depth: 64))
/// ```
package struct JSONRules: Hashable, Sendable {
    /// The maximum nesting depth of lists and objects.
    package var depth: Int
    /// The maximum length of a member's name in bytes.
    package var nameBytes: Int
    /// Whether an unpaired surrogate, which UTF-8 can't contain, is read as U+FFFD; otherwise it's an error.
    package var replacesLoneSurrogates: Bool
    /// Whether the first of several members with the same name wins; otherwise the last one does.
    package var keepsFirstOfEqualNames: Bool
    /// Whether a comma may follow the last item or member.
    package var allowsTrailingComma: Bool
    /// Whether numbers are read as ``JSONValue/digits(_:)``, of any size.
    package var keepsDigits: Bool
    /// The member whose text is read exactly, such as a document that an editor refers to by positions.
    ///
    /// In other strings, long runs of combining marks are bounded; see the Stream-Safe Text Format in TagCore.
    package var exactMember: String?

    /// Returns the rules for messages between programs, whose member names may be URIs of documents.
    package static func messages(depth: Int, exactMember: String? = nil) -> JSONRules {
        JSONRules(
            depth: depth, nameBytes: 10_000, replacesLoneSurrogates: true, keepsFirstOfEqualNames: false,
            allowsTrailingComma: false, keepsDigits: false, exactMember: exactMember)
    }

    /// Returns the rules for HTTP requests, which match those of Foundation's decoder.
    package static func requests(depth: Int, keepsDigits: Bool = false) -> JSONRules {
        JSONRules(
            depth: depth, nameBytes: JSONFieldNames.limit, replacesLoneSurrogates: false, keepsFirstOfEqualNames: true,
            allowsTrailingComma: true, keepsDigits: keepsDigits)
    }
}

/// A serializer for JSON strings that are safe to print to a terminal.
enum JSONString {
    /// Appends a string with its quotes to a document in UTF-8.
    ///
    /// Quotes, backslashes and control characters are escaped as in section 7 of RFC 8259. Characters that
    /// ``TerminalText/firstUnprintable(in:)`` finds become `\u` with four hexadecimal digits.
    ///
    /// - Complexity: Linear in the length of the string.
    static func append(_ text: String, to document: inout [UInt8]) {
        document.append(UInt8(ascii: "\""))
        if isPlain(text) {
            document += text.utf8
        } else {
            for scalar in text.unicodeScalars { document += (escape(of: scalar) ?? String(Character(scalar))).utf8 }
        }
        document.append(UInt8(ascii: "\""))
    }

    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
            && TerminalText.firstUnprintable(in: text) == nil
    }

    /// Returns the escape sequence of a scalar, or nil if it doesn't need one.
    private static func escape(of scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\u{8}": "\\b"
        case "\u{C}": "\\f"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: UnprintableScalar.Reason(scalar) == nil ? nil : scalar.jsonEscape
        }
    }
}

/// A check of the length of field names in JSON, made before decoding.
///
/// Decoders hash field names, and hashing a string of mixed combining marks takes time quadratic in its length. Check a
/// text before decoding it.
///
/// ```swift
/// guard JSONFieldNames.areShort(in: body) else { throw RequestError.longFieldName }
/// ```
package enum JSONFieldNames {
    /// The maximum length of a field name in bytes as written.
    package static let limit = 1_000

    /// Returns whether every string that precedes a colon has at most ``limit`` bytes.
    ///
    /// The text doesn't have to be valid JSON.
    ///
    /// - Complexity: Linear in the length of the text.
    package static func areShort(in text: some Sequence<UInt8>) -> Bool {
        var (length, isString, isEscaped) = (0, false, false)
        for byte in text {
            if isString {
                length += 1
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isString = false
                }
            } else if byte == UInt8(ascii: "\"") {
                (length, isString) = (0, true)
            } else if byte == UInt8(ascii: ":") {
                // The closing quote counts too.
                guard length <= limit + 1 else { return false }
            }
        }
        return true
    }
}

/// The first syntax error or exceeded limit in JSON.
package struct JSONSyntaxError: Error, Hashable, Sendable {
    /// The kind of error, for callers that report limits differently.
    package enum Kind: Hashable, Sendable {
        /// The text isn't valid JSON.
        case syntax
        /// The text is nested deeper than ``JSONRules/depth``.
        case tooDeep
        /// A member name is longer than ``JSONRules/nameBytes``.
        case longName
    }

    /// The offset of the error in bytes from the beginning of the text.
    package let offset: Int
    /// The description of the error, such as `expected ':'`.
    package let message: String
    /// The kind of error.
    package let kind: Kind
}
