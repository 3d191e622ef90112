import Foundation
import TagService
import TestSupport

/// The things of all sets as a test keeps them, one for each set and source, with the file that brought it in last.
struct ThingModel: Equatable {
    struct Place: Hashable {
        var set: String
        var source: String
    }

    struct Thing: Hashable {
        var label: String
        var tags: Set<String>
        var origin: String?
    }

    private(set) var things: [Place: Thing] = [:]
    /// How often a thing took the place of another one.
    private(set) var replacements = 0

    /// What a person sees of the things.
    var shown: [String] {
        things.map { "\($0.set) \($0.source) \($1.label): \($1.tags.sorted())" }.sorted()
    }

    /// What a service shows of the things.
    static func shown(by service: TagService) async throws -> [String] {
        var shown: [String] = []
        for saved in try service.history(HistoryQuery(limit: 9_999), of: nil).selections {
            guard let source = saved.source else { continue }
            shown.append("\(saved.set) \(source) \(saved.label): \(Set(saved.tags).sorted())")
        }
        return shown.sorted()
    }

    mutating func put(_ place: Place, _ label: String, _ tags: Set<String>, from origin: String?) {
        let old = things[place]
        if old != nil { replacements += 1 }
        things[place] = Thing(label: label, tags: tags, origin: origin ?? old?.origin)
    }

    mutating func forget(_ saved: SavedSelection) {
        guard let source = saved.source else { return }
        things[Place(set: saved.set, source: source)] = nil
    }

    mutating func drop(_ set: String) { things = things.filter { $0.key.set != set } }

    mutating func delete(_ tag: String) {
        things = things.compactMapValues { thing in
            var thing = thing
            thing.tags.remove(tag)
            return thing.tags.isEmpty ? nil : thing
        }
    }

    /// A tag becomes another one, by merge or by its new name.
    mutating func rename(_ old: String, _ new: String) {
        things = things.mapValues { thing in
            var thing = thing
            if thing.tags.remove(old) != nil { thing.tags.insert(new) }
            return thing
        }
    }

    mutating func prune(_ origin: String, _ set: String, keeping sources: Set<String>) {
        things = things.filter { place, thing in
            thing.origin != origin || place.set != set || sources.contains(place.source)
        }
    }
}

extension ThingModel {
    private static let sources = ["https://a/", "https://b/?c=d", "notes/e é.md"]
    private static let origins = ["/one", "/two"]

    /// Saves tags for a thing.
    mutating func save(
        _ tags: [String],
        _ label: String,
        in set: String,
        of service: TagService,
        _ numbers: inout SeededNumbers
    ) async throws {
        let source = Self.sources.randomElement(using: &numbers) ?? ""
        let saved = try service.save(
            tags: tags,
            label: label,
            source: source,
            in: .named(set)
        )
        put(Place(set: saved.set, source: source), label, Set(saved.tags), from: nil)
    }

    /// Imports some things from a file, or from nowhere, and forgets at times what is in it no longer.
    mutating func bring(
        _ names: [String],
        _ label: String,
        into set: String,
        of service: TagService,
        _ numbers: inout SeededNumbers
    ) async throws {
        let lines = names.map {
            (source: Self.sources.randomElement(using: &numbers) ?? "", tag: $0)
        }
        var options = ImportOptions(format: .ndjson, source: "things")
        options.origin = (Self.origins + [nil]).randomElement(using: &numbers) ?? nil
        options.prunes = Bool.random(using: &numbers)
        let text = lines.map {
            #"{"source": "\#($0.source)", "label": "\#(label)", "tags": ["\#($0.tag)", "h"]}"#
                + "\n"
        }
        _ = try service.importData(
            Array(text.joined().utf8),
            options: options,
            into: .named(set)
        )
        var last: [String: Set<String>] = [:]
        for line in lines {
            last[line.source] = [
                try service.tag(line.tag).tag, try service.tag("h").tag,
            ]
        }
        for (source, tags) in last {
            put(Place(set: set, source: source), label, tags, from: options.origin)
        }
        if options.prunes, let origin = options.origin {
            prune(origin, set, keeping: Set(last.keys))
        }
    }
}
