/// The texts that every match of a query must contain, for a fast check that excludes most keys.
struct RequiredTexts {
    /// How a key must contain a text.
    enum Presence {
        /// The key contains the text.
        case contained
        /// The key contains the text, or the text's letters in order.
        case inOrder
    }

    /// The texts, one after the other.
    ///
    /// With an array of arrays, reference counting would take longer than comparing most keys.
    private var bytes: [UInt8] = []
    /// The end of each text within ``bytes``.
    private var ends: [Int] = []

    /// Prepares the given texts in UTF-8.
    init(_ texts: [[UInt8]]) {
        for text in texts where !text.isEmpty {
            bytes += text
            ends.append(bytes.count)
        }
    }

    /// Returns whether a key, given as a range of a text, contains all required texts.
    ///
    /// - Complexity: O(key · texts) in practice.
    func stand(in text: Span<UInt8>, _ key: Range<Int>, _ presence: Presence) -> Bool {
        let (bytes, ends) = (bytes.span, ends.span)
        var start = 0
        for index in ends.indices {
            let wanted = bytes.extracting(start..<ends[index])
            // A single scalar can't be out of order, so both kinds of presence mean the same.
            let isScalar = wanted.count <= UTF8Text.length(ofScalarStartingWith: wanted[0])
            let stands =
                presence == .inOrder && !isScalar
                ? UTF8Text.containsInOrder(wanted, in: text, key) : UTF8Text.contains(wanted, in: text, key)
            guard stands else { return false }
            start = ends[index]
        }
        return true
    }
}
