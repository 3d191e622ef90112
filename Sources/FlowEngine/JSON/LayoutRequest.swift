internal import Foundation

/// A request to the layout engine: a layout, a proposal, optional bounds, and subviews.
struct LayoutRequest: Decodable {
    /// The identifier of the request, which its response repeats.
    let id: LayoutRequest.ID?
    let layout: LayoutDescription?
    let proposal: LayoutRequest.Size?
    let bounds: LayoutRequest.Size?
    let subviews: [SubviewDescription]

    private enum CodingKeys: String, CodingKey, CaseIterable { case layout, proposal, bounds, subviews, id }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.knownFields(CodingKeys.self)
        id = try fields.decodeIfPresent(LayoutRequest.ID.self, forKey: .id)
        layout = try fields.decodeIfPresent(LayoutDescription.self, forKey: .layout)
        proposal = try fields.decodeIfPresent(LayoutRequest.Size.self, forKey: .proposal)
        bounds = try fields.decodeIfPresent(LayoutRequest.Size.self, forKey: .bounds)
        subviews = try fields.decode([SubviewDescription].self, forKey: .subviews)
    }

    private var proposedSize: ProposedViewSize {
        ProposedViewSize(width: proposal?.width.map { CGFloat($0) }, height: proposal?.height.map { CGFloat($0) })
    }

    /// Returns the size to place into, with missing dimensions taken from the computed size.
    private func bounds(answered: CGSize) -> CGSize? {
        bounds.map { bounds in
            CGSize(
                width: bounds.width.map { CGFloat($0) } ?? answered.width,
                height: bounds.height.map { CGFloat($0) } ?? answered.height)
        }
    }

    /// The response to the request.
    var response: LayoutResponse {
        let description = layout ?? LayoutDescription()
        guard case .flow(let flow) = description.kind else { return nodeResponse(description) }
        let items = subviews.map(\.item)
        let arrange: (CGSize?) -> FlowArrangement = { bounds in
            flow.arrange(items, proposal: proposedSize, bounds: bounds, layoutDirection: description.direction)
        }
        var arrangement = arrange(nil)
        if let bounds = bounds(answered: arrangement.size) { arrangement = arrange(bounds) }
        return LayoutResponse(
            size: arrangement.size, frames: arrangement.frames,
            separators: flow.separator.map { _ in arrangement.separators },
            lineSeparators: flow.lineSeparator.map { _ in arrangement.lineSeparators }, lines: arrangement.lines.count,
            hidden: arrangement.hidden)
    }

    /// Returns the response of a layout other than a flow, laid out with nodes.
    private func nodeResponse(_ description: LayoutDescription) -> LayoutResponse {
        let node = description.container(subviews)
        let tree = LayoutTree(node, layoutDirection: description.direction)
        let size = tree.sizeThatFits(proposedSize)
        let placed = tree.layout(in: proposedSize, bounds: bounds(answered: size))
        return LayoutResponse(
            size: size, frames: placed.children.map(\.frame), lines: subviews.isEmpty ? 0 : 1, hidden: 0)
    }
}

extension KeyedDecodingContainer {
    /// Returns the value of a field that is one of several names; nil if it is missing or null.
    func choice<Value>(_ key: Key, among choices: [String: Value]) throws -> Value? {
        guard let name = try decodeIfPresent(String.self, forKey: key) else { return nil }
        if let value = choices[name] { return value }
        throw LayoutRequestError.unknown(
            LayoutRequestError.path(codingPath + [key]), value: name, choices: choices.keys.sorted())
    }

    /// Returns the value of a field that names a case; nil if it is missing or null.
    func choice<Value>(_ key: Key, _ type: Value.Type) throws -> Value?
    where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
        let choices = Dictionary(Value.allCases.map { ($0.rawValue, $0) }, uniquingKeysWith: { first, _ in first })
        return try choice(key, among: choices)
    }
}

extension LayoutRequest {
    /// A size in a request, whose dimensions may be null.
    struct Size: Decodable {
        let width: Double?
        let height: Double?

        private enum CodingKeys: String, CodingKey, CaseIterable { case width, height }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.knownFields(CodingKeys.self)
            width = try fields.decodeNumberIfPresent(forKey: .width)
            height = try fields.decodeNumberIfPresent(forKey: .height)
        }
    }

    /// The identifier of a request: a string or a number.
    enum ID: Decodable {
        case text(String)
        case number

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let text = value.value(ifA: String.self) {
                self = .text(text)
            } else if value.value(ifA: Double.self) != nil {
                self = .number
            } else {
                throw LayoutRequestError.mistyped(
                    LayoutRequestError.path(decoder.codingPath), expected: "a string or a number")
            }
        }

        /// Returns the identifier as a field of the response, after a comma; a number keeps its digits exactly as
        /// written.
        func field(asWrittenIn line: String) -> String {
            switch self {
            case .text(let text): ",\"id\":\(LayoutJSONText.quoted(text))"
            case .number: JSONNumberText.number(ofField: "id", in: line).map { ",\"id\":\($0)" } ?? ""
            }
        }
    }

    /// The identifier of a line that isn't a valid request, if it can be read.
    struct Name: Decodable { let id: LayoutRequest.ID? }
}

/// The reason why a line is not a valid request.
enum LayoutRequestError: Error, Equatable {
    /// The line is not a JSON object.
    case notAnObject
    /// A field is missing.
    case missing(String)
    /// A field is of the wrong type.
    case mistyped(String, expected: String)
    /// A field has an unknown name as its value.
    case unknown(String, value: String, choices: [String])
    /// A number is out of its range.
    case outOfRange(String, value: Double, ClosedRange<Double>)
    /// An object has a field that it can't have; the request itself has an empty path.
    case unknownField(String, of: String, known: [String])

    init(_ error: any Error) {
        switch error {
        case let error as LayoutRequestError: self = error
        case DecodingError.keyNotFound(let key, let context): self = .missing(Self.path(context.codingPath + [key]))
        case DecodingError.valueNotFound(let type, let context), DecodingError.typeMismatch(let type, let context):
            let path = Self.path(context.codingPath)
            self = path.isEmpty ? .notAnObject : .mistyped(path, expected: Self.name(of: type))
        default: self = .notAnObject
        }
    }

    /// The largest length, weight or number of the fields whose range is checked.
    static let largest = 1e9

    /// Returns a path in the form `subviews[3].width`.
    static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce(into: "") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }

    /// Returns the beginning of a text from a request, cut by scalars: a grapheme cluster can have any length.
    private static func shown(_ text: String) -> String { String(text.unicodeScalars.prefix(100)) }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is Double.Type: "a number"
        case is Int.Type: "a whole number"
        case is Bool.Type: "true or false"
        case is String.Type: "a string"
        case is [Any].Type: "a list"
        default: "an object"
        }
    }
}

extension LayoutRequestError: CustomStringConvertible {
    /// A one-line message with the problem and the remedy.
    var description: String {
        switch self {
        case .notAnObject: "expected a JSON object such as {\"subviews\": [{\"width\": 40, \"height\": 20}]}"
        case .missing(let field): "missing field '\(field)'"
        case .mistyped(let field, let expected): "'\(field)' must be \(expected)"
        case .outOfRange(let field, let value, let range):
            "'\(field)' must be from \(JSONNumber.text(range.lowerBound)) to "
                + "\(JSONNumber.text(range.upperBound)), got \(JSONNumber.text(value))"
        case .unknown(let field, let value, let choices):
            "unknown \(field) '\(Self.shown(value))'; expected \(choices.joined(separator: ", "))"
        case .unknownField(let field, let object, let known):
            "unknown field '\(Self.shown(field))'\(object.isEmpty ? "" : " of '\(object)'"); expected \(known.joined(separator: ", "))"
        }
    }
}
