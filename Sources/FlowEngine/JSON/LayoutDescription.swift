internal import Foundation

/// The layout of a request; its fields have the names of the Swift parameters.
struct LayoutDescription: Decodable {
    /// The layout itself.
    let kind: Kind
    /// Its layout direction.
    let direction: LayoutDirection

    /// A layout that a request can name.
    enum Kind {
        case flow(FlowLayout)
        case other(AnyLayout)
        case grid(GridLayout)
        case lazyGrid(columns: [GridItem], HorizontalAlignment, spacing: CGFloat?)
    }

    /// Creates the description of a flow with default parameters.
    init() {
        kind = .flow(FlowLayout())
        direction = .leftToRight
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case type, axis, alignment, lineAlignment, contentAlignment, spacing, lineSpacing
        case layoutDirection, verticalDirection, lineBreaking, justified, maxLines
        case separator, lineSeparator, maxItemsPerLine, minLines
        case horizontalSpacing, verticalSpacing, columns, tolerance, radius, startAngle
    }

    private enum LayoutType: String, CaseIterable {
        case flow, waterfall, circular, hstack, vstack, zstack, grid, vgrid
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.knownFields(CodingKeys.self)
        direction = try fields.choice(.layoutDirection, LayoutDirection.self) ?? .leftToRight
        switch try fields.choice(.type, LayoutType.self) ?? .flow {
        case .flow: kind = .flow(try Self.flow(fields))
        case .waterfall: kind = .other(AnyLayout(try Self.waterfall(fields)))
        case .circular: kind = .other(AnyLayout(try Self.circle(fields)))
        case .hstack: kind = .other(AnyLayout(try Self.horizontalStack(fields)))
        case .vstack: kind = .other(AnyLayout(try Self.verticalStack(fields)))
        case .zstack:
            let alignment = try fields.choice(.alignment, among: Alignment.names) ?? .center
            kind = .other(AnyLayout(ZStackLayout(alignment: alignment)))
        case .grid: kind = .grid(try Self.grid(fields))
        case .vgrid: kind = try Self.lazyGrid(fields)
        }
    }

    private typealias Fields = KeyedDecodingContainer<CodingKeys>

    private static func length(_ fields: Fields, _ key: CodingKeys) throws -> CGFloat? {
        try fields.decodeNumberIfPresent(forKey: key).map { CGFloat($0) }
    }

    private static func flow(_ fields: Fields) throws -> FlowLayout {
        let axes: [String: Axis] = ["horizontal": .horizontal, "vertical": .vertical]
        var flow = FlowLayout()
        flow.axis = try fields.choice(.axis, among: axes) ?? flow.axis
        flow.alignment = try fields.choice(.alignment, FlowAlignment.self) ?? flow.alignment
        flow.lineAlignment = try fields.choice(.lineAlignment, FlowLineAlignment.self) ?? flow.lineAlignment
        flow.contentAlignment = try fields.choice(.contentAlignment, FlowAlignment.self) ?? flow.contentAlignment
        flow.spacing = try length(fields, .spacing) ?? flow.spacing
        flow.lineSpacing = try length(fields, .lineSpacing) ?? flow.lineSpacing
        flow.lineBreaking = try fields.choice(.lineBreaking, FlowLineBreaking.self) ?? flow.lineBreaking
        flow.justified = try fields.decodeIfPresent(Bool.self, forKey: .justified) ?? false
        flow.maxLines = try fields.decodeWholeNumberIfPresent(forKey: .maxLines)
        let isHorizontal = flow.axis == .horizontal
        flow.separator = try fields.decodeSeparator(.separator, needsWidth: isHorizontal)
        flow.lineSeparator = try fields.decodeSeparator(.lineSeparator, needsWidth: !isHorizontal)
        flow.maxItemsPerLine = try fields.decodeCountIfPresent(forKey: .maxItemsPerLine)
        flow.minLines = try fields.decodeCountIfPresent(forKey: .minLines) ?? flow.minLines
        flow.verticalDirection = try fields.choice(.verticalDirection, VerticalDirection.self) ?? flow.verticalDirection
        return flow
    }

    private static func waterfall(_ fields: Fields) throws -> WaterfallLayout {
        let spacing = try length(fields, .spacing) ?? 8
        let tolerance = try fields.decodeLengthIfPresent(forKey: .tolerance) ?? 0
        // `columns` is a number or an object.
        if fields.contains(.columns),
            try fields.superDecoder(forKey: .columns).singleValueContainer().value(ifA: Double.self) != nil,
            let count = try fields.decodeWholeNumberIfPresent(forKey: .columns)
        {
            return WaterfallLayout(columns: count, spacing: spacing, tolerance: tolerance)
        }
        guard let columns = try fields.decodeIfPresent(MinimumWidth.self, forKey: .columns) else {
            return WaterfallLayout(columns: 2, spacing: spacing, tolerance: tolerance)
        }
        return WaterfallLayout(columns: .minimumWidth(columns.minimumWidth), spacing: spacing, tolerance: tolerance)
    }

    private struct MinimumWidth: Decodable { let minimumWidth: Double }

    private static func circle(_ fields: Fields) throws -> CircularLayout {
        CircularLayout(
            radius: try length(fields, .radius), startAngle: try fields.decodeNumberIfPresent(forKey: .startAngle) ?? 0)
    }

    private static func horizontalStack(_ fields: Fields) throws -> HStackLayout {
        let alignment = try fields.choice(.alignment, among: VerticalAlignment.names)
        return HStackLayout(alignment: alignment ?? .center, spacing: try length(fields, .spacing))
    }

    private static func verticalStack(_ fields: Fields) throws -> VStackLayout {
        let alignment = try fields.choice(.alignment, among: HorizontalAlignment.names)
        return VStackLayout(alignment: alignment ?? .center, spacing: try length(fields, .spacing))
    }

    private static func grid(_ fields: Fields) throws -> GridLayout {
        GridLayout(
            alignment: try fields.choice(.alignment, among: Alignment.names) ?? .center,
            horizontalSpacing: try length(fields, .horizontalSpacing),
            verticalSpacing: try length(fields, .verticalSpacing))
    }

    private static func lazyGrid(_ fields: Fields) throws -> Kind {
        let columns = try fields.decodeIfPresent(GridColumnsDescription.self, forKey: .columns)
        return .lazyGrid(
            columns: columns?.items ?? [GridItem(), GridItem()],
            try fields.choice(.alignment, among: HorizontalAlignment.names) ?? .center,
            spacing: try length(fields, .spacing))
    }

    /// Returns the layout with its subviews.
    func container(_ subviews: [SubviewDescription]) -> any LayoutNode {
        switch kind {
        case .flow(let layout): LayoutContainer(layout, nodes: subviews.map(\.node))
        case .other(let layout): LayoutContainer(layout, nodes: subviews.map(\.node))
        case .grid(let layout): LayoutContainer(layout, nodes: subviews.gridNodes)
        case .lazyGrid(let columns, let alignment, let spacing):
            LazyVGrid(columns: columns, alignment: alignment, spacing: spacing) { subviews.map(\.node) }
        }
    }
}

extension HorizontalAlignment {
    /// The guides that a request can name.
    static var names: [String: HorizontalAlignment] { ["leading": .leading, "center": .center, "trailing": .trailing] }
}

extension VerticalAlignment {
    /// The guides that a request can name.
    static var names: [String: VerticalAlignment] {
        [
            "top": .top, "center": .center, "bottom": .bottom, "firstTextBaseline": .firstTextBaseline,
            "lastTextBaseline": .lastTextBaseline,
        ]
    }
}

extension Alignment {
    /// The alignments that a request can name.
    static var names: [String: Alignment] {
        [
            "center": .center, "leading": .leading, "trailing": .trailing, "top": .top, "bottom": .bottom,
            "topLeading": .topLeading, "topTrailing": .topTrailing, "bottomLeading": .bottomLeading,
            "bottomTrailing": .bottomTrailing, "centerFirstTextBaseline": .centerFirstTextBaseline,
            "centerLastTextBaseline": .centerLastTextBaseline, "leadingFirstTextBaseline": .leadingFirstTextBaseline,
            "leadingLastTextBaseline": .leadingLastTextBaseline,
            "trailingFirstTextBaseline": .trailingFirstTextBaseline,
            "trailingLastTextBaseline": .trailingLastTextBaseline,
        ]
    }
}

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
