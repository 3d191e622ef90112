internal import TagCore

/// A typed text in the forms that a scan compares with keys and aliases.
struct TypedText {
    /// The text with and without accents, in UTF-8.
    let form: FilterQuery
    /// The scalars of the text.
    let scalars: [UInt32]
    /// The scalars of the text without accents.
    let foldedScalars: [UInt32]
    /// The signature of the text with accents.
    private let keySignature: ByteSignature
    /// Whether the text begins with a separator, so that no word begins with it.
    private let startsWithSeparator: Bool

    /// Prepares a text.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    init(_ query: CompletionQuery) {
        form = FilterQuery(key: Array(query.key.utf8), folded: Array(query.foldedKey.utf8))
        scalars = query.key.unicodeScalars.map(\.value)
        foldedScalars = query.foldedKey.unicodeScalars.map(\.value)
        keySignature = ByteSignature(form.key)
        startsWithSeparator = scalars.first.map(Separators.isSeparator) ?? false
    }

    /// Whether the text consists of ASCII characters.
    var isASCII: Bool { form.key.allSatisfy { $0 < 0x80 } }

    /// Returns how a key contains the text, or `nil` if it doesn't.
    ///
    /// - Parameters:
    ///   - key: the key without accents.
    ///   - text: the text that contains the key.
    ///   - accented: the key with its accents; `nil` if it has none.
    /// - Returns: the kind, its position in the order of matches, and whether accents were ignored; `nil` for no match.
    func match(
        _ key: MatchableKey, in text: Span<UInt8>, _ accented: [UInt8]?
    ) -> (kind: MatchKind, order: Int, ignoresMarks: Bool)? {
        guard !form.folded.isEmpty else {
            return matchOfMarks(key, in: text, accented).map { ($0, $0.rawValue * Self.kindStep, false) }
        }
        guard key.mayContain(form), var foldedKind = key.kind(of: form, in: text) else { return nil }
        if startsWithSeparator, foldedKind == .wordPrefix { foldedKind = .substring }
        let match = FilterMatch(of: form, foldedKind: foldedKind, accentedKey: accented)
        let kind = startsWithSeparator && match.kind == .wordPrefix ? .substring : match.kind
        // Of the keys that match without accents, whole keys come first, then prefixes, then prefixes of words.
        let detour = match.ignoresAccents ? Self.kindStep / 2 + foldedKind.rawValue : 0
        return (kind, kind.rawValue * Self.kindStep + detour, match.ignoresAccents)
    }

    /// Returns how an alias contains the text, or `nil` if it doesn't.
    func aliasMatch(_ key: MatchableKey, in text: Span<UInt8>) -> (order: Int, ignoresMarks: Bool)? {
        let first = MatchKind.alias.rawValue * Self.kindStep
        if let kind = kind(of: form.key, keySignature, key, in: text) { return (first + 2 * kind.rawValue, false) }
        guard form.hasAccents, !form.folded.isEmpty, let kind = kind(of: form.folded, form.signature, key, in: text)
        else { return nil }
        return (first + 2 * kind.rawValue + 1, true)
    }

    /// The number of positions in the order of matches for each kind.
    private static let kindStep = 16

    private func kind(
        of part: [UInt8], _ signature: ByteSignature, _ key: MatchableKey, in text: Span<UInt8>
    ) -> MatchKind? {
        guard !part.isEmpty else { return nil }
        guard key.signatures?.all.contains(signature) != false, let kind = MatchKind(of: part, in: text, key.range)
        else { return nil }
        return startsWithSeparator && kind == .wordPrefix ? .substring : kind
    }

    /// Returns how a key contains a text that is empty or has only accents.
    private func matchOfMarks(_ key: MatchableKey, in text: Span<UInt8>, _ accented: [UInt8]?) -> MatchKind? {
        guard !form.key.isEmpty else { return key.range.isEmpty ? .exact : .prefix }
        guard let accented else { return MatchKind(of: form.key, in: text, key.range) }
        return MatchKind(of: form.key, in: accented.span, accented.indices)
    }
}
