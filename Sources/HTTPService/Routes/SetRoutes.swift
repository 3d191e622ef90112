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
        method: .get, path: "/sets", scope: .read, summary: "Lists the sets.",
        response: .json(.object([.init(name: "sets", schema: .list(.named("Set")))])), isOpenToSetTokens: true,
        work: .read { call, service in
            let names = try service.sets.all().map(\.set)
            return .json(["sets": try names.map { SetDocument(try service.sets.contents(.named($0))) }])
        })

    private static let make = Route(
        method: .post, path: "/sets", scope: .write, summary: "Creates a set and chooses it.",
        body: .json(
            .object([
                .init(name: "set", schema: .string),
                .init(name: "tags", schema: .optional(.list(.string)), isRequired: false),
            ])), response: .json(.named("Set"), status: 201), problems: [409, 422],
        work: .write { call, service in
            let fields = try call.fields()
            try fields.allow("set", "tags")
            let name = try service.sets.create(fields.string("set"), tags: fields.strings("tags")).set
            return .created(SetDocument(try service.sets.contents(.named(name))), at: call.location("sets", name))
        })

    private static let show = Route(
        method: .get, path: "/sets/{set}", scope: .read, summary: "Shows a set.", response: .json(.named("Set")),
        isOpenToSetTokens: true,
        work: .read { call, service in .json(SetDocument(try service.sets.contents(call.set))) })

    private static let change = Route(
        method: .patch, path: "/sets/{set}", scope: .write, summary: "Renames a set, or changes its layout settings.",
        body: .json(
            .object([
                .init(name: "set", schema: .optional(.string), isRequired: false),
                .init(name: "layout", schema: .optional(.named("Layout")), isRequired: false),
            ])), response: .json(.named("Set")), problems: [409, 422], isOpenToSetTokens: true,
        work: .write { call, service in
            let fields = try call.fields()
            try fields.allow("set", "layout")
            var set = call.set
            if let layout = fields.value("layout"), layout != .null {
                let given = try LayoutSettings(checking: layout)
                let removed = LayoutSettings.removed(by: layout)
                _ = try service.sets.changeLayoutSettings(of: set) { settings in
                    settings = try given.withDefaults(from: settings.removing(removed))
                }
            }
            if let name = try fields.optionalString("set") {
                // A limited token may learn whether its own set exists, so check that first. But it
                // must not rename the set, because a name conflict would reveal another set.
                _ = try service.sets.name(of: set)
                try call.caller.requireEverySet()
                set = .named(try service.sets.rename(call["set"], to: name).new)
            }
            return .json(SetDocument(try service.sets.contents(set)))
        })

    private static let drop = Route(
        method: .delete, path: "/sets/{set}", scope: .write, summary: "Drops a set with its items; it can be undone.",
        response: .nothing, problems: [409], isOpenToSetTokens: true,
        work: .write { call, service in
            _ = try service.sets.drop(call["set"])
            return .nothing
        })

    private static let arrange = Route(
        method: .put, path: "/sets/{set}/tags", scope: .write,
        summary: "Replaces the tags of a set with a list, in this order.",
        body: .json(.object([.init(name: "tags", schema: .list(.string))])), response: .json(.named("Set")),
        problems: [422], isOpenToSetTokens: true,
        work: .write { call, service in
            let fields = try call.fields()
            try fields.allow("tags")
            guard fields.has("tags") else {
                throw Problem.field("/tags", "the field 'tags' is missing; it must be a list of strings")
            }
            let set = call.set
            _ = try service.sets.replaceTags(fields.strings("tags"), of: set)
            return .json(SetDocument(try service.sets.contents(set)))
        })

    private static let selection = Route(
        method: .get, path: "/sets/{set}/selection", scope: .read, summary: "Returns the selected tags.",
        response: .json(.named("Selection")), isOpenToSetTokens: true,
        work: .read { call, service in .json(try selection(of: call.set, service)) })

    private static let select = Route(
        method: .patch, path: "/sets/{set}/selection", scope: .write,
        summary: "Toggles, selects and deselects tags, or replaces the selection, in one transaction.",
        body: .json(
            .object([
                .init(name: "toggle", schema: .optional(.list(.string)), isRequired: false),
                .init(name: "select", schema: .optional(.list(.string)), isRequired: false),
                .init(name: "deselect", schema: .optional(.list(.string)), isRequired: false),
                .init(name: "selected", schema: .optional(.list(.string)), isRequired: false), .implied,
            ])), response: .json(.named("Selection")), problems: [422], isOpenToSetTokens: true,
        work: .write { call, service in
            let fields = try call.fields()
            try fields.allow("toggle", "select", "deselect", "selected", "implied")
            let implied = try call.implied(fields)
            let set = call.set
            if fields.has("selected") {
                for other in ["toggle", "select", "deselect", "implied"] where fields.has(other) {
                    throw Problem.field("/\(other)", "'selected' can't be combined with \(other.quoted)")
                }
                _ = try service.selection.select(exactly: fields.strings("selected"), in: set)
            } else {
                _ = try service.selection.change(
                    toggling: fields.strings("toggle"), selecting: fields.strings("select"),
                    deselecting: fields.strings("deselect"), implied: implied, in: set)
            }
            return .json(try selection(of: set, service))
        })

    private static func selection(of set: SetReference, _ service: TagService) throws -> SelectionDocument {
        SelectionDocument(set: try service.sets.name(of: set), selected: try service.selection.selection(of: set))
    }
}

extension JSONSchema.Field {
    /// The request field that also selects implied tags.
    static let implied = Self(
        name: "implied", schema: .optional(.boolean), isRequired: false,
        summary: "Also select the tags that these tags imply, and add them to the set.")
}

extension Call {
    /// Returns which implied tags to select.
    ///
    /// For a token limited to sets, these are only tags that are already in the set.
    func implied(_ fields: RequestFields) throws -> ImpliedSelection {
        guard try fields.flag("implied") else { return .none }
        return caller.setIDs == nil ? .all : .members
    }
}

extension LayoutSettings {
    /// Creates settings from a request.
    ///
    /// - Throws: a problem with status 422 and a pointer to the invalid field.
    fileprivate init(checking value: JSONValue) throws {
        guard case .object(let fields) = value else {
            throw Problem.field("/layout", "'layout' must be an object of layout settings")
        }
        let known = Self.fields.map(\.name)
        if let other = fields.keys.sorted().first(where: { !known.contains($0) }) {
            throw Problem.field(
                "/layout/\(JSONValue.escaped(other))",
                "unknown layout setting \(other.quoted); expected \(known.joined(separator: ", "))")
        }
        for (name, range) in Self.ranges {
            guard let number = fields[name]?.number else { continue }
            guard range.contains(number) else {
                throw Problem.field(
                    "/layout/\(name)", "'\(name)' must be between \(Int(range.lowerBound)) and \(Self.maximum)")
            }
        }
        do { self = try JSONDecoder().decode(Self.self, from: Data(value.bytes)) } catch let error as DecodingError {
            throw Problem.field("/layout\(error.pointer)", "invalid value for the layout setting")
        }
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
            ("width", .length(1...Double(maximum))), ("daily", .boolean),
        ]
        return fields.map { .init(name: $0.0, schema: .optional($0.1), isRequired: false) }
    }()

    /// The schema of the settings.
    static let schema = JSONSchema.object(fields)
}

extension LayoutSettings {
    /// Returns the names of the settings that a request removes, because they are null.
    fileprivate static func removed(by value: JSONValue) -> Set<String> {
        guard case .object(let fields) = value else { return [] }
        return Set(fields.filter { $0.value == .null }.keys)
    }

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
