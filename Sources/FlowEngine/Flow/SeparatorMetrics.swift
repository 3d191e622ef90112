internal import Foundation

/// The size of a separator, with its length along a line and its depth across it.
struct SeparatorMetrics: Sendable {
    /// The length in points; infinity makes a separator between lines as long as the container.
    let length: Double
    /// The depth in points; infinity makes a separator between items as deep as its line.
    let depth: Double

    /// Creates a separator between two items of a line.
    init(betweenItems size: CGSize, along axis: Axis) {
        let (length, depth) = Self.extents(of: size, axis)
        self.length = lengthOrZero(length)
        self.depth = lengthLimit(depth)
    }

    /// Creates a separator between two lines.
    init(betweenLines size: CGSize, along axis: Axis) {
        let (length, depth) = Self.extents(of: size, axis)
        self.length = lengthLimit(length)
        self.depth = lengthOrZero(depth)
    }

    /// Returns the size along and across lines.
    private static func extents(of size: CGSize, _ axis: Axis) -> (CGFloat, CGFloat) {
        axis == .horizontal ? (size.width, size.height) : (size.height, size.width)
    }
}

/// A separator of a flow, in the flow's coordinates.
struct PlacedSeparator {
    let frame: CGRect
    let kind: Kind

    /// The place of a separator; its raw value is the name of the node in the layout debugger.
    enum Kind: String {
        case betweenItems = "separator"
        case betweenLines = "lineSeparator"
    }

    /// Returns the separators of an arrangement: first those between items, then those between lines.
    static func all(of arrangement: FlowArrangement) -> [PlacedSeparator] {
        all(arrangement.separators, arrangement.lineSeparators)
    }

    /// Returns separators with given frames: first those between items, then those between lines.
    static func all(_ separators: [CGRect], _ lineSeparators: [CGRect]) -> [PlacedSeparator] {
        separators.map { PlacedSeparator(frame: $0, kind: .betweenItems) }
            + lineSeparators.map { PlacedSeparator(frame: $0, kind: .betweenLines) }
    }

    /// Returns the separator moved by a distance.
    func moved(by distance: CGPoint) -> PlacedSeparator {
        let origin = CGPoint(x: frame.minX + distance.x, y: frame.minY + distance.y)
        return PlacedSeparator(frame: CGRect(origin: origin, size: frame.size), kind: kind)
    }
}

extension PlacedNode {
    /// Whether the node is a separator of a flow.
    var isSeparator: Bool { PlacedSeparator.Kind(rawValue: name) != nil }
}

extension LayoutElement {
    /// Returns separators as nodes inside this element, mirrored if it is laid out from right to left.
    final func placed(_ separators: [PlacedSeparator], in size: CGSize) -> [PlacedNode] {
        separators.map { separator in
            let place = Placement(
                origin: separator.frame.origin, proposal: ProposedViewSize(separator.frame.size),
                size: separator.frame.size)
            return PlacedNode(
                frame: CGRect(origin: corner(of: place, in: size), size: place.size), proposal: place.proposal,
                details: PlacedNode.Details(children: [], id: nil, isHidden: false, name: separator.kind.rawValue))
        }
    }
}
