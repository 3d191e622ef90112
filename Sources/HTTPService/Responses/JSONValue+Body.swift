internal import JSON

extension JSONValue {
    /// The maximum nesting depth of a body.
    ///
    /// No valid request comes close to it.
    private static let deepest = 16

    /// Parses the body of a request.
    ///
    /// - Throws: a problem with status 400 that describes the first error.
    static func parse(_ bytes: [UInt8]) throws(Problem) -> JSONValue {
        do { return try JSONValue(bytes[...], .requests(depth: deepest)) } catch {
            switch error.kind {
            case .tooDeep: throw .badRequest("the request body is nested more than \(deepest) levels deep")
            case .longName: throw .badRequest("a field name is longer than 1,000 bytes")
            case .syntax:
                let detail = "\(error.message) at byte \(error.offset + 1)"
                throw .badRequest("the request body isn't valid JSON: \(detail)")
            }
        }
    }

    /// Returns the JSON pointer (RFC 6901) to the first string that equals a text, or `nil`.
    ///
    /// ```swift
    /// let body = try JSONValue.parse(Array(#"{"select": ["sea", "swfit"]}"#.utf8))
    /// let pointer = body.pointer(to: "swfit")  // "/select/1"
    /// ```
    func pointer(to text: String) -> String? {
        switch self {
        // Compare bytes: comparing strings normalizes them, which could take long for hostile input.
        case .string(let own) where own.utf8.elementsEqual(text.utf8): ""
        case .list(let values):
            values.enumerated().lazy.compactMap { index, value in value.pointer(to: text).map { "/\(index)\($0)" } }
                .first
        case .object(let fields):
            fields.sorted { $0.key < $1.key }.lazy
                .compactMap { name, value in value.pointer(to: text).map { "/\(Self.escaped(name))\($0)" } }.first
        default: nil
        }
    }

    /// Escapes a member's name for a JSON pointer.
    static func escaped(_ name: String) -> String { name.replacing("~", with: "~0").replacing("/", with: "~1") }
}
