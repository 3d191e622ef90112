import FlowEngine
import Foundation
import TagService
import TestSupport
import Testing

/// A service with a database in memory, or in a file that is deleted after the test.
struct ServiceFixture {
    let service: TagService

    init() throws { service = try TagService(.memory, concurrency: .serial, now: Clock().now) }

    /// The whole database as an export.
    func exportNDJSON() async throws -> String { try service.files.exportNDJSON() }

    func importData(
        _ text: String, _ format: ImportFormat = .ndjson, skipsInvalid: Bool = false
    ) async throws -> ImportReport {
        try service.files.importData(
            Array(text.utf8), options: ImportOptions(format: format, name: "test", skipsInvalid: skipsInvalid))
    }

    func selection() async throws -> [String] { try service.selection.tags() }

    func names() async throws -> [String] { try service.tags.all(in: .chosen).map(\.tag) }
}

/// A clock that advances by a second whenever it is read.
final class Clock: @unchecked Sendable {
    // Only one thread reads the clock at a time.
    private var seconds = 1_700_000_000.0

    var now: @Sendable () -> Date {
        { [self] in
            seconds += 1
            return Date(timeIntervalSince1970: seconds)
        }
    }
}

/// Two services on one file, like two processes.
struct DatabaseOfTwo {
    let folder: TemporaryFolder
    let first: TagService
    let second: TagService

    init() async throws {
        folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        first = try TagService(.file(path: path), concurrency: .serial)
        second = try TagService(.file(path: path), concurrency: .serial)
    }
}
