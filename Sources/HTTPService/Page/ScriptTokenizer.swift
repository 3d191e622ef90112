/// A token of a script, as far as a script has to be understood to be sent with less text.
struct ScriptToken: Hashable {
    /// What a token is.
    enum Kind: Hashable {
        case name, number, text, pattern, sign, line
        /// A piece of a template that a value follows; it ends with `${`.
        case template
    }

    var kind: Kind
    var text: String

    /// Whether it ends an operand, so that a slash behind it divides.
    fileprivate var isOperand: Bool {
        switch kind {
        case .number, .text: true
        case .name: !["return", "typeof", "case"].contains(text)
        case .sign: [")", "]", "}"].contains(text)
        case .pattern, .line, .template: false
        }
    }
}

/// Splits a script into its tokens.
struct ScriptTokenizer {
    private let bytes: [UInt8]
    private var place = 0
    private var tokens: [ScriptToken] = []
    /// The open braces; `true` for one that a template's value stands in.
    private var braces: [Bool] = []

    /// The tokens of a script without comments.
    static func tokens(of script: String) -> [ScriptToken] {
        var tokenizer = Self(bytes: Array(script.utf8))
        while tokenizer.place < tokenizer.bytes.count { tokenizer.step() }
        return tokenizer.tokens
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func step() {
        let byte = bytes[place]
        switch byte {
        case UInt8(ascii: "\n"):
            if let last = tokens.last, last.kind != .line {
                take(.line, to: place + 1)
            } else {
                place += 1
            }
        case UInt8(ascii: " "): place += 1
        case _ where Self.isName(byte) && !Self.isDigit(byte): take(.name, while: Self.isName)
        case _ where Self.isDigit(byte):
            take(.number) { Self.isName($0) || $0 == UInt8(ascii: ".") }
        case UInt8(ascii: "\""), UInt8(ascii: "'"): takeText()
        case UInt8(ascii: "`"): takeTemplate()
        case UInt8(ascii: "}") where braces.last == true:
            braces.removeLast()
            takeTemplate()
        case UInt8(ascii: "/") where tokens.last { $0.kind != .line }?.isOperand != true:
            takePattern()
        default: takeSign()
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isName(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private mutating func take(_ kind: ScriptToken.Kind, to end: Int) {
        let end = min(end, bytes.count)
        tokens.append(
            ScriptToken(kind: kind, text: String(decoding: bytes[place..<end], as: UTF8.self))
        )
        place = end
    }

    private mutating func take(_ kind: ScriptToken.Kind, while isPart: (UInt8) -> Bool) {
        take(kind, to: bytes[place...].firstIndex { !isPart($0) } ?? bytes.count)
    }

    private mutating func takeText() {
        var end = place + 1
        while end < bytes.count, bytes[end] != bytes[place] {
            end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        take(.text, to: end + 1)
    }

    /// Takes a template up to its end or to the next value in it.
    private mutating func takeTemplate() {
        var end = place + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: "`") {
            if bytes[end...].starts(with: "${".utf8) {
                braces.append(true)
                return take(.template, to: end + 2)
            }
            end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        take(.text, to: end + 1)
    }

    private mutating func takePattern() {
        var end = place + 1
        var isInClass = false
        while end < bytes.count, isInClass || bytes[end] != UInt8(ascii: "/") {
            switch bytes[end] {
            case UInt8(ascii: "\\"): end += 1
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            default: break
            }
            end += 1
        }
        let flags = bytes[min(end + 1, bytes.count)...].firstIndex { !Self.isName($0) }
        take(.pattern, to: flags ?? bytes.count)
    }

    private mutating func takeSign() {
        if bytes[place] == UInt8(ascii: "{") { braces.append(false) }
        if bytes[place] == UInt8(ascii: "}"), !braces.isEmpty { braces.removeLast() }
        let rest = bytes[place...].prefix(3)
        let known = Self.longSigns.first { rest.starts(with: $0.utf8) }
        take(.sign, to: place + (known?.utf8.count ?? 1))
    }

    private static let longSigns = [
        "...", "===", "!==", "=>", "&&", "||", "??", "?.", "==", "!=", "<=", ">=", "+=", "-=", "++",
        "--", "**",
    ]
}
