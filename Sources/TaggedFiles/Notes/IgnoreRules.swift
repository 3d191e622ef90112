/// The rules of a `.gitignore` file, as described in gitignore(5).
///
/// ```swift
/// let rules = IgnoreRules(Array("*.tmp\n!keep.tmp\n".utf8))
/// rules.ignores(Array("a.tmp".utf8)[...], isFolder: false)  // true
/// rules.ignores(Array("keep.tmp".utf8)[...], isFolder: false)  // false
/// rules.ignores(Array("a.md".utf8)[...], isFolder: false)  // nil
/// ```
struct IgnoreRules: Sendable {
    private struct Rule: Sendable {
        /// The parts of the pattern between slashes.
        var parts: [Part] = []
        var isNegated = false
        var isForFolders = false
        /// Whether the pattern must match the whole relative path, instead of a name at any depth.
        var isAnchored = false
    }

    private enum Part: Sendable {
        /// The part `**`, which matches any number of folders.
        case folders
        case name(NamePattern)

        /// Parses a part; returns nil if it matches no name.
        init?(_ part: ArraySlice<UInt8>) {
            if part.elementsEqual("**".utf8) {
                self = .folders
            } else if let pattern = NamePattern(part) {
                self = .name(pattern)
            } else {
                return nil
            }
        }
    }

    private let rules: [Rule]

    /// The maximum length of a line in bytes; longer lines are skipped, to bound the time.
    private static let lineLimit = 4_096

    /// Parses the lines of a `.gitignore` file.
    init(_ file: [UInt8]) {
        let file = file.starts(with: [0xEF, 0xBB, 0xBF]) ? file.dropFirst(3) : file[...]
        rules = file.split(separator: 0x0A).filter { $0.count <= Self.lineLimit }.compactMap(Self.rule)
    }

    /// Returns whether a path relative to the file's folder is ignored, or nil if no rule matches.
    ///
    /// The last matching rule wins.
    ///
    /// - Complexity: For each rule, the length of its pattern; if the pattern has slashes, at most times the number of
    ///   folders in the path.
    func ignores(_ path: ArraySlice<UInt8>, isFolder: Bool) -> Bool? {
        let names = path.split(separator: UInt8(ascii: "/")).map(IndexedName.init)
        return
            rules.last { rule in
                guard isFolder || !rule.isForFolders else { return false }
                guard rule.isAnchored else {
                    guard case .name(let pattern)? = rule.parts.first, let name = names.last else { return true }
                    return pattern.matches(name)
                }
                return Self.matches(names[...], rule.parts[...])
            }
            .map { !$0.isNegated }
    }

    /// Parses a line; returns nil for a comment and for a pattern that matches nothing.
    private static func rule(_ line: ArraySlice<UInt8>) -> Rule? {
        var line = line.last == 0x0D ? line.dropLast() : line
        guard line.first != UInt8(ascii: "#") else { return nil }
        while line.last == 0x20, line.dropLast().last != UInt8(ascii: "\\") { line.removeLast() }
        var rule = Rule()
        if line.first == UInt8(ascii: "!") {
            rule.isNegated = true
            line.removeFirst()
        }
        if line.last == UInt8(ascii: "/") {
            rule.isForFolders = true
            line.removeLast()
        }
        rule.isAnchored = line.contains(UInt8(ascii: "/"))
        if line.first == UInt8(ascii: "/") { line.removeFirst() }
        guard !line.isEmpty else { return nil }
        for part in line.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let part = Part(part) else { return nil }
            rule.parts.append(part)
        }
        return rule
    }

    /// Returns whether the names of a path match the parts of a pattern.
    private static func matches(_ path: ArraySlice<IndexedName>, _ pattern: ArraySlice<Part>) -> Bool {
        // Only the last `**` needs backtracking.
        var (path, pattern) = (path, pattern)
        var retry: (path: ArraySlice<IndexedName>, pattern: ArraySlice<Part>)?
        while !path.isEmpty || !pattern.isEmpty {
            if case .folders? = pattern.first {
                pattern.removeFirst()
                // A trailing `**` matches everything inside the folder, but not the folder itself.
                if pattern.isEmpty { return !path.isEmpty }
                retry = (path, pattern)
            } else if let name = path.first, case .name(let part)? = pattern.first, part.matches(name) {
                path.removeFirst()
                pattern.removeFirst()
            } else if let last = retry, !last.path.isEmpty {
                retry = (last.path.dropFirst(), last.pattern)
                (path, pattern) = (last.path.dropFirst(), last.pattern)
            } else {
                return false
            }
        }
        return true
    }
}

/// A pattern for a name, with `*`, `?`, `[a-z]` and backslashes.
private struct NamePattern: Sendable {
    private enum Token: Sendable {
        case byte(UInt8)
        case anyByte
        case anyBytes
        case oneOf(BitSet256)
    }

    private var tokens: [Token] = []
    /// The minimum length of a matching name in bytes.
    private var minimumLength = 0

    /// Parses a pattern; returns nil if it matches nothing, because a bracket expression isn't closed or a backslash
    /// ends the pattern.
    init?(_ pattern: ArraySlice<UInt8>) {
        var rest = pattern
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "*"):
                if case .anyBytes? = tokens.last { continue }
                tokens.append(.anyBytes)
                continue
            case UInt8(ascii: "?"): tokens.append(.anyByte)
            case UInt8(ascii: "["):
                guard let members = CharacterClass.read(&rest) else { return nil }
                tokens.append(.oneOf(members))
            case UInt8(ascii: "\\"):
                guard let escaped = rest.popFirst() else { return nil }
                tokens.append(.byte(escaped))
            default: tokens.append(.byte(byte))
            }
            minimumLength += 1
        }
    }

    /// Returns whether a name matches.
    ///
    /// - Complexity: Linear in the length of the pattern. Instead of trying the positions for each `*` in turn, the set
    ///   of all positions that the pattern so far may reach is advanced.
    func matches(_ name: IndexedName) -> Bool {
        guard minimumLength <= name.bytes.count, name.isIndexed else { return false }
        var reached = BitSet256(0...0)
        for token in tokens {
            switch token {
            case .byte(let byte): reached = reached.intersection(name.positions[Int(byte)]).advanced
            case .anyByte: reached = reached.intersection(name.allPositions).advanced
            case .anyBytes: reached = reached.filledUp(to: name.bytes.count)
            case .oneOf(let members):
                let next = reached.intersection(name.allPositions)
                reached = next.filter { members.contains(Int(name.bytes[$0])) }.advanced
            }
            if reached.isEmpty { return false }
        }
        return reached.contains(name.bytes.count)
    }
}

/// A name with the positions of each of its bytes.
private struct IndexedName {
    let bytes: [UInt8]
    /// For each byte value, the positions at which it occurs.
    private(set) var positions: [BitSet256] = []
    private(set) var allPositions = BitSet256()

    init(_ name: ArraySlice<UInt8>) {
        bytes = Array(name)
        guard isIndexed else { return }
        positions = Array(repeating: BitSet256(), count: 256)
        for (position, byte) in bytes.enumerated() {
            positions[Int(byte)].insert(position)
            allPositions.insert(position)
        }
    }

    /// Whether the name isn't longer than file systems allow: 255 bytes.
    var isIndexed: Bool { bytes.count < 256 }
}

/// A set of numbers from 0 to 255.
private struct BitSet256: Sendable {
    private var words = SIMD4<UInt64>.zero

    init() {}

    init(_ members: ClosedRange<Int>) { for member in members { insert(member) } }

    private init(words: SIMD4<UInt64>) { self.words = words }

    var isEmpty: Bool { words == .zero }

    /// The set with all numbers increased by one.
    var advanced: BitSet256 {
        let carries = SIMD4(0, words[0], words[1], words[2]) &>> 63
        return BitSet256(words: words &<< 1 | carries)
    }

    var inverted: BitSet256 { BitSet256(words: ~words) }

    func contains(_ member: Int) -> Bool { words[member >> 6] & (1 << UInt64(member & 63)) != 0 }

    mutating func insert(_ member: Int) { words[member >> 6] |= 1 << UInt64(member & 63) }

    func intersection(_ other: BitSet256) -> BitSet256 { BitSet256(words: words & other.words) }

    /// Returns the members that satisfy a condition.
    func filter(_ isIncluded: (Int) -> Bool) -> BitSet256 {
        var result = BitSet256()
        for index in 0..<4 {
            var word = words[index]
            while word != 0 {
                let member = index << 6 + word.trailingZeroBitCount
                if isIncluded(member) { result.insert(member) }
                word &= word - 1
            }
        }
        return result
    }

    /// Returns all numbers from the least member up to the given one.
    func filledUp(to last: Int) -> BitSet256 {
        guard let index = (0..<4).first(where: { words[$0] != 0 }) else { return self }
        let first = index << 6 + words[index].trailingZeroBitCount
        return first <= last ? BitSet256(first...last) : self
    }
}

/// A bracket expression in a pattern, such as `[a-z]`, `[!0-9]` and `[[:digit:]]`.
private enum CharacterClass {
    /// Reads the rest of a bracket expression after its bracket, or returns nil if it isn't closed.
    static func read(_ rest: inout ArraySlice<UInt8>) -> BitSet256? {
        let isNegated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
        if isNegated { rest.removeFirst() }
        var members = BitSet256()
        var isFirst = true
        while let first = rest.first, isFirst || first != UInt8(ascii: "]") {
            isFirst = false
            if let (named, after) = named(rest) {
                for byte in UInt8.min...UInt8.max where named.contains(byte) { members.insert(Int(byte)) }
                rest = after
                continue
            }
            guard let low = take(&rest) else { return nil }
            var high = low
            if rest.first == UInt8(ascii: "-"), let end = rest.dropFirst().first, end != UInt8(ascii: "]") {
                rest.removeFirst()
                guard let last = take(&rest) else { return nil }
                high = last
            }
            if low <= high { for byte in low...high { members.insert(Int(byte)) } }
        }
        guard rest.popFirst() != nil else { return nil }
        return isNegated ? members.inverted : members
    }

    /// Reads a byte, which a backslash may escape.
    private static func take(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
        if rest.first == UInt8(ascii: "\\") { rest.removeFirst() }
        return rest.popFirst()
    }

    /// Reads a named class such as `[:alpha:]`.
    private static func named(_ rest: ArraySlice<UInt8>) -> (NamedClass, rest: ArraySlice<UInt8>)? {
        guard rest.starts(with: "[:".utf8), let end = rest.dropFirst(2).firstIndex(of: 0x3A), end + 1 < rest.endIndex,
            rest[end + 1] == UInt8(ascii: "]"),
            let named = NamedClass(rawValue: String(decoding: rest[(rest.startIndex + 2)..<end], as: UTF8.self))
        else { return nil }
        return (named, rest[(end + 2)...])
    }
}

/// A class of ASCII characters that a bracket expression can name.
private enum NamedClass: String {
    case alnum, alpha, blank, cntrl, digit, graph, lower, print, punct, space, upper, xdigit

    func contains(_ byte: UInt8) -> Bool {
        switch self {
        case .alnum: byte.isLetter || byte.isDigit
        case .alpha: byte.isLetter
        case .blank: byte.isSpaceOrTab
        case .cntrl: byte < 0x20 || byte == 0x7F
        case .digit: byte.isDigit
        case .graph: (0x21...0x7E).contains(byte)
        case .lower: byte.isLetter && byte & 0x20 != 0
        case .print: (0x20...0x7E).contains(byte)
        case .punct: byte.isPunctuation
        case .space: byte.isWhiteSpace
        case .upper: byte.isLetter && byte & 0x20 == 0
        case .xdigit: byte.isDigit || (0x61...0x66).contains(byte | 0x20)
        }
    }
}
