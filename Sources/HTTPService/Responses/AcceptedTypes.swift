/// The content types that a client accepts (RFC 9110, 12.5.1).
///
/// ```swift
/// let accepted = AcceptedTypes("text/*, text/html;q=0")
/// let takesText = accepted.take("text/plain; charset=utf-8")  // true
/// let takesHTML = accepted.take("text/html")  // false
/// ```
struct AcceptedTypes {
    /// The lowercase media ranges, and whether the client accepts each.
    private let ranges: [(name: String, isTaken: Bool)]

    /// Parses the value of `Accept`.
    ///
    /// An empty value accepts every type.
    init(_ field: String) {
        let items = field.split(separator: ",")
            .compactMap { item -> (name: String, isTaken: Bool)? in
                let parts = item.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
                guard let name = parts.first, !name.isEmpty else { return nil }
                let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
                return (name, quality != 0)
            }
        ranges = items.isEmpty ? [("*/*", true)] : items
    }

    /// Returns whether the client accepts a type.
    ///
    /// The most specific range that matches it decides.
    func take(_ type: String) -> Bool {
        let plain = type.prefix { $0 != ";" }
        let family = plain.prefix { $0 != "/" }
        for name in [String(plain), "\(family)/*", "*/*"] {
            if let range = ranges.first(where: { $0.name == name }) { return range.isTaken }
        }
        return false
    }
}
