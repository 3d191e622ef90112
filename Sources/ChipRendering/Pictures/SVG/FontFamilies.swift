internal import TextMeasurement

extension ResolvedFont {
    /// The families as the property `font-family` of CSS writes them, ending with a generic one.
    var cssFamilies: String {
        let names = families.map { Self.generic[$0.lowercased()] ?? "'\(Self.escaped($0))'" }
        let last = names.last ?? ""
        return (Self.generic.values.contains(last) ? names : names + ["sans-serif"])
            .joined(separator: ", ")
    }

    private static let generic = [
        "sans": "sans-serif", "sans-serif": "sans-serif", "serif": "serif",
        "monospace": "monospace", "mono": "monospace", "system-ui": "system-ui",
        "cursive": "cursive", "fantasy": "fantasy",
    ]

    /// A name between single quotes in CSS.
    private static func escaped(_ name: String) -> String {
        name.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
    }

    /// The face as the properties of CSS that are not the defaults: names and values.
    var cssFace: [(name: String, value: String)] {
        (weight == 400 ? [] : [("font-weight", String(weight))])
            + (isItalic ? [("font-style", "italic")] : [])
    }
}
