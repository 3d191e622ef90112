import Foundation
import TagService
import TestSupport

/// A reference model of all items, by set and location, with the file that each was last imported from.
struct ItemModel: Equatable {
    struct Place: Hashable {
        var set: String
        var location: String
    }

    struct Entry: Hashable {
        var title: String
        var tags: Set<String>
        var importedFrom: String?
    }

    private(set) var items: [Place: Entry] = [:]
    /// How often an item replaced another.
    private(set) var replacements = 0

    /// The items in a comparable form.
    var shown: [String] { items.map { "\($0.set) \($0.location) \($1.title): \($1.tags.sorted())" }.sorted() }

    /// The items of a service in the same form.
    static func shown(by service: TagService) async throws -> [String] {
        var shown: [String] = []
        for saved in try service.items.find(ItemQuery(limit: 9_999), in: nil).items {
            guard let location = saved.location else { continue }
            shown.append("\(saved.set) \(location) \(saved.title): \(Set(saved.tags).sorted())")
        }
        return shown.sorted()
    }

    mutating func put(_ place: Place, _ title: String, _ tags: Set<String>, from importedFrom: String?) {
        let old = items[place]
        if old != nil { replacements += 1 }
        items[place] = Entry(title: title, tags: tags, importedFrom: importedFrom ?? old?.importedFrom)
    }

    mutating func forget(_ saved: Item) {
        guard let location = saved.location else { return }
        items[Place(set: saved.set, location: location)] = nil
    }

    mutating func drop(_ set: String) { items = items.filter { $0.key.set != set } }

    mutating func delete(_ tag: String) {
        items = items.mapValues { item in
            var item = item
            item.tags.remove(tag)
            return item
        }
    }

    /// Replaces a tag by another, as after a merge or rename.
    mutating func rename(_ old: String, _ new: String) {
        items = items.mapValues { item in
            var item = item
            if item.tags.remove(old) != nil { item.tags.insert(new) }
            return item
        }
    }

    mutating func prune(_ importedFrom: String, _ set: String, keeping locations: Set<String>) {
        items = items.filter { place, item in
            item.importedFrom != importedFrom || place.set != set || locations.contains(place.location)
        }
    }
}

extension ItemModel {
    private static let locations = ["https://a/", "https://b/?c=d", "notes/e é.md"]
    private static let files = ["/one", "/two"]

    /// Saves tags for an item.
    mutating func save(
        _ tags: [String], _ title: String, in set: String, of service: TagService, _ numbers: inout SeededNumbers
    ) async throws {
        let location = Self.locations.randomElement(using: &numbers) ?? ""
        let saved = try service.items.save(tags: tags, title: title, location: location, in: .named(set))
        put(Place(set: saved.set, location: location), title, Set(saved.tags), from: nil)
    }

    /// Imports items from a random file or none, and sometimes prunes.
    mutating func bring(
        _ names: [String], _ title: String, into set: String, of service: TagService, _ numbers: inout SeededNumbers
    ) async throws {
        let lines = names.map { (location: Self.locations.randomElement(using: &numbers) ?? "", tag: $0) }
        var options = ImportOptions(format: .ndjson, name: "items")
        options.importedFrom = (Self.files + [nil]).randomElement(using: &numbers) ?? nil
        options.prunes = Bool.random(using: &numbers)
        let text = lines.map {
            #"{"location": "\#($0.location)", "title": "\#(title)", "tags": ["\#($0.tag)", "h"]}"# + "\n"
        }
        _ = try service.files.importData(Array(text.joined().utf8), options: options, into: .named(set))
        var last: [String: Set<String>] = [:]
        for line in lines {
            // Entries with the same location are joined.
            last[line.location, default: []]
                .formUnion([try service.tags.named(line.tag).tag, try service.tags.named("h").tag])
        }
        for (location, tags) in last {
            put(Place(set: set, location: location), title, tags, from: options.importedFrom)
        }
        if options.prunes, let importedFrom = options.importedFrom { prune(importedFrom, set, keeping: Set(last.keys)) }
    }
}
