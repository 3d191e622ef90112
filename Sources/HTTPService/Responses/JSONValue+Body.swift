internal import JSON

extension JSONValue {
    /// The maximum number of lists and objects within each other in a body, far more than any request needs.
    private static let deepest = 16

    /// Reads the body of a request.
    ///
    /// - Throws: a problem with status 400 that reports the first error.
    static func parse(_ bytes: [UInt8]) throws(Problem) -> JSONValue {
        do {
            return try JSONValue(bytes[...], .requests(depth: deepest))
        } catch {
            switch error.kind {
            case .tooDeep:
                throw .badRequest("the body is nested more than \(deepest) levels deep")
            case .longName: throw .badRequest("a field name has more than 1,000 bytes")
            case .syntax:
                let detail = "\(error.message) at byte \(error.offset + 1)"
                throw .badRequest("the body isn't valid JSON: \(detail)")
            }
        }
    }

    /// The JSON pointer (RFC 6901) of the first value that contains a text, or `nil`.
    func pointer(to text: String) -> String? {
        switch self {
        // Equal bytes suffice, and to compare by normal form could take long.
        case .string(let own) where own.utf8.elementsEqual(text.utf8): ""
        case .list(let values):
            values.enumerated().lazy
                .compactMap { index, value in value.pointer(to: text).map { "/\(index)\($0)" } }
                .first
        case .object(let fields):
            fields.sorted { $0.key < $1.key }.lazy
                .compactMap { name, value in
                    value.pointer(to: text).map { "/\(Self.escaped(name))\($0)" }
                }
                .first
        default: nil
        }
    }

    /// A member's name as a part of a JSON pointer.
    static func escaped(_ name: String) -> String {
        name.replacing("~", with: "~0").replacing("/", with: "~1")
    }
}
