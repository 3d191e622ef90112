/// What kinds of content a client takes (RFC 9110, 12.5.1).
struct AcceptedTypes {
    /// The ranges with a quality above 0, in small letters.
    private let ranges: [String]

    /// Reads a header field; without one, everything is taken.
    init(_ field: String?) {
        ranges = (field ?? "*/*").split(separator: ",")
            .compactMap { item in
                let parts = item.split(separator: ";")
                    .map { $0.filter { !$0.isWhitespace }.lowercased() }
                let quality = parts.dropFirst().first { $0.hasPrefix("q=") }
                    .flatMap { Double($0.dropFirst(2)) }
                return quality == 0 ? nil : parts.first
            }
    }

    /// Whether a type such as `text/html` is taken.
    func take(_ type: String) -> Bool {
        let plain = type.prefix { $0 != ";" }
        let family = plain.prefix { $0 != "/" }
        return ranges.contains { $0 == "*/*" || $0 == plain || $0 == "\(family)/*" }
    }
}
