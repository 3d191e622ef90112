internal import Foundation

/// A subview in a request: a box of a size, with its requests to the container.
struct SubviewDescription: Decodable {
    let width: Double
    let height: Double
    let startsNewLine: Bool?
    let lineAlignment: FlowLineAlignment?
    let flexibility: FlowFlexibility?
    let weight: Double?
    let maximumLength: Double?
    let firstTextBaseline: Double?
    let lastTextBaseline: Double?
    let layoutPriority: Double?
    let row: Int?
    let gridCellColumns: Int?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case width, height, startsNewLine, lineAlignment, flexibility, weight, maximumLength
        case firstTextBaseline, lastTextBaseline, layoutPriority, row, gridCellColumns
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.knownFields(CodingKeys.self)
        width = try fields.decodeNumber(forKey: .width)
        height = try fields.decodeNumber(forKey: .height)
        startsNewLine = try fields.decodeIfPresent(Bool.self, forKey: .startsNewLine)
        lineAlignment = try fields.choice(.lineAlignment, FlowLineAlignment.self)
        flexibility = try fields.choice(.flexibility, FlowFlexibility.self)
        weight = try fields.decodeLengthIfPresent(forKey: .weight)
        maximumLength = try fields.decodeLengthIfPresent(forKey: .maximumLength)
        firstTextBaseline = try fields.decodeNumberIfPresent(forKey: .firstTextBaseline)
        lastTextBaseline = try fields.decodeNumberIfPresent(forKey: .lastTextBaseline)
        layoutPriority = try fields.decodeNumberIfPresent(forKey: .layoutPriority)
        row = try fields.decodeWholeNumberIfPresent(forKey: .row)
        gridCellColumns = try fields.decodeWholeNumberIfPresent(forKey: .gridCellColumns)
    }

    /// The subview as an item of a flow.
    var item: FlowItem {
        FlowItem(
            size: CGSize(width: width, height: height), startsNewLine: startsNewLine ?? false,
            lineAlignment: lineAlignment, flexibility: flexibility ?? .natural,
            maximumLength: maximumLength.map { CGFloat($0) } ?? .infinity, weight: weight ?? 0,
            firstTextBaseline: firstTextBaseline.map { CGFloat($0) },
            lastTextBaseline: lastTextBaseline.map { CGFloat($0) })
    }

    /// The subview as a node.
    var node: any LayoutNode {
        let box = Box(width: lengthOrZero(width), height: lengthOrZero(height))
        var node: any LayoutNode = box
        if let baseline = firstTextBaseline { node = ModifiedNode.guide(node, .firstTextBaseline, at: baseline) }
        if let baseline = lastTextBaseline { node = ModifiedNode.guide(node, .lastTextBaseline, at: baseline) }
        let (priority, columns) = (layoutPriority, gridCellColumns)
        return TraitNode(node: node) { traits in
            if let priority { traits.priority = priority }
            if let columns { traits[GridCellColumnsKey.self] = GridCellColumnsKey.clamped(columns) }
        }
    }
}

extension ModifiedNode {
    /// Returns a node with an explicit guide.
    static func guide(_ node: any LayoutNode, _ guide: VerticalAlignment, at position: Double) -> ModifiedNode {
        ModifiedNode(node: node) { element, environment in
            AlignmentGuideElement(element, guide.key, { _ in CGFloat(position) }, in: environment)
        }
    }
}

extension [SubviewDescription] {
    /// The subviews as grid cells; consecutive subviews with the same `row` share a row.
    var gridNodes: [any LayoutNode] {
        var nodes: [any LayoutNode] = []
        var current: (number: Int, identity: GridRowIdentity)?
        for subview in self {
            guard let row = subview.row else {
                current = nil
                nodes.append(subview.node)
                continue
            }
            let identity = current?.number == row ? current?.identity : nil
            let shared = identity ?? GridRowIdentity(alignment: nil)
            current = (row, shared)
            nodes.append(TraitNode(node: subview.node) { $0[GridRowKey.self] = shared })
        }
        return nodes
    }
}
