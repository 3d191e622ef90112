internal import JSON
internal import TextMeasurement

/// The fields of a request body that is a JSON object.
///
/// ```swift
/// let fields = try RequestFields(["tag": "sea", "aliases": ["ocean"]])
/// try fields.allow("tag", "aliases", "sets")
/// let aliases = try fields.strings("aliases")  // ["ocean"]
/// let sets = try fields.strings("sets")  // []
/// let name = try fields.string("name")  // throws a problem with the pointer "/name"
/// ```
struct RequestFields {
    private let fields: [String: JSONValue]

    init(_ value: JSONValue) throws(Problem) {
        guard case .object(let fields) = value else { throw .field("", "the request body must be a JSON object") }
        self.fields = fields
    }

    /// Throws a problem with status 422 if there is a field with any other name.
    func allow(_ names: String...) throws(Problem) {
        guard let other = fields.keys.sorted().first(where: { !names.contains($0) }) else { return }
        throw .field(
            "/\(JSONValue.escaped(other))", "unknown field \(other.quoted); expected \(names.joined(separator: ", "))")
    }

    /// Returns whether a field is present and not null.
    func has(_ name: String) -> Bool { fields[name].map { $0 != .null } ?? false }

    func value(_ name: String) -> JSONValue? { fields[name] }

    func string(_ name: String) throws(Problem) -> String {
        guard let text = try optionalString(name) else {
            throw .field("/\(name)", "the field '\(name)' is missing; it must be a string")
        }
        return text
    }

    func optionalString(_ name: String) throws(Problem) -> String? {
        switch fields[name] {
        case nil, .null: return nil
        case .string(let text): return text
        default: throw .field("/\(name)", "'\(name)' must be a string")
        }
    }

    /// Returns a Boolean; `false` if the field is missing.
    func flag(_ name: String) throws(Problem) -> Bool {
        switch fields[name] {
        case nil, .null: return false
        case .boolean(let isSet): return isSet
        default: throw .field("/\(name)", "'\(name)' must be true or false")
        }
    }

    /// Returns a list of strings; an empty list if the field is missing.
    func strings(_ name: String) throws(Problem) -> [String] {
        switch fields[name] {
        case nil, .null: return []
        case .list(let values):
            var texts: [String] = []
            for (index, value) in values.enumerated() {
                guard case .string(let text) = value else {
                    throw .field("/\(name)/\(index)", "'\(name)' must be a list of strings")
                }
                texts.append(text)
            }
            return texts
        default: throw .field("/\(name)", "'\(name)' must be a list of strings")
        }
    }
}
