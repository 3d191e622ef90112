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
        text = Self.joined(tokens, names.roles, ShortNames(names, tokens))
    }

    private static func joined(
        _ tokens: [ScriptToken],
        _ roles: [Int: NameRoles.Role],
        _ short: ShortNames
    ) -> String {
        var text = ""
        var last = ScriptToken(kind: .line, text: "")
        let bare = Brackets.needless(in: tokens)
        for (place, token) in tokens.enumerated() where !bare.contains(place) {
            // What stands before the end of a block or a list ends with it.
            let isEnd = token.kind == .sign && ["}", "]"].contains(token.text)
            if isEnd, last.isSeparator(before: token.text) { text.removeLast() }
            if token.kind == .line {
                let next = place + 1 < tokens.count ? tokens[place + 1] : token
                guard !endsLineAnyway(last), !goesOn(next) else { continue }
                text += ";"
            } else {
                if needsSpace(last, token) { text += " " }
                text += Self.text(
                    of: token,
                    roles[place],
                    short.byPlace[place],
                    short.field(token)
                )
            }
            last = token
        }
        return text + "\n"
    }

    /// Words of the language that say as much; what is never set again needs none of its own.
    private static let words = ["const": "let", "true": "!0", "false": "!1", "undefined": "void 0"]

    private static func text(
        of token: ScriptToken,
        _ role: NameRoles.Role?,
        _ name: String?,
        _ field: String?
    ) -> String {
        if token.kind == .name, role == nil, let word = words[token.text] { return word }
        if token.kind == .text, let event = field { return "\"\(event)\"" }
        let (name, field) = (name ?? token.text, field ?? token.text)
        return switch role {
        case .value: name
        case .fieldAndValue: name == field ? name : "\(field):\(name)"
        case .member: field
        case nil: token.text
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

    /// Whether a token cannot begin a statement.
    private static func goesOn(_ token: ScriptToken) -> Bool {
        token.kind == .sign
            && [".", "?.", "?", ":", "&&", "||", "??", ")", "]", "}"].contains(token.text)
            || token.kind == .name && token.text == "else"
    }

    private static func needsSpace(_ first: ScriptToken, _ second: ScriptToken) -> Bool {
        let words: Set<ScriptToken.Kind> = [.name, .number]
        if words.contains(first.kind), words.contains(second.kind) { return true }
        return first.kind == .sign && first.text == second.text && ["+", "-"].contains(first.text)
    }
}

/// Brackets of a script.
private enum Brackets {
    /// The places of round brackets around a name or its fields, which neither call nor are asked for by the language.
    static func needless(in tokens: [ScriptToken]) -> Set<Int> {
        var places: Set<Int> = []
        var open: [Int] = []
        for (place, token) in tokens.enumerated() where token.kind == .sign {
            if token.text == "(" { open.append(place) }
            guard token.text == ")", let start = open.popLast(), start > 0 else { continue }
            let before = tokens[start - 1]
            guard before.kind == .sign, ![")", "]", "}", "?."].contains(before.text),
                isChain(tokens[(start + 1)..<place])
            else { continue }
            places.formUnion([start, place])
        }
        return places
    }

    /// Whether tokens are a name and the names of its fields.
    private static func isChain(_ tokens: ArraySlice<ScriptToken>) -> Bool {
        tokens.enumerated()
            .allSatisfy { index, token in
                index.isMultiple(of: 2)
                    ? token.kind == .name && token.text != "await"
                    : token.kind == .sign && token.text == "."
            } && !tokens.count.isMultiple(of: 2)
    }
}

extension ScriptToken {
    /// Whether the token says no more than the end of what it stands in.
    fileprivate func isSeparator(before end: String) -> Bool {
        kind == .line || kind == .sign && (text == ";" && end == "}" || text == ",")
    }
}
