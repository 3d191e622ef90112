/// A token of a query, such as `(` or a term.
///
/// ```
/// QueryToken(kind: .bar, source: "|")
/// ```
struct QueryToken {
    enum Kind: Equatable {
        case term(QueryTerm)
        /// A word without a condition, such as `sort:new` or a lone `-`.
        case ignored
        case open
        case close
        /// `|`.
        case bar
        case and
        case or
        case not

        var isOperator: Bool {
            switch self {
            case .bar, .and, .or, .not: true
            default: false
            }
        }

        var beginsOperand: Bool {
            switch self {
            case .term, .ignored, .open, .not: true
            default: false
            }
        }
    }

    let kind: Kind
    /// The token as typed.
    let source: String
}

/// Splits a query into tokens.
///
/// ```
/// var tokenizer = QueryTokenizer("#a or (b", isTyping: false)
/// try tokenizer.tokenize()
/// tokenizer.tokens.map(\.source)  // ["#a", "or", "(", "b"]
/// ```
struct QueryTokenizer {
    private static let tagCountLimit = 20_000

    private let scalars: [Unicode.Scalar]
    private let isTyping: Bool
    /// The end of the last token other than `)`.
    private let contentEnd: Int
    private var position = 0
    private(set) var tokens: [QueryToken] = []
    /// The value of the last `sort:`.
    private(set) var sort: ParsedQuery.Sort?
    /// Whether there is text without any letter or digit.
    private(set) var hasUnsearchableText = false

    init(_ text: String, isTyping: Bool) {
        scalars = Array(text.unicodeScalars)
        self.isTyping = isTyping
        contentEnd = (scalars.lastIndex { !$0.isSpace && $0 != ")" } ?? -1) + 1
    }

    mutating func tokenize() throws(QueryError) {
        while position < scalars.count {
            switch scalars[position] {
            case "(": readSymbol(.open)
            case ")": readSymbol(.close)
            case "|": readSymbol(.bar)
            case "-": try readDashes()
            case "!" where position + 1 < scalars.count && scalars[position + 1] == "#":
                // Elsewhere `!` excludes; `!#tag` as text would find what was to be left out.
                readSymbol(.not)
                try readTerm(allowsOperators: false)
            case let scalar where scalar.isSpace: position += 1
            default: try readTerm()
            }
        }
    }

    private mutating func readSymbol(_ kind: QueryToken.Kind) {
        position += 1
        append(kind, from: position - 1)
    }

    private mutating func readDashes() throws(QueryError) {
        let start = position
        while position < scalars.count, scalars[position] == "-" { position += 1 }
        guard position < scalars.count, scalars[position] == "(" || !isAtEndOfValue else {
            append(.ignored, from: start)
            return
        }
        let dash = QueryToken(kind: .not, source: "-")
        tokens += repeatElement(dash, count: position - start)
        if scalars[position] != "(" { try readTerm(allowsOperators: false) }
    }

    private mutating func readTerm(allowsOperators: Bool = true) throws(QueryError) {
        let start = position
        if scalars[start] == "\"" {
            appendText(readQuoted(), isPhrase: true, from: start)
        } else if scalars[start] == "#" {
            position += 1
            let name = readValue()
            append(name.isBlank ? .ignored : term(.tag(name), from: start), from: start)
        } else if beginsURL {
            readURL()
            append(term(.location(text(from: start)), from: start), from: start)
        } else if let key = key() {
            position += key.rawValue.utf8.count + 1
            let value = readValue()
            try append(key, value, from: start)
        } else {
            while !isAtEndOfValue, scalars[position] != "\"" { position += 1 }
            appendWord(allowsOperators: allowsOperators, from: start)
        }
    }

    // MARK: - Terms

    private mutating func appendWord(allowsOperators: Bool, from start: Int) {
        let word = text(from: start)
        switch word.lowercased() {
        case "and" where allowsOperators: append(.and, from: start)
        case "or" where allowsOperators: append(.or, from: start)
        case "not" where allowsOperators: append(.not, from: start)
        case "untagged": append(term(.untagged, from: start), from: start)
        case "missing": append(term(.missing, from: start), from: start)
        case "dead": append(term(.dead, from: start), from: start)
        case "moved": append(term(.moved, from: start), from: start)
        default: appendText(word, isPhrase: false, from: start)
        }
    }

    private mutating func appendText(_ text: String, isPhrase: Bool, from start: Int) {
        let isPrefix = !isPhrase && (text.hasSuffix("*") || isTyping && position == scalars.count)
        let kind = QueryTerm.Kind.text(text, isPhrase: isPhrase, isPrefix: isPrefix)
        let isSearchable = text.unicodeScalars.contains(where: \.isLetterOrDigit)
        if !isSearchable { hasUnsearchableText = true }
        append(isSearchable ? term(kind, from: start) : .ignored, from: start)
    }

    private mutating func append(_ key: QueryKey, _ value: String, from start: Int) throws(QueryError) {
        let invalid = QueryError(term: text(from: start), reason: key.expectation)
        if isTyping, position >= contentEnd, key.isUnfinished(value) {
            append(.ignored, from: start)
            return
        }
        guard !value.isBlank else { throw invalid }
        let kind: QueryTerm.Kind
        switch key {
        case .site: kind = .site(value)
        case .since: kind = .since(value)
        case .before: kind = .before(value)
        case .on: kind = .on(value)
        case .set: kind = .set(value)
        case .tag: kind = .tag(value)
        case .tags: kind = try tagCount(value, or: invalid)
        case .id: kind = try identifiers(value, or: invalid)
        case .sort:
            guard let order = ParsedQuery.Sort(rawValue: value.lowercased()) else { throw invalid }
            sort = order
            append(.ignored, from: start)
            return
        }
        append(term(kind, from: start), from: start)
    }

    private func tagCount(_ value: String, or invalid: QueryError) throws(QueryError) -> QueryTerm.Kind {
        let comparisons: [QueryTerm.Comparison] = [.lessOrEqual, .greaterOrEqual, .less, .greater]
        let comparison = comparisons.first { value.hasPrefix($0.rawValue) }
        let digits = value.utf8.dropFirst(comparison?.rawValue.utf8.count ?? 0)
        guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            throw invalid
        }
        guard let number = Int(Substring(digits)), number <= Self.tagCountLimit else {
            throw QueryError(term: invalid.term, reason: "expected a number from 0 to 20,000")
        }
        return .tagCount(comparison ?? .equal, number)
    }

    private func identifiers(_ value: String, or invalid: QueryError) throws(QueryError) -> QueryTerm.Kind {
        let parts = value.split(separator: "-", omittingEmptySubsequences: false)
        let ids = parts.compactMap { part in
            part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int64(part) : nil
        }
        guard (1...2).contains(parts.count), ids.count == parts.count, ids[0] <= ids[ids.count - 1] else {
            throw invalid
        }
        return .identifiers(ids[0]...ids[ids.count - 1])
    }

    private func term(_ kind: QueryTerm.Kind, from start: Int) -> QueryToken.Kind {
        .term(QueryTerm(kind: kind, source: text(from: start)))
    }

    private mutating func append(_ kind: QueryToken.Kind, from start: Int) {
        tokens.append(QueryToken(kind: kind, source: text(from: start)))
    }

    // MARK: - Characters

    /// Returns the key at the current position, if it is followed by a colon.
    private func key() -> QueryKey? {
        let start = scalars[position...].prefix(QueryKey.maximumLength + 1)
        guard let colon = start.firstIndex(of: ":") else { return nil }
        return QueryKey(rawValue: String(start[..<colon]).lowercased())
    }

    /// Whether a URL begins at the current position.
    private var beginsURL: Bool {
        let start = String(scalars[position...].prefix(8)).lowercased()
        return ["https://", "http://", "www."].contains(where: start.hasPrefix)
    }

    /// Reads a URL, which may contain parentheses in pairs.
    private mutating func readURL() {
        var depth = 0
        while position < scalars.count, !scalars[position].isSpace, scalars[position] != "|" {
            if scalars[position] == "(" { depth += 1 }
            if scalars[position] == ")" { depth -= 1 }
            guard depth >= 0 else { return }
            position += 1
        }
    }

    private mutating func readValue() -> String {
        if position < scalars.count, scalars[position] == "\"" { return readQuoted() }
        if let value = readSingleQuoted() { return value }
        let start = position
        while !isAtEndOfValue { position += 1 }
        return text(from: start)
    }

    /// Reads a value such as `'2 weeks ago'`; returns `nil` without a closing quote at the end of a value.
    private mutating func readSingleQuoted() -> String? {
        let start = position
        guard position < scalars.count, scalars[position] == "'" else { return nil }
        position += 1
        while let end = scalars[position...].firstIndex(of: "'") {
            position = end + 1
            if isAtEndOfValue { return String(scalars[start + 1..<end]) }
        }
        position = start
        return nil
    }

    /// Reads a quoted text; without a closing quote, it extends to the end of the query.
    private mutating func readQuoted() -> String {
        var quoted = String.UnicodeScalarView()
        position += 1
        while position < scalars.count, scalars[position] != "\"" {
            let next = position + 1 < scalars.count ? scalars[position + 1] : nil
            if scalars[position] == "\\", next == "\"" || next == "\\" { position += 1 }
            quoted.append(scalars[position])
            position += 1
        }
        position = min(position + 1, scalars.count)
        return String(quoted)
    }

    private var isAtEndOfValue: Bool {
        guard position < scalars.count else { return true }
        let scalar = scalars[position]
        return scalar.isSpace || scalar == "(" || scalar == ")" || scalar == "|"
    }

    private func text(from start: Int) -> String { String(scalars[start..<position]) }
}

/// A key in front of a value: `since` in `since:2026`.
///
/// ```
/// QueryKey(rawValue: "since")  // .since
/// ```
enum QueryKey: String, CaseIterable {
    case site
    case since
    case before
    case on
    case set
    case tag
    case tags
    case id
    case sort

    /// The length of the longest key.
    fileprivate static let maximumLength = 6

    /// The message about an invalid value.
    fileprivate var expectation: String {
        switch self {
        case .site: "expected a host such as site:swift.org"
        case .since, .before, .on: "expected a time such as \(rawValue):2026-01-31 or \(rawValue):yesterday"
        case .set: "expected a name such as set:reading"
        case .tag: "expected a name such as tag:swift"
        case .tags: "expected a number such as tags:2 or tags:>5"
        case .id: "expected the numbers of items such as id:12 or id:12-34"
        case .sort: "expected sort:new, sort:old, sort:title or sort:relevance"
        }
    }
}

extension QueryKey {
    /// Returns whether a value is the beginning of a valid value, but not valid itself.
    fileprivate func isUnfinished(_ value: String) -> Bool {
        switch self {
        case _ where value.isBlank: true
        case .id: value.hasSuffix("-")
        case .tags: value != "=" && QueryTerm.Comparison(rawValue: value) != nil
        case .sort:
            ParsedQuery.Sort.allCases.contains {
                $0.rawValue.hasPrefix(value.lowercased()) && $0.rawValue != value.lowercased()
            }
        default: false
        }
    }
}

extension String {
    fileprivate var isBlank: Bool { unicodeScalars.allSatisfy(\.isSpace) }

    fileprivate init(_ scalars: ArraySlice<Unicode.Scalar>) {
        var view = UnicodeScalarView()
        view.append(contentsOf: scalars)
        self.init(view)
    }
}

extension Unicode.Scalar {
    fileprivate var isSpace: Bool { isASCII ? self == " " || (0x09...0x0D).contains(value) : properties.isWhitespace }

    fileprivate var isLetterOrDigit: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            true
        default: false
        }
    }
}
