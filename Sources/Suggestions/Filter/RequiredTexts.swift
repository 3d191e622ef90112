/// The texts that every match of a query has, compared with many keys before more is asked of them.
struct RequiredTexts {
    /// How a key has a text.
    enum Presence {
        /// It contains the text.
        case contained
        /// It has the letters of the text in order, or contains the text.
        case inOrder
    }

    /// The texts, one after the other: to count the references to each would take longer than to compare most keys.
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

    /// Whether a key, a range of a text, has all of them.
    ///
    /// - Complexity: O(key · texts), in practice.
    func stand(in text: Span<UInt8>, _ key: Range<Int>, _ presence: Presence) -> Bool {
        let (bytes, ends) = (bytes.span, ends.span)
        var start = 0
        for index in ends.indices {
            let wanted = bytes.extracting(start..<ends[index])
            // Letters in order are those of two scalars or more.
            let isScalar = wanted.count <= UTF8Text.length(ofScalarStartingWith: wanted[0])
            let stands =
                presence == .inOrder && !isScalar
                ? UTF8Text.containsInOrder(wanted, in: text, key)
                : UTF8Text.contains(wanted, in: text, key)
            guard stands else { return false }
            start = ends[index]
        }
        return true
    }
}
