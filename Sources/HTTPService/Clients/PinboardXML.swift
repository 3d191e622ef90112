internal import TextMeasurement

/// XML elements of Pinboard's responses, whose texts may contain anything.
///
/// ```swift
/// let text = PinboardXML.element("tag", [("tag", "<sea>"), ("count", "2")])
/// // <tag tag="&lt;sea&gt;" count="2" />
/// ```
enum PinboardXML {
    /// Returns an element with attributes and without content.
    static func element(_ name: String, _ attributes: [(name: String, value: String)]) -> String {
        "<\(start(name, attributes)) />"
    }

    /// Returns an element with attributes and content, which must be XML.
    static func element(
        _ name: String, _ attributes: [(name: String, value: String)] = [], containing content: String
    ) -> String { "<\(start(name, attributes))>\(content)</\(name)>" }

    /// Returns a name with attributes, as they are written in a tag.
    static func start(_ name: String, _ attributes: [(name: String, value: String)]) -> String {
        attributes.reduce(name) { "\($0) \($1.name)=\"\(MarkupText($1.value))\"" }
    }
}
