internal import Foundation

/// The columns of a lazy grid in a request: their number, or their descriptions.
struct GridColumnsDescription: Decodable {
    let items: [GridItem]

    private struct MinimumWidth: Decodable { let minimumWidth: Double }

    /// The maximum number of columns, so that a hostile number does not exhaust memory.
    private static let maximumCount = 10_000

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        // Each form is tried in turn; the last one reports the error.
        if let number = value.value(ifA: Double.self) {
            guard let count = Int(exactly: number) else {
                throw LayoutRequestError.mistyped(
                    LayoutRequestError.path(decoder.codingPath), expected: "a whole number")
            }
            items = Array(repeating: GridItem(), count: min(max(count, 1), Self.maximumCount))
        } else if let minimum = value.value(ifA: MinimumWidth.self) {
            items = [GridItem(.adaptive(minimum: CGFloat(minimum.minimumWidth)))]
        } else if var list = try? decoder.unkeyedContainer() {
            var items: [GridItem] = []
            while !list.isAtEnd { items.append(try list.decode(GridItemDescription.self).item) }
            self.items = items
        } else {
            items = [try value.decode(GridItemDescription.self).item]
        }
    }
}

/// One of the columns of a lazy grid in a request.
private struct GridItemDescription: Decodable {
    let item: GridItem

    private enum CodingKeys: String, CodingKey, CaseIterable { case fixed, flexible, adaptive, spacing, alignment }

    /// The bounds of a column's width.
    private struct Bounds: Decodable {
        let minimum: Double?
        let maximum: Double?

        private enum CodingKeys: String, CodingKey, CaseIterable { case minimum, maximum }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.knownFields(CodingKeys.self)
            minimum = try fields.decodeNumberIfPresent(forKey: .minimum)
            maximum = try fields.decodeNumberIfPresent(forKey: .maximum)
        }

        var longest: CGFloat { maximum.map { CGFloat($0) } ?? .infinity }
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.knownFields(CodingKeys.self)
        let spacing = try fields.decodeNumberIfPresent(forKey: .spacing)
        item = GridItem(
            try Self.size(fields), spacing: spacing.map { CGFloat($0) },
            alignment: try fields.choice(.alignment, among: Alignment.names))
    }

    private static func size(_ fields: KeyedDecodingContainer<CodingKeys>) throws -> GridItem.Size {
        if let length = try fields.decodeNumberIfPresent(forKey: .fixed) { return .fixed(CGFloat(length)) }
        if let bounds = try fields.decodeIfPresent(Bounds.self, forKey: .adaptive) {
            guard let minimum = bounds.minimum else {
                let path = LayoutRequestError.path(fields.codingPath)
                throw LayoutRequestError.missing("\(path).adaptive.minimum")
            }
            return .adaptive(minimum: CGFloat(minimum), maximum: bounds.longest)
        }
        let bounds = try fields.decodeIfPresent(Bounds.self, forKey: .flexible)
        return .flexible(minimum: bounds?.minimum.map { CGFloat($0) } ?? 10, maximum: bounds?.longest ?? .infinity)
    }
}
