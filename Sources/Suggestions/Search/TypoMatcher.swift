/// The likeliest typos that turn the key of a tag into the typed text.
///
/// A key that lacks more bytes of the text than there are edits is rejected by its signature, and most others by the first
/// letters after those that they share with the text.
struct TypoMatcher {
    /// The typos that lead from a key to the text.
    struct Typo: Comparable {
        /// The cost, in doublings of use.
        let cost: Double
        let kind: MatchKind
        let route: Route
        /// The alias that was misspelled.
        var alias: Int?

        static func < (left: Typo, right: Typo) -> Bool {
            (left.cost, left.kind.rawValue, left.route.rawValue) < (
                right.cost, right.kind.rawValue, right.route.rawValue
            )
        }
    }

    /// The form of the key that was misspelled, most important first.
    enum Route: Int {
        case asTyped
        case withoutMarks
        case alias
    }

    private let typed: TypedText
    private let edits: Int
    private let distance: TypoDistance
    private let foldedDistance: TypoDistance
    /// The maximum number of bytes of the text that a key may lack.
    private let missingBytes: Int
    /// The first scalars of the key that is being compared.
    private var scalars: [UInt32] = []
    /// Whether ``scalars`` are the whole key.
    private var isWhole = false

    /// Prepares a text for a search with up to `edits` edits, 1 or 2.
    init(_ typed: TypedText, edits: Int) {
        self.typed = typed
        self.edits = edits
        distance = TypoDistance(typed.scalars)
        foldedDistance = typed.form.hasAccents ? TypoDistance(typed.foldedScalars) : distance
        // An edit changes one byte of a text in ASCII, and up to four bytes of others.
        missingBytes = typed.isASCII ? edits : 4 * edits
    }

    /// Returns whether a text may be within the edits.
    func mayMatch(_ index: Int, of texts: PackedTexts) -> Bool {
        texts.missingBits(of: typed.form.signature, at: index) <= missingBytes
    }

    /// Returns the likeliest typos in the key of a tag; `nil` if it is too different.
    ///
    /// - Complexity: O(text) for most keys.
    mutating func best(at index: Int, of keys: PackedTexts) -> Typo? {
        var best: Typo?
        func offer(_ typo: Typo?) {
            guard let typo else { return }
            best = best.map { min($0, typo) } ?? typo
        }
        let accented = keys.accentedKey(at: index)
        if let accented { load(accented.span, accented.indices) } else { load(keys.bytes.span, keys.range(at: index)) }
        offer(beginning())
        offer(whole(distance, .asTyped))
        if accented != nil {
            load(keys.bytes.span, keys.range(at: index))
            offer(whole(foldedDistance, .withoutMarks))
        }
        if hasLettersCloseTogether(index, of: keys) {
            let route = typed.form.hasAccents ? Route.withoutMarks : .asTyped
            offer(Typo(cost: TypoCost.leftOutCost, kind: .subsequence, route: route))
        }
        return best
    }

    /// Returns the likeliest typos in a whole alias; `nil` if it is too different.
    mutating func inAlias(_ index: Int, of aliases: PackedTexts) -> Typo? {
        load(aliases.bytes.span, aliases.range(at: index))
        var typo = whole(distance, .alias)
        typo?.alias = index
        return typo
    }

    /// Decodes the scalars of a key that can be compared.
    private mutating func load(_ text: Span<UInt8>, _ range: Range<Int>) {
        scalars.removeAll(keepingCapacity: true)
        let most = max(typed.scalars.count, typed.foldedScalars.count) + edits + 1
        var place = range.lowerBound
        while place < range.upperBound, scalars.count < most {
            let first = text[place]
            let length = UTF8Text.length(ofScalarStartingWith: first)
            var scalar = length == 1 ? UInt32(first) : UInt32(first) & (0x7F >> UInt32(length))
            for index in place + 1..<place + length { scalar = scalar << 6 | UInt32(text[index] & 0x3F) }
            scalars.append(scalar)
            place += length
        }
        isWhole = place == range.upperBound
    }

    /// Returns the typos if the whole key is within the edits.
    private func whole(_ distance: TypoDistance, _ route: Route) -> Typo? {
        guard isWhole, let found = EditDistance.between(distance.typed.span, scalars.span, atMost: edits), found > 0
        else { return nil }
        let cost = distance.cost(of: scalars.span)
        guard found > 1 else {
            return Typo(cost: cost, kind: cost == TypoCost.leastCost ? .likelyTypo : .typo, route: route)
        }
        // If both edits insert a letter, the key contains the typed letters in order.
        let isInOrder = scalars.count == distance.typed.count + found && route != .alias
        return Typo(cost: cost, kind: isInOrder ? .subsequence : .distantTypo, route: route)
    }

    /// Returns the typo if a prefix of the key is one edit away.
    ///
    /// The edit is at the first letter that differs; in a run of equal letters, any of them costs the same.
    private func beginning() -> Typo? {
        let text = typed.scalars
        var place = 0
        while place < text.count, place < scalars.count, text[place] == scalars[place] { place += 1 }
        guard place < text.count else { return nil }
        var cost: TypoCost?
        if place < scalars.count {
            let isSwapped =
                place + 1 < text.count && place + 1 < scalars.count && text[place] == scalars[place + 1]
                && text[place + 1] == scalars[place] && isShared(from: place + 2, place + 2)
            if isSwapped || isShared(from: place, place + 1) {
                cost = .likely
            } else if isShared(from: place + 1, place + 1) {
                cost = TypoDistance.replaced(scalars[place], by: text[place])
            }
        }
        if cost != .likely, isShared(from: place + 1, place) {
            let extra = TypoDistance.extra(at: place, of: text)
            if cost.map({ extra.rawValue < $0.rawValue }) ?? true { cost = extra }
        }
        return cost.map { cost in
            Typo(
                cost: cost.cost + TypoCost.beginningCost, kind: cost == .likely ? .likelyPrefixTypo : .prefixTypo,
                route: .asTyped)
        }
    }

    /// Returns whether the rest of the text is in the key at a position.
    private func isShared(from start: Int, _ position: Int) -> Bool {
        let text = typed.scalars
        guard text.count - start <= scalars.count - position else { return false }
        for offset in 0..<max(0, text.count - start) where text[start + offset] != scalars[position + offset] {
            return false
        }
        return true
    }

    /// Returns whether a key contains the letters of the text in order, from the start of a word, within 4/3 of the text's
    /// length.
    private func hasLettersCloseTogether(_ index: Int, of keys: PackedTexts) -> Bool {
        let query = typed.form.folded
        guard keys.mayContain(typed.form.signature, at: index), let first = query.first else { return false }
        let (text, range) = (keys.bytes.span, keys.range(at: index))
        guard UTF8Text.containsInOrder(query.span, in: text, range) else { return false }
        for start in range where text[start] == first && WordStart.isWordStart(start, of: text, in: range) {
            let window = start..<min(start + query.count * 4 / 3, range.upperBound)
            if UTF8Text.containsInOrder(query.span, in: text, window) { return true }
        }
        return false
    }
}
