import Testing

@testable import Suggestions

@Suite struct `A query of terms` {
    private static let names = [
        "login fix", "fix login", "login", "fix", "lambda", "a lemon drop", "prefix login", "Café noir", "c++", "読書 記録",
    ]

    /// The names that match, best first.
    private func found(_ query: String) -> [String] {
        var texts = PackedTexts()
        for name in Self.names { texts.append(keyOf: name) }
        var found: [(match: FilterMatch, index: Int)] = []
        texts.forEachMatch(of: TermQuery(query), among: Self.names.indices) { index, match in
            found.append((match, index))
        }
        return found.sorted { $0 < $1 }.map { Self.names[$0.index] }
    }

    @Test(arguments: [
        ("login fix", ["login fix", "fix login", "prefix login"]),
        ("fix login", ["fix login", "login fix", "prefix login"]),
        ("'fix", ["fix", "fix login", "login fix", "prefix login"]), ("^fix", ["fix", "fix login"]),
        ("fix$", ["fix", "login fix"]), ("^fix$", ["fix"]), ("login !fix", ["login"]),
        ("login !^fix", ["login", "login fix", "prefix login"]),
        ("login !fix$", ["login", "fix login", "prefix login"]), ("lambda | ^fix$", ["fix", "lambda"]),
        ("^login | ^fix fix$", ["fix", "login fix"]), ("lmd", ["lambda", "a lemon drop"]), ("'lmd", []),
        ("lmb", ["lambda"]), ("\"login fix\"", ["login fix"]),
        ("\"fix", ["fix", "fix login", "login fix", "prefix login"]), ("login\\ fix", ["login fix"]),
        ("cafe noir", ["Café noir"]), ("noir café", ["Café noir"]), ("c++", ["c++"]), ("記録 読", ["読書 記録"]),
        ("読録", ["読書 記録"]), ("録読", []), ("fix !", ["fix", "fix login", "login fix", "prefix login"]), ("$", []),
        ("!$", names), ("|", []), ("nothing here", []),
    ]) func `finds the matches of its terms`(query: String, names: [String]) { #expect(found(query) == names) }

    @Test(arguments: ["", " ", "\"\"", "  \t", "!", "^", "'", "!'", "!^", "^$", "'$", "! ^"])
    func `of nothing is empty`(query: String) { #expect(TermQuery(query).isEmpty) }

    @Test(arguments: ["!", "'", "^", "$", "|", "| a", "a |", "!!", "^$", "!'", #"\"#, #"a \"#])
    func `has no alternatives without a term`(query: String) {
        let query = TermQuery(query)
        #expect(query.alternatives.allSatisfy { !$0.isEmpty })
    }

    @Test func `of very many words is literal`() {
        let text = Array(repeating: "a", count: 10_000).joined(separator: " ")
        #expect(TermQuery(text).alternatives.count == 1)
        #expect(TermQuery("a b").alternatives.count == 2)
    }
}
