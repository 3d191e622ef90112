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
