/// The content types that a client accepts (RFC 9110, 12.5.1).
struct AcceptedTypes {
    /// The ranges in small letters, each with whether it is taken.
    private let ranges: [(name: String, isTaken: Bool)]

    /// Reads a header field; an empty one takes everything.
    init(_ field: String) {
        let items = field.split(separator: ",")
            .compactMap { item -> (name: String, isTaken: Bool)? in
                let parts = item.split(separator: ";")
                    .map { $0.filter { !$0.isWhitespace }.lowercased() }
                guard let name = parts.first, !name.isEmpty else { return nil }
                let quality = parts.dropFirst().first { $0.hasPrefix("q=") }
                    .flatMap { Double($0.dropFirst(2)) }
                return (name, quality != 0)
            }
        ranges = items.isEmpty ? [("*/*", true)] : items
    }

    /// Whether a type such as `text/html` is taken; the most specific range decides.
    func take(_ type: String) -> Bool {
        let plain = type.prefix { $0 != ";" }
        let family = plain.prefix { $0 != "/" }
        for name in [String(plain), "\(family)/*", "*/*"] {
            if let range = ranges.first(where: { $0.name == name }) { return range.isTaken }
        }
        return false
    }
}
