import Testing

@testable import TagService

@Suite struct `A query parser` {
    // MARK: - Grammar

    @Test(arguments: [
        ("", "all"), (" \t\n\u{3000}", "all"), ("rome", "'rome'"), ("rome italy", "and('rome', 'italy')"),
        ("rome and italy", "and('rome', 'italy')"), ("rome AND italy", "and('rome', 'italy')"),
        ("rome Or italy", "or('rome', 'italy')"), ("not rome", "not('rome')"),
        ("NOT rome italy", "and(not('rome'), 'italy')"), ("a or b c", "or('a', and('b', 'c'))"),
        ("a b or c", "or(and('a', 'b'), 'c')"), ("(a or b) c", "and(or('a', 'b'), 'c')"),
        ("(a or b)c", "and(or('a', 'b'), 'c')"), ("not a or b", "or(not('a'), 'b')"),
        ("not (a or b)", "not(or('a', 'b'))"), ("a (b (c d))", "and('a', 'b', 'c', 'd')"),
        ("a or (b or c)", "or('a', 'b', 'c')"), ("((a))", "'a'"), ("not not a", "'a'"), ("not (not a)", "'a'"),
        ("rome (#article or #book) not #old", "and('rome', or(#article, #book), not(#old))"),
        ("android nota orb", "and('android', 'nota', 'orb')"), ("f(x)", "and('f', 'x')"),
    ]) func `joins terms as linkding does`(query: String, expected: String) throws {
        #expect(try notation(query) == expected)
    }

    @Test(arguments: [
        ("#a|#b", "or(#a, #b)"), ("#a | #b", "or(#a, #b)"), ("a|b", "or('a', 'b')"), ("#a|b", "or(#a, 'b')"),
        ("#a|#b|#c", "or(#a, #b, #c)"), ("#a |#b c", "and(or(#a, #b), 'c')"),
        ("a b|c d", "and('a', or('b', 'c'), 'd')"), ("a|b or c d", "or('a', 'b', and('c', 'd'))"),
        ("-#a|#b", "not(or(#a, #b))"), ("not a|b", "not(or('a', 'b'))"), ("#a|-#b", "or(#a, not(#b))"),
        ("a or not b|c d", "or('a', and(not(or('b', 'c')), 'd'))"), ("-(a|b)", "not(or('a', 'b'))"),
        ("a|(b c)", "or('a', and('b', 'c'))"), ("site:x.org|site:y.org", "or(site x.org, site y.org)"),
        ("untagged|missing", "or(untagged, missing)"), ("a|\"b c\"|-d", "or('a', \"b c\", not('d'))"),
    ]) func `a bar binds tighter than and`(query: String, expected: String) throws {
        #expect(try notation(query) == expected)
    }

    @Test(arguments: [
        ("-a", "not('a')"), ("-#a", "not(#a)"), ("-\"a b\"", "not(\"a b\")"), ("-(a b)", "not(and('a', 'b'))"),
        ("-site:x.org", "not(site x.org)"), ("-untagged", "not(untagged)"), ("not -a", "'a'"), ("--a", "'a'"),
        ("---a", "not('a')"), ("a-b", "'a-b'"), ("#a-b", "#a-b"), ("a -b", "and('a', not('b'))"), ("(-a)", "not('a')"),
        ("-or", "not('or')"), ("-not a", "and(not('not'), 'a')"), ("2026-01-31", "'2026-01-31'"), ("-(-(a))", "'a'"),
    ]) func `a dash directly before a term negates it`(query: String, expected: String) throws {
        #expect(try notation(query) == expected)
    }

    // MARK: - Terms

    @Test(arguments: [
        (#""two words""#, #""two words""#), (#""and""#, #""and""#), (#""untagged""#, #""untagged""#),
        (#""since:x""#, #""since:x""#), (#""a \"b\" \\ \c""#, #""a "b" \ \c""#), (#""two wor"#, #""two wor""#),
        (#""a\"#, #""a\""#), (#"a"b c"d"#, #"and('a', "b c", 'd')"#), (#""a(b|c)""#, #""a(b|c)""#),
        (#"5" disk"#, #"and('5', " disk")"#),
    ]) func `a quoted text is a phrase`(query: String, expected: String) throws {
        #expect(try notation(query) == expected)
    }

    @Test(arguments: [
        ("#swift", "#swift"), ("#Café/au-lait:2", "#Café/au-lait:2"), ("##a", "##a"), ("#a\"b", "#a\"b"),
        ("#\"two words\"", "#two words"), ("#\"two words\"#b", "and(#two words, #b)"), ("#and", "#and"),
        ("#a(b)", "and(#a, 'b')"), ("(#a)", "#a"), ("#a\u{3000}b", "and(#a, 'b')"), ("tag:swift", "#swift"),
        ("TAG:\"two words\"", "#two words"), ("tag:tag:a", "#tag:a"), ("#学习|#日本", "or(#学习, #日本)"),
        ("site:swift.org", "site swift.org"), ("SITE:Swift.org", "site Swift.org"),
        ("since:2026-01-01", "since 2026-01-01"), ("since:\"3 days ago\"", "since 3 days ago"),
        ("Before:monday", "before monday"), ("on:2026-01-31T08:30", "on 2026-01-31T08:30"),
        ("set:\"my set\"", "set my set"), ("untagged", "untagged"), ("UnTagged", "untagged"), ("MISSING", "missing"),
        ("dead", "dead"), ("Moved", "moved"), ("dead,", "'dead,'"), ("\"dead\"", "\"dead\""), ("tags:2", "tags = 2"),
        ("tags:0", "tags = 0"), ("tags:>5", "tags > 5"), ("Tags:>=5", "tags >= 5"), ("tags:<5", "tags < 5"),
        ("tags:<=20000", "tags <= 20000"), ("tags:\">5\"", "tags > 5"), ("tags:007", "tags = 7"),
    ]) func `a tag or a key is a condition`(query: String, expected: String) throws {
        #expect(try notation(query) == expected)
    }

    @Test(arguments: [
        "http:/x", "xhttps://swift.org", "wwww.x", "foo:bar", "xsince:2026", "tag", "sort", "c++", "c#", "don't", "a:",
        ":a", "ｓｉｎｃｅ:a", "é", "日本語", "untagged,", "12",
    ]) func `anything else is a word`(query: String) throws { #expect(try notation(query) == "'\(query)'") }

    @Test(arguments: [
        ("https://swift.org/a?b=c#d", "https://swift.org/a?b=c#d"), ("HTTP://X", "HTTP://X"), ("WWW.", "WWW."),
        ("(https://a.org/b_(c))", "https://a.org/b_(c)"), ("https://a|www.b", "or(https://a, www.b)"),
        ("-https://a.org/#b c", "and(not(https://a.org/#b), 'c')"), (#""https://a""#, #""https://a""#),
    ]) func `a URL is a location`(query: String, expected: String) throws { #expect(try notation(query) == expected) }

    @Test(arguments: [
        ("swi*", "'swi*'*"), ("-swi* a", "and(not('swi*'*), 'a')"), ("a b*c*", "and('a', 'b*c*'*)"), ("*", "all"),
        ("sw*i", "'sw*i'"), ("\"swi*\"", "\"swi*\""), ("not (swi* or a)", "not(or('swi*'*, 'a'))"),
    ]) func `a word with an asterisk is a beginning`(query: String, expected: String) throws {
        #expect(try notation(query) == expected)
    }

    @Test(arguments: [
        ("#", "all"), ("-", "all"), ("--", "all"), ("&", "all"), ("\"\"", "all"), ("\"", "all"), ("#\"\"", "all"),
        ("🎉", "all"), ("\u{0}", "all"), ("a & b", "and('a', 'b')"), ("a - b", "and('a', 'b')"), ("a or -", "'a'"),
        ("- or a", "'a'"), ("not -", "all"), ("not #", "all"), ("-#", "all"), ("-& a", "'a'"), ("(#)", "all"),
        ("a (&)", "'a'"), ("a -> b", "and('a', 'b')"), ("(-)", "all"), ("-|a", "'a'"), ("a|#", "'a'"),
        ("\(String(repeating: "-", count: 5_000)) a", "'a'"),
    ]) func `text without letters and digits is ignored`(query: String, expected: String) throws {
        #expect(try notation(query) == expected)
    }

    @Test(arguments: [
        ("&", true), ("🎉 !!!", true), ("-🎉", true), ("\"\"", true), ("🎉 sort:new", true), ("", false), ("#", false),
        ("- #", false), ("a & b", false), ("& untagged", false),
    ]) func `a query of nothing but such text matches nothing`(query: String, expected: Bool) throws {
        #expect(try ParsedQuery(query).isUnsearchable == expected)
        #expect(try ParsedQuery(query, isTyping: true).isUnsearchable == false)
    }

    @Test(
        arguments: [
            ("a", nil), ("sort:new", .new), ("sort:OLD a", .old), ("a (b sort:title)", .title),
            ("SORT:\"relevance\"", .relevance), ("sort:new a sort:old", .old), ("a or sort:title", .title),
        ] as [(String, ParsedQuery.Sort?)]) func `the last sort wins and contributes no term`(
            query: String, sort: ParsedQuery.Sort?
        ) throws
    {
        let parsed = try ParsedQuery(query)
        #expect(parsed.sort == sort)
        #expect(!"\(parsed.expression)".contains("sort"))
    }

    @Test func `a term has its source`() throws {
        let query = #"-since:"3 days ago" #"a b"|c TAGS:>=5 -untagged"#
        var sources: [String] = []
        func collect(_ expression: QueryExpression) {
            switch expression {
            case .all: break
            case .term(let term): sources.append(term.source)
            case .not(let operand): collect(operand)
            case .and(let operands), .or(let operands): operands.forEach(collect)
            }
        }
        collect(try ParsedQuery(query).expression)
        #expect(sources == [#"since:"3 days ago""#, #"#"a b""#, "c", "TAGS:>=5", "untagged"])
    }

    @Test func `text terms are those that aren't negated`() throws {
        let query = #"a (b or "c d") #e not (f g) -h --i site:j"#
        #expect(try ParsedQuery(query).textTerms == ["a", "b", "c d", "i"])
    }

    // MARK: - Errors

    @Test(arguments: [
        (")", "query: ')' without '('"), ("a) b", "query: ')' without '('"), ("(a))", "query: ')' without '('"),
        ("(a", "query: '(' without ')'"), ("a (", "query: '(' without ')'"), ("((a)", "query: '(' without ')'"),
        ("()", "query: expected a term between '(' and ')'"), ("a -( )", "query: expected a term between '(' and ')'"),
        ("a not", "query: expected a term after 'not'; use quotes to search for the word"),
        ("a OR", "query: expected a term after 'OR'; use quotes to search for the word"),
        ("or a", "query: expected a term before 'or'; use quotes to search for the word"),
        ("And a", "query: expected a term before 'And'; use quotes to search for the word"),
        ("a and or b", "query: expected a term after 'and'; use quotes to search for the word"),
        ("a (or b)", "query: expected a term before 'or'; use quotes to search for the word"),
        ("(a or) b", "query: expected a term after 'or'; use quotes to search for the word"),
        ("not and", "query: expected a term after 'not'; use quotes to search for the word"),
        ("|a", "query: expected a term before '|'"), ("a|", "query: expected a term after '|'"),
        ("a||b", "query: expected a term after '|'"),
        ("site:", "query term 'site:': expected a host such as site:swift.org"),
        ("since: 2026", "query term 'since:': expected a time such as since:2026-01-31 or since:yesterday"),
        ("-ON:\"\"", "query term 'ON:\"\"': expected a time such as on:2026-01-31 or on:yesterday"),
        ("before:)", "query term 'before:': expected a time such as before:2026-01-31 or before:yesterday"),
        ("set:\" \"", "query term 'set:\" \"': expected a name such as set:reading"),
        ("tag:|a", "query term 'tag:': expected a name such as tag:swift"),
        ("a tags:x", "query term 'tags:x': expected a number such as tags:2 or tags:>5"),
        ("tags:20001", "query term 'tags:20001': expected a number from 0 to 20,000"),
        ("sort:foo", "query term 'sort:foo': expected sort:new, sort:old, sort:title or sort:relevance"),
        ("sort:a\u{1B}", "query term 'sort:a\\u{1B}': expected sort:new, sort:old, sort:title or sort:relevance"),
    ]) func `an error names the term and the solution`(query: String, message: String) throws {
        #expect(message == error(query)?.description)
    }

    @Test(arguments: ["tags:", "tags:>", "tags:=5", "tags:-1", "tags:+1", "tags:1.5", "tags:٣", "tags:=>5", "tags:> 5"])
    func `other numbers of tags are errors`(query: String) throws {
        #expect(error(query)?.reason == "expected a number such as tags:2 or tags:>5")
    }

    @Test func `a long term is cut in the message`() throws {
        let query = "tags:" + String(repeating: "x", count: 5_000)
        let found = try #require(error(query))
        #expect(found.term == query)
        let quoted = found.description.split(separator: "'")[1]
        #expect(quoted == "tags:" + String(repeating: "x", count: 54) + "…")
        #expect(error("tags:" + String(repeating: "9", count: 5_000))?.reason == "expected a number from 0 to 20,000")
    }

    // MARK: - Limits

    @Test func `terms are limited`() throws {
        let terms = Array(repeating: "a", count: 100).joined(separator: " ")
        #expect(try ParsedQuery(terms + " sort:new & -").textTerms.count == 100)
        #expect(error(terms + " -untagged")?.description == "query: at most 100 terms, got 101")
    }

    @Test func `bytes are limited`() throws {
        let limit = String(repeating: "é", count: 5_000)
        #expect(try notation(limit) == "'\(limit)'")
        #expect(error(limit + "a")?.description == "query: at most 10,000 bytes of UTF-8, got 10001")
    }

    @Test(arguments: ["(", "not ", "-(", "not (", "-"]) func `nesting is limited`(piece: String) throws {
        let levels = piece.count { $0 == "(" } + (piece.first == "(" ? 0 : 1)
        func nested(_ count: Int) -> String {
            let close = piece.contains("(") ? String(repeating: ")", count: count) : ""
            return String(repeating: piece, count: count) + "a" + close
        }
        let message = "query: at most 50 levels of parentheses and 'not'"
        #expect(try notation(nested(50 / levels)).contains("'a'"))
        #expect(error(nested(50 / levels + 1))?.description == message)
        #expect(error(nested(1_000))?.description == message)
        #expect(error(nested(1_000_000 / piece.utf8.count), isTyping: true)?.reason.contains("bytes") == true)
        #expect(try notation(Array(repeating: "(a)", count: 100).joined()).hasPrefix("and"))
    }

    // MARK: - Typing

    @Test(arguments: [
        ("swi", "'swi'*"), ("swift boo", "and('swift', 'boo'*)"), ("boo ", "'boo'"), ("(boo", "'boo'*"),
        ("(boo)", "'boo'"), ("a|boo", "or('a', 'boo'*)"), ("-boo", "not('boo')"),
        ("not (a boo", "not(and('a', 'boo'))"), ("not a boo", "and(not('a'), 'boo'*)"), ("\"boo", "\"boo\""),
        ("#boo", "#boo"), ("site:boo", "site boo"), ("http://x", "http://x"), ("www", "'www'*"),
        ("boo sort:new", "'boo'"), ("a and", "'a'"), ("a or ", "'a'"), ("a not", "'a'"), ("or", "all"),
        ("a or not", "'a'"), ("a |", "'a'"), ("(a", "'a'*"), ("a (", "'a'"), ("a or (not (", "'a'"), ("((a) or", "'a'"),
        ("a -(", "'a'"), ("a -", "'a'"), ("a since:", "'a'"), ("a since: ", "'a'"), ("(a or since:)", "'a'"),
        ("a -tag:\"", "'a'"), ("#", "all"), ("a tags:>=", "'a'"), ("a sort:", "'a'"), ("a sort:tit", "'a'"),
        ("a tags:>5", "and('a', tags > 5)"),
    ]) func `an incomplete end is accepted while typing`(query: String, expected: String) throws {
        #expect(try notation(query, isTyping: true) == expected)
    }

    @Test(arguments: ["or a", "a)", "()", "a (or) b", "since: a", "tags:> a", "sort:x", "tags:x", "a or )", "a||b"])
    func `other errors remain while typing`(query: String) { #expect(error(query, isTyping: true) != nil) }

    // MARK: - Random queries

    private static let pieces = [
        "a", "swift", "andy", "and", "or", "not", "(", ")", "(", ")", "|", "-", "-#b", "-(", "#a", "#\"a b\"", "\"",
        "\"a b\"", "\\", "since:2026", "tags:>5", "tags:", "sort:old", "untagged", "&", "é", "日本", "\u{0}", "foo:bar",
        "site:x.org",
    ]

    @Test func `every beginning of a valid query is accepted while typing`() throws {
        var numbers = SystemRandomNumberGenerator()
        var valid = 0
        for _ in 0..<3_000 {
            let query = (0..<Int.random(in: 1...9, using: &numbers))
                .map { _ in
                    (Self.pieces.randomElement(using: &numbers) ?? "") + (Bool.random(using: &numbers) ? " " : "")
                }
                .joined()
            guard error(query) == nil else { continue }
            valid += 1
            for end in query.unicodeScalars.indices {
                let beginning = String(query[..<end])
                #expect(error(beginning, isTyping: true) == nil, "\(beginning.debugDescription)")
            }
        }
        #expect(valid > 100)
    }

    @Test func `an expression written as a query is parsed as the same expression`() throws {
        var numbers = SystemRandomNumberGenerator()
        let pieces = Self.pieces.filter { $0 != "\"" }
        for _ in 0..<3_000 {
            let query = (0..<Int.random(in: 1...12, using: &numbers))
                .map { _ in pieces.randomElement(using: &numbers) ?? "" }.joined(separator: " ")
            guard let expression = try? ParsedQuery(query).expression, expression != .all else { continue }
            let written = written(expression)
            #expect(try ParsedQuery(written).expression == expression, "\(query.debugDescription)")
        }
    }

    // MARK: - Helpers

    private func error(_ query: String, isTyping: Bool = false) -> QueryError? {
        do {
            _ = try ParsedQuery(query, isTyping: isTyping)
            return nil
        } catch { return error }
    }

    private func written(_ expression: QueryExpression) -> String {
        switch expression {
        case .all: ""
        case .term(let term): term.source
        case .not(let operand): "-\(written(operand))"
        case .and(let operands): "(\(operands.map(written).joined(separator: " ")))"
        case .or(let operands): "(\(operands.map(written).joined(separator: " or ")))"
        }
    }

    private func notation(_ query: String, isTyping: Bool = false) throws -> String {
        notation(try ParsedQuery(query, isTyping: isTyping).expression)
    }

    private func notation(_ expression: QueryExpression) -> String {
        switch expression {
        case .all: "all"
        case .term(let term): notation(term.kind)
        case .not(let operand): "not(\(notation(operand)))"
        case .and(let operands): "and(\(operands.map(notation).joined(separator: ", ")))"
        case .or(let operands): "or(\(operands.map(notation).joined(separator: ", ")))"
        }
    }

    private func notation(_ kind: QueryTerm.Kind) -> String {
        switch kind {
        case .tag(let name): "#\(name)"
        case .text(let text, isPhrase: true, _): "\"\(text)\""
        case .text(let text, _, let isPrefix): "'\(text)'\(isPrefix ? "*" : "")"
        case .location(let url): url
        case .site(let host): "site \(host)"
        case .since(let time): "since \(time)"
        case .before(let time): "before \(time)"
        case .on(let time): "on \(time)"
        case .untagged: "untagged"
        case .tagCount(let comparison, let count): "tags \(comparison.rawValue) \(count)"
        case .set(let name): "set \(name)"
        case .identifiers(let range): "id:\(range.lowerBound)-\(range.upperBound)"
        case .missing: "missing"
        case .dead: "dead"
        case .moved: "moved"
        }
    }
}

extension ParsedQuery {
    /// The words and phrases that aren't under `not`, in the order of the query.
    fileprivate var textTerms: [String] { Self.textTerms(expression) }

    private static func textTerms(_ expression: QueryExpression) -> [String] {
        switch expression {
        case .all, .not: []
        case .term(let term): if case .text(let text, _, _) = term.kind { [text] } else { [] }
        case .and(let operands), .or(let operands): operands.flatMap(textTerms)
        }
    }
}
