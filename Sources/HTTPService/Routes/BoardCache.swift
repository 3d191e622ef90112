internal import ChipRendering
internal import Foundation
internal import HTTPTypes
internal import Synchronization
internal import TagService
internal import TextMeasurement

/// A cache of recent boards, so that scrolling doesn't repeat a layout.
final class BoardCache: Sendable {
    private struct Key: Hashable {
        var set: String
        /// The ids of the sets that the caller can access; `nil` means every set.
        var sets: [Int64]?
        var width: Double
    }

    private struct Entry {
        var commit: Int64
        var board: Board
    }

    /// The maximum number of boards in the cache.
    private static let limit = 8

    private let entries = Mutex<[Key: Entry]>([:])

    /// Returns the board of the set in the request's path, with a width in points.
    func board(of call: Call, width: Double) async throws -> Board {
        let (name, commit) = try await call.read { service in
            (try service.sets.name(of: .named(call[Fields.set])), try service.lastCommit())
        }
        let key = Key(set: name, sets: call.caller.setIDs, width: width)
        if let known = entries.withLock({ $0[key] }), known.commit == commit { return known.board }
        let board = try await call.whileConnected(on: WorkerPool.requests) { try await Self.layOut(call, width: width) }
        entries.withLock { entries in
            if entries.count >= Self.limit, entries[key] == nil { entries = [:] }
            entries[key] = Entry(commit: commit, board: board)
        }
        return board
    }

    private static func layOut(_ call: Call, width: Double) async throws -> Board {
        let style = try PictureStyle(theme: .light)
        let request = style.request(width: width)
        return try await call.read(in: call.space.drawings) { service in
            try service.sets.board(request, of: .named(call[Fields.set]), measurer: style.measurer)
        }
    }
}
