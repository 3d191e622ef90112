internal import Foundation

/// A request to the layout engine: a layout, a proposal, optional bounds, and subviews.
struct LayoutRequest: Decodable {
    let layout: LayoutDescription?
    let proposal: RequestedSize?
    let bounds: RequestedSize?
    let subviews: [SubviewDescription]

    private var proposedSize: ProposedViewSize {
        ProposedViewSize(
            width: proposal?.width.map { CGFloat($0) },
            height: proposal?.height.map { CGFloat($0) }
        )
    }

    /// Returns the size to place into; missing dimensions are those of the answered size.
    private func bounds(answered: CGSize) -> CGSize? {
        bounds.map { bounds in
            CGSize(
                width: bounds.width.map { CGFloat($0) } ?? answered.width,
                height: bounds.height.map { CGFloat($0) } ?? answered.height
            )
        }
    }

    /// The response to the request.
    var response: LayoutResponse {
        let description = layout ?? LayoutDescription()
        guard case .flow(let flow) = description.kind else { return nodeResponse(description) }
        let isPlain = subviews.allSatisfy(\.isPlain)
        let arrange: (CGSize?) -> FlowArrangement = { bounds in
            isPlain
                ? flow.arrange(
                    subviews.map(\.size),
                    proposal: proposedSize,
                    bounds: bounds,
                    layoutDirection: description.direction
                )
                : flow.arrange(
                    subviews.map(\.item),
                    proposal: proposedSize,
                    bounds: bounds,
                    layoutDirection: description.direction
                )
        }
        var arrangement = arrange(nil)
        if let bounds = bounds(answered: arrangement.size) { arrangement = arrange(bounds) }
        return LayoutResponse(
            size: arrangement.size,
            frames: arrangement.frames,
            lines: arrangement.lines.count,
            hidden: arrangement.hidden
        )
    }

    /// Returns the response of a layout other than a flow, laid out with nodes.
    private func nodeResponse(_ description: LayoutDescription) -> LayoutResponse {
        let node = description.container(subviews)
        let tree = LayoutTree(node, layoutDirection: description.direction)
        let size = tree.sizeThatFits(proposedSize)
        let placed = tree.layout(in: proposedSize, bounds: bounds(answered: size))
        return LayoutResponse(
            size: size,
            frames: placed.children.map(\.frame),
            lines: subviews.isEmpty ? 0 : 1,
            hidden: 0
        )
    }
}

/// A size in a request, whose dimensions may be null.
struct RequestedSize: Decodable {
    let width: Double?
    let height: Double?
}

extension KeyedDecodingContainer {
    /// Returns the value of a field that is one of several names; nil if it is missing or null.
    func choice<Value>(_ key: Key, among choices: [String: Value]) throws -> Value? {
        guard let name = try decodeIfPresent(String.self, forKey: key) else { return nil }
        if let value = choices[name] { return value }
        throw LayoutRequestError.unknown(
            LayoutRequestError.path(codingPath + [key]),
            value: name,
            choices: choices.keys.sorted()
        )
    }

    /// Returns the value of a field that names a case; nil if it is missing or null.
    func choice<Value>(_ key: Key, _ type: Value.Type) throws -> Value?
    where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
        let choices = Dictionary(
            Value.allCases.map { ($0.rawValue, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        return try choice(key, among: choices)
    }
}
