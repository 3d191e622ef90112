internal import FlowEngine
internal import Foundation
internal import HTTPTypes
internal import JSON
internal import TagService
internal import TextMeasurement

/// The routes of sets, of their ordered tags, and of their selections.
///
/// ```
/// POST /api/v1/sets   {"set": "trip", "tags": ["sea", "map"]}
/// 201   {"layout":{},"selected":[],"set":"trip","tags":["sea","map"]}
///
/// PATCH /api/v1/sets/trip/selection   {"toggle": ["sea"], "select": ["map"]}
/// 200   {"selected":["sea","map"],"set":"trip"}
/// ```
enum SetRoutes {
    static let all = [list, make, show, change, drop, arrange, selection, select]

    private static let list = Route(
        method: .get, path: "/sets", scope: .read, summary: "Lists the sets.", fields: [Fields.date],
        response: .json(.object([.init(name: "sets", schema: .list(.named("Set")))])), isOpenToSetTokens: true,
        work: .read { call, service in
            let names = try service.sets.all().map(\.set)
            return .json(["sets": try names.map { SetDocument(try service.sets.contents(of: .named($0))) }])
        })

    private static let name = Field.body(required: "set", .text)
    private static let newTags = Field.body("tags", .texts, default: [])
    private static let isDaily = Field.body(
        "daily", .flag, default: false, "Whether the set has one item per local day.")

    private static let make = Route(
        method: .post, path: "/sets", scope: .write, summary: "Creates a set and chooses it.",
        fields: [name, newTags, isDaily], response: .json(.named("Set"), status: 201), problems: [409, 422],
        work: .write { call, service in
            let name = try service.sets.create(call[name], tags: call[newTags], isDaily: call[isDaily]).set
            return .created(SetDocument(try service.sets.contents(of: .named(name))), at: call.location("sets", name))
        })

    private static let show = Route(
        method: .get, path: "/sets/\(Fields.set)", scope: .read, summary: "Shows a set.", fields: [Fields.date],
        response: .json(.named("Set")), isOpenToSetTokens: true,
        work: .read { call, service in .json(SetDocument(try service.sets.contents(of: set(of: call)))) })

    /// Returns the set in the path.
    private static func set(of call: Call) throws -> SetReference { .named(try call[Fields.set]) }

    private static let newName = Field.body("set", .text)
    private static let layout = Field.body("layout", .layout)
    private static let newDaily = Field.body("daily", .flag, "Whether the set has one item per local day.")

    private static let change = Route(
        method: .patch, path: "/sets/\(Fields.set)", scope: .write,
        summary: "Renames a set, makes it daily or ordinary, or changes its layout settings.",
        fields: [newName, layout, newDaily], response: .json(.named("Set")), problems: [409, 422],
        isOpenToSetTokens: true,
        work: .write { call, service in
            var set = try set(of: call)
            if let change = try call[layout] {
                try service.sets.changeLayoutSettings(of: set) { settings in
                    settings = try change.given.withDefaults(from: settings.removing(change.removed))
                }
            }
            if let isDaily = try call[newDaily] {
                _ = try service.sets.changeLayoutSettings(of: set) { $0.daily = isDaily }
            }
            if let name = try call[newName] {
                // A limited token may learn whether its own set exists, so check that first. But it
                // must not rename the set, because a name conflict would reveal another set.
                _ = try service.sets.name(of: set)
                try call.caller.requireEverySet()
                set = .named(try service.sets.rename(call[Fields.set], to: name).new)
            }
            return .json(SetDocument(try service.sets.contents(of: set)))
        })

    private static let drop = Route(
        method: .delete, path: "/sets/\(Fields.set)", scope: .write,
        summary: "Drops a set with its items; it can be undone.", response: .nothing, problems: [409],
        isOpenToSetTokens: true,
        work: .write { call, service in
            try service.sets.delete(call[Fields.set])
            return .nothing
        })

    private static let arrange = Route(
        method: .put, path: "/sets/\(Fields.set)/tags", scope: .write,
        summary: "Replaces the tags of a set with a list, in this order.", fields: [Fields.tags],
        response: .json(.named("Set")), problems: [422], isOpenToSetTokens: true,
        work: .write { call, service in
            let set = try set(of: call)
            try service.sets.replaceTags(with: call[Fields.tags], in: set)
            return .json(SetDocument(try service.sets.contents(of: set)))
        })

    private static let selection = Route(
        method: .get, path: "/sets/\(Fields.set)/selection", scope: .read, summary: "Returns the selected tags.",
        fields: [Fields.date], response: .json(.named("Selection")), isOpenToSetTokens: true,
        work: .read { call, service in .json(try selection(of: set(of: call), service)) })

    private static let toggled = Field.body("toggle", .texts, default: [])
    private static let selected = Field.body("select", .texts, default: [])
    private static let deselected = Field.body("deselect", .texts, default: [])
    private static let newSelection = Field.body("selected", .texts)

    private static let select = Route(
        method: .patch, path: "/sets/\(Fields.set)/selection", scope: .write,
        summary: "Toggles, selects and deselects tags, or replaces the selection, in one transaction.",
        fields: [toggled, selected, deselected, newSelection, Fields.implied, Fields.date],
        response: .json(.named("Selection")), problems: [422], isOpenToSetTokens: true,
        work: .write { call, service in
            let implied = try call.implied()
            let set = try set(of: call)
            if call.has(newSelection) {
                let others: [any RequestField] = [toggled, selected, deselected, Fields.implied]
                if let other = others.first(where: call.has) {
                    throw Problem.field(
                        "/\(other.name)", "'\(newSelection.name)' can't be combined with \(other.name.quoted)")
                }
                try service.selection.select(exactly: call[newSelection] ?? [], in: set)
            } else {
                try service.selection.change(
                    toggling: call[toggled], selecting: call[selected], deselecting: call[deselected], implied: implied,
                    in: set)
            }
            return .json(try selection(of: set, service))
        })

    private static func selection(of set: SetReference, _ service: TagService) throws -> SelectionDocument {
        SelectionDocument(set: try service.sets.name(of: set), selected: try service.selection.tags(in: set))
    }
}

extension Call {
    /// Returns which implied tags to select.
    func implied() throws -> ImpliedSelection { try self[Fields.implied] ? .all : .none }
}

/// A change of layout settings.
struct LayoutChange: Sendable {
    var given: LayoutSettings
    /// The names of the settings that a request removes, because they are null.
    var removed: Set<String>
}

extension FieldType where Value == LayoutChange {
    /// Layout settings; null removes a setting.
    fileprivate static var layout: Self {
        Self(.named("Layout"), "an object of layout settings") { input in
            guard case .json(let value) = input, case .object(let settings) = value else { return nil }
            return LayoutChange(
                given: try LayoutSettings(checking: settings), removed: Set(settings.filter { $0.value == .null }.keys))
        }
    }
}

extension LayoutSettings {
    /// Creates settings from a request.
    ///
    /// - Throws: `InvalidValue` with a pointer to the invalid setting.
    fileprivate init(checking settings: [String: JSONValue]) throws {
        let known = Self.fields.map(\.name)
        if let other = settings.keys.sorted().first(where: { !known.contains($0) }) {
            throw InvalidValue.message(
                "unknown layout setting \(other.quoted); expected \(known.joined(separator: ", "))",
                at: "/\(JSONValue.escaped(other))")
        }
        for (name, range) in Self.ranges {
            guard let number = settings[name]?.number, !range.contains(number) else { continue }
            throw InvalidValue.message(
                "'\(name)' must be between \(Int(range.lowerBound)) and \(Self.maximum)", at: "/\(name)")
        }
        do { self = try JSONDecoder().decode(Self.self, from: Data(JSONValue.object(settings).bytes)) } catch let error
            as DecodingError
        { throw InvalidValue.message("invalid value for the layout setting", at: error.pointer) }
    }
}

extension LayoutSettings {
    /// The valid ranges of the numeric settings.
    private static let ranges: KeyValuePairs<String, ClosedRange<Double>> = [
        "spacing": 0...Double(maximum), "lineSpacing": 0...Double(maximum), "width": 1...Double(maximum),
        "maxLines": 1...Double(maximum),
    ]

    private static func words<Value: CaseIterable & RawRepresentable<String>>(_ type: Value.Type) -> JSONSchema {
        .text(oneOf: type.allCases.map(\.rawValue))
    }

    private static let fields: [JSONSchema.Field] = {
        let length = JSONSchema.length(0...Double(maximum))
        let fields: [(String, JSONSchema)] = [
            ("alignment", words(FlowAlignment.self)), ("lineAlignment", words(FlowLineAlignment.self)),
            ("spacing", length), ("lineSpacing", length), ("lineBreaking", words(FlowLineBreaking.self)),
            ("justified", .boolean), ("maxLines", .wholeNumber(1...maximum)),
            ("layoutDirection", words(LayoutDirection.self)), ("verticalDirection", words(VerticalDirection.self)),
            ("width", .length(1...Double(maximum))), ("daily", .boolean), ("hierarchy", .boolean),
        ]
        return fields.map { .init(name: $0.0, schema: .optional($0.1), isRequired: false) }
    }()

    /// The schema of the settings.
    static let schema = JSONSchema.object(fields)
}

extension LayoutSettings {
    /// Returns the settings without those of some names.
    fileprivate func removing(_ names: Set<String>) throws -> Self {
        guard !names.isEmpty, case .object(let fields) = try JSONValue.parse(JSONDocument.bytes(of: self)) else {
            return self
        }
        let kept = JSONValue.object(fields.filter { !names.contains($0.key) })
        return try JSONDecoder().decode(Self.self, from: Data(kept.bytes))
    }
}

extension DecodingError {
    /// The JSON pointer to the invalid value.
    var pointer: String {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context.codingPath.map { "/\(JSONValue.escaped($0.stringValue))" }.joined()
        @unknown default: ""
        }
    }
}
