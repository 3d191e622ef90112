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
        /// The parts of the pattern between slashes; the part `**` matches any number of folders.
        var parts: [ArraySlice<UInt8>]
        var isNegated = false
        var isForFolders = false
        /// Whether the pattern must match the whole relative path, instead of a name at any depth.
        var isAnchored = false
    }

    private let rules: [Rule]

    /// Parses the lines of a `.gitignore` file.
    init(_ file: [UInt8]) {
        let file = file.starts(with: [0xEF, 0xBB, 0xBF]) ? file.dropFirst(3) : file[...]
        rules = file.split(separator: 0x0A).compactMap(Self.rule)
    }

    /// Returns whether a path relative to the file's folder is ignored, or nil if no rule matches.
    ///
    /// The last matching rule wins.
    ///
    /// - Complexity: For each rule, at most the product of the lengths of path and pattern.
    func ignores(_ path: ArraySlice<UInt8>, isFolder: Bool) -> Bool? {
        let parts = path.split(separator: UInt8(ascii: "/"))
        return
            rules.last { rule in
                guard isFolder || !rule.isForFolders else { return false }
                guard rule.isAnchored else { return Self.matches(parts.last ?? [], rule.parts.first ?? []) }
                return Self.matches(parts[...], rule.parts[...])
            }
            .map { !$0.isNegated }
    }

    private static func rule(_ line: ArraySlice<UInt8>) -> Rule? {
        var line = line.last == 0x0D ? line.dropLast() : line
        guard line.first != UInt8(ascii: "#") else { return nil }
        while line.last == 0x20, line.dropLast().last != UInt8(ascii: "\\") { line.removeLast() }
        var rule = Rule(parts: [])
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
        rule.parts = line.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return line.isEmpty ? nil : rule
    }

    /// Returns whether the names of a path match the parts of a pattern.
    private static func matches(_ path: ArraySlice<ArraySlice<UInt8>>, _ pattern: ArraySlice<ArraySlice<UInt8>>) -> Bool
    {
        // Only the last `**` needs backtracking, as with `*` in a name.
        var (path, pattern) = (path, pattern)
        var retry: (path: ArraySlice<ArraySlice<UInt8>>, pattern: ArraySlice<ArraySlice<UInt8>>)?
        while !path.isEmpty || !pattern.isEmpty {
            if let part = pattern.first, part.elementsEqual("**".utf8) {
                pattern.removeFirst()
                // A trailing `**` matches everything inside the folder, but not the folder itself.
                if pattern.isEmpty { return !path.isEmpty }
                retry = (path, pattern)
            } else if let name = path.first, let part = pattern.first, matches(name, part) {
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

    /// Returns whether a name matches a pattern with `*`, `?`, `[a-z]` and backslashes.
    private static func matches(_ name: ArraySlice<UInt8>, _ pattern: ArraySlice<UInt8>) -> Bool {
        var (name, pattern) = (name, pattern)
        var retry: (name: ArraySlice<UInt8>, pattern: ArraySlice<UInt8>)?
        while !name.isEmpty || !pattern.isEmpty {
            if pattern.first == UInt8(ascii: "*") {
                pattern.removeFirst()
                retry = (name, pattern)
            } else if let byte = name.first, let rest = afterMatch(of: byte, pattern) {
                name.removeFirst()
                pattern = rest
            } else if let last = retry, !last.name.isEmpty {
                retry = (last.name.dropFirst(), last.pattern)
                (name, pattern) = (last.name.dropFirst(), last.pattern)
            } else {
                return false
            }
        }
        return true
    }

    /// Returns the rest of a pattern whose first element matches a byte, or nil if it doesn't match.
    private static func afterMatch(of byte: UInt8, _ pattern: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        switch pattern.first {
        case nil: return nil
        case UInt8(ascii: "?"): return pattern.dropFirst()
        case UInt8(ascii: "\\"): return pattern.dropFirst().first == byte ? pattern.dropFirst(2) : nil
        case UInt8(ascii: "["):
            guard let (isMember, rest) = CharacterClass.matches(byte, pattern) else { return nil }
            return isMember ? rest : nil
        default: return pattern.first == byte ? pattern.dropFirst() : nil
        }
    }
}

/// A bracket expression in a pattern, such as `[a-z]`, `[!0-9]` and `[[:digit:]]`.
private enum CharacterClass {
    /// Matches a byte with the bracket expression at the start of a pattern, or returns nil if the
    /// expression isn't closed.
    static func matches(_ byte: UInt8, _ pattern: ArraySlice<UInt8>) -> (isMember: Bool, rest: ArraySlice<UInt8>)? {
        var rest = pattern.dropFirst()
        let isNegated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
        if isNegated { rest.removeFirst() }
        var isMember = false
        var isFirst = true
        while let first = rest.first, isFirst || first != UInt8(ascii: "]") {
            isFirst = false
            if let (names, after) = named(byte, rest) {
                isMember = isMember || names
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
            isMember = isMember || low <= byte && byte <= high
        }
        return rest.isEmpty ? nil : (isMember != isNegated, rest.dropFirst())
    }

    /// Reads a byte, which a backslash may escape.
    private static func take(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
        if rest.first == UInt8(ascii: "\\") { rest.removeFirst() }
        return rest.popFirst()
    }

    /// Matches a byte with a named class such as `[:alpha:]`.
    private static func named(_ byte: UInt8, _ rest: ArraySlice<UInt8>) -> (isMember: Bool, rest: ArraySlice<UInt8>)? {
        guard rest.starts(with: "[:".utf8), let end = rest.dropFirst(2).firstIndex(of: 0x3A), end + 1 < rest.endIndex,
            rest[end + 1] == UInt8(ascii: "]")
        else { return nil }
        let after = rest[(end + 2)...]
        let isMember: Bool? =
            switch String(decoding: rest[(rest.startIndex + 2)..<end], as: UTF8.self) {
            case "alnum": byte.isLetter || byte.isDigit
            case "alpha": byte.isLetter
            case "blank": byte.isSpaceOrTab
            case "cntrl": byte < 0x20 || byte == 0x7F
            case "digit": byte.isDigit
            case "graph": (0x21...0x7E).contains(byte)
            case "lower": byte.isLetter && byte & 0x20 != 0
            case "print": (0x20...0x7E).contains(byte)
            case "punct": byte.isPunctuation
            case "space": byte.isWhiteSpace
            case "upper": byte.isLetter && byte & 0x20 == 0
            case "xdigit": byte.isDigit || (0x61...0x66).contains(byte | 0x20)
            default: nil
            }
        return isMember.map { ($0, after) }
    }
}
