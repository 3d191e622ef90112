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
    /// Those of them that all of it sees.
    private(set) var shared: Set<String> = []
    /// Which part of the script a token is in, by its place: a function, a method, or what else stands by itself.
    private(set) var parts: [Int: Int] = [:]
    /// From where to where declarations of a name hold, by the tokens' places.
    private(set) var reaches: [String: [ClosedRange<Int>]] = [:]

    /// An open bracket, by its kind and its place among the tokens that are no ends of lines.
    private struct Bracket {
        enum Kind { case plain, object, block, classBody }
        var kind: Kind
        var place: Int
    }

    private let tokens: [ScriptToken]
    /// The places of the tokens that are no ends of lines.
    private let places: [Int]
    private let finder: Reaches
    private var open: [Bracket] = []
    private var part = 0

    /// Looks at the tokens of a script.
    init(_ tokens: [ScriptToken]) {
        self.tokens = tokens
        places = tokens.indices.filter { tokens[$0].kind != .line }
        finder = Reaches(tokens: tokens.filter { $0.kind != .line })
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
        let isEntry = token.text == "," && open.count == 1 && open.first?.kind == .object
        if isEntry || token.text == "}" && open.allSatisfy({ $0.kind == .classBody }) { part += 1 }
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
        let reach =
            isParameters ? finder.function(parameters: bracket.place...place) : blockReach
        for inner in bracket.place..<place {
            let role = roles[places[inner]]
            // What stands behind `=` is a value that is used where none is given.
            guard role == .value || role == .fieldAndValue, token(inner - 1).text != "=" else {
                continue
            }
            declare(inner, in: reach)
            if !isList, open.isEmpty { shared.insert(token(inner).text) }
        }
    }

    private mutating func declare(_ place: Int, in reach: ClosedRange<Int>) {
        declared.insert(token(place).text)
        reaches[token(place).text, default: []]
            .append(places[reach.lowerBound]...places[reach.upperBound])
    }

    /// The block that is open, all of which sees what is declared there.
    private var blockReach: ClosedRange<Int> {
        let block = open.last { [.block, .classBody].contains($0.kind) }
        return block.map { finder.block(at: $0.place) } ?? 0...places.count - 1
    }

    private mutating func note(at place: Int) {
        let (before, after) = (token(place - 1).text, token(place + 1).text)
        roles[places[place]] = role(before, after)
        parts[places[place]] = part
        guard Self.declaring.contains(before) || after == "=>" else { return }
        let reach = after == "=>" ? finder.function(parameters: place...place) : blockReach
        declare(place, in: reach)
        if after != "=>", open.isEmpty { shared.insert(token(place).text) }
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
