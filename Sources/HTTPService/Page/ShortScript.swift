/// A script with the same meaning in less text: without spaces that nothing needs, and with short names for what it declares.
///
/// It knows the part of the language that the page is written in: modules in strict mode, in which nothing is declared by `var`, no
/// object has methods, and no name that the module declares is the browser's as well where it is meant.
struct ShortScript {
    /// The script.
    let text: String

    /// Shortens a script without comments.
    init(_ script: String) {
        let tokens = ScriptTokenizer.tokens(of: script)
        let names = NameRoles(tokens)
        text = Self.joined(tokens, names.roles, Self.shortNames(names, tokens))
    }

    /// Short names, the shortest for what is named most; a name that stands for a field and its value at once is worth it only elsewhere.
    private static func shortNames(_ names: NameRoles, _ tokens: [ScriptToken]) -> [String: String]
    {
        var counts: [String: (uses: Int, fields: Int)] = [:]
        for (place, role) in names.roles where role != .member {
            counts[tokens[place].text, default: (0, 0)].uses += 1
            counts[tokens[place].text, default: (0, 0)].fields += role == .fieldAndValue ? 1 : 0
        }
        let long = counts.keys.filter { names.declared.contains($0) && $0.utf8.count > 2 }
        var free = freeNames(besides: Set(counts.keys).subtracting(long)).makeIterator()
        var short: [String: String] = [:]
        for name in long.sorted(by: { (counts[$0]?.uses ?? 0, $1) > (counts[$1]?.uses ?? 0, $0) }) {
            guard let next = free.next(), let count = counts[name] else { break }
            let gain =
                (count.uses - count.fields) * (name.utf8.count - next.utf8.count)
                - count.fields * (1 + next.utf8.count)
            if gain > 5 { short[name] = next }
        }
        return short
    }

    private static func freeNames(besides taken: Set<String>) -> [String] {
        let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)
        let pairs = letters.flatMap { first in letters.map { first + $0 } }
        return (letters + pairs).filter { !taken.contains($0) && !NameRoles.words.contains($0) }
    }

    private static func joined(
        _ tokens: [ScriptToken],
        _ roles: [Int: NameRoles.Role],
        _ short: [String: String]
    ) -> String {
        var text = ""
        var last = ScriptToken(kind: .line, text: "")
        for (place, token) in tokens.enumerated() {
            if token.kind == .line {
                guard !endsLineAnyway(last) else { continue }
                text += "\n"
            } else {
                if needsSpace(last, token) { text += " " }
                text += Self.text(of: token, roles[place], short)
            }
            last = token
        }
        return text + "\n"
    }

    private static func text(
        of token: ScriptToken,
        _ role: NameRoles.Role?,
        _ short: [String: String]
    ) -> String {
        // What is never set again needs no word of its own.
        if token.kind == .name, token.text == "const", role == nil { return "let" }
        guard let name = short[token.text] else { return token.text }
        return switch role {
        case .value: name
        case .fieldAndValue: "\(token.text):\(name)"
        case .member, nil: token.text
        }
    }

    /// Whether a statement cannot end after a token, so that a new line there means nothing.
    private static func endsLineAnyway(_ token: ScriptToken) -> Bool {
        token.kind == .line || token.kind == .template
            || token.kind == .sign
                && [
                    "{", "(", "[", ",", ";", "=>", "&&", "||", "??", "?", ":", "=",
                ]
                .contains(token.text)
    }

    private static func needsSpace(_ first: ScriptToken, _ second: ScriptToken) -> Bool {
        let words: Set<ScriptToken.Kind> = [.name, .number]
        if words.contains(first.kind), words.contains(second.kind) { return true }
        return first.kind == .sign && first.text == second.text && ["+", "-"].contains(first.text)
    }
}

/// What the names of a script stand for.
struct NameRoles {
    /// What a name stands for.
    enum Role {
        /// Something that is declared somewhere.
        case value
        /// A field or a method, whose name must stay.
        case member
        /// In an object or a pattern, a field and the value of the same name.
        case fieldAndValue
    }

    /// The roles, by the token's place.
    private(set) var roles: [Int: Role] = [:]
    /// The names that the script declares.
    private(set) var declared: Set<String> = []

    /// An open bracket, by its kind and its place among the tokens that are no ends of lines.
    private struct Bracket {
        enum Kind { case plain, object, block, classBody }
        var kind: Kind
        var place: Int
    }

    private let tokens: [ScriptToken]
    /// The places of the tokens that are no ends of lines.
    private let places: [Int]
    private var open: [Bracket] = []

    /// Looks at the tokens of a script.
    init(_ tokens: [ScriptToken]) {
        self.tokens = tokens
        places = tokens.indices.filter { tokens[$0].kind != .line }
        for place in places.indices { look(at: place) }
    }

    private func token(_ place: Int) -> ScriptToken {
        places.indices.contains(place)
            ? tokens[places[place]] : ScriptToken(kind: .sign, text: ";")
    }

    private mutating func look(at place: Int) {
        let token = token(place)
        switch token.kind {
        case .template:
            if token.text.hasPrefix("}") { open.removeLast() }
            open.append(Bracket(kind: .plain, place: place))
        case .text where token.text.hasPrefix("}"): open.removeLast()
        case .sign where ["(", "["].contains(token.text):
            open.append(Bracket(kind: .plain, place: place))
        case .sign where token.text == "{":
            open.append(Bracket(kind: kind(at: place), place: place))
        case .sign where [")", "]", "}"].contains(token.text): close(at: place)
        case .name where !Self.words.contains(token.text): note(at: place)
        default: break
        }
    }

    private func kind(at place: Int) -> Bracket.Kind {
        if (place - 4..<place).contains(where: { token($0).text == "class" }) { return .classBody }
        let before = token(place - 1)
        let isObject = before.kind == .template || Self.beforeObjects.contains(before.text)
        return isObject ? .object : .block
    }

    /// Notes what parameters and patterns declare.
    private mutating func close(at place: Int) {
        guard let bracket = open.popLast() else { return }
        let (before, after) = (token(bracket.place - 1).text, token(place + 1).text)
        let isList = token(place).text == ")"
        let isParameters =
            isList && (after == "=>" || after == "{" && !Self.beforeConditions.contains(before))
        guard isParameters || !isList && ["const", "let"].contains(before) else { return }
        for inner in bracket.place..<place {
            let role = roles[places[inner]]
            // What stands behind `=` is a value that is used where none is given.
            guard role == .value || role == .fieldAndValue, token(inner - 1).text != "=" else {
                continue
            }
            declared.insert(token(inner).text)
        }
    }

    private mutating func note(at place: Int) {
        let (before, after) = (token(place - 1).text, token(place + 1).text)
        roles[places[place]] = role(before, after)
        if Self.declaring.contains(before) || after == "=>" { declared.insert(token(place).text) }
    }

    private func role(_ before: String, _ after: String) -> Role {
        if [".", "?."].contains(before) { return .member }
        let isFirst = ["{", ","].contains(before)
        switch open.last?.kind {
        case .classBody: return .member
        case .object where isFirst && after == ":": return .member
        case .object where isFirst && [",", "}", "="].contains(after): return .fieldAndValue
        default: return .value
        }
    }

    private static let declaring: Set<String> = ["const", "let", "function", "class"]
    private static let beforeConditions: Set<String> = ["if", "for", "while", "switch"]
    private static let beforeObjects: Set<String> = [
        "(", ",", "=", ":", "[", "?", "return", "const", "let", "&&", "||", "??", "...", "of",
        "default", "await",
    ]

    /// The words of the language.
    static let words: Set<String> = [
        "async", "await", "break", "case", "catch", "class", "const", "constructor", "continue",
        "default", "delete", "do", "else", "export", "extends", "false", "finally", "for",
        "function", "get", "if", "import", "in", "instanceof", "let", "new", "null", "of", "return",
        "set", "static", "super", "switch", "this", "throw", "true", "try", "typeof", "undefined",
        "void", "while",
    ]
}
