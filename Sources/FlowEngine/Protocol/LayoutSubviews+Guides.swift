internal import Foundation

extension LayoutSubviews {
    /// Returns whether a subview says where a guide stands in it.
    ///
    /// A container asks this first, since an answer about positions costs a placement.
    func haveExplicitGuides(_ key: AlignmentKey) -> Bool {
        if case .never = key.combination { return false }
        return contains { $0.element?.mayHaveExplicitGuide(key) ?? false }
    }

    /// Calls a function that places subviews, and then puts the old placements back.
    func placedTentatively<Value>(_ body: () -> Value) -> Value {
        let placements = map(\.placement)
        for subview in self { subview.placement = nil }
        let value = body()
        for (subview, placement) in zip(self, placements) { subview.placement = placement }
        return value
    }

    /// Returns what the explicit positions of a guide in placed subviews come to.
    func combined(_ key: AlignmentKey, in bounds: CGRect, proposal: ProposedViewSize) -> CGFloat? {
        let values = compactMap { subview -> CGFloat? in
            let placement =
                subview.placement
                ?? .centered(subview.sizeThatFits(proposal), in: bounds, proposal: proposal)
            let value = subview.element?.explicitGuide(key, placement.proposal)
            let origin = key.axis == .horizontal ? placement.origin.x : placement.origin.y
            return value.map { $0 + origin }
        }
        switch key.combination {
        case .never: return nil
        case .least: return values.min()
        case .greatest: return values.max()
        case .mean: return values.isEmpty ? nil : values.reduce(0, +) / CGFloat(values.count)
        }
    }
}
