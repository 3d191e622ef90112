/// The part of JSON that lines of a store's files use: no objects and no fractions.
///
/// Foundation's parser takes longer than everything else that an exchange does with a line.
enum SyncJSON: Hashable, Sendable {
    case null
    case flag(Bool)
    case number(Int64)
    case text(String)
    case list([SyncJSON])

    /// The text, if it is one.
    var text: String? { if case .text(let value) = self { value } else { nil } }
    /// The number, if it is one.
    var number: Int64? { if case .number(let value) = self { value } else { nil } }
    /// The elements, if it is a list.
    var list: [SyncJSON]? { if case .list(let values) = self { values } else { nil } }

    /// Parses a line; returns `nil` if it isn't such JSON.
    ///
    /// - Complexity: O(*n*).
    init?(line: ArraySlice<UInt8>) {
        var parser = Parser(bytes: line, position: line.startIndex)
        guard let value = parser.value(depth: 0), parser.position == line.endIndex else { return nil }
        self = value
    }

    // MARK: Parsing

    private struct Parser {
        /// The maximum depth of lists.
        private static let depthLimit = 4

        let bytes: ArraySlice<UInt8>
        var position: Int

        private var next: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

        mutating func value(depth: Int) -> SyncJSON? {
            switch next {
            case UInt8(ascii: "\"")?: return text().map { .text($0) }
            case UInt8(ascii: "[")?: return depth < Self.depthLimit ? list(depth) : nil
            case UInt8(ascii: "n")?: return skip("null") ? .null : nil
            case UInt8(ascii: "t")?: return skip("true") ? .flag(true) : nil
            case UInt8(ascii: "f")?: return skip("false") ? .flag(false) : nil
            default: return number().map { .number($0) }
            }
        }

        private mutating func skip(_ word: StaticString) -> Bool {
            let text = word.description.utf8
            guard bytes[position...].starts(with: text) else { return false }
            position += text.count
            return true
        }

        private mutating func list(_ depth: Int) -> SyncJSON? {
            position += 1
            var values: [SyncJSON] = []
            if next == UInt8(ascii: "]") {
                position += 1
                return .list(values)
            }
            while let value = value(depth: depth + 1) {
                values.append(value)
                guard let separator = next else { return nil }
                position += 1
                if separator == UInt8(ascii: "]") { return .list(values) }
                guard separator == UInt8(ascii: ",") else { return nil }
            }
            return nil
        }

        private mutating func number() -> Int64? {
            let start = position
            if next == UInt8(ascii: "-") { position += 1 }
            while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
            return Int64(String(decoding: bytes[start..<position], as: UTF8.self))
        }

        private mutating func text() -> String? {
            position += 1
            let start = position
            while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
                position += 1
            }
            if next == UInt8(ascii: "\"") {
                defer { position += 1 }
                return String(validating: bytes[start..<position], as: UTF8.self)
            }
            var text = Array(bytes[start..<position])
            while let byte = next {
                position += 1
                switch byte {
                case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
                case UInt8(ascii: "\\"): guard escape(&text) else { return nil }
                case 0..<0x20: return nil
                default: text.append(byte)
                }
            }
            return nil
        }

        private mutating func escape(_ text: inout [UInt8]) -> Bool {
            guard let byte = next else { return false }
            position += 1
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): text.append(byte)
            case UInt8(ascii: "n"): text.append(0x0A)
            case UInt8(ascii: "u"):
                // Writers escape only control characters in this way, and no text of a row has U+0000.
                guard position + 4 <= bytes.endIndex,
                    let code = UInt8(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16),
                    (1..<0x20).contains(code)
                else { return false }
                text.append(code)
                position += 4
            default: return false
            }
            return true
        }
    }

    // MARK: Writing

    /// Appends the JSON to a line.
    func write(to line: inout [UInt8]) {
        switch self {
        case .null: line += "null".utf8
        case .flag(let value): line += (value ? "true" : "false").utf8
        case .number(let value): line += String(value).utf8
        case .text(let text): Self.write(text, to: &line)
        case .list(let values):
            line.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { line.append(UInt8(ascii: ",")) }
                value.write(to: &line)
            }
            line.append(UInt8(ascii: "]"))
        }
    }

    private static func write(_ text: String, to line: inout [UInt8]) {
        line.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): line += [UInt8(ascii: "\\"), byte]
            case 0x0A: line += "\\n".utf8
            case 0..<0x20: line += "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
            default: line.append(byte)
            }
        }
        line.append(UInt8(ascii: "\""))
    }
}
