internal import TagCore

/// The kinds of characters whose boundaries make a match in a line better.
private enum CharacterKind: UInt8 {
    case space
    /// Punctuation other than a delimiter.
    case mark
    /// A character that usually separates parts of a path or list.
    case delimiter
    case lowercase
    case uppercase
    /// A letter without case.
    case letter
    case digit
}

/// Lines in lowercase without accents, packed into one array of UTF-8, with the bonus of each character.
///
/// The bonus depends on a character and the character before it, so it is computed once for each
/// line instead of for each query.
struct LineText: Sendable {
    /// The lines, one after the other.
    private(set) var bytes: [UInt8] = []
    /// For each byte that begins a scalar, its bonus, and ``uppercase`` if it was an uppercase letter.
    private(set) var marks: [UInt8] = []
    private var known: [Character: Folded] = [:]

    /// The bit of a mark for uppercase letters.
    static let uppercase: UInt8 = 0x80

    /// The bonus in a mark.
    static func bonus(_ mark: UInt8) -> Int32 { Int32(mark & 0x7F) }

    private struct Folded {
        let bytes: [UInt8]
        let kind: CharacterKind
    }

    /// Appends a line.
    ///
    /// - Complexity: linear in the line.
    mutating func append(_ line: some StringProtocol) {
        let start = bytes.count
        guard !appendASCII(line.utf8) else { return }
        bytes.removeSubrange(start...)
        marks.removeSubrange(start...)
        var previous = CharacterKind.space
        for character in line {
            let folded = folded(character)
            append(folded, after: previous)
            previous = folded.kind
        }
    }

    /// Appends the lines of another text.
    mutating func append(_ other: LineText) {
        bytes += other.bytes
        marks += other.marks
    }

    private mutating func appendASCII(_ line: some Sequence<UInt8>) -> Bool {
        var previous = CharacterKind.space
        for byte in line {
            guard byte < 0x80 else { return false }
            let kind = Self.kind(ofASCII: byte)
            let isUpper = kind == .uppercase
            bytes.append(isUpper ? byte | 0x20 : byte)
            marks.append(Self.bonus(of: kind, after: previous) | (isUpper ? Self.uppercase : 0))
            previous = kind
        }
        return true
    }

    private mutating func append(_ folded: Folded, after previous: CharacterKind) {
        let upper = folded.kind == .uppercase ? Self.uppercase : 0
        marks.append(Self.bonus(of: folded.kind, after: previous) | upper)
        // The other scalars of a character continue it.
        let rest = Self.bonus(of: folded.kind, after: folded.kind) | upper
        for _ in folded.bytes.dropFirst() { marks.append(rest) }
        bytes += folded.bytes
    }

    private mutating func folded(_ character: Character) -> Folded {
        if let folded = known[character] { return folded }
        let folded = Self.folded(character)
        // Lines in most languages have few different characters.
        if known.count < 10_000 { known[character] = folded }
        return folded
    }

    /// Returns the number of scalars that a character has in a line.
    static func scalarCount(of character: Character) -> Int {
        // In ASCII, only a line end has two scalars.
        character.isASCII ? character.utf8.count : folded(character).bytes.count { !UTF8.isContinuation($0) }
    }

    private static func folded(_ character: Character) -> Folded {
        let kind = kind(of: character)
        guard kind != .space else { return Folded(bytes: Array(character.utf8), kind: kind) }
        let text = FoldedText(String(character)).withoutAccents
        return Folded(bytes: Array((text.isEmpty ? String(character) : text).utf8), kind: kind)
    }

    private static func kind(of character: Character) -> CharacterKind {
        if let byte = character.asciiValue { return kind(ofASCII: byte) }
        guard let properties = character.unicodeScalars.first?.properties else { return .mark }
        if properties.isWhitespace { return .space }
        if properties.isLowercase { return .lowercase }
        if properties.isUppercase { return .uppercase }
        if properties.numericType != nil, !properties.isAlphabetic { return .digit }
        return properties.isAlphabetic ? .letter : .mark
    }

    private static func kind(ofASCII byte: UInt8) -> CharacterKind {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): .lowercase
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): .uppercase
        case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
        case 0x20, 0x09...0x0D: .space
        case UInt8(ascii: "/"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "|"): .delimiter
        default: .mark
        }
    }

    /// Returns the bonus of a match of a character after a character of another kind.
    private static func bonus(of kind: CharacterKind, after previous: CharacterKind) -> UInt8 {
        if kind.rawValue >= CharacterKind.mark.rawValue {
            switch previous {
            case .space: return LineScorer.startAfterSpace
            case .delimiter: return LineScorer.startAfterDelimiter
            case .mark: return LineScorer.start
            default: break
            }
        }
        if previous == .lowercase && kind == .uppercase || previous != .digit && kind == .digit {
            return LineScorer.partStart
        }
        switch kind {
        case .mark, .delimiter: return LineScorer.start
        case .space: return LineScorer.startAfterSpace
        default: return 0
        }
    }
}
