import Foundation
import Synchronization
import TagService
import TaggedFiles

/// An in-memory service to import items into.
struct ItemLibrary {
    let service: TagService

    init() throws { service = try TagService(.memory, concurrency: .serial) }

    /// Returns the bytes of an example file.
    static func bytes(of file: String) throws -> [UInt8] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/TaggedFiles")
        return Array(try Data(contentsOf: folder.appendingPathComponent(file)))
    }

    @discardableResult func importFile(_ file: String, from format: ItemFormat) async throws -> ImportReport {
        try await importBytes(try Self.bytes(of: file), from: format)
    }

    /// Imports bytes in pieces of the given size.
    @discardableResult func importBytes(
        _ bytes: [UInt8], from format: ItemFormat, _ size: Int = 1 << 18, skipsInvalid: Bool = false
    ) async throws -> ImportReport {
        let place = Mutex(0)
        return try service.files.importItems(
            from: format, options: ImportOptions(format: .json, name: "test", skipsInvalid: skipsInvalid)
        ) {
            place.withLock { place in
                let piece = bytes[place..<min(place + size, bytes.count)]
                place = piece.endIndex
                return Array(piece)
            }
        }
    }

    /// The items with tags: location, title, tags and time; the time is `-` if it is that of the import.
    func items(_ query: String = "tags:>0") async throws -> [String] {
        try service.items.find(ItemQuery(query, limit: 1_000_000)).items
            .map { item in
                let isNew = item.savedAt ?? .distantPast > Date(timeIntervalSinceNow: -3_600)
                let time = isNew ? "-" : item.timestamp ?? "-"
                return
                    "\(item.location ?? "-") | \(item.title) | \(item.tags.sorted().joined(separator: ", ")) | \(time)"
            }
            .sorted()
    }
}
