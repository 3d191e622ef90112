extension HorizontalAlignment {
    /// The guides that a question can name.
    static var names: [String: HorizontalAlignment] {
        ["leading": .leading, "center": .center, "trailing": .trailing]
    }
}

extension VerticalAlignment {
    /// The guides that a question can name.
    static var names: [String: VerticalAlignment] {
        [
            "top": .top, "center": .center, "bottom": .bottom,
            "firstTextBaseline": .firstTextBaseline, "lastTextBaseline": .lastTextBaseline,
        ]
    }
}

extension Alignment {
    /// The alignments that a question can name.
    static var names: [String: Alignment] {
        [
            "center": .center, "leading": .leading, "trailing": .trailing, "top": .top,
            "bottom": .bottom, "topLeading": .topLeading, "topTrailing": .topTrailing,
            "bottomLeading": .bottomLeading, "bottomTrailing": .bottomTrailing,
            "centerFirstTextBaseline": .centerFirstTextBaseline,
            "centerLastTextBaseline": .centerLastTextBaseline,
            "leadingFirstTextBaseline": .leadingFirstTextBaseline,
            "leadingLastTextBaseline": .leadingLastTextBaseline,
            "trailingFirstTextBaseline": .trailingFirstTextBaseline,
            "trailingLastTextBaseline": .trailingLastTextBaseline,
        ]
    }
}
