internal import Foundation

/// A question to the layout engine: a layout, a proposal, perhaps bounds, and the subviews.
struct LayoutQuestion: Decodable {
    let layout: LayoutDescription?
    let proposal: QuestionSize?
    let bounds: QuestionSize?
    let subviews: [SubviewDescription]

    private var offer: ProposedViewSize {
        ProposedViewSize(
            width: proposal?.width.map { CGFloat($0) },
            height: proposal?.height.map { CGFloat($0) }
        )
    }

    /// The size to place into; a dimension that is not given is the one answered.
    private func bounds(answered: CGSize) -> CGSize? {
        bounds.map { bounds in
            CGSize(
                width: bounds.width.map { CGFloat($0) } ?? answered.width,
                height: bounds.height.map { CGFloat($0) } ?? answered.height
            )
        }
    }

    /// The answer to the question.
    var answer: LayoutAnswer {
        let description = layout ?? LayoutDescription()
        guard case .flow(let flow) = description.kind else { return tree(description) }
        let isPlain = subviews.allSatisfy(\.isPlain)
        let arrange: (CGSize?) -> FlowArrangement = { bounds in
            isPlain
                ? flow.arrange(
                    subviews.map(\.size),
                    proposal: offer,
                    bounds: bounds,
                    layoutDirection: description.direction
                )
                : flow.arrange(
                    subviews.map(\.item),
                    proposal: offer,
                    bounds: bounds,
                    layoutDirection: description.direction
                )
        }
        var arrangement = arrange(nil)
        if let bounds = bounds(answered: arrangement.size) { arrangement = arrange(bounds) }
        return LayoutAnswer(
            size: arrangement.size,
            frames: arrangement.frames,
            lines: arrangement.lines.count,
            hidden: arrangement.hidden
        )
    }

    /// The answer of a layout that is no flow, by way of nodes.
    private func tree(_ description: LayoutDescription) -> LayoutAnswer {
        let node = description.container(subviews)
        let tree = LayoutTree(node, layoutDirection: description.direction)
        let size = tree.sizeThatFits(offer)
        let placed = tree.layout(in: offer, bounds: bounds(answered: size))
        return LayoutAnswer(
            size: size,
            frames: placed.children.map(\.frame),
            lines: subviews.isEmpty ? 0 : 1,
            hidden: 0
        )
    }
}

/// A size of a question, of which a dimension may be null.
struct QuestionSize: Decodable {
    let width: Double?
    let height: Double?
}

extension KeyedDecodingContainer {
    /// Returns a field that is one of some names; nil if it is not there or null.
    func choice<Value>(_ key: Key, among choices: [String: Value]) throws -> Value? {
        guard let name = try decodeIfPresent(String.self, forKey: key) else { return nil }
        if let value = choices[name] { return value }
        throw QuestionError.unknown(
            QuestionError.path(codingPath + [key]),
            value: name,
            choices: choices.keys.sorted()
        )
    }

    /// Returns a field that names a case; nil if it is not there or null.
    func choice<Value>(_ key: Key, _ type: Value.Type) throws -> Value?
    where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
        let choices = Dictionary(
            Value.allCases.map { ($0.rawValue, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        return try choice(key, among: choices)
    }
}
