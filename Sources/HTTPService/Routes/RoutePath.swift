/// The path of a route, which declares the fields in it.
///
/// ```swift
/// let tag = Field.path("tag")
/// let path: RoutePath = "/tags/\(tag)/aliases"
/// // path.text is "/tags/{tag}/aliases"
/// ```
struct RoutePath: ExpressibleByStringInterpolation, Sendable {
    /// The path with the names of its fields in braces.
    private(set) var text: String
    private(set) var fields: [any RequestField] = []
    /// The fields whose values are in ``text`` itself, by name.
    private(set) var fixed: [String: String] = [:]

    /// A path without fields.
    init(_ text: String) { self.text = text }

    init(stringLiteral text: String) { self.init(text) }

    init(stringInterpolation path: StringInterpolation) {
        text = path.text
        fields = path.fields
    }

    /// Returns the path with a value in place of a field.
    func fixing(_ field: Field<String>, to value: String) -> RoutePath {
        var path = self
        path.text = text.replacing("{\(field.name)}", with: value)
        path.fields.removeAll { $0.name == field.name }
        path.fixed[field.name] = value
        return path
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var fields: [any RequestField] = []

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) { text += literal }

        mutating func appendInterpolation(_ field: any RequestField) {
            text += "{\(field.name)}"
            fields.append(field)
        }

        /// Appends a part that is known when the route is declared.
        mutating func appendInterpolation(fixed part: String) { text += part }
    }
}
