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
