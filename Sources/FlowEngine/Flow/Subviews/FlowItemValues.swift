extension LayoutNode {
    /// Makes the node start a line of a flow, even if the line before has room.
    public func flowStartsNewLine(_ startsNewLine: Bool = true) -> some LayoutNode {
        layoutValue(key: FlowStartsNewLine.self, value: startsNewLine)
    }

    /// Says where the node stands across its line of a flow.
    public func flowLineAlignment(_ alignment: FlowLineAlignment) -> some LayoutNode {
        layoutValue(key: FlowItemLineAlignment.self, value: alignment)
    }

    /// Says how the node takes part in filling its line of a justified flow.
    public func flowFlexibility(_ flexibility: FlowFlexibility) -> some LayoutNode {
        layoutValue(key: FlowItemFlexibility.self, value: flexibility)
    }
}

/// Whether a subview starts a line of a flow.
enum FlowStartsNewLine: LayoutValueKey {
    static let defaultValue = false
}

/// Where a subview stands across its line; nil is where the flow says.
enum FlowItemLineAlignment: LayoutValueKey {
    static let defaultValue: FlowLineAlignment? = nil
}

/// How a subview takes part in filling its line.
enum FlowItemFlexibility: LayoutValueKey {
    static let defaultValue = FlowFlexibility.natural
}
